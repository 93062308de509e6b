// The profile of a root: the heap as it was at entry, along what the root can reach, and what was
// observed inside. docs/rationale/speculation.md; as JSON in ProfileJson.cpp.
#pragma once

#include "Support/Id.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace janus::speculate {

struct NodeTag;
using NodeId = Id<NodeTag>;

// Observed value of a variable, item or attribute.
struct ProfileValue {
  struct Unbound {};
  struct None {};
  std::variant<Unbound, None, bool, int64_t, double, std::string, NodeId> value;

  bool isBound() const { return !std::holds_alternative<Unbound>(value); }
};

enum class NodeKind : uint8_t {
#define JANUS_HEAP_NODE(Name, text, items) Name,
#include "Transforms/Profile/HeapNodes.def"
};

struct TensorFacts {
  std::string dtype, device = "cpu";
  std::vector<int64_t> shape;
  bool contiguous = true;
  bool requiresGrad = false;
  bool isLeaf = true;
  uint32_t storage = 0;  // equal numbers: one storage
  ProfileValue grad;
};

// An object of the snapshot. The row of its kind says which fields mean something, and what the
// items are.
struct HeapNode {
  NodeKind kind;
  NodeId type;  // its class
  std::string name;
  std::vector<ProfileValue> items;
  std::vector<std::pair<ProfileValue, ProfileValue>> entries;    // of a dict
  std::vector<std::pair<std::string, ProfileValue>> attributes;  // of its instance dict
  std::optional<TensorFacts> tensor;
};

struct NamedValue {
  std::string name;
  ProfileValue value;
};

// How often a condition was true and false: at a place of a function, wherever it was called from.
struct BranchObservation {
  std::string function;  // "module:qualname"
  uint32_t begin = 0, end = 0;
  uint64_t taken = 0, notTaken = 0;
};

// The values that an int had at all entries; "$start", "%0".
struct Extremes {
  std::string path;
  int64_t least = 0, most = 0;
};

struct RootProfile {
  std::string module, function, region;
  std::vector<NamedValue> slots;      // by slot name
  std::vector<ProfileValue> liveIns;  // operands of the region
  std::vector<NamedValue> modes;      // grad, training, ...
  std::vector<BranchObservation> branches;
  std::vector<Extremes> extremes;

  // The root as it is with other ints: all at their most, then one after the other at its most and
  // its least.
  std::vector<RootProfile> atExtremes() const;
};

struct Profile {
  IdVector<NodeId, HeapNode> heap;
  std::vector<NamedValue> modules;  // module namespaces that the program made or changed
  std::vector<RootProfile> roots;
  bool isCut = false;  // the walk met the budget: what lies further away is opaque
};

// Profile that a run has left behind: one snapshot per root that was recorded, since each is of
// another moment; the most entered first.
struct ProfileFile {
  struct Source {
    std::string module;
    std::string hash;  // jn_source_hash, 16 hexadecimal digits
  };
  struct Count {
    std::string module, function, region;
    uint32_t line = 0;
    uint64_t hits = 0;
    // Entries after which something was computed on tensors before the next one, if that is known.
    std::optional<uint64_t> worked = {};
    bool isOverBudget = false;  // an entry was not recorded for what it would have cost
  };
  std::vector<Source> sources;
  std::vector<std::string> notes;  // what was left out
  std::vector<Count> counts;
  std::vector<Profile> snapshots;
};

constexpr int kProfileVersion = 1;
std::string toJson(const Profile &profile);
// Nothing on malformed input; `error` says why. A file with several snapshots gives the first.
std::optional<Profile> profileFromJson(llvm::StringRef text, std::string *error);
std::optional<ProfileFile> profileFileFromJson(llvm::StringRef text, std::string *error);

}  // namespace janus::speculate
