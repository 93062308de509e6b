// Operators: the dispatch by slots that decides what `a + b`, `-a`, `a[k]`, `a in b` do.
#include "value/container/Dict.h"
#include "value/error/Raise.h"
#include "value/number/Number.h"
#include "value/object/DataTypes.h"
#include "value/object/Foreign.h"
#include "value/object/SlotTrampolines.h"
#include "value/object/Types.h"
#include "value/text/Str.h"
#include "value/text/StrGrowth.h"

#include "janus/fast_paths.h"

#include <charconv>

namespace janus {

namespace {

const char *const binarySymbols[] = {
#define JN_X(op, name, symbol) symbol,
    JN_BINARY_DUNDERS(JN_X)
#undef JN_X
};
const char *inplaceSymbol(BinaryOp op) {
  static const char *const table[] = {
      "+=", "-=", "*=", "/=", "//=", "%=", "**=", "@=", "<<=", ">>=", "&=", "|=", "^="};
  return table[static_cast<size_t>(op)];
}

Value raiseOperands(Value a, Value b, const char *symbol) {
  return raise(jn_exc_TypeError, "unsupported operand type(s) for %s: '%T' and '%T'", symbol, &a,
               &b);
}

// What CPython says when neither operand implements the operator.
Value raiseUnsupported(Value a, Value b, BinaryOp op, const char *symbol) {
  Type *left = typeOf(a);
  if (op == BinaryOp::Add) {
    for (Type *t : {&jn_type_str, &jn_type_list, &jn_type_tuple})
      if (isSubtype(left, t))
        return raise(jn_exc_TypeError, "can only concatenate %s (not \"%T\") to %s", t->name, &b,
                     t->name);
    if (isSubtype(left, &jn_type_bytes) || isSubtype(left, &jn_type_bytearray))
      return raise(jn_exc_TypeError, "can't concat %T to %T", &b, &a);
  }
  if (op == BinaryOp::Mul) {
    auto repeats = [](Value v) {
      Type *t = typeOf(v);
      for (Type *s :
           {&jn_type_str, &jn_type_list, &jn_type_tuple, &jn_type_bytes, &jn_type_bytearray})
        if (isSubtype(t, s))
          return true;
      return false;
    };
    if (repeats(a))
      return raise(jn_exc_TypeError, "can't multiply sequence by non-int of type '%T'", &b);
    if (repeats(b))
      return raise(jn_exc_TypeError, "can't multiply sequence by non-int of type '%T'", &a);
  }
  return raiseOperands(a, b, symbol);
}

inline Value tryBinary(Value a, Value b, BinaryOp op) {
  size_t i = static_cast<size_t>(op);
  Type *left = typeOf(a), *right = typeOf(b);
  auto first = left->binary[i], second = right->binary[i];
  if (left == right || second == first)
    second = nullptr;
  if (first) {
    if (JN_UNLIKELY(second != nullptr) && isSubtype(right, left)) {
      Value v = second(a, b);
      if (v.tag != JN_NOTIMPLEMENTED)
        return v;
      second = nullptr;
    }
    Value v = first(a, b);
    if (v.tag != JN_NOTIMPLEMENTED)
      return v;
  }
  return second ? second(a, b) : jn_notimplemented();
}

// Objects of packages come before sequences on their left, which have no slots of numbers in
// Python. JN_UNBOUND: not here.
__attribute__((noinline)) Value tryForeign(Value a, Value b, BinaryOp op, bool isInPlace) {
  if (!isForeignObject(b))
    return jn_unbound();
  for (Type *t : {&jn_type_list, &jn_type_tuple, &jn_type_str, &jn_type_bytes, &jn_type_bytearray})
    if (isSubtype(typeOf(a), t))
      return foreignInterface.besideSequence(a, b, op, isInPlace);
  return jn_unbound();
}
inline Value trySequence(Value a, Value b, BinaryOp op, bool isInPlace) {
  bool isMixed = a.tag == JN_OBJECT && b.tag == JN_OBJECT && a.o->type != b.o->type;
  if (JN_LIKELY(!isMixed) || (op != BinaryOp::Add && op != BinaryOp::Mul))
    return jn_unbound();
  return tryForeign(a, b, op, isInPlace);
}

Value inplace(Value a, Value b, BinaryOp op) {
  if (Value v = trySequence(a, b, op, true); v.tag != JN_UNBOUND)
    return v;
  if (auto slot = typeOf(a)->inplace[static_cast<size_t>(op)]) {
    Value v = slot(a, b);
    if (v.tag != JN_NOTIMPLEMENTED)
      return v;
  }
  Value v = tryBinary(a, b, op);
  return v.tag == JN_NOTIMPLEMENTED ? raiseUnsupported(a, b, op, inplaceSymbol(op)) : v;
}

const char *unarySymbol(UnaryOp op) {
  switch (op) {
  case UnaryOp::Neg: return "unary -";
  case UnaryOp::Pos: return "unary +";
  case UnaryOp::Invert: return "unary ~";
  default: return "abs()";
  }
}

Value compareSlots(Value a, Value b, CompareOp op) {
  Type *left = typeOf(a), *right = typeOf(b);
  auto first = left->compare, second = right->compare;  // the types may end while one is called
  if (left != right && second && isSubtype(right, left)) {
    Value v = second(b, a, swapped(op));
    if (v.tag != JN_NOTIMPLEMENTED)
      return v;
    second = nullptr;
  }
  if (first) {
    Value v = first(a, b, op);
    if (v.tag != JN_NOTIMPLEMENTED)
      return v;
  }
  if (second)
    return second(b, a, swapped(op));
  return jn_notimplemented();
}

const char *compareSymbol(CompareOp op) {
  static const char *const table[] = {"<", "<=", "==", "!=", ">", ">="};
  return table[static_cast<size_t>(op)];
}

}  // namespace

Value binary(Value a, Value b, BinaryOp op) {
  if (Value v = trySequence(a, b, op, false); v.tag != JN_UNBOUND)
    return v;
  Value v = tryBinary(a, b, op);
  return JN_LIKELY(v.tag != JN_NOTIMPLEMENTED)
             ? v
             : raiseUnsupported(a, b, op, binarySymbols[static_cast<size_t>(op)]);
}

Value unary(Value a, UnaryOp op) {
  auto slot = typeOf(a)->unary[static_cast<size_t>(op)];
  if (!slot)
    return raise(jn_exc_TypeError, "bad operand type for %s: '%T'", unarySymbol(op), &a);
  if (a.tag == JN_OBJECT)
    return slot(a.o);
  Ref box(boxValue(a));
  return slot(box.get().o);
}

Value compare(Value a, Value b, CompareOp op) {
  if (JN_UNLIKELY(!enterNative(" in comparison")))
    return jn_error();
  Value v = compareSlots(a, b, op);
  jn_leave();
  if (JN_LIKELY(v.tag != JN_NOTIMPLEMENTED))
    return v;
  if (op == CompareOp::Eq)
    return jn_bool(jn_is(a, b));
  if (op == CompareOp::Ne)
    return jn_bool(!jn_is(a, b));
  return raise(jn_exc_TypeError, "'%s' not supported between instances of '%T' and '%T'",
               compareSymbol(op), &a, &b);
}

int equal(Value a, Value b) {
  if (a.tag == b.tag && a.tag != JN_FLOAT && (a.tag < JN_BOOL || a.i == b.i))
    return 1;
  if (a.tag == JN_OBJECT && b.tag == JN_OBJECT && a.o->type == &jn_type_str &&
      b.o->type == &jn_type_str)
    return strEqual(a, b);
  if (a.tag == JN_INT && b.tag == JN_INT)
    return 0;
  if (a.tag == JN_FLOAT && b.tag == JN_FLOAT)
    return a.f == b.f || a.i == b.i;
  if (a.tag == JN_OBJECT && b.tag == JN_OBJECT && a.o->type->compare == jn_type_object.compare &&
      b.o->type->compare == jn_type_object.compare)
    return 0;  // of two objects, neither of which has an order of its own
  bool areTuples = isExact(a, &jn_type_tuple) && isExact(b, &jn_type_tuple);
  Value v = areTuples ? compareSequences(a, b, CompareOp::Eq) : compare(a, b, CompareOp::Eq);
  if (v.tag == JN_BOOL)
    return v.i != 0;
  return jn_truth_and_drop(v);
}

bool hash(Value v, int64_t *out) {
  switch (v.tag) {
  case JN_OBJECT: {
    if (v.o->type == &jn_type_str) {
      *out = strHash(v);
      return true;
    }
    auto slot = v.o->type->hash;
    if (JN_UNLIKELY(!slot)) {
      hashNotImplemented(v.o, out);
      return false;
    }
    return slot(v.o, out) == 0;
  }
  case JN_INT:
  case JN_BOOL: {
    // Below the modulus of hashInt64, which is most of them, an int is its hash.
    constexpr uint64_t kModulus = (uint64_t{1} << 61) - 1;
    *out = JN_LIKELY(static_cast<uint64_t>(v.i) < kModulus) ? v.i : hashInt64(v.i);
    return true;
  }
  case JN_FLOAT: *out = hashDouble(v.f); return true;
  default: {
    Ref box(boxValue(v));
    size_t p = reinterpret_cast<size_t>(box.get().o);
    *out = static_cast<int64_t>((p >> 4) | (p << 60));
    return true;
  }
  }
}

namespace {

// The text of exact ints, bools and None without boxes; JN_UNBOUND for everything else.
Value immediateText(Value v) {
  switch (v.tag) {
  case JN_INT: {
    char buffer[24];
    auto end = std::to_chars(buffer, buffer + sizeof buffer, v.i);
    return makeStr(std::string_view(buffer, static_cast<size_t>(end.ptr - buffer)));
  }
  case JN_FLOAT: return makeStr(reprDouble(v.f));
  case JN_BOOL: return v.i ? JN_NAME("True") : JN_NAME("False");
  case JN_NONE: return JN_NAME("None");
  default: return jn_unbound();
  }
}

}  // namespace

Value repr(Value v) {
  if (v.tag < JN_OBJECT)
    if (Value text = immediateText(v); text.tag != JN_UNBOUND)
      return text;
  Type *type = typeOf(v);
  if (JN_UNLIKELY(!enterNative(" while getting the repr of an object")))
    return jn_error();
  Ref box(boxValue(v));
  Value text = type->repr(box.get().o);
  jn_leave();
  if (JN_UNLIKELY(text.tag != JN_ERROR && !isStr(text))) {
    raise(jn_exc_TypeError, "__repr__ returned non-string (type %T)", &text);
    jn_decref(text);
    return jn_error();
  }
  return text;
}

Value str(Value v) {
  if (isExact(v, &jn_type_str))
    return jn_own(v);
  if (v.tag < JN_OBJECT)
    if (Value text = immediateText(v); text.tag != JN_UNBOUND)
      return text;
  Type *type = typeOf(v);
  if (JN_UNLIKELY(!enterNative(" while getting the str of an object")))
    return jn_error();
  Ref box(boxValue(v));
  Value text = type->str(box.get().o);
  jn_leave();
  if (JN_UNLIKELY(text.tag != JN_ERROR && !isStr(text))) {
    raise(jn_exc_TypeError, "__str__ returned non-string (type %T)", &text);
    jn_decref(text);
    return jn_error();
  }
  return text;
}

int64_t length(Value v) {
  Type *type = typeOf(v);
  if (JN_LIKELY(type->length != nullptr))
    return type->length(v.o);
  raise(jn_exc_TypeError, "object of type '%T' has no len()", &v);
  return -1;
}

namespace {
Object *shown[256];
size_t shownCount;
}  // namespace

bool reprEnter(Object *o) {
  for (size_t i = 0; i < shownCount; ++i)
    if (shown[i] == o)
      return false;
  if (shownCount < sizeof shown / sizeof shown[0])
    shown[shownCount++] = o;
  return true;
}
void reprLeave(Object *o) {
  for (size_t i = shownCount; i-- > 0;) {
    if (shown[i] != o)
      continue;
    for (--shownCount; i < shownCount; ++i)
      shown[i] = shown[i + 1];
    return;
  }
}

}  // namespace janus

