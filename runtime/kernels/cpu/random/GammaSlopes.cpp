// How gamma and beta variables move with their parameters: _standard_gamma_grad, _dirichlet_grad.
//
// By implicit differentiation (Figurnov et al. 2018): with F the distribution function and p the
// density at x, dx/da = -(dF/da) / p. dF/da integrates the density, times log(t) less its mean,
// over one side of x. The sides differ by sign alone; each is taken where its integrand keeps its
// sign, so that nothing cancels.
#include "janus/contract/GammaFunctions.h"
#include "kernels/cpu/random/Draw.h"

#include <array>
#include <cmath>

namespace janus {
namespace {

// The integral of f from 0 to where it has vanished, at `reach`: trapezoids after
// u = width * exp(s - exp(-s)), the double exponential rule (Takahasi and Mori 1974). f varies over
// `width` near 0.
template <class F>
double integral(double width, double reach, F &&f) {
  constexpr int kSteps = 160;
  constexpr double kFirst = -3.75;
  const double step = (std::fmax(std::log(reach / width), 3.5) - kFirst) / kSteps;
  double total = 0;
  for (int k = 0; k <= kSteps; ++k) {
    double s = step * k + kFirst, decay = std::exp(-s), u = width * std::exp(s - decay);
    total += f(u) * u * (1 + decay);
  }
  return total * step;
}

double gammaSlope(double a, double x) {
  const double logX = std::log(x), mean = scalar::digamma(a);
  if (x <= a && a < 10) {  // the power series of the incomplete gamma function, term by term
    double term = 1 / a, psi = mean + 1 / a, series = 0;
    for (int n = 1; n < 90; ++n) {
      series += term * (psi - logX);
      psi += 1 / (a + n);
      term *= x / (a + n);
    }
    return x * series;
  }
  const double width = 1 / (std::fabs(1 - (a - 1) / x) + 1 / std::sqrt(x));
  const double reach = 45 + 10 * std::sqrt(x);
  if (x > a)
    return integral(width, reach, [&](double u) {
      double more = std::log1p(u / x);
      return std::exp((a - 1) * more - u) * (logX - mean + more);
    });
  return integral(width, reach, [&](double u) {
    if (!(u < x))
      return 0.0;
    double less = std::log1p(-u / x);
    return std::exp((a - 1) * less + u) * (mean - logX - less);
  });
}

// Over 1 - x, of the first concentration; the two sum to `total`.
double betaSlope(double x, double a, double total) {
  const double b = total - a, rest = 1 - x, logX = std::log(x);
  const double mean = scalar::digamma(a) - scalar::digamma(total);
  const double spread = 1 / std::sqrt(x * rest / (total + 1)) + 1;
  auto reach = [](double c) { return 46 / c + 10 / std::sqrt(c) + 1; };
  if (logX < mean)
    return x / rest *
           integral(1 / (std::fabs(a - (b - 1) * x / rest) + x * spread), reach(a),
                    [&](double v) {  // t = x * exp(-v)
                      double t = x * std::exp(-v);
                      return std::exp((b - 1) * std::log1p((x - t) / rest) - a * v) *
                             (mean - logX + v);
                    });
  return integral(1 / (std::fabs(b - (a - 1) * rest / x) + rest * spread), reach(b),
                  [&](double w) {  // 1 - t = (1 - x) * exp(-w)
                    double more = std::log1p(-rest * std::expm1(-w) / x);
                    return std::exp((a - 1) * more - b * w) * (logX - mean + more);
                  });
}

// slope(...) of the elements of each place, in double precision.
template <auto slope, size_t count>
Tensor slopes(const char *name, const std::array<Tensor, count> &tensors) {
  for (const Tensor &each : tensors)
    draw::checkSameType(tensors[0], each);
  std::vector<Operand> operands(tensors.begin(), tensors.end());
  return visitWide(tensors[0].dtype(), name, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    Dims shape = broadcastShape(operands);
    Tensor out = makeTensor(shape, tensors[0].dtype(), tensors[0].device());
    std::vector<const Tensor *> all = {&out};
    for (const Tensor &each : tensors)
      all.push_back(&each);
    StridedLoop l = makeStridedLoop(shape, all);
    auto element = [](T &to, auto... of) {
      to = static_cast<T>(slope(static_cast<double>(of)...));
    };
    if constexpr (count == 2)
      forElementsAt<T, T, T>(l, element);
    else
      forElementsAt<T, T, T, T>(l, element);
    return out;
  });
}

Tensor standardGammaGrad(const Tensor &self, const Tensor &output) {
  return slopes<gammaSlope, 2>("_standard_gamma_grad_cpu", {self, output});
}
Tensor dirichletGrad(const Tensor &x, const Tensor &alpha, const Tensor &total) {
  return slopes<betaSlope, 3>("_dirichlet_grad_cpu", {x, alpha, total});
}

}  // namespace

JANUS_KERNEL(StandardGammaGrad, standardGammaGrad)
JANUS_KERNEL(DirichletGrad, dirichletGrad)

}  // namespace janus
