// Elementwise operations: operands are aligned at the last dimension, and sizes of 1 stretch.
#pragma once

#include "janus/contract/inference/Context.h"

namespace janus::infer {

template <class Cx>
typename Cx::Shape broadcast(Cx &cx, const typename Cx::Shape &a, const typename Cx::Shape &b) {
  size_t rank = a.size() > b.size() ? a.size() : b.size();
  typename Cx::Shape out;
  for (size_t i = 0; i < rank; ++i) {
    size_t skipA = rank - a.size(), skipB = rank - b.size();
    if (i < skipA) {
      out.push_back(b[i]);
    } else if (i < skipB) {
      out.push_back(a[i]);
    } else {
      auto x = a[i - skipA], y = b[i - skipB];
      if (cx.equal(x, y)) {
        out.push_back(x);
      } else if (isOne(cx, x)) {
        out.push_back(y);
      } else if (isOne(cx, y)) {
        out.push_back(x);
      } else {
        return cx.fail(ErrorKind::Runtime, "The size of tensor a (", x,
                       ") must match the size of tensor b (", y, ") at non-singleton dimension ",
                       static_cast<int64_t>(i));
      }
    }
  }
  return out;
}

// The sizes that `self` takes in expand(sizes): -1 keeps a size.
template <class Cx>
typename Cx::Shape expand(Cx &cx, const typename Cx::Shape &self, const typename Cx::Shape &sizes) {
  if (sizes.size() < self.size())
    return cx.fail(ErrorKind::Runtime, "expand(", cx.kindOfTensor(), "{", self, "}, size=", sizes,
                   "): the number of sizes provided (", static_cast<int64_t>(sizes.size()),
                   ") must be greater or equal to the number of dimensions in the tensor (",
                   static_cast<int64_t>(self.size()), ")");
  typename Cx::Shape out;
  size_t added = sizes.size() - self.size();
  for (size_t i = 0; i < sizes.size(); ++i) {
    auto wanted = sizes[i];
    bool keep = cx.isConstant(wanted, -1);
    if (i < added) {
      if (keep)
        return cx.fail(ErrorKind::Runtime,
                       "The expanded size of the tensor (-1) isn't allowed in a leading, "
                       "non-existing dimension ",
                       static_cast<int64_t>(i));
      out.push_back(wanted);
      continue;
    }
    auto has = self[i - added];
    if (keep || cx.equal(has, wanted)) {
      out.push_back(has);
    } else if (isOne(cx, has)) {
      out.push_back(wanted);
    } else {
      return cx.fail(ErrorKind::Runtime, "The expanded size of the tensor (", wanted,
                     ") must match the existing size (", has, ") at non-singleton dimension ",
                     static_cast<int64_t>(i), ".  Target sizes: ", sizes,
                     ".  Tensor sizes: ", self);
    }
  }
  return out;
}

}  // namespace janus::infer