using namespace janus;

namespace {

// Ints up to here are floats, exactly.
constexpr int64_t kExactInt = int64_t{1} << 53;

inline bool isIntHere(Value v) {
  return v.tag == JN_INT || v.tag == JN_BOOL;
}
inline double numberOf(Value v) {
  return v.tag == JN_FLOAT ? v.f : static_cast<double>(v.i);
}
// A float and an int of 64 bits, in either order: the int is rounded first.
inline bool isMixed(Value a, Value b) {
  return (a.tag == JN_FLOAT && isIntHere(b)) || (b.tag == JN_FLOAT && isIntHere(a));
}
inline bool isExactInt(Value v) {
  return isIntHere(v) && v.i >= -kExactInt && v.i <= kExactInt;
}
// Numbers in values, with the arithmetic of floats; JN_UNBOUND where the slots of the types decide.
template <BinaryOp op>
inline Value mixedNumbers(Value a, Value b) {
  if constexpr (op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul) {
    if (isMixed(a, b))
      return jn_float(op == BinaryOp::Add   ? numberOf(a) + numberOf(b)
                      : op == BinaryOp::Sub ? numberOf(a) - numberOf(b)
                                            : numberOf(a) * numberOf(b));
  } else if constexpr (op == BinaryOp::TrueDiv) {
    if ((isMixed(a, b) || (isExactInt(a) && isExactInt(b))) && numberOf(b) != 0)
      return jn_float(numberOf(a) / numberOf(b));
  } else if constexpr (op == BinaryOp::Pow) {
    if (isMixed(a, b) || (a.tag == JN_FLOAT && b.tag == JN_FLOAT))
      return powDouble(numberOf(a), numberOf(b));
  }
  return jn_unbound();
}
// An order of numbers in values, as far as floats have it.
template <CompareOp op>
inline Value compareMixed(Value a, Value b) {
  bool exact = (a.tag == JN_FLOAT && isExactInt(b)) || (b.tag == JN_FLOAT && isExactInt(a));
  if (!exact)
    return jn_unbound();
  return jn_bool(compareDoubles(op, numberOf(a), numberOf(b)));
}

// Makes the string `a` longer where the global `name` has it, if only the two of us have it.
bool appendToGlobal(jn_dict *d, Value name, Value a, Value b) {
  if (!isExact(a, &jn_type_str) || !isExact(b, &jn_type_str) || a.o->refs != 2 ||
      (d->head.flags & JN_FLAG_WATCHED))
    return false;
  int64_t entry = dictFind(d, name, strHash(name));
  if (entry < 0 || d->entries[entry].value.o != a.o)
    return false;
  --a.o->refs;
  if (!appendInPlace(&a, b)) {
    ++a.o->refs;
    return false;
  }
  d->entries[entry].value = a;
  return true;
}

}  // namespace

