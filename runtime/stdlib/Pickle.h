// The core of pickle: the operations whose values are of built-in types alone. The rest is Python
// (runtime/prelude/_pickle_reading, _pickle_writing), and so is every error.
#pragma once

#include "value/object/Object.h"

namespace janus {

// pickle_core.read(file, stack, marks, memo): carries out the operations that come next in a
// BytesIO, up to one that is Python's; answers the stack, which may be another list by then.
// Nothing happens with another kind of file.
Value pickleRead(const Value *args, size_t count, Value kwnames);
// pickle_core.write(pickler, buffer, memo, protocol, fast, reducers, obj): appends what pickles
// `obj` to a bytearray. Parts that are Python's go to `pickler._save(part)`; instances of classes
// that are not among the reducers are not, if these are a dict and the classes have no methods for
// it.
Value pickleWrite(const Value *args, size_t count, Value kwnames);

}  // namespace janus
