// The contract's operations as the evaluator needs them: found by how Python spells them, their
// schemas, and what their results are.
#pragma once

#include "IR/Graph.h"
#include "Transforms/Speculate/Shapes/SizeSymbols.h"

#include "janus/contract/Schema.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

namespace janus::speculate {

enum class KnownOp : uint8_t {
#define JANUS_KNOWN_OP(use, name) use,
#include "Transforms/Speculate/Tensors/KnownOps.def"
};

enum class KnownSpelling : uint8_t {
#define JANUS_KNOWN_SPELLING(use, name) use,
#include "Transforms/Speculate/Tensors/KnownOps.def"
};
llvm::StringRef toString(KnownSpelling spelling);

// What is known of an argument when the graph is made.
struct StaticArg {
  std::optional<ir::Type> tensor;                    // a copy: tables of types move
  std::vector<std::optional<ir::Type>> tensors;      // of a list; nothing: None
  std::optional<std::vector<SymbolicSize>> numbers;  // an int or a list of ints
  std::optional<double> real;                        // a float
  std::optional<bool> truth;
  std::string dtype;                         // of a ScalarType or memory format
  ir::TypeKind scalar = ir::TypeKind::None;  // of a Python number: Bool, Int, Float
};

class TensorOps {
public:
  TensorOps();

  const Schema &schema(TensorOp op) const { return schemas_[static_cast<size_t>(op)]; }
  // Overloads in the order in which they are tried; "torch.add", "Tensor.add_".
  llvm::ArrayRef<TensorOp> spelled(llvm::StringRef python) const {
    return lookup(spelled_, python);
  }
  // By the schema's name without overload: what torch._C_ops calls them.
  llvm::ArrayRef<TensorOp> named(llvm::StringRef name) const { return lookup(named_, name); }
  // "name.overload"
  std::optional<TensorOp> exactly(llvm::StringRef fullName) const;
  TensorOp known(KnownOp use) const { return known_[static_cast<size_t>(use)]; }

  // The types of the results. Nothing when no rule tells; `failed` when the arguments do not fit.
  std::optional<std::vector<ir::Type>> infer(TensorOp op, llvm::ArrayRef<StaticArg> args,
                                             SizeSymbols &symbols, bool *failed) const;

private:
  using Index = llvm::StringMap<std::vector<TensorOp>>;
  static llvm::ArrayRef<TensorOp> lookup(const Index &index, llvm::StringRef name) {
    auto found = index.find(name);
    return found == index.end() ? llvm::ArrayRef<TensorOp>()
                                : llvm::ArrayRef<TensorOp>(found->getValue());
  }

  std::vector<Schema> schemas_;
  Index spelled_, named_;
  llvm::StringMap<TensorOp> full_;
  std::vector<TensorOp> known_;
};

}  // namespace janus::speculate
