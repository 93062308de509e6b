// Access paths of a version, parsed once: `$model._modules["fc"].weight`, `%0[3]`, `@torch:relu`,
// `<nn:Linear>.forward`, `$optimizer.state[<$model.weight>]`. Paths share their beginnings: a table
// of nodes, parents first, which binding walks from front to back.
// docs/rationale/speculation.md: Access paths and assumptions.
#pragma once

#include "janus/region.h"
#include "value/object/Object.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace janus::speculate {

constexpr uint32_t kNoNode = UINT32_MAX;

struct PathNode {
  enum class Kind : uint8_t {
    LiveIn,     // `index` in live_in
    Module,     // `key`: its name
    Class,      // `name`
    Attribute,  // `key`: of the object's own dict; or a part of a function, method, cell, tensor
    Item,       // `key`: index or key
    ItemAt,     // key: the object at node `index`
    KeyAt,      // the key number `index` of a dict
    End,        // behind the last item of a list; only written
  };
  Kind kind = Kind::LiveIn;
  bool isOfClass = false;  // the path begins at a class
  uint32_t parent = kNoNode;
  uint32_t index = 0;
  Value key = jn_unbound();
  std::string name;
  std::string text;  // of the step
};

class PathTable {
public:
  explicit PathTable(const jn_region_def *root) : root_(root) {}
  PathTable(const PathTable &) = delete;
  PathTable &operator=(const PathTable &) = delete;
  ~PathTable();

  // The node of a path; kNoNode when it cannot be read.
  uint32_t add(std::string_view path);
  const std::vector<PathNode> &nodes() const { return nodes_; }
  // The first node of the path that leads to `node`.
  uint32_t rootOf(uint32_t node) const;
  // The path as it was given.
  std::string textOf(uint32_t node) const;
  // Whether the path to `node` goes on from `holder`.
  bool isBelow(uint32_t node, uint32_t holder) const;

private:
  uint32_t intern(PathNode node, const std::string &text);
  uint32_t root(std::string_view &rest);
  uint32_t item(uint32_t parent, std::string_view inside);

  const jn_region_def *root_;
  std::vector<PathNode> nodes_;
  std::unordered_map<std::string, uint32_t> known_;  // by parent and step
};

// A constant as the IR prints it; owned, JN_ERROR (without an exception) when it is of another
// kind.
Value parseConstant(std::string_view text);
// The parts of "[a, b]": constants, or objects as "<path>".
bool splitList(std::string_view text, std::vector<std::string_view> *parts);

// Where a value stands: address() is good until the holder changes.
struct Place {
  enum class Kind : uint8_t { None, Fixed, Entry, Item, Field, Gradient };
  Kind kind = Kind::None;
  Object *holder = nullptr;  // Entry: a dict; Item: a list; Gradient: a tensor
  int64_t index = 0;
  uint64_t keysVersion = 0;
  Value *field = nullptr;
  Value fixed = jn_unbound();

  Value *address() const;
  Value value() const;  // borrowed; JN_UNBOUND when nothing is there
};

// One step of a path from `holder`. `keyObject`: of ItemAt. What a write would go to is added to
// `watched`.
Place stepInto(const PathNode &node, Value holder, Value keyObject, std::vector<Object *> *watched);

}  // namespace janus::speculate
