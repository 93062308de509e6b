// The module _random: the Mersenne Twister MT19937 with CPython's seeding.
#include "stdlib/RandomState.h"
#include "value/container/Sequence.h"
#include "value/number/BigInt.h"

#include <ctime>
#include <sys/random.h>
#include <vector>

namespace janus {
namespace {

constexpr int kWords = RandomState::kWords, kMiddle = 397;

struct RandomObject {
  Object head;
  RandomState state;
  bool isUnused;
};
Type randomType;

void seedFromInt(RandomObject *r, uint32_t seed) {
  r->state.words[0] = seed;
  for (int i = 1; i < kWords; ++i)
    r->state.words[i] = 1812433253u * (r->state.words[i - 1] ^ (r->state.words[i - 1] >> 30)) + i;
  r->state.index = kWords;
}

void seedFromArray(RandomObject *r, const std::vector<uint32_t> &key) {
  seedFromInt(r, 19650218u);
  uint32_t *w = r->state.words;
  auto length = static_cast<int>(key.size());
  int i = 1, j = 0;
  for (int k = std::max(kWords, length); k > 0; --k) {
    w[i] = (w[i] ^ ((w[i - 1] ^ (w[i - 1] >> 30)) * 1664525u)) + key[j] + j;
    if (++i >= kWords) {
      w[0] = w[kWords - 1];
      i = 1;
    }
    if (++j >= length)
      j = 0;
  }
  for (int k = kWords - 1; k > 0; --k) {
    w[i] = (w[i] ^ ((w[i - 1] ^ (w[i - 1] >> 30)) * 1566083941u)) - i;
    if (++i >= kWords) {
      w[0] = w[kWords - 1];
      i = 1;
    }
  }
  w[0] = 0x80000000u;
}

uint32_t temper(uint32_t y) {
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680u;
  y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}

// In [0, 1), of 53 bits.
double unitNumber(uint32_t first, uint32_t second) {
  return ((first >> 5) * 67108864.0 + (second >> 6)) * (1.0 / 9007199254740992.0);
}

uint32_t nextWord(RandomObject *r) {
  uint32_t *w = r->state.words;
  if (r->state.index >= kWords) {
    auto twist = [](uint32_t high, uint32_t low) {
      uint32_t y = (high & 0x80000000u) | (low & 0x7fffffffu);
      return y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    };
    for (int k = 0; k < kWords; ++k)
      w[k] = w[(k + kMiddle) % kWords] ^ twist(w[k], w[(k + 1) % kWords]);
    r->state.index = 0;
    r->isUnused = false;
  }
  return temper(w[r->state.index++]);
}

double nextNumber(RandomObject *r) {
  uint32_t first = nextWord(r);
  return unitNumber(first, nextWord(r));
}

// None: from the system; an int: its magnitude; anything else: its hash.
bool seedFrom(RandomObject *r, Value seed) {
  std::vector<uint32_t> key;
  r->isUnused = !given(seed) || seed.tag == JN_NONE;
  if (r->isUnused) {
    key.resize(kWords);
    if (getrandom(key.data(), key.size() * sizeof(uint32_t), 0) < 0)
      key.assign({static_cast<uint32_t>(time(nullptr)), static_cast<uint32_t>(clock())});
  } else {
    Ref number;
    if (isInt(seed)) {
      number = Ref(intAbs(seed));
    } else {
      int64_t h;
      if (!hash(seed, &h))
        return false;
      number = Ref(makeUnsigned(static_cast<uint64_t>(h)));
    }
    int64_t words = std::max<int64_t>((intBitLength(number.get()) + 31) / 32, 1);
    key.resize(words);
    bigint::toBytes(number.get(), reinterpret_cast<unsigned char *>(key.data()), words * 4, false);
  }
  seedFromArray(r, key);
  return true;
}

RandomObject *self(const Value *args) {
  return as<RandomObject>(args[0]);
}

Value construct(Type *cls, const Value *args, size_t count, Value) {
  auto *r = reinterpret_cast<RandomObject *>(allocate(cls, sizeof(RandomObject)));
  Ref held(jn_obj(r));
  return seedFrom(r, argument(args, count, 0)) ? held.release() : jn_error();
}

Value seed(const Value *args, size_t count, Value) {
  return seedFrom(self(args), argument(args, count, 1)) ? jn_none() : jn_error();
}
Value random(const Value *args, size_t, Value) {
  return jn_float(nextNumber(self(args)));
}
Value getrandbits(const Value *args, size_t, Value) {
  int64_t bits;
  if (!toInt64(args[1], &bits))
    return jn_error();
  if (bits < 0)
    return raise(jn_exc_ValueError, "number of bits must be non-negative");
  if (bits == 0)
    return jn_int(0);
  if (bits <= 32)
    return jn_int(nextWord(self(args)) >> (32 - bits));
  std::vector<uint32_t> words((bits + 31) / 32);
  for (uint32_t &word : words) {
    word = nextWord(self(args));
    if (bits < 32)
      word >>= 32 - bits;
    bits -= 32;
  }
  return bigint::fromBytes(reinterpret_cast<unsigned char *>(words.data()), words.size() * 4,
                           false);
}
Value getstate(const Value *args, size_t, Value) {
  jn_tuple *state = newTuple(kWords + 1);
  for (int i = 0; i < kWords; ++i)
    state->items[i] = jn_int(self(args)->state.words[i]);
  state->items[kWords] = jn_int(self(args)->state.index);
  return jn_obj(state);
}
Value setstate(const Value *args, size_t, Value) {
  if (!isInstance(args[1], &jn_type_tuple))
    return raise(jn_exc_TypeError, "state vector must be a tuple");
  jn_tuple *state = as<jn_tuple>(args[1]);
  if (state->size != kWords + 1)
    return raise(jn_exc_ValueError, "state vector is the wrong size");
  RandomState fresh;
  for (int i = 0; i <= kWords; ++i) {
    int64_t v;
    if (!toInt64(state->items[i], &v))
      return jn_error();
    if (i < kWords)
      fresh.words[i] = static_cast<uint32_t>(v);
    else if (v < 0 || v > kWords)
      return raise(jn_exc_ValueError, "invalid state");
    else
      fresh.index = static_cast<int>(v);
  }
  self(args)->isUnused = false;
  self(args)->state.index = fresh.index;
  std::copy(fresh.words, fresh.words + kWords, self(args)->state.words);
  return jn_none();
}

const MethodDef kMethods[] = {
    {"seed", seed, 1, 2},         {"random", random, 1, 1},     {"getrandbits", getrandbits, 2, 2},
    {"getstate", getstate, 1, 1}, {"setstate", setstate, 2, 2}, {}};

int init(jn_module *m) {
  randomType.name = "_random.Random";
  randomType.instanceSize = sizeof(RandomObject);
  randomType.typeFlags = kTypeBaseable;
  randomType.construct = construct;
  randomType.methods = kMethods;
  return readyType(&randomType) < 0 || addToModule(m, "Random", jn_obj(&randomType)) < 0 ? -1 : 0;
}

}  // namespace

RandomState *randomStateOf(Value v) {
  return isInstance(v, &randomType) ? &as<RandomObject>(v)->state : nullptr;
}
bool isUnusedRandom(Value v) {
  return isInstance(v, &randomType) && as<RandomObject>(v)->isUnused;
}

double comingNumber(const Object *random, int64_t ahead) {
  auto *r = reinterpret_cast<const RandomObject *>(random);
  int64_t at = r->state.index + 2 * ahead;
  if (at + 1 < kWords)
    return unitNumber(temper(r->state.words[at]), temper(r->state.words[at + 1]));
  RandomObject copy = {{}, r->state, false};
  takeNumbers(&copy.head, ahead);
  return nextNumber(&copy);
}

void takeNumbers(Object *random, int64_t count) {
  auto *r = reinterpret_cast<RandomObject *>(random);
  for (int64_t i = 0; i < 2 * count; ++i)
    nextWord(r);
}

extern const NativeModuleDef randomModule;
const NativeModuleDef randomModule = {"_random", init, nullptr};

}  // namespace janus
