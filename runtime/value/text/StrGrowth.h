// Strings that grow in place.
#pragma once

#include "value/object/Object.h"

namespace janus {

// Appends b to *a itself, if nobody else has it and b's characters fit; *a may move. Both are exact
// str.
bool appendInPlace(Value *a, Value b);

}  // namespace janus
