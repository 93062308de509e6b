// Floats from words, compiled once per instruction set (Cpu.h).
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/random/UniformFill.h"

#include <cmath>

namespace janus::JANUS_LEVEL {
extern const UniformFillFn uniformFill;
const UniformFillFn uniformFill = [](float *out, const uint32_t *words, int64_t count, float from,
                                     float to) {
  float range = to - from;
  for (int64_t i = 0; i < count; ++i) {
    float unit = static_cast<float>(static_cast<int32_t>(words[i] & 0xffffffu)) * 0x1p-24f;
#ifdef __FMA__
    float v = std::fma(unit, range, from);
#else
    float v = unit * range + from;
#endif
    out[i] = v == to ? from : v;  // rounded up
  }
};
}  // namespace janus::JANUS_LEVEL
