// Values within native objects that versions of roots read and write. Their names are no names of
// Python, so none of the object's attributes has one.
#pragma once

#include "value/object/Object.h"

#include <string_view>

namespace janus {

struct NativePart {
  const char *name;
  size_t offset;  // of a Value in the object

  Value *in(Object *o) const {
    return reinterpret_cast<Value *>(reinterpret_cast<char *>(o) + offset);
  }
};
// Of a cached function, or of an entry of its cache; ends with a null name. Null: the type has
// none.
const NativePart *nativePartsOf(const Type *type);
inline Value *nativePart(Object *o, std::string_view name) {
  for (const NativePart *part = nativePartsOf(o->type); part && part->name; ++part)
    if (name == part->name)
      return part->in(o);
  return nullptr;
}

}  // namespace janus
