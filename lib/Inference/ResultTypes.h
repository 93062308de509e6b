// What elements of an operation's results are, by the rules of the contract's rows.
#pragma once

#include "Inference/Results.h"

namespace janus::inference {

// Nothing when no rule tells.
std::optional<std::string> resultType(TensorOp op, const Schema &schema,
                                      llvm::ArrayRef<StaticArg> args, DType defaultType,
                                      size_t result);

}  // namespace janus::inference
