// What the results of an operation on tensors are, by its row of the contract.
#pragma once

#include "IR/Graph.h"
#include "Inference/SizeFacts.h"

#include "janus/contract/Schema.h"

#include "llvm/ADT/ArrayRef.h"

namespace janus::inference {

// What is known of an argument when the graph is made.
struct StaticArg {
  std::optional<ir::Type> tensor;                // a copy: tables of types move
  std::vector<std::optional<ir::Type>> tensors;  // of a list; nothing: None
  // How many the operation finds in the tensor, or in each of the list, where that is a symbol.
  std::vector<std::optional<SymbolicSize>> counts;
  std::optional<std::vector<SymbolicSize>> numbers;  // an int or a list of ints
  std::optional<double> real;                        // a float
  std::optional<bool> truth;
  std::string dtype;                         // of a ScalarType
  std::string text;                          // a text, or the name of a memory format
  ir::TypeKind scalar = ir::TypeKind::None;  // of a Python number: Bool, Int, Float
};

// The types of the results. `defaultType`: what torch.get_default_dtype() answers. Nothing when no
// rule tells; `failed` when the arguments do not fit.
std::optional<std::vector<ir::Type>> inferResults(TensorOp op, const Schema &schema,
                                                  llvm::ArrayRef<StaticArg> args, DType defaultType,
                                                  SizeFacts &sizes, bool *failed);

}  // namespace janus::inference
