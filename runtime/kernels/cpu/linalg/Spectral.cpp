// Eigenvalues of symmetric matrices and singular values, by Jacobi rotations: slower than a
// reduction to tridiagonal form for large matrices, accurate to the last bits for all.
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/linalg/Matrices.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <algorithm>
#include <numeric>

namespace janus {
namespace {

using namespace linalg;

constexpr int kSweeps = 60;

// The rotation that makes two rows or columns with these products orthogonal.
struct Rotation {
  double c, s;
};
Rotation rotationFor(double first, double mixed, double second) {
  double slope = (second - first) / (2 * mixed);
  double t = (slope >= 0 ? 1 : -1) / (std::fabs(slope) + std::sqrt(1 + slope * slope));
  double c = 1 / std::sqrt(1 + t * t);
  return {c, t * c};
}
void rotateColumns(const Matrix &m, int64_t p, int64_t q, Rotation r) {
  for (int64_t i = 0; i < m.rows; ++i) {
    double x = m(i, p), y = m(i, q);
    m(i, p) = r.c * x - r.s * y;
    m(i, q) = r.s * x + r.c * y;
  }
}
void setUnit(const Matrix &m) {
  for (int64_t i = 0; i < m.rows; ++i)
    for (int64_t j = 0; j < m.columns; ++j)
      m(i, j) = i == j;
}

// Eigenvectors come out as the columns of v, unsorted.
void diagonalize(const Matrix &a, const Matrix &v) {
  int64_t n = a.rows;
  setUnit(v);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    double off = 0, all = 0;
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j) {
        all += a(i, j) * a(i, j);
        if (i != j)
          off += a(i, j) * a(i, j);
      }
    if (off <= all * 1e-32)
      return;
    for (int64_t p = 0; p < n; ++p)
      for (int64_t q = p + 1; q < n; ++q) {
        if (a(p, q) == 0)
          continue;
        Rotation r = rotationFor(a(p, p), a(p, q), a(q, q));
        rotateColumns(a, p, q, r);
        for (int64_t i = 0; i < n; ++i) {
          double x = a(p, i), y = a(q, i);
          a(p, i) = r.c * x - r.s * y;
          a(q, i) = r.s * x + r.c * y;
        }
        rotateColumns(v, p, q, r);
      }
  }
}

std::tuple<Tensor, Tensor> eigh(const Tensor &a, std::string_view triangle) {
  RunTimeContext cx;
  Dims sizes = infer::eigenvalues(cx, "linalg.eigh", a.sizes());
  if (a.dtype() != DType::F32 && a.dtype() != DType::F64)
    failWith(jn_exc_NotImplementedError, "\"linalg_eigh_cpu\" not implemented for '%s'",
             scalarTypeName(a.dtype()));
  char side = triangle.size() == 1 ? static_cast<char>(triangle[0] & ~0x20) : '?';
  if (side != 'L' && side != 'U')
    fail("Expected UPLO argument to be 'L' or 'U', but got %.*s", static_cast<int>(triangle.size()),
         triangle.data());
  int64_t n = a.size(-1);
  Tensor work = asBatch(a, true), values = makeTensor(sizes, DType::F64),
         vectors = makeTensor(a.sizes(), DType::F64);
  std::vector<double> rotated(static_cast<size_t>(n * n));
  std::vector<int64_t> order(static_cast<size_t>(n));
  for (int64_t b = 0; b < batchCount(a); ++b) {
    Matrix m = matrixOf(work, b), v{rotated.data(), n, n}, to = matrixOf(vectors, b);
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < i; ++j)
        (side == 'L' ? m(j, i) : m(i, j)) = side == 'L' ? m(i, j) : m(j, i);
    diagonalize(m, v);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int64_t i, int64_t j) { return m(i, i) < m(j, j); });
    for (int64_t k = 0; k < n; ++k) {
      int64_t from = order[static_cast<size_t>(k)];
      values.data<double>()[b * n + k] = m(from, from);
      double sign = v(n - 1, from) < 0 ? -1 : 1;
      for (int64_t i = 0; i < n; ++i)
        to(i, k) = sign * v(i, from);
    }
  }
  return {convertedTo(values, a.dtype()), inColumns(vectors, a.dtype())};
}

