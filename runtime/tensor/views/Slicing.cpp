// Views of a part of the elements.
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"
#include "tensor/views/Strides.h"

#include <algorithm>

namespace janus {
namespace {

Tensor select(const Tensor &self, int64_t dim, int64_t index) {
  return viewed(self, [&](auto &cx, auto &place) { infer::select(cx, place, dim, index); });
}
Tensor slice(const Tensor &self, int64_t dim, std::optional<int64_t> start,
             std::optional<int64_t> end, int64_t step) {
  return viewed(self,
                [&](auto &cx, auto &place) { infer::slice(cx, place, dim, start, end, step); });
}

Tensor diagonal(const Tensor &self, int64_t offset, int64_t dim1, int64_t dim2) {
  return viewed(self,
                [&](auto &cx, auto &place) { infer::diagonal(cx, place, offset, dim1, dim2); });
}
Tensor unfold(const Tensor &self, int64_t dimension, int64_t size, int64_t step) {
  return viewed(self,
                [&](auto &cx, auto &place) { infer::unfold(cx, place, dimension, size, step); });
}

Tensor asStrided(const Tensor &self, IntView size, IntView stride,
                 std::optional<int64_t> storageOffset) {
  if (size.size() != stride.size())
    fail("mismatch in length of strides and shape");
  int64_t offset = storageOffset.value_or(self->offset), last = offset;
  bool empty = false, overflow = false;
  for (size_t i = 0; i < size.size(); ++i) {
    if (stride[i] < 0)
      fail("as_strided: Negative strides are not supported at the moment, got strides: %s",
           dimsText(stride).c_str());
    if (size[i] < 0)
      fail("numel: integer multiplication overflow");
    int64_t reach;
    empty |= size[i] == 0;
    overflow |= __builtin_mul_overflow(size[i] - 1, stride[i], &reach) ||
                __builtin_add_overflow(last, reach, &last);
  }
  if (offset < 0)
    fail("Tensor: invalid storage offset %lld", static_cast<long long>(offset));
  if (!empty && (overflow || last >= INT64_MAX / 8))
    fail("Storage size calculation overflowed with sizes=%s and strides=%s", dimsText(size).c_str(),
         dimsText(stride).c_str());
  size_t needed = empty ? 0 : static_cast<size_t>(last + 1) * sizeOf(self.dtype());
  if (needed > self->storage->bytes)
    fail("setStorage: sizes %s, strides %s, storage offset %lld, and itemsize %zu requiring a "
         "storage size of %zu are out "
         "of bounds for storage of size %zu",
         dimsText(size).c_str(), dimsText(stride).c_str(), static_cast<long long>(offset),
         sizeOf(self.dtype()), needed, self->storage->bytes);
  return makeView(self, size, stride, offset);
}

// ---------------------------------------------------------------- several pieces

// A piece of dimension `d`.
Tensor piece(const Tensor &self, size_t d, int64_t start, int64_t length) {
  Dims sizes(self.sizes());
  sizes[d] = length;
  return makeView(self, sizes, self.strides(), self->offset + start * self.strides()[d]);
}

std::vector<Tensor> madeTogether(std::vector<Tensor> pieces) {
  for (const Tensor &each : pieces)
    if (!(each->flags & (kTensorWithoutGrad | kTensorInInference)))
      each->flags |= kTensorOneOfMany;
  return pieces;
}

std::vector<Tensor> split(const Tensor &self, int64_t size, int64_t dim) {
  if (self.dim() == 0)
    fail("split expects at least a 1-dimensional tensor");
  if (size < 0)
    fail("split expects split_size be non-negative, but got split_size=%lld",
         static_cast<long long>(size));
  auto d = static_cast<size_t>(wrapDim(dim, self.dim()));
  int64_t total = self.sizes()[d];
  if (size == 0 && total != 0)
    fail("split_size can only be 0 if dimension size is 0, but got dimension size of %lld",
         static_cast<long long>(total));
  std::vector<Tensor> pieces;
  int64_t count = size == 0 ? 1 : std::max<int64_t>((total + size - 1) / size, 1);
  for (int64_t i = 0; i < count; ++i)
    pieces.push_back(piece(self, d, i * size, std::min(size, total - i * size)));
  return madeTogether(std::move(pieces));
}

std::vector<Tensor> splitSizes(const Tensor &self, IntView sizes, int64_t dim) {
  if (self.dim() == 0)
    fail("split expects at least a 1-dimensional tensor");
  auto d = static_cast<size_t>(wrapDim(dim, self.dim()));
  int64_t total = self.sizes()[d], sum = 0;
  for (int64_t s : sizes) {
    if (s < 0)
      fail("split_with_sizes expects split_sizes have only non-negative entries, but got "
           "split_sizes=%s",
           dimsText(sizes).c_str());
    sum += s;
  }
  if (sum != total)
    fail("split_with_sizes expects split_sizes to sum exactly to %lld (input tensor's size at "
         "dimension %lld), but got "
         "split_sizes=%s",
         static_cast<long long>(total), static_cast<long long>(dim), dimsText(sizes).c_str());
  std::vector<Tensor> pieces;
  int64_t start = 0;
  for (int64_t s : sizes) {
    pieces.push_back(piece(self, d, start, s));
    start += s;
  }
  return madeTogether(std::move(pieces));
}

std::vector<Tensor> unbind(const Tensor &self, int64_t dim) {
  if (self.dim() == 0)
    failWith(jn_exc_IndexError, "Dimension specified as %lld but tensor has no dimensions",
             static_cast<long long>(dim));
  dim = wrapDim(dim, self.dim());
  std::vector<Tensor> pieces;
  for (int64_t i = 0; i < self.size(static_cast<int>(dim)); ++i)
    pieces.push_back(select(self, dim, i));
  return madeTogether(std::move(pieces));
}

}  // namespace

JANUS_KERNEL(Select, select)
JANUS_KERNEL(Slice, slice)
JANUS_KERNEL(Diagonal, diagonal)
JANUS_KERNEL(Unfold, unfold)
JANUS_KERNEL(AsStrided, asStrided)
JANUS_KERNEL(Split, split)
JANUS_KERNEL(SplitSizes, splitSizes)
JANUS_KERNEL(Unbind, unbind)

}  // namespace janus
