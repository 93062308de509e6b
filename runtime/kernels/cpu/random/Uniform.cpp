// uniform_, rand, rand_like.
#include "kernels/cpu/complex/Parts.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/random/Draw.h"
#include "kernels/cpu/random/UniformFill.h"
#include "tensor/core/Names.h"

namespace janus {
namespace {

void checkBounds(double from, double to, DType t) {
  const double most = info(t).largest;
  for (auto [name, v] : {std::pair("from", from), std::pair("to", to)})
    if (!(v >= -most && v <= most))
      fail("%s is out of bounds for %s", name, elementTypeText(t));
  if (!(from <= to))
    fail("uniform_ expects to return a [from, to) range, but found from=%g > to=%g", from, to);
  if (!(to - from <= most))
    fail("uniform_ expects to-from <= std::numeric_limits<%s>::max(), but found to=%g and from=%g "
         "which result in to-from "
         "to exceed the limit",
         scalarTypeName(t), to, from);
}

template <class T>
void fillUniform(const Tensor &out, Compute<T> from, Compute<T> to, GeneratorObject *g) {
  if constexpr (std::is_same_v<T, float>)
    if (out.isContiguous())
      return fillUniform(out.data<float>(), out.numel(), from, to, g);
  Compute<T> range = to - from, end = loaded(stored<T>(to));
  draw::fill<T>(out, [&] {
    Compute<T> v = loaded(stored<T>(draw::scaled(draw::unit<Compute<T>>(g), range, from)));
    return v == end ? from : v;  // rounded up
  });
}

Tensor uniform(const Tensor &self, double from, double to, GeneratorObject *generator) {
  if (isComplex(self.dtype())) {  // both parts
    uniform(pairsOf(self), from, to, generator);
    return self;
  }
  visitFloating(self.dtype(), "check_uniform_bounds", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    checkBounds(from, to, self.dtype());
    checkInPlace(self);
    fillUniform<T>(self, static_cast<Compute<T>>(from), static_cast<Compute<T>>(to),
                   orDefault(generator));
  });
  return self;
}

Tensor rand(IntView size, GeneratorObject *generator, std::optional<DType> dtype,
            std::optional<Device> device) {
  return uniform(makeTensor(size, dtype.value_or(defaultDType()), device.value_or(Device())), 0, 1,
                 generator);
}

Tensor randLike(const Tensor &self, std::optional<DType> dtype, std::optional<Device> device,
                std::optional<MemoryFormat> format) {
  return uniform(newLike(self, dtype, device, format), 0, 1, nullptr);
}

}  // namespace

JANUS_KERNEL(Uniform_, uniform)
JANUS_KERNEL(Uniform, draw::Like<uniform>::draw)
JANUS_KERNEL(Rand, rand)
JANUS_KERNEL(RandLike, randLike)

}  // namespace janus
