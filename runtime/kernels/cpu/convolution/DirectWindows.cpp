#include "kernels/cpu/convolution/DirectWindows.h"

#include "kernels/cpu/Cpu.h"

namespace janus {

namespace base {
extern const DirectWindows directWindows;
}
namespace avx2 {
extern const DirectWindows directWindows;
}
namespace avx512 {
extern const DirectWindows directWindows;
}
const DirectWindows &directWindows() {
  static const DirectWindows &chosen =
      forCpu(base::directWindows, avx2::directWindows, avx512::directWindows);
  return chosen;
}

int64_t directWindowsScratch(const DirectShape &s) {
  constexpr int64_t slack = 64;  // behind the image and behind a row of the window
  int64_t image = (s.height + 2 * s.padHeight) * (s.width + 2 * s.padWidth) * s.channels + slack;
  int64_t windows = s.filters * s.kernelHeight * (s.kernelWidth * s.channels + slack);
  // Whole lines: the scratch of one part lies behind that of another.
  return (image + windows + 2 * slack) / slack * slack;
}

}  // namespace janus
