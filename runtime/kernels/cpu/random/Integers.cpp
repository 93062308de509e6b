// random_, randint, randperm.
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/random/Draw.h"
#include "tensor/core/Names.h"

#include <cinttypes>

namespace janus {
namespace {

// ---- ranges

// Integers that a floating type cannot represent are moved inside the range: `from` up, `to` down.
template <class T>
int64_t asRepresented(int64_t v) {
  auto f = static_cast<double>(loaded(stored<T>(static_cast<Compute<T>>(v))));
  if (!(f >= -0x1p63 && f < 0x1p63))
    return INT64_MIN;  // as the conversion of x86
  return static_cast<int64_t>(f);
}
inline int highestBit(int64_t v) {
  auto u = static_cast<uint64_t>(v < 0 ? -v : v);
  return u ? 63 - __builtin_clzll(u) : 0;
}
template <class T>
int64_t raisedFrom(int64_t from) {
  int64_t next = asRepresented<T>(from + 1);
  return next < from ? next + (int64_t{1} << (highestBit(from + 1) - digitsOf<T>() + 1)) : from;
}
template <class T>
int64_t loweredTo(int64_t to) {
  int64_t last = asRepresented<T>(to - 1);
  return last >= to ? last - (int64_t{1} << (highestBit(to - 1) - digitsOf<T>() + 1)) : to;
}

template <class T>
bool isInRange(int64_t v, DType t) {
  if constexpr (isFloatElement<T>)
    return std::fabs(static_cast<double>(v)) <= info(t).largest;
  else if constexpr (std::is_same_v<T, bool>)
    return v == 0 || v == 1;
  else
    return v >= int64_t{std::numeric_limits<T>::lowest()} &&
           v <= int64_t{std::numeric_limits<T>::max()};
}
template <class T>
void checkRange(int64_t first, int64_t last, DType t) {
  if (!isInRange<T>(first, t))
    fail("from is out of bounds for %s", elementTypeText(t));
  if (!isInRange<T>(last, t))
    fail("to - 1 is out of bounds for %s", elementTypeText(t));
}

// ---- draws

// Wide ranges take two words, for types that can hold the results.
template <class T>
void fillRange(const Tensor &out, uint64_t range, int64_t base, GeneratorObject *g) {
  auto at = [base](uint64_t offset) {
    return static_cast<int64_t>(offset + static_cast<uint64_t>(base));
  };
  if (range >= uint64_t{1} << 28)
    draw::fill<T>(out, [&] { return at(g->random64() % range); });
  else {
    uint32_t narrow = static_cast<uint32_t>(range);
    draw::fill<T>(out, [&] { return at(g->random() % narrow); });
  }
}

Tensor randomFromTo(const Tensor &self, int64_t from, std::optional<int64_t> to,
                    GeneratorObject *generator) {
  GeneratorObject *g = orDefault(generator);
  checkInPlace(self);
  visitAll(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if (to) {
      int64_t end = *to;
      if (from >= end)
        fail("random_ expects 'from' to be less than 'to', but got from=%" PRId64 " >= to=%" PRId64,
             from, end);
      if constexpr (isFloatElement<T>) {
        from = raisedFrom<T>(from);
        end = loweredTo<T>(end);
        if (from >= end)
          fail("random_ expects 'from' casted to dtype to be less than 'to' casted to dtype, but "
               "got from=%" PRId64 " >= to=%" PRId64,
               from, end);
      }
      checkRange<T>(from, end - 1, self.dtype());
      fillRange<T>(self, static_cast<uint64_t>(end) - static_cast<uint64_t>(from), from, g);
    } else if (from != INT64_MIN) {
      int64_t last;
      if constexpr (isFloatElement<T>) {
        last = int64_t{1} << digitsOf<T>();
        from = raisedFrom<T>(from);
        if (from >= last)
          fail("random_ expects 'from' casted to dtype to be less than or equal to 'to_inc' casted "
               "to dtype, but got "
               "from=%" PRId64 " > to_inc=%" PRId64,
               from, last);
      } else {
        last = int64_t{std::numeric_limits<T>::max()};
      }
      checkRange<T>(from, last, self.dtype());
      fillRange<T>(self, static_cast<uint64_t>(last) - static_cast<uint64_t>(from) + 1, from, g);
    } else {
      if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, Half>)
        failDType("random_full_64_bits_range_kernel_cpu", self.dtype());
      else if constexpr (std::is_integral_v<T> && sizeof(T) < 8)
        fail("random_full_64_bits_range_kernel_cpu handles only int64, double, float and bfloat16");
      else
        draw::fill<T>(self, [&] { return static_cast<int64_t>(g->random64()); });
    }
  });
  return self;
}
Tensor randomTo(const Tensor &self, int64_t to, GeneratorObject *generator) {
  return randomFromTo(self, 0, to, generator);
}
Tensor random(const Tensor &self, GeneratorObject *generator) {
  GeneratorObject *g = orDefault(generator);
  checkInPlace(self);
  visitAll(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_same_v<T, bool>) {
      draw::fill<T>(self, [&] { return g->random() & 1; });
    } else if constexpr (isFloatElement<T>) {
      constexpr uint64_t kCount = (uint64_t{1} << digitsOf<T>()) + 1;
      if constexpr (std::is_same_v<T, double>)
        draw::fill<T>(self, [&] { return g->random64() % kCount; });
      else
        draw::fill<T>(self, [&] { return g->random() % kCount; });
    } else {
      constexpr uint64_t kCount = static_cast<uint64_t>(std::numeric_limits<T>::max()) + 1;
      if constexpr (sizeof(T) == 8)
        draw::fill<T>(self, [&] { return g->random64() % kCount; });
      else
        draw::fill<T>(self, [&] { return g->random() % kCount; });
    }
  });
  return self;
}

