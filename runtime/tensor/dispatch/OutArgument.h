// The keyword `out`: results go into tensors that the caller gives, as torch's out variants do it.
#pragma once

#include "tensor/dispatch/Dispatch.h"

#include <span>

namespace janus {

// Types that `out` may have.
enum class OutType : uint8_t {
  Cast,    // one that the result can be cast to
  Exact,   // that of the result
  Asked,   // any: the operation computes in it, as if its `dtype` asked for that
  Any,     // any
  Joined,  // as Cast, refused as torch.cat does it
  Truth,   // bool or uint8, as results of TypeRule::Truth are
};
OutType outType(TensorOp op);

// Does the keyword belong to the operation?
bool takesOut(TensorOp op);

// Of a call that has been computed. `inputs` are its arguments: their memory is compared with that
// of `out`. Answers `out`, or JN_ERROR.
Value storeResults(const char *name, TensorOp op, Value ownedResult, Value out,
                   std::span<const Value> inputs);

// `torch._C_functions._store_results(name, result, out)`, for functions written in Python.
extern const MethodDef kOutFunctions[];

}  // namespace janus
