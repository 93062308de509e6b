// Ints past 64 bits on Boost.Multiprecision, whose types stay inside this file.
#include "value/number/BigInt.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <cmath>
#include <new>
#include <vector>

namespace janus::bigint {
namespace {

namespace mp = boost::multiprecision;
using Big = mp::number<mp::cpp_int_backend<>, mp::et_off>;
static_assert(sizeof(Big) <= sizeof(IntObject::big) && alignof(Big) <= 16);

const Big *stored(const IntObject *o) {
  return reinterpret_cast<const Big *>(o->big);
}

// An operand as a Big: either the one inside the object or a local copy of a small number.
class Operand {
public:
  explicit Operand(Value v) {
    int64_t small;
    if (smallInt(v, &small)) {
      local_ = small;
      big_ = &local_;
    } else {
      big_ = stored(as<IntObject>(v));
    }
  }
  Operand(const Operand &) = delete;
  const Big &operator*() const { return *big_; }
  const Big *operator->() const { return big_; }

private:
  Big local_;
  const Big *big_;
};

const Big &kMin() {
  static const Big value(INT64_MIN);
  return value;
}
const Big &kMax() {
  static const Big value(INT64_MAX);
  return value;
}

Value normalised(Big &&b) {
  // A number of one limb below 2^63, or exactly -2^63, fits; the comparison of limbs comes first
  // because it decides nearly always.
  if (b.backend().size() == 1 && b >= kMin() && b <= kMax())
    return jn_int(b.convert_to<int64_t>());
  IntObject *o = allocate<IntObject>(&jn_type_int);
  o->isBig = true;
  new (o->big) Big(std::move(b));
  return jn_obj(o);
}

Big absolute(const Big &b) {
  return b < 0 ? Big(-b) : b;
}

}  // namespace

void destroy(IntObject *o) {
  if (o->isBig)
    reinterpret_cast<Big *>(o->big)->~Big();
}

void copyInto(IntObject *to, const IntObject *from) {
  to->isBig = from->isBig;
  to->small = from->small;
  if (from->isBig)
    new (to->big) Big(*stored(from));
}

Value fromUnsigned(uint64_t v) {
  return normalised(Big(v));
}
Value fromDouble(double integral) {
  int exponent;
  double fraction = std::frexp(integral, &exponent);
  Big b(static_cast<int64_t>(std::ldexp(fraction, 53)));
  if (exponent > 53)
    b <<= exponent - 53;
  else
    b /= Big(1) << (53 - exponent);
  return normalised(std::move(b));
}

Value fromDigits(std::string_view digits, int base, bool negative) {
  // Chunks that fit 64 bits, joined pairwise, so that long texts do not cost a square.
  int perChunk = 0;
  for (uint64_t power = 1; power <= UINT64_MAX / base; power *= base)
    ++perChunk;
  std::vector<Big> parts;
  size_t head = digits.size() % perChunk;
  for (size_t start = 0; start < digits.size();) {
    size_t size = start == 0 && head ? head : perChunk;
    uint64_t chunk = 0;
    for (char c : digits.substr(start, size))
      chunk = chunk * base + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    parts.emplace_back(chunk);
    start += size;
  }
  Big power = mp::pow(Big(base), perChunk);
  while (parts.size() > 1) {
    std::vector<Big> joined;
    size_t odd = parts.size() & 1;
    if (odd)
      joined.push_back(std::move(parts[0]));
    for (size_t i = odd; i < parts.size(); i += 2)
      joined.push_back(parts[i] * power + parts[i + 1]);
    power *= power;
    parts = std::move(joined);
  }
  Big b = parts.empty() ? Big(0) : std::move(parts[0]);
  return normalised(negative ? Big(-b) : std::move(b));
}

Value fromBytes(const unsigned char *bytes, size_t size, bool isSigned) {
  if (size == 0)
    return jn_int(0);
  Big b;
  mp::import_bits(b, bytes, bytes + size, 8, false);
  if (isSigned && (bytes[size - 1] & 0x80))
    b -= Big(1) << (8 * size);
  return normalised(std::move(b));
}

bool toBytes(Value v, unsigned char *out, size_t size, bool isSigned) {
  Operand a(v);
  bool negative = *a < 0;
  if (negative && !isSigned)
    return false;
  Big limit = Big(1) << (isSigned && size ? 8 * size - 1 : 8 * size);
  if (size == 0 ? *a != 0 : (*a >= limit || *a < -limit))
    return false;
  Big bits = negative ? Big(*a + (Big(1) << (8 * size))) : *a;
  std::fill(out, out + size, 0);
  if (bits != 0)
    mp::export_bits(bits, out, 8, false);
  return true;
}

std::string toDigits(Value v, int base) {
  Operand a(v);
  bool negative = *a < 0;
  std::string text;
  if (base == 10) {
    text = a->str();
    return text;
  }
  Big b = absolute(*a);
  if ((base & (base - 1)) == 0) {
    int bits = __builtin_ctz(base);
    std::vector<unsigned char> digits;
    mp::export_bits(b, std::back_inserter(digits), bits, true);
    for (unsigned char d : digits)
      text += "0123456789abcdefghijklmnopqrstuvwxyz"[d];
  } else {
    while (b != 0) {
      Big q, r;
      mp::divide_qr(b, Big(base), q, r);
      text += "0123456789abcdefghijklmnopqrstuvwxyz"[r.convert_to<int>()];
      b = q;
    }
    std::reverse(text.begin(), text.end());
  }
  return negative ? "-" + text : text;
}

Value add(Value a, Value b) {
  return normalised(*Operand(a) + *Operand(b));
}
Value sub(Value a, Value b) {
  return normalised(*Operand(a) - *Operand(b));
}
Value mul(Value a, Value b) {
  return normalised(*Operand(a) * *Operand(b));
}

void divMod(Value a, Value b, Value *quotient, Value *remainder) {
  Operand x(a), y(b);
  Big q, r;
  mp::divide_qr(*x, *y, q, r);
  if (r != 0 && (r < 0) != (*y < 0)) {
    q -= 1;
    r += *y;
  }
  if (quotient)
    *quotient = normalised(std::move(q));
  if (remainder)
    *remainder = normalised(std::move(r));
}

Value pow(Value a, uint64_t exponent) {
  Operand base(a);
  Big result = 1, square = *base;
  for (;; square *= square) {
    if (exponent & 1)
      result *= square;
    exponent >>= 1;
    if (exponent == 0)
      return normalised(std::move(result));
  }
}

Value powMod(Value a, Value exponent, Value modulus) {
  Operand x(a), e(exponent), m(modulus);
  Big base = *x % *m;
  if (base < 0)
    base += *m;
  return normalised(mp::powm(base, *e, *m));
}

Value inverseMod(Value a, Value modulus) {
  Operand x(a), m(modulus);
  Big r0 = *m, r1 = *x % *m, t0 = 0, t1 = 1;
  if (r1 < 0)
    r1 += *m;
  while (r1 != 0) {
    Big q = r0 / r1;
    Big r = r0 - q * r1, t = t0 - q * t1;
    r0 = std::move(r1), r1 = std::move(r);
    t0 = std::move(t1), t1 = std::move(t);
  }
  if (r0 != 1)
    return jn_unbound();
  if (t0 < 0)
    t0 += *m;
  return normalised(std::move(t0));
}

Value shiftLeft(Value a, uint64_t bits) {
  return normalised(*Operand(a) << bits);
}
Value shiftRight(Value a, uint64_t bits) {
  Operand x(a);
  // The library's own shift loses the sign of numbers like -(2 ** 128 + 1).
  if (*x < 0)
    return normalised(-Big(Big(-*x - 1) >> bits) - 1);
  return normalised(*x >> bits);
}
Value bitAnd(Value a, Value b) {
  return normalised(*Operand(a) & *Operand(b));
}
Value bitOr(Value a, Value b) {
  return normalised(*Operand(a) | *Operand(b));
}
Value bitXor(Value a, Value b) {
  return normalised(*Operand(a) ^ *Operand(b));
}
Value neg(Value a) {
  return normalised(-*Operand(a));
}
Value gcd(Value a, Value b) {
  return normalised(mp::gcd(*Operand(a), *Operand(b)));
}
Value sqrt(Value a) {
  return normalised(mp::sqrt(*Operand(a)));
}

int sign(Value a) {
  return Operand(a)->sign();
}
bool isOdd(Value a) {
  return mp::bit_test(absolute(*Operand(a)), 0);
}
int compare(Value a, Value b) {
  int c = Operand(a)->compare(*Operand(b));
  return c < 0 ? -1 : c > 0;
}

int64_t hash(Value a) {
  Operand x(a);
  static const Big modulus((uint64_t(1) << 61) - 1);
  int64_t h = Big(absolute(*x) % modulus).convert_to<int64_t>();
  if (*x < 0)
    h = -h;
  return h == -1 ? -2 : h;
}

int64_t bitLength(Value a) {
  Operand x(a);
  return *x == 0 ? 0 : static_cast<int64_t>(mp::msb(absolute(*x))) + 1;
}

int64_t bitCount(Value a) {
  Big b = absolute(*Operand(a));
  int64_t count = 0;
  for (size_t i = 0; i < b.backend().size(); ++i)
    count += __builtin_popcountll(b.backend().limbs()[i]);
  return count;
}

// The value of b * 2^exponent, where b > 0 and `sticky` tells of lower bits already cut off.
static bool roundToDouble(Big b, int64_t exponent, bool sticky, double *out) {
  int64_t length = static_cast<int64_t>(mp::msb(b)) + 1;
  // Subnormal results keep fewer than 53 bits.
  int64_t keep = std::min<int64_t>(53, length + exponent + 1074);
  if (keep < 0) {
    *out = 0.0;
    return true;
  }
  int64_t drop = length - keep;
  uint64_t mantissa;
  if (drop > 0) {
    bool half = mp::bit_test(b, drop - 1);
    bool below = sticky || (drop > 1 && mp::lsb(b) < static_cast<uint64_t>(drop - 1));
    mantissa = keep == 0 ? 0 : Big(b >> drop).convert_to<uint64_t>();
    if (half && (below || (mantissa & 1)))
      ++mantissa;
  } else {
    mantissa = b.convert_to<uint64_t>();
    drop = 0;
  }
  if (length + exponent > 1025) {
    return false;
  }
  *out = std::ldexp(static_cast<double>(mantissa), static_cast<int>(drop + exponent));
  return !std::isinf(*out);
}

bool toDouble(Value a, double *out) {
  Operand x(a);
  if (*x == 0) {
    *out = 0.0;
    return true;
  }
  if (!roundToDouble(absolute(*x), 0, false, out))
    return false;
  if (*x < 0)
    *out = -*out;
  return true;
}

bool trueDivide(Value a, Value b, double *out) {
  Operand x(a), y(b);
  if (*x == 0) {
    *out = *y < 0 ? -0.0 : 0.0;
    return true;
  }
  bool negative = (*x < 0) != (*y < 0);
  Big numerator = absolute(*x), denominator = absolute(*y);
  // Scale so that the quotient has at least 55 bits, then round once with the remainder as sticky
  // bit.
  int64_t shift =
      static_cast<int64_t>(mp::msb(denominator)) - static_cast<int64_t>(mp::msb(numerator)) + 56;
  if (shift > 0)
    numerator <<= shift;
  else
    denominator <<= -shift;
  Big q, r;
  mp::divide_qr(numerator, denominator, q, r);
  if (!roundToDouble(std::move(q), -shift, r != 0, out))
    return false;
  if (negative)
    *out = -*out;
  return true;
}

}  // namespace janus::bigint
