// Operations that the program itself asks for: counted (value/call/Work.h). What kernels, gradients
// and the library's C++ call among themselves goes straight to dispatch().
#pragma once

#include "tensor/dispatch/Dispatch.h"
#include "value/call/Work.h"

namespace janus {

inline Value dispatchForProgram(TensorOp op, const Value *args) {
  ++workDone.eagerOperations;
  return dispatch(op, args);
}

}  // namespace janus
