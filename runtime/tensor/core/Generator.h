// torch.Generator: the Mersenne twister and its state in torch's layout.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

class MersenneTwister {
public:
  static constexpr uint32_t kWords = 624;
  static constexpr uint64_t kDefaultSeed = 67280421310721;

  explicit MersenneTwister(uint64_t seed = kDefaultSeed) { reset(seed); }
  void reset(uint64_t seed);
  uint32_t next() {
    if (JN_UNLIKELY(--left_ == 0))
      refill();
    return tempered(state_[next_++]);
  }
  // As `count` calls of next().
  void fill(uint32_t *out, int64_t count);

private:
  template <class Word>  // one, or several at once
  static Word tempered(Word y) {
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ y >> 18;
  }
  void refill();

  uint64_t seed_;
  uint32_t left_;  // words until the refill, counting the coming call
  uint32_t next_;
  uint32_t state_[kWords];
  friend struct GeneratorState;
  friend struct GeneratorObject;
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
    uint64_t high = engine.next();
    return high << 32 | engine.next();
  }
  uint64_t seed() const { return engine.seed_; }
  void setSeed(uint64_t seed);
  // A seed from the system's entropy, already set.
  uint64_t setEntropySeed();
};

extern Type jn_type_generator_rng;
GeneratorObject *defaultGenerator();
// Nobody has seeded the default generator or drawn from it.
bool isDefaultGeneratorUnused();
GeneratorObject *makeGenerator();  // owned
// The argument `generator`, or the default one when null.
inline GeneratorObject *orDefault(GeneratorObject *g) {
  return g ? g : defaultGenerator();
}

constexpr size_t kGeneratorStateSize = 5056;
void saveState(const GeneratorObject *g, uint8_t *bytes);
void loadState(GeneratorObject *g, const uint8_t *bytes, size_t size);  // throws

// Adds Generator, default_generator, and what torch.random is made of to the module torch._C.
int initGenerator(jn_module *m);

}  // namespace janus
