// Classes that keep attributes in dicts of their own, as nn.Module keeps `_parameters`, `_buffers`
// and `_modules`:
//
//   class Module:
//       def __getattr__(self, name): ...  # looks into them in this order, then raises
//       __attribute_dicts__ = (__getattr__, ("_parameters", "_buffers", "_modules"))
//
// tells the runtime what that __getattr__ does, so that what is found there needs no call, as long
// as it is the one that the class has.
#pragma once

#include "value/object/Types.h"

namespace janus {

// The names of the dicts, or null: where the class or one before it has another __getattr__.
jn_tuple *attributeDicts(Type *type);
// Looks `name` up in them (owned), JN_UNBOUND when absent. The class and the instance's dict come
// before.
Value lookupInAttributeDicts(jn_dict *instance, jn_tuple *dicts, Value name);

}  // namespace janus
