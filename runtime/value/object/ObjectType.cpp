// The class `object` and the singletons.
#include "value/call/Calls.h"
#include "value/call/Overriding.h"
#include "value/container/Dict.h"
#include "value/error/Raise.h"
#include "value/object/OpenTypes.h"
#include "value/object/Types.h"

#include <stdio.h>
#include <utility>
#include <vector>

namespace janus {

Value boxNumber(Value v);

namespace {

Object noneObject = {JN_IMMORTAL_REFS, JN_FLAG_IMMORTAL, &jn_type_none};
Object ellipsisObject = {JN_IMMORTAL_REFS, JN_FLAG_IMMORTAL, &jn_type_ellipsis};
Object notImplementedObject = {JN_IMMORTAL_REFS, JN_FLAG_IMMORTAL, &jn_type_notimplemented};

std::string nameOf(const Type *t) {
  return std::string(typeNameOf(t));
}

std::string moduleAndName(const Type *type) {
  Value t = jn_obj(const_cast<Type *>(type));
  Ref module(getattrOptional(t, JN_NAME("__module__"))),
      name(getattrOptional(t, JN_NAME("__qualname__")));
  clearError();
  std::string text;
  if (isStr(module.get()) && utf8Of(module.get()) != "builtins") {
    text += utf8Of(module.get());
    text += '.';
  }
  return text + (isStr(name.get()) ? std::string(utf8Of(name.get())) : nameOf(type));
}

Value objectRepr(Object *o) {
  char address[32];
  snprintf(address, sizeof address, " object at %p>", static_cast<void *>(o));
  return makeStr("<" + moduleAndName(o->type) + address);
}
Value objectStr(Object *o) {
  return repr(jn_obj(o));
}
Value objectFormat(Object *o, Value spec) {
  if (strLength(spec) == 0)
    return str(jn_obj(o));
  Value self = jn_obj(o);
  return raise(jn_exc_TypeError, "unsupported format string passed to %T.__format__", &self);
}
int objectHash(Object *o, int64_t *out) {
  // Addresses are multiples of 16: rotated, so that neighbours fall into different buckets.
  size_t p = reinterpret_cast<size_t>(o);
  *out = static_cast<int64_t>((p >> 4) | (p << 60));
  return 0;
}
Value objectCompare(Value a, Value b, CompareOp op) {
  bool same = a.tag == b.tag && (a.tag < JN_BOOL || a.i == b.i);
  if (op == CompareOp::Eq)
    return same ? jn_bool(true) : jn_notimplemented();
  if (op != CompareOp::Ne)
    return jn_notimplemented();
  auto compare = typeOf(a)->compare;
  if (!compare)
    return jn_notimplemented();
  Value v = compare(a, b, CompareOp::Eq);
  if (v.tag == JN_ERROR || v.tag == JN_NOTIMPLEMENTED)
    return v;
  int truth = jn_truth(v);
  jn_decref(v);
  return truth < 0 ? jn_error() : jn_bool(!truth);
}

Value raiseAbstract(Type *cls) {
  Value names = dictGetStr(cls->dict, JN_NAME("__abstractmethods__"));
  Ref list(jn_make_list(nullptr, 0));
  if (jn_list_extend(list.get(), names) < 0)
    return jn_error();
  Ref sorted(callMethod(list.get(), JN_NAME("sort"), {}));
  if (sorted.failed())
    return jn_error();
  std::string joined;
  jn_list *l = list.as<jn_list>();
  for (int64_t i = 0; i < l->size; ++i) {
    if (i)
      joined += ", ";
    joined += formatText("%S", &l->items[i]);
  }
  return raise(jn_exc_TypeError, "Can't instantiate abstract class %s with abstract method%s %s",
               nameOf(cls).c_str(), l->size > 1 ? "s" : "", joined.c_str());
}

}  // namespace

Value boxValue(Value v) {
  switch (v.tag) {
  case JN_OBJECT: return jn_own(v);
  case JN_NONE: return jn_obj(&noneObject);
  case JN_ELLIPSIS: return jn_obj(&ellipsisObject);
  case JN_NOTIMPLEMENTED: return jn_obj(&notImplementedObject);
  default: return boxNumber(v);
  }
}

Value objectConstruct(Type *cls, const Value *, size_t count, Value) {
  if (JN_UNLIKELY(count > 0)) {
    if (cls->construct != objectConstruct)
      return raise(jn_exc_TypeError,
                   "object.__new__() takes exactly one argument (the type to instantiate)");
    if (cls->init == objectInit)
      return raise(jn_exc_TypeError, "%s() takes no arguments", nameOf(cls).c_str());
  }
  if (JN_UNLIKELY(cls->typeFlags & kTypeAbstract))
    return raiseAbstract(cls);
  return jn_obj(allocateInstance(cls));
}

int objectInit(Value self, const Value *, size_t count, Value) {
  if (JN_LIKELY(count == 0))
    return 0;
  Type *type = typeOf(self);
  if (type->init != objectInit) {
    raise(jn_exc_TypeError,
          "object.__init__() takes exactly one argument (the instance to initialize)");
    return -1;
  }
  if (type->construct == objectConstruct) {
    raise(jn_exc_TypeError, "%s.__init__() takes exactly one argument (the instance to initialize)",
          nameOf(type).c_str());
    return -1;
  }
  return 0;
}

namespace {

// Instances of classes made by class statements hold them.
void changeType(Object *o, Type *to) {
  if (roomOf(o)) {
    if (jn_dict **slot = dictSlot(o); slot && *slot)
      leaveRoom(*slot);
    o->flags &= ~(JN_ROOM_MASK << JN_ROOM_SHIFT);
  }
  Type *from = std::exchange(o->type, to);
  if (to->typeFlags & kTypeHeap)
    ++to->head.refs;
  if (from->typeFlags & kTypeHeap)
    jn_decref(jn_obj(from));
}

Value getClass(Object *o) {
  return jn_own(jn_obj(o->type->typeFlags & kTypeAlias ? o->type->base : o->type));
}
int setClass(Object *o, Value v) {
  if (!isType(v)) {
    raise(jn_exc_TypeError, "__class__ must be set to a class, not '%T' object", &v);
    return -1;
  }
  Type *to = as<Type>(v), *from = o->type;
  auto isMutable = [](const Type *t) { return t->typeFlags & kTypeHeap || isOpenType(t); };
  if (!isMutable(to) || !isMutable(from)) {
    if (isSubtype(from, &jn_type_module) && isSubtype(to, &jn_type_module)) {
      changeType(o, to);
      noteShadow(o);
      return 0;
    }
    raise(jn_exc_TypeError,
          "__class__ assignment only supported for mutable types or ModuleType subclasses");
    return -1;
  }
  if (to->instanceSize != from->instanceSize || to->prefixSize != from->prefixSize ||
      to->solid != from->solid || to->dictOffset != from->dictOffset) {
    raise(jn_exc_TypeError, "__class__ assignment: '%s' object layout differs from '%s'",
          nameOf(to).c_str(), nameOf(from).c_str());
    return -1;
  }
  bool otherDescriptor = to->descrGet != from->descrGet || to->descrSet != from->descrSet;
  changeType(o, to);
  noteShadow(o);
  overrideInterface.answersLate |= !!(to->typeFlags & kTypeAnswers);
  if (otherDescriptor)
    typeModified(&jn_type_object);
  else if (isType(jn_obj(o)))
    typeModified(reinterpret_cast<Type *>(o));  // what its metaclass has
  if (o->flags & JN_FLAG_WATCHED)
    jn_watch_hit(o);
  return 0;
}
const GetSetDef objectGetsets[] = {{"__class__", getClass, setClass}, {nullptr, nullptr, nullptr}};

Value objectDir(const Value *args, size_t, Value) {
  Ref names(jn_obj(newDict()));
  if (args[0].tag == JN_OBJECT) {
    Ref dict(getattrOptional(args[0], JN_NAME("__dict__")));
    if (dict.failed())
      return jn_error();
    if (isInstance(dict.get(), &jn_type_dict) && jn_dict_update(names.get(), dict.get()) < 0)
      return jn_error();
  }
  jn_tuple *mro = typeOf(args[0])->mro;
  for (int64_t i = 0; i < mro->size; ++i) {
    int64_t at = 0;
    Value key, v;
    while (dictNext(as<Type>(mro->items[i])->dict, &at, &key, &v))
      if (dictSet(names.as<jn_dict>(), key, jn_none()) < 0)
        return jn_error();
  }
  Ref list(jn_make_list(nullptr, 0));
  return jn_list_extend(list.get(), names.get()) < 0 ? jn_error() : list.release();
}
Value objectSizeof(const Value *args, size_t, Value) {
  return jn_int(static_cast<int64_t>(typeOf(args[0])->instanceSize));
}
// What copy and pickle use is written in Python: copyreg.
Value viaCopyreg(const char *function, Value self, Value protocol) {
  Ref copyreg(jn_import(nullptr, JN_NAME("copyreg"), 1));
  if (copyreg.failed())
    return jn_error();
  Ref name(makeStr(function));
  return protocol.tag == JN_UNBOUND ? callMethod(copyreg.get(), name.get(), {self})
                                    : callMethod(copyreg.get(), name.get(), {self, protocol});
}
Value objectReduce(const Value *args, size_t, Value) {
  return viaCopyreg("__reduce_ex__", args[0], jn_int(0));
}
// A class that defines __reduce__ only is asked that.
Value objectReduceEx(const Value *args, size_t, Value) {
  Value own = lookupInType(typeOf(args[0]), JN_NAME("__reduce__"));
  if (own.tag == JN_OBJECT && own.o != lookupInType(&jn_type_object, JN_NAME("__reduce__")).o)
    return callMethod(args[0], JN_NAME("__reduce__"), {});
  return viaCopyreg("__reduce_ex__", args[0], args[1]);
}
Value objectGetstate(const Value *args, size_t, Value) {
  return viaCopyreg("_state_of", args[0], jn_unbound());
}
Value nothing(const Value *, size_t, Value) {
  return jn_none();
}
Value notImplemented(const Value *, size_t, Value) {
  return jn_notimplemented();
}
const MethodDef objectMethods[] = {
    {"__dir__", objectDir, 1, 1},           {"__sizeof__", objectSizeof, 1, 1},
    {"__reduce__", objectReduce, 1, 1},     {"__reduce_ex__", objectReduceEx, 2, 2},
    {"__getstate__", objectGetstate, 1, 1}, {nullptr, nullptr}};
const MethodDef objectClassMethods[] = {{"__init_subclass__", nothing, 1, 1},
                                        {"__subclasshook__", notImplemented, 2, 2},
                                        {nullptr, nullptr}};

Value noneRepr(Object *) {
  return JN_NAME("None");
}
Value ellipsisRepr(Object *) {
  return JN_NAME("Ellipsis");
}
Value notImplementedRepr(Object *) {
  return JN_NAME("NotImplemented");
}
int noneTruth(Object *) {
  return 0;
}
Value refuseArguments(Type *cls, size_t count) {
  return count ? raise(jn_exc_TypeError, "%s takes no arguments", cls->name) : jn_none();
}
Value noneConstruct(Type *cls, const Value *, size_t count, Value) {
  return refuseArguments(cls, count);
}
Value ellipsisConstruct(Type *cls, const Value *, size_t count, Value) {
  return refuseArguments(cls, count).tag == JN_ERROR ? jn_error() : jn_ellipsis();
}
Value notImplementedConstruct(Type *cls, const Value *, size_t count, Value) {
  return refuseArguments(cls, count).tag == JN_ERROR ? jn_error() : jn_notimplemented();
}

}  // namespace

// Of JN_ERROR, JN_UNBOUND and JN_DONE, so that asking what they are is harmless.
static Type absentType = {.name = "<absent>"};

Type *const immediateTypes[] = {&absentType,   &absentType,       &absentType,
                                &jn_type_none, &jn_type_ellipsis, &jn_type_notimplemented,
                                &jn_type_bool, &jn_type_int,      &jn_type_float};

int initCoreTypes() {
  jn_type_type.binary[static_cast<size_t>(BinaryOp::Or)] = uniteTypes;
  Type *types[] = {&jn_type_object, &jn_type_type, &jn_type_none, &jn_type_ellipsis,
                   &jn_type_notimplemented};
  for (Type *t : types)
    if (readyType(t) < 0)
      return -1;
  return initMappingProxy();
}

Type jn_type_object = {
    .name = "object",
    .instanceSize = sizeof(jn_object),
    .repr = objectRepr,
    .str = objectStr,
    .format = objectFormat,
    .hash = objectHash,
    .compare = objectCompare,
    .getattr = genericGetattr,
    .setattr = genericSetattr,
    .construct = objectConstruct,
    .init = objectInit,
    .methods = objectMethods,
    .getsets = objectGetsets,
    .classMethods = objectClassMethods,
    .typeFlags = kTypeBaseable,
};
Type jn_type_none = {
    .name = "NoneType", .repr = noneRepr, .truth = noneTruth, .construct = noneConstruct};
Type jn_type_ellipsis = {.name = "ellipsis", .repr = ellipsisRepr, .construct = ellipsisConstruct};
Type jn_type_notimplemented = {
    .name = "NotImplementedType", .repr = notImplementedRepr, .construct = notImplementedConstruct};

}  // namespace janus
