// Matrix products by oneDNN.
#pragma once

#include "kernels/cpu/linear/MatMul.h"

namespace janus::onednn {

struct Product {
  DType dtype;
  int64_t count;  // 1: no batch
  MatrixView a;
  int64_t aBatch;
  MatrixView b;
  int64_t bBatch;
  std::byte *out;
  int64_t outRow, outBatch;
  double beta;
  const std::byte *bias;
};
// False: not worth it, not possible, or oneDNN is not there.
bool multiply(const Product &p);

}  // namespace janus::onednn
