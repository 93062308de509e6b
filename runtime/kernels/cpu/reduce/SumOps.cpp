// sum, mean, prod, norm, trace: reductions to sums and products.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/complex/Parts.h"
#include "kernels/cpu/reduce/Reduce.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"

#include <cmath>

namespace janus {
namespace {

using OptionalType = std::optional<DType>;

// Results are stored through a number of the accumulator's kind.
template <class A>
struct Sink {
  const Tensor &out;
  void store(A v, int64_t at) const {
    void *place = out.raw() + static_cast<size_t>(at) * sizeOf(out.dtype());
    if constexpr (!isComplexElement<A>)
      if (out.dtype() == DType::F32) {
        *static_cast<float *>(place) = static_cast<float>(v);
        return;
      }
    storeScalar(Scalar(v), out.dtype(), place);
  }
};

template <class C>
struct SumOp {
  using State = std::conditional_t<std::is_same_v<C, int64_t>, int64_t, double>;
  Sink<State> sink;
  double divisor = 1;
  State start() const { return 0; }
  void row(State &s, const C *x, int64_t n, int64_t) const {
    const RowKernels<C> &rows = rowKernels();
    if constexpr (std::is_same_v<C, int64_t>)
      s = static_cast<int64_t>(static_cast<uint64_t>(s) + static_cast<uint64_t>(rows.sum(x, n)));
    else
      s += rows.sum(x, n);
  }
  void finish(const State &s, int64_t at) const {
    if constexpr (std::is_same_v<C, int64_t>)
      sink.store(s, at);
    else
      sink.store(divisor == 1 ? s : s / divisor, at);
  }
};
template <class C>
struct NanSumOp {
  using State = double;
  Sink<double> sink;
  State start() const { return 0; }
  void row(State &s, const C *x, int64_t n, int64_t) const {
    for (int64_t i = 0; i < n; ++i)
      s += x[i] == x[i] ? static_cast<double>(x[i]) : 0;
  }
  void finish(const State &s, int64_t at) const { sink.store(s, at); }
};
template <class C>
struct ProdOp {
  using State = std::conditional_t<std::is_same_v<C, int64_t>, uint64_t,
                                   std::conditional_t<isComplexElement<C>, C, double>>;
  Sink<std::conditional_t<std::is_same_v<C, int64_t>, int64_t, State>> sink;
  State start() const { return 1; }
  void row(State &s, const C *x, int64_t n, int64_t) const {
    for (int64_t i = 0; i < n; ++i)
      s *= static_cast<State>(x[i]);
  }
  void finish(const State &s, int64_t at) const {
    if constexpr (std::is_same_v<C, int64_t>)
      sink.store(static_cast<int64_t>(s), at);
    else
      sink.store(s, at);
  }
};

DType sumType(const Tensor &self, OptionalType dtype) {
  if (dtype)
    return *dtype;
  return isInexact(self.dtype()) ? self.dtype() : DType::I64;
}

// Runs Op<float|double|int64_t> by the type in which the result is computed, which is real.
template <template <class> class Op>
void runTyped(const Tensor &self, uint64_t mask, DType compute, const Tensor &out, double divisor) {
  auto run = [&](auto zero) {
    using C = decltype(zero);
    if constexpr (std::is_same_v<Op<C>, SumOp<C>>)
      runReduction<C>(self, mask, SumOp<C>{{out}, divisor});
    else
      runReduction<C>(self, mask, Op<C>{{out}});
  };
  switch (computeTypeOf(compute)) {
  case ComputeType::F32: return run(float{});
  case ComputeType::F64: return run(double{});
  default: return run(int64_t{});
  }
}

// A sum of complex numbers is that of their parts.
Tensor sumOfPairs(const Tensor &self, const ReducedShape &shape, DType t, bool mean);

Tensor sumOver(const Tensor &self, IntView dims, bool keepdim, DType t, bool mean) {
  ReducedShape shape = reducedShape(self, dims, keepdim);
  if (JN_UNLIKELY(isComplex(t)))
    return sumOfPairs(self, shape, t, mean);
  Tensor out = makeTensor(shape.shape, t, self.device());
  double divisor = mean ? static_cast<double>(shape.count) : 1;
  if (sumColumns(self, shape.mask, out)) {
    if (mean)
      ops::callValue<TensorOp::DivScalar_>(out, divisor);
    return out;
  }
  if (mean && shape.count == 0) {
    fillWith(out, Scalar(std::nan("")));
    return out;
  }
  runTyped<SumOp>(self, shape.mask, t, out, divisor);
  return out;
}

Tensor sumOfPairs(const Tensor &self, const ReducedShape &shape, DType t, bool mean) {
  Tensor pairs = pairsOf(convertedTo(self, t)), out = makeTensor(shape.shape, t, self.device());
  Dims dims;
  for (int d = 0; d < self.dim(); ++d)
    if (shape.mask >> d & 1)
      dims.push_back(d);
  Tensor sums =
      contiguousOf(dims.empty() ? pairs : sumOver(pairs, dims, false, realTypeOf(t), mean));
  Tensor into = pairsOf(out);
  copyInto(into, makeView(sums, into.sizes(), contiguousStrides(into.sizes()), sums->offset));
  return out;
}

Tensor sum(const Tensor &self, OptionalType dtype) {
  return sumOver(self, {}, false, sumType(self, dtype), false);
}
Tensor sumDim(const Tensor &self, std::optional<IntView> dims, bool keepdim, OptionalType dtype) {
  return sumOver(self, dims.value_or(IntView()), keepdim, sumType(self, dtype), false);
}

DType meanType(const char *name, const Tensor &self, OptionalType dtype) {
  DType t = dtype.value_or(self.dtype());
  if (!isInexact(t)) {
    failWith(
        jn_exc_NotImplementedError,
        dtype
            ? "%s(): could not infer output dtype. Optional dtype must be either a floating point "
              "or complex dtype. Got: %s"
            : "%s(): could not infer output dtype. Input dtype must be either a floating point or "
              "complex "
              "dtype. Got: %s",
        name, scalarTypeName(t));
  }
  return t;
}
Tensor mean(const Tensor &self, OptionalType dtype) {
  return sumOver(self, {}, false, meanType("mean", self, dtype), true);
}
Tensor meanDim(const Tensor &self, std::optional<IntView> dims, bool keepdim, OptionalType dtype) {
  return sumOver(self, dims.value_or(IntView()), keepdim, meanType("mean", self, dtype), true);
}

Tensor nanSum(const Tensor &self, std::optional<IntView> dims, bool keepdim, OptionalType dtype) {
  if (isComplex(self.dtype()))
    failWith(jn_exc_NotImplementedError, "nansum on CPU does not support complex inputs");
  if (!isFloating(self.dtype()))
    return sumDim(self, dims, keepdim, dtype);
  ReducedShape shape = reducedShape(self, dims.value_or(IntView()), keepdim);
  Tensor out = makeTensor(shape.shape, sumType(self, dtype), self.device());
  if (self.dtype() == DType::F64)
    runReduction<double>(self, shape.mask, NanSumOp<double>{{out}});
  else
    runReduction<float>(self, shape.mask, NanSumOp<float>{{out}});
  return out;
}
Tensor prodOver(const Tensor &self, IntView dims, bool keepdim, OptionalType dtype) {
  DType t = sumType(self, dtype);
  ReducedShape shape = reducedShape(self, dims, keepdim);
  Tensor out = makeTensor(shape.shape, t, self.device());
  if (isComplex(t))
    runReduction<std::complex<double>>(self, shape.mask, ProdOp<std::complex<double>>{{out}});
  else
    runTyped<ProdOp>(self, shape.mask, t, out, 1);
  return out;
}
Tensor prod(const Tensor &self, OptionalType dtype) {
  return prodOver(self, {}, false, dtype);
}
Tensor prodDim(const Tensor &self, int64_t dim, bool keepdim, OptionalType dtype) {
  return prodOver(self, IntView(&dim, 1), keepdim, dtype);
}

Tensor trace(const Tensor &self) {
  if (self.dim() != 2)
    fail("trace: expected a matrix, but got tensor with dim %d", self.dim());
  Tensor diagonal = makeView(self, Dims{std::min(self.size(0), self.size(1))},
                             Dims{self.stride(0) + self.stride(1)}, self->offset);
  return sum(diagonal, std::nullopt);
}

// ---------------------------------------------------------------- norms

template <class C>
struct NormOp {
  using State = double;
  Sink<double> sink;
  double p;
  State start() const { return p == -HUGE_VAL ? HUGE_VAL : 0; }
  void row(State &s, const C *x, int64_t n, int64_t) const {
    const RowKernels<C> &rows = rowKernels();
    if (p == 2) {
      s += rows.squares(x, n, 0);
    } else if (p == 1) {
      s += rows.magnitudes(x, n);
    } else if (p == 0) {
      for (int64_t i = 0; i < n; ++i)
        s += x[i] != 0;
    } else if (p == HUGE_VAL) {
      for (int64_t i = 0; i < n; ++i)
        s = std::fabs(x[i]) > s || x[i] != x[i] ? std::fabs(x[i]) : s;
    } else if (p == -HUGE_VAL) {
      for (int64_t i = 0; i < n; ++i)
        s = std::fabs(x[i]) < s || x[i] != x[i] ? std::fabs(x[i]) : s;
    } else {
      for (int64_t i = 0; i < n; ++i)
        s += std::pow(std::fabs(static_cast<double>(x[i])), p);
    }
  }
  void finish(const State &s, int64_t at) const {
    double v = s;
    if (p == 2)
      v = std::sqrt(s);
    else if (p != 1 && p != 0 && std::isfinite(p))
      v = std::pow(s, 1 / p);
    sink.store(v, at);
  }
};

Tensor vectorNorm(const Tensor &self, const Scalar &ord, std::optional<IntView> dims, bool keepdim,
                  OptionalType dtype) {
  if (isComplex(self.dtype()))
    return vectorNorm(ops::call<TensorOp::Abs>(self), ord, dims, keepdim,
                      dtype ? OptionalType(realTypeOf(*dtype)) : dtype);
  if (!isFloating(self.dtype()))
    failWith(jn_exc_NotImplementedError,
             "linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s",
             scalarTypeName(self.dtype()));
  ReducedShape shape = reducedShape(self, dims.value_or(IntView()), keepdim);
  Tensor out = makeTensor(shape.shape, dtype.value_or(self.dtype()), self.device());
  double p = ord.toDouble();
  if (shape.count == 0 && out.numel() && (p < 0 || std::isinf(p)))
    fail("linalg.vector_norm cannot compute the %g norm on an empty tensor because the operation "
         "does not have an identity",
         p);
  if (self.dtype() == DType::F64)
    runReduction<double>(self, shape.mask, NormOp<double>{{out}, p});
  else
    runReduction<float>(self, shape.mask, NormOp<float>{{out}, p});
  return out;
}

}  // namespace

JANUS_KERNEL(Sum, sum)
JANUS_KERNEL(SumDim, sumDim)
JANUS_KERNEL(Mean, mean)
JANUS_KERNEL(MeanDim, meanDim)
JANUS_KERNEL(NanSum, nanSum)
JANUS_KERNEL(Prod, prod)
JANUS_KERNEL(ProdDim, prodDim)
JANUS_KERNEL(Trace, trace)
JANUS_KERNEL(VectorNorm, vectorNorm)

}  // namespace janus
