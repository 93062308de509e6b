// Shape inference is written once, as templates over a context. At run time sizes are numbers, and
// a violated condition raises; in the compiler sizes are symbolic, a condition becomes a guard, and
// what cannot be decided makes the result unknown.
//
// A context `Cx` has
//   Cx::Dim                              a size; copyable
//   Cx::Shape                            a list of Dim: size(), empty(), back(), operator[],
//                                        push_back, pop_back, resize, insert(at, d), erase(at)
//   Dim constant(int64_t)
//   Dim add(a, b), sub, mul, floorDiv
//   bool equal(a, b), less(a, b)         the run-time truth; the compiler assumes and guards. A
//                                        context that cannot assume marks itself undecided and
//                                        answers true.
//   bool isConstant(d, int64_t)          is it this very number? No guard.
//   int64_t value(d)                     its value, which the compiler guards (kernel sizes)
//   const char *kindOfTensor()           `torch.FloatTensor`, for error texts
//   Shape fail(parts...)                 the condition does not hold: raises RuntimeError, or marks
//                                        the context failed; parts are text, numbers, Dims, Shapes,
//                                        and functions that are given `put(parts...)`, for lists
//   Shape failIndex(parts...)            the same of an IndexError
//   bool hasFailed()                     whether something did not hold; false at run time
// Templates return after `fail`, or go on without harm.
#pragma once

#include <cstddef>
#include <cstdint>

namespace janus::infer {

template <class Cx>
using Dim = typename Cx::Dim;
template <class Cx>
using Shape = typename Cx::Shape;

template <class Cx>
bool isOne(Cx &cx, const Dim<Cx> &d) {
  return cx.equal(d, cx.constant(1));
}

template <class Cx, class Sizes, class Others>
bool haveSameSizes(Cx &cx, const Sizes &a, const Others &b) {
  bool isSame = a.size() == b.size();
  for (size_t d = 0; isSame && d < a.size(); ++d)
    isSame = cx.equal(a[d], b[d]);
  return isSame;
}

template <class Cx>
bool isDivisible(Cx &cx, const Dim<Cx> &size, const Dim<Cx> &by) {
  return cx.equal(cx.mul(cx.floorDiv(size, by), by), size);
}

// `dim` counted from the end when negative. The text is torch's IndexError.
template <class Cx>
int64_t wrapDim(Cx &cx, int64_t dim, int64_t rank) {
  int64_t limit = rank ? rank : 1;
  if (dim < -limit || dim >= limit) {
    cx.failIndex("Dimension out of range (expected to be in range of [", -limit, ", ", limit - 1,
                 "], but got ", dim, ")");
    return 0;
  }
  return dim < 0 ? dim + limit : dim;
}

}  // namespace janus::infer
