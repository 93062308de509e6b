// The type float: arithmetic, comparison with ints, hash, constructor, methods.
#include "janus/contract/PythonFloats.h"
#include "value/bytes/Bytes.h"
#include "value/error/Raise.h"
#include "value/object/DataTypes.h"
#include "value/text/Format.h"
#include "value/text/Str.h"

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdlib>

jn_type jn_type_float;

namespace janus {

bool toDouble(Value v, double *out) {
  if (v.tag == JN_FLOAT) {
    *out = v.f;
    return true;
  }
  if (v.tag == JN_INT) {
    *out = static_cast<double>(v.i);
    return true;
  }
  if (isFloat(v)) {
    *out = doubleOf(v);
    return true;
  }
  if (v.tag == JN_OBJECT) {
    Type *type = v.o->type;
    if (auto slot = JN_SLOT(*type, unary, UnaryOp::Float)) {
      Ref result(slot(v.o));
      if (result.failed())
        return false;
      if (!isFloat(result.get())) {
        Value r = result.get();
        raise(jn_exc_TypeError, "%T.__float__ returned non-float (type %T)", &v, &r);
        return false;
      }
      *out = doubleOf(result.get());
      return true;
    }
    if (JN_SLOT(*type, unary, UnaryOp::Index)) {
      Ref index(toIndex(v));
      return !index.failed() && intToDouble(index.get(), out);
    }
  }
  if (isInt(v))
    return intToDouble(v, out);
  raise(jn_exc_TypeError, "must be real number, not %T", &v);
  return false;
}

int64_t hashDouble(double v) {
  constexpr uint64_t kModulus = (uint64_t(1) << 61) - 1;
  if (std::isinf(v))
    return v > 0 ? 314159 : -314159;
  if (std::isnan(v))
    return hashInt64(std::bit_cast<int64_t>(v) & 0x1fffffff);
  if (std::fabs(v) < 1e18 && v == std::trunc(v))
    return hashInt64(static_cast<int64_t>(v));
  int exponent;
  double m = std::frexp(std::fabs(v), &exponent);
  // 53 bits as an integer times a power of two; multiplying by 2^k rotates 61 bits.
  uint64_t x = static_cast<uint64_t>(std::ldexp(m, 53));
  exponent -= 53;
  int turn = exponent % 61;
  if (turn < 0)
    turn += 61;
  x = ((x << turn) & kModulus) | (turn ? x >> (61 - turn) : 0);
  if (x >= kModulus)
    x -= kModulus;
  auto h = static_cast<int64_t>(x);
  return notMinusOne(v < 0 ? -h : h);
}

Value powDouble(double a, double b) {
  if (a == 0 && b < 0 && std::isfinite(b))
    return raise(jn_exc_ZeroDivisionError, "0.0 cannot be raised to a negative power");
  if (a < 0 && std::isfinite(a) && std::isfinite(b) && b != std::floor(b)) {
    double size = std::pow(-a, b), angle = b * M_PI;
    return makeComplex(size * std::cos(angle), size * std::sin(angle));
  }
  double r = std::pow(a, b);
  if (std::isinf(r) && std::isfinite(a) && std::isfinite(b)) {
    Ref text(makeStr("Numerical result out of range"));
    Ref error(call(jn_obj(&jn_exc_OverflowError), {jn_int(34), text.get()}));
    if (!error.failed())
      setError(error.release());
    return jn_error();
  }
  return jn_float(r);
}

namespace {

FloatObject *floatObject(Object *o) {
  return reinterpret_cast<FloatObject *>(o);
}

enum class Operand { Ok, Other, Error };
// A float, or an int as a float.
Operand operandOf(Value v, double *out) {
  if (v.tag == JN_FLOAT)
    *out = v.f;
  else if (v.tag == JN_INT || v.tag == JN_BOOL)
    *out = static_cast<double>(v.i);
  else if (isFloat(v))
    *out = doubleOf(v);
  else if (isInt(v))
    return intToDouble(v, out) ? Operand::Ok : Operand::Error;
  else
    return Operand::Other;
  return Operand::Ok;
}

Value raiseZero(const char *text) {
  return raise(jn_exc_ZeroDivisionError, "%s", text);
}

Value addDouble(double a, double b) {
  return jn_float(a + b);
}
Value subDouble(double a, double b) {
  return jn_float(a - b);
}
Value mulDouble(double a, double b) {
  return jn_float(a * b);
}
Value divDouble(double a, double b) {
  return b == 0 ? raiseZero("float division by zero") : jn_float(a / b);
}
Value floorDivValue(double a, double b) {
  return b == 0 ? raiseZero("float floor division by zero") : jn_float(floorDivDouble(a, b));
}
Value moduloValue(double a, double b) {
  return b == 0 ? raiseZero("float modulo") : jn_float(moduloDouble(a, b));
}
Value divmodValue(double a, double b) {
  if (b == 0)
    return raiseZero("float divmod()");
  return makeTuple({jn_float(floorDivDouble(a, b)), jn_float(moduloDouble(a, b))});
}

template <Value (*F)(double, double)>
Value binarySlot(Value a, Value b) {
  double x, y;
  Operand left = operandOf(a, &x);
  Operand right = left == Operand::Ok ? operandOf(b, &y) : left;
  if (right == Operand::Ok)
    return F(x, y);
  return right == Operand::Other ? jn_notimplemented() : jn_error();
}

Value floatCompare(Value a, Value b, CompareOp op) {
  if (!isFloat(a))
    return jn_notimplemented();
  double x = doubleOf(a);
  if (isFloat(b))
    return jn_bool(compareDoubles(op, x, doubleOf(b)));
  if (!isInt(b))
    return jn_notimplemented();
  if (std::isnan(x))
    return jn_bool(op == CompareOp::Ne);
  return jn_bool(ordered(op, -compareIntDouble(b, x)));
}

Value floatRepr(Object *o) {
  return makeStr(reprDouble(floatObject(o)->value));
}
int floatHash(Object *o, int64_t *out) {
  *out = hashDouble(floatObject(o)->value);
  return 0;
}
int floatTruth(Object *o) {
  return floatObject(o)->value != 0;
}
Value floatFormat(Object *o, Value spec) {
  if (strLength(spec) == 0)
    return str(jn_obj(o));
  return formatNumber(jn_obj(o), spec);
}
Value floatNeg(Object *o) {
  return jn_float(-floatObject(o)->value);
}
Value floatPos(Object *o) {
  return jn_float(floatObject(o)->value);
}
Value floatAbs(Object *o) {
  return jn_float(std::fabs(floatObject(o)->value));
}
Value floatInt(Object *o) {
  return intFromDouble(floatObject(o)->value);
}

Value floatOfText(Value x, std::string_view text) {
  double v;
  if (parseDouble(text, &v))
    return jn_float(v);
  return raise(jn_exc_ValueError, "could not convert string to float: %R", &x);
}

// What __float__ of an object, or of a subclass that defines its own, gives; JN_UNBOUND where there
// is none.
Value floatByMethod(Value x) {
  if (x.tag != JN_OBJECT)
    return jn_unbound();
  auto slot = JN_SLOT(*x.o->type, unary, UnaryOp::Float);
  if (!slot || slot == JN_SLOT(jn_type_float, unary, UnaryOp::Float) ||
      slot == JN_SLOT(jn_type_int, unary, UnaryOp::Float))
    return jn_unbound();
  Ref result(slot(x.o));
  Value r = result.get();
  if (result.failed())
    return jn_error();
  if (!isFloat(r))
    return raise(jn_exc_TypeError, "%T.__float__ returned non-float (type %T)", &x, &r);
  if (r.tag == JN_OBJECT &&
      !warnDeprecated(formatText(
          "%T.__float__ returned non-float (type %T).  The ability to "
          "return an instance of a strict "
          "subclass of float is deprecated, and may be removed in a future version of Python.",
          &x, &r)))
    return jn_error();
  return jn_float(doubleOf(r));
}

Value floatFromObject(Value x) {
  std::string_view bytes;
  if (Value made = floatByMethod(x); given(made))
    return made;
  if (isStr(x))
    return floatOfText(x, asciiNumber(x));
  if (x.tag == JN_OBJECT && bytesView(x, &bytes))
    return floatOfText(x, bytes);
  Type *type = typeOf(x);
  if (!isInt(x) && !isFloat(x) && !JN_SLOT(*type, unary, UnaryOp::Float) &&
      !JN_SLOT(*type, unary, UnaryOp::Index))
    return raise(jn_exc_TypeError, "float() argument must be a string or a real number, not '%T'",
                 &x);
  double v;
  return toDouble(x, &v) ? jn_float(v) : jn_error();
}

Value floatConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (cls->init == jn_type_float.init && !refuseKeywords("float", kwnames))
    return jn_error();
  count -= keywordCount(kwnames);  // those of a subclass are for its __init__
  if (!checkCount("float", count, 0, 1))
    return jn_error();
  Value v = count == 0 ? jn_float(0.0) : floatFromObject(args[0]);
  if (cls == &jn_type_float || v.tag == JN_ERROR)
    return v;
  auto *o = reinterpret_cast<FloatObject *>(allocate(cls, cls->instanceSize));
  o->value = v.f;
  return jn_obj(o);
}

// ---- methods

Value isInteger(const Value *args, size_t, Value) {
  double v = doubleOf(args[0]);
  return jn_bool(std::isfinite(v) && v == std::floor(v));
}
Value toSelf(const Value *args, size_t, Value) {
  return jn_float(doubleOf(args[0]));
}
Value newArguments(const Value *args, size_t, Value) {
  return makeTuple({jn_float(doubleOf(args[0]))});
}

Value asIntegerRatio(const Value *args, size_t, Value) {
  double v = doubleOf(args[0]);
  if (std::isinf(v))
    return raise(jn_exc_OverflowError, "cannot convert Infinity to integer ratio");
  if (std::isnan(v))
    return raise(jn_exc_ValueError, "cannot convert NaN to integer ratio");
  int exponent;
  double fraction = std::frexp(v, &exponent);
  for (int i = 0; i < 300 && fraction != std::floor(fraction); ++i) {
    fraction *= 2.0;
    --exponent;
  }
  Ref numerator(intFromDouble(fraction)), denominator(jn_int(1));
  if (exponent > 0)
    numerator = Ref(intLeftShift(numerator.get(), jn_int(exponent)));
  else
    denominator = Ref(intLeftShift(jn_int(1), jn_int(-exponent)));
  return makeTuple({numerator.get(), denominator.get()});
}

Value hexMethod(const Value *args, size_t, Value) {
  double v = doubleOf(args[0]);
  if (!std::isfinite(v))
    return makeStr(reprDouble(v));
  if (v == 0)
    return makeStr(std::signbit(v) ? "-0x0.0p+0" : "0x0.0p+0");
  int exponent;
  double m = std::frexp(std::fabs(v), &exponent);
  int shift = 1 - std::max(DBL_MIN_EXP - exponent, 0);
  m = std::ldexp(m, shift);
  exponent -= shift;
  std::string text = std::signbit(v) ? "-0x" : "0x";
  text += static_cast<char>('0' + static_cast<int>(m));
  text += '.';
  for (int i = 0; i < (DBL_MANT_DIG - 1) / 4; ++i) {
    m = (m - static_cast<int>(m)) * 16;
    text += "0123456789abcdef"[static_cast<int>(m)];
  }
  return makeStr(text + (exponent < 0 ? "p-" : "p+") + std::to_string(std::abs(exponent)));
}

Value fromHex(const Value *args, size_t, Value) {
  Value text = args[1];
  if (!isStr(text))
    return raise(jn_exc_TypeError, "bad argument type for built-in operation");
  std::string s(utf8Of(text));
  size_t first = s.find_first_not_of(" \t\n\v\f\r"), last = s.find_last_not_of(" \t\n\v\f\r");
  s = first == std::string::npos ? "" : s.substr(first, last - first + 1);
  double v = 0;
  bool good = !s.empty() && s.find('\0') == s.npos;
  size_t start = good && (s[0] == '-' || s[0] == '+') ? 1 : 0;
  std::string digits = s.substr(start);
  if (good && !parseDouble(s, &v)) {
    v = 0;
    good = !digits.empty() && (isxdigit(digits[0]) || digits[0] == '.');
  }
  if (good && (digits.empty() || isxdigit(digits[0]) || digits[0] == '.')) {
    if (digits.size() < 2 || (digits[1] | 0x20) != 'x')
      digits = "0x" + digits;
    char *end;
    v = strtod(digits.c_str(), &end);
    good = end != digits.c_str() && *end == 0 && end > digits.c_str() + 2;
    if (good && std::isinf(v))
      return raise(jn_exc_OverflowError, "hexadecimal value too large to represent as a float");
    if (s[0] == '-')
      v = -v;
  }
  if (!good)
    return raise(jn_exc_ValueError, "invalid hexadecimal floating-point string");
  if (args[0].o == &jn_type_float.head)
    return jn_float(v);
  return call(args[0], {jn_float(v)});
}

Value roundMethod(const Value *args, size_t count, Value) {
  double v = doubleOf(args[0]);
  if (count == 1 || args[1].tag == JN_NONE)
    return intFromDouble(std::nearbyint(v));
  int64_t digits;
  return toIndexClamped(args[1], &digits) ? roundDouble(v, digits) : jn_error();
}
Value truncMethod(const Value *args, size_t, Value) {
  return intFromDouble(doubleOf(args[0]));
}
Value floorMethod(const Value *args, size_t, Value) {
  return intFromDouble(std::floor(doubleOf(args[0])));
}
Value ceilMethod(const Value *args, size_t, Value) {
  return intFromDouble(std::ceil(doubleOf(args[0])));
}
Value divmodMethod(const Value *args, size_t, Value) {
  return binarySlot<divmodValue>(args[0], args[1]);
}
Value rdivmodMethod(const Value *args, size_t, Value) {
  return binarySlot<divmodValue>(args[1], args[0]);
}
Value getFormat(const Value *args, size_t, Value) {
  if (!isStr(args[1]))
    return raise(jn_exc_TypeError, "__getformat__() argument must be str, not %T", &args[1]);
  if (utf8Of(args[1]) != "double" && utf8Of(args[1]) != "float")
    return raise(jn_exc_ValueError, "__getformat__() argument 1 must be 'double' or 'float'");
  return makeStr("IEEE, little-endian");
}

Value realGetter(Object *o) {
  return floatPos(o);
}
Value imagGetter(Object *) {
  return jn_float(0.0);
}

const MethodDef kMethods[] = {{"is_integer", isInteger, 1, 1},
                              {"as_integer_ratio", asIntegerRatio, 1, 1},
                              {"hex", hexMethod, 1, 1},
                              {"conjugate", toSelf, 1, 1},
                              {"__round__", roundMethod, 1, 2},
                              {"__trunc__", truncMethod, 1, 1},
                              {"__floor__", floorMethod, 1, 1},
                              {"__ceil__", ceilMethod, 1, 1},
                              {"__divmod__", divmodMethod, 2, 2},
                              {"__rdivmod__", rdivmodMethod, 2, 2},
                              {"__getnewargs__", newArguments, 1, 1},
                              {}};
const MethodDef kClassMethods[] = {
    {"fromhex", fromHex, 2, 2}, {"__getformat__", getFormat, 2, 2}, {}};
const GetSetDef kGetSets[] = {{"real", realGetter, nullptr}, {"imag", imagGetter, nullptr}, {}};

}  // namespace

