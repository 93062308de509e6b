// A value of a watched dict is another one: finer than jn_watch_hit, so that a namespace whose
// other names are written all the time can be watched.
#pragma once

#include "value/object/Object.h"

namespace janus {

// Called after entry `entry` of a watched dict has got another value in the place of `old`;
// runtime/speculate sets it.
extern void (*watchReplacedHook)(jn_dict *d, int64_t entry, Value old);

}  // namespace janus
