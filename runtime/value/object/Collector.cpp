// The cycle collector: three generations; trial deletion. References from outside a generation are
// what remains of the counts after subtracting those that its own objects hold on each other.
#include "value/error/Raise.h"
#include "value/object/Heap.h"
#include "value/object/Types.h"

#include <vector>

namespace janus {

namespace {
constexpr uint32_t kFlagReached = 1u << 30;  // during a collection only: found reachable
constexpr uint32_t kFlagInSet = 1u << 31;    // during a collection only: member of the examined set

void initList(CollectorLink *list) {
  list->next = list->previous = list;
}
}  // namespace

Collector collector = [] {
  Collector c;
  c.generations[0].threshold = 2000;
  c.generations[1].threshold = 10;
  c.generations[2].threshold = 10;
  return c;
}();

void initGenerations() {
  for (Generation &g : collector.generations)
    initList(&g.list);
}

namespace {

// One object of the examined set with what is left of its count.
struct Member {
  Object *object;
  int64_t outside;
};
// During a collection an object's `next` link holds its index in the set.
struct Examined {
  std::vector<Member> members;
  std::vector<size_t> stack;
};
Examined *examined;

size_t indexOf(Object *o) {
  return reinterpret_cast<size_t>(linkOf(o)->next);
}
bool inSet(Object *o) {
  return (o->flags & (JN_FLAG_TRAVERSED | kFlagInSet)) == (JN_FLAG_TRAVERSED | kFlagInSet);
}

void subtract(Object *child, void *) {
  if (child && inSet(child))
    --examined->members[indexOf(child)].outside;
}
void reach(Object *child, void *) {
  if (child && inSet(child) && !(child->flags & kFlagReached)) {
    child->flags |= kFlagReached;
    examined->stack.push_back(indexOf(child));
  }
}

void append(CollectorLink *list, CollectorLink *link) {
  link->previous = list->previous;
  link->next = list;
  list->previous->next = link;
  list->previous = link;
}

// Drops the unreachable: finalizers first, then the references that make the cycles.
int64_t dropAll(std::vector<Object *> &dead) {
  for (Object *o : dead)
    ++o->refs;
  for (Object *o : dead)
    if (o->flags & JN_FLAG_WEAK)
      clearWeakrefs(o);
  bool finalized = false;
  for (Object *o : dead) {
    if (o->type->finalize && !(o->flags & JN_FLAG_FINALIZED)) {
      finalized = true;
      o->type->finalize(o);
    }
  }
  // A finalizer may have made one of them reachable again: then all are kept for the next time.
  if (finalized) {
    Examined again;
    examined = &again;
    for (Object *o : dead) {
      o->flags |= kFlagInSet;
      again.members.push_back({o, static_cast<int64_t>(o->refs) - 1});
    }
    std::vector<CollectorLink> links;
    for (size_t i = 0; i < dead.size(); ++i) {
      links.push_back(*linkOf(dead[i]));
      linkOf(dead[i])->next = reinterpret_cast<CollectorLink *>(i);
    }
    for (Object *o : dead)
      if (o->type->traverse)
        o->type->traverse(o, subtract, nullptr);
    bool revived = false;
    for (size_t i = 0; i < dead.size(); ++i) {
      revived |= again.members[i].outside > 0;
      linkOf(dead[i])->next = links[i].next;
      dead[i]->flags &= ~kFlagInSet;
    }
    examined = nullptr;
    if (revived) {
      for (Object *o : dead)
        jn_decref(jn_obj(o));
      return 0;
    }
  }
  // Before anything of a class is cleared: what ends now may run code.
  for (Object *o : dead)
    if (isType(jn_obj(o)))
      retireClass(reinterpret_cast<Type *>(o));
  for (Object *o : dead)
    if (o->type->clear)
      o->type->clear(o);
  for (Object *o : dead)
    jn_decref(jn_obj(o));
  return static_cast<int64_t>(dead.size());
}

}  // namespace

int64_t collectCycles(int generation) {
  if (collector.running || !collector.generations[0].list.next)
    return 0;
  collector.running = true;
  Ref pending(takeError());
  int older = generation < kGenerations - 1 ? generation + 1 : generation;

  // Kept from one collection to the next for its memory: there is one at a time.
  constexpr size_t kKeptMembers = size_t{1} << 16;
  static Examined &set = *new Examined;
  if (set.members.capacity() > kKeptMembers)
    set.members = {};
  set.members.clear();
  set.stack.clear();
  std::vector<CollectorLink *> dying;  // what ends just now runs code; what it holds is held
  examined = &set;
  for (int g = 0; g <= generation; ++g) {
    CollectorLink *list = &collector.generations[g].list;
    for (CollectorLink *link = list->next; link != list;) {
      CollectorLink *next = link->next;
      Object *o = objectOf(link);
      if (o->refs == 0) {
        dying.push_back(link);
      } else {
        link->next = reinterpret_cast<CollectorLink *>(set.members.size());
        o->flags |= kFlagInSet;
        set.members.push_back({o, static_cast<int64_t>(o->refs)});
      }
      link = next;
    }
    initList(list);
    collector.generations[g].count = 0;
  }
  for (Member &m : set.members)
    if (m.object->type->traverse)
      m.object->type->traverse(m.object, subtract, nullptr);
  for (size_t i = 0; i < set.members.size(); ++i) {
    if (set.members[i].outside <= 0 && !(set.members[i].object->flags & JN_FLAG_IMMORTAL))
      continue;
    if (set.members[i].object->flags & kFlagReached)
      continue;
    set.members[i].object->flags |= kFlagReached;
    set.stack.push_back(i);
    while (!set.stack.empty()) {
      Object *o = set.members[set.stack.back()].object;
      set.stack.pop_back();
      if (o->type->traverse)
        o->type->traverse(o, reach, nullptr);
    }
  }
  std::vector<Object *> dead;
  CollectorLink *survivors = &collector.generations[older].list;
  int64_t kept = 0;
  for (CollectorLink *link : dying)
    append(survivors, link);
  for (Member &m : set.members) {
    bool reached = m.object->flags & kFlagReached;
    m.object->flags &= ~(kFlagReached | kFlagInSet);
    append(survivors, linkOf(m.object));
    if (reached)
      ++kept;
    else
      dead.push_back(m.object);
  }
  examined = nullptr;
  if (older > generation)
    ++collector.generations[older].count;
  if (older == kGenerations - 1) {
    if (generation == older) {
      collector.longLivedTotal = kept;
      collector.longLivedPending = 0;
    } else {
      collector.longLivedPending += kept;
    }
  }
  int64_t found = dead.empty() ? 0 : dropAll(dead);
  ++collector.collections[generation];
  collector.collected[generation] += static_cast<uint64_t>(found);
  collector.running = false;
  clearError();
  if (pending.get().tag == JN_OBJECT)
    setError(pending.release());
  return found;
}

void collectIfDue() {
  clearPending(kPendingCollect);
  if (!collector.enabled)
    return;
  auto &g = collector.generations;
  if (g[0].count <= g[0].threshold)
    return;
  int generation = 0;
  while (generation + 1 < kGenerations && g[generation + 1].count >= g[generation + 1].threshold)
    ++generation;
  // The oldest generation only after it has grown by a quarter: total cost stays linear.
  if (generation == kGenerations - 1 && collector.longLivedPending < collector.longLivedTotal / 4)
    generation = kGenerations - 2;
  collectCycles(generation);
}

namespace {
void enqueue(Object *child, void *queue) {
  if (!child || !(child->flags & JN_FLAG_TRAVERSED) || child->flags & kFlagReached)
    return;
  child->flags |= kFlagReached;
  static_cast<std::vector<Object *> *>(queue)->push_back(child);
}
}  // namespace

void finalizeInstances(Object *from) {
  if (!endsRunCode)
    return;
  std::vector<Object *> objects;
  enqueue(from, &objects);
  for (size_t i = 0; i < objects.size(); ++i)
    if (objects[i]->type->traverse)
      objects[i]->type->traverse(objects[i], enqueue, &objects);
  for (int generation = kGenerations - 1; generation >= 0; --generation) {
    CollectorLink *list = &collector.generations[generation].list;
    for (CollectorLink *link = list->next; link && link != list; link = link->next)
      enqueue(objectOf(link), &objects);
  }
  std::vector<Object *> instances;
  for (Object *o : objects) {
    o->flags &= ~kFlagReached;
    if (o->type->finalize == instanceFinalize) {
      ++o->refs;
      instances.push_back(o);
    }
  }
  for (Object *o : instances) {
    instanceFinalize(o);
    jn_decref(jn_obj(o));
  }
}

}  // namespace janus
