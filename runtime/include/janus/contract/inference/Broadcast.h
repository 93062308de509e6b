// Elementwise operations: operands are aligned at the last dimension, and sizes of 1 stretch.
#pragma once

#include "janus/contract/inference/Context.h"

namespace janus::infer {

// Sizes that differ in several dimensions are told of the last one.
template <class Cx>
Shape<Cx> failBroadcast(Cx &cx, const Shape<Cx> &a, const Shape<Cx> &b) {
  for (size_t i = 1; i <= a.size() && i <= b.size(); ++i) {
    auto x = a[a.size() - i], y = b[b.size() - i];
    if (!cx.equal(x, y) && !isOne(cx, x) && !isOne(cx, y))
      return cx.fail("The size of tensor a (", x, ") must match the size of tensor b (", y,
                     ") at non-singleton dimension ",
                     (a.size() > b.size() ? a.size() : b.size()) - i);
  }
  return {};
}

template <class Cx>
Shape<Cx> broadcast(Cx &cx, const Shape<Cx> &a, const Shape<Cx> &b) {
  size_t rank = a.size() > b.size() ? a.size() : b.size();
  Shape<Cx> out;
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
        return failBroadcast(cx, a, b);
      }
    }
  }
  return out;
}

}  // namespace janus::infer
