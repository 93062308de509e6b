// The tables of builtin functions, one per file.
#pragma once

#include "value/object/Object.h"

namespace janus {

extern const MethodDef kNumberBuiltins[], kSequenceBuiltins[], kTextBuiltins[];

}  // namespace janus
