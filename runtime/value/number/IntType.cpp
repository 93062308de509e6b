// The types int and bool: slots, constructor and methods.
#include "value/bytes/Bytes.h"
#include "value/error/Raise.h"
#include "value/number/BigInt.h"
#include "value/object/DataTypes.h"
#include "value/text/Format.h"
#include "value/text/Str.h"

#include <algorithm>
#include <vector>

jn_type jn_type_int, jn_type_bool;
extern "C" {
// Large ints are of the very type `int`.
extern jn_type jn_type_bigint __attribute__((alias("jn_type_int"), visibility("default")));
}

namespace janus {
namespace {

IntObject *intObject(Object *o) {
  return reinterpret_cast<IntObject *>(o);
}

void intDealloc(Object *o) {
  bigint::destroy(intObject(o));
  freeObject(o);
}

Value intRepr(Object *o) {
  std::string text;
  return intDigits(jn_obj(o), 10, &text) ? makeStr(text) : jn_error();
}

int intHash(Object *o, int64_t *out) {
  IntObject *i = intObject(o);
  *out = i->isBig ? bigint::hash(jn_obj(o)) : hashInt64(i->small);
  return 0;
}

int intTruth(Object *o) {
  return intObject(o)->isBig || intObject(o)->small != 0;
}

Value intCompare(Value a, Value b, CompareOp op) {
  if (!isInt(a) || !isInt(b))
    return jn_notimplemented();
  return jn_bool(ordered(op, compareInts(a, b)));
}

template <Value (*F)(Value, Value)>
Value binarySlot(Value a, Value b) {
  return isInt(a) && isInt(b) ? F(a, b) : jn_notimplemented();
}
template <Value (*F)(Value)>
Value unarySlot(Object *o) {
  return F(jn_obj(o));
}
Value intToFloat(Value v) {
  double d;
  return intToDouble(v, &d) ? jn_float(d) : jn_error();
}

// bool's &, | and ^ stay bool when both operands are.
#define BOOL_BITWISE(name, op, whole)                                                              \
  Value name(Value a, Value b) {                                                                   \
    if (a.tag == JN_BOOL && b.tag == JN_BOOL)                                                      \
      return jn_bool(a.i op b.i);                                                                  \
    return binarySlot<whole>(a, b);                                                                \
  }
BOOL_BITWISE(boolAnd, &, intAnd)
BOOL_BITWISE(boolOr, |, intOr)
BOOL_BITWISE(boolXor, ^, intXor)
#undef BOOL_BITWISE

// ---- construction

// int(x): through __int__, __index__, text or bytes. Owned; may be an instance of a subclass.
Value intFromObject(Value x) {
  if (isInt(x) && (x.tag != JN_OBJECT || JN_SLOT(*x.o->type, unary, UnaryOp::Int) ==
                                             JN_SLOT(jn_type_int, unary, UnaryOp::Int)))
    return toExactInt(x);
  if (x.tag == JN_FLOAT)
    return intFromDouble(x.f);
  if (x.tag == JN_OBJECT) {
    Type *type = x.o->type;
    for (UnaryOp op : {UnaryOp::Int, UnaryOp::Index}) {
      auto slot = JN_SLOT(*type, unary, op);
      if (!slot)
        continue;
      Ref result(slot(x.o));
      if (result.failed())
        return jn_error();
      Value r = result.get();
      const char *name = op == UnaryOp::Int ? "__int__" : "__index__";
      if (!isInt(r))
        return raise(jn_exc_TypeError, "%s returned non-int (type %T)", name, &r);
      bool exact = r.tag == JN_INT || (r.tag == JN_OBJECT && r.o->type == &jn_type_int);
      if (!exact && !warnDeprecated(formatText(
                        "%s returned non-int (type %T).  The ability to return an instance of a "
                        "strict subclass of int "
                        "is deprecated, and may be removed in a future version of Python.",
                        name, &r)))
        return jn_error();
      return toExactInt(r);
    }
    Ref truncated(callSpecial(x, JN_NAME("__trunc__"), {}));
    if (truncated.failed())
      return jn_error();
    if (given(truncated.get())) {
      if (!warnDeprecated("The delegation of int() to __trunc__ is deprecated."))
        return jn_error();
      Ref index(toIndex(truncated.get()));
      return index.failed() ? jn_error() : toExactInt(index.get());
    }
    if (isStr(x))
      return parseInt(x, asciiNumber(x), 10);
    std::string_view bytes;
    if (bytesView(x, &bytes))
      return parseInt(x, bytes, 10);
  }
  return raise(jn_exc_TypeError,
               "int() argument must be a string, a bytes-like object or a real number, not '%T'",
               &x);
}

Value intWithBase(Value x, Value baseArgument) {
  int64_t base;
  if (!toIndexClamped(baseArgument, &base))
    return jn_error();
  if (base != 0 && (base < 2 || base > 36))
    return raise(jn_exc_ValueError, "int() base must be >= 2 and <= 36, or 0");
  std::string_view bytes;
  if (isStr(x))
    return parseInt(x, asciiNumber(x), static_cast<int>(base));
  if (bytesView(x, &bytes))
    return parseInt(x, bytes, static_cast<int>(base));
  return raise(jn_exc_TypeError, "int() can't convert non-string with explicit base");
}

Value intOfClass(Type *cls, Value exact) {
  if (cls == &jn_type_int || exact.tag == JN_ERROR)
    return exact;
  Ref number(exact);
  IntObject *o = reinterpret_cast<IntObject *>(allocate(cls, cls->instanceSize));
  if (!smallInt(exact, &o->small))
    bigint::copyInto(o, as<IntObject>(exact));
  return jn_obj(o);
}

Value intConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (count > 2)
    return raise(jn_exc_TypeError, "int() takes at most 2 arguments (%zu given)", count);
  Value given2[2];
  if (!parseArgs("int", {"", "base"}, 0, 2, args, count, kwnames, given2))
    return jn_error();
  if (!given(given2[0])) {
    if (given(given2[1]))
      return raise(jn_exc_TypeError, "int() missing string argument");
    return intOfClass(cls, jn_int(0));
  }
  return intOfClass(cls, given(given2[1]) ? intWithBase(given2[0], given2[1])
                                          : intFromObject(given2[0]));
}

Value boolConstruct(Type *, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("bool", kwnames) || !checkCount("bool", count, 0, 1))
    return jn_error();
  if (count == 0)
    return jn_bool(false);
  int truth = jn_truth(args[0]);
  return truth < 0 ? jn_error() : jn_bool(truth);
}

