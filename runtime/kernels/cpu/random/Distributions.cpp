// exponential_, cauchy_, geometric_, poisson.
#include "kernels/cpu/random/Draw.h"
#include "tensor/core/Names.h"

namespace janus {
namespace {

Tensor exponential(const Tensor &self, double lambda, GeneratorObject *generator) {
  if (!(lambda > 0))
    fail("exponential_ expects lambda > 0.0, but found lambda=%g", lambda);
  checkInPlace(self);
  if (self.numel() == 0)
    return self;
  if (!isFloating(self.dtype()))
    fail("Exponential distribution is a continuous probability distribution. dtype must be a "
         "floating point but you "
         "specified %s",
         scalarTypeName(self.dtype()));
  GeneratorObject *g = orDefault(generator);
  return draw::fill(self, "exponential_cpu", [&] { return draw::exponential(g, lambda); });
}

Tensor cauchy(const Tensor &self, double median, double sigma, GeneratorObject *generator) {
  if (!(sigma > 0))
    fail("cauchy_ expects sigma > 0.0, but found sigma=%g", sigma);
  if (!isFloating(self.dtype()))
    fail("Cauchy distribution is a continuous probability distribution. dtype must be a floating "
         "point but you "
         "specified %s",
         elementTypeText(self.dtype()));
  checkInPlace(self);
  GeneratorObject *g = orDefault(generator);
  return draw::fill(self, "cauchy_cpu", [&] {
    return draw::scaled(sigma, std::tan(M_PI * (draw::unit<double>(g) - 0.5)), median);
  });
}

Tensor geometric(const Tensor &self, double p, GeneratorObject *generator) {
  if (!(p > 0 && p < 1))
    fail("geometric_ expects p to be in (0, 1), but got p=%g", p);
  checkInPlace(self);
  if (self.numel() == 0)
    return self;
  GeneratorObject *g = orDefault(generator);
  return draw::fill(self, "geometric_cpu",
                    [&] { return std::ceil(std::log(draw::unit<double>(g)) / std::log1p(-p)); });
}

// Transformed rejection (W. Hörmann, 1993) from a rate of 10, products of uniform numbers below.
int64_t poissonDraw(GeneratorObject *g, double rate) {
  if (!(rate >= 0))
    fail("invalid Poisson rate, expected rate to be non-negative");
  if (rate == 0)
    return 0;
  if (rate < 10) {
    double limit = std::exp(-rate), product = 1;
    for (int64_t k = 0;; ++k) {
      product *= draw::unit<double>(g);
      if (!(product > limit))
        return k;
    }
  }
  double root = std::sqrt(rate), logRate = std::log(rate);
  double b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
  double inverseAlpha = 1.1239 + 1.1328 / (b - 3.4), accept = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    double u = draw::unit<double>(g) - 0.5, v = draw::unit<double>(g);
    double distance = 0.5 - std::fabs(u);
    double k = std::floor((2 * a / distance + b) * u + rate + 0.43);
    if (distance >= 0.07 && v <= accept)
      return static_cast<int64_t>(k);
    if (k < 0 || (distance < 0.013 && v > distance))
      continue;
    if (std::log(v) + std::log(inverseAlpha) - std::log(a / (distance * distance) + b) <=
        -rate + k * logRate - std::lgamma(k + 1))
      return static_cast<int64_t>(k);
  }
}

Tensor poisson(const Tensor &self, GeneratorObject *generator) {
  GeneratorObject *g = orDefault(generator);
  Tensor out = makeTensor(self.sizes(), self.dtype(), self.device());
  const Tensor *pair[] = {&out, &self};
  StridedLoop l = makeStridedLoop(out.sizes(), pair);
  visitFloating(self.dtype(), "poisson_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    forElementsAt<T, T>(l, [&](T &to, T rate) { to = stored<T>(poissonDraw(g, loaded(rate))); });
  });
  return out;
}

}  // namespace

JANUS_KERNEL(Exponential_, exponential)
JANUS_KERNEL(Exponential, draw::Like<exponential>::draw)
JANUS_KERNEL(Cauchy_, cauchy)
JANUS_KERNEL(Cauchy, draw::Like<cauchy>::draw)
JANUS_KERNEL(Geometric_, geometric)
JANUS_KERNEL(Geometric, draw::Like<geometric>::draw)
JANUS_KERNEL(Poisson, poisson)

}  // namespace janus
