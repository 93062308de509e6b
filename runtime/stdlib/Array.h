// What the files of the module array share.
#pragma once

#include "value/object/Object.h"

namespace janus {

extern Type arrayType;

// Pickling (ArrayPickling.cpp): array._array_reconstructor and array.__reduce_ex__.
Value reconstructArray(const Value *args, size_t count, Value kwnames);
Value reduceArray(const Value *args, size_t count, Value kwnames);

}  // namespace janus
