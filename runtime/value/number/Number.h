// Ints of any size, floats and complex numbers: object layouts and the operations that the types,
// the operator shims, formatting and `math` share.
//
// An int is JN_INT (or JN_BOOL) when it fits 64 bits. An IntObject is either a larger number of the
// exact type int, or an instance of a subclass of int holding a number of any size.
#pragma once

#include "value/object/Object.h"

#include <complex>

namespace janus {

struct IntObject {
  Object head;
  int64_t small;  // the value, unless isBig
  bool isBig;
  alignas(16) unsigned char big[32];  // BigInt.cpp's number
};
struct FloatObject {  // instances of subclasses of float
  Object head;
  double value;
};
struct ComplexObject {
  Object head;
  double real, imag;
};

// ---- ints
// The value of an int in any form when it fits 64 bits.
inline bool smallInt(Value v, int64_t *out) {
  if (v.tag == JN_INT || v.tag == JN_BOOL) {
    *out = v.i;
    return true;
  }
  const IntObject *o = as<IntObject>(v);
  *out = o->small;
  return !o->isBig;
}
// The number as an exact int: bools and instances of subclasses lose their type. Owned.
Value toExactInt(Value v);
// v as an int through __index__ (owned, exact or a subclass of int), TypeError otherwise.
Value toIndex(Value v);
// An index or count clamped to 64 bits, for slices and the like: only TypeError is possible.
bool toIndexClamped(Value v, int64_t *out);
// As toInt64, but fails with `type` and "cannot fit 'int' into an index-sized integer".
bool toIndexOr(Value v, Type &type, int64_t *out);
int intSign(Value v);
bool intIsOdd(Value v);
int compareInts(Value a, Value b);  // -1, 0, 1
int64_t hashInt64(int64_t v);
Value makeUnsigned(uint64_t v);
// -- operands are ints in any form
Value intAdd(Value a, Value b);
Value intSub(Value a, Value b);
Value intMul(Value a, Value b);
Value intFloorDiv(Value a, Value b);
Value intMod(Value a, Value b);
bool intDivMod(Value a, Value b, Value *quotient, Value *remainder);
Value intTrueDiv(Value a, Value b);
Value intPow(Value a, Value b);  // float for a negative exponent
Value intPowMod(Value a, Value b, Value m);
Value intLeftShift(Value a, Value b);
Value intRightShift(Value a, Value b);
Value intAnd(Value a, Value b);
Value intOr(Value a, Value b);
Value intXor(Value a, Value b);
Value intNeg(Value a);
Value intAbs(Value a);
Value intInvert(Value a);
Value intGcd(Value a, Value b);
Value intSqrt(Value a);                  // floor; a >= 0
Value intFromDouble(double v);           // truncates; OverflowError, ValueError for inf and nan
bool intToDouble(Value v, double *out);  // OverflowError "int too large to convert to float"
int64_t intBitLength(Value v);
// Digits in base 2..36, with a minus sign and no prefix. Fails (false) past the limit of digits.
bool intDigits(Value v, int base, std::string *out);
// Parses text as int(text, base) does: spaces, sign, prefix, underscores. ValueError.
Value parseInt(Value text, std::string_view utf8, int base);
extern int64_t intMaxStrDigits;  // sys.set_int_max_str_digits

// ---- floats
int64_t hashDouble(double v);
// A comparison of floats, as Python's: a nan is only unequal.
inline bool compareDoubles(CompareOp op, double x, double y) {
  switch (op) {
  case CompareOp::Lt: return x < y;
  case CompareOp::Le: return x <= y;
  case CompareOp::Eq: return x == y;
  case CompareOp::Ne: return x != y;
  case CompareOp::Gt: return x > y;
  case CompareOp::Ge: return x >= y;
  }
  return false;
}
int compareIntDouble(Value i, double f);  // i < f: -1, equal 0, 1; f is not a nan
inline double doubleOf(Value v) {         // of a float or an instance of a subclass
  return v.tag == JN_FLOAT ? v.f : as<FloatObject>(v)->value;
}
inline bool isFloat(Value v) {
  return v.tag == JN_FLOAT || (v.tag == JN_OBJECT && isSubtype(v.o->type, &jn_type_float));
}
Value powDouble(double a, double b);
Value roundDouble(double v, int64_t digits);
// repr(v).
std::string reprDouble(double v);
// kind is one of e E f F g G; `alternate` is '#'.
std::string formatDouble(double v, char kind, int precision, bool alternate);
// Parses all of text as float() does: spaces, underscores, inf, nan. False when it is no number.
bool parseDouble(std::string_view text, double *out);

// ---- complex
Value makeComplex(double real, double imag);
bool isComplex(Value v);
// False for what is no complex number.
bool complexParts(Value v, std::complex<double> *out);
std::string reprComplex(double real, double imag);

}  // namespace janus
