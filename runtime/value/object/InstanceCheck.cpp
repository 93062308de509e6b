// isinstance and issubclass.
#include "value/call/Overriding.h"
#include "value/error/Raise.h"
#include "value/object/Foreign.h"
#include "value/object/Types.h"

namespace janus {

namespace {

// The hooks of a metaclass written in Python; `type`'s own need no call.
int callHook(Value cls, Value v, Value name) {
  Value args[] = {cls, v};
  Ref result(callDunder(name, args, 2));
  if (result.get().tag == JN_UNBOUND)
    return -2;
  return result.failed() ? -1 : jn_truth(result.get());
}

// Something with a tuple as __bases__ counts as a class. Unbound: there is none; an error other
// than AttributeError goes on.
Value basesOf(Value v) {
  Ref bases(getattrOptional(v, JN_NAME("__bases__")));
  if (!bases.failed() && !isInstance(bases.get(), &jn_type_tuple))
    return jn_unbound();
  return bases.release();
}

// False with an error raised.
bool isClass(Value v, const char *refusal) {
  Ref bases(isType(v) ? jn_none() : basesOf(v));
  if (bases.get().tag == JN_UNBOUND)
    raise(jn_exc_TypeError, "%s", refusal);
  return bases.get().tag != JN_UNBOUND && !bases.failed();
}

// By their __bases__, where one of the two is no type.
int derivesFrom(Value type, Value cls) {
  if (jn_is(type, cls))
    return 1;
  Ref bases(basesOf(type));
  if (bases.failed())
    return -1;
  if (bases.get().tag == JN_UNBOUND)
    return 0;
  if (!enterNative(" in __issubclass__"))
    return -1;
  auto *t = bases.as<jn_tuple>();
  int found = 0;
  for (int64_t i = 0; found == 0 && i < t->size; ++i)
    found = derivesFrom(t->items[i], cls);
  jn_leave();
  return found;
}

template <class F>
int anyOf(Value classes, F check) {
  auto *t = as<jn_tuple>(classes);
  for (int64_t i = 0; i < t->size; ++i) {
    int r = check(t->items[i]);
    if (r)
      return r;
  }
  return 0;
}

}  // namespace

int plainIsInstance(Value v, Value cls) {
  if (isType(cls)) {
    if (isInstance(v, as<Type>(cls)))
      return 1;
    if (typeOf(v)->typeFlags & kTypeAnswers && overrideInterface.countsAs(v, as<Type>(cls)))
      return 1;
    if (v.tag != JN_OBJECT || v.o->type->getattr == genericGetattr) {
      // Only a class attribute or hook can make __class__ differ from the type.
      Value own = lookupInType(typeOf(v), JN_NAME("__class__"));
      if (own.tag == JN_OBJECT && own.o == lookupInType(&jn_type_object, JN_NAME("__class__")).o)
        return 0;
    }
    Ref claimed(getattrOptional(v, JN_NAME("__class__")));
    if (claimed.failed())
      return -1;
    return isType(claimed.get()) && isSubtype(claimed.as<Type>(), as<Type>(cls));
  }
  if (!isClass(cls, "isinstance() arg 2 must be a type, a tuple of types, or a union"))
    return -1;
  Ref claimed(getattrOptional(v, JN_NAME("__class__")));
  if (claimed.failed())
    return -1;
  return claimed.get().tag == JN_UNBOUND ? 0 : derivesFrom(claimed.get(), cls);
}

int plainIsSubclass(Value type, Value cls) {
  if (isType(cls) && isType(type))
    return isSubtype(as<Type>(type), as<Type>(cls));
  if (!isClass(type, "issubclass() arg 1 must be a class") ||
      !isClass(cls, "issubclass() arg 2 must be a class, a tuple of classes, or a union"))
    return -1;
  return derivesFrom(type, cls);
}

int isInstanceOf(Value v, Value cls) {
  if (isForeignObject(v) && isType(cls))
    return foreignInterface.isInstance(v, cls);
  if (cls.tag == JN_OBJECT && cls.o->type == &jn_type_type) {
    if (classOf(v) == as<Type>(cls))
      return 1;
    return plainIsInstance(v, cls);
  }
  if (isInstance(cls, &jn_type_tuple)) {
    if (!enterNative(" in __instancecheck__"))
      return -1;
    int r = anyOf(cls, [&](Value c) { return isInstanceOf(v, c); });
    jn_leave();
    return r;
  }
  if (isType(cls) && classOf(v) == as<Type>(cls))
    return 1;
  int r = callHook(cls, v, JN_NAME("__instancecheck__"));
  return r != -2 ? r : plainIsInstance(v, cls);
}

int isSubclassOf(Value type, Value cls) {
  if (isForeignObject(type) && isType(cls))
    return foreignInterface.isSubclass(type, cls);
  if (cls.tag == JN_OBJECT && cls.o->type == &jn_type_type)
    return plainIsSubclass(type, cls);
  if (isInstance(cls, &jn_type_tuple)) {
    if (!enterNative(" in __subclasscheck__"))
      return -1;
    int r = anyOf(cls, [&](Value c) { return isSubclassOf(type, c); });
    jn_leave();
    return r;
  }
  int r = callHook(cls, type, JN_NAME("__subclasscheck__"));
  return r != -2 ? r : plainIsSubclass(type, cls);
}

}  // namespace janus
