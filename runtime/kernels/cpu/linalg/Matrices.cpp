#include "kernels/cpu/linalg/Matrices.h"

#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Ops.h"

#include <utility>

namespace janus::linalg {

Tensor asBatch(const Tensor &t, bool fresh) {
  Tensor wide = contiguousOf(convertedTo(t, DType::F64));
  return fresh && wide.object() == t.object() ? cloneOf(wide, MemoryFormat::Contiguous) : wide;
}

Tensor newBatch(const Tensor &like, int64_t rows, int64_t columns) {
  Dims sizes(like.sizes());
  sizes[sizes.size() - 2] = rows;
  sizes.back() = columns;
  return makeTensor(sizes, DType::F64);
}

Tensor turnedRows(const Tensor &batch, DType t) {
  Tensor rows = convertedTo(batch, t);
  if (!isRowMajor(rows.object()))  // also where sizes of 1 leave strides open
    rows = cloneOf(rows, MemoryFormat::Contiguous);
  return ops::call<TensorOp::Transpose>(rows, -2, -1);
}
Tensor inColumns(const Tensor &batch, DType t) {
  return turnedRows(ops::call<TensorOp::Transpose>(batch, -2, -1), t);
}

void checkFloating(const char *name, const Tensor &t) {
  if (!isFloating(t.dtype()))
    failWith(jn_exc_NotImplementedError,
             "%s: Expected a floating point or complex tensor as input. Got %s", name,
             scalarTypeName(t.dtype()));
  if (t.dtype() != DType::F32 && t.dtype() != DType::F64)
    failWith(jn_exc_NotImplementedError, "%s: Low precision dtypes not supported. Got %s", name,
             scalarTypeName(t.dtype()));
}

Factors factorize(const Matrix &a) {
  Factors f;
  int64_t n = a.rows;
  f.pivots.resize(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i)
    f.pivots[static_cast<size_t>(i)] = i;
  for (int64_t k = 0; k < n; ++k) {
    int64_t best = k;
    for (int64_t i = k + 1; i < n; ++i)
      if (std::fabs(a(i, k)) > std::fabs(a(best, k)))
        best = i;
    if (best != k) {
      for (int64_t j = 0; j < n; ++j)
        std::swap(a(k, j), a(best, j));
      std::swap(f.pivots[static_cast<size_t>(k)], f.pivots[static_cast<size_t>(best)]);
      f.sign = -f.sign;
    }
    if (a(k, k) == 0) {
      if (f.zeroPivot < 0)
        f.zeroPivot = k;
      continue;
    }
    for (int64_t i = k + 1; i < n; ++i) {
      double factor = a(i, k) /= a(k, k);
      if (factor != 0)
        for (int64_t j = k + 1; j < n; ++j)
          a(i, j) -= factor * a(k, j);
    }
  }
  return f;
}

std::string batchText(const Tensor &t, int64_t n) {
  return t.dim() > 2 ? "(Batch element " + std::to_string(n) + "): " : "";
}

void completeBasis(const Matrix &q, int64_t count) {
  for (int64_t unit = 0; unit < q.rows && count < q.columns; ++unit) {
    std::vector<double> v(static_cast<size_t>(q.rows));
    v[static_cast<size_t>(unit)] = 1;
    for (int round = 0; round < 2; ++round)
      for (int64_t j = 0; j < count; ++j) {
        double dot = 0;
        for (int64_t i = 0; i < q.rows; ++i)
          dot += q(i, j) * v[static_cast<size_t>(i)];
        for (int64_t i = 0; i < q.rows; ++i)
          v[static_cast<size_t>(i)] -= dot * q(i, j);
      }
    double length = 0;
    for (double x : v)
      length += x * x;
    length = std::sqrt(length);
    if (length < 1e-6)
      continue;
    for (int64_t i = 0; i < q.rows; ++i)
      q(i, count) = v[static_cast<size_t>(i)] / length;
    ++count;
  }
}

}  // namespace janus::linalg
