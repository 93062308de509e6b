// index, index_put, index_select, index_add, index_copy, index_fill.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/indexing/ElementWidth.h"
#include "kernels/cpu/indexing/IndexPlan.h"
#include "tensor/Names.h"
#include "tensor/Ops.h"
#include "tensor/RunTimeInference.h"
#include "tensor/ScalarStore.h"
#include "tensor/views/Strides.h"

#include <cstring>

namespace janus {
namespace {

Tensor takeSlices(const Tensor &self, const IndexPlan &p) {
  Tensor out = makeTensor(p.shape, self.dtype(), self.device());
  if (out.numel() == 0)
    return out;
  visitWidth(sizeOf(self.dtype()), [&](auto unit) {
    using E = decltype(unit);
    const E *from = self.data<E>();
    E *to = out.data<E>();
    if (p.afterDense && p.afterCount >= 8) {
      forEachSlice(p, [&](int64_t offset, int64_t number) {
        memcpy(to + number * p.afterCount, from + offset,
               static_cast<size_t>(p.afterCount) * sizeof(E));
      });
    } else {
      forEachSlice(p, [&](int64_t offset, int64_t number) {
        E *row = to + number * p.afterCount;
        forEachInSlice(p, offset, [&](int64_t at) { *row++ = from[at]; });
      });
    }
  });
  return out;
}

// Dimensions that are no indices keep their order in memory.
Tensor index(const Tensor &self, TensorList indices) {
  IndexPlan p = planIndex(self, indices);
  Tensor taken = takeSlices(self, p);
  if (self.isContiguous())
    return taken;
  Dims strides = p.beforeStrides;
  for (size_t i = p.beforeSizes.size() + p.afterSizes.size(); i < p.shape.size(); ++i)
    strides.push_back(0);
  for (int64_t each : p.afterStrides)
    strides.push_back(each);
  Tensor slices = makeView(self, p.shape, strides, self->offset);
  Operand like(slices);
  Tensor ordered = makeLikeOperands(p.shape, {&like, 1}, self.dtype());
  if (ordered.isContiguous())
    return taken;
  copyInto(ordered, taken);
  return ordered;
}

// values, broadcast to the shape of the slices and dense.
Tensor spreadValues(const Tensor &self, const Tensor &values, const IndexPlan &p) {
  if (values.dtype() != self.dtype())
    fail("Index put requires the source and destination dtypes match, got %s for the destination "
         "and %s for the source.",
         scalarTypeName(self.dtype()), scalarTypeName(values.dtype()));
  RunTimeContext cx;
  Tensor spread = makeTensor(p.shape, self.dtype());
  if (values.numel() == 1) {
    if (spread.numel())
      fillWith(spread, itemOf(values));
    return spread;
  }
  bool fits = true;
  size_t rank = p.shape.size(), own = static_cast<size_t>(values.dim());
  for (size_t i = 0; i < own; ++i) {
    if (own > rank && i < own - rank)
      fits &= values.sizes()[i] == 1;
    else {
      int64_t size = p.shape[rank - own + i];
      fits &= values.sizes()[i] == size || values.sizes()[i] == 1;
    }
  }
  if (!fits)
    fail("shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape "
         "%s",
         dimsText(values.sizes()).c_str(), dimsText(p.shape).c_str());
  if (spread.numel() == 0)
    return spread;
  Tensor source = own > rank ? ops::call<OpId::View>(contiguousOf(values),
                                                     Dims(values.sizes().subspan(own - rank)))
                             : values;
  copyInto(spread, source);
  return spread;
}

Tensor indexPut_(const Tensor &self, TensorList indices, const Tensor &values, bool accumulate) {
  IndexPlan p = planIndex(self, indices);
  Tensor spread = spreadValues(self, values, p);
  if (spread.numel() == 0)
    return self;
  if (!accumulate) {
    visitWidth(sizeOf(self.dtype()), [&](auto unit) {
      using E = decltype(unit);
      E *to = self.data<E>();
      const E *from = spread.data<E>();
      forEachSlice(p, [&](int64_t offset, int64_t number) {
        const E *row = from + number * p.afterCount;
        forEachInSlice(p, offset, [&](int64_t at) { to[at] = *row++; });
      });
    });
    return self;
  }
  visitAll(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T *to = self.data<T>();
    const T *from = spread.data<T>();
    forEachSlice(p, [&](int64_t offset, int64_t number) {
      const T *row = from + number * p.afterCount;
      forEachInSlice(p, offset,
                     [&](int64_t at) { to[at] = stored<T>(loaded(to[at]) + loaded(*row++)); });
    });
  });
  return self;
}
Tensor indexPut(const Tensor &self, TensorList indices, const Tensor &values, bool accumulate) {
  return indexPut_(cloneOf(self, MemoryFormat::Contiguous), indices, values, accumulate);
}

// ---------------------------------------------------------------- one dimension

// The index as dense int64, checked against a dimension.
Tensor checkedIndex(const char *name, const Tensor &index, int64_t size) {
  if (index.dtype() != DType::I64 && index.dtype() != DType::I32)
    fail("%s(): Expected dtype int32 or int64 for index", name);
  if (index.dim() > 1)
    failWith(jn_exc_IndexError, "%s(): Index is supposed to be a vector", name);
  Tensor dense = contiguousOf(convertedTo(index, DType::I64));
  for (int64_t i = 0; i < dense.numel(); ++i) {
    int64_t v = dense.data<int64_t>()[i];
    if (v < 0 || v >= size)
      failWith(jn_exc_IndexError, "index out of range in self");
  }
  return dense;
}

IndexPlan planDim(const Tensor &self, size_t dim, const Tensor &index) {
  IndexPlan p;
  for (size_t d = 0; d < static_cast<size_t>(self.dim()); ++d) {
    if (d == dim)
      continue;
    (d < dim ? p.beforeSizes : p.afterSizes).push_back(self.sizes()[d]);
    (d < dim ? p.beforeStrides : p.afterStrides).push_back(self.strides()[d]);
  }
  int64_t stride = self.dim() ? self.strides()[dim] : 1;
  for (int64_t i = 0; i < index.numel(); ++i)
    p.offsets.push_back(index.data<int64_t>()[i] * stride);
  p.beforeCount = product(p.beforeSizes);
  p.afterCount = product(p.afterSizes);
  p.afterDense = sameDims(p.afterStrides, contiguousStrides(p.afterSizes)) || p.afterCount <= 1;
  p.shape = Dims(self.sizes());
  if (self.dim())
    p.shape[dim] = index.numel();
  return p;
}

Tensor indexSelect(const Tensor &self, int64_t dim, const Tensor &index) {
  auto d = static_cast<size_t>(wrapDim(dim, self.dim()));
  Tensor dense = checkedIndex("index_select", index, self.dim() ? self.sizes()[d] : 1);
  return takeSlices(self, planDim(self, d, dense));
}

// f(element of self, element of source), slice by slice along `dim`.
template <class T, class F>
void withSource(const Tensor &self, size_t d, const Tensor &index, const Tensor &source, F &&f) {
  IndexPlan p = planDim(self, d, index);
  Tensor dense = contiguousOf(source);
  T *to = self.data<T>();
  const T *from = dense.data<T>();
  forEachSlice(p, [&](int64_t offset, int64_t number) {
    const T *row = from + number * p.afterCount;
    forEachInSlice(p, offset, [&](int64_t at) { f(to[at], *row++); });
  });
}

void checkSource(const char *name, const Tensor &self, size_t d, const Tensor &index,
                 const Tensor &source) {
  if (self.dtype() != source.dtype())
    fail("%s(): self and source expected to have the same dtype, but got (self) %s and (source) %s",
         name, scalarTypeName(self.dtype()), scalarTypeName(source.dtype()));
  if (self.dim() == 0 || source.dim() == 0)
    return;
  if (index.numel() != source.sizes()[d])
    fail("%s(): Number of indices (%lld) should be equal to source.size(dim): (%lld), for dim: %zu",
         name, static_cast<long long>(index.numel()), static_cast<long long>(source.sizes()[d]), d);
  for (size_t i = 0; i < static_cast<size_t>(self.dim()); ++i)
    if (i != d && (static_cast<size_t>(source.dim()) <= i || source.sizes()[i] != self.sizes()[i]))
      fail("source tensor shape must match self tensor shape, excluding the specified dimension. "
           "Got self.shape = %s "
           "source.shape = %s",
           dimsText(self.sizes()).c_str(), dimsText(source.sizes()).c_str());
}

Tensor indexAdd_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                 const Scalar &alpha) {
  auto d = static_cast<size_t>(wrapDim(dim, self.dim()));
  if (index.dtype() != DType::I64 && index.dtype() != DType::I32)
    fail("index_add_(): Expected dtype int32/int64 for index but got: %s",
         scalarTypeName(index.dtype()));
  Tensor dense = checkedIndex("index_add", index, self.dim() ? self.sizes()[d] : 1);
  checkSource("index_add_", self, d, dense, source);
  requireFits(alpha, self.dtype());
  if (dense.numel() == 0)
    return self;
  visitAll(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    C scale = static_cast<C>(alpha.toDouble());
    if constexpr (std::is_integral_v<C>)
      scale = static_cast<C>(alpha.toInt());
    bool one = scale == C(1);
    withSource<T>(self, d, dense, source, [&](T &to, const T &from) {
      to = stored<T>(one ? loaded(to) + loaded(from) : loaded(to) + loaded(from) * scale);
    });
  });
  return self;
}
Tensor indexAdd(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                const Scalar &alpha) {
  return indexAdd_(cloneOf(self, MemoryFormat::Contiguous), dim, index, source, alpha);
}

