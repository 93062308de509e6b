// bernoulli, native_dropout. Torch hands some of these draws to MKL on Intel machines; this is the
// stream of all others.
#include "janus/contract/inference/View.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/elementwise/Elementwise.h"
#include "kernels/cpu/random/Draw.h"
#include "tensor/core/RunTimeInference.h"

#include <algorithm>
#include <cmath>

namespace janus {
namespace {

// draw::unit<double>(g) < p for each of `count` elements, in whole numbers.
template <class T>
void fillBernoulli(T *out, int64_t count, double p, GeneratorObject *g) {
  constexpr int64_t kChunk = 256;
  auto limit = static_cast<uint64_t>(std::ceil(p * 0x1p53));
  uint32_t words[2 * kChunk];
  for (int64_t at = 0; at < count; at += kChunk) {
    int64_t n = std::min(kChunk, count - at);
    g->engine.fill(words, 2 * n);
    for (int64_t i = 0; i < n; ++i) {
      uint64_t number = uint64_t{words[2 * i] & 0x1fffffu} << 32 | words[2 * i + 1];
      out[at + i] = stored<T>(number < limit);
    }
  }
}

Tensor bernoulli(const Tensor &self, double p, GeneratorObject *generator) {
  if (!(p >= 0 && p <= 1))
    fail("bernoulli_ expects p to be in [0, 1], but got p=%g", p);
  checkInPlace(self);
  if (isComplex(self.dtype()))
    failDType("bernoulli_scalar_cpu_", self.dtype());
  GeneratorObject *g = orDefault(generator);
  visitElements(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if (self.isContiguous())
      fillBernoulli(self.data<T>(), self.numel(), p, g);
    else
      draw::fill<T>(self, [&] { return draw::unit<double>(g) < p; });
  });
  return self;
}

template <class C>
bool isChosen(GeneratorObject *g, C p) {
  if (!(p >= 0 && p <= 1))
    fail("Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be "
         "improved?  If so, "
         "please report an enhancement request to PyTorch.)");
  return draw::unit<C>(g) < p;
}

Tensor bernoulliTensor(const Tensor &self, const Tensor &p, GeneratorObject *generator) {
  checkInPlace(self);
  if (isComplex(self.dtype()))
    failDType("bernoulli_tensor_cpu_self_", self.dtype());
  RunTimeContext cx(p.dtype());
  infer::Placed<RunTimeContext> place = {Dims(p.sizes()), Dims(p.strides()), p->offset};
  infer::expand(cx, place, Dims(self.sizes()));
  GeneratorObject *g = orDefault(generator);
  const Tensor *pair[] = {&self, &p};
  StridedLoop l = makeStridedLoop(self.sizes(), pair);
  visitAll(self.dtype(), [&](auto selfTag) {
    visitFloating(p.dtype(), "bernoulli_tensor_cpu_p_", [&](auto tag) {
      using T = typename decltype(selfTag)::Type;
      using P = typename decltype(tag)::Type;
      forElementsAt<T, P>(l,
                          [&](T &to, P p) { to = stored<T>(isChosen<Compute<P>>(g, loaded(p))); });
    });
  });
  return self;
}

Tensor bernoulliOf(const Tensor &self, GeneratorObject *generator) {
  return bernoulliTensor(makeTensor(self.sizes(), self.dtype(), self.device()), self, generator);
}
Tensor bernoulliP(const Tensor &self, double p, GeneratorObject *generator) {
  return bernoulli(makeTensor(self.sizes(), self.dtype(), self.device()), p, generator);
}

std::tuple<Tensor, Tensor> nativeDropout(const Tensor &input, double p, std::optional<bool> train) {
  if (input.numel() == 0)
    return {input, emptyLike(input, input.dtype(), MemoryFormat::Preserve)};
  Tensor mask = emptyLike(input, DType::Bool, MemoryFormat::Preserve);
  bool active = train.value_or(true);
  if (active)
    bernoulli(mask, 1 - p, nullptr);
  else
    forEachElement<bool>(mask, [](bool *m) { *m = true; });
  double scale = !active ? 1.0 : (p == 1 ? 0.0 : 1.0 / (1.0 - p));
  Operand both[] = {input, mask};
  Tensor out = makeLikeOperands(input.sizes(), both, input.dtype());
  const Tensor *three[] = {&out, &input, &mask};
  StridedLoop l = makeStridedLoop(out.sizes(), three);
  auto multiply = [&](auto tag) {
    using T = typename decltype(tag)::Type;
    Compute<T> factor = loaded(stored<T>(scale));
    forElementsAt<T, T, bool>(
        l, [&](T &to, T x, bool kept) { to = stored<T>(loaded(x) * Compute<T>(kept) * factor); });
  };
  if (isComplex(input.dtype()))
    visitComplex(input.dtype(), "mul", multiply);
  else
    visitFloating(input.dtype(), "mul_cpu_reduced_float", multiply);
  return {std::move(out), std::move(mask)};
}

}  // namespace

JANUS_KERNEL(Bernoulli_, bernoulli)
JANUS_KERNEL(BernoulliTensor_, bernoulliTensor)
JANUS_KERNEL(Bernoulli, bernoulliOf)
JANUS_KERNEL(BernoulliP, bernoulliP)
JANUS_KERNEL(NativeDropout, nativeDropout)

}  // namespace janus
