// nonzero, masked_select, masked_scatter, one_hot, select_scatter, slice_scatter, and gradients of
// views.
#include "janus/contract/inference/Index.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/Rows.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/indexing/IndexPlan.h"
#include "tensor/core/Names.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Ops.h"

#include <cstring>

namespace janus {

Tensor nonzeroOf(const Tensor &self) {
  Tensor dense = contiguousOf(self);
  int64_t n = dense.numel(), rank = self.dim(), count = 0;
  Tensor out;
  std::vector<int64_t> positions;
  visitElements(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T *data = dense.data<T>();
    for (int64_t i = 0; i < n; ++i)
      count += loaded(data[i]) != Compute<T>(0);
    out = makeTensor(Dims{count, rank}, DType::I64);
    int64_t *at = out.data<int64_t>();
    if (rank != 1) {
      positions.resize(static_cast<size_t>(count));
      at = positions.data();
    }
    // Without branches, which would be guesses: each place is written, and kept if the element is
    // not zero.
    for (int64_t i = 0, k = 0; k < count; ++i) {
      at[k] = i;
      k += loaded(data[i]) != Compute<T>(0);
    }
  });
  int64_t *row = out.data<int64_t>();
  for (int64_t p : positions) {
    for (int64_t d = rank; d-- > 0;) {
      row[d] = p % self.size(static_cast<int>(d));
      p /= self.size(static_cast<int>(d));
    }
    row += rank;
  }
  return out;
}

