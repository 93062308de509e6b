// max, min, amax, amin, aminmax, argmax, argmin. NaN wins; ties go to the first index.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/complex/Parts.h"
#include "kernels/cpu/reduce/Reduce.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"
#include "tensor/views/Strides.h"

#include <cmath>

namespace janus {
namespace {

template <class C>
Scalar scalarOf(C v) {
  if constexpr (std::is_floating_point_v<C>)
    return Scalar(static_cast<double>(v));
  else
    return Scalar(v);
}

// The greatest (or least) element and its index.
template <class C, bool greatest>
struct ExtremumOp {
  struct State {
    C value;
    int64_t index = -1;
    bool nan = false;
  };
  const Tensor *values, *indices;  // each may be null
  State start() const { return {}; }
  void row(State &s, const C *x, int64_t n, int64_t first) const {
    if (s.nan)
      return;
    const RowKernels<C> &rows = rowKernels();
    Extremes<C> e = rows.extremes(x, n);
    C best = greatest ? e.high : e.low;
    if (e.nan) {
      s.nan = true;
    } else if (s.index >= 0 && !(greatest ? best > s.value : best < s.value)) {
      return;
    }
    int64_t i = 0;
    if (indices || e.nan)
      while (e.nan ? x[i] == x[i] : x[i] != best)
        ++i;
    s.value = e.nan ? x[i] : best;
    s.index = first + i;
  }
  void finish(const State &s, int64_t at) const {
    if (values)
      storeScalar(scalarOf(s.value), values->dtype(),
                  values->raw() + static_cast<size_t>(at) * sizeOf(values->dtype()));
    if (indices)
      indices->data<int64_t>()[at] = s.index;
  }
};

template <bool greatest>
void runExtremum(const Tensor &self, uint64_t mask, const Tensor *values, const Tensor *indices) {
  switch (computeTypeOf(self.dtype())) {
  case ComputeType::F32:
    return runReduction<float>(self, mask, ExtremumOp<float, greatest>{values, indices});
  case ComputeType::F64:
    return runReduction<double>(self, mask, ExtremumOp<double, greatest>{values, indices});
  case ComputeType::I64:
    return runReduction<int64_t>(self, mask, ExtremumOp<int64_t, greatest>{values, indices});
  default:
    failDType(indices ? (greatest ? "max" : "min") : (greatest ? "max_all" : "min_all"),
              self.dtype());
  }
}

void requireElements(const char *name, const Tensor &self) {
  if (self.numel() == 0)
    fail("%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
         "reduction dim with the 'dim' "
         "argument.",
         name);
}
void requireDim(const char *name, const Tensor &self, int64_t dim) {
  if (self.dim() && self.size(static_cast<int>(dim)) == 0)
    failWith(jn_exc_IndexError, "%s(): Expected reduction dim %lld to have non-zero size.", name,
             static_cast<long long>(dim));
}
template <bool greatest>
constexpr const char *kName = greatest ? "max" : "min";

template <bool greatest>
Tensor extremum(const Tensor &self) {
  requireElements(kName<greatest>, self);
  Tensor out = makeTensor({}, self.dtype(), self.device());
  runExtremum<greatest>(self, reducedAll(self).mask, &out, nullptr);
  return out;
}
template <bool greatest>
std::tuple<Tensor, Tensor> extremumDim(const Tensor &self, int64_t dim, bool keepdim) {
  dim = wrapDim(dim, self.dim());
  requireDim(kName<greatest>, self, dim);
  ReducedShape shape = reducedShape(self, IntView(&dim, 1), keepdim);
  Tensor values = makeTensor(shape.shape, self.dtype(), self.device()),
         indices = makeTensor(shape.shape, DType::I64, self.device());
  runExtremum<greatest>(self, shape.mask, &values, &indices);
  return {values, indices};
}
template <bool greatest>
Tensor amext(const Tensor &self, IntView dims, bool keepdim) {
  const char *name = greatest ? "amax" : "amin";
  if (dims.empty())
    requireElements(name, self);
  ReducedShape shape = reducedShape(self, dims, keepdim);
  for (int64_t d : dims)
    requireDim(name, self, wrapDim(d, self.dim()));
  Tensor out = makeTensor(shape.shape, self.dtype(), self.device());
  runExtremum<greatest>(self, shape.mask, &out, nullptr);
  return out;
}
std::tuple<Tensor, Tensor> aminmax(const Tensor &self, std::optional<int64_t> dim, bool keepdim) {
  if (!dim) {
    if (self.numel() == 0)
      fail("aminmax(): cannot compute aminmax over an empty dimension as the operation has no "
           "identity.");
    ReducedShape shape = reducedShape(self, {}, keepdim);
    Tensor low = makeTensor(shape.shape, self.dtype()),
           high = makeTensor(shape.shape, self.dtype());
    runExtremum<false>(self, shape.mask, &low, nullptr);
    runExtremum<true>(self, shape.mask, &high, nullptr);
    return {low, high};
  }
  int64_t d = wrapDim(*dim, self.dim());
  if (self.dim() && self.size(static_cast<int>(d)) == 0)
    failWith(jn_exc_IndexError, "aminmax: Expected reduction dim %lld to have non-zero size.",
             static_cast<long long>(d));
  return {amext<false>(self, IntView(&*dim, 1), keepdim),
          amext<true>(self, IntView(&*dim, 1), keepdim)};
}
template <bool greatest>
Tensor argExtremum(const Tensor &self, std::optional<int64_t> dim, bool keepdim) {
  const char *name = greatest ? "argmax" : "argmin";
  if (self.dtype() == DType::Bool)
    failWith(jn_exc_NotImplementedError, "%s(): does not support bool input", name);
  if (!dim && self.numel() == 0)
    failWith(jn_exc_IndexError,
             "%s(): Expected reduction dim to be specified for input.numel() == 0.", name);
  ReducedShape shape =
      dim ? reducedShape(self, IntView(&*dim, 1), keepdim) : reducedShape(self, {}, keepdim);
  if (dim)
    requireDim(name, self, wrapDim(*dim, self.dim()));
  Tensor indices = makeTensor(shape.shape, DType::I64, self.device());
  runExtremum<greatest>(self, shape.mask, nullptr, &indices);
  return indices;
}

}  // namespace

JANUS_KERNEL(Max, extremum<true>)
JANUS_KERNEL(Min, extremum<false>)
JANUS_KERNEL(MaxDim, extremumDim<true>)
JANUS_KERNEL(MinDim, extremumDim<false>)
JANUS_KERNEL(Amax, amext<true>)
JANUS_KERNEL(Amin, amext<false>)
JANUS_KERNEL(AMinMax, aminmax)
JANUS_KERNEL(ArgMax, argExtremum<true>)
JANUS_KERNEL(ArgMin, argExtremum<false>)

}  // namespace janus
