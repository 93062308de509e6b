// Which instruction sets the machine has. Kernels that profit are compiled once per level, in files
// named X.base.cpp, X.avx2.cpp and X.avx512.cpp that include the same X.inc.h, and a table per
// level is chosen at first use. JANUS_CPU_LEVEL=base|avx2|avx512 lowers the level, for tests.
#pragma once

#include "janus/contract/CpuLevel.h"

namespace janus {

CpuLevel cpuLevel();

// Chooses among tables of the three levels.
template <class T>
const T &forCpu(const T &base, const T &avx2, const T &avx512) {
  switch (cpuLevel()) {
  case CpuLevel::Avx512: return avx512;
  case CpuLevel::Avx2: return avx2;
  case CpuLevel::Base: break;
  }
  return base;
}

}  // namespace janus

// In X.inc.h: the namespace of the level the file is being compiled for.
#if defined(__AVX512F__)
#define JANUS_LEVEL avx512
#elif defined(__AVX2__)
#define JANUS_LEVEL avx2
#else
#define JANUS_LEVEL base
#endif
