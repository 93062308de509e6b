#include "kernels/cpu/product/Gemm.h"

#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/onednn/OneDnn.h"

#include <vector>

namespace janus {

namespace {

template <class T>
const T *at(const Matrix &m) {
  return m.tensor->data<T>() + m.offset;
}

// A matrix whose rows or columns are dense, as BLAS wants it; others are copied.
struct Operand {
  const float *data;
  int64_t leading;
  bool transposed;
  std::vector<float> copy;

  explicit Operand(const Matrix &m) {
    data = at<float>(m);
    if (m.columnStride == 1 && (m.rowStride >= m.columns || m.rows == 1)) {
      transposed = false;
      leading = std::max<int64_t>(m.rowStride, std::max<int64_t>(1, m.columns));
    } else if (m.rowStride == 1 && (m.columnStride >= m.rows || m.columns == 1)) {
      transposed = true;
      leading = std::max<int64_t>(m.columnStride, std::max<int64_t>(1, m.rows));
    } else {
      copy.resize(static_cast<size_t>(m.rows * m.columns));
      for (int64_t i = 0; i < m.rows; ++i)
        for (int64_t j = 0; j < m.columns; ++j)
          copy[static_cast<size_t>(i * m.columns + j)] = data[i * m.rowStride + j * m.columnStride];
      data = copy.data();
      transposed = false;
      leading = std::max<int64_t>(1, m.columns);
    }
  }
};

// Row by row, so that the inner loop runs along rows of B and C. Sums of narrow floats are kept in
// float.
template <class T>
void plainGemm(const Matrix &a, const Matrix &b, const Matrix &c, double alpha, double beta) {
  using C = Compute<T>;
  const T *pa = at<T>(a), *pb = at<T>(b);
  T *pc = const_cast<T *>(at<T>(c));
  std::vector<C> row(static_cast<size_t>(c.columns));
  for (int64_t i = 0; i < c.rows; ++i) {
    std::fill(row.begin(), row.end(), C(0));
    for (int64_t k = 0; k < a.columns; ++k) {
      C left = loaded(pa[i * a.rowStride + k * a.columnStride]);
      const T *right = pb + k * b.rowStride;
      if (b.columnStride == 1)
        for (int64_t j = 0; j < c.columns; ++j)
          row[static_cast<size_t>(j)] += left * loaded(right[j]);
      else
        for (int64_t j = 0; j < c.columns; ++j)
          row[static_cast<size_t>(j)] += left * loaded(right[j * b.columnStride]);
    }
    T *out = pc + i * c.rowStride;
    for (int64_t j = 0; j < c.columns; ++j) {
      C value = static_cast<C>(alpha) * row[static_cast<size_t>(j)];
      // beta == 0 ignores C, NaN included.
      if (beta != 0)
        value += static_cast<C>(beta) * loaded(out[j]);
      out[j] = stored<T>(value);
    }
  }
}

}  // namespace

void gemm(const Matrix &a, const Matrix &b, const Matrix &c, double alpha, double beta) {
  if (c.rows == 0 || c.columns == 0)
    return;
  DType type = c.tensor->dtype();
  if (type == DType::F32 && a.columns > 0 && onednn::available()) {
    Operand left(a), right(b);
    onednn::check(onednn::api().sgemm(
                      left.transposed ? 'T' : 'N', right.transposed ? 'T' : 'N', c.rows, c.columns,
                      a.columns, static_cast<float>(alpha), left.data, left.leading, right.data,
                      right.leading, static_cast<float>(beta), const_cast<float *>(at<float>(c)),
                      std::max<int64_t>(c.rowStride, std::max<int64_t>(1, c.columns))),
                  "matrix product");
    return;
  }
  visitNumbers(type, "addmm_impl_cpu_",
               [&](auto tag) { plainGemm<typename decltype(tag)::Type>(a, b, c, alpha, beta); });
}

}  // namespace janus
