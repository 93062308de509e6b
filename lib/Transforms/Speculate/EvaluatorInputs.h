// The inputs of an evaluation: the entry that was recorded, and what is known of the program.
#pragma once

#include "Transforms/GraphOptions.h"
#include "Transforms/Speculate/Budget.h"
#include "Transforms/Speculate/Gradients/GradientTable.h"
#include "Transforms/Speculate/Heap/TreeForms.h"
#include "Transforms/Speculate/Modules/StaticModules.h"
#include "Transforms/Speculate/Shapes/SizeSymbols.h"
#include "Transforms/Speculate/Tensors/TensorOps.h"

namespace janus::speculate {

// The form of what a recursion is given or answers: a tensor, a number, a tuple or list of such.
struct ValueForm {
  ir::TypeKind kind = ir::TypeKind::Tensor;  // Tensor, Tuple, List, Int, Float, Bool
  ir::Type tensor;
  bool requiresGrad = false;
  // It is not known which of the tensors it is that were there before, or how often it was written.
  bool isAnyones = false;
  std::vector<ValueForm> items;
};

// A recursive function, as attempts at the graph have found out.
struct RecursionFacts {
  enum class Kind : uint8_t { OneByOne, OverTree, OverCalls };
  Kind kind = Kind::OneByOne;  // how its calls are evaluated
  std::string why;             // OneByOne: what was in the way of another one
  std::optional<ValueForm> result;
  // OverTree: the parameter that gets the node.
  size_t parameter = 0;
  TreeCalls calls;
  // OverCalls: what is another thing from call to call, by parameter.
  std::map<size_t, ValueForm> arguments;
  bool isNested = false;  // it calls itself in a turn of another recursion, not by way of that
};

// How a loop is evaluated: turn by turn, as one loop, or as one behind its first turn.
enum class LoopForm : uint8_t { Unrolled, Whole, FirstApart };

struct EvaluatorInputs {
  const Profile &profile;
  const RootProfile &root;
  const ModuleSource &modules;
  const TensorOps &ops;
  StaticModules &statics;
  GradientTable &gradients;
  // Conditions, by their places, of which the graph has only this side.
  const llvm::StringMap<bool> &decided;
  const VaryingSizes &varying;
  SymbolChoices &choices;
  // Loops, by their places, as attempts at the graph have found out.
  std::map<std::string, LoopForm> &loops;
  std::map<std::string, RecursionFacts> &recursions;  // by functions: "module:qualname"
  // Tensors that are one object at all their paths, as attempts have found out.
  llvm::DenseSet<NodeId> &oneObject;
  Spending &spending;
  const transforms::GraphOptions &options;
};

}  // namespace janus::speculate
