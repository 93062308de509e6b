// Factorizations into triangular matrices: Cholesky's, LU with pivots, and L D L' of symmetric
// ones.
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/linalg/Matrices.h"
#include "kernels/cpu/linalg/SmallMatrices.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/object/LinAlgError.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <span>
#include <vector>

namespace janus {
namespace {

using namespace linalg;

// ---------------------------------------------------------------- Cholesky

// The order of the first minor whose factor ends in NaN; 0: none. Libraries go on behind it.
template <class T>
Int firstUndefined(const T *columns, int64_t order, int64_t minors) {
  for (int64_t i = 0; i < minors; ++i)
    if (std::isnan(std::real(columns[i * order + i])))
      return sizeOf(i + 1);
  return 0;
}

std::tuple<Tensor, Tensor> factorDefinite(const char *name, const Tensor &a, bool upper) {
  checkSquare("linalg.cholesky", a);
  checkFloating("linalg.cholesky", a);
  Tensor out = columnsOf(a), infos = newInfos(a);
  int64_t order = a.size(-1);
  forElements(a, [&]<class T>() {
    bool isSmall = order <= small::kMostForDefinite && !isComplexElement<T>;
    const lapack::Functions<T> *l = isSmall ? nullptr : &lapack::library<T>(name);
    Int size = sizeOf(order);
    for (int64_t n = 0; n < batchCount(a); ++n) {
      T *m = matrixOf<T>(out, n);
      Int *info = infos.data<Int>() + n;
      if (!isSmall)
        l->potrf(upper ? "U" : "L", &size, m, &size, info, 1);
      else if constexpr (!isComplexElement<T>)
        small::factorDefinite(m, order, upper, info);
      if (Int at = firstUndefined(m, order, *info ? *info - 1 : order))
        *info = at;
      for (int64_t j = 0; j < order; ++j)
        if (upper)
          std::fill(m + j * order + j + 1, m + (j + 1) * order, T(0));
        else
          std::fill(m + j * order, m + j * order + j, T(0));
    }
  });
  return {turned(out), infos};
}
void checkDefinite(const char *name, const Tensor &infos) {
  if (Failure f = firstFailure(infos); f.info)
    failWith(linAlgError(),
             "%s: %sThe factorization could not be completed because the input is not "
             "positive-definite (the leading minor of order %d is not positive-definite).",
             name, f.where.c_str(), f.info);
}
Tensor cholesky(const Tensor &a, bool upper) {
  auto [out, infos] = factorDefinite("linalg.cholesky", a, upper);
  checkDefinite("linalg.cholesky", infos);
  return out;
}
std::tuple<Tensor, Tensor> choleskyAndInfo(const Tensor &a, bool upper, bool check) {
  auto [out, infos] = factorDefinite("linalg.cholesky_ex", a, upper);
  if (check)
    checkDefinite("linalg.cholesky_ex", infos);
  return {out, infos};
}

// ---------------------------------------------------------------- LU

std::tuple<Tensor, Tensor, Tensor> lu(const Tensor &a, bool pivot, bool check) {
  if (a.dim() < 2)
    fail("torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: %s instead",
         dimsText(a.sizes()).c_str());
  checkImplemented("lu_cpu", a);
  if (!pivot)
    fail("linalg.lu_factor: LU without pivoting is not implemented on the CPU");
  Factors f = factorsOf("linalg.lu_factor", a, false);
  if (Failure wrong = firstFailure(f.infos); check && wrong.info)
    fail("torch.linalg.lu_factor_ex: %sU[%d,%d] is zero and using it on lu_solve would result in a "
         "division by zero. If you still want to perform the factorization, consider calling "
         "linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)",
         wrong.where.c_str(), wrong.info, wrong.info);
  return {turned(f.columns), f.pivots, f.infos};
}

// Which row of A each row of L U is: the exchanges that the pivots tell, one after the other.
Tensor permutation(const Tensor &pivots, int64_t rows) {
  Dims sizes(pivots.sizes());
  int64_t steps = sizes.back();
  sizes.back() = rows;
  Tensor out = makeTensor(sizes, DType::I64), from = contiguousOf(pivots);
  for (int64_t b = 0; rows && b < out.numel() / rows; ++b) {
    int64_t *order = out.data<int64_t>() + b * rows;
    std::iota(order, order + rows, 0);
    for (int64_t i = 0; i < steps; ++i) {
      int64_t other = from.data<Int>()[b * steps + i] - 1;
      if (other < 0 || other >= rows)
        fail("pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive."
             "Did you properly pass the result of lu_factor?");
      std::swap(order[i], order[other]);
    }
  }
  return out;
}

// ---------------------------------------------------------------- L D L'

// A real Hermitian matrix is a symmetric one.
template <class T>
auto ldlRoutines(const lapack::Functions<T> &l, bool hermitian) {
  auto factor = l.sytrf;
  auto solve = l.sytrs;
  if constexpr (isComplexElement<T>)
    if (hermitian) {
      factor = l.hetrf;
      solve = l.hetrs;
    }
  return std::pair(factor, solve);
}

std::tuple<Tensor, Tensor, Tensor> ldl(const Tensor &a, bool hermitian, bool check) {
  checkSquare("torch.linalg.ldl_factor_ex", a);
  checkFloating("torch.linalg.ldl_factor_ex", a);
  int64_t order = a.size(-1);
  Tensor out = columnsOf(ops::call<TensorOp::Tril>(a, 0)), infos = newInfos(a),
         pivots = makeTensor(batchSizes(a, {order}), DType::I32);
  forElements(a, [&]<class T>() {
    const lapack::Functions<T> &l = lapack::library<T>("linalg.ldl_factor");
    Int size = sizeOf(order), workSize = sizeOf(order * 64);
    std::vector<T> work(static_cast<size_t>(workSize));
    auto factor = ldlRoutines(l, hermitian).first;
    for (int64_t n = 0; n < batchCount(a); ++n)
      factor("L", &size, matrixOf<T>(out, n), &size, pivots.data<Int>() + n * order, work.data(),
             &workSize, infos.data<Int>() + n, 1);
  });
  if (Failure f = firstFailure(infos); check && f.info)
    fail("torch.linalg.ldl_factor_ex: %sD[%d,%d] is zero: the matrix is singular", f.where.c_str(),
         f.info, f.info);
  return {turned(out), pivots, infos};
}

Tensor solveByLdl(const Tensor &ld, const Tensor &pivots, const Tensor &b, bool hermitian) {
  constexpr const char *name = "torch.linalg.ldl_solve";
  checkSquare(name, ld);
  checkFloating(name, ld);
  if (b.dim() < 2)
    failWith(jn_exc_IndexError,
             "Dimension out of range (expected to be in range of [%d, %d], but got -2)", -1, 0);
  int64_t order = ld.size(-1);
  if (b.size(-2) != order)
    fail(
        "Incompatible matrix sizes for %s: each A matrix is %lld by %lld but each b matrix is %lld "
        "by %lld",
        name, static_cast<long long>(order), static_cast<long long>(order),
        static_cast<long long>(b.size(-2)), static_cast<long long>(b.size(-1)));
  if (dimsText(pivots.sizes()) != dimsText(batchSizes(ld, {order})))
    fail("%s: Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with shape %s "
         "instead",
         name, dimsText(pivots.sizes()).c_str());
  if (isInexact(pivots.dtype()))
    fail("%s: Expected pivots to be integers. Got %s", name, scalarTypeName(pivots.dtype()));
  if (ld.dtype() != b.dtype())
    fail(
        "Expected b and A to have the same dtype, but found b of type %s and A of type %s instead.",
        scalarTypeName(b.dtype()), scalarTypeName(ld.dtype()));
  RunTimeContext cx;
  Dims batch = infer::broadcast(cx, batchSizes(ld), batchSizes(b));
  Dims each = batch;
  each.push_back(order);
  Tensor factors = columnsOf(spread(ld, batch)), out = columnsOf(spread(b, batch)),
         places = contiguousOf(
             ops::call<TensorOp::Expand>(convertedTo(pivots, DType::I32), each, false));
  const std::span<const Int> all(places.data<Int>(), static_cast<size_t>(places.numel()));
  if (std::ranges::any_of(all, [](Int place) { return place == 0; }))
    fail(
        "Pivots given to ldl_solve must all satisfy |pivot| >= 1. Did you properly pass the result "
        "of ldl_factor?");
  if (std::ranges::any_of(all, [&](Int place) { return place > order || place < -order; }))
    fail("Pivots given to ldl_solve must all satisfy |pivot| <= LD.size(-2). Did you properly pass "
         "the result of ldl_factor?");
  forElements(out, [&]<class T>() {
    const lapack::Functions<T> &l = lapack::library<T>("linalg.ldl_solve");
    Int size = sizeOf(order), columns = sizeOf(out.size(-2)), info = 0;
    auto solve = ldlRoutines(l, hermitian).second;
    for (int64_t n = 0; n < batchCount(out); ++n)
      solve("L", &size, &columns, matrixOf<T>(factors, n), &size, places.data<Int>() + n * order,
            matrixOf<T>(out, n), &size, &info, 1);
  });
  return turned(out);
}

}  // namespace

JANUS_KERNEL(LinalgCholesky, cholesky)
JANUS_KERNEL(LinalgCholeskyEx, choleskyAndInfo)
JANUS_KERNEL(LinalgLuFactorEx, lu)
JANUS_KERNEL(LuPermutation, permutation)
JANUS_KERNEL(LinalgLdlFactorEx, ldl)
JANUS_KERNEL(LinalgLdlSolve, solveByLdl)

}  // namespace janus
