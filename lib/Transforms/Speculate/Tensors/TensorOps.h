// The contract's operations as the evaluator needs them: found by how Python spells them, and their
// schemas.
#pragma once

#include "IR/Graph.h"

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
