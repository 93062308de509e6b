// Layout of super objects, for the calls that do not build one.
#pragma once

#include "value/object/Object.h"

namespace janus {

struct SuperObject {
  jn_object head;
  Type *type;  // the class whose successors are asked; counted, as selfType
  Value self;
  Type *selfType;  // null for an unbound super
};
Value superFind(SuperObject *s, Value name);

}  // namespace janus
