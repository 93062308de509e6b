// Optimizer steps over dense memory.
#pragma once

#include "janus/contract/HalfTypes.h"

#include <cstdint>

namespace janus {

struct SgdStep {
  double lr, momentum, dampening, weightDecay;
  bool nesterov, maximize;
};
struct AdamStep {
  double beta1, beta2, weightDecay, eps;
  double decay;       // decoupled weight decay: the parameter's factor
  double stepSize;    // lr / (1 - beta1^t)
  double correction;  // sqrt(1 - beta2^t)
  bool maximize, decoupled;
};

template <class T>
struct UpdateRows {
  // `buffer` is null without momentum.
  void (*sgd)(T *param, const T *grad, T *buffer, int64_t n, const SgdStep &step);
  // `largest` is null without amsgrad.
  void (*adam)(T *param, const T *grad, T *average, T *square, T *largest, int64_t n,
               const AdamStep &step);
};
struct UpdateKernels : UpdateRows<float>,
                       UpdateRows<double>,
                       UpdateRows<Half>,
                       UpdateRows<BFloat16> {};
const UpdateKernels &updateKernels();

}  // namespace janus
