// Transforms by plans that are kept for the next one of the same kind: planning takes longer than a
// short transform.
#pragma once

#include "kernels/cpu/fft/Fftw.h"

#include <vector>

namespace janus::fftw {

enum class Kind : ptrdiff_t { Forward, Backward, ToComplex, ToReal };

struct Task {
  Kind kind;
  bool doublePrecision;
  std::vector<Dimension> dims, repeated;
};

// One at a time: FFTW's planner is one for all threads.
void transform(const Task &task, void *in, void *out);

}  // namespace janus::fftw
