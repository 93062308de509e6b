// The TypeErrors of calls that fit no overload.
#pragma once

#include "tensor/call/ArgParser.h"

namespace janus {

// Always JN_ERROR.
Value raiseMismatch(const OperationCall &call);
// The same for a call of one signature, which is no row's.
Value raiseMismatch(const OperationCall &call, const OpInfo &signature);
Value raiseMismatch(const OperationCall &call, const std::vector<OpInfo> &signatures);

}  // namespace janus
