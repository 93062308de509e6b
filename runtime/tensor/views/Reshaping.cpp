// Views with the same elements in another shape.
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/views/Strides.h"

namespace janus {
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

Tensor viewDtype(const Tensor &self, DType dtype) {
  if (dtype == self.dtype())
    return makeView(self, self.sizes(), self.strides(), self->offset);
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
      strides[i] = scale(strides[i], "stride()");
  }
  Tensor t = makeView(self, self.sizes(), self.strides(), self->offset);
  t->dtype = dtype;
  t->offset = offset;
  setDims(t.object(), sizes, strides);
  return t;
}

Tensor reshape(const Tensor &self, IntView shape) {
  Dims sizes = inferredSizes(self, shape);
  if (infer::viewStrides(Dims(self.sizes()), Dims(self.strides()), sizes))
    return ops::call<TensorOp::View>(self, sizes);
  return ops::call<TensorOp::View>(ops::call<TensorOp::Clone>(self, MemoryFormat::Contiguous),
                                   sizes);
}

Tensor flatten(const Tensor &self, int64_t start, int64_t end) {
  int64_t first = wrapDim(start, self.dim()), last = wrapDim(end, self.dim());
  if (first > last)
    fail("flatten() has invalid args: start_dim cannot come after end_dim");
  if (self.dim() == 0)
    return ops::call<TensorOp::Reshape>(self, Dims{1});
  if (first == last)
    return self;
  Dims sizes;
  int64_t merged = 1;
  for (int d = 0; d < self.dim(); ++d) {
    if (d >= first && d <= last) {
      merged *= self.size(d);
      if (d == last)
        sizes.push_back(merged);
    } else {
      sizes.push_back(self.size(d));
    }
  }
  return ops::call<TensorOp::Reshape>(self, sizes);
}

Tensor unflatten(const Tensor &self, int64_t dim, IntView sizes) {
  dim = wrapDim(dim, self.dim());
  if (sizes.empty())
    fail("unflatten: sizes must be non-empty");
  int64_t known = 1, inferred = -1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == -1)
      inferred = static_cast<int64_t>(i);
    else
      known *= sizes[i];
  }
  int64_t size = self.size(static_cast<int>(dim));
  Dims parts(sizes);
  if (inferred >= 0 && known) {
    parts[static_cast<size_t>(inferred)] = size / known;
    known *= size / known;
  }
  if (known != size)
    fail("unflatten: Provided sizes %s don't multiply up to the size of dim %lld (%lld) in the "
         "input tensor",
         dimsText(sizes).c_str(), static_cast<long long>(dim), static_cast<long long>(size));
  Dims all;
  for (int d = 0; d < self.dim(); ++d) {
    if (d != dim)
      all.push_back(self.size(d));
    else
      for (int64_t s : parts)
        all.push_back(s);
  }
  return ops::call<TensorOp::View>(self, all);
}

// ---------------------------------------------------------------- orders of dimensions

Tensor transpose(const Tensor &self, int64_t dim0, int64_t dim1) {
  return viewed(self, [&](auto &cx, auto &place) { infer::transpose(cx, place, dim0, dim1); });
}
Tensor swapAxes(const Tensor &self, int64_t a, int64_t b) {
  return ops::call<TensorOp::Transpose>(self, a, b);
}
Tensor t(const Tensor &self) {
  return viewed(self, [&](auto &cx, auto &place) { infer::matrixTranspose(cx, place); });
}
Tensor permute(const Tensor &self, IntView dims) {
  return viewed(self, [&](auto &cx, auto &place) { infer::permute(cx, place, dims); });
}

Tensor moveDim(const Tensor &self, IntView source, IntView destination) {
  if (source.size() != destination.size())
    fail("movedim: Invalid source or destination dims: source (%s dims) should contain the same "
         "number of dims as "
         "destination (%s dims)",
         dimsText(source).c_str(), dimsText(destination).c_str());
  size_t rank = static_cast<size_t>(self.dim());
  Dims order(rank, -1);
  uint64_t moved = 0;
  for (size_t i = 0; i < source.size(); ++i) {
    int64_t from = wrapDim(source[i], self.dim()), to = wrapDim(destination[i], self.dim());
    if (moved >> from & 1)
      fail("movedim: repeated dim in `source` (%s)", dimsText(source).c_str());
    if (rank > 0 && order[static_cast<size_t>(to)] != -1)
      fail("movedim: repeated dim in `destination` (%s)", dimsText(destination).c_str());
    moved |= uint64_t{1} << from;
    if (rank > 0)
      order[static_cast<size_t>(to)] = from;
  }
  int64_t next = 0;
  for (size_t i = 0; i < rank; ++i) {
    if (order[i] != -1)
      continue;
    while (moved >> next & 1)
      ++next;
    order[i] = next++;
  }
  return ops::call<TensorOp::Permute>(self, order);
}

// ---------------------------------------------------------------- dimensions of size 1

Tensor squeezeWhere(const Tensor &self, uint64_t mask) {
  return viewed(self, [&](auto &cx, auto &place) { infer::squeeze(cx, place, mask); });
}
Tensor squeeze(const Tensor &self) {
  return squeezeWhere(self, ~uint64_t{0});
}
Tensor squeezeDim(const Tensor &self, int64_t dim) {
  return squeezeWhere(self, uint64_t{1} << wrapDim(dim, self.dim()));
}
Tensor squeezeDims(const Tensor &self, IntView dims) {
  uint64_t mask = 0;
  for (int64_t d : dims) {
    int64_t at = wrapDim(d, self.dim());
    if (mask >> at & 1)
      fail("dim %lld appears multiple times in the list of dims", static_cast<long long>(at));
    mask |= uint64_t{1} << at;
  }
  return squeezeWhere(self, mask);
}
Tensor unsqueeze(const Tensor &self, int64_t dim) {
  return viewed(self, [&](auto &cx, auto &place) { infer::unsqueeze(cx, place, dim); });
}

Tensor expand(const Tensor &self, IntView size, bool) {
  return viewed(self, [&](auto &cx, auto &place) { infer::expand(cx, place, Dims(size)); });
}
Tensor expandAs(const Tensor &self, const Tensor &other) {
  return ops::call<TensorOp::Expand>(self, other.sizes(), false);
}
Tensor viewAs(const Tensor &self, const Tensor &other) {
  return ops::call<TensorOp::View>(self, other.sizes());
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
JANUS_KERNEL(Flatten, flatten)
JANUS_KERNEL(Unflatten, unflatten)
JANUS_KERNEL(Transpose, transpose)
JANUS_KERNEL(SwapAxes, swapAxes)
JANUS_KERNEL(SwapDims, swapAxes)
JANUS_KERNEL(T, t)
JANUS_KERNEL(Permute, permute)
JANUS_KERNEL(MoveDim, moveDim)
JANUS_KERNEL(Squeeze, squeeze)
JANUS_KERNEL(SqueezeDim, squeezeDim)
JANUS_KERNEL(SqueezeDims, squeezeDims)
JANUS_KERNEL(Unsqueeze, unsqueeze)
JANUS_KERNEL(Expand, expand)
JANUS_KERNEL(ExpandAs, expandAs)
JANUS_KERNEL(ViewAs, viewAs)
JANUS_KERNEL(Detach, detach)
JANUS_KERNEL(Alias, alias)

}  // namespace janus
