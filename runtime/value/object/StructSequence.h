// Tuples whose items also have names: sys.version_info and the like.
#pragma once

#include "value/builtin/Builtins.h"

namespace janus {

// A class over tuple, "sys.version_info" with its fields; native and immortal. At most 16 fields.
Type *newStructSequence(const char *dottedName, std::initializer_list<const char *> fields);
// An instance; takes the items over.
Value makeStructSequence(Type *type, std::initializer_list<Value> owned);

}  // namespace janus
