// Factorizations of batches of matrices, and solutions of linear systems. `name`: the operation
// that messages name.
#pragma once

#include "janus/contract/inference/Broadcast.h"

#include <string>
#include <string_view>

namespace janus::infer {

template <class Cx>
bool areMatrices(Cx &cx, const char *name, const Shape<Cx> &a) {
  if (a.size() < 2)
    cx.fail(name, ": The input tensor A must have at least 2 dimensions.");
  return a.size() >= 2;
}

template <class Cx>
bool areSquare(Cx &cx, const char *name, const Shape<Cx> &a) {
  if (!areMatrices(cx, name, a))
    return false;
  auto rows = a[a.size() - 2], columns = a[a.size() - 1];
  bool isSquare = cx.equal(rows, columns);
  if (!isSquare)
    cx.fail(name, ": A must be batches of square matrices, but they are ", rows, " by ", columns,
            " matrices");
  return isSquare;
}

// A number for each square matrix.
template <class Cx>
Shape<Cx> ofSquares(Cx &cx, const char *name, const Shape<Cx> &a) {
  Shape<Cx> out = a;
  if (areSquare(cx, name, a))
    out.resize(a.size() - 2);
  return out;
}

// Of square matrices; their vectors are as many numbers as these.
template <class Cx>
Shape<Cx> eigenvalues(Cx &cx, const char *name, const Shape<Cx> &a) {
  Shape<Cx> out = a;
  if (areSquare(cx, name, a))
    out.pop_back();
  return out;
}

// U, the values, V transposed.
template <class Cx>
struct Singular {
  Shape<Cx> u, values, v;
};
template <class Cx>
Singular<Cx> singular(Cx &cx, const char *name, const Shape<Cx> &a, bool full) {
  Singular<Cx> out = {a, a, a};
  if (!areMatrices(cx, name, a))
    return out;
  size_t last = a.size() - 1;
  auto least = cx.less(a[last - 1], a[last]) ? a[last - 1] : a[last];
  out.u[last] = full ? a[last - 1] : least;
  out.values.pop_back();
  out.values[last - 1] = least;
  out.v[last - 1] = full ? a[last] : least;
  return out;
}

// Of a QR factorization.
template <class Cx>
struct Orthogonal {
  Shape<Cx> q, r;
};
template <class Cx>
Orthogonal<Cx> orthogonal(Cx &cx, const char *name, const Shape<Cx> &a, std::string_view mode) {
  Orthogonal<Cx> out = {a, a};
  if (mode != "reduced" && mode != "r" && mode != "complete")
    cx.fail("qr received unrecognized mode '", std::string(mode),
            "' but expected one of 'reduced' (default), 'r', or 'complete'");
  if (cx.hasFailed() || !areMatrices(cx, name, a))
    return out;
  size_t last = a.size() - 1;
  if (mode != "complete" && cx.less(a[last], a[last - 1]))
    out.q[last] = out.r[last - 1] = a[last];
  else
    out.q[last] = a[last - 1];
  if (mode == "r")
    out.q = {cx.constant(0)};
  return out;
}

// Beside the factors: a number for each row or column, whichever are fewer, and one for each
// matrix.
template <class Cx>
struct FactorCodes {
  Shape<Cx> pivots, info;
};
template <class Cx>
FactorCodes<Cx> factorCodes(Cx &cx, const char *name, const Shape<Cx> &a) {
  FactorCodes<Cx> out = {a, a};
  if (!areMatrices(cx, name, a))
    return out;
  auto rows = a[a.size() - 2], columns = a[a.size() - 1];
  out.info.resize(a.size() - 2);
  out.pivots = out.info;
  out.pivots.push_back(cx.less(rows, columns) ? rows : columns);
  return out;
}

// B is vectors when it has one dimension, or the shape of A without its last one.
template <class Cx>
bool isVectorSystem(Cx &cx, const Shape<Cx> &a, const Shape<Cx> &b) {
  if (b.size() == 1)
    return true;
  Shape<Cx> rows = a;
  rows.pop_back();
  return haveSameSizes(cx, rows, b);
}

// Of A X = B or X A = B, leading dimensions broadcast; `takesVectors`: B may be vectors.
template <class Cx>
Shape<Cx> solution(Cx &cx, const char *name, const Shape<Cx> &a, const Shape<Cx> &b, bool left,
                   bool takesVectors) {
  if (!areSquare(cx, name, a))
    return a;
  bool isVector = takesVectors && isVectorSystem(cx, a, b);
  if (isVector && !left)
    return cx.fail(name,
                   ": Vector broadcasting of the left hand side is not supported for left=False. "
                   "In this case linalg.solve is equivalent to B / A.squeeze(-1)");
  Shape<Cx> right = b, batch = a;
  if (isVector)
    right.push_back(cx.constant(1));
  if (right.size() < 2)
    return cx.fail(name, ": The input tensor B must have at least 2 dimensions.");
  auto order = a[a.size() - 1], rows = right[right.size() - 2], columns = right[right.size() - 1];
  if (!cx.equal(order, left ? rows : columns))
    return cx.fail(name, ": Incompatible shapes of A and B for the equation ",
                   left ? "AX = B" : "XA = B", " (", order, "x", order, " and ", rows, "x", columns,
                   ")");
  batch.resize(a.size() - 2);
  right.resize(right.size() - 2);
  Shape<Cx> out = broadcast(cx, batch, right);
  out.push_back(rows);
  if (!isVector)
    out.push_back(columns);
  return out;
}

}  // namespace janus::infer
