// Arithmetic of ints in any form: 64-bit paths here, the rest in BigInt.
#include "value/builtin/Builtins.h"
#include "value/number/BigInt.h"

#include <bit>
#include <charconv>
#include <cmath>

namespace janus {

int64_t intMaxStrDigits = 4300;

namespace {

constexpr int64_t kHashModulus = (int64_t(1) << 61) - 1;

bool bothSmall(Value a, Value b, int64_t *x, int64_t *y) {
  return smallInt(a, x) & smallInt(b, y);
}

Value raiseDivisionByZero(const char *text = "integer division or modulo by zero") {
  return raise(jn_exc_ZeroDivisionError, "%s", text);
}

bool isZero(Value v) {
  int64_t i;
  return smallInt(v, &i) && i == 0;
}

}  // namespace

bool isInt(Value v) {
  return v.tag == JN_INT || v.tag == JN_BOOL ||
         (v.tag == JN_OBJECT && isSubtype(v.o->type, &jn_type_int));
}

Value toExactInt(Value v) {
  int64_t small;
  if (smallInt(v, &small))
    return jn_int(small);
  if (v.o->type == &jn_type_int)
    return jn_own(v);
  IntObject *copy = allocate<IntObject>(&jn_type_int);
  bigint::copyInto(copy, as<IntObject>(v));
  return jn_obj(copy);
}

Value toIndex(Value v) {
  if (isInt(v))
    return jn_own(v);
  auto slot = typeOf(v)->unary[(size_t)UnaryOp::Index];
  if (v.tag != JN_OBJECT || !slot)
    return raise(jn_exc_TypeError, "'%T' object cannot be interpreted as an integer", &v);
  Ref result(slot(v.o));
  if (result.failed())
    return jn_error();
  if (!isInt(result.get())) {
    Value r = result.get();
    return raise(jn_exc_TypeError, "__index__ returned non-int (type %T)", &r);
  }
  return result.release();
}

bool toIndexClamped(Value v, int64_t *out) {
  if (v.tag == JN_INT) {
    *out = v.i;
    return true;
  }
  Ref index(toIndex(v));
  if (index.failed())
    return false;
  if (!smallInt(index.get(), out))
    *out = bigint::sign(index.get()) < 0 ? INT64_MIN : INT64_MAX;
  return true;
}

bool toIndexOr(Value v, Type &type, int64_t *out) {
  if (v.tag == JN_INT) {
    *out = v.i;
    return true;
  }
  Ref index(toIndex(v));
  if (index.failed())
    return false;
  if (smallInt(index.get(), out))
    return true;
  raise(type, "cannot fit '%T' into an index-sized integer", &v);
  return false;
}

bool toInt64(Value v, int64_t *out) {
  if (v.tag == JN_INT) {
    *out = v.i;
    return true;
  }
  Ref index(toIndex(v));
  if (index.failed())
    return false;
  if (smallInt(index.get(), out))
    return true;
  raise(jn_exc_OverflowError, "Python int too large to convert to C long");
  return false;
}

int intSign(Value v) {
  int64_t i;
  return smallInt(v, &i) ? (i < 0 ? -1 : i > 0) : bigint::sign(v);
}

bool intIsOdd(Value v) {
  int64_t i;
  return smallInt(v, &i) ? i & 1 : bigint::isOdd(v);
}

int compareInts(Value a, Value b) {
  int64_t x, y;
  if (bothSmall(a, b, &x, &y))
    return x < y ? -1 : x > y;
  return bigint::compare(a, b);
}

int64_t hashInt64(int64_t v) {
  if (v > -kHashModulus && v < kHashModulus)
    return v == -1 ? -2 : v;
  int64_t h = v % kHashModulus;
  return h == -1 ? -2 : h;
}

Value makeUnsigned(uint64_t v) {
  return v <= INT64_MAX ? jn_int(static_cast<int64_t>(v)) : bigint::fromUnsigned(v);
}

Value intAdd(Value a, Value b) {
  int64_t x, y, r;
  if (bothSmall(a, b, &x, &y) && !__builtin_add_overflow(x, y, &r))
    return jn_int(r);
  return bigint::add(a, b);
}

Value intSub(Value a, Value b) {
  int64_t x, y, r;
  if (bothSmall(a, b, &x, &y) && !__builtin_sub_overflow(x, y, &r))
    return jn_int(r);
  return bigint::sub(a, b);
}

Value intMul(Value a, Value b) {
  int64_t x, y, r;
  if (bothSmall(a, b, &x, &y) && !__builtin_mul_overflow(x, y, &r))
    return jn_int(r);
  return bigint::mul(a, b);
}

bool intDivMod(Value a, Value b, Value *quotient, Value *remainder) {
  int64_t x, y, q, r;
  if (isZero(b)) {
    raiseDivisionByZero();
    return false;
  }
  if (bothSmall(a, b, &x, &y) && jn_floordiv_fast(x, y, &q, &r)) {
    if (quotient)
      *quotient = jn_int(q);
    if (remainder)
      *remainder = jn_int(r);
    return true;
  }
  bigint::divMod(a, b, quotient, remainder);
  return true;
}

Value intFloorDiv(Value a, Value b) {
  Value q;
  return intDivMod(a, b, &q, nullptr) ? q : jn_error();
}

Value intMod(Value a, Value b) {
  if (isZero(b))
    return raiseDivisionByZero("integer modulo by zero");
  Value r;
  return intDivMod(a, b, nullptr, &r) ? r : jn_error();
}

Value intTrueDiv(Value a, Value b) {
  constexpr int64_t kExact = int64_t(1) << 53;
  int64_t x, y;
  if (isZero(b))
    return raiseDivisionByZero("division by zero");
  if (bothSmall(a, b, &x, &y) && x >= -kExact && x <= kExact && y >= -kExact && y <= kExact)
    return jn_float(static_cast<double>(x) / static_cast<double>(y));
  double result;
  if (!bigint::trueDivide(a, b, &result))
    return raise(jn_exc_OverflowError, "integer division result too large for a float");
  return jn_float(result);
}

Value intPow(Value a, Value b) {
  if (intSign(b) < 0) {
    double x, y;
    if (!intToDouble(a, &x) || !intToDouble(b, &y))
      return jn_error();
    return powDouble(x, y);
  }
  int64_t base, exponent;
  bool small = smallInt(a, &base);
  if (!smallInt(b, &exponent)) {
    if (small && base >= -1 && base <= 1)
      return base == -1 ? jn_int(intIsOdd(b) ? -1 : 1) : jn_int(base);
    return raise(jn_exc_MemoryError, "");
  }
  if (small) {
    int64_t result = 1, square = base;
    bool fits = true;
    for (int64_t e = exponent; fits;) {
      if (e & 1)
        fits = !__builtin_mul_overflow(result, square, &result);
      e >>= 1;
      if (e == 0)
        break;
      fits = fits && !__builtin_mul_overflow(square, square, &square);
    }
    if (fits)
      return jn_int(result);
  }
  return bigint::pow(a, exponent);
}

Value intPowMod(Value a, Value b, Value m) {
  if (isZero(m))
    return raise(jn_exc_ValueError, "pow() 3rd argument cannot be 0");
  bool negativeModulus = intSign(m) < 0;
  Ref modulus(negativeModulus ? intNeg(m) : jn_own(m));
  if (compareInts(modulus.get(), jn_int(1)) == 0)
    return jn_int(0);
  Ref base = Ref::own(a), exponent = Ref::own(b);
  if (intSign(b) < 0) {
    base = Ref(bigint::inverseMod(a, modulus.get()));
    if (base.get().tag == JN_UNBOUND)
      return raise(jn_exc_ValueError, "base is not invertible for the given modulus");
    exponent = Ref(intNeg(b));
  }
  Ref result(bigint::powMod(base.get(), exponent.get(), modulus.get()));
  if (negativeModulus && intSign(result.get()) > 0)
    return intAdd(result.get(), m);
  return result.release();
}

Value intLeftShift(Value a, Value b) {
  if (intSign(b) < 0)
    return raise(jn_exc_ValueError, "negative shift count");
  int64_t x, bits;
  if (isZero(a))
    return jn_int(0);
  if (!smallInt(b, &bits))
    return raise(jn_exc_OverflowError, "too many digits in integer");
  if (smallInt(a, &x) && bits < 63 && x <= (INT64_MAX >> bits) && x >= (INT64_MIN >> bits))
    return jn_int(static_cast<int64_t>(static_cast<uint64_t>(x) << bits));
  if (bits > int64_t(1) << 36)
    return raise(jn_exc_MemoryError, "");
  return bigint::shiftLeft(a, bits);
}

Value intRightShift(Value a, Value b) {
  if (intSign(b) < 0)
    return raise(jn_exc_ValueError, "negative shift count");
  int64_t x, bits;
  if (!smallInt(b, &bits))
    return jn_int(intSign(a) < 0 ? -1 : 0);
  if (smallInt(a, &x))
    return jn_int(x >> (bits > 63 ? 63 : bits));
  return bigint::shiftRight(a, bits);
}

#define BITWISE(name, op, big)                                                                     \
  Value name(Value a, Value b) {                                                                   \
    int64_t x, y;                                                                                  \
    return bothSmall(a, b, &x, &y) ? jn_int(x op y) : bigint::big(a, b);                           \
  }
BITWISE(intAnd, &, bitAnd)
BITWISE(intOr, |, bitOr)
BITWISE(intXor, ^, bitXor)
#undef BITWISE

Value intNeg(Value a) {
  int64_t x;
  return smallInt(a, &x) && x != INT64_MIN ? jn_int(-x) : bigint::neg(a);
}

Value intAbs(Value a) {
  return intSign(a) < 0 ? intNeg(a) : toExactInt(a);
}

Value intInvert(Value a) {
  int64_t x;
  if (smallInt(a, &x))
    return jn_int(~x);
  Ref negative(bigint::neg(a));
  return intSub(negative.get(), jn_int(1));
}

Value intGcd(Value a, Value b) {
  int64_t x, y;
  if (!bothSmall(a, b, &x, &y))
    return bigint::gcd(a, b);
  uint64_t u = x < 0 ? 0 - static_cast<uint64_t>(x) : x;
  uint64_t v = y < 0 ? 0 - static_cast<uint64_t>(y) : y;
  while (v != 0) {
    uint64_t t = u % v;
    u = v;
    v = t;
  }
  return makeUnsigned(u);
}

Value intSqrt(Value a) {
  int64_t x;
  if (!smallInt(a, &x))
    return bigint::sqrt(a);
  uint64_t n = x, root = static_cast<uint64_t>(std::sqrt(static_cast<double>(n)));
  while (root * root > n)
    --root;
  while ((root + 1) * (root + 1) <= n)
    ++root;
  return jn_int(static_cast<int64_t>(root));
}

Value intFromDouble(double v) {
  if (std::isnan(v))
    return raise(jn_exc_ValueError, "cannot convert float NaN to integer");
  if (std::isinf(v))
    return raise(jn_exc_OverflowError, "cannot convert float infinity to integer");
  if (v > -9.2e18 && v < 9.2e18)
    return jn_int(static_cast<int64_t>(v));
  return bigint::fromDouble(std::trunc(v));
}

bool intToDouble(Value v, double *out) {
  int64_t i;
  if (smallInt(v, &i)) {
    *out = static_cast<double>(i);
    return true;
  }
  if (bigint::toDouble(v, out))
    return true;
  raise(jn_exc_OverflowError, "int too large to convert to float");
  return false;
}

int64_t intBitLength(Value v) {
  int64_t i;
  if (!smallInt(v, &i))
    return bigint::bitLength(v);
  uint64_t magnitude = i < 0 ? 0 - static_cast<uint64_t>(i) : i;
  return 64 - std::countl_zero(magnitude);
}

bool intDigits(Value v, int base, std::string *out) {
  int64_t i;
  if (smallInt(v, &i)) {
    char text[72];
    auto end = std::to_chars(text, text + sizeof text, i, base).ptr;
    out->assign(text, end);
    return true;
  }
  bool powerOfTwo = (base & (base - 1)) == 0;
  // A number of that many digits has at least 3.32 bits a digit: enough to refuse before
  // converting.
  if (!powerOfTwo && intMaxStrDigits > 0 &&
      static_cast<double>(bigint::bitLength(v)) >
          3.3219281 * static_cast<double>(intMaxStrDigits) + 4) {
    raise(jn_exc_ValueError,
          "Exceeds the limit (%ld digits) for integer string conversion; use "
          "sys.set_int_max_str_digits() to increase the limit",
          static_cast<long>(intMaxStrDigits));
    return false;
  }
  *out = bigint::toDigits(v, base);
  int64_t digits = static_cast<int64_t>(out->size()) - (out->front() == '-');
  if (!powerOfTwo && intMaxStrDigits > 0 && digits > intMaxStrDigits) {
    raise(jn_exc_ValueError,
          "Exceeds the limit (%ld digits) for integer string conversion; use "
          "sys.set_int_max_str_digits() to increase the limit",
          static_cast<long>(intMaxStrDigits));
    return false;
  }
  return true;
}

namespace {

int digitOf(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  char lower = c | 0x20;
  return lower >= 'a' && lower <= 'z' ? lower - 'a' + 10 : 99;
}

bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 28 && c <= 31);
}

}  // namespace

