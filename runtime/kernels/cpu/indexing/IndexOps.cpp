// index and index_put.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/indexing/ElementWidth.h"
#include "kernels/cpu/indexing/IndexPlan.h"
#include "tensor/core/Names.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"
#include "tensor/views/Strides.h"

namespace janus {

// Its operands, as torch has them: slices, with steps of 0 where an index decides, and an index.
Tensor emptyLikeSlices(const Tensor &self, const IndexPlan &p) {
  size_t before = p.beforeSizes.size(), rank = p.shape.size(), after = p.afterSizes.size();
  Dims strides = p.beforeStrides, sizes(before, 1);
  for (size_t i = before; i < rank - after; ++i) {
    strides.push_back(0);
    sizes.push_back(p.shape[i]);
  }
  for (int64_t each : p.afterStrides) {
    strides.push_back(each);
    sizes.push_back(1);
  }
  Tensor slices = makeView(self, p.shape, strides, self->offset),
         places = makeView(self, sizes, contiguousStrides(sizes), self->offset);
  Operand like[] = {slices, places};
  return makeLikeOperands(p.shape, like, self.dtype());
}

namespace {

Tensor index(const Tensor &self, TensorList indices) {
  IndexPlan p = planIndex(self, indices);
  Tensor taken = takeSlices(self, p);
  if (isRowMajor(self.object()))
    return taken;
  Tensor ordered = emptyLikeSlices(self, p);
  if (isRowMajor(ordered.object()))
    return taken;
  copyInto(ordered, taken);
  return ordered;
}

// One number under a single mask is converted: masked_fill_ writes it, with its checks.
bool fillsUnderMask(TensorList indices, const Tensor &values) {
  const Tensor *mask = nullptr;
  for (const Tensor &each : indices) {
    if (!each.defined())
      continue;
    if (mask || (each.dtype() != DType::Bool && each.dtype() != DType::U8))
      return false;
    mask = &each;
  }
  if (!mask || values.numel() != 1)
    return false;
  if (mask->dtype() == DType::U8)
    fail("masked_fill_ only supports boolean masks, but got mask with dtype unsigned char");
  return true;
}

// values, broadcast to the shape of the slices and dense.
Tensor spreadValues(const Tensor &self, const Tensor &values, const IndexPlan &p, bool converts) {
  RunTimeContext cx;
  Tensor spread = makeTensor(p.shape, self.dtype());
  if (converts) {
    requireFits(itemOf(values), self.dtype());
    if (spread.numel())
      fillWith(spread, itemOf(values));
    return spread;
  }
  size_t rank = p.shape.size(), own = static_cast<size_t>(values.dim());
  bool fits = own <= rank;
  for (size_t i = 0; i < own && fits; ++i) {
    int64_t size = p.shape[rank - own + i];
    fits = values.sizes()[i] == size || values.sizes()[i] == 1;
  }
  if (!fits)
    fail("shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape "
         "%s",
         dimsText(values.sizes()).c_str(), dimsText(p.shape).c_str());
  if (values.dtype() != self.dtype())
    fail("Index put requires the source and destination dtypes match, got %s for the destination "
         "and %s for the source.",
         scalarTypeName(self.dtype()), scalarTypeName(values.dtype()));
  if (spread.numel() != 0)
    copyInto(spread, values);
  return spread;
}

Tensor indexPut_(const Tensor &self, TensorList indices, const Tensor &values, bool accumulate) {
  IndexPlan p = planIndex(self, indices);
  Tensor spread = spreadValues(self, values, p, !accumulate && fillsUnderMask(indices, values));
  if (spread.numel() == 0)
    return self;
  if (!accumulate)
    visitWidth(sizeOf(self.dtype()), [&](auto unit) {
      using E = decltype(unit);
      withSource<E>(p, self, spread, [](E &to, const E &from) { to = from; });
    });
  else
    visitElements(self.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      withSource<T>(p, self, spread,
                    [](T &to, const T &from) { to = stored<T>(loaded(to) + loaded(from)); });
    });
  return self;
}

}  // namespace

JANUS_KERNEL(Index, index)
JANUS_KERNEL(IndexPut, (OnCopy<indexPut_, MemoryFormat::Preserve>::run))
JANUS_KERNEL(IndexPut_, indexPut_)

}  // namespace janus
