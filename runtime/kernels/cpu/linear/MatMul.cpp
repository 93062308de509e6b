#include "kernels/cpu/linear/MatMul.h"

#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/elementwise/Loops.h"
#include "kernels/cpu/linear/Gemm.h"
#include "kernels/cpu/onednn/Products.h"
#include "tensor/core/Parallel.h"

#include <algorithm>
#include <complex>
#include <type_traits>
#include <vector>

namespace janus {
namespace {

void run(const Gemm<int64_t> &g) {
  gemm(g);
}

// Multiplications that one thread does in a nanosecond, at the least.
constexpr int64_t kPerNanosecond = 64;

// Divided along the longer side of the result, by whole vectors: each part's sums are those of the
// whole.
template <class T>
requires std::is_floating_point_v<T>
void run(const Gemm<T> &g) {
  constexpr int64_t kGroup = 16;
  bool columns = g.n >= g.m;
  int64_t size = columns ? g.n : g.m, units = (size + kGroup - 1) / kGroup;
  int64_t work = g.m * g.n * g.k / std::max<int64_t>(units, 1);
  parallelFor(units, work / kPerNanosecond, [&](int64_t first, int64_t last) {
    Gemm<T> part = g;
    part.wholeRows = g.m;
    part.wholeColumns = g.n;
    int64_t begin = first * kGroup, count = std::min(last * kGroup, size) - begin;
    if (columns) {
      part.n = count;
      part.b += begin * g.bColumn;
      part.c += begin;
      part.bias += g.bias ? begin : 0;
    } else {
      part.m = count;
      part.a += begin * g.aRow;
      part.c += begin * g.cRow;
    }
    gemm(part);
  });
}

template <class T>
void run(const MatrixView &a, const MatrixView &b, void *out, int64_t outRow, double beta,
         const void *bias) {
  run(Gemm<T>{.m = a.rows,
              .n = b.columns,
              .k = a.columns,
              .a = reinterpret_cast<const T *>(a.data),
              .aRow = a.rowStride,
              .aColumn = a.columnStride,
              .b = reinterpret_cast<const T *>(b.data),
              .bRow = b.rowStride,
              .bColumn = b.columnStride,
              .c = static_cast<T *>(out),
              .cRow = outRow,
              .beta = static_cast<T>(beta),
              .bias = static_cast<const T *>(bias)});
}

// A dense copy in a compute type.
template <class C>
std::vector<C> widened(DType dtype, const MatrixView &m, ComputeType type) {
  std::vector<C> copy(static_cast<size_t>(m.rows * m.columns));
  LoadFn load = conversions().load[static_cast<size_t>(dtype)][static_cast<size_t>(type)];
  int64_t width = static_cast<int64_t>(sizeOf(dtype));
  for (int64_t i = 0; i < m.rows; ++i)
    load(copy.data() + i * m.columns, m.data + i * m.rowStride * width, m.columnStride * width,
         m.columns);
  return copy;
}

// Types without a kernel of their own are computed in a wider one.
template <class C>
void multiplyWidened(DType dtype, ComputeType type, const MatrixView &a, const MatrixView &b,
                     std::byte *out, int64_t outRow, double beta, const std::byte *bias) {
  std::vector<C> x = widened<C>(dtype, a, type), y = widened<C>(dtype, b, type);
  int64_t width = static_cast<int64_t>(sizeOf(dtype));
  MatrixView target = {out, a.rows, b.columns, outRow, 1};
  std::vector<C> z = beta != 0 ? widened<C>(dtype, target, type)
                               : std::vector<C>(static_cast<size_t>(a.rows * b.columns));
  std::vector<C> w;
  if (bias)
    w = widened<C>(dtype, {bias, 1, b.columns, b.columns, 1}, type);
  MatrixView ax = {reinterpret_cast<const std::byte *>(x.data()), a.rows, a.columns, a.columns, 1};
  MatrixView by = {reinterpret_cast<const std::byte *>(y.data()), b.rows, b.columns, b.columns, 1};
  run<C>(ax, by, z.data(), b.columns, beta, bias ? w.data() : nullptr);
  StoreFn store = conversions().store[static_cast<size_t>(type)][static_cast<size_t>(dtype)];
  for (int64_t i = 0; i < a.rows; ++i)
    store(out + i * outRow * width, width, z.data() + i * b.columns, b.columns);
}

// The real (0) or imaginary (1) parts of a complex matrix, times a sign, as a dense one.
template <class R>
std::vector<R> partsOf(const MatrixView &m, int part, R sign) {
  std::vector<R> parts(static_cast<size_t>(m.rows * m.columns));
  auto *from = reinterpret_cast<const R *>(m.data) + part;
  R *to = parts.data();
  for (int64_t i = 0; i < m.rows; ++i)
    for (int64_t j = 0; j < m.columns; ++j)
      *to++ = sign * from[2 * (i * m.rowStride + j * m.columnStride)];
  return parts;
}

// Four products of real matrices.
template <class R>
void multiplyComplex(DType part, const MatrixView &a, const MatrixView &b, std::byte *out,
                     int64_t outRow, double beta, const std::byte *bias) {
  auto *to = reinterpret_cast<std::complex<R> *>(out);
  std::vector<R> ar = partsOf<R>(a, 0, 1), ai = partsOf<R>(a, 1, 1), minus = partsOf<R>(a, 1, -1),
                 br = partsOf<R>(b, 0, 1), bi = partsOf<R>(b, 1, 1);
  std::vector<R> real(static_cast<size_t>(a.rows * b.columns)), imaginary(real.size());
  auto add = [&](const std::vector<R> &x, const std::vector<R> &y, std::vector<R> &sum,
                 double old) {
    multiply(part, {reinterpret_cast<const std::byte *>(x.data()), a.rows, a.columns, a.columns, 1},
             {reinterpret_cast<const std::byte *>(y.data()), b.rows, b.columns, b.columns, 1},
             reinterpret_cast<std::byte *>(sum.data()), b.columns, old);
  };
  if (a.columns) {
    add(ar, br, real, 0);
    add(minus, bi, real, 1);
    add(ar, bi, imaginary, 0);
    add(ai, br, imaginary, 1);
  }
  auto *added = reinterpret_cast<const std::complex<R> *>(bias);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < b.columns; ++j) {
      size_t at = static_cast<size_t>(i * b.columns + j);
      std::complex<R> &target = to[i * outRow + j], value(real[at], imaginary[at]);
      if (beta != 0)
        value += static_cast<R>(beta) * target;
      target = added ? value + added[j] : value;
    }
}

}  // namespace

