// Batches of matrices as LAPACK has them: column by column, one behind the other. Such a batch is a
// dense tensor of the transposed matrices; a result is the transposed view of it, as torch's are.
#pragma once

#include "janus/contract/inference/Matrices.h"
#include "kernels/cpu/lapack/Library.h"
#include "tensor/core/RunTimeInference.h"

#include <string>

namespace janus::linalg {

using lapack::Int;
using lapack::RealOf;

// ---- checks, with the name that messages have
inline void checkMatrices(const char *name, const Tensor &t) {
  RunTimeContext cx;
  infer::areMatrices(cx, name, t.sizes());
}
inline void checkSquare(const char *name, const Tensor &t) {
  RunTimeContext cx;
  infer::areSquare(cx, name, t.sizes());
}
void checkFloating(const char *name, const Tensor &t);
// "\"lu_cpu\" not implemented for 'Half'"
void checkImplemented(const char *kernel, const Tensor &t);
void checkSameType(const char *name, const char *first, const Tensor &a, const Tensor &b);
// A size as LAPACK takes it.
Int sizeOf(int64_t size);

// ---- batches
Tensor turned(const Tensor &t);
// A batch of the adjoint matrices: transposed, and of complex numbers the conjugates, as a copy.
Tensor adjointOf(const Tensor &t);
inline int64_t batchCount(const Tensor &t) {
  return product(t.sizes().first(static_cast<size_t>(t.dim() - 2)));
}
// The leading dimensions, and `more`.
Dims batchSizes(const Tensor &t, std::initializer_list<int64_t> more = {});
// The matrices of a batch as they lie, when that is row by row (`turns`: they are the transposed
// ones then), else by columns; a copy that may be written.
Tensor columnsOf(const Tensor &t);
Tensor columnsAsTheyLie(const Tensor &t, bool *turns);
// Unit matrices in place of what was there.
void setUnit(const Tensor &columns);
// A new batch of so many matrices as `like` has, to be filled.
Tensor newColumns(const Tensor &like, int64_t rows, int64_t columns);
template <class T>
T *matrixOf(const Tensor &columns, int64_t n) {
  return columns.data<T>() + n * columns.size(-2) * columns.size(-1);
}
Tensor spread(const Tensor &t, const Dims &batch);

// Calls `compute<T>` for the element type, real or complex, unless there is nothing to compute.
template <class Compute>
void forElements(const Tensor &t, const Compute &compute) {
  if (t.numel() == 0)
    return;
  switch (t.dtype()) {
  case DType::F32: return compute.template operator()<float>();
  case DType::F64: return compute.template operator()<double>();
  case DType::C64: return compute.template operator()<std::complex<float>>();
  default: return compute.template operator()<std::complex<double>>();
  }
}

// ---- what LAPACK says of each matrix, one number each: 0, or which pivot is none
Tensor newInfos(const Tensor &like);
// The first matrix that has failed.
struct Failure {
  std::string where;  // "" or "(Batch element 3): "
  Int info = 0;
};
Failure firstFailure(const Tensor &infos);
// The algorithm failed on a matrix with many equal `values`.
void checkConverged(const char *name, const char *values, const Tensor &infos);
void checkInverted(const char *name, const Tensor &infos);
void checkSolved(const char *name, const Tensor &infos);

// P A = L U of square matrices, or of the transposed ones, for which A need not be copied about.
struct Factors {
  Tensor columns, pivots, infos;
  bool turns;
};
Factors factorsOf(const char *name, const Tensor &a, bool asTheyLie);
// X with A X = B in place of B, where A is what was factored, its transposed or its adjoint matrix.
// Factors may be fewer: they broadcast.
enum class Form { Itself, Transposed, Adjoint };
void solveFactored(const char *name, const Tensor &factors, const Tensor &pivots, const Tensor &b,
                   Form form);

}  // namespace janus::linalg
