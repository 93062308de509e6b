// Elements chosen by their rank, or drawn.
#pragma once

#include "janus/contract/inference/Context.h"

namespace janus::infer {

// The only element of a tensor without dimensions is its line.
template <class Cx>
Shape<Cx> topk(Cx &cx, const Shape<Cx> &self, const Dim<Cx> &k, int64_t dim) {
  auto at = static_cast<size_t>(wrapDim(cx, dim, static_cast<int64_t>(self.size())));
  Shape<Cx> out = self;
  if (cx.less(k, cx.constant(0)) || cx.less(self.empty() ? cx.constant(1) : self[at], k))
    return cx.fail("selected index k out of range");
  if (!out.empty())
    out[at] = k;
  return out;
}

template <class Cx>
bool areWeights(Cx &cx, const Shape<Cx> &self) {
  bool fits = self.size() == 1 || self.size() == 2;
  if (!fits)
    cx.fail("prob_dist must be 1 or 2 dim");
  return fits;
}

// Of rows of weights.
template <class Cx>
Shape<Cx> draws(Cx &cx, const Shape<Cx> &self, const Dim<Cx> &samples, bool replacement) {
  Shape<Cx> out = self;
  if (!areWeights(cx, self))
    return out;
  if (cx.less(samples, cx.constant(1)))
    return cx.fail("cannot sample n_sample <= 0 samples");
  if (!replacement && cx.less(self.back(), samples))
    return cx.fail("cannot sample n_sample > prob_dist.size(-1) samples without replacement");
  if (cx.less(cx.constant(int64_t{1} << 24), self.back()))
    return cx.fail("number of categories cannot exceed 2^24");
  out.back() = samples;
  return out;
}

}  // namespace janus::infer
