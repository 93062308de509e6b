// Access paths, as `heap.input`, `assume` and the commits of a graph write them: where a value
// stands, from a live-in of the root, a module or a class. `$model._modules["fc"].weight`, `%0[3]`,
// `@torch:relu`, `<nn:Linear>.forward`, `$optimizer.state[<$model.weight>]`.
// docs/rationale/speculation.md: Access paths and assumptions.
#pragma once

#include "IR/Graph.h"
#include "IR/NodeForms.h"

#include "janus/contract/Assumptions.h"

namespace janus::ir {

// A constant of a path or an assumption.
struct Literal {
  Constant::Kind kind = Constant::Kind::None;  // no Complex, Bytes or FrozenSet
  int64_t integer = 0;
  double number = 0;
  std::string text;  // Str; BigInt
  std::vector<Literal> items;
};
// Takes a constant as printConstant() writes it off the front.
bool parseLiteral(llvm::StringRef &text, Literal *out);
std::string toText(const Literal &literal);

struct PathStep;
using AccessPath = std::vector<PathStep>;
struct PathStep {
  jn_path_step_kind kind = {};
  std::string name;             // of a slot, module, class or attribute
  unsigned index = 0;           // of an operand or a key
  Literal key;                  // of an item
  AccessPath object;            // of an item under an object
  std::vector<NodeForm> forms;  // of the nodes of a tree
};
// Nothing when it cannot be read.
std::optional<AccessPath> parsePath(llvm::StringRef text);

// A key of a dict: a constant, or the object at a path.
struct PathKey {
  Literal constant;
  AccessPath object;
};

// The assumption that an `assume` states.
struct Assumption {
  jn_assumption_kind kind = {};
  AccessPath path;
  std::string name, attribute;  // of a mode the name
  std::vector<PathKey> keys;    // one of a Key and a Constant
  AccessPath other;
  int64_t number = 0;
};
// Nothing when it cannot be read.
std::optional<Assumption> parseAssumption(llvm::StringRef kind, llvm::StringRef path,
                                          llvm::StringRef value);
std::optional<Assumption> assumptionOf(const Function &function, OpId assume);

}  // namespace janus::ir
