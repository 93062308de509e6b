#include "kernels/cpu/normalization/NormRows.h"

#include "kernels/cpu/Cpu.h"

namespace janus {

#define JANUS_LEVEL_TABLES(level)                                                                  \
  namespace level {                                                                                \
  extern const NormKernels<float> normKernelsF32;                                                  \
  extern const NormKernels<double> normKernelsF64;                                                 \
  }
JANUS_LEVEL_TABLES(base)
JANUS_LEVEL_TABLES(avx2)
JANUS_LEVEL_TABLES(avx512)

template <>
const NormKernels<float> &normKernels<float>() {
  static const NormKernels<float> &chosen =
      forCpu(base::normKernelsF32, avx2::normKernelsF32, avx512::normKernelsF32);
  return chosen;
}
template <>
const NormKernels<double> &normKernels<double>() {
  static const NormKernels<double> &chosen =
      forCpu(base::normKernelsF64, avx2::normKernelsF64, avx512::normKernelsF64);
  return chosen;
}

}  // namespace janus
