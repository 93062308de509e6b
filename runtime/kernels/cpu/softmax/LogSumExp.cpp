// logsumexp: log(sum(exp(x - m))) + m with the greatest element m. Nothing is subtracted where all
// is infinite.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/complex/Parts.h"
#include "kernels/cpu/reduce/Reduce.h"
#include "kernels/cpu/softmax/SoftmaxRows.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <cmath>

namespace janus {
namespace {

// Of dense rows, in one go.
Tensor ofRows(const Tensor &self, const ReducedShape &shape) {
  Tensor out = makeTensor(shape.shape, self.dtype(), self.device());
  visitFloating(self.dtype(), "", [&](auto tag) {
    using C = Compute<typename decltype(tag)::Type>;
    const SoftmaxRows<C> &rows = softmaxKernels();
    const C *from = self.data<C>();
    C *to = out.data<C>();
    for (int64_t i = 0; i < out.numel(); ++i)
      to[i] = rows.logSumExp(from + i * shape.count, shape.count);
  });
  return out;
}

// By the steps that torch takes: types of 16 bits round after each.
Tensor byParts(const Tensor &self, IntView dims) {
  Tensor high =
      ops::call<TensorOp::Amax>(isComplex(self.dtype()) ? partOf(self, 0) : self, dims, true);
  Tensor finite = ops::call<TensorOp::MaskedFillScalar>(high, ops::call<TensorOp::IsInf>(high), 0);
  Tensor e = ops::call<TensorOp::Exp_>(ops::call<TensorOp::SubTensor>(self, finite, 1));
  Tensor total = ops::call<TensorOp::SumDim>(e, dims, true, std::nullopt);
  return ops::call<TensorOp::AddTensor>(ops::call<TensorOp::Log>(total), finite, 1);
}

Tensor logSumExp(const Tensor &input, IntView dims, bool keepdim) {
  Tensor self = isInexact(input.dtype()) ? input : convertedTo(input, defaultDType());
  ReducedShape shape = reducedShape(self, dims, true);
  if (shape.count == 0) {
    Tensor out = makeTensor(reducedShape(self, dims, keepdim).shape, self.dtype());
    fillWith(out, Scalar(-HUGE_VAL));
    return out;
  }
  bool areRows = self.isContiguous() &&
                 (self.dtype() == DType::F32 || self.dtype() == DType::F64) && self.dim() > 0 &&
                 shape.count == self.size(self.dim() - 1) &&
                 shape.mask == uint64_t{1} << (self.dim() - 1);
  Tensor out = areRows ? ofRows(self, shape) : byParts(self, dims);
  return keepdim ? out : ops::call<TensorOp::View>(out, reducedShape(self, dims, false).shape);
}

}  // namespace

JANUS_KERNEL(LogSumExp, logSumExp)

}  // namespace janus
