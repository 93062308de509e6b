#include "speculate/Assumptions.h"

#include "autograd/Meta.h"
#include "autograd/Node.h"
#include "speculate/ObjectNames.h"
#include "speculate/Programs.h"
#include "stdlib/NativeParts.h"
#include "tensor/core/Tensor.h"
#include "value/call/Calls.h"
#include "value/container/Set.h"
#include "value/object/Types.h"

#include <string.h>
#include <utility>

namespace janus::speculate {

bool isConstant(Value v, Value constant) {
  if (v.tag != constant.tag)
    return false;
  switch (v.tag) {
  case JN_INT:
  case JN_BOOL: return v.i == constant.i;
  case JN_FLOAT:
    return memcmp(&v.f, &constant.f, sizeof v.f) == 0 || (v.f != v.f && constant.f != constant.f);
  case JN_OBJECT: break;
  default: return true;
  }
  if (v.o == constant.o)
    return true;
  if (v.o->type != constant.o->type)
    return false;
  if (v.o->type == &jn_type_str)
    return utf8Of(v) == utf8Of(constant);
  if (v.o->type != &jn_type_tuple) {
    int equals = equal(v, constant);
    if (equals < 0)
      clearError();
    return equals == 1;
  }
  auto *a = as<jn_tuple>(v), *b = as<jn_tuple>(constant);
  for (int64_t i = 0; i < a->size && a->size == b->size; ++i)
    if (!isConstant(a->items[i], b->items[i]))
      return false;
  return a->size == b->size;
}

Type *knownClassOf(Value v) {
  Type *own = typeOf(v);
  return own->typeFlags & kTypeHeap ? own : classOf(v);
}

bool isCode(Value v, std::string_view name) {
  if (v.tag != JN_OBJECT || v.o->type != &jn_type_function)
    return false;
  std::string known = codeName(as<jn_function>(v));
  return known == name || std::string_view(known).substr(0, known.rfind('@')) == name;
}

bool isClass(Value v, std::string_view name) {
  return isType(v) && className(as<Type>(v)) == name;
}

bool isNative(Value v, std::string_view name) {
  if (v.tag != JN_OBJECT)
    return v.tag == JN_ELLIPSIS ? name == "Ellipsis"
                                : v.tag == JN_NOTIMPLEMENTED && name == "NotImplemented";
  std::string own = nativeName(v.o);
  if (own.empty())
    own = enumeratedName(v.o);
  if (own == name || isClass(v, name))
    return true;
  // Else what a module written in C++ has there: an object without a name, or a function that is
  // called as its package's (`torch.linear` of torch._C_ops). One function in the place of another
  // is called otherwise.
  size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || isType(v))
    return false;
  std::string package(name.substr(0, name.find('.'))), last(name.substr(dot));
  if (!own.empty() && own != package + last)
    return false;
  Value module = moduleCalled(internStr(name.substr(0, dot)));
  if (!isInstance(module, &jn_type_module) || as<jn_module>(module)->def)
    return false;
  Value there = dictGetStr(as<jn_module>(module)->dict, internStr(name.substr(dot + 1)));
  return there.tag == JN_OBJECT && there.o == v.o;
}

bool isModule(Value v, std::string_view name) {
  if (!isInstance(v, &jn_type_module) || moduleName(as<jn_module>(v)) != name)
    return false;
  // A program can make another of that name, and put it in its place.
  Value known = moduleCalled(internStr(name));
  return !isInstance(known, &jn_type_module) || known.o == v.o;
}

bool isNamed(Value v, std::string_view name) {
  return isCode(v, name) || isClass(v, name) || isNative(v, name);
}

