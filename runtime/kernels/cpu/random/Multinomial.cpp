// multinomial.
#include "janus/contract/inference/Select.h"
#include "kernels/cpu/random/Draw.h"
#include "kernels/cpu/sorting/TopK.h"
#include "tensor/core/RunTimeInference.h"

namespace janus {
namespace {

// One row of weights with `stride` elements between them.
template <class T>
struct Weights {
  const T *data;
  int64_t stride, count;
  Compute<T> operator[](int64_t i) const { return loaded(data[i * stride]); }
};

template <class T>
void checkWeights(const Weights<T> &w) {
  for (int64_t i = 0; i < w.count; ++i)
    if (!(w[i] >= 0 && w[i] <= std::numeric_limits<Compute<T>>::max()))
      fail("probability tensor contains either `inf`, `nan` or element < 0");
}
template <class T>
void checkSum(const Weights<T> &w) {
  Compute<T> sum = 0;
  for (int64_t i = 0; i < w.count; ++i)
    sum += w[i];
  if (!(sum > 0))
    fail("invalid multinomial distribution (sum of probabilities <= 0)");
}

// The largest of weight / exponential draws are a sample without replacement.
template <class T>
void sampleOnce(const Weights<T> &w, const T *exponentials, int64_t *out, int64_t samples,
                std::vector<Ranked<Compute<T>>> &row) {
  row.resize(static_cast<size_t>(w.count));
  for (int64_t i = 0; i < w.count; ++i)
    row[static_cast<size_t>(i)] = {loaded(stored<T>(w[i] / loaded(exponentials[i]))), i};
  if (samples == 1) {
    size_t best = 0;
    for (size_t i = 1; i < row.size(); ++i)
      if (isLess(row[best].value, row[i].value))
        best = i;
    out[0] = row[best].index;
    return;
  }
  selectTop(row, samples, true, true);
  for (int64_t i = 0; i < samples; ++i)
    out[i] = row[static_cast<size_t>(i)].index;
}

// Inversion of the cumulated weights.
template <class T>
void sampleWithReplacement(const Weights<T> &w, int64_t *out, int64_t samples,
                           std::vector<Compute<T>> &cumulated, GeneratorObject *g) {
  using C = Compute<T>;
  cumulated.resize(static_cast<size_t>(w.count));
  C sum = 0;
  for (int64_t i = 0; i < w.count; ++i) {
    C v = w[i];
    if (!(v >= 0))
      fail("invalid multinomial distribution (encountering probability entry < 0)");
    if (!std::isfinite(v))
      fail("invalid multinomial distribution (encountering probability entry = infinity or NaN)");
    sum += v;
    cumulated[static_cast<size_t>(i)] = sum;
  }
  if (!(sum > 0))
    fail("invalid multinomial distribution (sum of probabilities <= 0)");
  for (C &c : cumulated)
    c /= sum;
  cumulated.back() = 1;
  for (int64_t i = 0; i < samples; ++i) {
    double u = draw::unit<double>(g);
    out[i] = std::partition_point(cumulated.begin(), cumulated.end(), [u](C c) { return c < u; }) -
             cumulated.begin();
  }
}

Tensor multinomial(const Tensor &self, int64_t samples, bool replacement,
                   GeneratorObject *generator) {
  RunTimeContext cx;
  infer::areWeights(cx, self.sizes());
  if (!isFloating(self.dtype()))
    fail("multinomial only supports floating-point dtypes for input, got: %s",
         scalarTypeName(self.dtype()));
  Tensor out =
      makeTensor(infer::draws(cx, self.sizes(), samples, replacement), DType::I64, self.device());
  int64_t count = self.size(-1), rows = self.dim() == 2 ? self.size(0) : 1;
  GeneratorObject *g = orDefault(generator);
  visitFloating(self.dtype(), "multinomial", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    auto weights = [&](int64_t r) {
      return Weights<T>{self.data<T>() + (self.dim() == 2 ? r * self.stride(0) : 0),
                        self.stride(-1), count};
    };
    if (replacement && samples != 1) {
      std::vector<Compute<T>> cumulated;
      for (int64_t r = 0; r < rows; ++r)
        sampleWithReplacement(weights(r), out.data<int64_t>() + r * samples, samples, cumulated, g);
      return;
    }
    for (int64_t r = 0; r < rows; ++r)
      checkWeights(weights(r));
    for (int64_t r = 0; r < rows; ++r)
      checkSum(weights(r));
    // All draws come before the first selection, in the order of a tensor like the weights: rows
    // that are one row stretched have memory of their own there.
    int64_t shape[] = {rows, count};
    bool byColumns = self.dim() == 2 && !self.isContiguous() && self.stride(0) != 0 &&
                     self.stride(0) < self.stride(1);
    std::vector<T> exponentials(static_cast<size_t>(rows * count));
    if (byColumns) {
      for (int64_t c = 0; c < shape[1]; ++c)
        for (int64_t r = 0; r < rows; ++r)
          exponentials[static_cast<size_t>(r * count + c)] = stored<T>(draw::exponential(g, 1));
    } else {
      for (T &e : exponentials)
        e = stored<T>(draw::exponential(g, 1));
    }
    std::vector<Ranked<Compute<T>>> row;
    for (int64_t r = 0; r < rows; ++r)
      sampleOnce(weights(r), exponentials.data() + r * count, out.data<int64_t>() + r * samples,
                 samples, row);
  });
  return out;
}

}  // namespace

JANUS_KERNEL(Multinomial, multinomial)

}  // namespace janus
