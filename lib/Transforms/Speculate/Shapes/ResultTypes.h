// What elements of an operation's results are, by the rules of the contract's rows.
#pragma once

#include "Transforms/Speculate/Tensors/TensorOps.h"

namespace janus::speculate {

// The first tensor among the arguments.
const ir::Type *firstTensor(llvm::ArrayRef<StaticArg> args);

// Nothing when no rule tells.
std::optional<std::string> resultType(TensorOp op, const Schema &schema,
                                      llvm::ArrayRef<StaticArg> args, size_t result);

}  // namespace janus::speculate
