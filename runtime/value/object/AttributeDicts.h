// Classes that keep attributes in dicts of their own, as nn.Module keeps `_parameters`, `_buffers`
// and
// `_modules`:
//
//   class Module:
//       __attribute_dicts__ = ("_parameters", "_buffers", "_modules")
//       def __getattr__(self, name): ...  # looks into them in this order, then raises
//
// tells the runtime what that __getattr__ does, so that what is found there needs no call.
#pragma once

#include "value/object/Types.h"

namespace janus {

// The names of the dicts, or null. A subclass with a __getattr__ of its own has none.
jn_tuple *attributeDicts(Type *type);
// Looks `name` up in them (owned), JN_UNBOUND when absent. The class and the instance's dict come
// before.
Value lookupInAttributeDicts(jn_dict *instance, jn_tuple *dicts, Value name);

}  // namespace janus
