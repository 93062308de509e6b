// Type parameters of `list[T]` and `T | None`: which there are, and what arguments in their place
// give.
#pragma once

#include "value/object/Object.h"

namespace janus {

// The parameters within arguments, each once, in the order of their first place. A tuple, owned.
Value typeParameters(Value arguments);
// `alias[item]`: the arguments with `item` in the places of the parameters. A tuple, owned.
Value substituteParameters(Value alias, Value arguments, Value parameters, Value item);
// An argument as it is shown: classes by name, `...`, anything else by repr. A str, owned.
Value shownArgument(Value argument);
bool isGenericAlias(Value v);

}  // namespace janus
