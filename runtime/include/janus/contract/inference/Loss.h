// Losses of classes, which stand in dimension 1, of a single sample in dimension 0.
#pragma once

#include "janus/contract/inference/Context.h"

namespace janus::infer {

// `reduction` 0: a number for each target; else one number.
template <class Cx>
Shape<Cx> nllLoss(Cx &cx, const Shape<Cx> &self, const Shape<Cx> &target, int64_t reduction) {
  size_t rank = self.size();
  if (rank == 0)
    return cx.fail("input tensor should be 1D or 2D");
  if (rank <= 2 && target.size() > 1)
    return cx.fail("0D or 1D target tensor expected, multi-target not supported");
  Shape<Cx> wanted = self;
  if (rank == 1)
    wanted[0] = cx.constant(1);
  else
    wanted.erase(1);
  bool fits = (rank == 1 && target.empty()) || haveSameSizes(cx, wanted, target);
  if (!fits && rank <= 2)
    return cx.fail("size mismatch (got input: ", self, ", target: ", target, ")");
  if (!fits)
    return cx.fail("Expected target size ", wanted, ", got ", target);
  return reduction == 0 && rank > 1 ? target : Shape<Cx>();
}

template <class Cx>
void checkClassWeights(Cx &cx, const Shape<Cx> &self, const Shape<Cx> &weight) {
  auto classes = self[self.size() == 1 ? 0 : 1];
  if (weight.size() != 1 || !cx.equal(weight[0], classes))
    cx.fail("weight tensor should be defined either for all ", classes,
            " classes or no classes but got weight tensor of shape: ", weight);
}

}  // namespace janus::infer
