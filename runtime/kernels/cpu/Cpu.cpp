#include "kernels/cpu/Cpu.h"

#include <cstdlib>
#include <cstring>

namespace janus {

static CpuLevel detect() {
  CpuLevel level = CpuLevel::Base;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    level = CpuLevel::Avx2;
  if (level == CpuLevel::Avx2 && __builtin_cpu_supports("avx512f") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    level = CpuLevel::Avx512;
  if (const char *wanted = getenv("JANUS_CPU_LEVEL")) {
    if (!strcmp(wanted, "base"))
      return CpuLevel::Base;
    if (!strcmp(wanted, "avx2") && level == CpuLevel::Avx512)
      return CpuLevel::Avx2;
  }
  return level;
}

CpuLevel cpuLevel() {
  static const CpuLevel level = detect();
  return level;
}

}  // namespace janus