Value parseInt(Value text, std::string_view s, int base) {
  auto fail = [&] {
    return raise(jn_exc_ValueError, "invalid literal for int() with base %d: %R", base, &text);
  };
  int radix = base;
  while (!s.empty() && isSpace(s.front()))
    s.remove_prefix(1);
  while (!s.empty() && isSpace(s.back()))
    s.remove_suffix(1);
  bool negative = false;
  if (!s.empty() && (s[0] == '+' || s[0] == '-')) {
    negative = s[0] == '-';
    s.remove_prefix(1);
  }
  int prefixBase = 0;
  if (s.size() >= 2 && s[0] == '0') {
    char letter = s[1] | 0x20;
    prefixBase = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
  }
  bool zeroOnly = false;
  if (radix == 0) {
    if (prefixBase)
      radix = prefixBase;
    else {
      radix = 10;
      zeroOnly = !s.empty() && s[0] == '0';  // "0", "00", but not "01"
    }
  }
  if (prefixBase && prefixBase == radix) {
    s.remove_prefix(2);
    if (!s.empty() && s[0] == '_')
      s.remove_prefix(1);
  }
  std::string digits;
  digits.reserve(s.size());
  bool lastWasDigit = false;
  for (char c : s) {
    if (c == '_') {
      if (!lastWasDigit)
        return fail();
      lastWasDigit = false;
      continue;
    }
    int digit = digitOf(c);
    if (digit >= radix || (zeroOnly && digit != 0))
      return fail();
    digits += c;
    lastWasDigit = true;
  }
  if (!lastWasDigit)
    return fail();
  if (digits.size() <= 18) {
    int64_t value = 0;
    bool fits = true;
    for (char c : digits)
      fits = fits && !__builtin_mul_overflow(value, int64_t(radix), &value) &&
             !__builtin_add_overflow(value, int64_t(digitOf(c)), &value);
    if (fits)
      return jn_int(negative ? -value : value);
  }
  size_t start = std::min(digits.find_first_not_of('0'), digits.size());
  int64_t count = static_cast<int64_t>(digits.size());
  if ((radix & (radix - 1)) != 0 && intMaxStrDigits > 0 && count > intMaxStrDigits)
    return raise(jn_exc_ValueError,
                 "Exceeds the limit (%ld digits) for integer string conversion: value has %ld "
                 "digits; use sys.set_int_max_str_digits() to increase the limit",
                 static_cast<long>(intMaxStrDigits), static_cast<long>(count));
  return bigint::fromDigits(std::string_view(digits).substr(start), radix, negative);
}

Value makeIntFromDecimal(std::string_view digits) {
  bool negative = !digits.empty() && digits[0] == '-';
  if (negative)
    digits.remove_prefix(1);
  int64_t small;
  auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), small);
  if (status == std::errc() && end == digits.data() + digits.size())
    return jn_int(negative ? -small : small);
  return bigint::fromDigits(digits, 10, negative);
}

int compareIntDouble(Value i, double f) {
  if (std::isinf(f))
    return f > 0 ? -1 : 1;
  int64_t small;
  if (smallInt(i, &small)) {
    if (f >= 9.3e18)
      return -1;
    if (f <= -9.3e18)
      return 1;
    double whole = std::floor(f);
    // `whole` may be exactly 2^63, one past the largest int64.
    if (whole >= 9223372036854775808.0)
      return -1;
    if (whole < -9223372036854775808.0)
      return 1;
    auto w = static_cast<int64_t>(whole);
    if (small != w)
      return small < w ? -1 : 1;
    return f > whole ? -1 : 0;
  }
  if (f > -9.2e18 && f < 9.2e18)
    return bigint::sign(i);
  Ref other(bigint::fromDouble(f));  // doubles this large are integral
  return bigint::compare(i, other.get());
}

}  // namespace janus