#define JN_SLOW(name, op)                                                                          \
  jn_value jn_##name##_slow(jn_value a, jn_value b) {                                              \
    Value v = mixedNumbers<BinaryOp::op>(a, b);                                                    \
    return v.tag != JN_UNBOUND ? v : binary(a, b, BinaryOp::op);                                   \
  }                                                                                                \
  jn_value jn_i##name##_slow(jn_value a, jn_value b) {                                             \
    Value v = mixedNumbers<BinaryOp::op>(a, b);                                                    \
    return v.tag != JN_UNBOUND ? v : inplace(a, b, BinaryOp::op);                                  \
  }
JN_SLOW(add, Add)
#define JN_TAKING(name)                                                                            \
  jn_value jn_##name##_taking_slow(jn_value a, jn_value b) {                                       \
    if (isExact(a, &jn_type_str) && isExact(b, &jn_type_str) && appendInPlace(&a, b))              \
      return a;                                                                                    \
    Value v = jn_##name##_slow(a, b);                                                              \
    if (v.tag != JN_ERROR)                                                                         \
      jn_decref(a);                                                                                \
    return v;                                                                                      \
  }                                                                                                \
  jn_value jn_global_##name##_slow(jn_module *m, jn_value global, jn_value a, jn_value b) {        \
    return appendToGlobal(m->dict, global, a, b) ? jn_own(dictGetStr(m->dict, global))             \
                                                 : jn_##name##_taking_slow(a, b);                  \
  }
