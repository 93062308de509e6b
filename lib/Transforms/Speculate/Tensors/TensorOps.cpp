#include "Transforms/Speculate/Tensors/TensorOps.h"

#include "llvm/ADT/SmallVector.h"

namespace janus::speculate {

llvm::StringRef toString(KnownSpelling spelling) {
  static const llvm::StringRef kNames[] = {
#define JANUS_KNOWN_SPELLING(use, name) name,
#include "Transforms/Speculate/Tensors/KnownOps.def"
  };
  return kNames[static_cast<size_t>(spelling)];
}

TensorOps::TensorOps() {
  for (size_t i = 0; i < kOpCount; ++i) {
    TensorOp op = static_cast<TensorOp>(i);
    schemas_.push_back(parseSchema(op));
    const Schema &schema = schemas_.back();
    named_[schema.name].push_back(op);
    full_[schema.fullName()] = op;
    llvm::StringRef spellings(row(op).python.data(), row(op).python.size());
    llvm::SmallVector<llvm::StringRef, 4> words;
    spellings.split(words, ' ', -1, /*KeepEmpty=*/false);
    // A twin is spelled as its row, with `_`. Not every function has one: what a program calls is
    // there.
    for (llvm::StringRef word : words)
      spelled_[isTwin(op) ? word.str() + "_" : word.str()].push_back(op);
  }
#define JANUS_KNOWN_OP(use, name) known_.push_back(*exactly(name));
#include "Transforms/Speculate/Tensors/KnownOps.def"
}

std::optional<TensorOp> TensorOps::exactly(llvm::StringRef fullName) const {
  auto found = full_.find(fullName);
  if (found == full_.end())
    return std::nullopt;
  return found->getValue();
}

}  // namespace janus::speculate
