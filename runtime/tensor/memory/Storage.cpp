// Storages, and the block cache they come from. A storage's header and its elements are one block:
// one allocation a tensor. Freed blocks stay in lists by size class, so that a training loop, which
// asks for the same sizes in every step, neither calls the system nor touches fresh pages.
#include "tensor/memory/Storage.h"

#include "tensor/core/Error.h"
#include "tensor/memory/StorageMove.h"
#include "tensor/memory/VersionCounters.h"
#include "value/call/Work.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace janus {
namespace {

constexpr size_t kAlignment = 64, kHeader = 64;
static_assert(sizeof(Storage) <= kHeader);

// Classes: multiples of 64 to 1 KiB, then four steps per power of two.
constexpr size_t kSmallest = 64, kLinearLimit = 1024, kLinearClasses = kLinearLimit / kSmallest;
constexpr size_t kChunk = 64 << 10;              // small classes are cut from chunks
constexpr size_t kCacheLimit = size_t{1} << 30;  // idle bytes beyond this go back to the system
constexpr size_t kLargestCached = size_t{1} << 29;
constexpr size_t kReturnedBytes = size_t{1} << 20;  // of moved storages, their pages go back
constexpr size_t kClasses = kLinearClasses + 4 * 20;

size_t classOf(size_t bytes) {
  if (bytes <= kLinearLimit)
    return bytes ? (bytes - 1) / kSmallest : 0;
  unsigned log =
      63 - static_cast<unsigned>(__builtin_clzll(bytes - 1));  // 2^log <= bytes - 1 < 2^(log+1)
  size_t step = (bytes - 1) >> (log - 2);                      // 4..7
  return kLinearClasses + (log - 10) * 4 + (step - 4);
}
size_t sizeOfClass(size_t c) {
  if (c < kLinearClasses)
    return (c + 1) * kSmallest;
  size_t log = 10 + (c - kLinearClasses) / 4, step = (c - kLinearClasses) % 4;
  return (step + 5) << (log - 2);
}

struct FreeBlock {
  FreeBlock *next;
};
struct BlockCache {
  FreeBlock *free[kClasses] = {};
  size_t idle = 0, inUse = 0, peak = 0;
};
BlockCache cache;  // under the runtime lock

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kCaching = false;
#else
constexpr bool kCaching = true;
#endif

// Torch's own words, the place in its sources included.
[[noreturn]] void failToAllocate(size_t bytes) {
  fail("[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: "
       "you tried to allocate %zu bytes. Error code 12 (Cannot allocate memory)",
       bytes);
}

void *systemBlock(size_t bytes) {
  void *p = aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  if (!p)
    failToAllocate(bytes);
  return p;
}

// Gives idle blocks of more than a chunk back to the system.
void trimCache() {
  for (size_t c = kLinearClasses; c < kClasses; ++c) {
    while (FreeBlock *b = cache.free[c]) {
      cache.free[c] = b->next;
      cache.idle -= sizeOfClass(c);
      std::free(b);
    }
  }
}

__attribute__((noinline)) void *allocateSlow(size_t c) {
  size_t size = sizeOfClass(c);
  if (c >= kLinearClasses)
    return systemBlock(size);
  auto *chunk = static_cast<char *>(systemBlock(kChunk));
  for (size_t at = size; at + size <= kChunk; at += size) {
    auto *b = reinterpret_cast<FreeBlock *>(chunk + at);
    b->next = cache.free[c];
    cache.free[c] = b;
    cache.idle += size;
  }
  return chunk;
}

void countUse(size_t bytes) {
  cache.inUse += bytes;
  if (cache.inUse > cache.peak)
    cache.peak = cache.inUse;
}

}  // namespace

void *allocateMemory(size_t bytes) {
  ++workDone.tensors;
  if (!kCaching || JN_UNLIKELY(bytes > kLargestCached)) {
    void *p = systemBlock(bytes);
    countUse(bytes);
    return p;
  }
  size_t c = classOf(bytes), size = sizeOfClass(c);
  countUse(size);
  FreeBlock *b = cache.free[c];
  if (JN_UNLIKELY(!b))
    return allocateSlow(c);
  cache.free[c] = b->next;
  cache.idle -= size;
  return b;
}

void *allocateUncached(size_t bytes) {
  ++workDone.tensors;
  return systemBlock(bytes);
}

void freeMemory(void *block, size_t bytes) {
  if (!kCaching || JN_UNLIKELY(bytes > kLargestCached)) {
    cache.inUse -= bytes;
    std::free(block);
    return;
  }
  size_t c = classOf(bytes), size = sizeOfClass(c);
  cache.inUse -= size;
  auto *b = static_cast<FreeBlock *>(block);
  b->next = cache.free[c];
  cache.free[c] = b;
  cache.idle += size;
  if (JN_UNLIKELY(cache.idle > kCacheLimit))
    trimCache();
}

