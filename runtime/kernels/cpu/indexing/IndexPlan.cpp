#include "kernels/cpu/indexing/IndexPlan.h"

#include "janus/contract/inference/Index.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/indexing/ElementWidth.h"
#include "tensor/core/RunTimeInference.h"

#include <cstring>

namespace janus {
namespace {

bool isMask(const Tensor &t) {
  return t.dtype() == DType::Bool || t.dtype() == DType::U8;
}

// One column of nonzero positions per dimension of the mask.
void addMask(const Tensor &self, const Tensor &mask, std::vector<Tensor> &expanded) {
  size_t at = expanded.size();
  if (mask.dim() == 0) {
    // A 0-dim mask stands on a dimension of size 1 made for it.
    Tensor rows = makeTensor(Dims{*mask.data<uint8_t>() ? 1 : 0}, DType::I64);
    fillWith(rows, Scalar(0));
    expanded.push_back(rows);
    return;
  }
  if (at + static_cast<size_t>(mask.dim()) > static_cast<size_t>(self.dim()))
    failWith(jn_exc_IndexError, "too many indices for tensor of dimension %d", self.dim());
  for (int d = 0; d < mask.dim(); ++d)
    if (mask.size(d) != self.size(static_cast<int>(at) + d))
      failWith(jn_exc_IndexError,
               "The shape of the mask %s at index %d does not match the shape of the indexed "
               "tensor %s at index %d",
               dimsText(mask.sizes()).c_str(), d, dimsText(self.sizes()).c_str(),
               static_cast<int>(at) + d);
  Tensor rows = nonzeroOf(mask);
  int64_t n = rows.size(0);
  if (mask.dim() == 1) {
    expanded.push_back(
        makeOver(retain(rows->storage), rows->offset, Dims{n}, Dims{1}, rows.dtype()));
    return;
  }
  for (int d = 0; d < mask.dim(); ++d) {
    Tensor column = makeTensor(Dims{n}, DType::I64);
    for (int64_t i = 0; i < n; ++i)
      column.data<int64_t>()[i] = rows.data<int64_t>()[i * mask.dim() + d];
    expanded.push_back(column);
  }
}

}  // namespace

IndexPlan planIndex(const Tensor &self, TensorList indices) {
  std::vector<Tensor> expanded;
  for (const Tensor &t : indices) {
    if (!t.defined())
      expanded.emplace_back();
    else if (isMask(t))
      addMask(self, t, expanded);
    else if (t.dtype() == DType::I64 || t.dtype() == DType::I32)
      expanded.push_back(t);
    else
      failWith(jn_exc_IndexError,
               "tensors used as indices must be long, int, byte or bool tensors");
  }
  if (expanded.size() > static_cast<size_t>(self.dim()))
    failWith(jn_exc_IndexError, "too many indices for tensor of dimension %d (got %zu)", self.dim(),
             expanded.size());
  expanded.resize(static_cast<size_t>(self.dim()));

  RunTimeContext cx;
  infer::IndexedDims<RunTimeContext> indexed;
  try {
    for (size_t d = 0; d < expanded.size(); ++d)
      if (expanded[d].defined())
        indexed.add(cx, d, Dims(expanded[d].sizes()));
  } catch (const TensorError &) {
    std::string shapes;
    for (const Tensor &t : expanded)
      if (t.defined())
        shapes += (shapes.empty() ? "" : ", ") + dimsText(t.sizes());
    failWith(jn_exc_IndexError,
             "shape mismatch: indexing tensors could not be broadcast together with shapes %s",
             shapes.c_str());
  }
  const Dims &common = indexed.common;

  IndexPlan p;
  int64_t count = product(common);
  bool hasElements = count > 0;
  for (int d = 0; d < self.dim(); ++d) {
    if (!expanded[static_cast<size_t>(d)].defined())
      hasElements = hasElements && self.size(d) > 0;
    else if (count > 0 && self.size(d) == 0)
      failWith(jn_exc_IndexError, "index is out of bounds for dimension with size 0");
  }
  p.offsets.assign(static_cast<size_t>(count), 0);
  for (int d = 0; d < self.dim(); ++d) {
    Tensor t = expanded[static_cast<size_t>(d)];
    if (!t.defined())
      continue;
    // The index, spread over the common shape and dense.
    Tensor spread = t;
    if (t.dtype() != DType::I64 || !t.isContiguous() || !sameDims(t.sizes(), common)) {
      spread = makeTensor(common, DType::I64);
      if (count)
        copyInto(spread, t);
    }
    int64_t size = self.size(d), stride = self.stride(d);
    const int64_t *values = spread.data<int64_t>();
    for (int64_t i = 0; hasElements && i < count; ++i) {
      int64_t v = values[i];
      if (JN_UNLIKELY(v < -size || v >= size))
        failWith(jn_exc_IndexError, "index %lld is out of bounds for dimension %d with size %lld",
                 static_cast<long long>(v),
                 indexed.areNeighbours() ? d - static_cast<int>(indexed.first) : 0,
                 static_cast<long long>(size));
      p.offsets[static_cast<size_t>(i)] += (v < 0 ? v + size : v) * stride;
    }
  }
  for (int d = 0; d < self.dim(); ++d) {
    if (expanded[static_cast<size_t>(d)].defined())
      continue;
    bool before = static_cast<size_t>(d) < indexed.before();
    (before ? p.beforeSizes : p.afterSizes).push_back(self.size(d));
    (before ? p.beforeStrides : p.afterStrides).push_back(self.stride(d));
  }
  p.beforeCount = product(p.beforeSizes);
  p.afterCount = product(p.afterSizes);
  p.afterDense = sameDims(p.afterStrides, contiguousStrides(p.afterSizes)) || p.afterCount <= 1;
  Dims rest = p.beforeSizes;
  for (int64_t size : p.afterSizes)
    rest.push_back(size);
  p.shape = indexed.shapeWith(rest);
  return p;
}

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

}  // namespace janus
