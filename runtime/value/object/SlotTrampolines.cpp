#include "value/object/SlotTrampolines.h"
#include "value/call/Calls.h"
#include "value/error/Raise.h"
#include "value/object/AttributeDicts.h"

namespace janus {

Value callFound(Value attribute, const Value *args, size_t count, Value kwnames) {
  if (attribute.tag == JN_OBJECT) {
    Type *type = attribute.o->type;
    if (type == &jn_type_function)
      return callFunction(as<jn_function>(attribute), args, count, kwnames);
    if (type == &jn_type_method_descriptor)
      return callNativeDescriptor(as<NativeObject>(attribute), args, count, kwnames);
    if (type == &jn_type_slot_wrapper)
      return callSlotWrapper(as<SlotWrapper>(attribute), args, count, kwnames);
    if (type->descrGet) {
      Ref bound(type->descrGet(attribute.o, args[0], typeOf(args[0])));
      if (bound.failed())
        return jn_error();
      return callAny(bound.get(), args + 1, count - 1, kwnames);
    }
  }
  Ref keep = Ref::own(attribute);
  return callAny(attribute, args + 1, count - 1, kwnames);
}

Value callDunder(Value name, const Value *args, size_t count) {
  Value attribute = lookupInType(typeOf(args[0]), name);
  if (attribute.tag == JN_UNBOUND)
    return attribute;
  return callFound(attribute, args, count);
}

Value callSpecial(Value self, Value name, std::initializer_list<Value> args) {
  Value all[8] = {self};
  size_t n = 1;
  for (Value v : args)
    all[n++] = v;
  return callDunder(name, all, n);
}

namespace {

Value lookupOf(Object *o, Value name) {
  return lookupInType(o->type, name);
}

// The dunder method must exist: its absence means that it was set to None or deleted meanwhile.
// The missing method is named alone: the class has the other half of the slot.
Value require(Value name, const Value *args, size_t count) {
  Value v = callDunder(name, args, count);
  return v.tag == JN_UNBOUND ? raise(jn_exc_AttributeError, "%S", &name) : v;
}

Value call1(Object *o, Value name) {
  Value self = jn_obj(o);
  return require(name, &self, 1);
}

}  // namespace

Value trampolineRepr(Object *o) {
  return call1(o, JN_NAME("__repr__"));
}
Value trampolineStr(Object *o) {
  return call1(o, JN_NAME("__str__"));
}

Value trampolineFormat(Object *o, Value spec) {
  Value args[] = {jn_obj(o), spec};
  return require(JN_NAME("__format__"), args, 2);
}

int trampolineHash(Object *o, int64_t *out) {
  Value name = JN_NAME("__hash__");
  if (lookupOf(o, name).tag == JN_NONE)
    return hashNotImplemented(o, out);
  Ref result(call1(o, name));
  if (result.failed())
    return -1;
  if (!isInt(result.get())) {
    raise(jn_exc_TypeError, "__hash__ method should return an integer");
    return -1;
  }
  if (result.get().tag != JN_OBJECT) {
    *out = result.get().i == -1 ? -2 : result.get().i;
    return 0;
  }
  return hash(result.get(), out) ? 0 : -1;
}

int trampolineTruth(Object *o) {
  Ref result(call1(o, JN_NAME("__bool__")));
  if (result.failed())
    return -1;
  if (result.get().tag != JN_BOOL) {
    Value v = result.get();
    raise(jn_exc_TypeError, "__bool__ should return bool, returned %T", &v);
    return -1;
  }
  return result.get().i != 0;
}

Value compareName(CompareOp op) {
  switch (op) {
  case CompareOp::Lt: return JN_NAME("__lt__");
  case CompareOp::Le: return JN_NAME("__le__");
  case CompareOp::Eq: return JN_NAME("__eq__");
  case CompareOp::Ne: return JN_NAME("__ne__");
  case CompareOp::Gt: return JN_NAME("__gt__");
  default: return JN_NAME("__ge__");
  }
}

Value trampolineCompare(Value a, Value b, CompareOp op) {
  Value attribute = lookupInType(typeOf(a), compareName(op));
  if (attribute.tag == JN_UNBOUND)
    return jn_notimplemented();
  Value args[] = {a, b};
  return callFound(attribute, args, 2);
}

Value trampolineCall(Value self, const Value *args, size_t count, Value kwnames) {
  Value attribute = lookupInType(typeOf(self), JN_NAME("__call__"));
  if (attribute.tag == JN_UNBOUND)
    return raise(jn_exc_TypeError, "'%T' object is not callable", &self);
  return callWithFirst(attribute, self, args, count, kwnames);
}

Value trampolineGetattr(Value self, Value name) {
  Type *type = typeOf(self);
  Value own = lookupInType(type, JN_NAME("__getattribute__"));
  Value fallback = lookupInType(type, JN_NAME("__getattr__"));
  Value args[] = {self, name};
  Value v;
  if (own.tag == JN_OBJECT && own.o->type == &jn_type_slot_wrapper &&
      as<SlotWrapper>(own)->slot == reinterpret_cast<SlotFn>(genericGetattr)) {
    v = genericLookup(self, name);
    if (v.tag == JN_UNBOUND) {
      if (jn_tuple *dicts = attributeDicts(type)) {
        jn_dict **slot = dictSlot(self.o);
        v = lookupInAttributeDicts(slot ? *slot : nullptr, dicts, name);
        if (v.tag != JN_UNBOUND)
          return v;
      }
      if (fallback.tag == JN_UNBOUND)
        return raiseAttributeError(self, name);
      return callFound(fallback, args, 2);
    }
  } else {
    v = callFound(own, args, 2);
  }
  if (v.tag == JN_ERROR && fallback.tag != JN_UNBOUND && errorMatches(jn_exc_AttributeError)) {
    clearError();
    return require(JN_NAME("__getattr__"), args, 2);  // `fallback` may have ended
  }
  return v;
}

int trampolineSetattr(Value self, Value name, Value v) {
  Value args[] = {self, name, v};
  bool remove = v.tag == JN_UNBOUND;
  Ref done(require(remove ? JN_NAME("__delattr__") : JN_NAME("__setattr__"), args, remove ? 2 : 3));
  return done.failed() ? -1 : 0;
}

// The class that has the descriptor may end meanwhile.
Value trampolineDescrGet(Object *self, Value instance, Type *owner) {
  Value args[] = {jn_obj(self), instance, jn_obj(owner)};
  Ref keep = Ref::own(args[0]), keepOwner = Ref::own(args[2]);
  Value attribute = lookupOf(self, JN_NAME("__get__"));
  if (attribute.tag == JN_UNBOUND)
    return jn_own(args[0]);
  return callFound(attribute, args, 3);
}

int trampolineDescrSet(Object *self, Value instance, Value v) {
  Value args[] = {jn_obj(self), instance, v};
  Ref keep = Ref::own(args[0]);
  bool remove = v.tag == JN_UNBOUND;
  Ref done(require(remove ? JN_NAME("__delete__") : JN_NAME("__set__"), args, remove ? 2 : 3));
  return done.failed() ? -1 : 0;
}

Value trampolineIter(Object *o) {
  Value self = jn_obj(o), attribute = lookupOf(o, JN_NAME("__iter__"));
  if (attribute.tag == JN_NONE || attribute.tag == JN_UNBOUND)
    return raise(jn_exc_TypeError, "'%T' object is not iterable", &self);
  return callFound(attribute, &self, 1);
}

Value trampolineNext(Object *o) {
  Value v = call1(o, JN_NAME("__next__"));
  if (v.tag == JN_ERROR && errorState.pending &&
      errorState.pending->head.type == &jn_exc_StopIteration) {
    clearError();
    return jn_done();
  }
  return v;
}

int64_t trampolineLength(Object *o) {
  Ref result(call1(o, JN_NAME("__len__")));
  if (result.failed())
    return -1;
  Value v = result.get();
  int64_t n;
  if (v.tag == JN_INT || v.tag == JN_BOOL) {
    n = v.i;
  } else {
    auto index = typeOf(v)->unary[static_cast<size_t>(UnaryOp::Index)];
    if (!index) {
      raise(jn_exc_TypeError, "'%T' object cannot be interpreted as an integer", &v);
      return -1;
    }
    if (!toInt64(v, &n)) {
      if (errorMatches(jn_exc_OverflowError)) {
        clearError();
        raise(jn_exc_OverflowError, "cannot fit 'int' into an index-sized integer");
      }
      return -1;
    }
  }
  if (n < 0) {
    raise(jn_exc_ValueError, "__len__() should return >= 0");
    return -1;
  }
  return n;
}

Value trampolineGetitem(Value self, Value key) {
  Value args[] = {self, key};
  return require(JN_NAME("__getitem__"), args, 2);
}

int trampolineSetitem(Value self, Value key, Value v) {
  Value args[] = {self, key, v};
  bool remove = v.tag == JN_UNBOUND;
  Ref done(require(remove ? JN_NAME("__delitem__") : JN_NAME("__setitem__"), args, remove ? 2 : 3));
  return done.failed() ? -1 : 0;
}

int trampolineContains(Object *o, Value item) {
  Value args[] = {jn_obj(o), item};
  Value attribute = lookupOf(o, JN_NAME("__contains__"));
  if (attribute.tag == JN_NONE) {
    raise(jn_exc_TypeError, "'%T' object is not a container", &args[0]);
    return -1;
  }
  Ref result(require(JN_NAME("__contains__"), args, 2));
  return result.failed() ? -1 : jn_truth(result.get());
}

Value trampolineConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value attribute = lookupInType(cls, JN_NAME("__new__"));
  if (attribute.tag == JN_OBJECT && attribute.o->type == &jn_type_staticmethod)
    attribute = staticmethodFunction(attribute);
  Ref keep = Ref::own(attribute);
  return callPrepended(attribute, jn_obj(cls), args, count, kwnames);
}

