#include "kernels/cpu/convolution/DirectWindows.h"

#include "kernels/cpu/LevelTable.h"

namespace janus {

JANUS_LEVEL_TABLE(DirectWindows, directWindows)

int64_t directWindowsScratch(const DirectShape &s) {
  constexpr int64_t slack = 64;  // behind the image and behind a row of the window
  int64_t image = (s.height + 2 * s.padHeight) * (s.width + 2 * s.padWidth) * s.channels + slack;
  int64_t windows = s.filters * s.kernelHeight * (s.kernelWidth * s.channels + slack);
  // Whole lines: the scratch of one part lies behind that of another.
  return (image + windows + 2 * slack) / slack * slack;
}

}  // namespace janus
