// FFTW's interface, opened at first use: a program without Fourier transforms never loads it.
#pragma once

#include <cstddef>

namespace janus::fftw {

struct Dimension {  // fftw_iodim64: strides in elements
  ptrdiff_t size, inStride, outStride;
};
using Plan = void *;

// The functions of one precision. Complex numbers are pairs of reals.
struct Functions {
  Plan (*plan_guru64_dft)(int rank, const Dimension *dims, int repeats, const Dimension *repeated,
                          void *in, void *out, int sign, unsigned flags);
  Plan (*plan_guru64_dft_r2c)(int rank, const Dimension *dims, int repeats,
                              const Dimension *repeated, void *in, void *out, unsigned flags);
  Plan (*plan_guru64_dft_c2r)(int rank, const Dimension *dims, int repeats,
                              const Dimension *repeated, void *in, void *out, unsigned flags);
  // On memory that is aligned as that of the plan.
  void (*execute_dft)(Plan, void *in, void *out);
  void (*execute_dft_r2c)(Plan, void *in, void *out);
  void (*execute_dft_c2r)(Plan, void *in, void *out);
  int (*alignment_of)(void *);
  void (*destroy_plan)(Plan);
};
inline constexpr int kForward = -1, kBackward = 1;
inline constexpr unsigned kEstimate = 1u << 6;

// Fails when the library is not installed.
const Functions &singlePrecision();
const Functions &doublePrecision();

}  // namespace janus::fftw
