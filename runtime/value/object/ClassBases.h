// The bases of classes: which one decides the layout, and other ones than a class was made with.
#pragma once

#include "value/object/Object.h"

namespace janus {

// The base whose layout a class with these extends; null with TypeError.
Type *bestBase(jn_tuple *bases);
// `cls.__bases__ = bases`: 0, -1.
int setBases(Type *type, Value bases);

}  // namespace janus
