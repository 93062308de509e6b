// Views with the same elements in another shape.
#include "janus/contract/NodeNames.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/views/NodeName.h"
#include "tensor/views/Strides.h"

namespace janus {

void (*nodeNameHook)(Value tensor, const char *name) = nullptr;

namespace {

Tensor view(const Tensor &self, IntView size) {
  Dims sizes = inferredSizes(self, size);
  std::optional<Dims> strides = infer::viewStrides(Dims(self.sizes()), Dims(self.strides()), sizes);
  if (!strides)
    fail("view size is not compatible with input tensor's size and stride (at least one dimension "
         "spans across two "
         "contiguous subspaces). Use .reshape(...) instead.");
  return makeView(self, sizes, *strides, self->offset);
}

// It has the memory and its version, but neither a history nor a base.
Tensor viewDtype(const Tensor &self, DType dtype) {
  if (dtype == self.dtype())
    return makeAlias(self, true);
  size_t from = sizeOf(self.dtype()), to = sizeOf(dtype);
  Dims sizes(self.sizes()), strides(self.strides());
  int64_t offset = self->offset;
  if (from != to) {
    if (self.dim() == 0)
      fail("self.dim() cannot be 0 to view %s as %s (different element sizes)",
           scalarTypeName(self.dtype()), scalarTypeName(dtype));
    if (strides.back() != 1)
      fail("self.stride(-1) must be 1 to view %s as %s (different element sizes), but got %lld",
           scalarTypeName(self.dtype()), scalarTypeName(dtype),
           static_cast<long long>(strides.back()));
    auto scale = [&](int64_t v, const char *what) {
      int64_t bytes = v * static_cast<int64_t>(from);
      if (bytes % static_cast<int64_t>(to))
        fail("self.%s must be divisible by %zu to view %s as %s (different element sizes), but got "
             "%lld",
             what, to / from, scalarTypeName(self.dtype()), scalarTypeName(dtype),
             static_cast<long long>(v));
      return bytes / static_cast<int64_t>(to);
    };
    sizes.back() = scale(sizes.back(), "size(-1)");
    offset = scale(offset, "storage_offset()");
    for (size_t i = 0; i + 1 < strides.size(); ++i)
      strides[i] = scale(strides[i], ("stride(" + std::to_string(i) + ")").c_str());
  }
  Tensor t = makeAlias(self, true);
  t->dtype = dtype;
  t->offset = offset;
  setDims(t.object(), sizes, strides);
  return t;
}

// Whether an operation on `t` is its kernel alone: nothing records it, or sends it elsewhere.
bool runsKernelAlone(const Tensor &t) {
  uint32_t mode = modeMask & ~uint32_t{kModeOperation};
  return mode == 0 || (mode == kModeTape && !mayRequireGrad(t.object()));
}

Tensor reshape(const Tensor &self, IntView shape) {
  Dims sizes = inferredSizes(self, shape);
  std::optional<Dims> strides = infer::viewStrides(Dims(self.sizes()), Dims(self.strides()), sizes);
  if (!strides) {
    Tensor copy = ops::call<TensorOp::Clone>(self, MemoryFormat::Contiguous);
    Tensor shown = ops::call<TensorOp::View>(copy, sizes);
    if (nodeNameHook)
      nodeNameHook(shown.borrowed(), kReshapedCopy);
    return shown;
  }
  if (runsKernelAlone(self))
    return makeView(self, sizes, *strides, self->offset);
  Tensor shown = ops::call<TensorOp::View>(self, sizes);
  if (nodeNameHook && !self.isContiguous())
    nodeNameHook(shown.borrowed(), kReshapedView);
  return shown;
}

// ---------------------------------------------------------------- orders of dimensions

Tensor transpose(const Tensor &self, int64_t dim0, int64_t dim1) {
  return viewed(self, [&](auto &cx, auto &place) { infer::transpose(cx, place, dim0, dim1); });
}
Tensor t(const Tensor &self) {
  return viewed(self, [&](auto &cx, auto &place) { infer::matrixTranspose(cx, place); });
}
Tensor permute(const Tensor &self, IntView dims) {
  return viewed(self, [&](auto &cx, auto &place) { infer::permute(cx, place, dims); });
}

// ---------------------------------------------------------------- dimensions of size 1

Tensor squeezeWhere(const Tensor &self, uint64_t mask) {
  return viewed(self, [&](auto &cx, auto &place) { infer::squeeze(cx, place, mask); });
}
Tensor squeeze(const Tensor &self) {
  return squeezeWhere(self, ~uint64_t{0});
}
Tensor squeezeDims(const Tensor &self, IntView dims) {
  uint64_t mask = 0;
  if (self.dim() > 64)
    fail("only tensors with up to 64 dims are supported");
  for (int64_t d : dims) {
    int64_t at = wrapDim(d, self.dim());
    if (mask >> at & 1)
      fail("dim %lld appears multiple times in the list of dims", static_cast<long long>(at));
    mask |= uint64_t{1} << at;
  }
  return squeezeWhere(self, mask);
}
Tensor squeezeDim(const Tensor &self, int64_t dim) {
  return squeezeDims(self, Dims{dim});
}
Tensor unsqueeze(const Tensor &self, int64_t dim) {
  return viewed(self, [&](auto &cx, auto &place) { infer::unsqueeze(cx, place, dim); });
}

Tensor expand(const Tensor &self, IntView size, bool) {
  return viewed(self, [&](auto &cx, auto &place) { infer::expand(cx, place, Dims(size)); });
}
Tensor detach(const Tensor &self) {
  return makeAlias(self, true);
}
Tensor alias(const Tensor &self) {
  return makeView(self, self.sizes(), self.strides(), self->offset);
}

}  // namespace

JANUS_KERNEL(View, view)
JANUS_KERNEL(ViewDtype, viewDtype)
JANUS_KERNEL(Reshape, reshape)
JANUS_KERNEL(Transpose, transpose)
JANUS_KERNEL(T, t)
JANUS_KERNEL(Permute, permute)
JANUS_KERNEL(Squeeze, squeeze)
JANUS_KERNEL(SqueezeDim, squeezeDim)
JANUS_KERNEL(SqueezeDims, squeezeDims)
JANUS_KERNEL(Unsqueeze, unsqueeze)
JANUS_KERNEL(Expand, expand)
JANUS_KERNEL(Detach, detach)
JANUS_KERNEL(Alias, alias)

}  // namespace janus
