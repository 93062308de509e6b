// normal_, randn, normal: serial below 16 contiguous elements, blocks of Box-Muller above.
#include "kernels/cpu/complex/Parts.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/random/Draw.h"
#include "kernels/cpu/random/NormalFill.h"
#include "kernels/cpu/random/UniformFill.h"

namespace janus {
namespace {

constexpr int64_t kLanes = 16;

// The last 16 elements are drawn again where the count is no multiple of 16.
void fillBlocks(float *data, int64_t count, float mean, float std, GeneratorObject *g) {
  NormalFillFn transform = normalFill();
  fillUniform(data, count, 0, 1, g);
  int64_t whole = count / kLanes * kLanes;
  transform(data, whole, mean, std);
  if (whole == count)
    return;
  fillUniform(data + count - kLanes, kLanes, 0, 1, g);
  transform(data + count - kLanes, kLanes, mean, std);
}

// Shorter types draw floats, and none for what lies behind the last whole block of 16.
template <class T>
void fillBlocks(T *data, int64_t count, float mean, float std, GeneratorObject *g) {
  NormalFillFn transform = normalFill();
  auto block = [&](T *to) {
    float values[kLanes];
    fillUniform(values, kLanes, 0, 1, g);
    transform(values, kLanes, mean, std);
    for (int64_t i = 0; i < kLanes; ++i)
      to[i] = stored<T>(values[i]);
  };
  for (int64_t at = 0; at + kLanes <= count; at += kLanes)
    block(data + at);
  if (count % kLanes)
    block(data + count - kLanes);
}

void transformPairs(double *data, double mean, double std) {
  for (int64_t i = 0; i < kLanes / 2; ++i) {
    double radius = std::sqrt(-2 * std::log(1 - data[i])), theta = 2 * M_PI * data[i + 8];
    data[i] = std::fma(radius * std::cos(theta), std, mean);
    data[i + 8] = std::fma(radius * std::sin(theta), std, mean);
  }
}
void fillBlocks(double *data, int64_t count, double mean, double std, GeneratorObject *g) {
  for (int64_t i = 0; i < count; ++i)
    data[i] = draw::unit<double>(g);
  for (int64_t at = 0; at + kLanes <= count; at += kLanes)
    transformPairs(data + at, mean, std);
  if (count % kLanes == 0)
    return;
  double *last = data + count - kLanes;
  for (int64_t i = 0; i < kLanes; ++i)
    last[i] = draw::unit<double>(g);
  transformPairs(last, mean, std);
}

Tensor normal(const Tensor &self, double mean, double std, GeneratorObject *generator) {
  if (!(std >= 0))
    fail("normal expects std >= 0.0, but found std %g", std);
  checkInPlace(self);
  if (self.numel() == 0)
    return self;
  if (isComplex(self.dtype())) {  // the variance is the sum of those of both parts
    normal(pairsOf(self), mean, std / std::sqrt(2.0), generator);
    return self;
  }
  visitFloating(self.dtype(), "normal_kernel_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    GeneratorObject *g = orDefault(generator);
    if (self.numel() < kLanes || !self.isContiguous())
      draw::fill<T>(self, [&] { return draw::normal(g, mean, std); });
    else
      fillBlocks(self.data<T>(), self.numel(), static_cast<Compute<T>>(mean),
                 static_cast<Compute<T>>(std), g);
  });
  return self;
}

Tensor randn(IntView size, GeneratorObject *generator, std::optional<DType> dtype,
             std::optional<Device> device) {
  return normal(makeTensor(size, dtype.value_or(defaultDType()), device.value_or(Device())), 0, 1,
                generator);
}
Tensor randnLike(const Tensor &self, std::optional<DType> dtype, std::optional<Device> device,
                 std::optional<MemoryFormat> format) {
  return normal(newLike(self, dtype, device, format), 0, 1, nullptr);
}

// ---- mean and deviation by element: standard normals, then `* std + mean` as two operations
Tensor changed(const Tensor &z, Formula formula, const char *name, const Operand &by) {
  Operand operands[] = {z, by};
  return runInPlace({formula, operands, z.dtype(), z.dtype(), nullptr, name});
}
Tensor multiplied(const Tensor &z, const Operand &by) {
  return changed(z, Formula::Mul, "mul", by);
}
Tensor added(const Tensor &z, const Operand &by) {
  return changed(z, Formula::Add, "add", by);
}
void checkDeviations(const Tensor &std) {
  if (isFloating(std.dtype()))
    visitFloating(std.dtype(), "", [&](auto tag) {
      using T = typename decltype(tag)::Type;
      forEachElement<T>(std, [](T *at) {
        if (loaded(*at) < 0)
          fail("normal expects all elements of std >= 0.0");
      });
    });
}

Tensor normalTensorTensor(const Tensor &mean, const Tensor &std, GeneratorObject *generator) {
  checkDeviations(std);
  Operand operands[] = {mean, std};
  Tensor z =
      normal(makeTensor(broadcastShape(operands), mean.dtype(), mean.device()), 0, 1, generator);
  return added(multiplied(z, std), mean);
}
Tensor normalTensorFloat(const Tensor &mean, double std, GeneratorObject *generator) {
  if (!(std >= 0))
    fail("normal expects std >= 0.0, but found std %g", std);
  Tensor z = normal(makeTensor(mean.sizes(), mean.dtype(), mean.device()), 0, std, generator);
  return added(z, mean);
}
Tensor normalFloatTensor(double mean, const Tensor &std, GeneratorObject *generator) {
  checkDeviations(std);
  Tensor z = normal(makeTensor(std.sizes(), std.dtype(), std.device()), 0, 1, generator);
  double rounded = visitFloating(z.dtype(), "normal", [&](auto tag) -> double {
    return loaded(stored<typename decltype(tag)::Type>(mean));
  });
  return added(multiplied(z, std), Scalar(rounded));
}
Tensor normalFloatFloat(double mean, double std, IntView size, GeneratorObject *generator,
                        std::optional<DType> dtype, std::optional<Device> device) {
  return normal(makeTensor(size, dtype.value_or(defaultDType()), device.value_or(Device())), mean,
                std, generator);
}

Tensor logNormal(const Tensor &self, double mean, double std, GeneratorObject *generator) {
  if (!(std > 0))
    fail("log_normal_ expects std > 0.0, but found std=%g", std);
  checkInPlace(self);
  if (self.numel() == 0)
    return self;
  if (!isFloating(self.dtype()))
    failDType("log_normal_cpu", self.dtype());
  GeneratorObject *g = orDefault(generator);
  return draw::fill(self, "", [&] { return std::exp(draw::normal(g, mean, std)); });
}

}  // namespace

JANUS_KERNEL(Normal_, normal)
JANUS_KERNEL(Normal, draw::Like<normal>::draw)
JANUS_KERNEL(Randn, randn)
JANUS_KERNEL(RandnLike, randnLike)
JANUS_KERNEL(NormalTensorTensor, normalTensorTensor)
JANUS_KERNEL(NormalTensorFloat, normalTensorFloat)
JANUS_KERNEL(NormalFloatTensor, normalFloatTensor)
JANUS_KERNEL(NormalFloatFloat, normalFloatFloat)
JANUS_KERNEL(LogNormal_, logNormal)
JANUS_KERNEL(LogNormal, draw::Like<logNormal>::draw)

}  // namespace janus
