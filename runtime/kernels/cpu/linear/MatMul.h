// Products of matrices in tensors of any type and layout.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

// A matrix inside a tensor: sizes and strides in elements.
struct MatrixView {
  const std::byte *data;
  int64_t rows, columns, rowStride, columnStride;
};
MatrixView matrixOf(const Tensor &t);  // the last two dimensions, at the first index of the others
inline MatrixView transposedOf(MatrixView m) {
  return {m.data, m.columns, m.rows, m.columnStride, m.rowStride};
}

// out (rows x columns, dense columns) = a * b + beta * out [+ bias per column]. All of type
// `dtype`.
void multiply(DType dtype, const MatrixView &a, const MatrixView &b, std::byte *out, int64_t outRow,
              double beta = 0, const std::byte *bias = nullptr);
// `count` products; strides between matrices in elements.
void multiplyBatch(DType dtype, const MatrixView &a, int64_t aBatch, const MatrixView &b,
                   int64_t bBatch, std::byte *out, int64_t outRow, int64_t outBatch, int64_t count,
                   double beta = 0);

}  // namespace janus
