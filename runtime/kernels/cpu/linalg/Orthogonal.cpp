// Cholesky and QR factorizations.
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/linalg/Matrices.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <algorithm>
#include <cinttypes>

namespace janus {
namespace {

using namespace linalg;

Tensor cholesky(const Tensor &a, bool upper) {
  checkSquare("linalg.cholesky", a);
  checkFloating("linalg.cholesky", a);
  Tensor from = asBatch(a, false), out = newBatch(a, a.size(-1), a.size(-1));
  fillWith(out, 0);
  for (int64_t b = 0; b < batchCount(a); ++b) {
    Matrix m = matrixOf(from, b), to = matrixOf(out, b);
    for (int64_t i = 0; i < m.rows; ++i)
      for (int64_t j = 0; j <= i; ++j) {
        double sum = upper ? m(j, i) : m(i, j);
        for (int64_t k = 0; k < j; ++k)
          sum -= to(i, k) * to(j, k);
        if (i != j) {
          to(i, j) = sum / to(j, j);
        } else {
          if (!(sum > 0))
            failWith(linAlgError(),
                     "linalg.cholesky: %sThe factorization could not be completed because the "
                     "input is not positive-definite (the leading minor of order %" PRId64
                     " is not positive-definite).",
                     batchText(a, b).c_str(), i + 1);
          to(i, i) = std::sqrt(sum);
        }
      }
  }
  // Row by row, the transposed factor is column by column already.
  return upper ? ops::call<TensorOp::Transpose>(convertedTo(out, a.dtype()), -2, -1)
               : inColumns(out, a.dtype());
}

// Householder reflections: R in the upper triangle, the vectors below it with first element 1. The
// signs are those of LAPACK: R's diagonal has the opposite sign of the column's head.
std::vector<double> reflect(const Matrix &a) {
  int64_t steps = std::min(a.rows, a.columns);
  std::vector<double> factors(static_cast<size_t>(steps));
  for (int64_t k = 0; k < steps; ++k) {
    double below = 0;
    for (int64_t i = k + 1; i < a.rows; ++i)
      below += a(i, k) * a(i, k);
    if (below == 0)
      continue;
    double head = a(k, k), length = std::sqrt(head * head + below);
    double diagonal = head >= 0 ? -length : length;
    factors[static_cast<size_t>(k)] = (diagonal - head) / diagonal;
    for (int64_t i = k + 1; i < a.rows; ++i)
      a(i, k) /= head - diagonal;
    a(k, k) = diagonal;
    for (int64_t j = k + 1; j < a.columns; ++j) {
      double dot = a(k, j);
      for (int64_t i = k + 1; i < a.rows; ++i)
        dot += a(i, k) * a(i, j);
      dot *= factors[static_cast<size_t>(k)];
      a(k, j) -= dot;
      for (int64_t i = k + 1; i < a.rows; ++i)
        a(i, j) -= dot * a(i, k);
    }
  }
  return factors;
}
// The product of the reflections, applied to the columns of the unit matrix.
void formQ(const Matrix &a, const std::vector<double> &factors, const Matrix &q) {
  for (int64_t i = 0; i < q.rows; ++i)
    for (int64_t j = 0; j < q.columns; ++j)
      q(i, j) = i == j;
  for (auto k = static_cast<int64_t>(factors.size()); k-- > 0;)
    for (int64_t j = 0; j < q.columns; ++j) {
      double dot = q(k, j);
      for (int64_t i = k + 1; i < q.rows; ++i)
        dot += a(i, k) * q(i, j);
      dot *= factors[static_cast<size_t>(k)];
      q(k, j) -= dot;
      for (int64_t i = k + 1; i < q.rows; ++i)
        q(i, j) -= dot * a(i, k);
    }
}

std::tuple<Tensor, Tensor> qr(const Tensor &a, std::string_view mode) {
  bool complete = mode == "complete", onlyR = mode == "r";
  if (!complete && !onlyR && mode != "reduced")
    fail("qr received unrecognized mode '%.*s' but expected one of 'reduced' (default), 'r', or "
         "'complete'",
         static_cast<int>(mode.size()), mode.data());
  checkMatrices("linalg.qr", a);
  checkFloating("linalg.qr", a);
  int64_t rows = a.size(-2), columns = a.size(-1),
          inner = complete ? rows : std::min(rows, columns);
  Tensor work = asBatch(a, true), q = newBatch(a, rows, inner), r = newBatch(a, inner, columns);
  for (int64_t b = 0; b < batchCount(a); ++b) {
    Matrix m = matrixOf(work, b), upper = matrixOf(r, b);
    std::vector<double> factors = reflect(m);
    for (int64_t i = 0; i < inner; ++i)
      for (int64_t j = 0; j < columns; ++j)
        upper(i, j) = j >= i ? m(i, j) : 0;
    if (!onlyR)
      formQ(m, factors, matrixOf(q, b));
  }
  Tensor left = onlyR ? makeTensor(Dims{0}, a.dtype()) : inColumns(q, a.dtype());
  return {std::move(left), inColumns(r, a.dtype())};
}

}  // namespace

JANUS_KERNEL(LinalgCholesky, cholesky)
JANUS_KERNEL(LinalgQr, qr)

}  // namespace janus
