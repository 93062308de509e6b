// LAPACK and BLAS, opened at first use: a program without linear algebra never loads them. Matrices
// lie column by column; arguments are pointers, and behind them stands the length of each text.
#pragma once

#include "kernels/cpu/ComplexElement.h"

#include <complex>
#include <cstddef>
#include <cstdint>

namespace janus::lapack {

using Int = int32_t;
using Flag = const char *;  // one letter
using Size = const Int *;

// The type of real and imaginary part.
template <class T>
struct RealPart {
  using type = T;
};
template <class T>
struct RealPart<std::complex<T>> {
  using type = T;
};
template <class T>
using RealOf = typename RealPart<T>::type;

// The name in this table, where another, that of complex matrices, and the parameters, for elements
// `T` whose parts are `R`; then functions that take other arguments for real than for complex ones.
// clang-format off
#define JANUS_LAPACK_FUNCTIONS(X) \
  X(getrf, getrf, Size m, Size n, T *a, Size lda, Int *pivots, Int *info) \
  X(getrs, getrs, Flag trans, Size n, Size columns, const T *a, Size lda, const Int *pivots, T *b, Size ldb, Int *info, size_t) \
  X(getri, getri, Size n, T *a, Size lda, const Int *pivots, T *work, Size worked, Int *info) \
  X(trsm, trsm, Flag side, Flag uplo, Flag trans, Flag diagonal, Size m, Size n, const T *alpha, const T *a, Size lda, T *b, Size ldb, size_t, size_t, size_t, size_t) \
  X(potrf, potrf, Flag uplo, Size n, T *a, Size lda, Int *info, size_t) \
  X(geqrf, geqrf, Size m, Size n, T *a, Size lda, T *tau, T *work, Size worked, Int *info) \
  X(orgqr, ungqr, Size m, Size n, Size k, T *a, Size lda, const T *tau, T *work, Size worked, Int *info) \
  X(sytrf, sytrf, Flag uplo, Size n, T *a, Size lda, Int *pivots, T *work, Size worked, Int *info, size_t) \
  X(sytrs, sytrs, Flag uplo, Size n, Size columns, const T *a, Size lda, const Int *pivots, T *b, Size ldb, Int *info, size_t)
#define JANUS_LAPACK_OF_REAL(X) \
  X(syevd, Flag job, Flag uplo, Size n, T *a, Size lda, T *values, T *work, Size worked, Int *places, Size placed, Int *info, size_t, size_t) \
  X(geev, Flag left, Flag right, Size n, T *a, Size lda, T *reals, T *imaginaries, T *vl, Size ldvl, T *vr, Size ldvr, T *work, Size worked, Int *info, size_t, size_t) \
  X(gesdd, Flag job, Size m, Size n, T *a, Size lda, T *s, T *u, Size ldu, T *vt, Size ldvt, T *work, Size worked, Int *places, Int *info, size_t)
#define JANUS_LAPACK_OF_COMPLEX(X) \
  X(hetrf, Flag uplo, Size n, T *a, Size lda, Int *pivots, T *work, Size worked, Int *info, size_t) \
  X(hetrs, Flag uplo, Size n, Size columns, const T *a, Size lda, const Int *pivots, T *b, Size ldb, Int *info, size_t) \
  X(heevd, Flag job, Flag uplo, Size n, T *a, Size lda, R *values, T *work, Size worked, R *reals, Size realSize, Int *places, Size placed, Int *info, size_t, size_t) \
  X(geev, Flag left, Flag right, Size n, T *a, Size lda, T *values, T *vl, Size ldvl, T *vr, Size ldvr, T *work, Size worked, R *reals, Int *info, size_t, size_t) \
  X(gesdd, Flag job, Size m, Size n, T *a, Size lda, R *s, T *u, Size ldu, T *vt, Size ldvt, T *work, Size worked, R *reals, Int *places, Int *info, size_t)
// clang-format on

// The functions that both kinds of elements have under the same arguments.
template <class T>
struct CommonFunctions {
#define X(name, ofComplex, ...) void (*name)(__VA_ARGS__);
  JANUS_LAPACK_FUNCTIONS(X)
#undef X
};
#define X(name, ...) void (*name)(__VA_ARGS__);
template <class T>
struct Functions : CommonFunctions<T> {
  JANUS_LAPACK_OF_REAL(X)
};
template <class R>
struct Functions<std::complex<R>> : CommonFunctions<std::complex<R>> {
  using T = std::complex<R>;
  JANUS_LAPACK_OF_COMPLEX(X)
};
#undef X

// Functions for float, double, or complex numbers of these. A RuntimeError for the operation `name`
// when there is no library.
template <class T>
const Functions<T> &library(const char *name);

}  // namespace janus::lapack
