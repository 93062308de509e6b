// A version bound to the objects of one entry: where its inputs stand, what it has checked, what it
// watches.
#pragma once

#include "speculate/Version.h"
#include "speculate/Watches.h"

#include <memory>
#include <unordered_map>

namespace janus {
struct Storage;
}

namespace janus::speculate {

// True when arguments are of the types that the version is for; asked before there is a binding.
bool argumentsFit(const Version &version, const Value *liveIn);
// The assumption that keeps a version from being bound, and what is there instead.
struct Finding {
  std::string assumption, found;
  Obstacle obstacle = {};
};

struct Binding : Dependent {
  explicit Binding(Version &version);
  Binding(const Binding &) = delete;
  Binding &operator=(const Binding &) = delete;
  ~Binding();

  // From now on the binding is for these objects; walk() comes next.
  void moveTo(const Value *liveIn);
  // True when one entry each has come for the objects of the last few: it is walked on each entry,
  // and only what says that they are gone, or that code is, is watched.
  bool isTransient() const { return moves_ >= kMovesOfTransient && version.made.empty(); }
  // Its objects are there for longer: the next walk watches all of them.
  void settle() {
    moves_ = 0;
    stale = true;
  }
  // True when the binding is for these objects.
  bool isFor(const Value *liveIn) const;
  // Walks all paths and checks what is assumed; `why` says what does not hold.
  bool walk(const Value *liveIn, Finding *why);
  // Checks of each entry: values that pass, and that tensors are distinct.
  bool stateFits(const Value *liveIn);
  // True when the commits may end objects whose end runs code of the program: behind the last
  // commit it would come too late.
  bool endsRunCode(const Value *liveIn) const;
  // The values of the inputs at the entry that stateFits() has seen; borrowed.
  const Value *inputs() const { return inputs_.data(); }
  Value valueAt(uint32_t node, const Value *liveIn) const;

  Version &version;
  std::vector<Object *> roots;  // of version.identity; not counted
  std::vector<Place> places;    // by node
  std::vector<Value> values;    // by node, at the last walk; borrowed
  std::unique_ptr<std::byte[]> state;
  std::vector<Value> replaced;  // owned; by commits of the entry that is running
  uint32_t running = 0;

  void dropReplaced();
  // Ends the tensors that makeTensors() has made.
  void dropMade();

private:
  static constexpr uint32_t kMovesOfTransient = 4;
  uint32_t moves_ = 0;                   // since it was entered for the same objects again
  std::vector<Value> inputs_;            // borrowed
  std::vector<Value> made_;              // owned: of version.made, at the entry
  std::vector<uint32_t> varying_;        // inputs that are fetched on each entry
  std::vector<uint32_t> varyingChecks_;  // of values that pass
  uint32_t varyingSince_ = JN_NO_STEP;   // version.passingCount when that was found
  // A tensor and its storage, and their groups (Version::storages, groups).
  struct Held {
    const Storage *storage;
    const Object *object;
    uint32_t group, objectGroup;
    auto operator<=>(const Held &) const = default;
  };
  bool areConfused(const Held &a, const Held &b) const;
  std::vector<Held> bound_;  // of inputs that stay where they are, sorted
  std::vector<Held> met_;    // of the others at this entry
  // An object, and its group (Version::groups).
  struct Known {
    const Object *object;
    uint32_t group;
    auto operator<=>(const Known &) const = default;
  };
  std::vector<uint32_t> passing_;    // compared nodes that can be another object on each entry
  std::vector<Known> boundObjects_;  // what is compared and stays what it is, sorted
  bool boundObjectsAreKnown_ = false;
  std::vector<Known> metObjects_;  // what is compared and passes, at this entry
  // The thing that a check has accepted: a class at that version, or code; of a value that passes,
  // its class. Spares names when walking again.
  struct Accepted {
    const void *what = nullptr;
    uint32_t version = 0;
  };

  void visit(uint32_t node, const Value *liveIn, std::vector<Object *> *seen);
  void watchAll(std::vector<Object *> objects);
  bool outlivesEntry(const Object *o) const;
  bool holds(size_t check);
  bool isTheClass(Type *type, const std::string &name);
  Type *knownClass(const std::string &name);
  Value findClass(const std::string &name, uint32_t node);
  bool inputsFit(Finding *why);
  std::string foundAt(const Check &check) const;
  bool isDistinct(Finding *why) const;
  bool isReplaced(uint32_t node, Value v) const;
  bool makeTensors(const Value *liveIn);
  void findVarying();
  void findPassing();
  void findBoundObjects();
  bool areDistinct();
  bool areTwoObjects(const Value *liveIn);
  bool areAlone(const Value *liveIn) const;
  bool areUnrelated(const Value *liveIn) const;
  bool varyingHolds(const Value *liveIn);

  std::vector<Accepted> accepted_;  // by check
  struct KnownClass {
    Type *type;        // not counted
    uint32_t version;  // for which the name was looked at
  };
  std::unordered_map<std::string_view, KnownClass> classes_;  // by their names
  bool classesAreWatched_ = false;
};

}  // namespace janus::speculate

// The binding under the name that generated code has for it.
struct jn_binding : janus::speculate::Binding {
  using Binding::Binding;
};
