// What we and Python share while Python runs: which objects each side holds of the other, and the
// exchange of requests. One session at a time; it ends when Python does, and the next import starts
// another.
//
// Control is on one side only. Whoever has it sends a request and serves what the other side asks
// until the answer comes, so requests nest and never overlap. A frame starts with what has changed
// on the sender's side since its last one: objects dropped, states of random generators, contents
// of shared containers. It ends with what the sender has dropped as it wrote.
#pragma once

#include "bridge/ArrayElements.h"
#include "bridge/Conversation.h"
#include "bridge/CrossingCounts.h"
#include "bridge/Foreign.h"
#include "bridge/Mirrors.h"
#include "bridge/ModuleAttributes.h"
#include "bridge/RandomStates.h"
#include "bridge/Tensors.h"
#include "bridge/Transport.h"

#include <unordered_map>
#include <unordered_set>

namespace janus::bridge {

enum class ToNative : uint8_t {
#define JANUS_TO_NATIVE(name) name,
#include "bridge/Operations.def"
  Count
};
enum class Tag : uint8_t {
#define JANUS_TAG(name, byte) name = byte,
#include "bridge/Tags.def"
};

class Encoder;
class Decoder;

// Who sees our objects on the other side. Packages want torch's tensors, modules and types for
// ours. Source of the program that runs there gets proxies of them all, so that everything that is
// done with them is done here. An object has a number in each world.
enum class World : uint8_t { Packages, Program };
constexpr uint32_t kProgramNumber = 0x80000000;  // set in numbers of that world
inline World worldOf(uint32_t number) {
  return number & kProgramNumber ? World::Program : World::Packages;
}

class Session {
public:
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;
  // The session that runs, or null.
  static Session *running();
  // The same, started when there is none; null with an exception pending.
  static Session *get();

  // The answer of Python; JN_DONE where an iterator ended.
  Value ask(ToPython operation, const Value *args, size_t count);
  Value ask(ToPython operation, std::initializer_list<Value> args) {
    return ask(operation, args.begin(), args.size());
  }
  uint32_t number() const { return number_; }
  // Python is the interpreter of this process.
  bool isHere() const { return transport_ && transport_->takesPlain(); }
  // At the end of our process: lets Python end, too.
  void leave();
  // Does what a frame of Python asks; the frame becomes the answer. False: it was no request, and
  // the session is over.
  bool serve(Frame *frame);
  // What an answer brings.
  Value take(Frame *frame, World world = World::Packages);

  // ---- objects of Python that we hold
  Value foreignObject(uint32_t id, uint8_t flags);
  void forget(ForeignObject *o);
  // Lets go in Python of what its end may be noticed of, unless a crossing is under way.
  void release();
  // Where Python is our host, whose code goes on: grad mode, gradients and others as they are now.
  void tellHost();

  // ---- our objects that Python holds
  // A number for the object in that world; `*known` when Python has it already.
  uint32_t exportObject(Encoder &e, Value v, World world, bool *known);
  Value exported(uint32_t id) const;  // borrowed, JN_UNBOUND for a number never given
  void dropExport(uint32_t id);

  // ---- classes of exceptions that exist on both sides
  void pairClass(Type *owned, uint32_t id) {
    foreignClasses[owned] = id;
    classesById[id] = owned;
  }
  std::unordered_map<const Type *, uint32_t> foreignClasses;  // Python's, by our twin
  std::unordered_map<uint32_t, Type *> classesById;  // counted: twins stay with the session

  // A package's objects for false and true, which comparisons of its numbers give; counted, once
  // they are known.
  Value packageTruths[2] = {jn_unbound(), jn_unbound()};

  Mirrors mirrors;
  TensorPairs tensors;
  RandomStates randomStates;
  ArrayElements arrayElements;
  ModuleAttributes moduleAttributes;

private:
  Session(std::shared_ptr<Transport> transport, uint32_t number);
  Value exchange(ToPython operation, const Value *args, size_t count);
  Value exchangeFrames(ToPython operation, const Value *args, size_t count, World world);
  void settle();
  // Without frames, where only plain values cross and neither side has anything to tell. False:
  // nothing has happened.
  bool exchangePlain(ToPython operation, const Value *args, size_t count, Value *result);
  Value fromPlain(const janus_plain **next, std::string_view text);
  bool tellDropped();
  bool hasMuchDropped() const {
    constexpr size_t kMany = 64, kMuchMemory = 4 << 20;
    return dropped_.size() > kMany || droppedBytes_ > kMuchMemory;
  }
  bool hasChanges() const;
  Value converse(Encoder &first);
  Frame makeFrame(FrameKind kind, Encoder &e);
  bool send(Frame frame);
  // Takes the result over; JN_ERROR: the pending exception is the answer.
  bool answer(Value result, World world, Frame *frame);
  bool writeResult(Encoder &e, Ref *result, FrameKind kind);
  // Why nothing can be asked any more, as RuntimeError.
  Value fail();
  Value failGarbage();
  void end();
  // Changes come in sections: those of frames that were not sent after all, then the new one.
  bool writeChanges(Encoder &e);
  void keepChanges(Encoder &e);
  bool readChanges(Decoder &d);
  // Behind what a frame brings: what its sender has let go of since the changes.
  void writeReleased(Encoder &e);
  bool readReleased(Decoder &d);

  uint32_t number_;
  std::shared_ptr<Transport> transport_;  // whoever uses it holds it: the session may end meanwhile
  Conversation conversation_;
  std::string why_;                                        // not empty: the session is over
  bool isEndUntold_ = false;                               // the program has not seen why
  std::unordered_map<uint32_t, ForeignObject *> foreign_;  // not counted: they take themselves out
  std::unordered_set<uint32_t> dropped_;                   // to be told to Python
  size_t droppedBytes_ = 0;                                // of arrays among them
  std::vector<uint32_t> noticed_;                          // of those: at once
  std::unordered_map<uint32_t, Value> exports_;
  std::unordered_map<Object *, uint32_t> exportNumbers_[2];  // by world
  uint32_t lastExport_ = 0;
  std::string unsent_;  // sections
  uint8_t unsentSections_ = 0;
  std::vector<int> unsentDescriptors_;
  std::vector<uint32_t> unsentSegments_;
};

}  // namespace janus::bridge
