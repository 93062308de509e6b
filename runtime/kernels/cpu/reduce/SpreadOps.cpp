// var, std and their combinations with the mean; any, all, count_nonzero.
#include "janus/contract/inference/RowTypes.h"
#include "kernels/cpu/complex/Parts.h"
#include "kernels/cpu/reduce/Reduce.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/KernelWarning.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace janus {
namespace {

// Sums of squares that floats hold without loss.
constexpr double kLeastSquares = 1e-25, kMostSquares = 1e37;

void spreadInDouble(const float *x, int64_t length, double *mean, double *squares) {
  double sum = 0, q = 0;
  for (int64_t i = 0; i < length; ++i)
    sum += static_cast<double>(x[i]);
  *mean = sum / static_cast<double>(length);
  for (int64_t i = 0; i < length; ++i) {
    double delta = static_cast<double>(x[i]) - *mean;
    q += delta * delta;
  }
  *squares = q;
}

// Mean and sum of squared deviations, merged from those of rows.
template <class C>
struct SpreadOp {
  struct State {
    double count = 0, mean = 0, squares = 0;
  };
  const Tensor *spread, *mean;  // `mean` may be null
  double correction;
  bool root;
  State start() const { return {}; }
  void row(State &s, const C *x, int64_t length, int64_t) const {
    const RowKernels<C> &rows = rowKernels();
    double n = static_cast<double>(length), m = rows.sum(x, length) / n,
           q = rows.squares(x, length, static_cast<C>(m));
    if constexpr (std::is_same_v<C, float>) {
      double slip = m - static_cast<double>(static_cast<float>(m));
      q = std::max(q - n * slip * slip, 0.0);
      if (!(q > kLeastSquares && q < kMostSquares))
        spreadInDouble(x, length, &m, &q);
    }
    double delta = m - s.mean, total = s.count + n;
    s.squares += q + delta * delta * s.count * n / total;
    s.mean += delta * n / total;
    s.count = total;
  }
  void finish(const State &s, int64_t at) const {
    double divisor = s.count - correction;
    double v = s.count == 0 ? NAN : (divisor > 0 ? s.squares / divisor : s.squares / 0.0);
    if (root)
      v = std::sqrt(v);
    put(*spread, v, at);
    if (mean)
      put(*mean, s.count == 0 ? NAN : s.mean, at);
  }
  static void put(const Tensor &t, double v, int64_t at) {
    storeScalar(Scalar(v), t.dtype(), t.raw() + static_cast<size_t>(at) * sizeOf(t.dtype()));
  }
};

// Long rows are cut, so that their parts are summed about their own means.
template <class C>
struct ChoppedSpreadOp : SpreadOp<C> {
  void row(typename SpreadOp<C>::State &s, const C *x, int64_t n, int64_t first) const {
    for (int64_t i = 0; i < n; i += kReduceChunk)
      SpreadOp<C>::row(s, x + i, n - i < kReduceChunk ? n - i : kReduceChunk, first);
  }
};

// The variance of complex numbers is the sum of those of their parts.
Tensor spreadOfPairs(const char *name, const Tensor &self, std::optional<IntView> dims,
                     std::optional<Scalar> correction, bool keepdim, bool root, Tensor *mean);

Tensor spreadOver(const char *name, const Tensor &self, std::optional<IntView> dims,
                  std::optional<Scalar> correction, bool keepdim, bool root, Tensor *mean) {
  if (isComplex(self.dtype()))
    return spreadOfPairs(name, self, dims, correction, keepdim, root, mean);
  if (!isFloating(self.dtype()))
    failWith(jn_exc_NotImplementedError,
             "std and var only support floating point and complex dtypes");
  ReducedShape shape = reducedShape(self, dims.value_or(IntView()), keepdim);
  Tensor out = makeTensor(shape.shape, self.dtype(), self.device());
  if (mean)
    *mean = makeTensor(shape.shape, self.dtype(), self.device());
  double c = correction ? correction->toDouble() : 1;
  if (static_cast<double>(out.numel() == 0 ? 0 : shape.count) - c <= 0)
    warnOfKernel(std::string(name) +
                 "(): degrees of freedom is <= 0. Correction should be strictly less than the "
                 "reduction factor (input numel divided by output numel).");
  if (self.dtype() == DType::F64)
    runReduction<double>(self, shape.mask, ChoppedSpreadOp<double>{{&out, mean, c, root}});
  else
    runReduction<float>(self, shape.mask, ChoppedSpreadOp<float>{{&out, mean, c, root}});
  return out;
}

Tensor spreadOfPairs(const char *name, const Tensor &self, std::optional<IntView> dims,
                     std::optional<Scalar> correction, bool keepdim, bool root, Tensor *mean) {
  Tensor variances[2], means[2];
  for (int64_t part : {0, 1})
    variances[part] = spreadOver(name, partOf(self, part), dims, correction, keepdim, false,
                                 mean ? &means[part] : nullptr);
  if (mean)
    *mean = ops::call<TensorOp::Complex>(means[0], means[1]);
  Tensor variance = ops::call<TensorOp::AddTensor>(variances[0], variances[1], 1);
  return root ? ops::call<TensorOp::Sqrt>(variance) : variance;
}

template <bool root>
Tensor spread(const Tensor &self, std::optional<IntView> dims, std::optional<Scalar> correction,
              bool keepdim) {
  return spreadOver(root ? "std" : "var", self, dims, correction, keepdim, root, nullptr);
}
template <bool root>
std::tuple<Tensor, Tensor> spreadMean(const Tensor &self, std::optional<IntView> dims,
                                      std::optional<Scalar> correction, bool keepdim) {
  Tensor mean;
  Tensor s =
      spreadOver(root ? "std_mean" : "var_mean", self, dims, correction, keepdim, root, &mean);
  return {s, mean};
}
// ---------------------------------------------------------------- truth

// Counts nonzero elements; `limit` stops early.
template <class C>
struct CountOp {
  using State = int64_t;
  const Tensor &out;
  enum Kind : uint8_t { Any, All, Count } kind;
  int64_t total;  // elements per result
  State start() const { return 0; }
  void row(State &s, const C *x, int64_t n, int64_t) const {
    if (kind == Any && s)
      return;
    int64_t found = 0;
    for (int64_t i = 0; i < n; ++i)
      found += x[i] != C(0);
    s += found;
  }
  void finish(const State &s, int64_t at) const {
    if (kind == Count)
      out.data<int64_t>()[at] = s;
    else
      storeScalar(Scalar(kind == Any ? s != 0 : s == total), out.dtype(), out.raw() + at);
  }
};

template <class C>
using Kind = typename CountOp<C>::Kind;

Tensor counted(const Tensor &self, const ReducedShape &shape, int kind) {
  if (isComplex(self.dtype()))
    return counted(ops::call<TensorOp::NeScalar>(self, 0), shape, kind);
  constexpr TypeRule kRules[] = {row(TensorOp::Any).type, row(TensorOp::All).type,
                                 row(TensorOp::CountNonzero).type};
  DType t = *infer::typeOfOperand(kRules[kind], self.dtype(), self.dtype());
  Tensor out = makeTensor(shape.shape, t, self.device());
  auto run = [&](auto zero) {
    using C = decltype(zero);
    runReduction<C>(self, shape.mask, CountOp<C>{out, static_cast<Kind<C>>(kind), shape.count});
  };
  switch (computeTypeOf(self.dtype())) {
  case ComputeType::F32: run(float{}); break;
  case ComputeType::F64: run(double{}); break;
  default: run(int64_t{}); break;
  }
  return out;
}
Tensor counted(const Tensor &self, IntView dims, bool keepdim, int kind) {
  return counted(self, reducedShape(self, dims, keepdim), kind);
}
template <int kind>
Tensor truthAll(const Tensor &self) {
  return counted(self, {}, false, kind);
}
template <int kind>
Tensor truthDim(const Tensor &self, int64_t dim, bool keepdim) {
  return counted(self, IntView(&dim, 1), keepdim, kind);
}
template <int kind>
Tensor truthDims(const Tensor &self, std::optional<IntView> dims, bool keepdim) {
  if (dims && dims->empty())  // no dimension, where other reductions take all
    return counted(self, {0, Dims(self.sizes()), 1}, kind);
  return counted(self, dims.value_or(IntView()), keepdim, kind);
}
Tensor countNonzero(const Tensor &self, std::optional<int64_t> dim) {
  return dim ? counted(self, IntView(&*dim, 1), false, 2) : counted(self, {}, false, 2);
}
Tensor countNonzeroDims(const Tensor &self, IntView dims) {
  return counted(self, dims, false, 2);
}

}  // namespace

JANUS_KERNEL(Var, spread<false>)
JANUS_KERNEL(Std, spread<true>)
JANUS_KERNEL(VarMean, spreadMean<false>)
JANUS_KERNEL(StdMean, spreadMean<true>)
JANUS_KERNEL(Any, truthAll<0>)
JANUS_KERNEL(AnyDim, truthDim<0>)
JANUS_KERNEL(AnyDims, truthDims<0>)
JANUS_KERNEL(All, truthAll<1>)
JANUS_KERNEL(AllDim, truthDim<1>)
JANUS_KERNEL(AllDims, truthDims<1>)
JANUS_KERNEL(CountNonzero, countNonzero)
JANUS_KERNEL(CountNonzeroDims, countNonzeroDims)

}  // namespace janus
