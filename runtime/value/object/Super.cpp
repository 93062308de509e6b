// super(): attributes of the classes behind one class in an object's mro.
#include "value/object/Super.h"
#include "value/call/Calls.h"
#include "value/error/Raise.h"
#include "value/object/Foreign.h"
#include "value/object/Types.h"

#include <utility>

namespace janus {

namespace {

SuperObject *super(Object *o) {
  return reinterpret_cast<SuperObject *>(o);
}

Value raiseBadObject() {
  return raise(jn_exc_TypeError, "super(type, obj): obj must be an instance or subtype of type");
}

// The type whose mro is walked, or null.
Type *receiverType(Type *type, Value self) {
  if (isType(self) && isSubtype(as<Type>(self), type))
    return as<Type>(self);
  if (isSubtype(typeOf(self), type))
    return typeOf(self);
  return nullptr;
}

void setType(Type **slot, Type *type) {
  if (type)
    ++type->head.refs;
  if (Type *before = std::exchange(*slot, type))
    jn_decref(jn_obj(before));
}

Value newSuper(Type *cls, Type *type, Value self, Type *selfType) {
  auto *s = allocate<SuperObject>(cls);
  setType(&s->type, type);
  s->self = jn_own(self);
  setType(&s->selfType, selfType);
  return jn_obj(s);
}

void superTraverse(Object *o, VisitFn visit, void *context) {
  if (super(o)->self.tag == JN_OBJECT)
    visit(super(o)->self.o, context);
  visit(reinterpret_cast<Object *>(super(o)->type), context);
  visit(reinterpret_cast<Object *>(super(o)->selfType), context);
}
void superClear(Object *o) {
  jn_assign(&super(o)->self, jn_none());
  setType(&super(o)->type, nullptr);
  setType(&super(o)->selfType, nullptr);
}
void superDealloc(Object *o) {
  superClear(o);
  freeObject(o);
}
Value superGetattr(Value self, Value name) {
  Value v = superLookup(self, name);
  return v.tag == JN_UNBOUND ? raiseAttributeError(self, name) : v;
}
Value superConstruct(Type *cls, const Value *args, size_t count, Value) {
  if (count == 2 && isForeignClass(args[0]))
    return foreignInterface.super(args[0], args[1]);
  return newSuper(cls, nullptr, jn_none(), nullptr);
}
int superInit(Value self, const Value *args, size_t count, Value kwnames) {
  if (keywordsIn(kwnames)) {
    raise(jn_exc_TypeError, "super() takes no keyword arguments");
    return -1;
  }
  // `super(C).__init__()`: Python takes the class and the receiver from the calling method, and
  // nobody looks at the result.
  if (count == 0 && super(self.o)->type)
    return 0;
  if (count == 0) {
    raise(jn_exc_RuntimeError, "super(): no arguments");
    return -1;
  }
  if (count > 2) {
    raise(jn_exc_TypeError, "super expected at most 2 arguments, got %zu", count);
    return -1;
  }
  if (!isType(args[0])) {
    raise(jn_exc_TypeError, "super() argument 1 must be a type, not %T", &args[0]);
    return -1;
  }
  auto *s = as<SuperObject>(self);
  setType(&s->type, as<Type>(args[0]));
  setType(&s->selfType, nullptr);
  jn_assign(&s->self, jn_none());
  if (count == 1 || args[1].tag == JN_NONE)
    return 0;
  Type *selfType = receiverType(s->type, args[1]);
  if (!selfType) {
    raiseBadObject();
    return -1;
  }
  setType(&s->selfType, selfType);
  jn_assign(&s->self, jn_own(args[1]));
  return 0;
}
Value superGet(Object *o, Value instance, Type *) {
  auto *s = super(o);
  if (instance.tag == JN_NONE || s->selfType || !s->type)
    return jn_own(jn_obj(o));
  Type *selfType = receiverType(s->type, instance);
  if (!selfType)
    return raiseBadObject();
  return newSuper(&jn_type_super, s->type, instance, selfType);
}
Value superRepr(Object *o) {
  auto *s = super(o);
  std::string type = s->type ? std::string(typeNameOf(s->type)) : "NULL";
  if (!s->selfType)
    return makeStr("<super: <class '" + type + "'>, NULL>");
  return makeStr("<super: <class '" + type + "'>, <" + std::string(typeNameOf(s->selfType)) +
                 " object>>");
}
Value superThisClass(Object *o) {
  return super(o)->type ? jn_own(jn_obj(super(o)->type)) : jn_none();
}
Value superSelf(Object *o) {
  return jn_own(super(o)->self);
}
Value superSelfClass(Object *o) {
  return super(o)->selfType ? jn_own(jn_obj(super(o)->selfType)) : jn_none();
}
const GetSetDef superGetsets[] = {{"__thisclass__", superThisClass, nullptr},
                                  {"__self__", superSelf, nullptr},
                                  {"__self_class__", superSelfClass, nullptr},
                                  {nullptr, nullptr, nullptr}};

}  // namespace

// What the classes behind s->type have under `name`: borrowed, JN_UNBOUND when absent.
Value superFind(SuperObject *s, Value name) {
  if (!s->selfType)
    return jn_unbound();
  jn_tuple *mro = s->selfType->mro;
  int64_t i = 0;
  while (i < mro->size && as<Type>(mro->items[i]) != s->type)
    ++i;
  for (++i; i < mro->size; ++i) {
    Value v = lookupInDict(as<Type>(mro->items[i])->dict, name);
    if (v.tag == JN_ERROR)
      clearError();
    else if (v.tag != JN_UNBOUND)
      return v;
  }
  return jn_unbound();
}

Value superLookup(Value v, Value name) {
  auto *s = as<SuperObject>(v);
  static const Value className = internStr("__class__");
  if (name.o != className.o) {
    Value found = superFind(s, name);
    if (found.tag != JN_UNBOUND) {
      if (found.tag == JN_OBJECT && found.o->type->descrGet) {
        bool onClass = isType(s->self) && as<Type>(s->self) == s->selfType;
        return found.o->type->descrGet(found.o, onClass ? jn_none() : s->self, s->selfType);
      }
      return jn_own(found);
    }
  }
  return genericLookup(v, name);
}

int initSuperType() {
  return addBuiltinType(&jn_type_super);
}

Type jn_type_super = {
    .name = "super",
    .instanceSize = sizeof(SuperObject),
    .dealloc = superDealloc,
    .traverse = superTraverse,
    .clear = superClear,
    .repr = superRepr,
    .getattr = superGetattr,
    .descrGet = superGet,
    .construct = superConstruct,
    .init = superInit,
    .getsets = superGetsets,
    .typeFlags = kTypeBaseable,
};

}  // namespace janus

using namespace janus;

jn_value jn_super(jn_value cls, jn_value self) {
  if (JN_UNLIKELY(self.tag < JN_NONE)) {
    return raise(jn_exc_RuntimeError, "super(): arg[0] deleted");
  }
  if (JN_UNLIKELY(cls.tag < JN_NONE))
    return raise(jn_exc_RuntimeError, "super(): empty __class__ cell");
  if (isForeignClass(cls))
    return foreignInterface.super(cls, self);
  if (JN_UNLIKELY(!isType(cls)))
    return raise(jn_exc_RuntimeError, "super(): __class__ is not a type (%T)", &cls);
  Type *selfType = receiverType(as<Type>(cls), self);
  if (!selfType)
    return raiseBadObject();
  return newSuper(&jn_type_super, as<Type>(cls), self, selfType);
}
