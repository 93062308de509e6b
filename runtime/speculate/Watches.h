// Which bindings hang on which objects. A write to a watched object makes its bindings stale; an
// object that dies takes itself out.
#pragma once

#include "value/Object.h"

namespace janus::speculate {

struct Dependent {
  bool stale = true;  // something that was walked may be another
  bool dead = false;  // an object that was walked is gone
};

void watch(Object *o, Dependent *by);
void unwatch(Object *o, Dependent *by);
// A write that `by` has made past the watches: all others that hang on the object.
void noteWrite(Object *o, const Dependent *by);
size_t watchedObjects();

}  // namespace janus::speculate
