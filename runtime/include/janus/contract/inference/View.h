// Sizes of views.
#pragma once

#include "janus/contract/inference/Context.h"

namespace janus::infer {

template <class Cx>
typename Cx::Dim elementCount(Cx &cx, const typename Cx::Shape &s) {
  auto n = cx.constant(1);
  for (size_t i = 0; i < s.size(); ++i)
    n = cx.mul(n, s[i]);
  return n;
}

// The argument of view and reshape with its -1 computed.
template <class Cx>
typename Cx::Shape view(Cx &cx, const typename Cx::Shape &self, const typename Cx::Shape &wanted) {
  auto numel = elementCount(cx, self);
  auto known = cx.constant(1);
  int64_t inferred = -1;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (cx.isConstant(wanted[i], -1)) {
      if (inferred >= 0)
        return cx.fail(ErrorKind::Runtime, "only one dimension can be inferred");
      inferred = static_cast<int64_t>(i);
    } else if (cx.less(wanted[i], cx.constant(0))) {
      return cx.fail(ErrorKind::Runtime, "invalid shape dimension ", wanted[i], " at index ",
                     static_cast<int64_t>(i), " of shape ", wanted);
    } else {
      known = cx.mul(known, wanted[i]);
    }
  }
  typename Cx::Shape out = wanted;
  if (inferred >= 0) {
    if (cx.equal(known, cx.constant(0))) {
      if (cx.equal(numel, cx.constant(0)))
        return cx.fail(
            ErrorKind::Runtime, "cannot reshape tensor of 0 elements into shape ", wanted,
            " because the unspecified dimension size -1 can be any value and is ambiguous");
      return cx.fail(ErrorKind::Runtime, "shape '", wanted, "' is invalid for input of size ",
                     numel);
    }
    auto rest = cx.floorDiv(numel, known);
    out[static_cast<size_t>(inferred)] = rest;
    known = cx.mul(known, rest);
  }
  if (!cx.equal(known, numel))
    return cx.fail(ErrorKind::Runtime, "shape '", wanted, "' is invalid for input of size ", numel);
  return out;
}

}  // namespace janus::infer
