// Objects of packages that cross by value (PackageClasses.def). What takes a str, bytes or a float
// takes them; what is done with one is asked of Python, but for what its base alone decides.
#pragma once

#include "value/object/Object.h"

namespace janus::bridge {

enum class PackageClass : uint8_t {
#define JANUS_PACKAGE_CLASS(name, module, qualname, base) name,
#include "bridge/PackageClasses.def"
  Count
};
constexpr auto kPackageClasses = static_cast<size_t>(PackageClass::Count);
extern Type packageTypes[kPackageClasses];

inline bool isPackageValue(Value v) {
  return v.tag == JN_OBJECT && v.o->type >= packageTypes &&
         v.o->type < packageTypes + kPackageClasses;
}
inline PackageClass packageClassOf(Value v) {
  return static_cast<PackageClass>(v.o->type - packageTypes);
}
// An object of the class that holds `plain`, exactly its base. Owned, or JN_ERROR.
Value makePackageValue(PackageClass cls, Value plain);
Value makePackageDouble(double number);
// The value that it holds, of the base. Owned.
Value plainOf(Value packageValue);
// JN_UNBOUND when Python has to be asked for value.name(...).
Value callPlainMethod(Value name, const Value *args, size_t count, Value kwnames);
int initPackageTypes();

}  // namespace janus::bridge