JN_TAKING(add)
JN_TAKING(iadd)
#undef JN_TAKING
JN_SLOW(sub, Sub)
JN_SLOW(mul, Mul)
JN_SLOW(truediv, TrueDiv)
JN_SLOW(floordiv, FloorDiv)
JN_SLOW(mod, Mod)
JN_SLOW(pow, Pow)
JN_SLOW(matmul, MatMul)
JN_SLOW(lshift, LShift)
JN_SLOW(rshift, RShift)
JN_SLOW(and, And)
JN_SLOW(or, Or)
JN_SLOW(xor, Xor)
#undef JN_SLOW

jn_value jn_neg_slow(jn_value a) {
  return unary(a, UnaryOp::Neg);
}
jn_value jn_pos_slow(jn_value a) {
  return unary(a, UnaryOp::Pos);
}
jn_value jn_invert_slow(jn_value a) {
  return unary(a, UnaryOp::Invert);
}

jn_value jn_eq_slow(jn_value a, jn_value b) {
  if (a.tag == JN_OBJECT && b.tag == JN_OBJECT && a.o->type == &jn_type_str &&
      b.o->type == &jn_type_str)
    return jn_bool(strEqual(a, b));
  Value v = compareMixed<CompareOp::Eq>(a, b);
  return v.tag != JN_UNBOUND ? v : compare(a, b, CompareOp::Eq);
}
jn_value jn_ne_slow(jn_value a, jn_value b) {
  if (a.tag == JN_OBJECT && b.tag == JN_OBJECT && a.o->type == &jn_type_str &&
      b.o->type == &jn_type_str)
    return jn_bool(!strEqual(a, b));
  Value v = compareMixed<CompareOp::Ne>(a, b);
  return v.tag != JN_UNBOUND ? v : compare(a, b, CompareOp::Ne);
}
#define JN_SLOW_ORDER(name, op)                                                                    \
  jn_value jn_##name##_slow(jn_value a, jn_value b) {                                              \
    Value v = compareMixed<CompareOp::op>(a, b);                                                   \
    return v.tag != JN_UNBOUND ? v : compare(a, b, CompareOp::op);                                 \
  }
