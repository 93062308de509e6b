// Compiled once per instruction set (Cpu.h). Every statement rounds as the operation of torch that
// it stands for; scaled sums are rounded once where the machine can.
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/optimizer/UpdateRows.h"

#include <cmath>

namespace janus::JANUS_LEVEL {
namespace {

template <class C>
[[gnu::always_inline]] inline C scaledSum(C a, C b, C c) {  // a * b + c
#ifdef __FMA__
  return std::fma(a, b, c);
#else
  return a * b + c;
#endif
}
template <class T>
[[gnu::always_inline]] inline Compute<T> rounded(Compute<T> v) {
  return loaded(stored<T>(v));
}

template <class T, bool buffered>
[[gnu::always_inline]] inline void sgdRow(T *param, const T *grad, T *buffer, int64_t n,
                                          const SgdStep &s) {
  using C = Compute<T>;
  // Torch rounds `alpha` of a sum to the type of the elements, factors of a product not.
  const C lr = rounded<T>(static_cast<C>(-s.lr)), decay = rounded<T>(static_cast<C>(s.weightDecay));
  const C share = rounded<T>(static_cast<C>(1 - s.dampening)),
          ahead = rounded<T>(static_cast<C>(s.momentum));
  const C momentum = static_cast<C>(s.momentum);
  const bool decays = s.weightDecay != 0, nesterov = s.nesterov;
  const C sign = s.maximize ? C(-1) : C(1);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) {
    C p = loaded(param[i]), g = loaded(grad[i]) * sign;
    if (decays)
      g = rounded<T>(scaledSum(decay, p, g));
    if constexpr (buffered) {
      C b = rounded<T>(loaded(buffer[i]) * momentum);
      b = rounded<T>(scaledSum(share, g, b));
      buffer[i] = stored<T>(b);
      g = nesterov ? rounded<T>(scaledSum(ahead, b, g)) : b;
    }
    param[i] = stored<T>(scaledSum(lr, g, p));
  }
}
template <class T>
void sgd(T *param, const T *grad, T *buffer, int64_t n, const SgdStep &s) {
  if (buffer)
    sgdRow<T, true>(param, grad, buffer, n, s);
  else
    sgdRow<T, false>(param, grad, buffer, n, s);
}

enum class Decay : uint8_t { None, Added, Decoupled };

// Facts that do not change along a row are parameters of the template: the loop has no branch and
// becomes vectors.
template <class T, bool amsgrad, Decay decays, bool near>
[[gnu::always_inline]] inline void adamLoop(T *__restrict param, const T *__restrict grad,
                                            T *__restrict average, T *__restrict square,
                                            T *__restrict largest, int64_t n, const AdamStep &s) {
  using C = Compute<T>;
  const C weight = static_cast<C>(1 - s.beta1), beta2 = static_cast<C>(s.beta2),
          rest = static_cast<C>(1 - s.beta2);
  const C eps = static_cast<C>(s.eps), correction = static_cast<C>(s.correction),
          step = static_cast<C>(-s.stepSize);
  const C decay = decays == Decay::Decoupled ? static_cast<C>(s.decay)
                                             : rounded<T>(static_cast<C>(s.weightDecay)),
          sign = s.maximize ? C(-1) : C(1);
  const C complement = 1 - weight;
  for (int64_t i = 0; i < n; ++i) {
    C p = loaded(param[i]), g = loaded(grad[i]) * sign;
    if constexpr (decays == Decay::Decoupled)
      p = rounded<T>(p * decay);
    if constexpr (decays == Decay::Added)
      g = rounded<T>(scaledSum(decay, p, g));
    C m = loaded(average[i]), difference = g - m;
    if constexpr (near)
      m = rounded<T>(scaledSum(weight, difference, m));
    else
      m = rounded<T>(scaledSum(-complement, difference, g));
    average[i] = stored<T>(m);
    C v = rounded<T>(loaded(square[i]) * beta2);
    v = rounded<T>(scaledSum(rest * g, g, v));
    square[i] = stored<T>(v);
    if constexpr (amsgrad) {
      C old = loaded(largest[i]);
      v = old > v || old != old ? old : v;
      largest[i] = stored<T>(v);
    }
    C root = rounded<T>(std::sqrt(v));
    C denominator = rounded<T>(rounded<T>(root / correction) + eps);
    param[i] = stored<T>(p + step * m / denominator);
  }
}
template <class T, bool amsgrad, Decay decays>
void adamRow(T *param, const T *grad, T *average, T *square, T *largest, int64_t n,
             const AdamStep &s) {
  if (static_cast<Compute<T>>(1 - s.beta1) < Compute<T>(0.5))
    adamLoop<T, amsgrad, decays, true>(param, grad, average, square, largest, n, s);
  else
    adamLoop<T, amsgrad, decays, false>(param, grad, average, square, largest, n, s);
}
template <class T, Decay decays>
void adamOf(T *param, const T *grad, T *average, T *square, T *largest, int64_t n,
            const AdamStep &s) {
  if (largest)
    adamRow<T, true, decays>(param, grad, average, square, largest, n, s);
  else
    adamRow<T, false, decays>(param, grad, average, square, largest, n, s);
}
template <class T>
void adam(T *param, const T *grad, T *average, T *square, T *largest, int64_t n,
          const AdamStep &s) {
  if (s.weightDecay == 0)
    adamOf<T, Decay::None>(param, grad, average, square, largest, n, s);
  else if (s.decoupled)
    adamOf<T, Decay::Decoupled>(param, grad, average, square, largest, n, s);
  else
    adamOf<T, Decay::Added>(param, grad, average, square, largest, n, s);
}

template <class T>
constexpr UpdateRows<T> kUpdates = {sgd<T>, adam<T>};

}  // namespace

extern const UpdateKernels updateKernels;
constinit const UpdateKernels updateKernels = {kUpdates<float>, kUpdates<double>, kUpdates<Half>,
                                               kUpdates<BFloat16>};

}  // namespace janus::JANUS_LEVEL
