// Declarations that the files of the module array share.
#pragma once

#include "value/object/Object.h"

namespace janus {

extern Type arrayType;

struct ArrayObject {
  Object head;
  char *data;
  int64_t size, capacity;  // in items
  int64_t exports;         // memoryviews; no resizing while there are any
  const struct ItemKind *kind;
};

// One row per type code: how an item is read and checked.
struct ItemKind {
  char code;
  int size;
  Value (*load)(const char *at);
  bool (*store)(char *at, Value v);
};

// The iterator (ArrayIterator.cpp).
Value iterateArray(Object *array);
int initArrayIterator();

// Pickling (ArrayPickling.cpp): array._array_reconstructor and array.__reduce_ex__.
Value reconstructArray(const Value *args, size_t count, Value kwnames);
Value reduceArray(const Value *args, size_t count, Value kwnames);

}  // namespace janus
