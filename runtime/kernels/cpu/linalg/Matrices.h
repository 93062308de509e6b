// Batches of small dense matrices in double, row by row. Results are converted back to the
// operands' type.
#pragma once

#include "janus/contract/inference/Matrices.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/object/LinAlgError.h"

#include <cmath>
#include <vector>

namespace janus::linalg {

// One matrix inside a dense batch.
struct Matrix {
  double *data;
  int64_t rows, columns;
  double &operator()(int64_t i, int64_t j) const { return data[i * columns + j]; }
};

// `t` as a dense batch of double; a copy when `t` is one already and `fresh` is asked for.
Tensor asBatch(const Tensor &t, bool fresh);
inline int64_t batchCount(const Tensor &t) {
  return product(t.sizes().first(static_cast<size_t>(t.dim() - 2)));
}
inline Matrix matrixOf(const Tensor &batch, int64_t n) {
  int64_t rows = batch.size(-2), columns = batch.size(-1);
  return {batch.data<double>() + n * rows * columns, rows, columns};
}
// A dense batch of double with the batch dimensions of `like`.
Tensor newBatch(const Tensor &like, int64_t rows, int64_t columns);

// The batch as a result of type `t`, stored column by column as torch's factorizations are.
Tensor inColumns(const Tensor &batch, DType t);
// The same of the transposed matrices.
Tensor turnedRows(const Tensor &batch, DType t);

inline void checkMatrices(const char *name, const Tensor &t) {
  RunTimeContext cx;
  infer::areMatrices(cx, name, t.sizes());
}
inline void checkSquare(const char *name, const Tensor &t) {
  RunTimeContext cx;
  infer::areSquare(cx, name, t.sizes());
}
void checkFloating(const char *name, const Tensor &t);

// PA = LU in place: row i of the factors is row pivots[i] of A.
struct Factors {
  std::vector<int64_t> pivots;
  double sign = 1;
  int64_t zeroPivot = -1;  // the first one
};
Factors factorize(const Matrix &a);

// "" or "(Batch element 3): "
std::string batchText(const Tensor &t, int64_t n);

// Adds columns count.. to orthonormal ones.
void completeBasis(const Matrix &q, int64_t count);

}  // namespace janus::linalg
