// A version's record as it is bound: what binding checks, fetches and will write.
#pragma once

#include "speculate/AccessPath.h"
#include "speculate/Obstacle.h"
#include "value/call/Work.h"

#include "janus/contract/DType.h"

#include <map>
#include <memory>

namespace janus::speculate {

struct Check {
  jn_assumption_kind kind;
  uint32_t node, other;  // JN_NO_STEP: none
  int64_t number;
  Value key;         // owned: an attribute's name, a dict's key, a constant
  std::string text;  // the name of a class, a function, a module
  std::vector<Value> keys;
  std::vector<uint32_t> keyNodes;  // of keys that are objects; else JN_NO_STEP
  const jn_assumption *record;
  mutable const Type *known = nullptr;  // the native type that `text` names, once it was seen
};

struct Input {
  explicit Input(const jn_heap_input &record);

  uint32_t node;
  const jn_heap_input &record;
  bool hasSymbols;         // for sizes
  bool isWritten = false;  // a graph takes its elements for as many places in memory

  bool isTensor() const { return record.kind == JN_INPUT_TENSOR; }
  bool fits(Value v) const;

private:
  bool fitsShape(const int64_t *sizes, size_t rank) const;
};

// Streams that texts go to, as graphs number them.
struct TextStream {
  const char *name;
  int descriptor;
  const char *isOther;  // the mode that versions are not for
};
constexpr TextStream kTextStreams[] = {{"stdout", 1, "`sys.stdout` is another object"},
                                       {"stderr", 2, "`sys.stderr` is another object"}};

struct CommitTarget {
  enum class Kind : uint8_t { LiveOut, Place, Text };
  Kind kind;
  uint32_t index = 0;        // LiveOut: in live_out; Place: the node; Text: in kTextStreams
  bool holdsOthers = false;  // other paths lead through the place
};

// Counts of one version (Counters.h).
struct VersionCounts {
  uint64_t entered = 0, committed = 0, arguments = 0, modes = 0, bound = 0, notBound = 0, stale = 0,
           waited = 0;
  Work work;                    // while it ran
  uint64_t lastAllocation = 0;  // the last commit for which it took memory for its own use
};

// After two failures about every 2^n-th entry is tried, and after seven none; eight runs without
// one make up for one. A failure before anything was computed costs next to nothing: one run does,
// and an entry is always tried again.
class BackOff {
public:
  static constexpr uint32_t kMost = 6, kMostEarly = 2;

  bool mayTry() {
    if (skip_ == 0)
      return true;
    --skip_;
    return false;
  }
  void failed(bool early = false);
  void succeeded();
  bool isExhausted() const { return isExhausted_; }
  uint32_t level() const { return level_; }

private:
  uint32_t failures_ = 0, level_ = 0, skip_ = 0, streak_ = 0, forgiven_ = 8;
  bool isExhausted_ = false;
};

struct Version {
  Version(const jn_region_def *root, const jn_version_def *def);
  ~Version();