Tensor indexCopy_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source) {
  auto d = static_cast<size_t>(wrapDim(dim, self.dim()));
  if (index.dtype() != DType::I64)
    fail("index_copy_(): Expected a long tensor for index, but got %s",
         scalarTypeName(index.dtype()));
  Tensor dense = checkedIndex("index_copy_", index, self.dim() ? self.sizes()[d] : 1);
  checkSource("index_copy_", self, d, dense, source);
  if (dense.numel() == 0)
    return self;
  visitWidth(sizeOf(self.dtype()), [&](auto unit) {
    using E = decltype(unit);
    withSource<E>(self, d, dense, source, [](E &to, const E &from) { to = from; });
  });
  return self;
}
Tensor indexCopy(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source) {
  return indexCopy_(cloneOf(self, MemoryFormat::Contiguous), dim, index, source);
}

Tensor indexFillScalar_(const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value) {
  auto d = static_cast<size_t>(wrapDim(dim, self.dim()));
  if (index.dtype() != DType::I64)
    failWith(jn_exc_IndexError, "index_fill_(): Expected dtype int64 for index.");
  int64_t size = self.dim() ? self.sizes()[d] : 1;
  Tensor wrapped = cloneOf(index, MemoryFormat::Contiguous);
  for (int64_t i = 0; i < wrapped.numel(); ++i) {
    int64_t &v = wrapped.data<int64_t>()[i];
    if (v < 0)
      v += size;
  }
  Tensor dense = checkedIndex("index_fill_", wrapped, size);
  requireFits(value, self.dtype());
  char pattern[8];
  storeScalar(value, self.dtype(), pattern);
  visitWidth(sizeOf(self.dtype()), [&](auto unit) {
    using E = decltype(unit);
    E v;
    memcpy(&v, pattern, sizeof(E));
    IndexPlan p = planDim(self, d, dense);
    E *to = self.data<E>();
    forEachSlice(p, [&](int64_t offset, int64_t) {
      forEachInSlice(p, offset, [&](int64_t at) { to[at] = v; });
    });
  });
  return self;
}
Tensor indexFillScalar(const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value) {
  return indexFillScalar_(cloneOf(self), dim, index, value);
}
Scalar fillValue(const Tensor &value) {
  if (value.dim() != 0)
    fail("index_fill_ only supports a 0-dimensional value tensor, but got tensor with %d "
         "dimension(s).",
         value.dim());
  return itemOf(value);
}
Tensor indexFillTensor_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &value) {
  return indexFillScalar_(self, dim, index, fillValue(value));
}
Tensor indexFillTensor(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &value) {
  return indexFillScalar(self, dim, index, fillValue(value));
}

}  // namespace

JANUS_KERNEL(Index, index)
JANUS_KERNEL(IndexSelect, indexSelect)
#define JANUS_BOTH(id, fn) JANUS_KERNEL(id, fn) JANUS_KERNEL(id##_, fn##_)
JANUS_BOTH(IndexPut, indexPut)
JANUS_BOTH(IndexAdd, indexAdd)
JANUS_BOTH(IndexCopy, indexCopy)
JANUS_BOTH(IndexFillScalar, indexFillScalar)
JANUS_BOTH(IndexFillTensor, indexFillTensor)

}  // namespace janus
