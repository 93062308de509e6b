// The choice among the constants that X.base.cpp, X.avx2.cpp and X.avx512.cpp define (Cpu.h).
#pragma once

#include "kernels/cpu/Cpu.h"

// In namespace janus: the declarations in the namespace of each level.
#define JANUS_AT_EACH_LEVEL(...)                                                                   \
  namespace base {                                                                                 \
  __VA_ARGS__                                                                                      \
  }                                                                                                \
  namespace avx2 {                                                                                 \
  __VA_ARGS__                                                                                      \
  }                                                                                                \
  namespace avx512 {                                                                               \
  __VA_ARGS__                                                                                      \
  }
// `const Type &name()`: the constant `name` of this machine's level, which X.inc.h defines in each.
#define JANUS_LEVEL_TABLE(Type, name)                                                              \
  JANUS_AT_EACH_LEVEL(extern const Type name;)                                                     \
  const Type &name() {                                                                             \
    static const Type &chosen = forCpu(base::name, avx2::name, avx512::name);                      \
    return chosen;                                                                                 \
  }
