// Exception classes of native modules: `struct.error`, `zlib.error` and the like.
#pragma once

#include "value/object/Object.h"

namespace janus {

// A class `module.name` over `base`; owned.
Value newExceptionClass(const char *module, const char *name, const Type &base);
// Raises an instance of the class with one text.
__attribute__((format(printf, 2, 3))) Value raiseOf(Value cls, const char *format, ...);

}  // namespace janus