bool isMember(Value v, std::string_view name, Value key) {
  if (v.tag == JN_UNBOUND)
    return false;
  static const std::pair<std::string_view, Type *> kWrappers[] = {
      {"@staticmethod", &jn_type_staticmethod},
      {"@classmethod", &jn_type_classmethod},
      {"@property", &jn_type_property},
      {"@member", &jn_type_member}};
  for (auto [wrapper, type] : kWrappers)
    if (name == wrapper)
      return isInstance(v, type);
  // Class statements wrap functions of these names by themselves.
  std::string_view attribute = utf8Of(key);
  bool isWrapped = attribute == "__new__" || attribute == "__init_subclass__" ||
                   attribute == "__class_getitem__";
  if (isWrapped && (isInstance(v, &jn_type_staticmethod) || isInstance(v, &jn_type_classmethod)))
    v = staticmethodFunction(v);
  return name.empty() || isNamed(v, name);
}

jn_dict *dictOf(Value v) {
  if (v.tag != JN_OBJECT)
    return nullptr;
  if (isInstance(v, &jn_type_module))
    return as<jn_module>(v)->dict;
  if (isTensor(v))
    return asTensor(v)->dict;
  jn_dict **slot = dictSlot(v.o);
  return slot ? *slot : nullptr;
}

bool isAbsent(Value v, Value name) {
  if (!isType(v)) {
    Value *part = v.tag == JN_OBJECT ? nativePart(v.o, utf8Of(name)) : nullptr;
    if (part)
      return part->tag == JN_UNBOUND;
    jn_dict *d = dictOf(v);
    return d ? dictGetStr(d, name).tag == JN_UNBOUND : v.tag == JN_OBJECT;
  }
  for (std::string_view everywhere : {"__dict__", "__weakref__", "__doc__", "__annotations__"})
    if (utf8Of(name) == everywhere)
      return true;
  jn_tuple *mro = as<Type>(v)->mro;
  for (int64_t i = 0; i < mro->size; ++i)
    if (auto *type = as<Type>(mro->items[i]);
        type->typeFlags & kTypeHeap && dictGetStr(type->dict, name).tag != JN_UNBOUND)
      return false;
  return true;
}

bool isPresent(Value v, Value name) {
  if (Value *part = v.tag == JN_OBJECT ? nativePart(v.o, utf8Of(name)) : nullptr)
    return part->tag != JN_UNBOUND;
  jn_dict *d = isType(v) ? as<Type>(v)->dict : dictOf(v);
  return d && dictGetStr(d, name).tag != JN_UNBOUND;
}

bool isKeyAbsent(Value v, Value key) {
  if (!isInstance(v, &jn_type_dict))
    return false;
  Value found = dictGet(as<jn_dict>(v), key);
  if (jn_is_error(found))
    clearError();
  return found.tag == JN_UNBOUND;
}

Type *definingClass(Type *type, Value name) {
  jn_tuple *mro = type->mro;
  for (int64_t i = 0; i < mro->size; ++i) {
    Type *each = as<Type>(mro->items[i]);
    if (each->dict && dictGetStr(each->dict, name).tag != JN_UNBOUND)
      return each;
  }
  return nullptr;
}

int64_t lengthOf(Value v) {
  if (isInstance(v, &jn_type_list))
    return as<jn_list>(v)->size;
  if (isInstance(v, &jn_type_tuple))
    return as<jn_tuple>(v)->size;
  if (isInstance(v, &jn_type_dict))
    return as<jn_dict>(v)->count;
  if (isAnySet(v))
    return as<SetObject>(v)->used;
  return -1;
}

bool isMutable(Value v) {
  if (v.tag != JN_OBJECT || isType(v))
    return false;
  return (v.o->type->typeFlags & kTypeHeap) || isTensor(v) || isInstance(v, &jn_type_list) ||
         isInstance(v, &jn_type_dict) || isAnySet(v) || v.o->type == &jn_type_cell;
}

bool needsEngine(Value v) {
  const TensorObject *t = asTensor(v);
  const AutogradMeta *meta = t->meta;
  if (!meta)
    return false;
  if ((meta->hooks && meta->hooks->count) ||
      (meta->afterAccumulate && meta->afterAccumulate->count) || meta->retainsGrad)
    return true;
  const Node *accumulator = meta->accumulator;
  return accumulator &&
         (hasHooks(accumulator) || !sameDims(accumulator->results[0].shape(), {t->sizes, t->ndim}));
}

}  // namespace janus::speculate
