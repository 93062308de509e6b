#include "kernels/cpu/indexing/AdvancedIndex.h"

#include "janus/contract/inference/Broadcast.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/Ops.h"
#include "tensor/RunTimeInference.h"

namespace janus {

std::vector<Tensor> nonzeroIndices(const Tensor &mask) {
  Tensor dense = contiguousOf(mask);
  std::vector<int64_t> places;
  visitAll(mask.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T *data = dense.data<T>();
    for (int64_t i = 0; i < dense.numel(); ++i)
      if (loaded(data[i]) != Compute<T>(0)) places.push_back(i);
  });
  std::vector<Tensor> result;
  int64_t inner = dense.numel();
  for (int d = 0; d < mask.dim(); ++d) {
    inner = mask.size(d) ? inner / mask.size(d) : 0;
    Tensor index = makeTensor(Dims{static_cast<int64_t>(places.size())}, DType::I64);
    int64_t *out = index.data<int64_t>();
    for (int64_t place : places) *out++ = inner ? place / inner % mask.size(d) : 0;
    result.push_back(std::move(index));
  }
  return result;
}

AdvancedIndex::AdvancedIndex(const Tensor &self, std::span<const Tensor> given) {
  std::vector<Tensor> wide;  // one entry a dimension, undefined for a whole dimension
  for (const Tensor &index : given) {
    if (!index.defined()) {
      wide.emplace_back();
      continue;
    }
    if (index.dtype() != DType::Bool && index.dtype() != DType::U8) {
      if (isFloating(index.dtype()))
        failWith(jn_exc_IndexError, "tensors used as indices must be long, int, byte or bool tensors");
      wide.push_back(index);
      continue;
    }
    for (int d = 0; d < index.dim(); ++d) {
      int at = static_cast<int>(wide.size()) + d;
      if (at < self.dim() && index.size(d) != self.size(at))
        failWith(jn_exc_IndexError, "The shape of the mask %s at index %d does not match the shape of the indexed tensor %s at "
                 "index %d",
                 dimsText(index.sizes()).c_str(), d, dimsText(self.sizes()).c_str(), at);
    }
    for (Tensor &part : nonzeroIndices(index)) wide.push_back(std::move(part));
  }
  if (static_cast<int>(wide.size()) > self.dim())
    failWith(jn_exc_IndexError, "too many indices for tensor of dimension %d (got %zu)", self.dim(), wide.size());
  RunTimeContext cx;
  for (const Tensor &index : wide)
    if (index.defined()) {
      Dims merged = indexSizes;
      Dims own(index.sizes());
      // The text of a failure names all shapes, as torch's does.
      size_t rank = std::max(merged.size(), own.size());
      for (size_t i = 0; i < rank; ++i) {
        int64_t a = i < merged.size() ? merged[merged.size() - 1 - i] : 1;
        int64_t b = i < own.size() ? own[own.size() - 1 - i] : 1;
        if (a == b || a == 1 || b == 1) continue;
        std::string shapes;
        for (const Tensor &t : wide)
          if (t.defined()) shapes += (shapes.empty() ? "" : ", ") + dimsText(t.sizes());
        failWith(jn_exc_IndexError, "shape mismatch: indexing tensors could not be broadcast together with shapes %s",
                 shapes.c_str());
      }
      indexSizes = infer::broadcast(cx, merged, own);
    }
  for (int d = 0; d < self.dim(); ++d) {
    bool isIndexed = d < static_cast<int>(wide.size()) && wide[static_cast<size_t>(d)].defined();
    (isIndexed ? indexed : kept).push_back(d);
  }
  bool together = !indexed.empty() && indexed.back() - indexed.front() + 1 == static_cast<int>(indexed.size());
  indexAt = together ? indexed.front() : 0;
  for (int d : indexed) {
    Tensor index = convertedTo(wide[static_cast<size_t>(d)], DType::I64);
    Tensor spread = makeTensor(indexSizes, DType::I64);
    copyInto(spread, index);
    int64_t size = self.size(d), *at = spread.data<int64_t>();
    for (int64_t i = 0; i < spread.numel(); ++i) {
      if (at[i] < -size || at[i] >= size)
        failWith(jn_exc_IndexError, "index %lld is out of bounds for dimension %d with size %lld",
                 static_cast<long long>(at[i]), d, static_cast<long long>(size));
      if (at[i] < 0) at[i] += size;
    }
    indices.push_back(std::move(spread));
  }
  for (size_t i = 0; i <= kept.size(); ++i) {
    if (static_cast<int>(i) == indexAt)
      for (int64_t size : indexSizes) resultSizes.push_back(size);
    if (i < kept.size()) resultSizes.push_back(self.size(kept[i]));
  }
}

std::vector<int64_t> AdvancedIndex::offsets(const Tensor &self) const {
  int64_t count = 1;
  for (int64_t size : indexSizes) count *= size;
  std::vector<int64_t> result(static_cast<size_t>(count));
  for (size_t k = 0; k < indices.size(); ++k) {
    int64_t stride = self.stride(indexed[k]);
    const int64_t *at = indices[k].data<int64_t>();
    for (size_t i = 0; i < result.size(); ++i) result[i] += at[i] * stride;
  }
  return result;
}

}  // namespace janus
