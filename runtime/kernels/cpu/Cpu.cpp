#include "kernels/cpu/Cpu.h"

#include "janus/contract/Environment.h"

#include <algorithm>

namespace janus {

static CpuLevel detect() {
  CpuLevel level = CpuLevel::Base;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    level = CpuLevel::Avx2;
  if (level == CpuLevel::Avx2 && __builtin_cpu_supports("avx512f") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    level = CpuLevel::Avx512;
  // In the order of the enumerators; a processor has what it has.
  auto wanted = environmentChoice("JANUS_CPU_LEVEL", {"base", "avx2", "avx512"});
  return wanted ? std::min(level, static_cast<CpuLevel>(*wanted)) : level;
}

CpuLevel cpuLevel() {
  static const CpuLevel level = detect();
  return level;
}

}  // namespace janus
