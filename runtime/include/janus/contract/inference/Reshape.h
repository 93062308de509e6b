// Other sizes for the same elements: what view and reshape do with -1, and the strides by which
// torch decides whether a view can have them.
#pragma once

#include "janus/contract/inference/Context.h"

#include <optional>

namespace janus::infer {

template <class Cx>
Dim<Cx> elementCount(Cx &cx, const Shape<Cx> &s) {
  auto n = cx.constant(1);
  for (size_t i = 0; i < s.size(); ++i)
    n = cx.mul(n, s[i]);
  return n;
}

// The argument of view and reshape with its -1 computed.
template <class Cx>
Shape<Cx> view(Cx &cx, const Shape<Cx> &self, const Shape<Cx> &wanted) {
  auto numel = elementCount(cx, self);
  auto known = cx.constant(1);
  int64_t inferred = -1;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (cx.isConstant(wanted[i], -1)) {
      if (inferred >= 0)
        return cx.fail("only one dimension can be inferred");
      inferred = static_cast<int64_t>(i);
    } else if (cx.less(wanted[i], cx.constant(0))) {
      return cx.fail("invalid shape dimension ", wanted[i], " at index ", i, " of shape ", wanted);
    } else {
      known = cx.mul(known, wanted[i]);
    }
  }
  Shape<Cx> out = wanted;
  if (inferred >= 0) {
    if (cx.equal(known, cx.constant(0))) {
      if (cx.equal(numel, cx.constant(0)))
        return cx.fail(
            "cannot reshape tensor of 0 elements into shape ", wanted,
            " because the unspecified dimension size -1 can be any value and is ambiguous");
      return cx.fail("shape '", wanted, "' is invalid for input of size ", numel);
    }
    auto rest = cx.floorDiv(numel, known);
    out[static_cast<size_t>(inferred)] = rest;
    known = cx.mul(known, rest);
  }
  if (!cx.equal(known, numel))
    return cx.fail("shape '", wanted, "' is invalid for input of size ", numel);
  return out;
}

// Of lists of numbers: row by row without gaps. Of sizes that no memory holds (some other one may
// be 0) they wrap around.
template <class Numbers>
Numbers contiguousStrides(const Numbers &sizes) {
  Numbers strides(sizes.size(), 1);
  uint64_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    strides[d] = static_cast<int64_t>(stride);
    stride *= sizes[d] > 1 ? static_cast<uint64_t>(sizes[d]) : 1;
  }
  return strides;
}

// The strides with which `sizes` shows the elements, or nothing when they must be copied (torch's
// computeStride). Dimensions are taken from the back in groups that are dense among themselves;
// those of `sizes` must fill such a group exactly.
template <class Numbers>
std::optional<Numbers> viewStrides(const Numbers &oldSizes, const Numbers &oldStrides,
                                   const Numbers &sizes) {
  bool isSame = oldSizes.size() == sizes.size(), isEmpty = false;
  for (size_t i = 0; i < oldSizes.size(); ++i) {
    isSame = isSame && oldSizes[i] == sizes[i];
    isEmpty |= oldSizes[i] == 0;
  }
  if (isEmpty)
    return isSame ? oldStrides : infer::contiguousStrides(sizes);
  Numbers strides(sizes.size(), 1);
  if (oldSizes.empty())
    return strides;
  size_t left = sizes.size();
  int64_t base = oldStrides.back(), oldCount = 1, newCount = 1;
  for (size_t d = oldSizes.size(); d-- > 0;) {
    oldCount *= oldSizes[d];
    bool groupEnds = d == 0 || (oldSizes[d - 1] != 1 && oldStrides[d - 1] != oldCount * base);
    if (!groupEnds)
      continue;
    for (; left > 0 && (newCount < oldCount || sizes[left - 1] == 1); --left) {
      strides[left - 1] = newCount * base;
      newCount *= sizes[left - 1];
    }
    if (newCount != oldCount)
      return std::nullopt;
    if (d > 0) {
      base = oldStrides[d - 1];
      oldCount = newCount = 1;
    }
  }
  return left == 0 ? std::optional(strides) : std::nullopt;
}

}  // namespace janus::infer