// ---- methods

Value bitLength(const Value *args, size_t, Value) {
  return jn_int(intBitLength(args[0]));
}
Value bitCount(const Value *args, size_t, Value) {
  int64_t i;
  if (!smallInt(args[0], &i))
    return jn_int(bigint::bitCount(args[0]));
  return jn_int(__builtin_popcountll(i < 0 ? 0 - static_cast<uint64_t>(i) : i));
}
Value toSelf(const Value *args, size_t, Value) {
  return toExactInt(args[0]);
}
Value asIntegerRatio(const Value *args, size_t, Value) {
  Ref exact(toExactInt(args[0]));
  return makeTuple({exact.get(), jn_int(1)});
}
Value newArguments(const Value *args, size_t, Value) {
  Ref exact(toExactInt(args[0]));
  return makeTuple({exact.get()});
}

// round(n, -k): to a multiple of 10**k, half to even.
Value roundMethod(const Value *args, size_t count, Value) {
  if (count == 1 || args[1].tag == JN_NONE)
    return toExactInt(args[0]);
  Ref digits(toIndex(args[1]));
  if (digits.failed())
    return jn_error();
  if (intSign(digits.get()) >= 0)
    return toExactInt(args[0]);
  Ref exponent(intNeg(digits.get()));
  Ref unit(intPow(jn_int(10), exponent.get()));
  if (unit.failed())
    return jn_error();
  Value q, r;
  intDivMod(args[0], unit.get(), &q, &r);
  Ref quotient(q), rest(r), twice(intAdd(r, r));
  int c = compareInts(twice.get(), unit.get());
  if (c > 0 || (c == 0 && intIsOdd(q)))
    quotient = Ref(intAdd(q, jn_int(1)));
  return intMul(quotient.get(), unit.get());
}

