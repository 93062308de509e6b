// Factorizations of matrices that are so small that a call of LAPACK takes longer than the work:
// batches of them are common. Layouts, pivots, signs and what is said of failures are LAPACK's.
// Sides up to which they are quicker were measured (docs/rationale/linear-algebra.md).
#pragma once

#include "kernels/cpu/lapack/Library.h"

#include <algorithm>
#include <cmath>

namespace janus::linalg::small {

using lapack::Int;

constexpr int64_t kMostForLu = 16, kMostForDefinite = 8, kMostForReflections = 8;

// getrf
template <class T>
void factorLu(T *a, int64_t rows, int64_t columns, Int *pivots, Int *info) {
  *info = 0;
  for (int64_t k = 0; k < std::min(rows, columns); ++k) {
    T *column = a + k * rows;
    int64_t best = k;
    for (int64_t i = k + 1; i < rows; ++i)
      if (std::fabs(column[i]) > std::fabs(column[best]))
        best = i;
    pivots[k] = static_cast<Int>(best + 1);
    if (column[best] == 0) {
      if (*info == 0)
        *info = static_cast<Int>(k + 1);
      continue;
    }
    if (best != k)
      for (int64_t j = 0; j < columns; ++j)
        std::swap(a[j * rows + k], a[j * rows + best]);
    for (int64_t i = k + 1; i < rows; ++i)
      column[i] /= column[k];
    for (int64_t j = k + 1; j < columns; ++j) {
      T *to = a + j * rows, factor = to[k];
      for (int64_t i = k + 1; i < rows; ++i)
        to[i] -= column[i] * factor;
    }
  }
}

// X with a triangle of a, X = B, in place: a few columns of B at a time, row by row.
constexpr int64_t kTogether = 8;
template <class T>
using Rows = T[kMostForLu][kTogether];

template <class T>
void solveTriangle(const T *a, int64_t order, Rows<T> &x, bool upper, bool transposed, bool unit) {
  auto subtract = [](T *from, const T *row, T factor) {
    for (int64_t c = 0; c < kTogether; ++c)
      from[c] -= factor * row[c];
  };
  bool forward = upper == transposed;
  for (int64_t step = 0; step < order; ++step) {
    int64_t k = forward ? step : order - 1 - step;
    const T *column = a + k * order;
    int64_t first = upper ? 0 : k + 1, end = upper ? k : order;
    if (transposed)
      for (int64_t i = first; i < end; ++i)
        subtract(x[k], x[i], column[i]);
    if (!unit)
      for (int64_t c = 0; c < kTogether; ++c)
        x[k][c] /= column[k];
    if (!transposed)
      for (int64_t i = first; i < end; ++i)
        subtract(x[i], x[k], column[i]);
  }
}

// getrs
template <class T>
void solveByLu(const T *a, int64_t order, const Int *pivots, T *b, int64_t columns,
               bool transposed) {
  Int places[kMostForLu];  // the row that stands in each place after the exchanges
  for (int64_t i = 0; i < order; ++i)
    places[i] = static_cast<Int>(i);
  for (int64_t i = 0; i < order; ++i)
    std::swap(places[i], places[pivots[i] - 1]);
  for (int64_t c = 0; c < columns; c += kTogether) {
    T *from = b + c * order;
    int64_t width = std::min(kTogether, columns - c);
    Rows<T> x = {};
    for (int64_t j = 0; j < width; ++j)
      for (int64_t i = 0; i < order; ++i)
        x[i][j] = from[j * order + (transposed ? i : places[i])];
    solveTriangle(a, order, x, transposed, transposed, !transposed);
    solveTriangle(a, order, x, !transposed, transposed, transposed);
    for (int64_t j = 0; j < width; ++j)
      for (int64_t i = 0; i < order; ++i)
        from[j * order + (transposed ? places[i] : i)] = x[i][j];
  }
}

// potrf of the lower triangle, row by row in memory when `upper`
template <class T>
void factorDefinite(T *a, int64_t order, bool upper, Int *info) {
  auto at = [&](int64_t i, int64_t j) -> T & {
    return upper ? a[i * order + j] : a[j * order + i];
  };
  *info = 0;
  for (int64_t j = 0; j < order; ++j) {
    T diagonal = at(j, j);
    for (int64_t k = 0; k < j; ++k)
      diagonal -= at(j, k) * at(j, k);
    if (!(diagonal > 0)) {
      at(j, j) = diagonal;
      *info = static_cast<Int>(j + 1);
      return;
    }
    at(j, j) = diagonal = std::sqrt(diagonal);
    for (int64_t i = j + 1; i < order; ++i) {
      T sum = at(i, j);
      for (int64_t k = 0; k < j; ++k)
        sum -= at(i, k) * at(j, k);
      at(i, j) = sum / diagonal;
    }
  }
}

// The reflection of x by v, whose first element is 1, in place of x.
template <class T>
void reflectColumn(const T *v, T factor, T *x, int64_t length) {
  T dot = x[0];
  for (int64_t i = 1; i < length; ++i)
    dot += v[i] * x[i];
  dot *= factor;
  x[0] -= dot;
  for (int64_t i = 1; i < length; ++i)
    x[i] -= v[i] * dot;
}

// geqrf
template <class T>
void reflect(T *a, int64_t rows, int64_t columns, T *factors) {
  for (int64_t k = 0; k < std::min(rows, columns); ++k) {
    T *v = a + k * rows + k;
    int64_t length = rows - k;
    double below = 0;
    for (int64_t i = 1; i < length; ++i)
      below += static_cast<double>(v[i]) * static_cast<double>(v[i]);
    factors[k] = 0;
    if (below == 0)
      continue;
    double head = v[0], whole = std::sqrt(head * head + below),
           diagonal = head >= 0 ? -whole : whole;
    factors[k] = static_cast<T>((diagonal - head) / diagonal);
    for (int64_t i = 1; i < length; ++i)
      v[i] = static_cast<T>(v[i] / (head - diagonal));
    v[0] = static_cast<T>(diagonal);
    for (int64_t j = k + 1; j < columns; ++j)
      reflectColumn(v, factors[k], a + j * rows + k, length);
  }
}

// orgqr: the vectors are in the first `count` columns of q, and become the product.
template <class T>
void formProduct(T *q, int64_t rows, int64_t columns, int64_t count, const T *factors) {
  for (int64_t j = count; j < columns; ++j)
    for (int64_t i = 0; i < rows; ++i)
      q[j * rows + i] = i == j;
  for (int64_t k = count; k-- > 0;) {
    T *v = q + k * rows + k;
    for (int64_t j = k + 1; j < columns; ++j)
      reflectColumn(v, factors[k], q + j * rows + k, rows - k);
    for (int64_t i = 1; i < rows - k; ++i)
      v[i] *= -factors[k];
    v[0] = 1 - factors[k];
    std::fill(q + k * rows, v, T(0));
  }
}

}  // namespace janus::linalg::small
