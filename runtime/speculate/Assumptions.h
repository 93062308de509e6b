// Checks of what versions assume of single values; every name is one of ObjectNames.h.
#pragma once

#include "value/container/Dict.h"

#include <string_view>

namespace janus::speculate {

// The same constant: numbers bit by bit, other objects by identity or as equal ones of one class.
bool isConstant(Value v, Value constant);
// The class that versions know an object by: `type(v)`, but for tensors that are written in Python
// their own one, which Python does not name (SparseTensor).
Type *knownClassOf(Value v);
// A function "module:qualname@line", or without the line.
bool isCode(Value v, std::string_view name);
bool isClass(Value v, std::string_view name);
// The first class with that attribute, in the order of the type's bases; null when none has it.
Type *definingClass(Type *type, Value name);
bool isNative(Value v, std::string_view name);
bool isModule(Value v, std::string_view name);
// True when the value that a class has under `key` has this name, or this wrapper
// (`@staticmethod`). An empty name stands for anything.
bool isMember(Value v, std::string_view name, Value key);
// A function, class or native.
bool isNamed(Value v, std::string_view name);
// Neither an attribute of the object's own dict nor of the classes that a program made: native ones
// stay as they are. Snapshots leave out what every class has.
bool isAbsent(Value v, Value name);
bool isKeyAbsent(Value v, Value key);
// In its own dict.
bool isPresent(Value v, Value name);
// The length of a container; -1 for others.
int64_t lengthOf(Value v);
// Objects whose identity always matters: others may write to them, or are instances of a program's
// class.
bool isMutable(Value v);
// True for a tensor whose gradients the engine alone knows how to pass on: hooks would have to be
// called, or a graph from before keeps its accumulator, which has hooks, or is for another shape.
bool needsEngine(Value v);
// The dict of the object's own attributes; perhaps null.
jn_dict *dictOf(Value v);

}  // namespace janus::speculate
