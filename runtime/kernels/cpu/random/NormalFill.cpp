#include "kernels/cpu/random/NormalFill.h"

#include "kernels/cpu/Cpu.h"

#include <cmath>

namespace janus {

namespace avx2 {
extern const NormalFillFn fillNormals;
}

namespace {
void fillWithLibrary(float *data, int64_t count, float mean, float std) {
  for (int64_t i = 0; i < count; i += 16)
    for (int64_t j = i; j < i + 8; ++j) {
      float radius = std::sqrt(-2 * std::log(1 - data[j]));
      auto theta = static_cast<float>(2 * M_PI * data[j + 8]);
      data[j] = std::fma(radius * std::cos(theta), std, mean);
      data[j + 8] = std::fma(radius * std::sin(theta), std, mean);
    }
}
}  // namespace

NormalFillFn normalFill() {
  constexpr NormalFillFn kLibrary = fillWithLibrary;
  return forCpu(kLibrary, avx2::fillNormals, avx2::fillNormals);
}

}  // namespace janus