  const jn_region_def *root;
  const jn_version_def *def;
  PathTable paths;
  std::string unusable;               // why the record cannot be used; empty: it can
  std::vector<Check> checks;          // of what is bound
  std::vector<Check> argumentChecks;  // of arguments, on each entry
  std::vector<Input> inputs;
  std::vector<uint32_t> argumentInputs;  // of inputs: those that are arguments
  std::vector<CommitTarget> commits;
  std::vector<uint32_t> groups;    // by node: nodes of one group are one object
  std::vector<uint32_t> storages;  // by node: of one storage
  // By group of storages, and of objects: the region writes there. Those that it does not write to
  // may be one with others.
  std::vector<char> isWrittenStorage, isChangedObject;
  std::vector<uint32_t> made;   // nodes of tensors that each entry makes (PathNode::isMade)
  std::vector<uint32_t> alone;  // nodes of tensors whose storage no other tensor has
  // Nodes of tensors of which the history of the first does not lead to the second.
  std::vector<std::pair<uint32_t, uint32_t>> unrelated;
  std::vector<char> isCompared;     // by node: the region asks which object it is
  std::vector<char> isLookedAt;     // by node; others get a value, whatever was there
  std::vector<char> isLeaf;         // by node: no path leads on from it
  std::vector<char> isTensorInput;  // by node
  // By node: a value that passes. The region puts another one there (seen at the first commit; what
  // is written in place does not pass), or the program around it does (seen when bindings are
  // walked again). It is not watched, but looked at on each entry.
  std::vector<char> isPassing;
  uint32_t passingCount = 0;              // of them
  std::vector<uint32_t> identity;         // live-ins whose objects a binding is for
  std::vector<uint32_t> replacedLiveIns;  // slots that commits give other values
  std::vector<char> isArgument;           // by live-in: looked at on each entry
  bool isGeneral = false;                 // arguments have symbols for sizes
  // The entries in a row that another version took and this one would have done for, and the number
  // of them before it is asked first.
  static constexpr uint32_t kPatience = 4;
  uint32_t fitted = 0, patience = kPatience;
  bool wantsGrad = true, hasGradMode = false;
  bool writesTo[std::size(kTextStreams)] = {};
  DType defaultType = DType::F32;
  bool isNormalOnly = false;  // enables gradients, which inference mode would leave off
  bool makesNumbers = false;  // of tensors with gradients, of which the program is warned once
  bool isOfAutocast = false;  // sets or asks for its state, which it finds at rest
  std::vector<std::unique_ptr<jn_binding>> bindings;  // most recently used first
  VersionCounts counts;
  std::vector<uint64_t> guardFailures;  // by guard; the last: faults
  std::vector<Value> guardSeen;         // by guard: a number, at its last failure
  std::string lastFault;                // what the exception said
  const char *lastMode = "";            // that it is not for
  std::map<std::string, uint64_t> notBoundBecause;
  BackOff guards;
  bool hasFailed = false;       // a guard, at this entry
  bool failedEarly = false;     // ... before anything was computed
  bool isUnbound = false;       // it could not be bound, at this entry
  Version *follower = nullptr;  // that has committed next when this one had, the last time
  Obstacle obstacle;            // ... for this
  // Objects to which the version could not be bound, those of the last one first. It waits, or
  // until the obstacle is gone: the phases of a program may be long. `misled` counts how often
  // there was another one behind it.
  struct Rejected {
    static constexpr uint32_t kMostMisled = 8;
    std::vector<const Object *> roots;
    BackOff wait;
    Obstacle obstacle;
    uint32_t misled = 0;

    bool mayTry(const Version &version, const Value *liveIn);
  };
  std::vector<Rejected> rejected;
  // Objects that are in neither list, and how often such were refused in a row: new ones may come
  // with each entry.
  Rejected strangers;
  uint32_t strangersRefused = 0;
  uint64_t forcedAt = 0;  // the entry at which JANUS_FAIL_GUARD's guard fails
  uint32_t forcedGuard = UINT32_MAX;

  bool mayBeOneStorage(uint32_t a, uint32_t b) const {
    return a == b || !(isWrittenStorage[a] || isWrittenStorage[b]);
  }
  bool mayBeOneTensor(uint32_t a, uint32_t b) const {
    return a == b || !(isChangedObject[a] || isChangedObject[b]);
  }
  void setPassing(uint32_t node) {
    passingCount += !isPassing[node];
    isPassing[node] = true;
  }
  bool isLiveIn(uint32_t node) const { return paths.nodes()[node].isLiveIn(); }
  // A live-in that is looked at on each entry.
  bool isArgumentNode(uint32_t node) const {
    return isLiveIn(node) && isArgument[paths.nodes()[node].index];
  }

  // For people: "length 2 of `$model.layers`".
  std::string what(const Check &check) const;

private:
  bool read();
  bool isStep(uint32_t node);
  bool addAssumption(const jn_assumption &assumption);
  bool addCommit(const jn_commit_target &target);
  void findLookedAt();
  void findWritten();
  void classifyLiveIns();
  void unite(std::vector<uint32_t> &groups, uint32_t a, uint32_t b);

  std::vector<uint32_t> compared_;  // nodes
};

}  // namespace janus::speculate