namespace {

// The rows as a matrix whose columns are dense, which is how torch lays them out.
Tensor nonzero(const Tensor &self) {
  Tensor rows = nonzeroOf(self);
  if (rows.size(1) <= 1)
    return rows;
  Tensor out = makeStrided(rows.sizes(), Dims{1, rows.size(0)}, DType::I64);
  copyInto(out, rows);
  return out;
}

Tensor maskedSelect(const Tensor &self, const Tensor &mask) {
  if (mask.dtype() != DType::Bool)
    fail("masked_select: expected BoolTensor for mask");
  RunTimeContext cx;
  Dims shape = infer::broadcast(cx, Dims(mask.sizes()), Dims(self.sizes()));
  Tensor values = makeTensor(shape, self.dtype()), flags = makeTensor(shape, DType::Bool);
  if (values.numel()) {
    copyInto(values, self);
    copyInto(flags, mask);
  }
  int64_t count = 0, n = flags.numel();
  const uint8_t *m = flags.data<uint8_t>();
  for (int64_t i = 0; i < n; ++i)
    count += m[i];
  Tensor out = makeTensor(Dims{count}, self.dtype(), self.device());
  size_t width = sizeOf(self.dtype());
  std::byte *to = out.raw(), *from = values.raw();
  for (int64_t i = 0; i < n; ++i)
    if (m[i]) {
      memcpy(to, from + static_cast<size_t>(i) * width, width);
      to += width;
    }
  return out;
}

Tensor maskedScatter_(const Tensor &self, const Tensor &mask, const Tensor &source) {
  if (self.dtype() != source.dtype())
    fail("masked_scatter: expected self and source to have same dtypes but got %s and %s",
         scalarTypeName(self.dtype()), scalarTypeName(source.dtype()));
  if (mask.dtype() != DType::Bool)
    fail("masked_scatter_ only supports boolean masks, but got mask with dtype %s",
         scalarTypeName(mask.dtype()));
  Tensor flags = makeTensor(self.sizes(), DType::Bool), dense = contiguousOf(source),
         values = contiguousOf(self);
  if (self.numel() == 0)
    return self;
  copyInto(flags, mask);
  if (values.object() == self.object())
    values = cloneOf(self, MemoryFormat::Contiguous);
  size_t width = sizeOf(self.dtype());
  int64_t next = 0;
  for (int64_t i = 0; i < self.numel(); ++i) {
    if (!flags.data<uint8_t>()[i])
      continue;
    if (next == source.numel())
      fail("Number of elements of source < number of ones in mask");
    memcpy(values.raw() + static_cast<size_t>(i) * width,
           dense.raw() + static_cast<size_t>(next++) * width, width);
  }
  copyInto(self, values);
  return self;
}
Tensor maskedScatter(const Tensor &self, const Tensor &mask, const Tensor &source) {
  RunTimeContext cx;
  Dims shape = infer::broadcast(cx, Dims(self.sizes()), Dims(mask.sizes()));
  Tensor copy = makeTensor(shape, self.dtype());
  if (copy.numel())
    copyInto(copy, self);
  return maskedScatter_(copy, mask, source);
}

Tensor oneHot(const Tensor &self, int64_t classes) {
  if (self.dtype() != DType::I64)
    fail("one_hot is only applicable to index tensor of type LongTensor.");
  Tensor dense = contiguousOf(self);
  int64_t n = self.numel(), most = -1;
  for (int64_t i = 0; i < n; ++i) {
    int64_t v = dense.data<int64_t>()[i];
    if (v < 0)
      fail("Class values must be non-negative.");
    most = v > most ? v : most;
  }
  if (n == 0 && classes <= 0)
    fail("Can not infer total number of classes from empty tensor.");
  if (classes == -1)
    classes = most + 1;
  RunTimeContext cx;
  Dims shape = infer::oneHot(cx, self.sizes(), classes);
  if (most >= classes)
    fail("Class values must be smaller than num_classes.");
  Tensor out = makeTensor(shape, DType::I64, self.device());
  fillWith(out, Scalar(0));
  for (int64_t i = 0; i < n; ++i)
    out.data<int64_t>()[i * classes + dense.data<int64_t>()[i]] = 1;
  return out;
}

// ---------------------------------------------------------------- copies with a part replaced

void replace(const Tensor &part, const Tensor &src) {
  if (!sameDims(part.sizes(), src.sizes()))
    fail("expected src to have a size equal to the slice of self. src size = %s, slice size = %s",
         dimsText(src.sizes()).c_str(), dimsText(part.sizes()).c_str());
  copyInto(part, src);
}
// The part is what a view of the copy shows.
template <TensorOp view, class... Args>
Tensor scattered(const Tensor &self, const Tensor &src, Args... part) {
  Tensor out = emptyWithGaps(self);
  copyInto(out, self);
  ModeScope off(0);
  replace(ops::call<view>(out, part...), src);
  return out;
}
// The gradient of a view: zeros where it does not show.
template <TensorOp view, class... Args>
Tensor viewBackward(const Tensor &grad, IntView sizes, Args... part) {
  Tensor out = makeTensor(sizes, grad.dtype(), grad.device());
  fillWith(out, Scalar(0));
  ModeScope off(0);
  copyInto(ops::call<view>(out, part...), grad);
  return out;
}

}  // namespace

JANUS_KERNEL(Nonzero, nonzero)
JANUS_KERNEL(ArgWhere, nonzero)
JANUS_KERNEL(MaskedSelect, maskedSelect)
JANUS_KERNEL(MaskedScatter, maskedScatter)
JANUS_KERNEL(MaskedScatter_, maskedScatter_)
JANUS_KERNEL(OneHot, oneHot)
JANUS_KERNEL(SelectScatter, (scattered<TensorOp::Select, int64_t, int64_t>))
JANUS_KERNEL(
    SliceScatter,
    (scattered<TensorOp::Slice, int64_t, std::optional<int64_t>, std::optional<int64_t>, int64_t>))
JANUS_KERNEL(DiagonalScatter, (scattered<TensorOp::Diagonal, int64_t, int64_t, int64_t>))
JANUS_KERNEL(SelectBackward, (viewBackward<TensorOp::Select, int64_t, int64_t>))
JANUS_KERNEL(SliceBackward, (viewBackward<TensorOp::Slice, int64_t, int64_t, int64_t, int64_t>))
JANUS_KERNEL(DiagonalBackward, (viewBackward<TensorOp::Diagonal, int64_t, int64_t, int64_t>))

}  // namespace janus
