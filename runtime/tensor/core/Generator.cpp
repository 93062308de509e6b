// The CPU generator: torch's mt19937, its seeding and its 5,056-byte state.
#include "tensor/core/Generator.h"

#include "tensor/core/Error.h"

#include <cstring>
#include <ctime>
#include <sys/random.h>

namespace janus {

void MersenneTwister::reset(uint64_t seed) {
  seed_ = seed;
  state_[0] = static_cast<uint32_t>(seed);
  for (uint32_t i = 1; i < kWords; ++i)
    state_[i] = 1812433253u * (state_[i - 1] ^ state_[i - 1] >> 30) + i;
  left_ = 1;
  next_ = 0;
}

namespace {

// Several words at once, wherever they begin.
using Words = uint32_t [[gnu::vector_size(16), gnu::aligned(4), gnu::may_alias]];
constexpr uint32_t kAtOnce = sizeof(Words) / sizeof(uint32_t);
template <class Word>
Word &wordAt(uint32_t *words) {
  return *reinterpret_cast<Word *>(words);
}

// For one word or several.
template <class Word>
Word twist(Word upper, Word lower) {
  Word mixed = (upper & 0x80000000u) | (lower & 0x7fffffffu);
  return mixed >> 1 ^ (-(lower & 1u) & 0x9908b0dfu);
}

// s[i] for i in [first, last), from s[i + distance], which is no nearer than a few words.
void twistWords(uint32_t *s, uint32_t first, uint32_t last, int32_t distance) {
  uint32_t i = first;
  for (; i + kAtOnce <= last; i += kAtOnce)
    wordAt<Words>(s + i) =
        wordAt<Words>(s + i + distance) ^ twist(wordAt<Words>(s + i), wordAt<Words>(s + i + 1));
  for (; i < last; ++i)
    s[i] = s[i + distance] ^ twist(s[i], s[i + 1]);
}

}  // namespace

void MersenneTwister::refill() {
  constexpr uint32_t kShift = 397, kSplit = kWords - kShift;
  uint32_t *s = state_;
  twistWords(s, 0, kSplit, kShift);
  twistWords(s, kSplit, kWords - 1, -static_cast<int32_t>(kSplit));
  s[kWords - 1] = s[kShift - 1] ^ twist(s[kWords - 1], s[0]);
  left_ = kWords;
  next_ = 0;
}

void MersenneTwister::fill(uint32_t *out, int64_t count) {
  while (count > 0) {
    if (left_ == 1) {
      refill();
      ++left_;  // no call has taken a word yet
    }
    int64_t n = left_ - 1 < count ? left_ - 1 : count;
    uint32_t *from = state_ + next_;
    int64_t i = 0;
    for (; i + kAtOnce <= n; i += kAtOnce)
      wordAt<Words>(out + i) = tempered<Words>(wordAt<Words>(from + i));
    for (; i < n; ++i)
      out[i] = tempered(from[i]);
    next_ += static_cast<uint32_t>(n);
    left_ -= static_cast<uint32_t>(n);
    out += n;
    count -= n;
  }
}

void GeneratorObject::setSeed(uint64_t seed) {
  engine.reset(seed);
  hasFloatNormal = hasDoubleNormal = false;
}

uint64_t GeneratorObject::setEntropySeed() {
  uint64_t seed = 0;
  if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed))
    seed = static_cast<uint64_t>(time(nullptr)) * 0x9e3779b97f4a7c15u;
  setSeed(seed);
  return seed;
}

// Bytes of torch.get_rng_state().
struct GeneratorState {
  uint64_t seed;
  int32_t left;
  int32_t seeded;
  uint64_t next;
  uint64_t words[MersenneTwister::kWords];  // 32 bits each
  double normalX, normalY, normalRho;       // only Y is used
  int32_t hasDoubleNormal;
  int32_t padding;
  // What follows is missing in states of old programs.
  float floatNormal;
  bool hasFloatNormal;
  uint8_t tail[3];

  static constexpr size_t kLegacySize = 5048;
  static void save(const GeneratorObject *g, GeneratorState *s) {
    const MersenneTwister &e = g->engine;
    s->seed = e.seed_;
    s->left = static_cast<int32_t>(e.left_);
    s->seeded = 1;
    s->next = e.next_;
    for (uint32_t i = 0; i < MersenneTwister::kWords; ++i)
      s->words[i] = e.state_[i];
    s->normalY = g->hasDoubleNormal ? g->doubleNormal : 0;
    s->hasDoubleNormal = g->hasDoubleNormal;
    s->floatNormal = g->hasFloatNormal ? g->floatNormal : 0;
    s->hasFloatNormal = g->hasFloatNormal;
  }
  static void load(GeneratorObject *g, const GeneratorState &s) {
    MersenneTwister &e = g->engine;
    e.seed_ = s.seed;
    e.left_ = static_cast<uint32_t>(s.left);
    e.next_ = static_cast<uint32_t>(s.next);
    for (uint32_t i = 0; i < MersenneTwister::kWords; ++i)
      e.state_[i] = static_cast<uint32_t>(s.words[i]);
    g->hasDoubleNormal = s.hasDoubleNormal != 0;
    g->doubleNormal = s.normalY;
    g->hasFloatNormal = s.hasFloatNormal;
    g->floatNormal = s.floatNormal;
  }
};
static_assert(sizeof(GeneratorState) == kGeneratorStateSize);
static_assert(offsetof(GeneratorState, floatNormal) == GeneratorState::kLegacySize);

void saveState(const GeneratorObject *g, uint8_t *bytes) {
  GeneratorState s = {};
  GeneratorState::save(g, &s);
  memcpy(bytes, &s, sizeof(s));
}

void loadState(GeneratorObject *g, const uint8_t *bytes, size_t size) {
  if (size != kGeneratorStateSize && size != GeneratorState::kLegacySize)
    fail("Expected either a CPUGeneratorImplStateLegacy of size %zu or a CPUGeneratorImplState of "
         "size %zu but found the "
         "input RNG state size to be %zu",
         GeneratorState::kLegacySize, kGeneratorStateSize, size);
  GeneratorState s = {};
  memcpy(&s, bytes, size);
  constexpr int32_t kMost = MersenneTwister::kWords;
  if (!s.seeded || s.left <= 0 || s.left > kMost || s.next > static_cast<uint64_t>(kMost))
    fail("Invalid mt19937 state");
  GeneratorState::load(g, s);
}

GeneratorObject *makeGenerator() {
  auto *g = allocate<GeneratorObject>(&jn_type_generator_rng);
  g->device = {};
  g->setSeed(MersenneTwister::kDefaultSeed);
  return g;
}

namespace {

// Other generators begin with the same seed each; this one, as PyTorch's, with another one in each
// process.
struct DefaultGenerator {
  GeneratorObject *generator = makeGenerator();
  MersenneTwister atStart{generator->setEntropySeed()};

  static const DefaultGenerator &instance() {
    static const DefaultGenerator only;
    return only;
  }
};

}  // namespace

GeneratorObject *defaultGenerator() {
  return DefaultGenerator::instance().generator;
}

bool isDefaultGeneratorUnused() {
  const DefaultGenerator &made = DefaultGenerator::instance();
  return memcmp(&made.generator->engine, &made.atStart, sizeof(MersenneTwister)) == 0;
}

}  // namespace janus
