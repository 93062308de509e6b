// LAPACK and BLAS, opened at first use: a program without linear algebra never loads them. Matrices
// lie column by column; arguments are pointers, and behind them stands the length of each text.
#pragma once

#include <cstddef>
#include <cstdint>

namespace janus::lapack {

using Int = int32_t;
using Flag = const char *;  // one letter
using Size = const Int *;

// clang-format off
#define JANUS_LAPACK_FUNCTIONS(X) \
  X(getrf, Size m, Size n, T *a, Size lda, Int *pivots, Int *info) \
  X(getrs, Flag trans, Size n, Size columns, const T *a, Size lda, const Int *pivots, T *b, Size ldb, Int *info, size_t) \
  X(getri, Size n, T *a, Size lda, const Int *pivots, T *work, Size worked, Int *info) \
  X(trsm, Flag side, Flag uplo, Flag trans, Flag diagonal, Size m, Size n, const T *alpha, const T *a, Size lda, T *b, Size ldb, size_t, size_t, size_t, size_t) \
  X(potrf, Flag uplo, Size n, T *a, Size lda, Int *info, size_t) \
  X(geqrf, Size m, Size n, T *a, Size lda, T *tau, T *work, Size worked, Int *info) \
  X(orgqr, Size m, Size n, Size k, T *a, Size lda, const T *tau, T *work, Size worked, Int *info) \
  X(sytrf, Flag uplo, Size n, T *a, Size lda, Int *pivots, T *work, Size worked, Int *info, size_t) \
  X(sytrs, Flag uplo, Size n, Size columns, const T *a, Size lda, const Int *pivots, T *b, Size ldb, Int *info, size_t) \
  X(syevd, Flag job, Flag uplo, Size n, T *a, Size lda, T *values, T *work, Size worked, Int *places, Size placed, Int *info, size_t, size_t) \
  X(gesdd, Flag job, Size m, Size n, T *a, Size lda, T *s, T *u, Size ldu, T *vt, Size ldvt, T *work, Size worked, Int *places, Int *info, size_t)
// clang-format on

template <class T>
struct Functions {
#define X(name, ...) void (*name)(__VA_ARGS__);
  JANUS_LAPACK_FUNCTIONS(X)
#undef X
};

// Functions for float or for double. A RuntimeError for the operation `name` when there is no
// library.
template <class T>
const Functions<T> &library(const char *name);

}  // namespace janus::lapack
