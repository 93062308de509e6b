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

// The form of a recursion's answer: a tensor, or a tuple or list of such.
struct ResultForm {
  ir::TypeKind kind = ir::TypeKind::Tensor;  // Tensor, Tuple, List
  ir::Type tensor;
  bool requiresGrad = false;
  std::vector<ResultForm> items;
};

// A recursive function, as attempts at the graph have found out.
struct RecursionFacts {
  bool isOfTree = false;  // else its calls are evaluated one by one
  size_t parameter = 0;   // which gets the node
  TreeCalls calls;
  ResultForm result;
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
