#include "Transforms/Optimize/FoldConstants.h"

#include "janus/contract/ComplexParts.h"
#include "janus/contract/PythonFloats.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace janus::transforms {
namespace {

using namespace ir;
using Kind = Constant::Kind;

enum class Operator : uint8_t {
  None,
  Add,
  Sub,
  Mul,
  TrueDiv,
  FloorDiv,
  Mod,
  Pow,
  LShift,
  RShift,
  And,
  Or,
  Xor,
  Neg,
  Pos,
  Invert,
  Not,
  Truth,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Is,
};

Operator operatorOf(Opcode opcode) {
  switch (opcode) {
#define JANUS_ARITHMETIC(name)                                                                     \
  case Opcode::Py##name:                                                                           \
  case Opcode::PyI##name:                                                                          \
  case Opcode::Int##name: return Operator::name;
    JANUS_ARITHMETIC(Add)
    JANUS_ARITHMETIC(Sub)
    JANUS_ARITHMETIC(Mul)
    JANUS_ARITHMETIC(FloorDiv)
    JANUS_ARITHMETIC(Mod)
#undef JANUS_ARITHMETIC
#define JANUS_COMPARE(name)                                                                        \
  case Opcode::Py##name:                                                                           \
  case Opcode::Float##name:                                                                        \
  case Opcode::Int##name: return Operator::name;
    JANUS_COMPARE(Eq)
    JANUS_COMPARE(Ne)
    JANUS_COMPARE(Lt)
    JANUS_COMPARE(Le)
    JANUS_COMPARE(Gt)
    JANUS_COMPARE(Ge)
#undef JANUS_COMPARE
  case Opcode::FloatAdd: return Operator::Add;
  case Opcode::FloatSub: return Operator::Sub;
  case Opcode::FloatMul: return Operator::Mul;
  case Opcode::PyTrueDiv:
  case Opcode::PyITrueDiv:
  case Opcode::FloatTrueDiv: return Operator::TrueDiv;
  case Opcode::PyPow:
  case Opcode::PyIPow: return Operator::Pow;
  case Opcode::PyLShift:
  case Opcode::PyILShift: return Operator::LShift;
  case Opcode::PyRShift:
  case Opcode::PyIRShift: return Operator::RShift;
  case Opcode::PyAnd:
  case Opcode::PyIAnd: return Operator::And;
  case Opcode::PyOr:
  case Opcode::PyIOr: return Operator::Or;
  case Opcode::PyXor:
  case Opcode::PyIXor: return Operator::Xor;
  case Opcode::PyNeg:
  case Opcode::IntNeg:
  case Opcode::FloatNeg: return Operator::Neg;
  case Opcode::PyPos: return Operator::Pos;
  case Opcode::PyInvert: return Operator::Invert;
  case Opcode::BoolNot: return Operator::Not;
  case Opcode::PyTruth: return Operator::Truth;
  case Opcode::PyIs: return Operator::Is;
  default: return Operator::None;
  }
}

using Folded = std::optional<Constant>;

Constant boolean(bool value) {
  Constant constant;
  constant.kind = value ? Kind::True : Kind::False;
  return constant;
}
Constant integer(int64_t value) {
  Constant constant;
  constant.kind = Kind::Int;
  constant.integer = value;
  return constant;
}
Constant real(double value) {
  Constant constant;
  constant.kind = Kind::Float;
  constant.number = value;
  return constant;
}

Constant complex(ComplexParts parts) {
  Constant constant;
  constant.kind = Kind::Complex;
  constant.number = parts.imag;
  constant.real = parts.real;
  return constant;
}

bool isBool(const Constant &c) {
  return c.kind == Kind::True || c.kind == Kind::False;
}
// An int or bool, as an int.
std::optional<int64_t> asInt(const Constant &c) {
  if (c.kind == Kind::Int)
    return c.integer;
  if (isBool(c))
    return c.kind == Kind::True;
  return std::nullopt;
}
// A float, or an int that converts exactly.
std::optional<double> asFloat(const Constant &c) {
  if (c.kind == Kind::Float)
    return c.number;
  constexpr int64_t kExact = int64_t(1) << 53;
  std::optional<int64_t> value = asInt(c);
  if (value && *value >= -kExact && *value <= kExact)
    return static_cast<double>(*value);
  return std::nullopt;
}

Folded foldUnary(Operator op, const Constant &a) {
  std::optional<int64_t> i = asInt(a);
  switch (op) {
  case Operator::Neg:
    if (i && *i != INT64_MIN)
      return integer(-*i);
    if (a.kind == Kind::Float)
      return real(-a.number);
    if (a.kind == Kind::Complex)
      return complex({-a.real, -a.number});
    return std::nullopt;
  case Operator::Pos:
    if (i)
      return integer(*i);
    return a.kind == Kind::Float || a.kind == Kind::Complex ? Folded(a) : std::nullopt;
  case Operator::Invert: return i ? Folded(integer(~*i)) : std::nullopt;
  case Operator::Not: return boolean(a.kind == Kind::False);
  case Operator::Truth:
    switch (a.kind) {
    case Kind::None: return boolean(false);
    case Kind::True:
    case Kind::Ellipsis:
    case Kind::BigInt: return boolean(true);
    case Kind::False: return boolean(false);
    case Kind::Int: return boolean(a.integer != 0);
    case Kind::Float: return boolean(a.number != 0);
    case Kind::Complex: return boolean(a.number != 0 || a.real != 0);
    case Kind::Str:
    case Kind::Bytes: return boolean(!a.text.empty());
    case Kind::Tuple:
    case Kind::FrozenSet: return boolean(!a.items.empty());
    }
    return std::nullopt;
  default: return std::nullopt;
  }
}

// For b >= 0.
Folded power(int64_t a, int64_t b) {
  int64_t result = 1;
  for (; b > 0; b >>= 1) {
    if ((b & 1) && __builtin_mul_overflow(result, a, &result))
      return std::nullopt;
    if (b > 1 && __builtin_mul_overflow(a, a, &a))
      return std::nullopt;
  }
  return integer(result);
}

template <class T>
Folded compared(Operator op, T a, T b) {
  switch (op) {
  case Operator::Eq: return boolean(a == b);
  case Operator::Ne: return boolean(a != b);
  case Operator::Lt: return boolean(a < b);
  case Operator::Le: return boolean(a <= b);
  case Operator::Gt: return boolean(a > b);
  case Operator::Ge: return boolean(a >= b);
  default: return std::nullopt;
  }
}

Folded foldInts(Operator op, int64_t a, int64_t b) {
  int64_t result;
  switch (op) {
  case Operator::Add:
    return __builtin_add_overflow(a, b, &result) ? std::nullopt : Folded(integer(result));
  case Operator::Sub:
    return __builtin_sub_overflow(a, b, &result) ? std::nullopt : Folded(integer(result));
  case Operator::Mul:
    return __builtin_mul_overflow(a, b, &result) ? std::nullopt : Folded(integer(result));
  case Operator::FloorDiv:
  case Operator::Mod: {
    if (b == 0 || (a == INT64_MIN && b == -1))
      return std::nullopt;
    int64_t quotient = a / b, remainder = a % b;
    if (remainder != 0 && (remainder < 0) != (b < 0)) {
      --quotient;
      remainder += b;
    }
    return integer(op == Operator::Mod ? remainder : quotient);
  }
  case Operator::Pow: return b < 0 ? std::nullopt : power(a, b);
  case Operator::LShift: {
    if (b < 0 || b > 62 || __builtin_mul_overflow(a, int64_t(1) << b, &result))
      return std::nullopt;
    return integer(result);
  }
  case Operator::RShift:
    return b < 0 ? std::nullopt : Folded(integer(a >> std::min<int64_t>(b, 63)));
  case Operator::And: return integer(a & b);
  case Operator::Or: return integer(a | b);
  case Operator::Xor: return integer(a ^ b);
  default: return compared(op, a, b);
  }
}

// Powers that raise, or are complex, are left to the program.
Folded floatPower(double a, double b) {
  if ((a < 0 && b != std::trunc(b)) || (a == 0 && b < 0))
    return std::nullopt;
  double power = std::pow(a, b);
  return std::isfinite(power) ? Folded(real(power)) : std::nullopt;
}

Folded foldFloats(Operator op, double a, double b) {
  bool divides = op == Operator::TrueDiv || op == Operator::Mod || op == Operator::FloorDiv;
  if (divides && b == 0)
    return std::nullopt;
  switch (op) {
  case Operator::Add: return real(a + b);
  case Operator::Sub: return real(a - b);
  case Operator::Mul: return real(a * b);
  case Operator::TrueDiv: return real(a / b);
  case Operator::Mod: return real(moduloDouble(a, b));
  case Operator::FloorDiv: return real(floorDivDouble(a, b));
  case Operator::Pow: return floatPower(a, b);
  default: return compared(op, a, b);
  }
}

// A division by zero, or by what is no number, is left to the program.
Folded foldComplex(Operator op, const Constant &a, const Constant &b) {
  auto partsOf = [](const Constant &c) -> ComplexParts {
    return c.kind == Kind::Complex ? ComplexParts{c.real, c.number} : ComplexParts{*asFloat(c), 0};
  };
  ComplexParts x = partsOf(a), y = partsOf(b);
  switch (op) {
  case Operator::Add: return complex({x.real + y.real, x.imag + y.imag});
  case Operator::Sub: return complex({x.real - y.real, x.imag - y.imag});
  case Operator::Mul: return complex(times(x, y));
  case Operator::TrueDiv: {
    bool isLeft = (y.real == 0 && y.imag == 0) || std::isnan(y.real) || std::isnan(y.imag);
    return isLeft ? std::nullopt : Folded(complex(dividedBy(x, y)));
  }
  case Operator::Eq: return boolean(x.real == y.real && x.imag == y.imag);
  case Operator::Ne: return boolean(x.real != y.real || x.imag != y.imag);
  default: return std::nullopt;
  }
}

bool isSingleton(const Constant &c) {
  return c.kind == Kind::None || c.kind == Kind::Ellipsis || isBool(c);
}

Folded foldBinary(Operator op, const Constant &a, const Constant &b) {
  if (op == Operator::Is)
    return isSingleton(a) || isSingleton(b) ? Folded(boolean(a.kind == b.kind)) : std::nullopt;
  if ((op == Operator::Eq || op == Operator::Ne) && a.kind == Kind::Str && b.kind == Kind::Str)
    return boolean((a.text == b.text) == (op == Operator::Eq));
  std::optional<int64_t> i = asInt(a), j = asInt(b);
  if (i && j) {
    bool bitwise = op == Operator::And || op == Operator::Or || op == Operator::Xor;
    if (bitwise && isBool(a) && isBool(b))
      return boolean(foldInts(op, *i, *j)->integer);
    bool isFraction = op == Operator::TrueDiv || (op == Operator::Pow && *j < 0);
    if (!isFraction)
      return foldInts(op, *i, *j);
  }
  std::optional<double> x = asFloat(a), y = asFloat(b);
  auto isComplex = [](const Constant &c) { return c.kind == Kind::Complex; };
  if ((isComplex(a) || x) && (isComplex(b) || y) && (isComplex(a) || isComplex(b)))
    return foldComplex(op, a, b);
  if (!x || !y)
    return std::nullopt;
  return foldFloats(op, *x, *y);
}

}  // namespace

std::optional<Constant> foldConstants(Opcode opcode, llvm::ArrayRef<const Constant *> operands) {
  Operator op = operatorOf(opcode);
  if (op == Operator::None)
    return std::nullopt;
  if (operands.size() == 1)
    return foldUnary(op, *operands[0]);
  return foldBinary(op, *operands[0], *operands[1]);
}

}  // namespace janus::transforms