Value divmodMethod(const Value *args, size_t, Value) {
  if (!isInt(args[0]) || !isInt(args[1]))
    return jn_notimplemented();
  Value q, r;
  if (!intDivMod(args[0], args[1], &q, &r))
    return jn_error();
  Ref quotient(q), remainder(r);
  return makeTuple({q, r});
}
Value rdivmodMethod(const Value *args, size_t count, Value kwnames) {
  Value swapped[2] = {args[1], args[0]};
  return divmodMethod(swapped, count, kwnames);
}

bool parseByteOrder(Value order, bool *big) {
  if (!given(order)) {
    *big = true;
    return true;
  }
  if (!isStr(order)) {
    raise(jn_exc_TypeError, "to_bytes() argument 'byteorder' must be str, not %T", &order);
    return false;
  }
  std::string_view text = utf8Of(order);
  if (text != "little" && text != "big") {
    raise(jn_exc_ValueError, "byteorder must be either 'little' or 'big'");
    return false;
  }
  *big = text == "big";
  return true;
}

Value toBytesMethod(const Value *args, size_t count, Value kwnames) {
  Value out[3];
  if (!parseArgs("to_bytes", {"length", "byteorder", "signed"}, 0, 2, args + 1, count - 1, kwnames,
                 out))
    return jn_error();
  int64_t size = 1;
  bool big;
  if ((given(out[0]) && !toInt64(out[0], &size)) || !parseByteOrder(out[1], &big))
    return jn_error();
  int isSigned = given(out[2]) ? jn_truth(out[2]) : 0;
  if (isSigned < 0)
    return jn_error();
  if (size < 0)
    return raise(jn_exc_ValueError, "length argument must be non-negative");
  std::vector<unsigned char> bytes(size);
  if (!bigint::toBytes(args[0], bytes.data(), size, isSigned)) {
    if (!isSigned && intSign(args[0]) < 0)
      return raise(jn_exc_OverflowError, "can't convert negative int to unsigned");
    return raise(jn_exc_OverflowError, "int too big to convert");
  }
  if (big)
    std::reverse(bytes.begin(), bytes.end());
  return makeBytes({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
}

Value fromBytesMethod(const Value *args, size_t count, Value kwnames) {
  Value out[3];
  if (!parseArgs("from_bytes", {"bytes", "byteorder", "signed"}, 1, 2, args + 1, count - 1, kwnames,
                 out))
    return jn_error();
  bool big;
  if (!parseByteOrder(out[1], &big))
    return jn_error();
  int isSigned = given(out[2]) ? jn_truth(out[2]) : 0;
  if (isSigned < 0)
    return jn_error();
  Ref holder(bytesFromIterable(out[0]));
  if (holder.failed())
    return jn_error();
  std::string_view view;
  bytesView(holder.get(), &view);
  std::vector<unsigned char> bytes(view.begin(), view.end());
  if (big)
    std::reverse(bytes.begin(), bytes.end());
  Ref number(bigint::fromBytes(bytes.data(), bytes.size(), isSigned));
  if (args[0].o == &jn_type_int.head)
    return number.release();
  return call(args[0], {number.get()});
}

Value realGetter(Object *o) {
  return toExactInt(jn_obj(o));
}
Value zeroGetter(Object *) {
  return jn_int(0);
}
Value oneGetter(Object *) {
  return jn_int(1);
}

const MethodDef kIntMethods[] = {{"bit_length", bitLength, 1, 1},
                                 {"bit_count", bitCount, 1, 1},
                                 {"conjugate", toSelf, 1, 1},
                                 {"as_integer_ratio", asIntegerRatio, 1, 1},
                                 {"to_bytes", toBytesMethod, 1, 3, true},
                                 {"__round__", roundMethod, 1, 2},
                                 {"__trunc__", toSelf, 1, 1},
                                 {"__floor__", toSelf, 1, 1},
                                 {"__ceil__", toSelf, 1, 1},
                                 {"__divmod__", divmodMethod, 2, 2},
                                 {"__rdivmod__", rdivmodMethod, 2, 2},
                                 {"__getnewargs__", newArguments, 1, 1},
                                 {}};
const MethodDef kIntClassMethods[] = {{"from_bytes", fromBytesMethod, 1, 3, true}, {}};
const GetSetDef kIntGetSets[] = {{"real", realGetter, nullptr},
                                 {"imag", zeroGetter, nullptr},
                                 {"numerator", realGetter, nullptr},
                                 {"denominator", oneGetter, nullptr},
                                 {}};

void fillIntSlots(Type &t) {
  JN_SLOT(t, binary, BinaryOp::Add) = binarySlot<intAdd>;
  JN_SLOT(t, binary, BinaryOp::Sub) = binarySlot<intSub>;
  JN_SLOT(t, binary, BinaryOp::Mul) = binarySlot<intMul>;
  JN_SLOT(t, binary, BinaryOp::TrueDiv) = binarySlot<intTrueDiv>;
  JN_SLOT(t, binary, BinaryOp::FloorDiv) = binarySlot<intFloorDiv>;
  JN_SLOT(t, binary, BinaryOp::Mod) = binarySlot<intMod>;
  JN_SLOT(t, binary, BinaryOp::Pow) = binarySlot<intPow>;
  JN_SLOT(t, binary, BinaryOp::LShift) = binarySlot<intLeftShift>;
  JN_SLOT(t, binary, BinaryOp::RShift) = binarySlot<intRightShift>;
  JN_SLOT(t, binary, BinaryOp::And) = binarySlot<intAnd>;
  JN_SLOT(t, binary, BinaryOp::Or) = binarySlot<intOr>;
  JN_SLOT(t, binary, BinaryOp::Xor) = binarySlot<intXor>;
  JN_SLOT(t, unary, UnaryOp::Neg) = unarySlot<intNeg>;
  JN_SLOT(t, unary, UnaryOp::Pos) = unarySlot<toExactInt>;
  JN_SLOT(t, unary, UnaryOp::Invert) = unarySlot<intInvert>;
  JN_SLOT(t, unary, UnaryOp::Abs) = unarySlot<intAbs>;
  JN_SLOT(t, unary, UnaryOp::Int) = unarySlot<toExactInt>;
  JN_SLOT(t, unary, UnaryOp::Index) = unarySlot<toExactInt>;
  JN_SLOT(t, unary, UnaryOp::Float) = unarySlot<intToFloat>;
}

Value boolRepr(Object *o) {
  return makeStr(reinterpret_cast<IntObject *>(o)->small ? "True" : "False");
}
Value intFormatSlot(Object *o, Value spec) {
  if (strLength(spec) == 0)
    return str(jn_obj(o));
  return formatNumber(jn_obj(o), spec);
}

}  // namespace

Value boxNumber(Value v) {
  if (v.tag == JN_INT || v.tag == JN_BOOL) {
    Type *type = v.tag == JN_INT ? &jn_type_int : &jn_type_bool;
    auto *o = reinterpret_cast<IntObject *>(allocate(type, sizeof(IntObject)));
    o->small = v.i;
    return jn_obj(o);
  }
  if (v.tag == JN_FLOAT) {
    auto *o = reinterpret_cast<FloatObject *>(allocate(&jn_type_float, sizeof(FloatObject)));
    o->value = v.f;
    return jn_obj(o);
  }
  return jn_own(v);
}

int initIntTypes() {
  Type &t = jn_type_int;
  t.name = "int";
  t.instanceSize = sizeof(IntObject);
  t.typeFlags = kTypeBaseable;
  t.dealloc = intDealloc;
  t.repr = intRepr;
  t.hash = intHash;
  t.truth = intTruth;
  t.compare = intCompare;
  t.format = intFormatSlot;
  t.construct = intConstruct;
  t.methods = kIntMethods;
  t.classMethods = kIntClassMethods;
  t.getsets = kIntGetSets;
  fillIntSlots(t);

  Type &b = jn_type_bool;
  b.name = "bool";
  b.base = &jn_type_int;
  b.instanceSize = sizeof(IntObject);
  b.construct = boolConstruct;
  b.repr = boolRepr;
  b.dealloc = intDealloc;
  fillIntSlots(b);
  JN_SLOT(b, binary, BinaryOp::And) = boolAnd;
  JN_SLOT(b, binary, BinaryOp::Or) = boolOr;
  JN_SLOT(b, binary, BinaryOp::Xor) = boolXor;
  return addBuiltinType(&t) < 0 || addBuiltinType(&b) < 0 ? -1 : 0;
}

}  // namespace janus