Tensor randintLow(int64_t low, int64_t high, IntView size, GeneratorObject *generator,
                  std::optional<DType> dtype, std::optional<Device> device) {
  return randomFromTo(makeTensor(size, dtype.value_or(DType::I64), device.value_or(Device())), low,
                      high, generator);
}
Tensor randint(int64_t high, IntView size, GeneratorObject *generator, std::optional<DType> dtype,
               std::optional<Device> device) {
  return randintLow(0, high, size, generator, dtype, device);
}
Tensor randintLikeLow(const Tensor &self, int64_t low, int64_t high, std::optional<DType> dtype,
                      std::optional<Device> device, std::optional<MemoryFormat> format) {
  return randomFromTo(newLike(self, dtype, device, format), low, high, nullptr);
}
Tensor randintLike(const Tensor &self, int64_t high, std::optional<DType> dtype,
                   std::optional<Device> device, std::optional<MemoryFormat> format) {
  return randintLikeLow(self, 0, high, dtype, device, format);
}

// ---- permutations

void checkPermutationFits(int64_t n, DType t) {
  if (isIntegral(t)) {
    visitIntegral(t, "", [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if (n - 1 > int64_t{std::numeric_limits<T>::max()})
        fail("value cannot be converted to type %s without overflow",
             t == DType::I32 ? "int" : (std::string(info(t).name) + "_t").c_str());
    });
    return;
  }
  int64_t most = t == DType::F16 ? 2049 : (t == DType::F32 ? 16777217 : INT64_MAX);
  if (n > most)
    fail(t == DType::F16 ? "n cannot be greater than 2049 for Half type."
                         : "n cannot be greater than 2^24+1 for Float type.");
}

Tensor randperm(int64_t n, GeneratorObject *generator, std::optional<DType> dtype,
                std::optional<Device> device) {
  DType t = dtype.value_or(DType::I64);
  int64_t sizes[] = {n};
  Tensor out = makeTensor(sizes, t, device.value_or(Device()));
  checkPermutationFits(n, t);
  GeneratorObject *g = orDefault(generator);
  visitNumbers(t, "randperm", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T *r = out.data<T>();
    for (int64_t i = 0; i < n; ++i)
      r[i] = stored<T>(i);
    bool wide = n >= int64_t{UINT32_MAX / 20};
    for (int64_t i = 0; i < n - 1; ++i) {
      auto left = static_cast<uint64_t>(n - i);
      int64_t z = i + static_cast<int64_t>((wide ? g->random64() : g->random()) % left);
      std::swap(r[i], r[z]);
    }
  });
  return out;
}

}  // namespace

JANUS_KERNEL(RandomFromTo_, randomFromTo)
JANUS_KERNEL(RandomFromTo, draw::Like<randomFromTo>::draw)
JANUS_KERNEL(RandomTo_, randomTo)
JANUS_KERNEL(RandomTo, draw::Like<randomTo>::draw)
JANUS_KERNEL(Random_, random)
JANUS_KERNEL(Random, draw::Like<random>::draw)
JANUS_KERNEL(RandInt, randint)
JANUS_KERNEL(RandIntLow, randintLow)
JANUS_KERNEL(RandIntLike, randintLike)
JANUS_KERNEL(RandIntLikeLow, randintLikeLow)
JANUS_KERNEL(RandPerm, randperm)

}  // namespace janus
