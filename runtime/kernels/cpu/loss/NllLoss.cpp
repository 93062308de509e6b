// nll_loss and its gradient: classes in dimension 1 (0 of a single sample), any number of
// dimensions behind.
#include "janus/contract/inference/Loss.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"

#include <cinttypes>

namespace janus {
namespace {

enum Reduction : int64_t { kNone, kMean, kSum };

// Dense input and targets as batch x classes x positions.
struct Problem {
  Tensor input, target;
  Dims result;  // the sizes of the loss
  int64_t batch, classes, positions, ignored;
  const Tensor &weight;

  // The place of a target's score in the input, -1 for ignored ones.
  int64_t place(int64_t sample) const {
    int64_t t = classOf(sample);
    if (t == ignored)
      return -1;
    if (t < 0 || t >= classes)
      failWith(jn_exc_IndexError, "Target %" PRId64 " is out of bounds.", t);
    int64_t n = sample / positions, p = sample % positions;
    return (n * classes + t) * positions + p;
  }
  int64_t classOf(int64_t sample) const {
    return target.dtype() == DType::U8 ? target.data<uint8_t>()[sample]
                                       : target.data<int64_t>()[sample];
  }
  int64_t samples() const { return batch * positions; }
};

Problem makeProblem(const Tensor &self, const Tensor &target, const Tensor &weight,
                    int64_t reduction, int64_t ignored) {
  RunTimeContext cx;
  Dims result = infer::nllLoss(cx, self.sizes(), target.sizes(), reduction);
  if (target.dtype() != DType::I64 && target.dtype() != DType::U8)
    fail("expected target dtype to be Long or Byte, but got %s", scalarTypeName(target.dtype()));
  if (weight.defined()) {
    infer::checkClassWeights(cx, self.sizes(), weight.sizes());
    requireType(self.dtype(), weight.dtype());
  }
  bool isBatch = self.dim() > 1;
  return {contiguousOf(self),
          contiguousOf(target),
          std::move(result),
          isBatch ? self.size(0) : 1,
          self.size(isBatch ? 1 : 0),
          isBatch ? product(self.sizes().subspan(2)) : 1,
          ignored,
          weight};
}

// Sums of float are kept in double; short types in float.
template <class T>
using Total = std::conditional_t<std::is_same_v<Compute<T>, float>, double, Compute<T>>;

template <class T>
struct ClassWeights {
  const T *data;
  int64_t stride;
  explicit ClassWeights(const Tensor &w)
      : data(w.defined() ? w.data<T>() : nullptr), stride(w.defined() ? w.stride(0) : 0) {}
  Compute<T> operator[](int64_t c) const { return data ? loaded(data[c * stride]) : Compute<T>(1); }
};

std::tuple<Tensor, Tensor> nllLoss(const Tensor &self, const Tensor &target, const Tensor &weight,
                                   int64_t reduction, int64_t ignored) {
  Problem p = makeProblem(self, target, weight, reduction, ignored);
  bool none = reduction == kNone && self.dim() > 1;
  Tensor out = makeTensor(p.result, self.dtype(), self.device());
  Tensor total = makeTensor({}, self.dtype(), self.device());
  visitFloating(self.dtype(), "nll_loss_out_frame", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    ClassWeights<T> weights(weight);
    const T *scores = p.input.data<T>();
    Total<T> sum = 0, weightSum = 0;
    for (int64_t i = 0, n = p.samples(); i < n; ++i) {
      int64_t at = p.place(i);
      if (at < 0) {
        if (none)
          out.data<T>()[i] = stored<T>(0);
        continue;
      }
      Compute<T> w = weights[p.classOf(i)], loss = -loaded(scores[at]) * w;
      if (none)
        out.data<T>()[i] = stored<T>(loss);
      sum += loss;
      weightSum += w;
    }
    *total.data<T>() = stored<T>(reduction == kNone && none ? 0 : weightSum);
    if (!none)
      *out.data<T>() = stored<T>(reduction == kMean ? sum / weightSum : sum);
  });
  return {std::move(out), std::move(total)};
}

Tensor nllLossBackward(const Tensor &gradOutput, const Tensor &self, const Tensor &target,
                       const Tensor &weight, int64_t reduction, int64_t ignored,
                       const Tensor &totalWeight) {
  Problem p = makeProblem(self, target, weight, reduction, ignored);
  bool none = reduction == kNone && self.dim() > 1;
  if (none && !sameDims(gradOutput.sizes(), target.sizes())) {
    if (self.dim() == 2)
      fail("Expected a tensor of dimension 1 and tensor.size[0] == %" PRId64
           " but got: dimension %d and tensor.size[0] = %" PRId64,
           self.size(0), gradOutput.dim(), gradOutput.dim() ? gradOutput.size(0) : 1);
    fail("size mismatch (got grad_output: %s, target: %s)", dimsText(gradOutput.sizes()).c_str(),
         dimsText(target.sizes()).c_str());
  }
  if (!none && gradOutput.numel() != 1)
    fail("Expected a single element grad_output tensor, but got: %s",
         dimsText(gradOutput.sizes()).c_str());
  Tensor out = makeTensor(self.sizes(), self.dtype(), self.device());
  fillWith(out, 0);
  Tensor grad = contiguousOf(convertedTo(gradOutput, self.dtype()));
  visitFloating(self.dtype(), "nll_loss_backward_out_frame", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    ClassWeights<T> weights(weight);
    Compute<T> shared = none ? 0 : loaded(*grad.data<T>());
    if (reduction == kMean)
      shared /= loaded(*totalWeight.data<T>());
    T *to = out.data<T>();
    for (int64_t i = 0, n = p.samples(); i < n; ++i) {
      int64_t at = p.place(i);
      if (at < 0)
        continue;
      Compute<T> g = none ? loaded(grad.data<T>()[i]) : shared;
      to[at] = stored<T>(-weights[p.classOf(i)] * g);
    }
  });
  return out;
}

}  // namespace

JANUS_KERNEL(NllLossForward, nllLoss)
JANUS_KERNEL(NllLossBackward, nllLossBackward)

}  // namespace janus
