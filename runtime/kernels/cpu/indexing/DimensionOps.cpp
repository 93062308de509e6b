// index_select, index_add, index_copy, index_fill: an index along one dimension.
#include "janus/contract/inference/Index.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/indexing/ElementWidth.h"
#include "kernels/cpu/indexing/IndexPlan.h"
#include "tensor/core/Names.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"
#include "tensor/views/Strides.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace janus {
namespace {

// The index as dense int64.
Tensor denseIndex(const Tensor &index) {
  return contiguousOf(convertedTo(index, DType::I64));
}

// The first element that is none of a dimension's.
const int64_t *firstOutside(const Tensor &dense, int64_t size) {
  const int64_t *begin = dense.data<int64_t>(), *end = begin + dense.numel();
  const int64_t *found = std::find_if(begin, end, [&](int64_t v) { return v < 0 || v >= size; });
  return found == end ? nullptr : found;
}

void requireInside(const Tensor &dense, int64_t size) {
  if (firstOutside(dense, size))
    failWith(jn_exc_IndexError, "index out of range in self");
}

// `name` as torch writes it before its text.
void requireInside(const char *name, const Tensor &dense, size_t d, int64_t size) {
  if (const int64_t *bad = firstOutside(dense, size))
    failWith(jn_exc_IndexError, "%sindex %lld is out of bounds for dimension %zu with size %lld",
             name, static_cast<long long>(*bad), d, static_cast<long long>(size));
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
  RunTimeContext cx;
  infer::indexSelect(cx, Dims(self.sizes()), dim, Dims(index.sizes()));
  if (index.dtype() != DType::I64 && index.dtype() != DType::I32)
    fail("index_select(): Expected dtype int32 or int64 for index");
  if (self.dim() == 0 && index.numel() != 1)
    fail("index_select(): Index to scalar can have only 1 value, got %lld value(s)",
         static_cast<long long>(index.numel()));
  auto d = static_cast<size_t>(wrapDim(dim, self.dim()));
  Tensor dense = denseIndex(index);
  if (self.dim() > 1 && dense.numel() > 0 && self.sizes()[d] == 0)
    fail("index_select(): self indexing axis dim should be positive");
  requireInside(dense, sizeOfDim(self, d));
  return takeSlices(self, planDim(self, d, dense));
}

// The sizes without that of one dimension.
Dims sliceSizes(const Tensor &t, size_t d) {
  Dims sizes;
  for (size_t i = 0; i < static_cast<size_t>(t.dim()); ++i)
    if (i != d)
      sizes.push_back(t.sizes()[i]);
  return sizes;
}

// Raises where index_add takes no source of these sizes.
void checkAdded(const Tensor &self, size_t d, const Tensor &index, const Tensor &source) {
  if (index.dim() > 1)
    failWith(jn_exc_IndexError,
             "index_add_(): Index is supposed to be a vector, but got dim: %d with type: %s and "
             "size: %s",
             index.dim(), scalarTypeName(index.dtype()), dimsText(index.sizes()).c_str());
  if (index.dtype() != DType::I64 && index.dtype() != DType::I32)
    fail("index_add_(): Expected dtype int32/int64 for index but got: %s",
         scalarTypeName(index.dtype()));
  if (self.dtype() != source.dtype())
    fail("index_add_(): self (%s) and source (%s) must have the same scalar type",
         scalarTypeName(self.dtype()), scalarTypeName(source.dtype()));
  if (d > 0 && d >= static_cast<size_t>(source.dim()))
    fail("index_add_(): Indexing dim %zu is out of bounds of the source tensor with dim %d", d,
         source.dim());
  if (index.numel() != sizeOfDim(source, d)) {
    if (source.dim() == 0)
      failWith(jn_exc_IndexError, "Dimension specified as %zu but tensor has no dimensions", d);
    fail("index_add_(): Number of indices (%lld) should be equal to source.size(dim): (%lld), for "
         "dim: %zu",
         static_cast<long long>(index.numel()), static_cast<long long>(source.sizes()[d]), d);
  }
  if (self.dim() != source.dim() || !sameDims(sliceSizes(self, d), sliceSizes(source, d)))
    fail("source tensor shape must match self tensor shape, excluding the specified dimension. "
         "Got self.shape = %s source.shape = %s",
         dimsText(self.sizes()).c_str(), dimsText(source.sizes()).c_str());
}

std::string spacedText(const Dims &sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += (text.empty() ? "" : " ") + std::to_string(size);
  return text;
}

// Raises where index_copy takes no source of these sizes.
void checkCopied(const Tensor &self, size_t d, const Tensor &index, const Tensor &source) {
  if (index.dim() > 1)
    failWith(jn_exc_IndexError, "index_copy_(): Index should have dimension 1 or 0 (got %d)",
             index.dim());
  if (source.dim() == 0 && index.numel() != 1)
    failWith(jn_exc_IndexError,
             "index_copy_(): When source is scalar, index should have one element (got %lld)",
             static_cast<long long>(index.numel()));
  if (source.dim() != self.dim() && source.dim() != 0 && self.dim() != 0)
    failWith(jn_exc_IndexError,
             "index_copy_(): When source and destination are not scalars, their dimensionality "
             "must match. Source dimensionality (%d), destination dimensionality (%d)",
             source.dim(), self.dim());
  if (index.dtype() != DType::I64)
    fail("index_copy_(): Expected a long tensor for index, but got %s",
         scalarTypeName(index.dtype()));
  if (self.dtype() != source.dtype())
    fail("index_copy_(): self and source expected to have the same dtype, but got (self) %s and "
         "(source) %s",
         scalarTypeName(self.dtype()), scalarTypeName(source.dtype()));
  Dims to = sliceSizes(self, d), from = sliceSizes(source, d);
  if (!sameDims(to, from))
    fail("index_copy_(): Source/destination tensor must have same slice shapes. Destination slice "
         "shape: %s at dimension %zu and source slice shape: %s at dimension 0.",
         spacedText(to).c_str(), d, spacedText(from).c_str());
  if (source.dim() != 0 && index.numel() != source.sizes()[d])
    failWith(jn_exc_IndexError,
             "index_copy_(): Number of indices (%lld) should be equal to source.size(dim) (%lld)",
             static_cast<long long>(index.numel()), static_cast<long long>(source.sizes()[d]));
}

Tensor indexAdd_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                 const Scalar &alpha) {
  auto d = static_cast<size_t>(wrapDim(dim, self.dim()));
  checkAdded(self, d, index, source);
  Tensor dense = denseIndex(index);
  if (const int64_t *bad = self.dim() > 1 ? firstOutside(dense, sizeOfDim(self, d)) : nullptr)
    fail("index %lld is out of bounds for dimension %zu with size %lld",
         static_cast<long long>(*bad), d, static_cast<long long>(sizeOfDim(self, d)));
  requireInside(dense, sizeOfDim(self, d));
  requireFits(alpha, self.dtype());
  if (dense.numel() == 0)
    return self;
  visitElements(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    C scale;
    if constexpr (std::is_integral_v<C>)
      scale = static_cast<C>(alpha.toInt());
    else if constexpr (isComplexElement<C>)
      scale = static_cast<C>(alpha.toComplex());
    else
      scale = static_cast<C>(alpha.toDouble());
    bool one = scale == C(1);
    withSource<T>(planDim(self, d, dense), self, contiguousOf(source), [&](T &to, const T &from) {
      to = stored<T>(one ? loaded(to) + loaded(from) : loaded(to) + loaded(from) * scale);
    });
  });
  return self;
}

