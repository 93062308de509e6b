#include "kernels/cpu/reduce/Reduce.h"

#include "janus/contract/inference/Reduce.h"
#include "kernels/cpu/LevelTable.h"
#include "tensor/core/RunTimeInference.h"

#include <algorithm>
#include <cstring>

namespace janus {

JANUS_LEVEL_TABLE(AllRowKernels, rowKernels)

ReducedShape reducedShape(const Tensor &self, IntView dims, bool keepdim) {
  RunTimeContext cx;
  ReducedShape r;
  r.mask = infer::reducedDims(cx, dims, self.dim());
  r.shape = infer::reduce(cx, Dims(self.sizes()), r.mask, keepdim);
  r.count = 1;
  for (int d = 0; d < self.dim(); ++d)
    if (r.mask >> d & 1)
      r.count *= self.size(d);
  return r;
}

namespace {

void splitDims(const Tensor &t, uint64_t mask, ReductionLoop &l) {
  int64_t width = static_cast<int64_t>(sizeOf(t.dtype()));
  l.keptSizes.clear();
  l.keptStrides.clear();
  l.sizes.clear();
  l.strides.clear();
  l.results = l.count = 1;
  for (int d = 0; d < t.dim(); ++d) {
    if (mask >> d & 1)
      continue;
    l.keptSizes.push_back(t.size(d));
    l.keptStrides.push_back(t.stride(d) * width);
    l.results *= t.size(d);
  }
  // Reduced dimensions in logical order, from the last on, merged where they are dense among
  // themselves.
  for (int d = t.dim(); d-- > 0;) {
    if (!(mask >> d & 1))
      continue;
    l.count *= t.size(d);
    if (t.size(d) == 1)
      continue;
    if (!l.sizes.empty() && t.stride(d) * width == l.strides.back() * l.sizes.back()) {
      l.sizes.back() *= t.size(d);
    } else {
      l.sizes.push_back(t.size(d));
      l.strides.push_back(t.stride(d) * width);
    }
  }
  if (l.sizes.empty()) {
    l.sizes.push_back(1);
    l.strides.push_back(width);
  }
}

}  // namespace

ReductionLoop reductionLoop(const Tensor &self, uint64_t mask) {
  ReductionLoop l;
  l.source = self;
  splitDims(self, mask, l);
  int64_t width = static_cast<int64_t>(sizeOf(self.dtype()));
  bool strided = l.strides[0] != width && l.sizes[0] > 1;
  bool keptDense = false;
  for (size_t d = 0; d < l.keptSizes.size(); ++d)
    keptDense |= l.keptStrides[d] == width && l.keptSizes[d] >= 8;
  if (strided && keptDense && self.numel() >= 256) {
    // Jumping through memory once per result is slow: gather the reduced dimensions into rows
    // first.
    Dims sizes, strides;
    uint64_t rows = 0;
    for (bool reduced : {false, true})
      for (int d = 0; d < self.dim(); ++d) {
        if ((mask >> d & 1) != reduced)
          continue;
        rows |= uint64_t{reduced} << sizes.size();
        sizes.push_back(self.size(d));
        strides.push_back(self.stride(d));
      }
    Tensor permuted = makeOver(retain(self->storage), self->offset, sizes, strides, self.dtype());
    l.source = cloneOf(permuted, MemoryFormat::Contiguous);
    splitDims(l.source, rows, l);
  }
  return l;
}

// ---------------------------------------------------------------- sums by columns

namespace {

constexpr int64_t kColumns = 1024, kRowsPerFold = 32;

// `columns` results from `x` on; rows are the reduced elements, walked by `next`.
template <class C>
void sumBlock(const ReductionLoop &l, const char *x, int64_t columns, C *out) {
  const RowKernels<C> &kernels = rowKernels();
  Dims index(l.sizes.size());
  // Rows from `first` on, as many as are added together.
  const C *rows[kRowsPerFold];
  auto gatherRows = [&](int64_t first) {
    int64_t count = std::min(kRowsPerFold, l.count - first);
    for (int64_t r = 0; r < count; ++r) {
      rows[r] = reinterpret_cast<const C *>(x);
      stepped<Fastest::First>(index, l.sizes, 0,
                              [&](size_t d, int64_t steps) { x += l.strides[d] * steps; });
    }
    return count;
  };
  if constexpr (std::is_same_v<C, float>) {
    // Few rows are added in float, their totals in double.
    alignas(64) float part[kColumns];
    alignas(64) double total[kColumns];
    std::fill_n(total, columns, 0.0);
    for (int64_t r = 0; r < l.count; r += kRowsPerFold) {
      memset(part, 0, static_cast<size_t>(columns) * sizeof(float));
      kernels.addRows(part, rows, gatherRows(r), columns);
      rowKernels().widen(total, part, columns);
    }
    for (int64_t j = 0; j < columns; ++j)
      out[j] = static_cast<float>(total[j]);
  } else {
    memset(out, 0, static_cast<size_t>(columns) * sizeof(C));
    for (int64_t r = 0; r < l.count; r += kRowsPerFold)
      kernels.addRows(out, rows, gatherRows(r), columns);
  }
}

template <class C>
void sumColumnsAs(const ReductionLoop &l, C *out) {
  int64_t columns = l.keptSizes.back();
  Dims kept(l.keptSizes.size());
  const char *base = reinterpret_cast<const char *>(l.source.raw());
  for (int64_t r = 0; r < l.results; r += columns) {
    for (int64_t j = 0; j < columns; j += kColumns) {
      int64_t n = columns - j < kColumns ? columns - j : kColumns;
      sumBlock(l, base + j * static_cast<int64_t>(sizeof(C)), n, out + r + j);
    }
    stepped<Fastest::Last>(kept, l.keptSizes, 1,
                           [&](size_t d, int64_t steps) { base += l.keptStrides[d] * steps; });
  }
}

}  // namespace

bool sumColumns(const Tensor &self, uint64_t mask, const Tensor &out) {
  DType t = self.dtype();
  if (t != out.dtype() || !out.isContiguous() || self.numel() == 0)
    return false;
  if (t != DType::F32 && t != DType::F64 && t != DType::I64)
    return false;
  ReductionLoop l;
  l.source = self;
  splitDims(self, mask, l);
  if (l.keptSizes.empty() || l.keptStrides.back() != static_cast<int64_t>(sizeOf(t)) ||
      l.keptSizes.back() < 8)
    return false;
  if (t == DType::F32)
    sumColumnsAs(l, out.data<float>());
  else if (t == DType::F64)
    sumColumnsAs(l, out.data<double>());
  else
    sumColumnsAs(l, out.data<int64_t>());
  return true;
}

}  // namespace janus
