// _standard_gamma and _sample_dirichlet.
#include "kernels/cpu/random/Draw.h"
#include "tensor/dispatch/Ops.h"

#include <cmath>
#include <limits>

namespace janus {
namespace {

// Constants that torch has in single precision.
constexpr double kThird = 0.3333333432674408, kSqueeze = 0.03310000151395798;

// Marsaglia and Tsang 2000. A shape below 1 is raised by 1, which a power of a uniform number
// undoes. Arithmetic on shapes is that of their type. A shape that is negative or NaN draws, too,
// and gives NaN.
template <class T>
double gammaDraw(GeneratorObject *g, T shape) {
  if (shape == 0)
    return 0;
  const bool isRaised = shape < 1;
  const T inverse = T(1) / shape, d0 = (isRaised ? shape + T(1) : shape) - static_cast<T>(kThird);
  double factor = 1;
  if (isRaised)
    factor = std::pow(1.0 - draw::unit<double>(g), static_cast<double>(inverse));
  const double d = static_cast<double>(d0), c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    double z = draw::normal(g, 0, 1), root = 1.0 + c * z;
    if (root <= 0)
      continue;
    double cube = root * root * root, square = z * z, u = 1.0 - draw::unit<double>(g);
    if (u < 1.0 - kSqueeze * square * square ||
        std::log(u) < 0.5 * square + d * (1.0 - cube + std::log(cube)))
      return factor * d * cube;
  }
}

// A variable of type T for each shape, in the order of the shapes; the least number for NaN.
template <class T, class Shape>
void gammas(const Tensor &out, const Tensor &shapes, GeneratorObject *generator) {
  GeneratorObject *g = orDefault(generator);
  constexpr T kLeast = std::numeric_limits<T>::min();
  const Tensor *pair[] = {&out, &shapes};
  StridedLoop l = makeStridedLoop(out.sizes(), pair);
  forElementsAt<T, Shape>(l, [&](T &to, Shape shape) {
    T drawn = static_cast<T>(gammaDraw<T>(g, static_cast<T>(shape)));
    to = drawn > kLeast ? drawn : kLeast;
  });
}

Tensor standardGamma(const Tensor &self, GeneratorObject *generator) {
  return visitWide(self.dtype(), "gamma_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    Tensor out = makeTensor(self.sizes(), self.dtype(), self.device());
    gammas<T, T>(out, self, generator);
    return out;
  });
}

// Gamma variables over their sum, computed in double precision.
Tensor sampleDirichlet(const Tensor &self, GeneratorObject *generator) {
  return visitWide(self.dtype(), "dirichlet", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    constexpr T kLeast = std::numeric_limits<T>::min(),
                kMost = 1 - std::numeric_limits<T>::epsilon() / 2;
    Tensor drawn = makeTensor(self.sizes(), DType::F64, self.device());
    gammas<double, T>(drawn, self, generator);
    Tensor sums = ops::call<TensorOp::SumDim>(drawn, Dims{-1}, true, std::nullopt);
    Tensor out = makeTensor(self.sizes(), self.dtype(), self.device());
    const int64_t length = self.dim() ? self.size(-1) : 1;
    for (int64_t i = 0, n = out.numel(); i < n; ++i) {
      T part = static_cast<T>(drawn.data<double>()[i] / sums.data<double>()[i / length]);
      out.data<T>()[i] = !(part > kLeast) ? kLeast : part > kMost ? kMost : part;
    }
    return out;
  });
}

}  // namespace

JANUS_KERNEL(StandardGamma, standardGamma)
JANUS_KERNEL(SampleDirichlet, sampleDirichlet)

}  // namespace janus
