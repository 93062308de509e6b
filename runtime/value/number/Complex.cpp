// The type complex.
#include "value/object/DataTypes.h"
#include "value/text/Format.h"

#include "janus/contract/ComplexParts.h"

#include <cmath>

namespace janus {

Type jn_type_complex;

Value makeComplex(double real, double imag) {
  auto *c = allocate<ComplexObject>(&jn_type_complex);
  c->real = real;
  c->imag = imag;
  return jn_obj(c);
}

bool isComplex(Value v) {
  return isInstance(v, &jn_type_complex);
}

bool complexParts(Value v, std::complex<double> *out) {
  if (!isComplex(v))
    return false;
  *out = {as<ComplexObject>(v)->real, as<ComplexObject>(v)->imag};
  return true;
}

std::string reprComplex(double real, double imag) {
  auto part = [](double d) {
    std::string text = reprDouble(d);
    if (text.size() > 2 && text.compare(text.size() - 2, 2, ".0") == 0)
      text.resize(text.size() - 2);
    return text;
  };
  std::string imaginary = part(imag) + "j";
  if (real == 0 && !std::signbit(real))
    return imaginary;
  return "(" + part(real) + (imaginary[0] == '-' ? "" : "+") + imaginary + ")";
}

namespace {

ComplexObject *complexObject(Object *o) {
  return reinterpret_cast<ComplexObject *>(o);
}

using Parts = ComplexParts;
enum class Operand { Ok, Other, Error };
Operand operandOf(Value v, Parts *out) {
  out->imag = 0;
  if (isComplex(v)) {
    *out = {as<ComplexObject>(v)->real, as<ComplexObject>(v)->imag};
    return Operand::Ok;
  }
  if (isFloat(v)) {
    out->real = doubleOf(v);
    return Operand::Ok;
  }
  if (isInt(v))
    return intToDouble(v, &out->real) ? Operand::Ok : Operand::Error;
  return Operand::Other;
}

Value sum(Parts a, Parts b) {
  return makeComplex(a.real + b.real, a.imag + b.imag);
}
Value difference(Parts a, Parts b) {
  return makeComplex(a.real - b.real, a.imag - b.imag);
}
Value product(Parts a, Parts b) {
  Parts p = times(a, b);
  return makeComplex(p.real, p.imag);
}
Value quotient(Parts a, Parts b) {
  if (b.real == 0 && b.imag == 0)
    return raise(jn_exc_ZeroDivisionError, "complex division by zero");
  Parts q = dividedBy(a, b);
  return makeComplex(q.real, q.imag);
}
Value power(Parts a, Parts b) {
  if (b.real == 0 && b.imag == 0)
    return makeComplex(1, 0);
  if (a.real == 0 && a.imag == 0) {
    if (b.imag != 0 || b.real < 0)
      return raise(jn_exc_ZeroDivisionError, "0.0 to a negative or complex power");
    return makeComplex(0, 0);
  }
  // Small whole exponents by repeated multiplication.
  if (b.imag == 0 && b.real == std::floor(b.real) && std::fabs(b.real) <= 100) {
    int n = static_cast<int>(std::fabs(b.real));
    Parts result = {1, 0}, square = a;
    for (; n > 0; n >>= 1) {
      if (n & 1)
        result = times(result, square);
      square = times(square, square);
    }
    return b.real < 0 ? quotient({1, 0}, result) : makeComplex(result.real, result.imag);
  }
  double size = std::hypot(a.real, a.imag), length = std::pow(size, b.real);
  double angle = std::atan2(a.imag, a.real), phase = angle * b.real;
  if (b.imag != 0) {
    length *= std::exp(-angle * b.imag);
    phase += b.imag * std::log(size);
  }
  return makeComplex(length * std::cos(phase), length * std::sin(phase));
}

template <Value (*F)(Parts, Parts)>
Value binarySlot(Value a, Value b) {
  Parts x, y;
  Operand left = operandOf(a, &x);
  Operand right = left == Operand::Ok ? operandOf(b, &y) : left;
  if (right == Operand::Ok)
    return F(x, y);
  return right == Operand::Other ? jn_notimplemented() : jn_error();
}

Value compareSlot(Value a, Value b, CompareOp op) {
  Parts x, y;
  if (op != CompareOp::Eq && op != CompareOp::Ne)
    return jn_notimplemented();
  if (isComplex(a) && isInt(b)) {
    bool same = as<ComplexObject>(a)->imag == 0 && !std::isnan(as<ComplexObject>(a)->real) &&
                compareIntDouble(b, as<ComplexObject>(a)->real) == 0;
    return jn_bool(same == (op == CompareOp::Eq));
  }
  if (operandOf(a, &x) != Operand::Ok || operandOf(b, &y) != Operand::Ok)
    return jn_notimplemented();
  bool same = x.real == y.real && x.imag == y.imag;
  return jn_bool(same == (op == CompareOp::Eq));
}

Value reprSlot(Object *o) {
  return makeStr(reprComplex(complexObject(o)->real, complexObject(o)->imag));
}
int hashSlot(Object *o, int64_t *out) {
  auto h = static_cast<uint64_t>(hashDouble(complexObject(o)->real)) +
           1000003u * static_cast<uint64_t>(hashDouble(complexObject(o)->imag));
  *out = notMinusOne(static_cast<int64_t>(h));
  return 0;
}
int truthSlot(Object *o) {
  return complexObject(o)->real != 0 || complexObject(o)->imag != 0;
}
Value formatSlot(Object *o, Value spec) {
  if (!given(spec) || strLength(spec) == 0)
    return str(jn_obj(o));
  return formatNumber(jn_obj(o), spec);
}
Value negSlot(Object *o) {
  return makeComplex(-complexObject(o)->real, -complexObject(o)->imag);
}
Value posSlot(Object *o) {
  return makeComplex(complexObject(o)->real, complexObject(o)->imag);
}
Value absSlot(Object *o) {
  double size = std::hypot(complexObject(o)->real, complexObject(o)->imag);
  if (std::isinf(size) && std::isfinite(complexObject(o)->real) &&
      std::isfinite(complexObject(o)->imag))
    return raise(jn_exc_OverflowError, "absolute value too large");
  return jn_float(size);
}

// ---- construction

// "1+2j", "3", "-4j", "(1-2j)", "nan+infj": [real][imaginary j].
bool parseComplex(std::string_view s, Parts *out) {
  auto isSpace = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  auto trim = [&] {
    while (!s.empty() && isSpace(s.front()))
      s.remove_prefix(1);
    while (!s.empty() && isSpace(s.back()))
      s.remove_suffix(1);
  };
  trim();
  if (s.size() >= 2 && s.front() == '(' && s.back() == ')') {
    s = s.substr(1, s.size() - 2);
    trim();
  }
  *out = {0, 0};
  if (s.empty())
    return false;
  if (s.back() != 'j' && s.back() != 'J')
    return !isSpace(s.back()) && parseDouble(s, &out->real);
  s.remove_suffix(1);
  // The imaginary part starts at the last sign that does not belong to an exponent.
  size_t split = 0;
  for (size_t i = s.size(); i-- > 1;) {
    if ((s[i] == '+' || s[i] == '-') && (s[i - 1] | 0x20) != 'e') {
      split = i;
      break;
    }
  }
  std::string_view imaginary = s.substr(split);
  if (split > 0 && !parseDouble(s.substr(0, split), &out->real))
    return false;
  if (imaginary.empty() || imaginary == "+" || imaginary == "-") {
    out->imag = imaginary == "-" ? -1 : 1;
    return true;
  }
  return !isSpace(imaginary.back()) && parseDouble(imaginary, &out->imag);
}

// A number as its parts; `which` names the argument in errors.
bool numberArgument(Value v, const char *which, Parts *out) {
  Operand simple = operandOf(v, out);
  if (simple != Operand::Other)
    return simple == Operand::Ok;
  Ref made(v.tag == JN_OBJECT ? callSpecial(v, JN_NAME("__complex__"), {}) : jn_unbound());
  if (made.failed())
    return false;
  if (given(made.get()) && isComplex(made.get()))
    return operandOf(made.get(), out) == Operand::Ok;
  Type *type = typeOf(v);
  if (JN_SLOT(*type, unary, UnaryOp::Float) || JN_SLOT(*type, unary, UnaryOp::Index))
    return toDouble(v, &out->real);
  raise(jn_exc_TypeError, "complex() %s argument must be a %snumber, not '%T'", which,
        which[0] == 'f' ? "string or a " : "", &v);
  return false;
}

Value ofClass(Type *cls, Parts p) {
  auto *c = reinterpret_cast<ComplexObject *>(allocate(cls, sizeof(ComplexObject)));
  c->real = p.real;
  c->imag = p.imag;
  return jn_obj(c);
}

Value construct(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs("complex", {"real", "imag"}, 0, 2, args, count, kwnames, out))
    return jn_error();
  Parts real = {0, 0}, imag = {0, 0};
  if (given(out[0]) && isStr(out[0])) {
    if (given(out[1]))
      return raise(jn_exc_TypeError, "complex() can't take second arg if first is a string");
    if (!parseComplex(asciiNumber(out[0]), &real))
      return raise(jn_exc_ValueError, "complex() arg is a malformed string");
    return ofClass(cls, real);
  }
  if (given(out[1]) && isStr(out[1]))
    return raise(jn_exc_TypeError, "complex() second arg can't be a string");
  if ((given(out[0]) && !numberArgument(out[0], "first", &real)) ||
      (given(out[1]) && !numberArgument(out[1], "second", &imag)))
    return jn_error();
  // Adding a zero would lose the sign of a negative one.
  if (given(out[1])) {
    if (isComplex(out[1]))
      real.real -= imag.imag;
    real.imag = given(out[0]) && isComplex(out[0]) ? real.imag + imag.real : imag.real;
  }
  return ofClass(cls, real);
}

Value conjugate(const Value *args, size_t, Value) {
  return makeComplex(as<ComplexObject>(args[0])->real, -as<ComplexObject>(args[0])->imag);
}
Value newArguments(const Value *args, size_t, Value) {
  return makeTuple(
      {jn_float(as<ComplexObject>(args[0])->real), jn_float(as<ComplexObject>(args[0])->imag)});
}
Value realGetter(Object *o) {
  return jn_float(complexObject(o)->real);
}
Value imagGetter(Object *o) {
  return jn_float(complexObject(o)->imag);
}

const MethodDef kMethods[] = {
    {"conjugate", conjugate, 1, 1},
    {"__complex__", [](const Value *args, size_t, Value) { return posSlot(args[0].o); }, 1, 1},
    {"__getnewargs__", newArguments, 1, 1},
    {}};
const GetSetDef kGetSets[] = {{"real", realGetter, nullptr}, {"imag", imagGetter, nullptr}, {}};

}  // namespace

int initComplexType() {
  Type &t = jn_type_complex;
  t.name = "complex";
  t.instanceSize = sizeof(ComplexObject);
  t.typeFlags = kTypeBaseable;
  t.repr = reprSlot;
  t.hash = hashSlot;
  t.truth = truthSlot;
  t.compare = compareSlot;
  t.format = formatSlot;
  t.construct = construct;
  t.methods = kMethods;
  t.getsets = kGetSets;
  JN_SLOT(t, binary, BinaryOp::Add) = binarySlot<sum>;
  JN_SLOT(t, binary, BinaryOp::Sub) = binarySlot<difference>;
  JN_SLOT(t, binary, BinaryOp::Mul) = binarySlot<product>;
  JN_SLOT(t, binary, BinaryOp::TrueDiv) = binarySlot<quotient>;
  JN_SLOT(t, binary, BinaryOp::Pow) = binarySlot<power>;
  JN_SLOT(t, unary, UnaryOp::Neg) = negSlot;
  JN_SLOT(t, unary, UnaryOp::Pos) = posSlot;
  JN_SLOT(t, unary, UnaryOp::Abs) = absSlot;
  return addBuiltinType(&t);
}

}  // namespace janus
