// Lists, dicts, sets, bytearrays and cells of closures that have crossed: each is a pair of one
// object on either side, known by a number. Before control goes over, the contents that have
// changed are sent along, so that both sides see one container. A pair ends when one side does not
// use its object any more.
#pragma once

#include "value/object/Object.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace janus::bridge {

class Encoder;
class Decoder;
class Session;

enum class World : uint8_t;
enum class ContainerKind : uint8_t { List, Dict, OrderedDict, Set, ByteArray, Cell };
constexpr const char *kContainerNames[] = {"LIST", "DICT",      "ORDERED_DICT",
                                           "SET",  "BYTEARRAY", "CELL"};

// What has been read of a table or a set. Its keys are hashed once the frame is read whole, because
// that may ask Python, and both sides must know the same of one another then.
struct Filling {
  Ref object;
  ContainerKind kind;
  uint32_t id;      // of the pair; 0: a frozenset, which is none
  uint32_t number;  // a pair wants what it was given last
  std::vector<Ref> items;
};

class Mirrors {
public:
  ~Mirrors() { clear(); }
  // True when `v` is a container that crosses in this way.
  static bool isContainer(Value v);
  bool write(Encoder &e, Value container);
  Value read(Decoder &d);  // after Tag::Mirror
  Value readFrozenset(Decoder &d, jn_tuple *items);
  Value known(uint32_t id) const;
  bool isEmpty() const { return pairs_.empty(); }

  // Contents that changed on our side, then what writeDropped writes.
  bool writeChanges(Encoder &e);
  bool readChanges(Decoder &d);
  // The pairs whose object nobody here uses any more, which end.
  bool writeDropped(Encoder &e);
  bool readDropped(Decoder &d);
  // What had to wait for the end of the frame; what fails is a failure of the decoder.
  void fill(Decoder &d);
  void drop(uint32_t id);
  void clear();

private:
  struct Pair {
    Value object;  // counted
    ContainerKind kind;
    World world;
    // The content that both sides know. Containers in it are not counted: they are pairs, too.
    std::vector<Value> items;
    std::string bytes;
    uint32_t filling = 0;  // of what the object will hold: nothing is told of it till then
  };
  void remember(Pair &p);
  void release(Pair &p);
  void dropUnused();
  bool hasChanged(const Pair &p) const;
  bool writeContent(Encoder &e, const Pair &p);
  bool readContent(Decoder &d, Pair &p);

  std::map<uint32_t, Pair> pairs_;  // outer ones mostly have lower numbers
  size_t pairsOf(Object *o) const { return numbers_[0].count(o) + numbers_[1].count(o); }

  std::unordered_map<Object *, uint32_t> numbers_[2];  // by world
  std::vector<uint32_t> dropped_;
  uint32_t last_ = 0;  // ours are even, Python's odd
  uint32_t lastFilling_ = 0;
};

}  // namespace janus::bridge
