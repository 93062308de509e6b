// Kernels that torch has for float and double alone.
#pragma once

#include "kernels/cpu/ElementTypes.h"
#include "tensor/core/Tensor.h"

namespace janus::draw {

template <class F>
decltype(auto) visitWide(DType t, const char *kernel, F &&f) {
  switch (t) {
  case DType::F32: return f(ElementTag<float>());
  case DType::F64: return f(ElementTag<double>());
  default: failDType(kernel, t);
  }
}

inline void checkSameType(const Tensor &first, const Tensor &other) {
  if (other.dtype() != first.dtype())
    fail("Found dtype %s but expected %s", scalarTypeName(other.dtype()),
         scalarTypeName(first.dtype()));
}

}  // namespace janus::draw