size_t memoryInUse() {
  return cache.inUse;
}
size_t memoryPeak(bool reset) {
  size_t peak = cache.peak;
  if (reset)
    cache.peak = cache.inUse;
  return peak;
}

// The CPU is one place: elements there have no index.
static Device placeOf(Device device) {
  return device.type == DeviceType::Cpu ? Device{} : device;
}

Storage *makeStorage(size_t bytes, Device device) {
  if (JN_UNLIKELY(device.type == DeviceType::Meta))
    return wrapStorage(nullptr, bytes, device, nullptr, nullptr);
  if (JN_UNLIKELY(bytes > (size_t{1} << 47)))
    failToAllocate(bytes);
  auto *block = static_cast<char *>(allocateMemory(kHeader + bytes));
  auto *s = reinterpret_cast<Storage *>(block);
  *s = Storage{.refs = 1,
               .flags = 0,
               .data = reinterpret_cast<std::byte *>(block + kHeader),
               .bytes = bytes,
               .version = {},
               .exposed = 0,
               .device = placeOf(device),
               .release = nullptr,
               .context = nullptr};
  return s;
}

Storage *wrapStorage(void *data, size_t bytes, Device device, void (*release)(Storage *),
                     void *context) {
  auto *s = static_cast<Storage *>(allocateMemory(kHeader));
  *s = Storage{.refs = 1,
               .flags = kStorageExternal,
               .data = static_cast<std::byte *>(data),
               .bytes = bytes,
               .version = {},
               .exposed = 0,
               .device = placeOf(device),
               .release = release,
               .context = context};
  return s;
}

void resizeStorage(Storage *s, size_t bytes) {
  if (s->device.type == DeviceType::Meta) {
    s->bytes = bytes;
    return;
  }
  if (s->flags & (kStorageExternal | kStorageShared))
    fail("Trying to resize storage that is not resizable");
  void *fresh = bytes ? allocateMemory(bytes) : nullptr;
  if (fresh && s->bytes)
    std::memcpy(fresh, s->data, bytes < s->bytes ? bytes : s->bytes);
  // The header block keeps its size; `context` remembers it.
  if (s->flags & kStorageSeparate) {
    if (s->data)
      freeMemory(s->data, s->bytes);
  } else {
    s->context = reinterpret_cast<void *>(kHeader + s->bytes);
    s->flags |= kStorageSeparate;
  }
  s->data = static_cast<std::byte *>(fresh);
  s->bytes = bytes;
}

namespace {

// Of elements behind the header: their block stays for the header's sake, its pages need not.
void returnPages(Storage *s) {
  constexpr uintptr_t kPage = 4096;
  auto from = (reinterpret_cast<uintptr_t>(s->data) + kPage - 1) & ~(kPage - 1);
  auto to = reinterpret_cast<uintptr_t>(s->data + s->bytes) & ~(kPage - 1);
  madvise(reinterpret_cast<void *>(from), to - from, MADV_DONTNEED);
}

// Of the block that the header begins.
size_t blockBytes(const Storage *s) {
  if (s->flags & kStorageSeparate)
    return reinterpret_cast<size_t>(s->context);
  bool alone = s->flags & kStorageExternal && !(s->flags & kStorageMoved);
  return alone ? kHeader : kHeader + s->bytes;
}

}  // namespace

void moveStorage(Storage *s, void *data, void (*release)(Storage *)) {
  if (s->flags & kStorageSeparate) {
    if (s->data)
      freeMemory(s->data, s->bytes);
  } else if (s->bytes >= kReturnedBytes) {
    returnPages(s);
  }
  s->data = static_cast<std::byte *>(data);
  s->release = release;
  s->flags |= kStorageExternal | kStorageMoved;
}

void destroyStorage(Storage *s) {
  if (s->flags & kStorageExternal) {
    if (s->release)
      s->release(s);
  } else if (s->flags & kStorageSeparate) {
    if (s->data)
      freeMemory(s->data, s->bytes);
  } else if (JN_UNLIKELY(s->version.refs != 0) && s->bytes >= kReturnedBytes) {
    returnPages(s);
  }
  if (JN_LIKELY(s->version.refs == 0))
    freeMemory(s, blockBytes(s));
}

VersionCounter *makeCounter(uint32_t value) {
  return new VersionCounter{value, 1};
}

VersionCounter *holdCounter(Storage *s) {
  s->version.refs = (s->version.refs | kCounterOfStorage) + 1;
  return &s->version;
}

void dropCounter(VersionCounter *counter) {
  --counter->refs;
  if (counter->refs == kCounterOfStorage) {
    counter->refs = 0;
    auto *s = reinterpret_cast<Storage *>(reinterpret_cast<std::byte *>(counter) -
                                          offsetof(Storage, version));
    if (s->refs == 0)
      freeMemory(s, blockBytes(s));
  } else if (counter->refs == 0) {
    delete counter;
  }
}

}  // namespace janus
