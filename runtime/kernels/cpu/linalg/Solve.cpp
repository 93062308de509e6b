// Results of an LU factorization: determinants, inverses, solutions of linear systems; and
// triangular systems.
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/linalg/Matrices.h"
#include "kernels/cpu/linalg/SmallMatrices.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace janus {
namespace {

using namespace linalg;

// ---------------------------------------------------------------- inverses and determinants

// The inverses in place of the factors, none of which has a zero pivot.
void invertFactored(const char *name, const Factors &f) {
  forElements(f.columns, [&]<class T>() {
    const lapack::Functions<T> &l = lapack::library<T>(name);
    constexpr int64_t kBlock = 64;
    int64_t order = f.columns.size(-1);
    Int size = sizeOf(order), worked = sizeOf(order * kBlock), info = 0;
    std::vector<T> work(static_cast<size_t>(worked));
    for (int64_t n = 0; n < batchCount(f.columns); ++n)
      l.getri(&size, matrixOf<T>(f.columns, n), &size, f.pivots.data<Int>() + n * order,
              work.data(), &worked, &info);
  });
}

std::tuple<Tensor, Tensor> invert(const char *name, const Tensor &a) {
  checkSquare("linalg.inv", a);
  checkFloating("linalg.inv", a);
  int64_t order = a.size(-1);
  Factors f = factorsOf(name, a, true);
  if ((order > small::kMostForLu || isComplex(a.dtype())) && !firstFailure(f.infos).info) {
    invertFactored(name, f);
    return {turned(f.turns ? columnsOf(f.columns) : f.columns), f.infos};
  }
  Tensor out = newColumns(a, order, order);
  setUnit(out);
  solveFactored(name, f.columns, f.pivots, out, f.turns ? Form::Transposed : Form::Itself);
  return {turned(out), f.infos};
}
Tensor inverse(const Tensor &a) {
  auto [out, infos] = invert("linalg.inv", a);
  checkInverted("linalg.inv", infos);
  return out;
}
std::tuple<Tensor, Tensor> inverseAndInfo(const Tensor &a, bool check) {
  auto [out, infos] = invert("linalg.inv_ex", a);
  if (check)
    checkInverted("linalg.inv_ex", infos);
  return {out, infos};
}

// The diagonal elements of U, each given to `take(matrix, element)`, and the sign of P.
template <class T, class Take>
void walkDiagonals(const Factors &f, T *signs, const Take &take) {
  int64_t order = f.columns.size(-1);
  for (int64_t n = 0; n < batchCount(f.columns); ++n)
    for (int64_t i = 0; i < order; ++i) {
      if (f.pivots.data<Int>()[n * order + i] != i + 1)
        signs[n] = -signs[n];
      take(n, matrixOf<T>(f.columns, n)[i * order + i]);
    }
}

Tensor determinant(const Tensor &a) {
  RunTimeContext cx;
  Dims sizes = infer::ofSquares(cx, "linalg.det", a.sizes());
  checkFloating("linalg.det", a);
  Factors f = factorsOf("linalg.det", a, true);
  Tensor out = makeTensor(sizes, a.dtype());
  fillWith(out, 1);
  forElements(a, [&]<class T>() {
    T *values = out.data<T>();
    walkDiagonals<T>(f, values, [&](int64_t n, T element) { values[n] *= element; });
  });
  return out;
}

std::tuple<Tensor, Tensor> signAndLog(const Tensor &a) {
  RunTimeContext cx;
  Dims sizes = infer::ofSquares(cx, "linalg.slogdet", a.sizes());
  checkFloating("linalg.slogdet", a);
  Factors f = factorsOf("linalg.slogdet", a, true);
  Tensor signs = makeTensor(sizes, a.dtype()), logs = makeTensor(sizes, realTypeOf(a.dtype()));
  fillWith(signs, 1);
  fillWith(logs, 0);
  forElements(a, [&]<class T>() {
    T *sign = signs.data<T>();
    auto *log = logs.data<RealOf<T>>();
    walkDiagonals<T>(f, sign, [&](int64_t n, T element) {
      RealOf<T> size = std::abs(element);
      sign[n] *= size == 0 ? T(0) : element / size;
      log[n] += std::log(size);
    });
  });
  return {signs, logs};
}

// ---------------------------------------------------------------- systems

// The leading dimensions of a solution of `rank` dimensions of its own.
Dims batchOf(Dims solution, size_t rank) {
  solution.resize(solution.size() - rank);
  return solution;
}

std::tuple<Tensor, Tensor> solveAny(const char *name, const Tensor &a, const Tensor &b, bool left) {
  RunTimeContext cx;
  checkFloating("linalg.solve", a);
  checkSquare("linalg.solve", a);
  checkSameType("linalg.solve", "A", a, b);
  Dims sizes = infer::solution(cx, "linalg.solve", a.sizes(), b.sizes(), left, true);
  bool vector = infer::isVectorSystem(cx, a.sizes(), b.sizes());
  Tensor right = vector ? ops::call<TensorOp::Unsqueeze>(b, -1) : b;
  if (!left) {
    auto [out, infos] = solveAny(name, turned(a), turned(right), true);
    return {turned(out), infos};
  }
  Factors f = factorsOf(name, a, true);
  Tensor out = columnsOf(spread(right, batchOf(sizes, vector ? 1 : 2)));
  solveFactored(name, f.columns, f.pivots, out, f.turns ? Form::Transposed : Form::Itself);
  // Vectors of a batch lie as the columns of a matrix.
  Tensor result = vector ? ops::call<TensorOp::SqueezeDim>(out, -2) : turned(out);
  if (vector && result.dim() > 1)
    result = turned(columnsOf(result));
  return {result, f.infos};
}
Tensor solve(const Tensor &a, const Tensor &b, bool left) {
  auto [out, infos] = solveAny("linalg.solve", a, b, left);
  checkSolved("torch.linalg.solve", infos);
  return out;
}
std::tuple<Tensor, Tensor> solveAndInfo(const Tensor &a, const Tensor &b, bool left, bool check) {
  auto [out, infos] = solveAny("linalg.solve_ex", a, b, left);
  if (check)
    checkSolved("torch.linalg.solve_ex", infos);
  return {out, infos};
}

Tensor solveByFactors(const Tensor &lu, const Tensor &pivots, const Tensor &b, bool left,
                      bool adjoint) {
  RunTimeContext cx;
  checkFloating("torch.linalg.lu_solve", lu);
  checkSameType("linalg.lu_solve", "LU", lu, b);
  if (pivots.dtype() != DType::I32)
    fail("linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32");
  checkSquare("torch.linalg.lu_solve", lu);
  Dims sizes = infer::solution(cx, "linalg.lu_solve", lu.sizes(), b.sizes(), left, false);
  if (pivots.size(-1) != lu.size(-1))
    fail("linalg.lu_solve: Number of pivots per batch should be same as the dimension of the "
         "matrix");
  if (Dims wanted = batchSizes(lu, {lu.size(-1)}); dimsText(wanted) != dimsText(pivots.sizes()))
    fail("linalg.lu_solve: Expected LU.shape[:-1] and pivots.shape to be the same, but got pivots "
         "with shape %s instead",
         dimsText(pivots.sizes()).c_str());
  Tensor places = contiguousOf(pivots);
  const std::span<const Int> all(places.data<Int>(), static_cast<size_t>(places.numel()));
  if (std::ranges::any_of(all, [](Int place) { return place < 1; }))
    fail("Pivots given to lu_solve must all be greater or equal to 1. Did you properly pass the "
         "result of lu_factor?");
  if (std::ranges::any_of(all, [&](Int place) { return place > lu.size(-2); }))
    fail("Pivots given to lu_solve must all be smaller or equal to LU.size(-2). Did you properly "
         "pass the result of lu_factor?");
  // X A = B is A' X' = B', and X is a conjugated view, as PyTorch's.
  Tensor right = left ? b : adjointOf(b);
  Tensor out = columnsOf(spread(right, batchOf(sizes, 2)));
  solveFactored("linalg.lu_solve", columnsOf(lu), places, out,
                adjoint == left ? Form::Adjoint : Form::Itself);
  if (left)
    return turned(out);
  return isComplex(out.dtype()) && out.numel() ? ops::call<TensorOp::ConjView>(out) : out;
}

// The solution of a triangular system from the left, column by column.
Tensor triangularSolution(const Tensor &a, const Tensor &b, const Dims &batch, bool upper,
                          bool unit) {
  Tensor out = columnsOf(spread(b, batch));
  bool turns = isRowMajor(a.object());
  Tensor factors = turns ? a : columnsOf(a);
  bool isOne = batchCount(a) == 1;
  if (!isOne && batchCount(a) != batchCount(out))
    factors = contiguousOf(spread(factors, batch));
  forElements(out, [&]<class T>() {
    Int rows = sizeOf(out.size(-1)), columns = sizeOf(out.size(-2));
    const lapack::Functions<T> &l = lapack::library<T>("linalg.solve_triangular");
    T one = 1;
    for (int64_t n = 0; n < batchCount(out); ++n)
      l.trsm("L", upper != turns ? "U" : "L", turns ? "T" : "N", unit ? "U" : "N", &rows, &columns,
             &one, matrixOf<T>(factors, isOne ? 0 : n), &rows, matrixOf<T>(out, n), &rows, 1, 1, 1,
             1);
  });
  return out;
}
Tensor solveTriangular(const Tensor &a, const Tensor &b, bool upper, bool left, bool unit) {
  RunTimeContext cx;
  Dims batch =
      batchOf(infer::solution(cx, "linalg.solve_triangular", a.sizes(), b.sizes(), left, false), 2);
  checkFloating("linalg.solve_triangular", a);
  checkSameType("linalg.solve_triangular", "A", a, b);
  if (left)
    return turned(triangularSolution(a, b, batch, upper, unit));
  // The solution lies column by column, too.
  return turned(columnsOf(triangularSolution(turned(a), turned(b), batch, !upper, unit)));
}

}  // namespace

JANUS_KERNEL(LinalgInv, inverse)
JANUS_KERNEL(LinalgInvEx, inverseAndInfo)
JANUS_KERNEL(LinalgDet, determinant)
JANUS_KERNEL(LinalgSlogdet, signAndLog)
JANUS_KERNEL(LinalgSolve, solve)
JANUS_KERNEL(LinalgSolveEx, solveAndInfo)
JANUS_KERNEL(LinalgLuSolve, solveByFactors)
JANUS_KERNEL(LinalgSolveTriangular, solveTriangular)

}  // namespace janus
