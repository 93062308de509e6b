// torch.Generator: the Mersenne twister and its state in torch's layout.
#pragma once

#include "tensor/Tensor.h"

namespace janus {

class MersenneTwister {
public:
  explicit MersenneTwister(uint64_t seed = 67280421310721) { reset(seed); }
  void reset(uint64_t seed);
  uint32_t next() {
    if (JN_UNLIKELY(--left_ == 0)) refill();
    uint32_t y = state_[next_++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    y ^= y >> 18;
    return y;
  }
  uint64_t seed() const { return seed_; }

  static constexpr int kWords = 624;
  uint64_t seed_;
  int left_;
  bool seeded_;
  uint32_t next_;
  uint32_t state_[kWords];

private:
  void refill();
};

struct GeneratorObject {
  jn_object head;
  Device device;
  MersenneTwister engine;
  // The second of a pair of normals that scalar draws make.
  bool hasFloatNormal, hasDoubleNormal;
  float floatNormal;
  double doubleNormal;

  uint32_t random() { return engine.next(); }
  uint64_t random64() {
    uint32_t low = engine.next(), high = engine.next();
    return uint64_t{low} << 32 | high;
  }
  void setSeed(uint64_t seed);
};

extern Type jn_type_generator_rng;
GeneratorObject *defaultGenerator();
// The argument `generator`, or the default one when null.
inline GeneratorObject *orDefault(GeneratorObject *g) { return g ? g : defaultGenerator(); }

constexpr size_t kGeneratorStateSize = 5056;
void saveState(const GeneratorObject *g, uint8_t *bytes);
void loadState(GeneratorObject *g, const uint8_t *bytes, size_t size);  // throws

int initGenerator(jn_module *m);

} // namespace janus
