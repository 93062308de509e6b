// binomial.
#include "kernels/cpu/random/Draw.h"

#include <cmath>

namespace janus {
namespace {

// log(k!) less Stirling's approximation of it.
double stirlingRest(double k) {
  const double more = k + 1;
  if (k < 10) {
    double factorial = 1;
    for (double i = 2; i <= k; ++i)
      factorial *= i;
    return std::log(factorial) - (k + 0.5) * std::log(more) + more - 0.5 * std::log(2 * M_PI);
  }
  const double square = more * more;
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / more;
}

// Trials with a probability of success of at most one half. What depends on the parameters alone is
// computed in their type.
template <class T>
struct Trials {
  T count, p;
  T expected = count * p;
  T deviation = std::sqrt(expected * (T(1) - p));
  T odds = p / (T(1) - p);
  T mode = std::floor((count + T(1)) * p);
  T logFailure = static_cast<T>(std::log1p(-static_cast<double>(p)));
};

// Transformed rejection (Hörmann 1993).
double byRejection(GeneratorObject *g, const Trials<double> &t) {
  const double b = 1.15 + 2.53 * t.deviation, a = -0.0873 + 0.0248 * b + 0.01 * t.p;
  const double alpha = (2.83 + 5.1 / b) * t.deviation, box = 0.92 - 4.2 / b;
  for (;;) {
    double u = draw::unit<double>(g) - 0.5, v = draw::unit<double>(g);
    double distance = 0.5 - std::fabs(u);
    double k = distance > 0 ? std::floor((2 * a / distance + b) * u + (t.expected + 0.5)) : -1;
    if (k < 0 || k > t.count)
      continue;
    if (distance >= 0.07 && v <= box)
      return k;
    double left = t.count - k, leftOfMode = t.count - t.mode;
    double bound = (t.mode + 0.5) * std::log((t.mode + 1) / (t.odds * (leftOfMode + 1))) +
                   (t.count + 1) * std::log((leftOfMode + 1) / (left + 1)) +
                   (k + 0.5) * std::log(t.odds * (left + 1) / (k + 1)) + stirlingRest(t.mode) +
                   stirlingRest(leftOfMode) - stirlingRest(k) - stirlingRest(left);
    v = v * alpha / (a / (distance * distance) + b);
    if (v <= 0 || std::log(v) <= bound)
      return k;
  }
}

// Times between successes are geometric.
double byWaiting(GeneratorObject *g, double count, double logFailure) {
  double trials = 0, successes = 0;
  for (;;) {
    double u = draw::unit<double>(g);
    if (u == 0)
      return successes;
    trials += std::ceil(std::log(u) / logFailure);
    if (trials > count)
      return successes;
    successes += 1;
  }
}

template <class T>
T binomialDraw(GeneratorObject *g, T count, T p) {
  if (count <= 0 || p <= 0)
    return 0;
  if (p >= 1 || p != p)
    return p >= 1 ? count : p;
  const Trials<T> t = {count, p > T(0.5) ? T(1) - p : p};
  double k =
      t.expected >= 10
          ? byRejection(g, {t.count, t.p, t.expected, t.deviation, t.odds, t.mode, t.logFailure})
          : byWaiting(g, t.count, t.logFailure);
  return static_cast<T>(p > T(0.5) ? static_cast<double>(count) - k : k);
}

// How many of `count` trials succeed.
Tensor binomial(const Tensor &count, const Tensor &prob, GeneratorObject *generator) {
  for (const Tensor *each : {&count, &prob})
    if (!isFloating(each->dtype()))
      failWith(jn_exc_ValueError, "binomial only supports floating-point dtypes for %s, got: %s",
               each == &count ? "count" : "prob", scalarTypeName(each->dtype()));
  draw::checkSameType(count, prob);
  return visitWide(count.dtype(), "binomial_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const Operand operands[] = {count, prob};
    Dims shape = broadcastShape(operands);
    Tensor out = makeTensor(shape, count.dtype(), count.device());
    GeneratorObject *g = orDefault(generator);
    const Tensor *three[] = {&out, &count, &prob};
    StridedLoop l = makeStridedLoop(shape, three);
    forElementsAt<T, T, T>(l, [&](T &to, T n, T p) { to = binomialDraw<T>(g, n, p); });
    return out;
  });
}

}  // namespace

JANUS_KERNEL(Binomial, binomial)

}  // namespace janus
