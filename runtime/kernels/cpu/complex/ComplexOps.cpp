// Kernels of ops/Complex.def.
#include "janus/contract/inference/Complex.h"
#include "kernels/cpu/complex/Parts.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/elementwise/Elementwise.h"
#include "tensor/core/Error.h"
#include "tensor/core/Names.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"

namespace janus {
namespace {

// A view of the storage of `self` as elements of another type.
Tensor viewAs(const Tensor &self, DType dtype, IntView sizes, IntView strides, int64_t offset) {
  Tensor view = makeView(self, sizes, strides, offset);
  view->dtype = dtype;
  return view;
}

Tensor viewAsReal(const Tensor &self) {
  if (!isComplex(self.dtype()))
    failWith(jn_exc_TypeError, "view_as_real is only supported for complex tensors");
  if (self->flags & kTensorConjugated)
    fail("view_as_real doesn't work on unresolved conjugated tensors.  To resolve the conjugate "
         "tensor so you can view it as real, use self.resolve_conj(); however, be warned that the "
         "resulting tensor will NOT alias the original.");
  Tensor pairs = pairsOf(self);
  return viewAs(self, pairs.dtype(), pairs.sizes(), pairs.strides(), pairs->offset);
}

Tensor viewAsComplex(const Tensor &self) {
  DType t = self.dtype();
  if (t != DType::F32 && t != DType::F64)
    fail("view_as_complex is only supported for half, float and double tensors, but got a tensor "
         "of scalar type: %s",
         scalarTypeName(t));
  RunTimeContext cx;
  Dims sizes = infer::asComplex(cx, Dims(self.sizes())), strides;
  if (self.stride(-1) != 1)
    fail("Tensor must have a last dimension with stride 1");
  if (self->offset % 2)
    fail("Tensor must have a storage_offset divisible by 2");
  for (int d = 0; d + 1 < self.dim(); ++d) {
    if (self.stride(d) % 2)
      fail("Tensor must have a stride divisible by 2 for all but last dimension");
    strides.push_back(self.stride(d) / 2);
  }
  return viewAs(self, complexTypeOf(t), sizes, strides, self->offset / 2);
}

Tensor conjView(const Tensor &self) {
  Tensor view = makeView(self, self.sizes(), self.strides(), self->offset);
  view->flags ^= kTensorConjugated;
  if (view->flags & kTensorConjugated)
    stayInMode(kModeConjugates);
  return view;
}

Tensor complexOf(const Tensor &real, const Tensor &imaginary) {
  for (const Tensor *each : {&real, &imaginary})
    if (each->dtype() != DType::F32 && each->dtype() != DType::F64)
      failWith(jn_exc_NotImplementedError,
               "Expected both inputs to be Half, Float or Double tensors but got %s and %s",
               scalarTypeName(real.dtype()), scalarTypeName(imaginary.dtype()));
  if (real.dtype() != imaginary.dtype())
    fail("Expected object of scalar type %s but got scalar type %s for second argument",
         scalarTypeName(real.dtype()), scalarTypeName(imaginary.dtype()));
  Operand parts[] = {real, imaginary};
  Tensor result = makeLikeOperands(broadcastShape(parts), parts, complexTypeOf(real.dtype()));
  copyInto(partOf(result, 0), real);
  copyInto(partOf(result, 1), imaginary);
  return result;
}

}  // namespace

JANUS_KERNEL(ViewAsReal, viewAsReal)
JANUS_KERNEL(ViewAsComplex, viewAsComplex)
JANUS_KERNEL(ConjView, conjView)
JANUS_KERNEL(ConjPhysicalOf, conjugatesOf)
JANUS_KERNEL(Complex, complexOf)

}  // namespace janus
