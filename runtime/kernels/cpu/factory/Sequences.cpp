// arange, range, linspace, logspace, with torch's rounding: blocks of vector lanes start from a
// rounded value, what remains is computed element by element; products are fused with their sums.
#include "janus/contract/inference/Sequence.h"
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/complex/Parts.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"

#include <cmath>

namespace janus {
namespace {

// Elements per vector of torch's kernels on this machine.
template <class T>
constexpr int64_t lanesOn(CpuLevel level) {
  return (level == CpuLevel::Avx512 ? 64 : 32) / static_cast<int64_t>(sizeof(T));
}

// out[i] = first(i), where blocks of lanes hold float(first(i)) + k * step.
template <class T, class First, class Step>
void fillInLanes(T *out, int64_t n, First first, Step step) {
  int64_t lanes = lanesOn<T>(cpuLevel()), i = 0;
  using C = Compute<T>;
  for (; i <= n - 2 * lanes; i += lanes) {
    for (int64_t half = 0; half < 2; ++half) {
      T base = stored<T>(first(i));
      for (int64_t k = 0; k < lanes; ++k) {
        if constexpr (std::is_floating_point_v<C>)
          out[i + k] = stored<T>(static_cast<C>(
              std::fma(static_cast<Step>(k), step, static_cast<Step>(loaded(base)))));
        else
          out[i + k] = static_cast<T>(base + static_cast<T>(static_cast<Step>(k) * step));
      }
      if (half == 0)
        i += lanes;
    }
  }
  for (; i < n; ++i)
    out[i] = stored<T>(first(i));
}

Tensor makeRange(const Scalar &start, const Scalar &end, const Scalar &step,
                 std::optional<DType> dtype, bool inclusive) {
  bool floating = start.isFloat() || end.isFloat() || step.isFloat();
  DType t = dtype.value_or(floating || inclusive ? defaultDType() : DType::I64);
  RunTimeContext cx;
  int64_t count =
      floating || inclusive
          ? infer::realRangeLength(cx, start.toDouble(), end.toDouble(), step.toDouble(), inclusive)
          : infer::rangeLength(cx, start.toInt(), end.toInt(), step.toInt());
  Tensor out = makeTensor(Dims{count}, t);
  visitNumbers(t, "arange_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T *data = out.data<T>();
    if constexpr (std::is_integral_v<T>) {
      int64_t first = start.toInt(), s = step.toInt();
      for (int64_t i = 0; i < count; ++i)
        data[i] = static_cast<T>(first + s * i);
    } else {
      double first = start.toDouble(), s = step.toDouble();
      fillInLanes(
          data, count, [=](int64_t i) { return std::fma(s, static_cast<double>(i), first); }, s);
    }
  });
  return out;
}

Tensor arange(const Scalar &end, std::optional<DType> dtype, std::optional<Device>) {
  return makeRange(Scalar(0), end, Scalar(1), dtype, false);
}
Tensor arangeStart(const Scalar &start, const Scalar &end, const Scalar &step,
                   std::optional<DType> dtype, std::optional<Device>) {
  return makeRange(start, end, step, dtype, false);
}
Tensor range(const Scalar &start, const Scalar &end, const Scalar &step, std::optional<DType> dtype,
             std::optional<Device>) {
  return makeRange(start, end, step, dtype, true);
}

Tensor linspace(const Scalar &start, const Scalar &end, int64_t steps, std::optional<DType> dtype,
                std::optional<Device>) {
  if (steps < 0)
    fail("number of steps must be non-negative");
  DType t = dtype.value_or(defaultDType());
  requireFits(start, t);
  requireFits(end, t);
  Tensor out = makeTensor(Dims{steps}, t);
  if (isComplex(t))
    return ofParts(
        linspace(start.toComplex().real(), end.toComplex().real(), steps, realTypeOf(t), {}),
        linspace(start.toComplex().imag(), end.toComplex().imag(), steps, realTypeOf(t), {}));
  visitNumbers(t, "linspace_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using S = std::conditional_t<std::is_integral_v<T>, double, Compute<T>>;
    T *data = out.data<T>();
    S first = static_cast<S>(start.toDouble()), last = static_cast<S>(end.toDouble());
    if constexpr (std::is_integral_v<T>) {
      first = std::trunc(first);
      last = std::trunc(last);
    }
    if (steps == 1) {
      data[0] = stored<T>(first);
      return;
    }
    S step = (last - first) / static_cast<S>(steps - 1);
    int64_t half = steps / 2;
    for (int64_t i = 0; i < steps; ++i)
      data[i] = stored<T>(i < half ? std::fma(step, static_cast<S>(i), first)
                                   : std::fma(-step, static_cast<S>(steps - i - 1), last));
  });
  return out;
}

Tensor logspace(const Scalar &start, const Scalar &end, int64_t steps, double base,
                std::optional<DType> dtype, std::optional<Device>) {
  if (steps < 0)
    fail("number of steps must be non-negative");
  DType t = dtype.value_or(defaultDType());
  if (isComplex(t)) {
    Tensor exponents = linspace(start, end, steps, t, {});
    return ops::call<TensorOp::PowBaseScalar>(Scalar(base), exponents);
  }
  Tensor out = makeTensor(Dims{steps}, t);
  visitNumbers(t, "logspace_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T *data = out.data<T>();
    double first = start.toDouble(), last = end.toDouble();
    if constexpr (std::is_integral_v<T>) {
      first = std::trunc(first);
      last = std::trunc(last);
    }
    double step = steps > 1 ? (last - first) / static_cast<double>(steps - 1) : 0;
    for (int64_t i = 0; i < steps; ++i) {
      double e = i < steps / 2 || steps == 1 ? first + step * static_cast<double>(i)
                                             : last - step * static_cast<double>(steps - i - 1);
      data[i] = stored<T>(std::pow(base, e));
    }
  });
  return out;
}

}  // namespace

JANUS_KERNEL(Arange, arange)
JANUS_KERNEL(ArangeStart, arangeStart)
JANUS_KERNEL(Range, range)
JANUS_KERNEL(LinSpace, linspace)
JANUS_KERNEL(LogSpace, logspace)

}  // namespace janus
