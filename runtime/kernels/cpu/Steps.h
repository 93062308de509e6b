// Iteration over the indices of a shape, one step at a time.
#pragma once

#include "tensor/core/Dims.h"

namespace janus {

enum class Fastest : uint8_t { First, Last };

// The next index, where the dimension at that end of the shape is the fastest and `fixed` of them
// stay as they are; false behind the last one. move(d, steps) for each dimension that moves.
template <Fastest fastest, class Move>
[[gnu::always_inline]] inline bool stepped(Dims &index, IntView sizes, size_t fixed, Move &&move) {
  for (size_t k = fixed; k < sizes.size(); ++k) {
    size_t d = fastest == Fastest::First ? k : sizes.size() - 1 - k;
    move(d, int64_t{1});
    if (++index[d] < sizes[d])
      return true;
    move(d, -sizes[d]);
    index[d] = 0;
  }
  return false;
}

}  // namespace janus
