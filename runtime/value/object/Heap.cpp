// The small-object allocator: one reserved range of addresses, cut into pages of one size class
// each, with a free list per class. Larger blocks come from malloc.
#include "value/object/Heap.h"

#include <algorithm>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

namespace janus {

FreeBlock *freeBlocks[kSizeClasses];

namespace {

constexpr size_t kPageBits = 16, kPageSize = size_t{1} << kPageBits;
constexpr size_t kArenaSize = size_t{64} << 30, kPages = kArenaSize >> kPageBits;
constexpr size_t kCommit = 1 << 20;  // pages become accessible by the mebibyte
constexpr size_t kCut = 1 << 12;     // and are cut, and so touched, as much at a time

#ifndef JANUS_PLAIN_MALLOC
struct Arena {
  char *base = nullptr, *limit = nullptr;  // reserved
  char *next = nullptr, *committed = nullptr;
  char *uncut[kSizeClasses] = {}, *end[kSizeClasses] = {};  // the rest of the class's last page
  uint8_t classOfPage[kPages] = {};
};
Arena arena;

bool reserveArena() {
  for (size_t size = kArenaSize; size >= (size_t{1} << 28); size >>= 1) {
    void *p = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
      continue;
    arena.base = arena.next = arena.committed = static_cast<char *>(p);
    arena.limit = arena.base + size;
    return true;
  }
  return false;
}

bool takePage(size_t sizeClass) {
  if (!arena.base && !reserveArena())
    return false;
  if (arena.next + kPageSize > arena.committed) {
    if (arena.committed + kCommit > arena.limit ||
        mprotect(arena.committed, kCommit, PROT_READ | PROT_WRITE) != 0)
      return false;
    arena.committed += kCommit;
  }
  char *page = arena.next;
  arena.next += kPageSize;
  arena.classOfPage[(page - arena.base) >> kPageBits] = static_cast<uint8_t>(sizeClass);
  arena.uncut[sizeClass] = page;
  arena.end[sizeClass] = page + kPageSize;
  return true;
}

// Cuts the next part of the class's page into blocks; null when the arena is used up.
__attribute__((noinline)) FreeBlock *refill(size_t sizeClass) {
  size_t size = sizeClass * kGranule;
  if (arena.uncut[sizeClass] + size > arena.end[sizeClass] && !takePage(sizeClass))
    return nullptr;
  char *start = arena.uncut[sizeClass];
  size_t room = static_cast<size_t>(arena.end[sizeClass] - start);
  size_t count = std::min(room, kCut) / size;
  FreeBlock *first = nullptr;
  for (size_t i = count; i-- > 0;) {
    auto *block = reinterpret_cast<FreeBlock *>(start + i * size);
    block->next = first;
    first = block;
  }
  arena.uncut[sizeClass] = start + count * size;
  freeBlocks[sizeClass] = first;
  return first;
}
#endif

[[noreturn]] void outOfMemory(size_t size) {
  fprintf(stderr, "janus: out of memory (%zu bytes for an object)\n", size);
  abort();
}

}  // namespace

int64_t liveBlocks;
bool endsRunCode;
Work workDone;
void (*watchedDeathHook)(Object *o);

namespace {

// Inlined where objects are made and freed: the calls between the allocator's layers cost as much
// as what they do.
[[gnu::always_inline]] inline void *takeMemory(size_t size) {
#ifndef JANUS_PLAIN_MALLOC
  if (JN_LIKELY(size <= kLargestSmall)) {
    size_t sizeClass = sizeClassOf(size);
    FreeBlock *block = freeBlocks[sizeClass];
    if (JN_UNLIKELY(!block))
      block = refill(sizeClass);
    if (JN_LIKELY(block != nullptr)) {
      freeBlocks[sizeClass] = block->next;
      return block;
    }
    size = sizeClass * kGranule;
  }
#endif
  return malloc(size);
}

[[gnu::always_inline]] inline void giveMemory(void *p) {
#ifndef JANUS_PLAIN_MALLOC
  char *c = static_cast<char *>(p);
  if (JN_LIKELY(c >= arena.base && c < arena.limit)) {
    auto *block = static_cast<FreeBlock *>(p);
    size_t sizeClass = arena.classOfPage[(c - arena.base) >> kPageBits];
    block->next = freeBlocks[sizeClass];
    freeBlocks[sizeClass] = block;
    return;
  }
#endif
  free(p);
}

// `size` bytes of zeros, in whole granules where the block is a small one.
[[gnu::always_inline]] inline void clearBlock(char *block, size_t size) {
#ifndef JANUS_PLAIN_MALLOC
  if (JN_LIKELY(size <= kLargestSmall / 2))
    return clearGranules(block, block + size);
#endif
  memset(block, 0, size);
}

}  // namespace

void *allocateItems(size_t size) {
  return takeMemory(size);
}

namespace {
[[gnu::always_inline]] inline void *takeBlock(size_t size) {
  ++liveBlocks;
  ++workDone.objects;
  void *p = takeMemory(size);
  if (JN_UNLIKELY(!p))
    outOfMemory(size);
  return p;
}
}  // namespace

void *allocateBlock(size_t size) {
  return takeBlock(size);
}

bool hasRoom(int64_t count, size_t size) {
  constexpr int64_t kAlwaysThere = 1 << 20, kAddresses = int64_t{1} << 47;
  int64_t bytes;
  bool fits = !__builtin_mul_overflow(count, static_cast<int64_t>(size), &bytes);
  if (fits && bytes <= kAlwaysThere)
    return true;
  void *trial = fits && bytes < kAddresses ? malloc(static_cast<size_t>(bytes)) : nullptr;
  free(trial);
  if (!trial)
    raise(jn_exc_MemoryError, "");
  return trial != nullptr;
}

bool hasRoomRepeated(int64_t items, int64_t times, size_t size, int64_t *count) {
  if (!__builtin_mul_overflow(items, times < 0 ? 0 : times, count))
    return hasRoom(*count, size);
  raise(jn_exc_MemoryError, "");
  return false;
}

void freeItems(void *p) {
  giveMemory(p);
}

void freeBlock(void *p) {
  --liveBlocks;
  giveMemory(p);
}

void *growItems(void *p, size_t size) {
#ifndef JANUS_PLAIN_MALLOC
  char *c = static_cast<char *>(p);
  if (!p || (c >= arena.base && c < arena.limit)) {
    size_t room = p ? arena.classOfPage[(c - arena.base) >> kPageBits] * kGranule : 0;
    if (p && size <= room)
      return p;
    void *larger = allocateItems(size);
    if (p && larger) {
      memcpy(larger, p, room);
      freeItems(p);
    }
    return larger;
  }
#endif
  return realloc(p, size);
}

void *growBlock(void *p, size_t size) {
#ifndef JANUS_PLAIN_MALLOC
  char *c = static_cast<char *>(p);
  if (JN_LIKELY(c >= arena.base && c < arena.limit)) {
    size_t room = arena.classOfPage[(c - arena.base) >> kPageBits] * kGranule;
    if (size <= room)
      return p;
    void *larger = allocateBlock(size);
    memcpy(larger, p, room);
    freeBlock(p);
    return larger;
  }
#endif
  if (size <= malloc_usable_size(p))
    return p;
  // Some more, so that growing by little pieces takes constant time each on average.
  void *larger = realloc(p, size + size / 8);
  if (!larger)
    outOfMemory(size);
  return larger;
}

// ---------------------------------------------------------------- objects

namespace {
inline size_t prefixOf(const Type *type) {
  if (type->prefixSize)
    return type->prefixSize;
  return type->traverse ? sizeof(CollectorLink) : 0;
}
}  // namespace

namespace {
// Out of line, so that the usual way saves no registers.
__attribute__((noinline)) void *takeBlockSlowly(size_t size) {
  return takeBlock(size);
}

[[gnu::always_inline]] inline void *takeSmallBlock(size_t size) {
#ifndef JANUS_PLAIN_MALLOC
  if (JN_LIKELY(size <= kLargestSmall)) {
    FreeBlock *&first = freeBlocks[sizeClassOf(size)];
    if (FreeBlock *block = first; JN_LIKELY(block != nullptr)) {
      first = block->next;
      ++liveBlocks;
      ++workDone.objects;
      return block;
    }
  }
#endif
  return takeBlockSlowly(size);
}
}  // namespace

Object *allocate(Type *type, size_t size) {
  return allocateWithTail(type, size < type->instanceSize ? type->instanceSize : size, 0);
}

Object *allocateWithTail(Type *type, size_t size, size_t tail) {
  size_t prefix = prefixOf(type);
  char *block = static_cast<char *>(takeSmallBlock(prefix + size + tail));
  clearBlock(block, prefix + size);
  auto *o = reinterpret_cast<Object *>(block + prefix);
  o->refs = 1;
  o->type = type;
  if (type->traverse) {
    linkToCollector(o);
    if (JN_UNLIKELY(type->typeFlags & kTypeHeap))
      ++type->head.refs;
  }
  return o;
}

Object *growObject(Object *o, size_t size) {
  return static_cast<Object *>(growBlock(o, size));
}

void freeObject(Object *o) {
  --liveBlocks;
  Type *type = o->type;
  if (o->flags & JN_FLAG_TRAVERSED)
    unlinkFromCollector(o);
  giveMemory(reinterpret_cast<char *>(o) - prefixOf(type));
  if (JN_UNLIKELY(type->traverse && type->typeFlags & kTypeHeap))
    jn_decref(jn_obj(type));
}

namespace {
// Deep structures are freed level by level: beyond kDepth nested calls, traversed objects wait in a
// list.
constexpr int kDepth = 400;
struct {
  int depth = 0;
  CollectorLink *waiting = nullptr;
} deallocation;

void deallocNow(Object *o) {
  Type *type = o->type;
  if (JN_UNLIKELY(type->finalize != nullptr)) {
    if (type->finalize(o))
      return;
    type = o->type;  // `__del__` may have set `__class__`
  }
  if (JN_UNLIKELY(o->flags & JN_FLAG_WEAK))
    clearWeakrefs(o);
  if (type->dealloc)
    return type->dealloc(o);
  freeObject(o);
}
}  // namespace
}  // namespace janus

using namespace janus;

void jn_dealloc(jn_object *o) {
  if (JN_UNLIKELY(o->flags & JN_FLAG_IMMORTAL)) {
    o->refs = JN_IMMORTAL_REFS;
    return;
  }
  if (JN_UNLIKELY(o->flags & JN_FLAG_WATCHED) && watchedDeathHook)
    watchedDeathHook(o);
  if (JN_UNLIKELY(deallocation.depth >= kDepth) && (o->flags & JN_FLAG_TRAVERSED)) {
    unlinkFromCollector(o);
    linkOf(o)->next = deallocation.waiting;
    deallocation.waiting = linkOf(o);
    return;
  }
  ++deallocation.depth;
  deallocNow(o);
  if (--deallocation.depth == 0 && JN_UNLIKELY(deallocation.waiting != nullptr)) {
    while (CollectorLink *link = deallocation.waiting) {
      deallocation.waiting = link->next;
      Object *waiting = objectOf(link);
      linkToCollector(waiting);
      ++deallocation.depth;
      deallocNow(waiting);
      --deallocation.depth;
    }
  }
}