Tensor indexCopy_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source) {
  auto d = static_cast<size_t>(wrapDim(dim, self.dim()));
  checkCopied(self, d, index, source);
  Tensor dense = denseIndex(index);
  requireInside("index_copy_(): ", dense, d, sizeOfDim(self, d));
  if (dense.numel() == 0)
    return self;
  visitWidth(sizeOf(self.dtype()), [&](auto unit) {
    using E = decltype(unit);
    withSource<E>(planDim(self, d, dense), self, contiguousOf(source),
                  [](E &to, const E &from) { to = from; });
  });
  return self;
}

Tensor indexFillScalar_(const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value) {
  auto d = static_cast<size_t>(wrapDim(dim, self.dim()));
  if (index.dtype() != DType::I64)
    failWith(jn_exc_IndexError, "index_fill_(): Expected dtype int64 for index.");
  if (index.dim() > 1)
    fail("Index has to be a vector/scalar");
  int64_t size = sizeOfDim(self, d);
  Tensor dense = cloneOf(index, MemoryFormat::Contiguous);
  for (int64_t i = 0; i < dense.numel(); ++i) {
    int64_t &v = dense.data<int64_t>()[i];
    if (v < 0 && v >= -size)
      v += size;
  }
  requireInside("", dense, d, size);
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
Tensor indexFillTensor_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &value) {
  if (value.dim() != 0)
    fail("index_fill_ only supports a 0-dimensional value tensor, but got tensor with %d "
         "dimension(s).",
         value.dim());
  return indexFillScalar_(self, dim, index, itemOf(value));
}

}  // namespace

JANUS_KERNEL(IndexSelect, indexSelect)
#define JANUS_BOTH(id, fn, format)                                                                 \
  JANUS_KERNEL(id, (OnCopy<fn, MemoryFormat::format>::run)) JANUS_KERNEL(id##_, fn)
JANUS_BOTH(IndexAdd, indexAdd_, Contiguous)
JANUS_BOTH(IndexCopy, indexCopy_, Contiguous)
JANUS_BOTH(IndexFillScalar, indexFillScalar_, Preserve)
JANUS_BOTH(IndexFillTensor, indexFillTensor_, Preserve)

}  // namespace janus