int initFloatType() {
  Type &t = jn_type_float;
  t.name = "float";
  t.instanceSize = sizeof(FloatObject);
  t.typeFlags = kTypeBaseable;
  t.repr = floatRepr;
  t.hash = floatHash;
  t.truth = floatTruth;
  t.compare = floatCompare;
  t.format = floatFormat;
  t.construct = floatConstruct;
  t.methods = kMethods;
  t.classMethods = kClassMethods;
  t.getsets = kGetSets;
  JN_SLOT(t, binary, BinaryOp::Add) = binarySlot<addDouble>;
  JN_SLOT(t, binary, BinaryOp::Sub) = binarySlot<subDouble>;
  JN_SLOT(t, binary, BinaryOp::Mul) = binarySlot<mulDouble>;
  JN_SLOT(t, binary, BinaryOp::TrueDiv) = binarySlot<divDouble>;
  JN_SLOT(t, binary, BinaryOp::FloorDiv) = binarySlot<floorDivValue>;
  JN_SLOT(t, binary, BinaryOp::Mod) = binarySlot<moduloValue>;
  JN_SLOT(t, binary, BinaryOp::Pow) = binarySlot<powDouble>;
  JN_SLOT(t, unary, UnaryOp::Neg) = floatNeg;
  JN_SLOT(t, unary, UnaryOp::Pos) = floatPos;
  JN_SLOT(t, unary, UnaryOp::Abs) = floatAbs;
  JN_SLOT(t, unary, UnaryOp::Int) = floatInt;
  JN_SLOT(t, unary, UnaryOp::Float) = floatPos;
  return addBuiltinType(&t);
}

}  // namespace janus
