// Tensors one after the other, on top of each other, and several times.
#pragma once

#include "janus/contract/inference/Context.h"

namespace janus::infer {

// A vector without elements, whatever the others are: cat() leaves it out.
template <class Cx, class Sizes>
bool isLeftOut(Cx &cx, const Sizes &shape) {
  return shape.size() == 1 && cx.isConstant(shape[0], 0);
}

// `shapes`: a list, not empty, of lists of sizes.
template <class Cx, class Shapes>
Shape<Cx> cat(Cx &cx, const Shapes &shapes, int64_t dim) {
  for (size_t i = 0; i < shapes.size(); ++i)
    if (shapes[i].size() == 0)
      return cx.fail("zero-dimensional tensor (at position ", i, ") cannot be concatenated");
  Shape<Cx> out;
  size_t at = 0;
  for (size_t i = 0; i < shapes.size(); ++i) {
    const auto &shape = shapes[i];
    if (isLeftOut(cx, shape))
      continue;
    if (out.empty()) {
      for (const auto &size : shape)
        out.push_back(size);
      at = static_cast<size_t>(wrapDim(cx, dim, static_cast<int64_t>(out.size())));
      continue;
    }
    if (shape.size() != out.size())
      return cx.fail("Tensors must have same number of dimensions: got ", out.size(), " and ",
                     shape.size());
    for (size_t k = 0; k < out.size(); ++k)
      if (k != at && !cx.equal(shape[k], out[k]))
        return cx.fail("Sizes of tensors must match except in dimension ", at, ". Expected size ",
                       out[k], " but got size ", shape[k], " for tensor number ", i,
                       " in the list.");
    out[at] = cx.add(out[at], shape[at]);
  }
  if (out.empty())
    out.push_back(cx.constant(0));
  return out;
}

template <class Cx, class Shapes>
Shape<Cx> stack(Cx &cx, const Shapes &shapes, int64_t dim) {
  const auto &first = shapes[0];
  Shape<Cx> out;
  for (const auto &size : first)
    out.push_back(size);
  auto at = static_cast<size_t>(wrapDim(cx, dim, static_cast<int64_t>(out.size()) + 1));
  for (size_t i = 1; i < shapes.size(); ++i) {
    const auto &shape = shapes[i];
    if (!haveSameSizes(cx, shape, out))
      return cx.fail("stack expects each tensor to be equal size, but got ", first,
                     " at entry 0 and ", shape, " at entry ", i);
  }
  out.insert(at, cx.constant(static_cast<int64_t>(shapes.size())));
  return out;
}

template <class Cx>
Shape<Cx> repeat(Cx &cx, const Shape<Cx> &self, const Shape<Cx> &times) {
  if (times.size() < self.size())
    return cx.fail("Number of dimensions of repeat dims can not be smaller than number of "
                   "dimensions of tensor");
  Shape<Cx> out = times;
  size_t added = times.size() - self.size();
  for (size_t i = 0; i < self.size(); ++i)
    out[added + i] = cx.mul(out[added + i], self[i]);
  return out;
}

}  // namespace janus::infer
