// Sums of products of matrices, one for each turn of a loop: the rows of both factors are kept, and
// multiplied together.
#pragma once

#include "tensor/core/Tensor.h"

#include <vector>

namespace janus {

class ProductSums {
public:
  // Adds `left` (r x m), transposed, times `right` (r x n) to the sum under `key`. Both are of one
  // type, float32 or float64. Throws where there is no memory.
  void add(uint32_t key, const TensorObject *left, const TensorObject *right);
  // The sum (m x n), until the next one under that key begins. Borrowed; null: there is none.
  const Tensor *total(uint32_t key);
  // Forgets what was added and not asked for.
  void clear();

private:
  struct Sum {
    std::vector<std::byte> left, right;
    int64_t rows = 0, m = 0, n = 0;
    bool hasBegun = false;  // `total` holds products
    Tensor total;
  };
  static void multiply(Sum &sum);

  std::vector<Sum> sums_;
};

}  // namespace janus
