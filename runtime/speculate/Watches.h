// Watches of objects by bindings. A write to a watched object makes its bindings stale; an object
// that dies takes itself out.
#pragma once

#include "value/object/Object.h"

#include <utility>
#include <vector>

namespace janus::speculate {

struct Dependent {
  bool stale = true;              // something that was walked may be another
  bool dead = false;              // an object that was walked is gone
  bool hasLostCode = false;       // a class or a function of them
  std::vector<Object *> watched;  // sorted, without those that are gone
  // The entries of dicts that were read, sorted: that others get new values means nothing.
  std::vector<std::pair<const Object *, int64_t>> entries;
  bool readsGradients = false;  // a path leads through the `.grad` of a tensor
};

void watch(Object *o, Dependent *by);
void unwatch(Object *o, Dependent *by);
// A write that `by` has made past the watches: all others that hang on the object.
void noteWrite(Object *o, const Dependent *by);
// The same of one entry of a dict, which had `old` before.
void noteReplaced(jn_dict *d, int64_t entry, Value old, const Dependent *by);
// The same of a tensor's `.grad` alone.
void noteGradient(Object *o, const Dependent *by);
size_t watchedObjects();

}  // namespace janus::speculate
