// property, staticmethod, classmethod, and the descriptors of native types.
#pragma once

#include "value/object/Types.h"

#include <string_view>

namespace janus {

struct GetsetObject {
  jn_object head;
  Type *owner;  // counted
  const GetSetDef *def;
};
struct MemberObject {  // a __slots__ entry
  jn_object head;
  Type *owner;  // counted
  Value name;
  int32_t offset;
};
struct PropertyObject {
  jn_object head;
  Value get, set, remove, doc, name;
  bool docOfGetter;
};
struct WrapperObject {  // staticmethod, classmethod
  jn_object head;
  Value function;
  jn_dict *dict;
};
extern Type jn_type_getset, jn_type_member;

// The value of the member of `__slots__` that the instance's class finds under that name: unbound
// where the instance has none. Null: it finds something else, or nothing.
Value *slotOf(Object *o, std::string_view name);

// Setters of this native type tell watches of their writes themselves, and of some not at all.
void settersTell(const Type *type);

// Members of this native type name `text` as their class: the base that has them in Python.
void nameMembersOf(const Type *type, const char *text);
std::string membersNamedBy(const Type *owner);

Value newGetset(Type *owner, const GetSetDef *def);
Value newStaticmethod(Value function);
Value newClassmethod(Value function);
int initDescriptorTypes();

}  // namespace janus
