#include "kernels/cpu/copy/Copy.h"

#include "janus/contract/inference/Broadcast.h"
#include "kernels/cpu/Rows.h"
#include "kernels/cpu/copy/Transpose.h"
#include "tensor/core/Error.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/memory/ScalarStore.h"

#include <cstring>

namespace janus {
namespace {

constexpr int64_t kChunk = 1024;

// One element n times. What stands in a few lines of the cache is copied from there.
template <class E>
void repeat(E *to, E v, int64_t n) {
  constexpr int64_t kBlock = 2048 / sizeof(E);
  int64_t first = n < kBlock ? n : kBlock;
  for (int64_t i = 0; i < first; ++i)
    to[i] = v;
  for (int64_t i = first; i < n; i += kBlock)
    memcpy(to + i, to, static_cast<size_t>(n - i < kBlock ? n - i : kBlock) * sizeof(E));
}

template <class E>
void copyRow(char *to, int64_t toStride, const char *from, int64_t fromStride, int64_t n) {
  if (toStride == sizeof(E) && fromStride == sizeof(E)) {
    memcpy(to, from, static_cast<size_t>(n) * sizeof(E));
    return;
  }
  if (fromStride == 0) {
    E v = *reinterpret_cast<const E *>(from);
    if (toStride == sizeof(E))
      return repeat(reinterpret_cast<E *>(to), v, n);
    for (int64_t i = 0; i < n; ++i)
      *reinterpret_cast<E *>(to + i * toStride) = v;
    return;
  }
  if (toStride == -static_cast<int64_t>(sizeof(E)) && fromStride == sizeof(E)) {  // flip
    E *last = reinterpret_cast<E *>(to);
    auto *first = reinterpret_cast<const E *>(from);
#pragma GCC ivdep
    for (int64_t i = 0; i < n; ++i)
      last[-i] = first[i];
    return;
  }
  for (int64_t i = 0; i < n; ++i)
    *reinterpret_cast<E *>(to + i * toStride) = *reinterpret_cast<const E *>(from + i * fromStride);
}

// The two fastest dimensions in tiles: for transposed copies, where the source jumps at every
// element and is dense in the other dimension.
template <class E>
void copyTiled(char *to, const char *from, const StridedLoop &l) {
  constexpr int64_t kTile = sizeof(E) < 8 ? 64 / sizeof(E) : 8, kWidth = sizeof(E);
  int64_t rows = l.sizes[1], columns = l.sizes[0];
  int64_t to0 = l.strides[0][0], to1 = l.strides[0][1], from0 = l.strides[1][0],
          from1 = l.strides[1][1];
  if constexpr (sizeof(E) == 4 || sizeof(E) == 8)
    if (to0 == kWidth && to1 % kWidth == 0 && from0 % kWidth == 0) {
      auto *target = reinterpret_cast<E *>(to);
      auto *source = reinterpret_cast<const E *>(from);
      if constexpr (sizeof(E) == 4)
        transposes().words(target, to1 / kWidth, source, from0 / kWidth, rows, columns);
      else
        transposes().doubleWords(target, to1 / kWidth, source, from0 / kWidth, rows, columns);
      return;
    }
  for (int64_t r = 0; r < rows; r += kTile) {
    int64_t rEnd = r + kTile < rows ? r + kTile : rows;
    for (int64_t c = 0; c < columns; c += kTile) {
      int64_t cEnd = c + kTile < columns ? c + kTile : columns;
      for (int64_t i = r; i < rEnd; ++i)
        for (int64_t j = c; j < cEnd; ++j)
          *reinterpret_cast<E *>(to + i * to1 + j * to0) =
              *reinterpret_cast<const E *>(from + i * from1 + j * from0);
    }
  }
}

template <class E>
void copySameType(const StridedLoop &l) {
  bool jumps = l.ndim >= 2 && l.strides[1][0] != static_cast<int64_t>(sizeof(E)) &&
               l.strides[1][0] != 0 && l.strides[1][1] == static_cast<int64_t>(sizeof(E));
  if (!jumps) {
    forEachRow(l, [&](char *const *at, int64_t n) {
      copyRow<E>(at[0], l.strides[0][0], at[1], l.strides[1][0], n);
    });
    return;
  }
  Dims index(l.sizes.size());
  char *to = l.data[0], *from = l.data[1];
  do
    copyTiled<E>(to, from, l);
  while (stepped<Fastest::First>(index, l.sizes, 2, [&](size_t d, int64_t steps) {
    to += l.strides[0][d] * steps;
    from += l.strides[1][d] * steps;
  }));
}

// The compute type through which one type becomes another as by a conversion in C.
ComputeType between(DType from, DType to) {
  if (isComplex(from))
    return ComputeType::C128;
  if (isComplex(to))
    return computeTypeOf(to);
  if (to == DType::F64)
    return ComputeType::F64;
  if (isFloating(to))
    return ComputeType::F32;
  return isFloating(from) ? ComputeType::F64 : ComputeType::I64;
}

void copyConverted(const StridedLoop &l, DType to, DType from) {
  ComputeType type = between(from, to);
  LoadFn load = conversions().load[static_cast<size_t>(from)][static_cast<size_t>(type)];
  StoreFn store = conversions().store[static_cast<size_t>(type)][static_cast<size_t>(to)];
  alignas(64) char buffer[kChunk * sizeof(std::complex<double>)];
  auto isDense = [&](size_t k, DType t) {
    return t == dtypeOf(type) && l.strides[k][0] == static_cast<int64_t>(sizeOf(t));
  };
  bool loads = !isDense(1, from), stores = loads && !isDense(0, to);
  forEachRow(l, [&](char *const *at, int64_t n) {
    if (!loads)
      return store(at[0], l.strides[0][0], at[1], n);
    if (!stores)
      return load(at[0], at[1], l.strides[1][0], n);
    for (int64_t i = 0; i < n; i += kChunk) {
      int64_t m = n - i < kChunk ? n - i : kChunk;
      load(buffer, at[1] + i * l.strides[1][0], l.strides[1][0], m);
      store(at[0] + i * l.strides[0][0], l.strides[0][0], buffer, m);
    }
  });
}

// The elements in memory, as they lie.
Tensor asTheyLie(const Tensor &t) {
  Tensor plain = makeAlias(t, true);
  plain->flags &= ~uint32_t{kTensorConjugated};
  return plain;
}

// A tensor whose elements are conjugates of those in memory gets, or gives, conjugates.
[[gnu::noinline]] void copyConjugated(const Tensor &target, const Tensor &source) {
  bool differs = (target->flags ^ source->flags) & kTensorConjugated;
  Tensor from = asTheyLie(source), to = asTheyLie(target);
  if (differs && isComplex(from.dtype()))  // real numbers are their conjugates
    from = conjugatesOf(from);
  copyInto(to, from);
}

}  // namespace

void copyInto(const Tensor &target, const Tensor &source) {
  if (JN_UNLIKELY((target->flags | source->flags) & kTensorConjugated))
    return copyConjugated(target, source);
  if (target.numel() == 0 && sameDims(target.sizes(), source.sizes()))
    return;
  if (!sameDims(target.sizes(), source.sizes())) {
    RunTimeContext cx;
    Dims shape = infer::broadcast(cx, Dims(target.sizes()), Dims(source.sizes()));
    if (!sameDims(shape, target.sizes()))
      fail("output with shape %s doesn't match the broadcast shape %s",
           dimsText(target.sizes()).c_str(), dimsText(shape).c_str());
    if (target.numel() == 0)
      return;
  }
  bool sameType = target.dtype() == source.dtype();
  size_t width = sizeOf(target.dtype());
  bool dense = sameDims(target.sizes(), source.sizes()) &&
               sameDims(target.strides(), source.strides()) && isNonOverlappingAndDense(target);
  if (sameType && (dense || (target.isContiguous() && source.isContiguous() &&
                             target.numel() == source.numel()))) {
    memmove(target.raw(), source.raw(), static_cast<size_t>(target.numel()) * width);
    return;
  }
  checkInPlace(target);
  if (target->storage == source->storage) {
    copyInto(target, cloneOf(source, MemoryFormat::Contiguous));
    return;
  }
  const Tensor *pair[] = {&target, &source};
  StridedLoop l = makeStridedLoop(target.sizes(), pair);
  if (!sameType)
    return copyConverted(l, target.dtype(), source.dtype());
  switch (width) {
  case 1: return copySameType<uint8_t>(l);
  case 2: return copySameType<uint16_t>(l);
  case 4: return copySameType<uint32_t>(l);
  case 8: return copySameType<uint64_t>(l);
  default: return copySameType<std::complex<double>>(l);
  }
}

void fillWith(const Tensor &target, const Scalar &value) {
  if (target.numel() == 0)
    return;
  alignas(16) char pattern[16];
  storeScalar(value, target.dtype(), pattern);
  size_t width = sizeOf(target.dtype());
  bool zero = true;
  for (size_t i = 0; i < width; ++i)
    zero &= pattern[i] == 0;
  if (zero && isNonOverlappingAndDense(target)) {
    memset(target.raw(), 0, static_cast<size_t>(target.numel()) * width);
    return;
  }
  const Tensor *sole[] = {&target};
  StridedLoop l = makeStridedLoop(target.sizes(), sole);
  forEachRow(l, [&](char *const *at, int64_t n) {
    switch (width) {
    case 1: return copyRow<uint8_t>(at[0], l.strides[0][0], pattern, 0, n);
    case 2: return copyRow<uint16_t>(at[0], l.strides[0][0], pattern, 0, n);
    case 4: return copyRow<uint32_t>(at[0], l.strides[0][0], pattern, 0, n);
    case 8: return copyRow<uint64_t>(at[0], l.strides[0][0], pattern, 0, n);
    default: return copyRow<std::complex<double>>(at[0], l.strides[0][0], pattern, 0, n);
    }
  });
}

Tensor emptyLike(const Tensor &self, DType dtype, MemoryFormat format,
                 std::optional<Device> device) {
  Device place = device.value_or(self.device());
  switch (format) {
  case MemoryFormat::Contiguous: break;
  case MemoryFormat::Preserve: {
    if (isRowMajor(self.object()))
      break;
    if (isNonOverlappingAndDense(self))
      return makeStrided(self.sizes(), self.strides(), dtype, place);
    Operand operand(self);
    Tensor like = makeLikeOperands(self.sizes(), {&operand, 1}, dtype);
    if (place == self.device())
      return like;
    return makeStrided(like.sizes(), like.strides(), dtype, place);
  }
  case MemoryFormat::ChannelsLast:
  case MemoryFormat::ChannelsLast3d:
    return makeStrided(self.sizes(), stridesIn(format, self.sizes()), dtype, place);
  }
  return makeTensor(self.sizes(), dtype, place);
}

Tensor cloneOf(const Tensor &self, MemoryFormat format) {
  Tensor copy = emptyLike(self, self.dtype(), format);
  copyInto(copy, self);
  return copy;
}
Tensor emptyWithGaps(const Tensor &self) {
  bool isRepeated = false;
  for (size_t d = 0; d < self.sizes().size(); ++d)
    isRepeated |= self.strides()[d] == 0 && self.sizes()[d] > 1;
  if (isRepeated || isNonOverlappingAndDense(self))
    return emptyLike(self, self.dtype(), MemoryFormat::Preserve);
  return makeStrided(self.sizes(), self.strides(), self.dtype(), self.device());
}
Tensor contiguousOf(const Tensor &self) {
  return self.isContiguous() ? self : cloneOf(self, MemoryFormat::Contiguous);
}
Tensor emptyChannelsLast(IntView sizes, DType dtype, Device device) {
  return makeStrided(sizes, channelsLastStrides(sizes), dtype, device);
}
Tensor channelsLastOf(const Tensor &self) {
  if (self.isChannelsLast())
    return self;
  Tensor copy = emptyChannelsLast(self.sizes(), self.dtype(), self.device());
  copyInto(copy, self);
  return copy;
}
Tensor conjugatesOf(const Tensor &self) {
  Operand operand(self);
  return runElementwise(
      {Formula::ConjPhysical, {&operand, 1}, self.dtype(), self.dtype(), nullptr, "conj_physical"});
}
Tensor convertedTo(const Tensor &self, DType dtype) {
  if (self.dtype() == dtype)
    return self;
  Tensor copy = emptyLike(self, dtype, MemoryFormat::Preserve);
  copyInto(copy, self);
  return copy;
}

}  // namespace janus
