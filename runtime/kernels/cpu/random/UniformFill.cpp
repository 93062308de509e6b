#include "kernels/cpu/random/UniformFill.h"

#include "kernels/cpu/LevelTable.h"

namespace janus {

JANUS_LEVEL_TABLE(UniformFillFn, uniformFill)

void fillUniform(float *out, int64_t count, float from, float to, GeneratorObject *g) {
  UniformFillFn fill = uniformFill();
  constexpr int64_t kBlock = 1024;
  uint32_t words[kBlock];
  for (int64_t at = 0; at < count; at += kBlock) {
    int64_t n = count - at < kBlock ? count - at : kBlock;
    g->engine.fill(words, n);
    fill(out + at, words, n, from, to);
  }
}

}  // namespace janus
