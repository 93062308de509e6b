#include "speculate/Watches.h"

#include "autograd/Meta.h"
#include "value/container/DictWatch.h"
#include "value/object/Heap.h"
#include "value/object/Types.h"

#include <algorithm>
#include <unordered_map>

namespace janus::speculate {
namespace {

using Dependents = std::vector<Dependent *>;
// Never destroyed: objects die until the very end of the process.
auto &registry = *new std::unordered_map<const Object *, Dependents>;

template <class F>
void forEachDependent(const Object *o, F &&f) {
  if (auto known = registry.find(o); known != registry.end())
    for (Dependent *each : known->second)
      f(each);
}

void onWrite(Object *o) {
  noteWrite(o, nullptr);
}

void onReplaced(jn_dict *d, int64_t entry, Value old) {
  noteReplaced(d, entry, old, nullptr);
}

void onGradient(Object *o) {
  noteGradient(o, nullptr);
}

void onDeath(Object *o) {
  auto known = registry.find(o);
  if (known == registry.end())
    return;
  bool isCode = isType(jn_obj(o)) || o->type == &jn_type_function;
  for (Dependent *each : known->second) {
    each->stale = each->dead = true;
    each->hasLostCode |= isCode;
    auto [first, last] = std::equal_range(each->watched.begin(), each->watched.end(), o);
    each->watched.erase(first, last);
  }
  registry.erase(known);
  o->flags &= ~uint32_t{JN_FLAG_WATCHED};
}

}  // namespace

void watch(Object *o, Dependent *by) {
  watchHook = onWrite;
  watchReplacedHook = onReplaced;
  watchedDeathHook = onDeath;
  gradientWatchHook = onGradient;
  registry[o].push_back(by);
  o->flags |= JN_FLAG_WATCHED;
}

void unwatch(Object *o, Dependent *by) {
  auto known = registry.find(o);
  if (known == registry.end())
    return;
  Dependents &all = known->second;
  all.erase(std::remove(all.begin(), all.end(), by), all.end());
  if (!all.empty())
    return;
  registry.erase(known);
  o->flags &= ~uint32_t{JN_FLAG_WATCHED};
}

void noteWrite(Object *o, const Dependent *by) {
  if (o->flags & JN_FLAG_WATCHED)
    forEachDependent(o, [&](Dependent *each) { each->stale |= each != by; });
}

// Classes are also found by the names that modules have for them.
void noteReplaced(jn_dict *d, int64_t entry, Value old, const Dependent *by) {
  Object *o = &d->head;
  if (!(o->flags & JN_FLAG_WATCHED))
    return;
  bool always = isType(old) || isType(d->entries[entry].value);
  std::pair<const Object *, int64_t> place(o, entry);
  forEachDependent(o, [&](Dependent *each) {
    each->stale |= each != by && (always || std::binary_search(each->entries.begin(),
                                                               each->entries.end(), place));
  });
}

void noteGradient(Object *o, const Dependent *by) {
  forEachDependent(o, [&](Dependent *each) { each->stale |= each != by && each->readsGradients; });
}

size_t watchedObjects() {
  return registry.size();
}

}  // namespace janus::speculate
