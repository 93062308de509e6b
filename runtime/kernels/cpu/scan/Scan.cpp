// cumsum, cumprod, cummax, cummin, logcumsumexp.
#include "janus/contract/ScalarMathComplex.h"
#include "kernels/cpu/Lines.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"

#include <cinttypes>
#include <cmath>

namespace janus {
namespace {

// The type of running results: double for float, as torch does on CPUs.
template <class T>
using Accumulator = std::conditional_t<std::is_same_v<T, float>, double, Compute<T>>;

// `count` lines side by side: each waits for its own last result alone.
template <class T, size_t count, class Step>
void scanTogether(const Line<T> *from, const Line<T> *to, Accumulator<T> start, Step &step) {
  Accumulator<T> running[count];
  for (size_t k = 0; k < count; ++k)
    running[k] = start;
  for (int64_t i = 0; i < from[0].length; ++i)
    for (size_t k = 0; k < count; ++k) {
      running[k] = step(running[k], static_cast<Accumulator<T>>(loaded(from[k][i])));
      to[k][i] = stored<T>(running[k]);
    }
}
template <class T, class Step>
void scanLines(const Tensor &out, const Tensor &self, int64_t dim, Accumulator<T> start,
               Step &&step) {
  constexpr size_t kTogether = 4;
  Line<T> from[kTogether], to[kTogether];
  size_t waiting = 0;
  forEachLine({&self, &out}, dim, [&](std::byte *const *at) {
    from[waiting] = lineOf<T>(self, dim, at[0]);
    to[waiting] = lineOf<T>(out, dim, at[1]);
    if (++waiting == kTogether) {
      scanTogether<T, kTogether>(from, to, start, step);
      waiting = 0;
    }
  });
  for (size_t k = 0; k < waiting; ++k)
    scanTogether<T, 1>(from + k, to + k, start, step);
}

DType sumType(const Tensor &self, std::optional<DType> dtype) {
  if (dtype)
    return *dtype;
  return isInexact(self.dtype()) ? self.dtype() : DType::I64;
}

// Sums, or products. Those of integers wrap.
template <bool sums, class C>
C joined(C a, C b) {
  using Wide = std::conditional_t<std::is_integral_v<C>, uint64_t, C>;
  auto x = static_cast<Wide>(a), y = static_cast<Wide>(b);
  return static_cast<C>(sums ? x + y : x * y);
}
template <bool sums>
void cumulate(const Tensor &out, const Tensor &self, int64_t dim) {
  dim = wrapped(dim, self.dim());
  visitUnordered(out.dtype(), sums ? "cumsum_out_cpu" : "cumprod_out_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    scanLines<T>(out, self, dim, sums ? 0 : 1,
                 [](auto before, auto v) { return joined<sums>(before, v); });
  });
}

template <bool sums>
Tensor cumulated(const Tensor &self, int64_t dim, std::optional<DType> dtype) {
  DType t = sumType(self, dtype);
  Tensor from = convertedTo(self, t);
  if (self.dim() == 0 || self.numel() == 0) {
    wrapped(dim, self.dim());
    return cloneOf(from);
  }
  Tensor out = makeTensor(self.sizes(), t, self.device());
  cumulate<sums>(out, from, dim);
  return out;
}
template <bool sums>
Tensor cumulatedInPlace(const Tensor &self, int64_t dim, std::optional<DType> dtype) {
  if (dtype && *dtype != self.dtype())
    fail("Bad in-place call: input tensor dtype %s and output tensor dtype %s should match",
         elementTypeText(self.dtype()), elementTypeText(*dtype));
  checkInPlace(self);
  if (self.dim() == 0 || self.numel() == 0) {
    wrapped(dim, self.dim());
    return self;
  }
  cumulate<sums>(self, self, dim);
  return self;
}

// ---- running extremes: the last of equal elements, and NaN once it was met
template <bool largest>
std::tuple<Tensor, Tensor> runningExtreme(const Tensor &self, int64_t dim) {
  if (self.dim() == 0 && dim != 0 && dim != -1)
    failWith(jn_exc_IndexError, "%s(): Expected reduction dim -1 or 0 for scalar but got %" PRId64,
             largest ? "cummax" : "cummin", dim);
  dim = wrapped(dim, self.dim());
  Tensor values = makeTensor(self.sizes(), self.dtype(), self.device());
  Tensor indices = makeTensor(self.sizes(), DType::I64, self.device());
  visitAll(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    forEachLine({&self, &values, &indices}, dim, [&](std::byte *const *at) {
      Line<T> from = lineOf<T>(self, dim, at[0]), to = lineOf<T>(values, dim, at[1]);
      Line<int64_t> places = lineOf<int64_t>(indices, dim, at[2]);
      int64_t best = 0;
      for (int64_t i = 0; i < from.length; ++i) {
        Compute<T> v = loaded(from[i]), old = loaded(from[best]);
        if (v != v || (old == old && (largest ? v >= old : v <= old)))
          best = i;
        to[i] = from[best];
        places[i] = best;
      }
    });
  });
  return {std::move(values), std::move(indices)};
}

template <class A>
A logOfSum(A a, A b) {
  A low = std::isnan(b) ? b : (a < b ? a : b), high = std::isnan(b) ? b : (a > b ? a : b);
  if (std::isnan(a))
    low = high = a;
  if (low != high || std::isfinite(low))
    return std::log1p(std::exp(low - high)) + high;
  return a;
}
template <class R>
std::complex<R> logOfSum(std::complex<R> a, std::complex<R> b) {
  return complexmath::LogAddExp::apply(a, b, nullptr);
}
Tensor logcumsumexp(const Tensor &self, int64_t dim) {
  dim = wrapped(dim, self.dim());
  Tensor out = makeTensor(self.sizes(), self.dtype(), self.device());
  auto scan = [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if (self.dim() == 0)
      return static_cast<void>(*out.data<T>() = *self.data<T>());
    scanLines<T>(out, self, dim,
                 static_cast<Accumulator<T>>(-std::numeric_limits<double>::infinity()),
                 [](Accumulator<T> sum, Accumulator<T> v) { return logOfSum(v, sum); });
  };
  if (isComplex(self.dtype()))
    visitComplex(self.dtype(), "logcumsumexp_out_cpu", scan);
  else
    visitFloating(self.dtype(), "logcumsumexp_out_cpu", scan);
  return out;
}

}  // namespace

JANUS_KERNEL(CumSum, cumulated<true>)
JANUS_KERNEL(CumSum_, cumulatedInPlace<true>)
JANUS_KERNEL(CumProd, cumulated<false>)
JANUS_KERNEL(CumProd_, cumulatedInPlace<false>)
JANUS_KERNEL(CumMax, runningExtreme<true>)
JANUS_KERNEL(CumMin, runningExtreme<false>)
JANUS_KERNEL(LogCumSumExp, logcumsumexp)

}  // namespace janus
