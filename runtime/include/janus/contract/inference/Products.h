// Sizes of matrix products.
#pragma once

#include "janus/contract/inference/Broadcast.h"

namespace janus::infer {

// `name`: the operation that the message names.
template <class Cx>
Shape<Cx> mm(Cx &cx, const Shape<Cx> &a, const Shape<Cx> &b, const char *name = "mm") {
  if (a.size() != 2)
    return cx.fail(name, ": self must be a matrix, got ", a.size(), "-D tensor");
  if (b.size() != 2)
    return cx.fail(name, ": mat2 must be a matrix, got ", b.size(), "-D tensor");
  if (!cx.equal(a[1], b[0]))
    return cx.fail(name, ": mat1 and mat2 shapes cannot be multiplied (", a[0], "x", a[1], " and ",
                   b[0], "x", b[1], ")");
  Shape<Cx> out;
  out.push_back(a[0]);
  out.push_back(b[1]);
  return out;
}

template <class Cx>
Shape<Cx> bmm(Cx &cx, const Shape<Cx> &a, const Shape<Cx> &b) {
  if (a.size() != 3)
    return cx.fail("batch1 must be a 3D tensor");
  if (b.size() != 3)
    return cx.fail("batch2 must be a 3D tensor");
  if (!cx.equal(a[0], b[0]) || !cx.equal(a[2], b[1]))
    return cx.fail("Expected size for first two dimensions of batch2 tensor to be: [", a[0], ", ",
                   a[2], "] but got: [", b[0], ", ", b[1], "].");
  Shape<Cx> out;
  out.push_back(a[0]);
  out.push_back(a[1]);
  out.push_back(b[2]);
  return out;
}

// input @ weight.T
template <class Cx>
Shape<Cx> linear(Cx &cx, const Shape<Cx> &input, const Shape<Cx> &weight, const char *name = "mm") {
  auto columns = weight[weight.size() - 1];
  auto last = input[input.size() - 1];
  if (!cx.equal(last, columns)) {
    auto rows = cx.constant(1);
    for (size_t i = 0; i + 1 < input.size(); ++i)
      rows = cx.mul(rows, input[i]);
    if (weight.size() == 1)
      return cx.fail("size mismatch, got input (", rows, "), mat (", rows, "x", last, "), vec (",
                     columns, ")");
    return cx.fail(name, ": mat1 and mat2 shapes cannot be multiplied (", rows, "x", last, " and ",
                   columns, "x", weight[0], ")");
  }
  Shape<Cx> out = input;
  out.erase(out.size() - 1);
  if (weight.size() == 2)
    out.push_back(weight[0]);
  return out;
}

// Of two vectors: each product of their elements.
template <class Cx>
Shape<Cx> outer(Cx &cx, const Shape<Cx> &a, const Shape<Cx> &b) {
  if (a.size() != 1 || b.size() != 1)
    return cx.fail("outer: Expected 1-D argument ", a.size() != 1 ? "self" : "vec2", ", but got ",
                   a.size() != 1 ? a.size() : b.size(), "-D");
  Shape<Cx> out = a;
  out.push_back(b[0]);
  return out;
}

// A number for each row of `a` and row of `b` (cdist).
template <class Cx>
Shape<Cx> pairs(Cx &cx, const Shape<Cx> &a, const Shape<Cx> &b) {
  for (const auto *each : {&a, &b})
    if (each->size() < 2)
      return cx.fail("cdist only supports at least 2D tensors, X", each == &a ? "1" : "2",
                     " got: ", each->size(), "D");
  size_t rankA = a.size(), rankB = b.size();
  if (!cx.equal(a[rankA - 1], b[rankB - 1]))
    return cx.fail("X1 and X2 must have the same number of columns. X1: ", a[rankA - 1],
                   " X2: ", b[rankB - 1]);
  Shape<Cx> batchA = a, batchB = b;
  batchA.resize(rankA - 2);
  batchB.resize(rankB - 2);
  Shape<Cx> out = broadcast(cx, batchA, batchB);
  out.push_back(a[rankA - 2]);
  out.push_back(b[rankB - 2]);
  return out;
}

}  // namespace janus::infer
