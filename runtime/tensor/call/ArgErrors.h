// The TypeErrors of calls that fit no overload.
#pragma once

#include "tensor/call/ArgParser.h"

namespace janus {

// Always JN_ERROR.
Value raiseMismatch(const OperationCall &call);

}  // namespace janus