MatrixView matrixOf(const Tensor &t) {
  return {t.raw(), t.size(-2), t.size(-1), t.stride(-2), t.stride(-1)};
}

void multiply(DType dtype, const MatrixView &a, const MatrixView &b, std::byte *out, int64_t outRow,
              double beta, const std::byte *bias) {
  if (a.rows == 0 || b.columns == 0)
    return;
  switch (dtype) {
  case DType::F32:
    if (onednn::multiply({dtype, 1, a, 0, b, 0, out, outRow, 0, beta, bias}))
      return;
    return run<float>(a, b, out, outRow, beta, bias);
  case DType::F64: return run<double>(a, b, out, outRow, beta, bias);
  case DType::I64: return run<int64_t>(a, b, out, outRow, beta, bias);
  case DType::BF16:
    if (onednn::multiply({dtype, 1, a, 0, b, 0, out, outRow, 0, beta, bias}))
      return;
    [[fallthrough]];
  case DType::F16:
    return multiplyWidened<float>(dtype, ComputeType::F32, a, b, out, outRow, beta, bias);
  case DType::C64: return multiplyComplex<float>(DType::F32, a, b, out, outRow, beta, bias);
  case DType::C128: return multiplyComplex<double>(DType::F64, a, b, out, outRow, beta, bias);
  case DType::Bool: failDType("addmm_impl_cpu_", dtype);
  default: return multiplyWidened<int64_t>(dtype, ComputeType::I64, a, b, out, outRow, beta, bias);
  }
}

void multiplyBatch(DType dtype, const MatrixView &a, int64_t aBatch, const MatrixView &b,
                   int64_t bBatch, std::byte *out, int64_t outRow, int64_t outBatch, int64_t count,
                   double beta) {
  if ((dtype == DType::F32 || dtype == DType::BF16) && count > 1 &&
      onednn::multiply({dtype, count, a, aBatch, b, bBatch, out, outRow, outBatch, beta, nullptr}))
    return;
  int64_t width = static_cast<int64_t>(sizeOf(dtype));
  MatrixView x = a, y = b;
  for (int64_t i = 0; i < count; ++i) {
    x.data = a.data + i * aBatch * width;
    y.data = b.data + i * bBatch * width;
    multiply(dtype, x, y, out + i * outBatch * width, outRow, beta);
  }
}

}  // namespace janus
