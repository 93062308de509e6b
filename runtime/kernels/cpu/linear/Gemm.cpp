#include "kernels/cpu/linear/Gemm.h"

#include "kernels/cpu/LevelTable.h"

#include <cstdio>
#include <cstdlib>

namespace janus {
namespace {

constexpr size_t kLine = 64;

struct Block {
  std::byte *data = nullptr;
  ~Block() { free(data); }
};
thread_local Block kept;

}  // namespace

std::byte *gemmBlock() {
  if (kept.data)
    return kept.data;
  // The last vector that is stored may go beyond the end.
  kept.data = static_cast<std::byte *>(std::aligned_alloc(kLine, kGemmBlockBytes + kLine));
  if (!kept.data) {
    fprintf(stderr, "janus: out of memory (%zu bytes for a product)\n", kGemmBlockBytes);
    abort();
  }
  return kept.data;
}

JANUS_LEVEL_TABLE(GemmKernels, gemmKernels)

void gemm(const Gemm<int64_t> &g) {
  for (int64_t i = 0; i < g.m; ++i) {
    int64_t *c = g.c + i * g.cRow;
    for (int64_t j = 0; j < g.n; ++j)
      c[j] = (g.bias ? g.bias[j] : 0) + (g.beta ? g.beta * c[j] : 0);
    for (int64_t p = 0; p < g.k; ++p) {
      auto x = static_cast<uint64_t>(g.a[i * g.aRow + p * g.aColumn]);
      const int64_t *b = g.b + p * g.bRow;
      for (int64_t j = 0; j < g.n; ++j)
        c[j] = static_cast<int64_t>(static_cast<uint64_t>(c[j]) +
                                    x * static_cast<uint64_t>(b[j * g.bColumn]));
    }
  }
}

}  // namespace janus
