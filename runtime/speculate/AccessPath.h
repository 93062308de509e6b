// Access paths of a version: steps that share their beginnings, holders first, which binding walks
// from front to back. docs/rationale/speculation.md: Access paths and assumptions.
#pragma once

#include "janus/region.h"
#include "speculate/TreeNodes.h"
#include "value/object/Object.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace janus::speculate {

// Owned.
Value makeConstant(const jn_literal &literal);
// The text of a constant or a path, as the IR prints it.
std::string textOf(const jn_literal &literal);
std::string textOf(const jn_path_step *steps, uint32_t step);

// The steps from an array of a package to the tensors of its elements: as they are at the entry,
// and over its memory. No names of Python.
inline constexpr std::string_view kArraySteps[] = {"elements()", "memory()"};

struct PathNode {
  jn_path_step_kind kind;
  bool isOfClass;   // the path begins at a class, or has one as a key
  uint32_t parent;  // JN_NO_STEP: none
  uint32_t index;   // of a live-in in live_in; else as the step's
  Value key;        // of items; the name of modules and attributes; else unbound
  std::string name;
  std::unique_ptr<const NodeForms> forms;  // of the nodes of a tree

  bool isLiveIn() const { return kind == JN_STEP_OPERAND || kind == JN_STEP_SLOT; }
  // The tensor is made at each entry (Binding::makeTensors): of an array's elements, or of a tree's
  // nodes.
  bool isMade() const {
    return forms ||
           (kind == JN_STEP_ATTRIBUTE && (name == kArraySteps[0] || name == kArraySteps[1]));
  }
};

class PathTable {
public:
  PathTable() = default;
  PathTable(const PathTable &) = delete;
  PathTable &operator=(const PathTable &) = delete;
  ~PathTable();

  // False: `why` says which step leads nowhere.
  bool read(const jn_region_def &root, const jn_version_def &version, std::string *why);
  const std::vector<PathNode> &nodes() const { return nodes_; }
  std::string textOf(uint32_t node) const { return speculate::textOf(steps_, node); }
  // True when the path to `node` goes on from `holder`.
  bool isBelow(uint32_t node, uint32_t holder) const;

private:
  bool readRoot(const jn_region_def &root, PathNode &node);

  const jn_path_step *steps_ = nullptr;
  std::vector<PathNode> nodes_;
};

// The place of a value: address() is good until the holder changes.
struct Place {
  // Random: the numbers that an instance of `random.Random` gives next, of which a commit takes
  // some; Drawn: the one behind `index` others.
  enum class Kind : uint8_t {
    None,
    Fixed,
    Entry,
    Item,
    Field,
    Gradient,
    NeedsGradient,
    Random,
    Drawn
  };
  Kind kind = Kind::None;
  Object *holder = nullptr;  // Entry: a dict; Item: a list; Gradient, NeedsGradient: a tensor;
                             // Random, Drawn
  int64_t index = 0;
  uint64_t keysVersion = 0;
  Value *field = nullptr;
  Value fixed = jn_unbound();

  Value *address() const;
  Value value() const;  // borrowed; JN_UNBOUND when nothing is there
};

// One step of a path from `holder`. `keyObject`: of ItemAt. The object that a write would go to is
// added to `watched`.
Place stepInto(const PathNode &node, Value holder, Value keyObject, std::vector<Object *> *watched);

}  // namespace janus::speculate
