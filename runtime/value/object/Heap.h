// Memory of objects: the small-object allocator and the links of the cycle collector.
#pragma once

#include "value/call/Work.h"
#include "value/object/Object.h"

#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define JANUS_PLAIN_MALLOC 1
#endif

namespace janus {

// ---- blocks. All under the runtime lock.
void *allocateBlock(size_t size);
void freeBlock(void *block);
void *growBlock(void *block, size_t size);  // to at least `size`; the block may move
// allocate() of at least the type's own size, with so many bytes behind it that are not cleared; up
// to a granule of them may be.
Object *allocateWithTail(Type *type, size_t size, size_t tail);
// An untraversed object that nobody else refers to.
Object *growObject(Object *o, size_t size);
// Whether there is memory for `count` items of `size` bytes beside what is in use; MemoryError
// where not. Asked before objects of a size that the program gives are made, since making one
// cannot fail.
bool hasRoom(int64_t count, size_t size = 1);
// The same for `times` as many items; answers how many those are. Below zero times are none.
bool hasRoomRepeated(int64_t items, int64_t times, size_t size, int64_t *count);
extern int64_t liveBlocks;  // sys.getallocatedblocks()
// Memory for the items of containers: the same as objects', not counted as such. Null when there is
// none left; null is nothing to free, and grows from nothing.
void *allocateItems(size_t size);
void freeItems(void *items);
void *growItems(void *items, size_t size);

// ---- collector. A traversed object is preceded by its links.
struct CollectorLink {
  CollectorLink *next, *previous;
};
inline CollectorLink *linkOf(Object *o) {
  return reinterpret_cast<CollectorLink *>(o) - 1;
}
inline Object *objectOf(CollectorLink *link) {
  return reinterpret_cast<Object *>(link + 1);
}

struct Generation {
  CollectorLink list;  // circular
  int64_t count, threshold;
};
constexpr int kGenerations = 3;
struct Collector {
  Generation generations[kGenerations];
  bool enabled = true, running = false;
  int64_t longLivedTotal = 0, longLivedPending = 0;
  uint64_t collections[kGenerations] = {}, collected[kGenerations] = {};
};
extern Collector collector;
// Makes the lists of the generations: before the first object is linked.
void initGenerations();
// Collects generations 0..generation; answers the number of unreachable objects.
int64_t collectCycles(int generation);
// Whether ends of objects may run the program's code: a class has got a `__del__`, or a weak
// reference a callback. Never false again.
extern bool endsRunCode;
// Runs `__del__` of all instances that live, as at the end of a program: those nearest to `from`
// first, as CPython's collector comes to them.
void finalizeInstances(Object *from);
// What the thresholds ask for; called from jn_handle_pending.
void collectIfDue();

// ---- weak references: objects with JN_FLAG_WEAK have entries in a side table.
constexpr uint32_t JN_FLAG_WEAK = 1u << 4;
void clearWeakrefs(Object *o);

// Bits of jn_pending_flags.
enum PendingFlag : uint32_t { kPendingCollect = 1, kPendingSignal = 2 };
inline void setPending(PendingFlag flag) {
  if (!(__atomic_load_n(&jn_pending_flags, __ATOMIC_RELAXED) & flag))
    __atomic_fetch_or(&jn_pending_flags, flag, __ATOMIC_RELAXED);
}
inline void clearPending(PendingFlag flag) {
  __atomic_fetch_and(&jn_pending_flags, ~uint32_t{flag}, __ATOMIC_RELAXED);
}

inline void linkToCollector(Object *o) {
  Generation &youngest = collector.generations[0];
  if (JN_UNLIKELY(!youngest.list.next))
    initGenerations();
  CollectorLink *list = &youngest.list, *link = linkOf(o);
  link->previous = list->previous;
  link->next = list;
  list->previous->next = link;
  list->previous = link;
  o->flags |= JN_FLAG_TRAVERSED;
  if (JN_UNLIKELY(++youngest.count > youngest.threshold) && collector.enabled)
    setPending(kPendingCollect);
}

inline void unlinkFromCollector(Object *o) {
  CollectorLink *link = linkOf(o);
  link->previous->next = link->next;
  link->next->previous = link->previous;
  o->flags &= ~JN_FLAG_TRAVERSED;
  if (collector.generations[0].count > 0)
    --collector.generations[0].count;
}
// ---- objects of native types: in line where the type is known, as the calls between the
// allocator's layers cost as much as what they do.
struct FreeBlock {
  FreeBlock *next;
};
constexpr size_t kGranule = 16, kLargestSmall = 512, kSizeClasses = kLargestSmall / kGranule + 1;
extern FreeBlock *freeBlocks[kSizeClasses];
inline size_t sizeClassOf(size_t size) {
  return (size + kGranule - 1) / kGranule;
}
// allocateItems() and freeItems() in line, for a size that both know.
[[gnu::always_inline]] inline void *takeItems(size_t size) {
#ifndef JANUS_PLAIN_MALLOC
  if (JN_LIKELY(size <= kLargestSmall)) {
    FreeBlock *&first = freeBlocks[sizeClassOf(size)];
    if (FreeBlock *block = first; JN_LIKELY(block != nullptr)) {
      first = block->next;
      return block;
    }
  }
#endif
  return allocateItems(size);
}
[[gnu::always_inline]] inline void giveItems(void *items, size_t size) {
#ifndef JANUS_PLAIN_MALLOC
  if (JN_LIKELY(items && size <= kLargestSmall)) {
    auto *block = static_cast<FreeBlock *>(items);
    FreeBlock *&first = freeBlocks[sizeClassOf(size)];
    block->next = first;
    first = block;
    return;
  }
#endif
  freeItems(items);
}

enum class Traversal : uint8_t { None, Collected, Unlinked };  // Unlinked: to be linked later

// Zeros behind the header, in whole granules. The compiler is kept from making a call of memset of
// it, which takes longer than the few stores most objects need.
[[gnu::always_inline]] inline void clearGranules(char *from, const char *end) {
  for (; from < end; from += kGranule) {
    memset(from, 0, kGranule);
    __asm__ volatile("" : "+r"(from));
  }
}

// allocate() for a type that is not of a class statement, with the traversal that it has and a size
// not below its own.
template <Traversal traversal>
[[gnu::always_inline]] inline Object *allocateNative(Type *type, size_t size) {
#ifndef JANUS_PLAIN_MALLOC
  constexpr size_t prefix = traversal == Traversal::None ? 0 : sizeof(CollectorLink);
  size_t whole = prefix + size;
  if (JN_LIKELY(whole <= kLargestSmall / 2)) {
    FreeBlock *&first = freeBlocks[sizeClassOf(whole)];
    if (FreeBlock *block = first; JN_LIKELY(block != nullptr)) {
      first = block->next;
      ++liveBlocks;
      ++workDone.objects;
      auto *o = reinterpret_cast<Object *>(reinterpret_cast<char *>(block) + prefix);
      clearGranules(reinterpret_cast<char *>(o), reinterpret_cast<char *>(block) + whole);
      o->refs = 1;
      o->type = type;
      if constexpr (traversal == Traversal::Collected)
        linkToCollector(o);
      return o;
    }
  }
#endif
  Object *o = allocate(type, size);
  if constexpr (traversal == Traversal::Unlinked)
    unlinkFromCollector(o);
  return o;
}

// freeObject() for what may be an instance of the type: `size` as it was when it was made.
template <Traversal traversal>
[[gnu::always_inline]] inline void freeNative(Object *o, const Type *type, size_t size) {
#ifndef JANUS_PLAIN_MALLOC
  constexpr size_t prefix = traversal == Traversal::Collected ? sizeof(CollectorLink) : 0;
  if (JN_LIKELY(o->type == type && prefix + size <= kLargestSmall)) {
    --liveBlocks;
    if (traversal == Traversal::Collected && o->flags & JN_FLAG_TRAVERSED)
      unlinkFromCollector(o);
    auto *block = reinterpret_cast<FreeBlock *>(reinterpret_cast<char *>(o) - prefix);
    FreeBlock *&first = freeBlocks[sizeClassOf(prefix + size)];
    block->next = first;
    first = block;
    return;
  }
#endif
  freeObject(o);
}

// Told about each watched object before it dies; runtime/speculate sets it.
extern void (*watchedDeathHook)(Object *o);

}  // namespace janus
