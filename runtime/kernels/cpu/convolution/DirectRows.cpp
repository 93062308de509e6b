#include "kernels/cpu/convolution/DirectRows.h"

#include "kernels/cpu/LevelTable.h"

namespace janus {

JANUS_LEVEL_TABLE(DirectRows, directRows)

int64_t DirectShape::scratch() const {
  constexpr int64_t lanes = 16;  // of the widest vectors
  int64_t image = channels * (height + 2 * padHeight) * (columns + kernelWidth + 2 * lanes);
  int64_t grad = filters * rows * (columns + lanes);
  int64_t sums = filters * channels * kernelHeight * kernelWidth * lanes;
  // Whole vectors: the scratch of one part lies behind that of another.
  return (image + grad + sums + 5 * lanes) / lanes * lanes;
}

}  // namespace janus
