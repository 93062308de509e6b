// Numbers and arrays of packages that stay in Python (numpy's), where torch takes numbers, sizes,
// lists of data and indices.
#pragma once

#include "value/object/Object.h"

namespace janus {

// Is the value an object of Python, or does a list or tuple in it hold one?
bool holdsForeign(Value v);

// The value with numbers of packages as Python's own; arrays stay. Lists and tuples that hold some
// are made anew. Owned, or JN_ERROR.
Value withPlainNumbers(Value v);

}  // namespace janus
