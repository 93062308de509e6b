// bincount, histc: how often values occur.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/Rows.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/dispatch/Boxing.h"

#include <cinttypes>
#include <cmath>

namespace janus {
namespace {

Tensor bincount(const Tensor &self, const Tensor &weights, int64_t minLength) {
  if (minLength < 0)
    fail("minlength should be >= 0");
  bool weighted = weights.defined() && weights.numel() != 0;
  DType result = weighted ? (weights.dtype() == DType::F32 ? DType::F32 : DType::F64) : DType::I64;
  return visitIntegral(self.dtype(), "bincount_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if (self.dim() == 1 && self.numel() == 0) {
      int64_t sizes[] = {minLength};
      Tensor out = makeTensor(sizes, DType::I64, self.device());
      fillWith(out, 0);
      return out;
    }
    int64_t most = 0;
    bool good = self.dim() == 1;
    if (good)
      forEachElement<T>(self, [&](T *at) {
        auto v = static_cast<int64_t>(*at);
        good &= v >= 0;
        if (v > most)
          most = v;
      });
    if (!good)
      fail("bincount only supports 1-d non-negative integral inputs.");
    if (weighted && (weights.dim() != 1 || weights.size(0) != self.size(0)))
      fail("weights should be 1-d and have the same length as input");
    int64_t sizes[] = {most + 1 > minLength ? most + 1 : minLength};
    Tensor out = makeTensor(sizes, result, self.device());
    fillWith(out, 0);
    Tensor w = weighted ? contiguousOf(convertedTo(weights, result)) : Tensor();
    int64_t i = 0;
    forEachElement<T>(self, [&](T *at) {
      auto v = static_cast<int64_t>(*at);
      if (!weighted)
        ++out.data<int64_t>()[v];
      else if (result == DType::F32)
        out.data<float>()[v] += w.data<float>()[i];
      else
        out.data<double>()[v] += w.data<double>()[i];
      ++i;
    });
    return out;
  });
}

Tensor histc(const Tensor &self, int64_t bins, const Scalar &low, const Scalar &high) {
  if (bins <= 0)
    fail("torch.histogram(): bins must be > 0, but got %" PRId64 " for dimension 0", bins);
  double left = low.toDouble(), right = high.toDouble();
  if (left > right)
    fail("torch.histc: max must be larger than min");
  int64_t sizes[] = {bins};
  if (self.dtype() == DType::Bool)
    failDType("linspace_cpu", self.dtype());
  if (!isFloating(self.dtype()))
    failDType("histogram_cpu", self.dtype());
  Tensor out = makeTensor(sizes, self.dtype(), self.device());
  fillWith(out, 0);
  visitFloating(self.dtype(), "histogram_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    if (left == right && self.numel() > 0) {
      C least = std::numeric_limits<C>::infinity(), most = -least;
      forEachElement<T>(self, [&](T *at) {
        C v = loaded(*at);
        least = v != v || v < least ? v : least;
        most = v != v || v > most ? v : most;
      });
      left = least;
      right = most;
    }
    if (!std::isfinite(left) || !std::isfinite(right))
      fail("torch.histc: range of [%g, %g] is not finite", left, right);
    if (left == right) {
      left -= 1;
      right += 1;
    }
    C first = loaded(stored<T>(left)), last = loaded(stored<T>(right));
    // Short types round after every step, counting included.
    auto rounded = [](C v) { return loaded(stored<T>(v)); };
    C range = rounded(last - first), count = rounded(static_cast<C>(bins));
    forEachElement<T>(self, [&](T *at) {
      C v = loaded(*at);
      if (!(v >= first && v <= last))
        return;
      auto place = static_cast<int64_t>(rounded(rounded(rounded(v - first) * count) / range));
      T &bin = out.data<T>()[place >= bins ? bins - 1 : place];
      bin = stored<T>(loaded(bin) + 1);
    });
  });
  return out;
}

}  // namespace

JANUS_KERNEL(BinCount, bincount)
JANUS_KERNEL(HistC, histc)

}  // namespace janus
