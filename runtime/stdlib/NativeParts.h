// Values within native objects that versions of roots read and write. Their names are no names of
// Python, so none of the object's attributes has one.
#pragma once

#include "value/object/Descriptors.h"

#include <string_view>

namespace janus {

struct NativePart {
  const char *name;
  size_t offset;  // of a Value in the object

  Value *in(Object *o) const {
    return reinterpret_cast<Value *>(reinterpret_cast<char *>(o) + offset);
  }
};
// Of a cached function, of an entry of its cache, or of a `functools.partial`; ends with a null
// name. Null: the type has none.
const NativePart *nativePartsOf(const Type *type);

// Behind the name of a member of `__slots__`.
inline constexpr std::string_view kSlotSuffix = "(slot)";

// Of a class in snapshots: its instances have no dict.
inline constexpr const char *kWithoutDict = "without_dict()";

// Of a class in snapshots: patterns take its instances for sequences or mappings.
inline constexpr const char *kOfPattern = "pattern()";

// The part of that name, or the value of a member of `__slots__`, which is unbound where the
// instance has none. Null: the object has no such part.
inline Value *nativePart(Object *o, std::string_view name) {
  for (const NativePart *part = nativePartsOf(o->type); part && part->name; ++part)
    if (name == part->name)
      return part->in(o);
  bool isSlot = name.size() > kSlotSuffix.size() &&
                name.substr(name.size() - kSlotSuffix.size()) == kSlotSuffix;
  return isSlot ? slotOf(o, name.substr(0, name.size() - kSlotSuffix.size())) : nullptr;
}

}  // namespace janus
