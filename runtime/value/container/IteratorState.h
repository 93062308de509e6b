// What copy and pickle make of the built-in iterators: the function that makes one again, its
// argument and the place.
#pragma once

#include "value/object/Object.h"

namespace janus {

Value builtinFunction(const char *name);  // owned
// (builtin, (sequence,), index); of an iterator at its end, whose `sequence` is JN_UNBOUND, (iter,
// (empty,)).
Value reduceIterator(const char *builtin, Value sequence, int64_t index, Value empty);
// (iter, ([what is left],)): `copy` is another iterator at the same place, which is used up.
Value reduceToList(Value copy);
// (class, arguments)
Value reduceToCall(Value iterator, Value arguments);
// The index of __setstate__ within low to high; false with an error raised.
bool stateOfIterator(Value state, int64_t low, int64_t high, int64_t *out);

}  // namespace janus
