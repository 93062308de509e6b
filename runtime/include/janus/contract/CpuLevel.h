// Levels of instruction sets for which loops and kernels are compiled.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

namespace janus {

enum class CpuLevel : unsigned char { Base, Avx2, Avx512 };
// The words of JANUS_CPU_LEVEL, which lowers the level, for tests.
inline constexpr const char *kCpuLevelWords[] = {"base", "avx2", "avx512"};

// The level of the machine, at most the one that `wanted` counts.
inline CpuLevel machineLevel(std::optional<size_t> wanted) {
  CpuLevel level = CpuLevel::Base;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    level = CpuLevel::Avx2;
  if (level == CpuLevel::Avx2 && __builtin_cpu_supports("avx512f") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    level = CpuLevel::Avx512;
  return wanted ? std::min(level, static_cast<CpuLevel>(*wanted)) : level;
}

}  // namespace janus