// The columns of a become orthogonal (U times the singular values), those of v the right vectors.
void orthogonalize(const Matrix &a, const Matrix &v) {
  setUnit(v);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    bool rotated = false;
    for (int64_t p = 0; p < a.columns; ++p)
      for (int64_t q = p + 1; q < a.columns; ++q) {
        double first = 0, mixed = 0, second = 0;
        for (int64_t i = 0; i < a.rows; ++i) {
          first += a(i, p) * a(i, p);
          mixed += a(i, p) * a(i, q);
          second += a(i, q) * a(i, q);
        }
        if (std::fabs(mixed) <= 1e-16 * std::sqrt(first * second))
          continue;
        rotated = true;
        Rotation r = rotationFor(first, mixed, second);
        rotateColumns(a, p, q, r);
        rotateColumns(v, p, q, r);
      }
    if (!rotated)
      return;
  }
}

// At least as many rows as columns.
struct SingularParts {
  Tensor u, s, v;
};
SingularParts decompose(const Tensor &a, bool full) {
  int64_t rows = a.size(-2), columns = a.size(-1);
  Tensor work = asBatch(a, true);
  RunTimeContext cx;
  auto sizes = infer::singular(cx, "linalg.svd", a.sizes(), full);
  SingularParts out{makeTensor(sizes.u, DType::F64), makeTensor(sizes.values, DType::F64),
                    makeTensor(sizes.v, DType::F64)};
  std::vector<double> turned(static_cast<size_t>(columns * columns)),
      lengths(static_cast<size_t>(columns));
  std::vector<int64_t> order(static_cast<size_t>(columns));
  for (int64_t b = 0; b < batchCount(a); ++b) {
    Matrix m = matrixOf(work, b), v{turned.data(), columns, columns};
    Matrix u = matrixOf(out.u, b), right = matrixOf(out.v, b);
    orthogonalize(m, v);
    for (int64_t j = 0; j < columns; ++j) {
      double sum = 0;
      for (int64_t i = 0; i < rows; ++i)
        sum += m(i, j) * m(i, j);
      lengths[static_cast<size_t>(j)] = std::sqrt(sum);
    }
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
      return lengths[static_cast<size_t>(i)] > lengths[static_cast<size_t>(j)];
    });
    double limit = columns ? lengths[static_cast<size_t>(order[0])] * 1e-14 : 0;
    int64_t known = 0;
    for (int64_t k = 0; k < columns; ++k) {
      int64_t from = order[static_cast<size_t>(k)];
      double length = lengths[static_cast<size_t>(from)];
      out.s.data<double>()[b * columns + k] = length;
      double sign = v(0, from) > 0 ? -1 : 1;
      for (int64_t i = 0; i < columns; ++i)
        right(i, k) = sign * v(i, from);
      if (length <= limit)
        continue;
      known = k + 1;
      for (int64_t i = 0; i < rows; ++i)
        u(i, k) = sign * m(i, from) / length;
    }
    completeBasis(u, known);
  }
  return out;
}

std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &a, bool full) {
  checkMatrices("linalg.svd", a);
  checkFloating("linalg.svd", a);
  auto turned = [](const Tensor &t) { return ops::call<TensorOp::Transpose>(t, -2, -1); };
  bool wide = a.size(-2) < a.size(-1);
  SingularParts p = decompose(wide ? turned(a) : a, full);
  Tensor u = inColumns(wide ? p.v : p.u, a.dtype()), v = convertedTo(wide ? p.u : p.v, a.dtype());
  return {std::move(u), convertedTo(p.s, a.dtype()), turned(v)};
}

}  // namespace

JANUS_KERNEL(LinalgEigh, eigh)
JANUS_KERNEL(LinalgSvd, svd)

}  // namespace janus
