// The few operations that autograd itself needs, dispatched as any other. An undefined result: an
// exception is pending.
#pragma once

#include "tensor/dispatch/Dispatch.h"

#include <optional>

namespace janus::operations {

Tensor add(const Tensor &a, const Tensor &b);
Tensor addInto(const Tensor &a, const Tensor &b);  // a += b
Tensor clone(const Tensor &a);
Tensor copyInto(const Tensor &to, const Tensor &from);
Tensor onesLike(const Tensor &a);
Tensor zeros(IntView sizes, DType dtype, Device device);
// Real parts of complex numbers.
Tensor realPart(const Tensor &a);
Tensor convert(const Tensor &a, DType dtype);
// Sums dimensions that `shape` lacks or has with size 1.
Tensor sumTo(const Tensor &a, IntView shape);
Tensor asStrided(const Tensor &a, IntView sizes, IntView strides, int64_t offset);
// A view of elements of `dtype`, which may be the parts of complex ones, or have such as parts; the
// offset counts the smaller of the two.
struct ViewPlace {
  DType dtype;
  bool isConjugated;
  IntView sizes, strides;
  int64_t offset;
};
Tensor shownBy(const Tensor &base, const ViewPlace &place);
Tensor viewAs(const Tensor &a);  // another tensor over the same elements

// Nothing: an exception is pending.
std::optional<bool> holdsNan(const Tensor &a);

// Can a tensor of `from` be summed to `to`?
bool canSumTo(IntView from, IntView to);

}  // namespace janus::operations
