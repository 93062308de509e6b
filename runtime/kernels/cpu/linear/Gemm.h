// Matrix products without a library: small ones, where a library call costs more than the work, and
// those of types that oneDNN does not know.
#pragma once

#include <cstddef>
#include <cstdint>

namespace janus {

// C (m x n) = A (m x k) * B (k x n) + beta * C [+ bias]; strides in elements, rows first.
template <class T>
struct Gemm {
  int64_t m, n, k;
  const T *a;
  int64_t aRow, aColumn;
  const T *b;
  int64_t bRow, bColumn;
  T *c;
  int64_t cRow;             // columns of C are dense
  T beta = 0;               // 0: C is not read
  const T *bias = nullptr;  // n values added to each row
  // Of the product that this one is a part of.
  int64_t wholeRows = 0, wholeColumns = 0;
};

struct GemmKernels {
  void (*f32)(const Gemm<float> &);
  void (*f64)(const Gemm<double> &);
};
const GemmKernels &gemmKernels();
inline void gemm(const Gemm<float> &g) {
  gemmKernels().f32(g);
}
inline void gemm(const Gemm<double> &g) {
  gemmKernels().f64(g);
}
void gemm(const Gemm<int64_t> &g);

// Room for the blocks of a product, 64-byte aligned; each thread keeps its own from its first large
// product on. 512 rows of 256 floats are 43 tiles of 12.
constexpr size_t kGemmBlockBytes = 43 * 12 * 256 * sizeof(float);
std::byte *gemmBlock();

}  // namespace janus
