// Losses that compare elements, and their gradients: a formula over all elements, then the
// reduction.
#include "janus/contract/inference/Broadcast.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

namespace janus {
namespace {

enum Reduction : int64_t { kNone, kMean, kSum };

Tensor reduced(Tensor each, int64_t reduction) {
  if (reduction == kMean)
    return ops::call<TensorOp::Mean>(each, std::nullopt);
  if (reduction == kSum)
    return ops::call<TensorOp::Sum>(each, std::nullopt);
  return each;
}

template <size_t n>
Tensor run(Formula formula, const Operand (&operands)[n], DType type, const FormulaParam *params,
           const char *name) {
  return runElementwise({formula, operands, type, type, params, name});
}

Tensor distance(Formula formula, const Tensor &self, const Tensor &target, int64_t reduction,
                double threshold, const char *name) {
  Operand operands[] = {self, target};
  FormulaParam params[4] = {{threshold, 0}};
  return reduced(run(formula, operands, resultType(self, target), params, name), reduction);
}
// Contiguous. `slope`: the derivative of an element's loss without its factor.
Tensor distanceGradient(Formula formula, const Tensor &grad, const Tensor &self,
                        const Tensor &target, int64_t reduction, double slope, double threshold,
                        const char *name) {
  Operand operands[] = {self, target, grad};
  double factor = reduction == kMean ? slope / static_cast<double>(self.numel()) : slope;
  FormulaParam params[4] = {{factor, 0}, {threshold, 0}};
  DType t = resultType(self, target);
  Tensor out = makeTensor(broadcastShape(operands), self.dtype(), self.device());
  runElementwiseInto({formula, operands, t, self.dtype(), params, name}, out);
  return out;
}

Tensor mseLoss(const Tensor &self, const Tensor &target, int64_t reduction) {
  return distance(Formula::SquaredDifference, self, target, reduction, 0, "mse_cpu");
}
Tensor mseLossBackward(const Tensor &grad, const Tensor &self, const Tensor &target,
                       int64_t reduction) {
  return distanceGradient(Formula::SquaredDifferenceBackward, grad, self, target, reduction, 2, 0,
                          "mse_backward_cpu_out");
}
Tensor smoothL1Loss(const Tensor &self, const Tensor &target, int64_t reduction, double beta) {
  if (!(beta >= 0))
    fail("smooth_l1_loss does not support negative values for beta.");
  return distance(Formula::SmoothL1, self, target, reduction, beta, "smooth_l1_cpu");
}
Tensor smoothL1LossBackward(const Tensor &grad, const Tensor &self, const Tensor &target,
                            int64_t reduction, double beta) {
  return distanceGradient(Formula::SmoothL1Backward, grad, self, target, reduction, 1, beta,
                          "smooth_l1_backward_cpu_out");
}
Tensor huberLoss(const Tensor &self, const Tensor &target, int64_t reduction, double delta) {
  if (!(delta > 0))
    fail("huber_loss does not support non-positive values for delta.");
  // torch computes it in a tensor like `self`.
  DType t = resultType(self, target);
  if (isFloating(t) && !isFloating(self.dtype()))
    fail("result type %s can't be cast to the desired output type %s", scalarTypeName(t),
         scalarTypeName(self.dtype()));
  Tensor loss = distance(Formula::Huber, self, target, reduction, delta, "huber_cpu");
  return convertedTo(loss, self.dtype());
}
Tensor huberLossBackward(const Tensor &grad, const Tensor &self, const Tensor &target,
                         int64_t reduction, double delta) {
  return distanceGradient(Formula::HuberBackward, grad, self, target, reduction, 1, delta,
                          "huber_backward_cpu_out");
}

// ---------------------------------------------------------------- cross entropy of two classes

// NaN lies outside, too.
void checkProbabilities(const Tensor &t, const char *what) {
  Tensor dense = contiguousOf(t);
  bool inside = true;
  visitFloating(t.dtype(), "binary_cross_entropy", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T *x = dense.data<T>();
    for (int64_t i = 0, n = dense.numel(); i < n; ++i)
      inside &= (loaded(x[i]) >= 0) & (loaded(x[i]) <= 1);
  });
  if (!inside)
    fail("all elements of %s should be between 0 and 1", what);
}

Tensor weighted(Tensor each, const Tensor &weight) {
  return weight.defined() ? ops::call<TensorOp::MulTensor>(each, weight) : each;
}
Tensor shared(Tensor grad, int64_t reduction, const Tensor &self) {
  return reduction == kMean ? ops::call<TensorOp::DivScalar>(grad, self.numel()) : grad;
}

Tensor binaryCrossEntropy(const Tensor &self, const Tensor &target, const Tensor &weight,
                          int64_t reduction) {
  if (self.dtype() != target.dtype())
    fail("Found dtype %s but expected %s", scalarTypeName(target.dtype()),
         scalarTypeName(self.dtype()));
  checkProbabilities(self, "input");
  checkProbabilities(target, "target");
  Operand operands[] = {self, target};
  return reduced(weighted(run(Formula::BinaryCrossEntropy, operands, self.dtype(), nullptr,
                              "binary_cross_entropy"),
                          weight),
                 reduction);
}
Tensor binaryCrossEntropyBackward(const Tensor &grad, const Tensor &self, const Tensor &target,
                                  const Tensor &weight, int64_t reduction) {
  Operand operands[] = {self, target, grad};
  Tensor each = run(Formula::BinaryCrossEntropyBackward, operands, self.dtype(), nullptr,
                    "binary_cross_entropy_backward");
  return shared(weighted(each, weight), reduction, self);
}

// torch computes (1 - target) * self in the memory of 1 - target.
void checkLogitsTarget(const Tensor &self, const Tensor &target) {
  if (target.dtype() == DType::Bool)
    failWith(jn_exc_NotImplementedError,
             "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` "
             "or `logical_xor()` operator instead.");
  if (!isFloating(target.dtype()) && isFloating(self.dtype()))
    fail("result type %s can't be cast to the desired output type %s", scalarTypeName(self.dtype()),
         scalarTypeName(target.dtype()));
  if (!isFloating(self.dtype()))
    failDType("log_sigmoid_cpu", self.dtype());
}

// `plain`, or where positive examples have weights `weighted`.
Tensor ofLogits(Formula plain, Formula weighted, const Tensor &self, const Tensor &target,
                const Tensor &posWeight, const char *name) {
  DType t = resultType(self, target);
  std::vector<Operand> operands = {self, target};
  if (posWeight.defined()) {
    RunTimeContext cx;  // torch weighs the target before it looks at `self`
    infer::broadcast(cx, Dims(posWeight.sizes()), Dims(target.sizes()));
    operands.emplace_back(posWeight);
  }
  return runElementwise({posWeight.defined() ? weighted : plain, operands, t, t, nullptr, name});
}
Tensor logitsLoss(const Tensor &self, const Tensor &target, const Tensor &weight,
                  const Tensor &posWeight, int64_t reduction) {
  checkLogitsTarget(self, target);
  Tensor each = ofLogits(Formula::LogitsLoss, Formula::WeightedLogitsLoss, self, target, posWeight,
                         "log_sigmoid_cpu");
  return reduced(weighted(convertedTo(each, target.dtype()), weight), reduction);
}
Tensor logitsLossBackward(const Tensor &grad, const Tensor &self, const Tensor &target,
                          const Tensor &weight, const Tensor &posWeight, int64_t reduction) {
  Tensor slope = ofLogits(Formula::LogitsSlope, Formula::WeightedLogitsSlope, self, target,
                          posWeight, "sigmoid_cpu");
  return shared(weighted(ops::call<TensorOp::MulTensor>(slope, grad), weight), reduction, self);
}

}  // namespace

JANUS_KERNEL(MseLoss, mseLoss)
JANUS_KERNEL(MseLossBackward, mseLossBackward)
JANUS_KERNEL(SmoothL1Loss, smoothL1Loss)
JANUS_KERNEL(SmoothL1LossBackward, smoothL1LossBackward)
JANUS_KERNEL(HuberLoss, huberLoss)
JANUS_KERNEL(HuberLossBackward, huberLossBackward)
JANUS_KERNEL(BinaryCrossEntropy, binaryCrossEntropy)
JANUS_KERNEL(BinaryCrossEntropyBackward, binaryCrossEntropyBackward)
JANUS_KERNEL(BinaryCrossEntropyWithLogits, logitsLoss)
JANUS_KERNEL(BinaryCrossEntropyWithLogitsBackward, logitsLossBackward)

}  // namespace janus