int checkInitResult(Value owned) {
  Ref result(owned);
  if (result.failed())
    return -1;
  if (result.get().tag != JN_NONE) {
    Value v = result.get();
    raise(jn_exc_TypeError, "__init__() should return None, not '%T'", &v);
    return -1;
  }
  return 0;
}

int trampolineInit(Value self, const Value *args, size_t count, Value kwnames) {
  Value attribute = lookupInType(typeOf(self), JN_NAME("__init__"));
  return checkInitResult(callWithFirst(attribute, self, args, count, kwnames));
}

#define JN_X(op, name)                                                                             \
  Value trampoline##op(Object *o) {                                                                \
    return call1(o, JN_NAME(name));                                                                \
  }
JN_UNARY_DUNDERS(JN_X)
#undef JN_X

const BinaryNames &binaryNames(BinaryOp op) {
  static BinaryNames table[static_cast<size_t>(BinaryOp::Count)];
  if (table[0].forward.tag != JN_OBJECT) {
#define JN_X(op, name, symbol)                                                                     \
  table[static_cast<size_t>(BinaryOp::op)] = {                                                     \
      internStr("__" name "__"), internStr("__r" name "__"), internStr("__i" name "__")};
    JN_BINARY_DUNDERS(JN_X)
#undef JN_X
  }
  return table[static_cast<size_t>(op)];
}

