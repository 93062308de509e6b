// What comes out of an LU factorization: determinants, inverses, solutions of linear systems; and
// triangular systems.
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/linalg/Matrices.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <cinttypes>

namespace janus {
namespace {

using namespace linalg;

// X with `lower or upper triangle of a` X = B, in place.
void solveTriangle(const Matrix &a, const Matrix &b, bool upper, bool unit) {
  for (int64_t k = 0; k < a.rows; ++k) {
    int64_t i = upper ? a.rows - 1 - k : k;
    int64_t first = upper ? i + 1 : 0, end = upper ? a.rows : i;
    for (int64_t j = first; j < end; ++j)
      for (int64_t c = 0; c < b.columns; ++c)
        b(i, c) -= a(i, j) * b(j, c);
    if (!unit)
      for (int64_t c = 0; c < b.columns; ++c)
        b(i, c) /= a(i, i);
  }
}

// Rows of `from` in the order of the pivots, then both triangles.
void solveFactored(const Matrix &factors, const Factors &f, const Matrix &from, const Matrix &to) {
  for (int64_t i = 0; i < to.rows; ++i)
    for (int64_t c = 0; c < to.columns; ++c)
      to(i, c) = from(f.pivots[static_cast<size_t>(i)], c);
  solveTriangle(factors, to, false, true);
  solveTriangle(factors, to, true, false);
}

Tensor inverse(const Tensor &a) {
  checkSquare("linalg.inv", a);
  checkFloating("linalg.inv", a);
  int64_t n = a.size(-1);
  Tensor factors = asBatch(a, true), out = newBatch(a, n, n);
  std::vector<double> unit(static_cast<size_t>(n * n));
  for (int64_t i = 0; i < n; ++i)
    unit[static_cast<size_t>(i * n + i)] = 1;
  for (int64_t b = 0; b < batchCount(a); ++b) {
    Matrix m = matrixOf(factors, b);
    Factors f = factorize(m);
    if (f.zeroPivot >= 0)
      failWith(linAlgError(),
               "linalg.inv: %sThe diagonal element %" PRId64
               " is zero, the inversion could not be completed because the input matrix is "
               "singular.",
               batchText(a, b).c_str(), f.zeroPivot + 1);
    solveFactored(m, f, Matrix{unit.data(), n, n}, matrixOf(out, b));
  }
  return inColumns(out, a.dtype());
}

Tensor determinant(const Tensor &a) {
  RunTimeContext cx;
  Dims sizes = infer::ofSquares(cx, "linalg.det", a.sizes());
  checkFloating("linalg.det", a);
  Tensor factors = asBatch(a, true), out = makeTensor(sizes, DType::F64);
  for (int64_t b = 0; b < batchCount(a); ++b) {
    Matrix m = matrixOf(factors, b);
    double value = factorize(m).sign;
    for (int64_t i = 0; i < m.rows; ++i)
      value *= m(i, i);
    out.data<double>()[b] = value;
  }
  return convertedTo(out, a.dtype());
}

std::tuple<Tensor, Tensor> signAndLog(const Tensor &a) {
  RunTimeContext cx;
  Dims sizes = infer::ofSquares(cx, "linalg.slogdet", a.sizes());
  checkFloating("linalg.slogdet", a);
  Tensor factors = asBatch(a, true), signs = makeTensor(sizes, DType::F64),
         logs = makeTensor(sizes, DType::F64);
  for (int64_t b = 0; b < batchCount(a); ++b) {
    Matrix m = matrixOf(factors, b);
    double sign = factorize(m).sign, log = 0;
    for (int64_t i = 0; i < m.rows; ++i) {
      sign *= m(i, i) > 0 ? 1.0 : (m(i, i) < 0 ? -1.0 : 0.0);
      log += std::log(std::fabs(m(i, i)));
    }
    signs.data<double>()[b] = sign;
    logs.data<double>()[b] = log;
  }
  return {convertedTo(signs, a.dtype()), convertedTo(logs, a.dtype())};
}

// ---------------------------------------------------------------- systems

Tensor spread(const Tensor &t, const Dims &batch) {
  Dims shape(batch);
  shape.push_back(t.size(-2));
  shape.push_back(t.size(-1));
  return ops::call<TensorOp::Expand>(t, shape, false);
}
// The leading dimensions of a solution of `rank` dimensions of its own.
Dims batchOf(Dims solution, size_t rank) {
  solution.resize(solution.size() - rank);
  return solution;
}
Tensor turned(const Tensor &t) {
  return ops::call<TensorOp::Transpose>(t, -2, -1);
}

void checkSameType(const char *name, const Tensor &a, const Tensor &b) {
  if (a.dtype() != b.dtype())
    fail("%s: Expected A and B to have the same dtype, but found A of type %s and B of type %s "
         "instead",
         name, scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
}

Tensor solve(const Tensor &a, const Tensor &b, bool left) {
  RunTimeContext cx;
  checkFloating("linalg.solve", a);
  checkSquare("linalg.solve", a);
  checkSameType("linalg.solve", a, b);
  Dims sizes = infer::solution(cx, "linalg.solve", a.sizes(), b.sizes(), left, true);
  bool vector = infer::isVectorSystem(cx, a.sizes(), b.sizes());
  Tensor right = vector ? ops::call<TensorOp::Unsqueeze>(b, -1) : b;
  if (!left)
    return turned(solve(turned(a), turned(right), true));
  Dims batch = batchOf(sizes, vector ? 1 : 2);
  Tensor factors = asBatch(spread(a, batch), true), from = asBatch(spread(right, batch), false);
  Tensor out = makeTensor(from.sizes(), DType::F64);
  for (int64_t n = 0; n < batchCount(out); ++n) {
    Matrix m = matrixOf(factors, n);
    Factors f = factorize(m);
    if (f.zeroPivot >= 0)
      failWith(linAlgError(),
               "torch.linalg.solve: %sThe solver failed because the input matrix is singular.",
               batchText(out, n).c_str());
    solveFactored(m, f, matrixOf(from, n), matrixOf(out, n));
  }
  if (!vector)
    return inColumns(out, a.dtype());
  // Vectors of a batch lie as the columns of a matrix.
  Tensor vectors = ops::call<TensorOp::SqueezeDim>(out, -1);
  return vectors.dim() > 1 ? inColumns(vectors, a.dtype()) : convertedTo(vectors, a.dtype());
}

// The solution of a triangular system from the left as a dense batch.
Tensor triangularSolution(const Tensor &a, const Tensor &b, const Dims &batch, bool upper,
                          bool unit) {
  Tensor factors = asBatch(spread(a, batch), false), out = asBatch(spread(b, batch), true);
  for (int64_t n = 0; n < batchCount(out); ++n)
    solveTriangle(matrixOf(factors, n), matrixOf(out, n), upper, unit);
  return out;
}
Tensor solveTriangular(const Tensor &a, const Tensor &b, bool upper, bool left, bool unit) {
  RunTimeContext cx;
  Dims batch =
      batchOf(infer::solution(cx, "linalg.solve_triangular", a.sizes(), b.sizes(), left, false), 2);
  checkFloating("linalg.solve_triangular", a);
  checkSameType("linalg.solve_triangular", a, b);
  if (left)
    return inColumns(triangularSolution(a, b, batch, upper, unit), a.dtype());
  // Row by row, the transposed solution is column by column already.
  return turnedRows(triangularSolution(turned(a), turned(b), batch, !upper, unit), a.dtype());
}

}  // namespace

JANUS_KERNEL(LinalgInv, inverse)
JANUS_KERNEL(LinalgDet, determinant)
JANUS_KERNEL(LinalgSlogdet, signAndLog)
JANUS_KERNEL(LinalgSolve, solve)
JANUS_KERNEL(LinalgSolveTriangular, solveTriangular)

}  // namespace janus
