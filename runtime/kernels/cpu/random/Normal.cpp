// normal_, randn, normal: serial below 16 contiguous elements, blocks of Box-Muller above.
#include "kernels/cpu/random/Draw.h"
#include "kernels/cpu/random/Likes.h"
#include "kernels/cpu/random/NormalFill.h"

namespace janus {
namespace {

constexpr int64_t kLanes = 16;

void drawUniform(float *data, int64_t count, GeneratorObject *g) {
  constexpr int64_t kBlock = 1024;
  uint32_t words[kBlock];
  for (int64_t at = 0; at < count; at += kBlock) {
    int64_t m = count - at < kBlock ? count - at : kBlock;
    g->engine.fill(words, m);
    for (int64_t i = 0; i < m; ++i)
      data[at + i] = static_cast<float>(static_cast<int32_t>(words[i] & 0xffffffu)) * 0x1p-24f;
  }
}

// The last 16 elements are drawn again where the count is no multiple of 16.
void fillFloats(float *data, int64_t count, float mean, float std, GeneratorObject *g) {
  NormalFillFn transform = normalFill();
  drawUniform(data, count, g);
  int64_t whole = count / kLanes * kLanes;
  transform(data, whole, mean, std);
  if (whole == count) return;
  drawUniform(data + count - kLanes, kLanes, g);
  transform(data + count - kLanes, kLanes, mean, std);
}

template <class T>
void transformPairs(T *data, Compute<T> mean, Compute<T> std) {
  using C = Compute<T>;
  for (int64_t i = 0; i < kLanes / 2; ++i) {
    C u1 = 1 - loaded(data[i]), u2 = loaded(data[i + 8]);
    C radius = std::sqrt(-2 * std::log(u1)), theta = static_cast<C>(2 * M_PI) * u2;
    data[i] = stored<T>(radius * std::cos(theta) * std + mean);
    data[i + 8] = stored<T>(radius * std::sin(theta) * std + mean);
  }
}

template <class T>
void fillBlocks(T *data, int64_t count, Compute<T> mean, Compute<T> std, GeneratorObject *g) {
  for (int64_t i = 0; i < count; ++i) data[i] = stored<T>(draw::unit<T>(g));
  for (int64_t i = 0; i + kLanes <= count; i += kLanes) transformPairs(data + i, mean, std);
  if (count % kLanes == 0) return;
  T *last = data + count - kLanes;
  for (int64_t i = 0; i < kLanes; ++i) last[i] = stored<T>(draw::unit<T>(g));
  transformPairs(last, mean, std);
}

Tensor normal(const Tensor &self, double mean, double std, GeneratorObject *generator) {
  if (!(std >= 0)) fail("normal expects std >= 0.0, but found std %g", std);
  checkInPlace(self);
  visitFloating(self.dtype(), "normal_kernel_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    GeneratorObject *g = orDefault(generator);
    if (self.numel() < kLanes || !self.isContiguous())
      draw::fill<T>(self, [&] { return draw::normal(g, mean, std); });
    else if constexpr (std::is_same_v<T, float>)
      fillFloats(self.data<float>(), self.numel(), static_cast<float>(mean), static_cast<float>(std), g);
    else
      fillBlocks(self.data<T>(), self.numel(), loaded(stored<T>(mean)), loaded(stored<T>(std)), g);
  });
  return self;
}

Tensor randn(IntView size, GeneratorObject *generator, std::optional<DType> dtype, std::optional<Device> device) {
  return normal(makeTensor(size, dtype.value_or(defaultDType()), device.value_or(Device())), 0, 1, generator);
}
Tensor randnLike(const Tensor &self, std::optional<DType> dtype, std::optional<Device> device,
                 std::optional<MemoryFormat> format) {
  return normal(emptyLike(self, dtype, device, format), 0, 1, nullptr);
}

// ---- mean and deviation by element: standard normals, then `* std + mean` as two operations
Tensor multiplied(const Tensor &z, const Operand &by) {
  Operand operands[] = {z, by};
  runElementwiseInto({Formula::Mul, operands, z.dtype(), z.dtype(), nullptr, "mul"}, z);
  return z;
}
Tensor added(const Tensor &z, const Operand &by) {
  Operand operands[] = {z, by};
  runElementwiseInto({Formula::Add, operands, z.dtype(), z.dtype(), nullptr, "add"}, z);
  return z;
}
void checkDeviations(const Tensor &std) {
  if (isFloating(std.dtype())) visitFloating(std.dtype(), "", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    forEachElement<T>(std, [](T *at) {
      if (loaded(*at) < 0) fail("normal expects all elements of std >= 0.0");
    });
  });
}

Tensor normalTensorTensor(const Tensor &mean, const Tensor &std, GeneratorObject *generator) {
  checkDeviations(std);
  Operand operands[] = {mean, std};
  Tensor z = normal(makeTensor(broadcastShape(operands), mean.dtype(), mean.device()), 0, 1, generator);
  return added(multiplied(z, std), mean);
}
Tensor normalTensorFloat(const Tensor &mean, double std, GeneratorObject *generator) {
  if (!(std >= 0)) fail("normal expects std >= 0.0, but found std %g", std);
  Tensor z = normal(emptyLike(mean, std::nullopt), 0, std, generator);
  return added(z, mean);
}
Tensor normalFloatTensor(double mean, const Tensor &std, GeneratorObject *generator) {
  checkDeviations(std);
  Tensor z = normal(emptyLike(std, std::nullopt), 0, 1, generator);
  return added(multiplied(z, std), Scalar(mean));
}
Tensor normalFloatFloat(double mean, double std, IntView size, GeneratorObject *generator, std::optional<DType> dtype,
                        std::optional<Device> device) {
  return normal(makeTensor(size, dtype.value_or(defaultDType()), device.value_or(Device())), mean, std, generator);
}

Tensor logNormal(const Tensor &self, double mean, double std, GeneratorObject *generator) {
  if (!(std > 0)) fail("log_normal_ expects std > 0.0, but found std=%g", std);
  checkInPlace(self);
  visitFloating(self.dtype(), "log_normal_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    GeneratorObject *g = orDefault(generator);
    draw::fill<T>(self, [&] { return std::exp(draw::normal(g, mean, std)); });
  });
  return self;
}

} // namespace

JANUS_KERNEL(Normal_, normal)
JANUS_KERNEL(Randn, randn)
JANUS_KERNEL(RandnLike, randnLike)
JANUS_KERNEL(NormalTensorTensor, normalTensorTensor)
JANUS_KERNEL(NormalTensorFloat, normalTensorFloat)
JANUS_KERNEL(NormalFloatTensor, normalFloatTensor)
JANUS_KERNEL(NormalFloatFloat, normalFloatFloat)
JANUS_KERNEL(LogNormal_, logNormal)

} // namespace janus
