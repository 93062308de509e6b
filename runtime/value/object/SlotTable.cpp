// The table of slots and their dunder names: native slots become methods, methods become slots.
#include "value/call/Calls.h"
#include "value/call/Generator.h"
#include "value/call/Overriding.h"
#include "value/error/Raise.h"
#include "value/object/DataTypes.h"
#include "value/object/Descriptors.h"
#include "value/object/Heap.h"
#include "value/object/SlotTrampolines.h"

#include <stddef.h>

namespace janus {

namespace {

// Slots take objects; immediates are boxed for the time of the call.
struct Receiver {
  explicit Receiver(Value v) : box(boxValue(v)), o(box.get().o) {}
  Ref box;
  Object *o;
};

template <class F>
F slotAs(SlotFn slot) {
  return reinterpret_cast<F>(slot);
}
using ObjectToValue = Value (*)(Object *);
using BinaryFn = Value (*)(Value, Value);
using CompareFn = Value (*)(Value, Value, CompareOp);
using SetFn = int (*)(Value, Value, Value);

Value status(int r) {
  return r < 0 ? jn_error() : jn_none();
}

Value wrapUnary(SlotFn slot, const Value *args, size_t, Value) {
  return slotAs<ObjectToValue>(slot)(Receiver(args[0]).o);
}
Value wrapHash(SlotFn slot, const Value *args, size_t, Value) {
  int64_t h;
  return slotAs<int (*)(Object *, int64_t *)>(slot)(Receiver(args[0]).o, &h) < 0 ? jn_error()
                                                                                 : jn_int(h);
}
Value wrapPredicate(SlotFn slot, const Value *args, size_t, Value) {
  int truth = slotAs<int (*)(Object *)>(slot)(Receiver(args[0]).o);
  return truth < 0 ? jn_error() : jn_bool(truth);
}
Value wrapLength(SlotFn slot, const Value *args, size_t, Value) {
  int64_t n = slotAs<int64_t (*)(Object *)>(slot)(Receiver(args[0]).o);
  return n < 0 ? jn_error() : jn_int(n);
}
Value wrapContains(SlotFn slot, const Value *args, size_t, Value) {
  int found = slotAs<int (*)(Object *, Value)>(slot)(Receiver(args[0]).o, args[1]);
  return found < 0 ? jn_error() : jn_bool(found);
}
Value wrapFormat(SlotFn slot, const Value *args, size_t, Value) {
  if (!isStr(args[1]))
    return raise(jn_exc_TypeError, "__format__() argument must be str, not %T", &args[1]);
  return slotAs<Value (*)(Object *, Value)>(slot)(Receiver(args[0]).o, args[1]);
}
Value wrapNext(SlotFn slot, const Value *args, size_t, Value) {
  if (typeOf(args[0])->send)
    return stepOrStopIteration(args[0].o, jn_none());
  Value v = slotAs<ObjectToValue>(slot)(args[0].o);
  if (v.tag == JN_DONE)
    return raiseStopIteration(jn_none());
  return v;
}
// Methods of built-in sequences for + and * refuse what they cannot take: their operators have no
// other side to ask.
Value sequenceAnswer(SlotFn slot, Value self, Value other, Value answer) {
  if (answer.tag != JN_NOTIMPLEMENTED)
    return answer;
  Type *type = typeOf(self);
  while ((type->typeFlags & kTypeHeap) && type->base)
    type = type->base;
  bool sequence = type->getitem && type->length && !JN_SLOT(*type, binary, BinaryOp::Sub) &&
                  !JN_SLOT(*type, binary, BinaryOp::Or);
  if (!sequence)
    return answer;
  auto is = [&](auto function) { return function && slotAs<BinaryFn>(slot) == function; };
  if (is(JN_SLOT(*type, binary, BinaryOp::Mul)) || is(JN_SLOT(*type, inplace, BinaryOp::Mul)))
    return raise(jn_exc_TypeError, "'%T' object cannot be interpreted as an integer", &other);
  if (!is(JN_SLOT(*type, binary, BinaryOp::Add)))
    return answer;
  std::string name(typeNameOf(type));
  if (type == &jn_type_bytes || type == &jn_type_bytearray)
    return raise(jn_exc_TypeError, "can't concat %T to %s", &other, name.c_str());
  return raise(jn_exc_TypeError, "can only concatenate %s (not \"%T\") to %s", name.c_str(), &other,
               name.c_str());
}
Value wrapBinary(SlotFn slot, const Value *args, size_t, Value) {
  return sequenceAnswer(slot, args[0], args[1], slotAs<BinaryFn>(slot)(args[0], args[1]));
}
Value wrapReflected(SlotFn slot, const Value *args, size_t, Value) {
  return sequenceAnswer(slot, args[0], args[1], slotAs<BinaryFn>(slot)(args[1], args[0]));
}
// `int.__pow__(a, b, mod)` has a third argument that only pow() passes on.
Value wrapPow(SlotFn slot, const Value *args, size_t count, Value) {
  if (count == 3 && args[2].tag != JN_NONE)
    return jn_notimplemented();
  return slotAs<BinaryFn>(slot)(args[0], args[1]);
}
template <CompareOp Op>
Value wrapCompare(SlotFn slot, const Value *args, size_t, Value) {
  return slotAs<CompareFn>(slot)(args[0], args[1], Op);
}
Value wrapCall(SlotFn slot, const Value *args, size_t count, Value kwnames) {
  using Fn = Value (*)(Value, const Value *, size_t, Value);
  return slotAs<Fn>(slot)(args[0], args + 1, count - 1, kwnames);
}
Value wrapInit(SlotFn slot, const Value *args, size_t count, Value kwnames) {
  using Fn = int (*)(Value, const Value *, size_t, Value);
  return status(slotAs<Fn>(slot)(args[0], args + 1, count - 1, kwnames));
}
bool attributeName(Value name) {
  if (isStr(name))
    return true;
  raise(jn_exc_TypeError, "attribute name must be string, not '%T'", &name);
  return false;
}
Value wrapGetattr(SlotFn slot, const Value *args, size_t, Value) {
  return attributeName(args[1]) ? slotAs<BinaryFn>(slot)(args[0], args[1]) : jn_error();
}
// `object.__setattr__(cls, ...)` must not reach behind the metaclass.
bool mayPassBy(SlotFn slot, Value self, const char *name) {
  if (slot != reinterpret_cast<SlotFn>(genericSetattr) || !isType(self))
    return true;
  raise(jn_exc_TypeError, "can't apply this %s to type object", name);
  return false;
}
Value wrapSetattr(SlotFn slot, const Value *args, size_t, Value) {
  if (!attributeName(args[1]) || !mayPassBy(slot, args[0], "__setattr__"))
    return jn_error();
  return status(slotAs<SetFn>(slot)(args[0], args[1], args[2]));
}
Value wrapDelattr(SlotFn slot, const Value *args, size_t, Value) {
  if (!attributeName(args[1]) || !mayPassBy(slot, args[0], "__delattr__"))
    return jn_error();
  return status(slotAs<SetFn>(slot)(args[0], args[1], jn_unbound()));
}
Value wrapSetitem(SlotFn slot, const Value *args, size_t, Value) {
  return status(slotAs<SetFn>(slot)(args[0], args[1], args[2]));
}
Value wrapDelitem(SlotFn slot, const Value *args, size_t, Value) {
  return status(slotAs<SetFn>(slot)(args[0], args[1], jn_unbound()));
}
Value wrapDescrGet(SlotFn slot, const Value *args, size_t count, Value) {
  Value owner = count > 2 ? args[2] : jn_none();
  if (args[1].tag == JN_NONE && owner.tag == JN_NONE)
    return raise(jn_exc_TypeError, "__get__(None, None) is invalid");
  Type *type = isType(owner) ? as<Type>(owner) : typeOf(args[1]);
  return slotAs<Value (*)(Object *, Value, Type *)>(slot)(args[0].o, args[1], type);
}
Value wrapDescrSet(SlotFn slot, const Value *args, size_t, Value) {
  return status(slotAs<int (*)(Object *, Value, Value)>(slot)(args[0].o, args[1], args[2]));
}
Value wrapDescrDelete(SlotFn slot, const Value *args, size_t, Value) {
  return status(slotAs<int (*)(Object *, Value, Value)>(slot)(args[0].o, args[1], jn_unbound()));
}

constexpr size_t binaryOffset(BinaryOp op) {
  return offsetof(jn_type, binary) + static_cast<size_t>(op) * sizeof(SlotFn);
}
constexpr size_t inplaceOffset(BinaryOp op) {
  return offsetof(jn_type, inplace) + static_cast<size_t>(op) * sizeof(SlotFn);
}
constexpr size_t unaryOffset(UnaryOp op) {
  return offsetof(jn_type, unary) + static_cast<size_t>(op) * sizeof(SlotFn);
}

template <class F>
SlotFn fn(F f) {
  return reinterpret_cast<SlotFn>(f);
}

}  // namespace

#define ROW(name, member, n, wrap, trampoline)                                                     \
  { name, static_cast<uint16_t>(offsetof(jn_type, member)), 0, n, n, wrap, fn(trampoline) }
const SlotRow slotRows[] = {
    ROW("__repr__", repr, 1, wrapUnary, trampolineRepr),
    ROW("__str__", str, 1, wrapUnary, trampolineStr),
    ROW("__format__", format, 2, wrapFormat, trampolineFormat),
    ROW("__hash__", hash, 1, wrapHash, trampolineHash),
    ROW("__bool__", truth, 1, wrapPredicate, trampolineTruth),
    ROW("__lt__", compare, 2, wrapCompare<CompareOp::Lt>, trampolineCompare),
    ROW("__le__", compare, 2, wrapCompare<CompareOp::Le>, trampolineCompare),
    ROW("__eq__", compare, 2, wrapCompare<CompareOp::Eq>, trampolineCompare),
    ROW("__ne__", compare, 2, wrapCompare<CompareOp::Ne>, trampolineCompare),
    ROW("__gt__", compare, 2, wrapCompare<CompareOp::Gt>, trampolineCompare),
    ROW("__ge__", compare, 2, wrapCompare<CompareOp::Ge>, trampolineCompare),
    {"__call__", offsetof(jn_type, call), 0, 1, -1, wrapCall, fn(trampolineCall)},
    ROW("__getattribute__", getattr, 2, wrapGetattr, trampolineGetattr),
    {"__getattr__", offsetof(jn_type, getattr), kRowNoWrapper, 2, 2, nullptr,
     fn(trampolineGetattr)},
    ROW("__setattr__", setattr, 3, wrapSetattr, trampolineSetattr),
    ROW("__delattr__", setattr, 2, wrapDelattr, trampolineSetattr),
    {"__get__", offsetof(jn_type, descrGet), 0, 2, 3, wrapDescrGet, fn(trampolineDescrGet)},
    ROW("__set__", descrSet, 3, wrapDescrSet, trampolineDescrSet),
    ROW("__delete__", descrSet, 2, wrapDescrDelete, trampolineDescrSet),
    ROW("__iter__", iter, 1, wrapUnary, trampolineIter),
    ROW("__next__", next, 1, wrapNext, trampolineNext),
    ROW("__len__", length, 1, wrapLength, trampolineLength),
    ROW("__getitem__", getitem, 2, wrapBinary, trampolineGetitem),
    ROW("__setitem__", setitem, 3, wrapSetitem, trampolineSetitem),
    ROW("__delitem__", setitem, 2, wrapDelitem, trampolineSetitem),
    ROW("__contains__", contains, 2, wrapContains, trampolineContains),
    {"__new__", offsetof(jn_type, construct), kRowNoWrapper, 1, -1, nullptr,
     fn(trampolineConstruct)},
    {"__init__", offsetof(jn_type, init), 0, 1, -1, wrapInit, fn(trampolineInit)},
    {"__del__", offsetof(jn_type, finalize), kRowNoWrapper, 1, 1, nullptr, fn(instanceFinalize)},
#define JN_X(op, name)                                                                             \
  {name, static_cast<uint16_t>(unaryOffset(UnaryOp::op)), 0, 1, 1, wrapUnary, fn(trampoline##op)},
    JN_UNARY_DUNDERS(JN_X)
#undef JN_X
#define JN_X(op, name, symbol)                                                                       \
  {"__" name "__",                                                                                   \
   static_cast<uint16_t>(binaryOffset(BinaryOp::op)),                                                \
   0,                                                                                                \
   2,                                                                                                \
   BinaryOp::op == BinaryOp::Pow ? 3 : 2,                                                            \
   BinaryOp::op == BinaryOp::Pow ? wrapPow : wrapBinary,                                             \
   fn(trampoline##op)},                                                                              \
      {"__r" name "__",   static_cast<uint16_t>(binaryOffset(BinaryOp::op)), 0, 2, 2, wrapReflected, \
       fn(trampoline##op)},                                                                          \
      {"__i" name "__",                                                                              \
       static_cast<uint16_t>(inplaceOffset(BinaryOp::op)),                                           \
       0,                                                                                            \
       2,                                                                                            \
       2,                                                                                            \
       wrapBinary,                                                                                   \
       fn(trampolineInplace##op)},
        JN_BINARY_DUNDERS(JN_X)
#undef JN_X
};
#undef ROW
const size_t slotRowCount = sizeof slotRows / sizeof slotRows[0];

namespace {
Value rowNames[sizeof slotRows / sizeof slotRows[0]];
}

Value slotRowName(size_t row) {
  if (JN_UNLIKELY(rowNames[row].tag != JN_OBJECT))
    rowNames[row] = internStr(slotRows[row].name);
  return rowNames[row];
}

bool isSlotName(Value name) {
  if (!(name.o->flags & JN_FLAG_IMMORTAL))
    name = internStr(utf8Of(name));
  for (size_t i = 0; i < slotRowCount; ++i)
    if (slotRowName(i).o == name.o)
      return true;
  return false;
}

int hashNotImplemented(Object *o, int64_t *) {
  Value v = jn_obj(o);
  raise(jn_exc_TypeError, "unhashable type: '%T'", &v);
  return -1;
}

// ---------------------------------------------------------------- native slots as methods

Type jn_type_slot_wrapper = {.name = "wrapper_descriptor"};
Type jn_type_method_wrapper = {.name = "method-wrapper"};

Value callSlotWrapper(SlotWrapper *w, const Value *args, size_t count, Value kwnames) {
  const SlotRow &row = *w->row;
  std::string owner(membersNamedBy(w->owner));
  if (JN_UNLIKELY(count == keywordsIn(kwnames)))
    return raise(jn_exc_TypeError, "descriptor '%s' of '%s' object needs an argument", row.name,
                 owner.c_str());
  if (JN_UNLIKELY(!isInstance(args[0], w->owner)))
    return raise(jn_exc_TypeError, "descriptor '%s' requires a '%s' object but received a '%T'",
                 row.name, owner.c_str(), &args[0]);
  if (asks(w) && row.offset == offsetof(jn_type, repr)) {
    count -= keywordsIn(kwnames);  // of a parameter that is None
    kwnames = jn_unbound();
  }
  if (row.max >= 0) {
    if (JN_UNLIKELY(keywordsIn(kwnames)))
      return raise(jn_exc_TypeError, "wrapper %s() takes no keyword arguments", row.name);
    if (JN_UNLIKELY(count < static_cast<size_t>(row.min) || count > static_cast<size_t>(row.max))) {
      int wanted = (count < static_cast<size_t>(row.min) ? row.min : row.max) - 1;
      return raise(jn_exc_TypeError, "expected %s%d argument%s, got %zu",
                   row.min == row.max                     ? ""
                   : count < static_cast<size_t>(row.min) ? "at least "
                                                          : "at most ",
                   wanted, wanted == 1 ? "" : "s", count - 1);
    }
  }
  if (asks(w))
    if (Value answer = overrideInterface.ask(jn_obj(w), args, count, kwnames);
        answer.tag != JN_UNBOUND)
      return answer;
  return row.wrap(w->slot, args, count, kwnames);
}

namespace {

Value slotWrapperCall(Value self, const Value *args, size_t count, Value kwnames) {
  return callSlotWrapper(as<SlotWrapper>(self), args, count, kwnames);
}
Value slotWrapperGet(Object *self, Value instance, Type *owner) {
  if (instance.tag == JN_NONE && owner != &jn_type_none)
    return jn_own(jn_obj(self));
  auto *m = allocate<MethodWrapper>(&jn_type_method_wrapper);
  m->wrapper = reinterpret_cast<SlotWrapper *>(jn_own(jn_obj(self)).o);
  m->self = jn_own(instance);
  return jn_obj(m);
}
Value slotWrapperRepr(Object *o) {
  auto *w = reinterpret_cast<SlotWrapper *>(o);
  return makeStr(formatText("<slot wrapper '%s' of '%s' objects>", w->row->name,
                            membersNamedBy(w->owner).c_str()));
}
Value wrapperName(Object *o) {
  return internStr(reinterpret_cast<SlotWrapper *>(o)->row->name);
}
Value wrapperQualname(Object *o) {
  auto *w = reinterpret_cast<SlotWrapper *>(o);
  return makeStr(std::string(typeNameOf(w->owner)) + "." + w->row->name);
}
Value wrapperOwner(Object *o) {
  return jn_obj(reinterpret_cast<SlotWrapper *>(o)->owner);
}
Value nothing(Object *) {
  return jn_none();
}
const GetSetDef wrapperGetsets[] = {{"__name__", wrapperName, nullptr},
                                    {"__qualname__", wrapperQualname, nullptr},
                                    {"__objclass__", wrapperOwner, nullptr},
                                    {"__doc__", nothing, nullptr},
                                    {nullptr, nullptr, nullptr}};

Value methodWrapperCall(Value self, const Value *args, size_t count, Value kwnames) {
  auto *m = as<MethodWrapper>(self);
  return callPrepended(jn_obj(m->wrapper), m->self, args, count, kwnames);
}
void methodWrapperDealloc(Object *o) {
  auto *m = reinterpret_cast<MethodWrapper *>(o);
  jn_decref(jn_obj(m->wrapper));
  jn_decref(m->self);
  freeObject(o);
}
Value methodWrapperRepr(Object *o) {
  auto *m = reinterpret_cast<MethodWrapper *>(o);
  return makeStr(formatText("<method-wrapper '%s' of %T object at %p>", m->wrapper->row->name,
                            &m->self,
                            static_cast<void *>(m->self.tag == JN_OBJECT ? m->self.o : nullptr)));
}
Value methodWrapperSelf(Object *o) {
  return jn_own(reinterpret_cast<MethodWrapper *>(o)->self);
}
Value methodWrapperName(Object *o) {
  return internStr(reinterpret_cast<MethodWrapper *>(o)->wrapper->row->name);
}
Value methodWrapperCompare(Value a, Value b, CompareOp op) {
  if ((op != CompareOp::Eq && op != CompareOp::Ne) || !isExact(b, &jn_type_method_wrapper))
    return jn_notimplemented();
  auto *x = as<MethodWrapper>(a), *y = as<MethodWrapper>(b);
  bool same = x->wrapper == y->wrapper && x->self.tag == y->self.tag && x->self.i == y->self.i;
  return jn_bool(same == (op == CompareOp::Eq));
}
int methodWrapperHash(Object *o, int64_t *out) {
  auto *m = reinterpret_cast<MethodWrapper *>(o);
  auto wrapper = reinterpret_cast<uintptr_t>(m->wrapper);
  *out = static_cast<int64_t>((wrapper * 31 + static_cast<uint64_t>(m->self.i)) >> 4);
  return 0;
}
const GetSetDef methodWrapperGetsets[] = {{"__self__", methodWrapperSelf, nullptr},
                                          {"__name__", methodWrapperName, nullptr},
                                          {"__doc__", nothing, nullptr},
                                          {nullptr, nullptr, nullptr}};
}  // namespace

// Adds the slots that a native type fills itself (own[row]) to its dict.
int addSlotWrappers(Type *type, const bool *own) {
  for (size_t i = 0; i < slotRowCount; ++i) {
    if (!own[i] || slotRows[i].flags & kRowNoWrapper)
      continue;
    Value name = slotRowName(i);
    if (dictGetStr(type->dict, name).tag != JN_UNBOUND)
      continue;
    if (slotAt(type, slotRows[i].offset) == reinterpret_cast<SlotFn>(hashNotImplemented)) {
      if (dictSet(type->dict, name, jn_none()) < 0)
        return -1;
      continue;
    }
    auto *w = allocate<SlotWrapper>(&jn_type_slot_wrapper);
    w->owner = type;
    w->row = &slotRows[i];
    w->slot = slotAt(type, slotRows[i].offset);
    Ref keep(jn_obj(w));
    if (dictSet(type->dict, name, keep.get()) < 0)
      return -1;
  }
  return 0;
}

int initSlotWrapperTypes() {
  Type &w = jn_type_slot_wrapper;
  w.call = slotWrapperCall;
  w.descrGet = slotWrapperGet;
  w.repr = slotWrapperRepr;
  w.getsets = wrapperGetsets;
  Type &m = jn_type_method_wrapper;
  m.call = methodWrapperCall;
  m.dealloc = methodWrapperDealloc;
  m.repr = methodWrapperRepr;
  m.compare = methodWrapperCompare;
  m.hash = methodWrapperHash;
  m.getsets = methodWrapperGetsets;
  return readyType(&w) < 0 || readyType(&m) < 0 ? -1 : 0;
}

// ---------------------------------------------------------------- methods as slots

namespace {

// What the rows of one slot ask for in `type`.
SlotFn slotFor(Type *type, uint16_t offset) {
  SlotFn found = nullptr;
  for (size_t i = 0; i < slotRowCount; ++i) {
    const SlotRow &row = slotRows[i];
    if (row.offset != offset)
      continue;
    Value attribute = lookupInType(type, slotRowName(i));
    if (attribute.tag == JN_UNBOUND)
      continue;
    SlotFn wanted = row.trampoline;
    if (attribute.tag == JN_OBJECT && attribute.o->type == &jn_type_slot_wrapper) {
      auto *w = as<SlotWrapper>(attribute);
      if (w->row->offset == offset && isSubtype(type, w->owner) && !asks(w))
        wanted = w->slot;
    } else if (attribute.tag == JN_OBJECT && attribute.o->type == &jn_type_native &&
               as<NativeObject>(attribute)->def == &newWrapperDef) {
      wanted = reinterpret_cast<SlotFn>(as<NativeObject>(attribute)->owner->construct);
    } else if (attribute.tag == JN_NONE && offset == offsetof(jn_type, hash)) {
      wanted = reinterpret_cast<SlotFn>(hashNotImplemented);
    }
    if (found && found != wanted)
      return row.trampoline;
    found = wanted;
  }
  return found;
}

void setSlot(Type *type, uint16_t offset) {
  slotAt(type, offset) = slotFor(type, offset);
  endsRunCode |= offset == offsetof(jn_type, finalize) && slotAt(type, offset);
  for (size_t i = 0; i < subclassCount(type); ++i)
    setSlot(subclassAt(type, i), offset);
}

}  // namespace

void updateSlots(Type *type, Value name) {
  if (name.tag == JN_OBJECT && !(name.o->flags & JN_FLAG_IMMORTAL))
    name = internStr(utf8Of(name));
  uint16_t last = 0;
  for (size_t i = 0; i < slotRowCount; ++i) {
    if (name.tag == JN_OBJECT && slotRowName(i).o != name.o)
      continue;
    if (slotRows[i].offset == last)
      continue;
    last = slotRows[i].offset;
    setSlot(type, last);
  }
}

}  // namespace janus