namespace {

Value tryDunder(Value name, Value self, Value other) {
  Value attribute = lookupInType(typeOf(self), name);
  if (attribute.tag == JN_UNBOUND)
    return jn_notimplemented();
  Value args[] = {self, other};
  return callFound(attribute, args, 2);
}

// Reached with operands in source order when either type has the trampoline.
Value binaryTrampoline(Value a, Value b, BinaryOp op, Value (*self)(Value, Value)) {
  size_t i = static_cast<size_t>(op);
  const BinaryNames &names = binaryNames(op);
  Type *left = typeOf(a), *right = typeOf(b);
  bool tryRight = left != right && right->binary[i] == self;
  if (left->binary[i] == self) {
    if (tryRight && isSubtype(right, left)) {
      Value mine = lookupInType(left, names.reflected),
            theirs = lookupInType(right, names.reflected);
      if (theirs.tag != JN_UNBOUND && (mine.tag != theirs.tag || mine.o != theirs.o)) {
        Value v = tryDunder(names.reflected, b, a);
        if (v.tag != JN_NOTIMPLEMENTED)
          return v;
        tryRight = false;
      }
    }
    Value v = tryDunder(names.forward, a, b);
    if (v.tag != JN_NOTIMPLEMENTED || left == right)
      return v;
  }
  return tryRight ? tryDunder(names.reflected, b, a) : jn_notimplemented();
}

}  // namespace

#define JN_X(op, name, symbol)                                                                     \
  Value trampoline##op(Value a, Value b) {                                                         \
    return binaryTrampoline(a, b, BinaryOp::op, trampoline##op);                                   \
  }                                                                                                \
  Value trampolineInplace##op(Value a, Value b) {                                                  \
    return tryDunder(binaryNames(BinaryOp::op).inplace, a, b);                                     \
  }
JN_BINARY_DUNDERS(JN_X)
#undef JN_X

}  // namespace janus
