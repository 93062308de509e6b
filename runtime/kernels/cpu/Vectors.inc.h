// Vectors of the level that a kernel is compiled for (Cpu.h): one register each.
#pragma once

#include "kernels/cpu/Cpu.h"

namespace janus::JANUS_LEVEL {
namespace {

#if defined(__AVX512F__)
constexpr int kBytes = 64;
#elif defined(__AVX2__)
constexpr int kBytes = 32;
#else
constexpr int kBytes = 16;
#endif

// Lies anywhere in memory.
template <class T>
struct VectorOf {
  typedef T type __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
};
template <class T>
using Vector = typename VectorOf<T>::type;
template <class T>
constexpr int kLanes = kBytes / sizeof(T);

}  // namespace
}  // namespace janus::JANUS_LEVEL
