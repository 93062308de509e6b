#include "kernels/cpu/linalg/Matrices.h"

#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/linalg/SmallMatrices.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/object/LinAlgError.h"

#include <limits>

namespace janus::linalg {

namespace {

bool hasFactorizations(DType t) {
  return t == DType::F32 || t == DType::F64 || isComplex(t);
}

}  // namespace

void checkFloating(const char *name, const Tensor &t) {
  if (!isInexact(t.dtype()))
    failWith(jn_exc_NotImplementedError,
             "%s: Expected a floating point or complex tensor as input. Got %s", name,
             scalarTypeName(t.dtype()));
  if (!hasFactorizations(t.dtype()))
    failWith(jn_exc_NotImplementedError, "%s: Low precision dtypes not supported. Got %s", name,
             scalarTypeName(t.dtype()));
}
void checkImplemented(const char *kernel, const Tensor &t) {
  if (!hasFactorizations(t.dtype()))
    failDType(kernel, t.dtype());
}
void checkSameType(const char *name, const char *first, const Tensor &a, const Tensor &b) {
  if (a.dtype() != b.dtype())
    fail("%s: Expected %s and B to have the same dtype, but found %s of type %s and B of type %s "
         "instead",
         name, first, first, scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
}
Int sizeOf(int64_t size) {
  if (size > std::numeric_limits<Int>::max())
    fail("a matrix with a side of %lld is too large for LAPACK", static_cast<long long>(size));
  return static_cast<Int>(size);
}

Tensor turned(const Tensor &t) {
  return ops::call<TensorOp::Transpose>(t, -2, -1);
}
Tensor adjointOf(const Tensor &t) {
  return turned(isComplex(t.dtype()) ? ops::call<TensorOp::ConjPhysicalOf>(t) : t);
}
Dims batchSizes(const Tensor &t, std::initializer_list<int64_t> more) {
  Dims sizes(t.sizes().first(static_cast<size_t>(t.dim() - 2)));
  for (int64_t size : more)
    sizes.push_back(size);
  return sizes;
}
Tensor columnsOf(const Tensor &t) {
  return cloneOf(turned(t), MemoryFormat::Contiguous);
}
Tensor columnsAsTheyLie(const Tensor &t, bool *turns) {
  *turns = isRowMajor(t.object());
  return *turns ? cloneOf(t, MemoryFormat::Contiguous) : columnsOf(t);
}
void setUnit(const Tensor &columns) {
  fillWith(columns, 0);
  fillWith(ops::call<TensorOp::Diagonal>(columns, 0, -2, -1), 1);
}
Tensor newColumns(const Tensor &like, int64_t rows, int64_t columns) {
  return makeTensor(batchSizes(like, {columns, rows}), like.dtype());
}
Tensor spread(const Tensor &t, const Dims &batch) {
  Dims shape(batch);
  shape.push_back(t.size(-2));
  shape.push_back(t.size(-1));
  return ops::call<TensorOp::Expand>(t, shape, false);
}

Tensor newInfos(const Tensor &like) {
  Tensor infos = makeTensor(batchSizes(like), DType::I32);
  fillWith(infos, 0);
  return infos;
}
Failure firstFailure(const Tensor &infos) {
  for (int64_t n = 0; n < infos.numel(); ++n)
    if (Int info = infos.data<Int>()[n])
      return {infos.dim() ? "(Batch element " + std::to_string(n) + "): " : "", info};
  return {};
}
void checkConverged(const char *name, const char *values, const Tensor &infos) {
  if (Failure f = firstFailure(infos); f.info)
    failWith(linAlgError(),
             "%s: %sThe algorithm failed to converge because the input matrix is ill-conditioned "
             "or has too many repeated %s (error code: %d).",
             name, f.where.c_str(), values, f.info);
}
void checkInverted(const char *name, const Tensor &infos) {
  if (Failure f = firstFailure(infos); f.info)
    failWith(linAlgError(),
             "%s: %sThe diagonal element %d is zero, the inversion could not be completed because "
             "the input matrix is singular.",
             name, f.where.c_str(), f.info);
}
void checkSolved(const char *name, const Tensor &infos) {
  if (Failure f = firstFailure(infos); f.info)
    failWith(linAlgError(), "%s: %sThe solver failed because the input matrix is singular.", name,
             f.where.c_str());
}

Factors factorsOf(const char *name, const Tensor &a, bool asTheyLie) {
  Factors f;
  f.turns = false;
  f.columns = asTheyLie ? columnsAsTheyLie(a, &f.turns) : columnsOf(a);
  int64_t least = std::min(a.size(-2), a.size(-1));
  f.pivots = makeTensor(batchSizes(a, {least}), DType::I32);
  f.infos = newInfos(a);
  forElements(a, [&]<class T>() {
    Int rows = sizeOf(f.columns.size(-1)), columns = sizeOf(f.columns.size(-2));
    if constexpr (!isComplexElement<T>)
      if (std::max(rows, columns) <= small::kMostForLu) {
        for (int64_t n = 0; n < batchCount(a); ++n)
          small::factorLu(matrixOf<T>(f.columns, n), rows, columns,
                          f.pivots.data<Int>() + n * least, f.infos.data<Int>() + n);
        return;
      }
    const lapack::Functions<T> &l = lapack::library<T>(name);
    for (int64_t n = 0; n < batchCount(a); ++n)
      l.getrf(&rows, &columns, matrixOf<T>(f.columns, n), &rows, f.pivots.data<Int>() + n * least,
              f.infos.data<Int>() + n);
  });
  return f;
}

void solveFactored(const char *name, const Tensor &factors, const Tensor &pivots, const Tensor &b,
                   Form form) {
  int64_t order = factors.size(-1);
  bool isOne = batchCount(factors) == 1;
  Tensor all = factors, places = pivots;
  if (!isOne && batchCount(factors) != batchCount(b)) {
    all = contiguousOf(spread(factors, batchSizes(b)));
    places = contiguousOf(ops::call<TensorOp::Expand>(pivots, batchSizes(b, {order}), false));
  }
  forElements(b, [&]<class T>() {
    Int rows = sizeOf(order), columns = sizeOf(b.size(-2)), info = 0;
    if constexpr (!isComplexElement<T>)
      if (order <= small::kMostForLu) {
        for (int64_t n = 0; n < batchCount(b); ++n) {
          int64_t from = isOne ? 0 : n;
          small::solveByLu(matrixOf<T>(all, from), order, places.data<Int>() + from * order,
                           matrixOf<T>(b, n), columns, form != Form::Itself);
        }
        return;
      }
    const char *flag = form == Form::Itself ? "N" : form == Form::Transposed ? "T" : "C";
    const lapack::Functions<T> &l = lapack::library<T>(name);
    for (int64_t n = 0; n < batchCount(b); ++n) {
      int64_t from = isOne ? 0 : n;
      l.getrs(flag, &rows, &columns, matrixOf<T>(all, from), &rows,
              places.data<Int>() + from * order, matrixOf<T>(b, n), &rows, &info, 1);
    }
  });
}

}  // namespace janus::linalg
