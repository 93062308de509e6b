// The memory behind tensors: counted, shared by views, with the version that in-place writes
// advance.
#pragma once

#include "janus/contract/DType.h"

#include <cstddef>
#include <cstdint>

namespace janus {

// Sparse: no place, but that a tensor's elements are not in memory one by one, as strides say.
// Whoever touches memory asks for Cpu, and so refuses sparse tensors without a question of its own.
enum class DeviceType : uint8_t { Cpu, Cuda, Meta, Sparse };
struct Device {
  DeviceType type = DeviceType::Cpu;
  int8_t index = -1;  // -1: the current one
  bool operator==(const Device &) const = default;
};

// Advanced by every in-place write. Lives in the storage; `x.data` has a counter of its own.
struct VersionCounter {
  uint32_t value = 0;
  uint32_t refs = 0;  // of tensors that hold it (VersionCounters.h); those over its storage do not
};

enum StorageFlags : uint32_t {
  kStorageExternal = 1,  // `release` owns the memory; cannot be resized
  kStorageSeparate = 2,  // memory was allocated apart from this header (after a resize)
  kStorageRebased =
      4,  // an in-place operation was recorded: views may have got a history (runtime/autograd)
  kStorageShared = 16,  // others know where the memory is; cannot be resized
  kStorageMarked = 32,  // a walk over several tensors has met it; never set outside of the walk
};

struct Storage {
  uint32_t refs;
  uint32_t flags;
  std::byte *data;  // 64-byte aligned unless external
  size_t bytes;
  VersionCounter version;
  uint32_t
      exposed;  // values that Python can reach after a commit (see design: State); kept by tier 2
  Device device;
  void (*release)(Storage *);  // external memory: called once, before the header is freed
  void *context;               // for `release`
};

// New memory, not initialised. Throws on failure (Error.h).
Storage *makeStorage(size_t bytes, Device device = {});
// Takes over memory that somebody else owns; `release` may be null.
Storage *wrapStorage(void *data, size_t bytes, Device device, void (*release)(Storage *),
                     void *context);
void resizeStorage(Storage *s, size_t bytes);
void destroyStorage(Storage *s);

// Its one holder can give the memory other contents: no package of Python has it, wherever its own
// tensor has gone.
inline bool isHeldAlone(const Storage *s) {
  return s->refs == 1 && s->flags == 0 && s->version.refs == 0;
}

inline Storage *retain(Storage *s) {
  ++s->refs;
  return s;
}
inline void dropStorage(Storage *s) {
  if (--s->refs == 0)
    destroyStorage(s);
}

// Blocks by size class from a cache, under the runtime lock; 64-byte aligned. `bytes` must be given
// back as taken.
void *allocateMemory(size_t bytes);
void freeMemory(void *block, size_t bytes);
// A block of its own from the system, 64-byte aligned, for std::free.
void *allocateUncached(size_t bytes);
// Bytes now in use, highest since the last reset.
size_t memoryInUse();
size_t memoryPeak(bool reset);

}  // namespace janus
