// What comes out of an LU factorization: determinants, inverses, solutions of linear systems; and
// triangular systems.
#include "janus/contract/inference/Broadcast.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/linalg/Matrices.h"
#include "tensor/core/Names.h"
#include "tensor/core/RunTimeInference.h"
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
  checkSquare("linalg.det", a);
  checkFloating("linalg.det", a);
  Tensor factors = asBatch(a, true), out = newBatch(a);
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
  checkSquare("linalg.slogdet", a);
  checkFloating("linalg.slogdet", a);
  Tensor factors = asBatch(a, true), signs = newBatch(a), logs = newBatch(a);
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
Dims commonBatch(const Tensor &a, const Tensor &b) {
  RunTimeContext cx;
  return infer::broadcast(cx, Dims(a.sizes().first(static_cast<size_t>(a.dim() - 2))),
                          Dims(b.sizes().first(static_cast<size_t>(b.dim() - 2))));
}
Tensor turned(const Tensor &t) {
  return ops::call<TensorOp::Transpose>(t, -2, -1);
}

void checkSystem(const char *name, const Tensor &a, const Tensor &b, bool left) {
  bool match = left ? a.size(-2) == b.size(-2) : a.size(-2) == b.size(-1);
  if (!match)
    fail("%s: Incompatible shapes of A and B for the equation %s (%" PRId64 "x%" PRId64
         " and %" PRId64 "x%" PRId64 ")",
         name, left ? "AX = B" : "XA = B", a.size(-2), a.size(-1), b.size(-2), b.size(-1));
}
void checkSameType(const char *name, const Tensor &a, const Tensor &b) {
  if (a.dtype() != b.dtype())
    fail("%s: Expected A and B to have the same dtype, but found A of type %s and B of type %s "
         "instead",
         name, scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
}

bool isVectorSystem(const Tensor &a, const Tensor &b) {
  return b.dim() == 1 || (b.dim() == a.dim() - 1 &&
                          sameDims(b.sizes(), a.sizes().first(static_cast<size_t>(b.dim()))));
}

Tensor solve(const Tensor &a, const Tensor &b, bool left) {
  checkFloating("linalg.solve", a);
  checkSquare("linalg.solve", a);
  checkSameType("linalg.solve", a, b);
  bool vector = isVectorSystem(a, b);
  if (vector && !left)
    fail("linalg.solve: Vector broadcasting of the left hand side is not supported for "
         "left=False. In this case linalg.solve is equivalent to B / A.squeeze(-1)");
  Tensor right = vector ? ops::call<TensorOp::Unsqueeze>(b, -1) : b;
  checkSystem("linalg.solve", a, right, left);
  if (!left)
    return turned(solve(turned(a), turned(right), true));
  Dims batch = commonBatch(a, right);
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
Tensor triangularSolution(const Tensor &a, const Tensor &b, bool upper, bool unit) {
  Dims batch = commonBatch(a, b);
  Tensor factors = asBatch(spread(a, batch), false), out = asBatch(spread(b, batch), true);
  for (int64_t n = 0; n < batchCount(out); ++n)
    solveTriangle(matrixOf(factors, n), matrixOf(out, n), upper, unit);
  return out;
}
Tensor solveTriangular(const Tensor &a, const Tensor &b, bool upper, bool left, bool unit) {
  checkSquare("linalg.solve_triangular", a);
  if (b.dim() < 2)
    fail("linalg.solve_triangular: The input tensor B must have at least 2 dimensions.");
  checkSystem("linalg.solve_triangular", a, b, left);
  checkFloating("linalg.solve_triangular", a);
  checkSameType("linalg.solve_triangular", a, b);
  if (left)
    return inColumns(triangularSolution(a, b, upper, unit), a.dtype());
  // Row by row, the transposed solution is column by column already.
  return turnedRows(triangularSolution(turned(a), turned(b), !upper, unit), a.dtype());
}

}  // namespace

JANUS_KERNEL(LinalgInv, inverse)
JANUS_KERNEL(LinalgDet, determinant)
JANUS_KERNEL(LinalgSlogdet, signAndLog)
JANUS_KERNEL(LinalgSolve, solve)
JANUS_KERNEL(LinalgSolveTriangular, solveTriangular)

}  // namespace janus
