// C = alpha * op(A) op(B) + beta * C on row-major matrices.
#pragma once

#include "tensor/Tensor.h"

namespace janus {

struct Matrix {
  const Tensor *tensor;
  int64_t offset;  // of the first element, in elements from the tensor's own first
  int64_t rows, columns;
  int64_t rowStride, columnStride;
};

// All of one floating or integral type; `c` has unit column stride.
void gemm(const Matrix &a, const Matrix &b, const Matrix &c, double alpha, double beta);

}  // namespace janus
