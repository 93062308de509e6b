#include "kernels/cpu/linear/MatMul.h"

#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/elementwise/Loops.h"
#include "kernels/cpu/linear/Gemm.h"
#include "kernels/cpu/onednn/Products.h"
#include "tensor/core/Parallel.h"
#include "tensor/memory/Scratch.h"

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

// Complex matrices of one size, which lie apart by `stride` elements.
struct ComplexMatrices {
  const MatrixView &first;
  int64_t stride;
};

// The parts of complex matrices as dense ones, and the imaginary ones with the other sign, if asked
// for.
template <class R>
struct RealMatrices {
  RealMatrices(const ComplexMatrices &from, int64_t count, bool negates)
      : size(from.first.rows * from.first.columns), stride(from.stride ? size : 0),
        parts((negates ? 3 : 2) * count * size), real(parts.get()), imaginary(real + count * size),
        negated(negates ? imaginary + count * size : nullptr) {}

  void fill(const ComplexMatrices &from, int64_t begin, int64_t count) {
    const MatrixView &m = from.first;
    auto *at = reinterpret_cast<const std::complex<R> *>(m.data) + begin * from.stride;
    int64_t to = 0;
    for (int64_t n = 0; n < (from.stride ? count : 1); ++n)
      for (int64_t i = 0; i < m.rows; ++i)
        for (int64_t j = 0; j < m.columns; ++j, ++to) {
          std::complex<R> z = at[n * from.stride + i * m.rowStride + j * m.columnStride];
          real[to] = z.real();
          imaginary[to] = z.imag();
          if (negated)
            negated[to] = -z.imag();
        }
  }

  int64_t size, stride;
  Scratch<R> parts;
  R *real, *imaginary, *negated;
};

struct ComplexResults {
  std::byte *data;
  int64_t row, stride;
  double beta;
  const std::byte *bias;
};

// Four products of real matrices, of some matrices at a time: their parts stay near.
template <class R>
void multiplyComplex(DType part, const ComplexMatrices &a, const ComplexMatrices &b,
                     const ComplexResults &out, int64_t count) {
  constexpr int64_t kNear = int64_t{1} << 16;
  const int64_t rows = a.first.rows, columns = b.first.columns, depth = a.first.columns,
                size = rows * columns, largest = std::max({size, rows * depth, depth * columns});
  const int64_t most = std::clamp<int64_t>(kNear / std::max<int64_t>(largest, 1), 1, count);
  RealMatrices<R> x(a, most, true), y(b, most, false);
  Scratch<R> sums(2 * most * size);
  R *real = sums.get(), *imaginary = real + most * size;
  auto *added = reinterpret_cast<const std::complex<R> *>(out.bias);
  auto *results = reinterpret_cast<std::complex<R> *>(out.data);
  for (int64_t begin = 0; begin < count; begin += most) {
    int64_t some = std::min(most, count - begin);
    x.fill(a, begin, some);
    y.fill(b, begin, some);
    auto add = [&](const R *left, const R *right, R *sum, double old) {
      multiplyBatch(part, {reinterpret_cast<const std::byte *>(left), rows, depth, depth, 1},
                    x.stride,
                    {reinterpret_cast<const std::byte *>(right), depth, columns, columns, 1},
                    y.stride, reinterpret_cast<std::byte *>(sum), columns, size, some, old);
    };
    add(x.real, y.real, real, 0);
    add(x.negated, y.imaginary, real, 1);
    add(x.real, y.imaginary, imaginary, 0);
    add(x.imaginary, y.real, imaginary, 1);
    int64_t at = 0;
    for (int64_t n = begin; n < begin + some; ++n)
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j, ++at) {
          std::complex<R> &target = results[n * out.stride + i * out.row + j],
                          value(real[at], imaginary[at]);
          if (out.beta != 0)
            value += static_cast<R>(out.beta) * target;
          target = added ? value + added[j] : value;
        }
  }
}

void multiplyComplex(DType dtype, const ComplexMatrices &a, const ComplexMatrices &b,
                     const ComplexResults &out, int64_t count) {
  if (dtype == DType::C64)
    multiplyComplex<float>(DType::F32, a, b, out, count);
  else
    multiplyComplex<double>(DType::F64, a, b, out, count);
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
  case DType::C64:
  case DType::C128: return multiplyComplex(dtype, {a, 0}, {b, 0}, {out, outRow, 0, beta, bias}, 1);
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
  if (isComplex(dtype) && count > 0 && a.rows > 0 && b.columns > 0)
    return multiplyComplex(dtype, {a, aBatch}, {b, bBatch}, {out, outRow, outBatch, beta, nullptr},
                           count);
  int64_t width = static_cast<int64_t>(sizeOf(dtype));
  MatrixView x = a, y = b;
  for (int64_t i = 0; i < count; ++i) {
    x.data = a.data + i * aBatch * width;
    y.data = b.data + i * bBatch * width;
    multiply(dtype, x, y, out + i * outBatch * width, outRow, beta);
  }
}

}  // namespace janus