JN_SLOW_ORDER(lt, Lt)
JN_SLOW_ORDER(le, Le)
JN_SLOW_ORDER(gt, Gt)
JN_SLOW_ORDER(ge, Ge)
#undef JN_SLOW_ORDER

int jn_truth_slow(jn_value a) {
  switch (a.tag) {
  case JN_OBJECT: {
    Type *type = a.o->type;
    if (type->truth)
      return type->truth(a.o);
    if (!type->length)
      return 1;
    int64_t n = type->length(a.o);
    return n < 0 ? -1 : n != 0;
  }
  case JN_FLOAT: return a.f != 0.0;
  case JN_BOOL:
  case JN_INT: return a.i != 0;
  case JN_NONE: return 0;
  case JN_ERROR: return -1;
  default: return 1;
  }
}

int jn_truth_and_drop(jn_value owned) {
  if (owned.tag == JN_BOOL)
    return owned.i != 0;
  int truth = jn_truth(owned);
  jn_decref(owned);
  return truth;
}

void jn_drop(jn_value v) {
  jn_decref(v);
}
void jn_drop_object(jn_object *o) {
  if (--o->refs == 0)
    jn_dealloc(o);
}
void jn_drop_all(jn_value *values, size_t count) {
  for (size_t i = 0; i < count; ++i)
    jn_decref(values[i]);
}

jn_value jn_length(jn_value v) {
  int64_t n = length(v);
  return n < 0 ? jn_error() : jn_int(n);
}

int jn_contains(jn_value container, jn_value item) {
  Type *type = typeOf(container);
  if (type->contains)
    return type->contains(container.o, item);
  if (!type->iter && !type->getitem) {
    raise(jn_exc_TypeError, "argument of type '%T' is not iterable", &container);
    return -1;
  }
  Ref it(jn_iter(container));
  if (it.failed())
    return -1;
  for (;;) {
    Ref v(jn_next(it.get()));
    if (v.get().tag == JN_DONE)
      return 0;
    if (v.failed())
      return -1;
    int same = equal(v.get(), item);
    if (same)
      return same;
  }
}

int jn_is(jn_value a, jn_value b) {
  return jn_same(a, b);
}

jn_value jn_getitem_slow(jn_value o, jn_value key) {
  Type *type = typeOf(o);
  if (JN_LIKELY(type->getitem != nullptr))
    return type->getitem(o, key);
  if (isType(o)) {
    // `list[int]`: natives have the hook as a method, classes as a class method.
    Ref hook(getattrOptional(o, JN_NAME("__class_getitem__")));
    if (hook.failed())
      return jn_error();
    if (hook.get().tag != JN_UNBOUND)
      return jn_call(hook.get(), &key, 1);
    if (as<Type>(o) == &jn_type_type) {  // `type[int]`: metaclasses do not inherit it
      Value both[] = {o, key};
      return genericAlias(both, 2, jn_unbound());
    }
    return raise(jn_exc_TypeError, "type '%s' is not subscriptable",
                 std::string(typeNameOf(as<Type>(o))).c_str());
  }
  return raise(jn_exc_TypeError, "'%T' object is not subscriptable", &o);
}

int jn_setitem_slow(jn_value o, jn_value key, jn_value v) {
  Type *type = typeOf(o);
  if (JN_LIKELY(type->setitem != nullptr))
    return type->setitem(o, key, v);
  raise(jn_exc_TypeError, "'%T' object does not support item assignment", &o);
  return -1;
}

int jn_delitem(jn_value o, jn_value key) {
  Type *type = typeOf(o);
  if (JN_LIKELY(type->setitem != nullptr))
    return type->setitem(o, key, jn_unbound());
  // CPython asks sequences, for which it takes every class of a program, in other words.
  bool isSequence = type->typeFlags & kTypeHeap || type->contains || type->getitem;
  bool isPosition = typeOf(key)->unary[static_cast<size_t>(UnaryOp::Index)];
  raise(jn_exc_TypeError,
        isSequence && isPosition ? "'%T' object doesn't support item deletion"
                                 : "'%T' object does not support item deletion",
        &o);
  return -1;
}
