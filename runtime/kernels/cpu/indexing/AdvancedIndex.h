// Indexing with tensors: `t[i, :, j]` as torch lays the result out.
#pragma once

#include "tensor/Tensor.h"

#include <span>
#include <vector>

namespace janus {

// The dimensions of `self` split into indexed and kept ones. Bool indices have become integer ones.
struct AdvancedIndex {
  std::vector<Tensor> indices;         // int64, contiguous, all of shape `indexSizes`
  std::vector<int> indexed, kept;      // dimensions of self
  Dims indexSizes;
  Dims resultSizes;                    // index dimensions where the indexed ones stood, or first when those are apart
  int indexAt = 0;                     // position of the index dimensions in the result

  // IndexError when there are too many indices, shapes do not broadcast or an index is out of range.
  AdvancedIndex(const Tensor &self, std::span<const Tensor> given);

  // offset(i): place in `self` (in elements) of the i-th position of the index dimensions.
  std::vector<int64_t> offsets(const Tensor &self) const;
};

// The positions of nonzero elements: one contiguous int64 tensor per dimension.
std::vector<Tensor> nonzeroIndices(const Tensor &mask);

}  // namespace janus
