// The module math.
#include "stdlib/MathIntegers.h"
#include "value/container/Sequence.h"

#include <cerrno>
#include <cmath>
#include <vector>

namespace janus {
namespace {

Value domainError() {
  return raise(jn_exc_ValueError, "math domain error");
}
Value rangeError() {
  return raise(jn_exc_OverflowError, "math range error");
}

// The result of a function of finite x as CPython judges it: a nan is outside the domain, an
// infinity is an overflow where that can happen and a pole elsewhere.
Value judged(double r, bool nanArgument, bool finiteArgument, bool canOverflow) {
  if (std::isnan(r) && !nanArgument)
    return domainError();
  if (std::isinf(r) && finiteArgument)
    return canOverflow ? rangeError() : domainError();
  return jn_float(r);
}

template <double (*F)(double), bool CanOverflow>
Value unaryFn(const Value *args, size_t, Value) {
  double x;
  if (!toDouble(args[0], &x))
    return jn_error();
  return judged(F(x), std::isnan(x), std::isfinite(x), CanOverflow);
}

double degreesOf(double x) {
  return x * (180.0 / M_PI);
}
double radiansOf(double x) {
  return x * (M_PI / 180.0);
}
double erfOf(double x) {
  return std::erf(x);
}
double erfcOf(double x) {
  return std::erfc(x);
}

Value gammaFn(const Value *args, size_t, Value) {
  double x;
  if (!toDouble(args[0], &x))
    return jn_error();
  if ((x <= 0 && x == std::floor(x) && !std::isinf(x)) || x == -INFINITY)
    return domainError();
  double r = std::tgamma(x);
  return std::isinf(r) && std::isfinite(x) ? rangeError() : jn_float(r);
}
Value lgammaFn(const Value *args, size_t, Value) {
  double x;
  if (!toDouble(args[0], &x))
    return jn_error();
  if (x <= 0 && x == std::floor(x) && !std::isinf(x))
    return domainError();
  int sign;
  double r = lgamma_r(x, &sign);
  return std::isinf(r) && std::isfinite(x) ? rangeError() : jn_float(r);
}

bool twoDoubles(const Value *args, double *x, double *y) {
  return toDouble(args[0], x) && toDouble(args[1], y);
}

Value powFn(const Value *args, size_t, Value) {
  double x, y;
  if (!twoDoubles(args, &x, &y))
    return jn_error();
  double r = std::pow(x, y);
  if (std::isfinite(x) && std::isfinite(y)) {
    if (std::isnan(r))
      return domainError();
    if (std::isinf(r))
      return x == 0 ? domainError() : rangeError();
  }
  return jn_float(r);
}
Value fmodFn(const Value *args, size_t, Value) {
  double x, y;
  if (!twoDoubles(args, &x, &y))
    return jn_error();
  double r = std::fmod(x, y);
  return std::isnan(r) && !std::isnan(x) && !std::isnan(y) ? domainError() : jn_float(r);
}
Value remainderFn(const Value *args, size_t, Value) {
  double x, y;
  if (!twoDoubles(args, &x, &y))
    return jn_error();
  double r = std::remainder(x, y);
  return std::isnan(r) && !std::isnan(x) && !std::isnan(y) ? domainError() : jn_float(r);
}
template <double (*F)(double, double)>
Value binaryFn(const Value *args, size_t, Value) {
  double x, y;
  return twoDoubles(args, &x, &y) ? jn_float(F(x, y)) : jn_error();
}

// ---- logarithms, also of ints past the range of floats

// Splits a positive big int: value = m * 2**e with 0.5 <= m < 1.
bool splitBig(Value v, double *m, int64_t *e) {
  *e = intBitLength(v);
  Ref shifted(*e > 60 ? intRightShift(v, jn_int(*e - 60)) : jn_own(v));
  double d;
  if (!intToDouble(shifted.get(), &d))
    return false;
  int exponent;
  *m = std::frexp(d, &exponent);
  return true;
}

template <double (*F)(double)>
bool logOf(Value v, double perDoubling, double *out) {
  double x;
  int64_t small;
  if (isInt(v) && !smallInt(v, &small)) {
    if (intSign(v) <= 0) {
      domainError();
      return false;
    }
    if (intBitLength(v) > 1000) {
      double m;
      int64_t e;
      if (!splitBig(v, &m, &e))
        return false;
      *out = F(m) + perDoubling * static_cast<double>(e);
      return true;
    }
  }
  if (!toDouble(v, &x))
    return false;
  if (std::isnan(x) || x > 0) {
    *out = F(x);
    return true;
  }
  domainError();
  return false;
}
double ln(double x) {
  return std::log(x);
}
double lb(double x) {
  return std::log2(x);
}
double lg(double x) {
  return std::log10(x);
}

Value logFn(const Value *args, size_t count, Value) {
  double x, base;
  if (!logOf<ln>(args[0], M_LN2, &x))
    return jn_error();
  if (count == 1)
    return jn_float(x);
  if (!logOf<ln>(args[1], M_LN2, &base))
    return jn_error();
  return base == 0 ? raise(jn_exc_ZeroDivisionError, "float division by zero") : jn_float(x / base);
}
Value log2Fn(const Value *args, size_t, Value) {
  double x;
  return logOf<lb>(args[0], 1.0, &x) ? jn_float(x) : jn_error();
}
Value log10Fn(const Value *args, size_t, Value) {
  double x;
  return logOf<lg>(args[0], 0.30102999566398119521, &x) ? jn_float(x) : jn_error();
}

// ---- rounding and parts

template <const char *Special, double (*F)(double)>
Value roundingFn(const Value *args, size_t, Value) {
  Value v = args[0];
  if (v.tag < JN_OBJECT && isInt(v))
    return toExactInt(v);
  if (v.tag == JN_OBJECT) {
    Value made = callSpecial(v, internStr(Special), {});
    if (given(made))
      return made;
    if (std::string_view(Special) == "__trunc__")
      return raise(jn_exc_TypeError, "type %T doesn't define __trunc__ method", &v);
  }
  double x;
  return toDouble(v, &x) ? intFromDouble(F(x)) : jn_error();
}
constexpr char kFloor[] = "__floor__", kCeil[] = "__ceil__", kTrunc[] = "__trunc__";

Value frexpFn(const Value *args, size_t, Value) {
  double x;
  int exponent = 0;
  if (!toDouble(args[0], &x))
    return jn_error();
  double m = std::isfinite(x) && x != 0 ? std::frexp(x, &exponent) : x;
  return makeTuple({jn_float(m), jn_int(exponent)});
}
Value ldexpFn(const Value *args, size_t, Value) {
  double x;
  int64_t exponent;
  if (!toDouble(args[0], &x))
    return jn_error();
  if (!isInt(args[1]))
    return raise(jn_exc_TypeError, "Expected an int as second argument to ldexp.");
  if (!toIndexClamped(args[1], &exponent))
    return jn_error();
  if (x == 0 || !std::isfinite(x))
    return jn_float(x);
  if (exponent > INT32_MAX)
    return rangeError();
  if (exponent < INT32_MIN)
    return jn_float(std::copysign(0.0, x));
  double r = std::ldexp(x, static_cast<int>(exponent));
  return std::isinf(r) ? rangeError() : jn_float(r);
}
Value modfFn(const Value *args, size_t, Value) {
  double x, whole;
  if (!toDouble(args[0], &x))
    return jn_error();
  double fraction = std::modf(x, &whole);
  return makeTuple({jn_float(fraction), jn_float(whole)});
}
Value ulpFn(const Value *args, size_t, Value) {
  double x;
  if (!toDouble(args[0], &x))
    return jn_error();
  x = std::fabs(x);
  if (!std::isfinite(x))
    return jn_float(x);
  double next = std::nextafter(x, INFINITY);
  return jn_float(std::isinf(next) ? x - std::nextafter(x, 0.0) : next - x);
}

template <bool (*F)(double)>
Value testFn(const Value *args, size_t, Value) {
  double x;
  return toDouble(args[0], &x) ? jn_bool(F(x)) : jn_error();
}
bool testFinite(double x) {
  return std::isfinite(x);
}
bool testInf(double x) {
  return std::isinf(x);
}
bool testNan(double x) {
  return std::isnan(x);
}

Value iscloseFn(const Value *args, size_t count, Value kwnames) {
  Value out[4];
  double a, b, relative = 1e-9, absolute = 0;
  if (!parseArgs("isclose", {"a", "b", "rel_tol", "abs_tol"}, 2, 2, args, count, kwnames, out) ||
      !toDouble(out[0], &a) || !toDouble(out[1], &b) ||
      (given(out[2]) && !toDouble(out[2], &relative)) ||
      (given(out[3]) && !toDouble(out[3], &absolute)))
    return jn_error();
  if (relative < 0 || absolute < 0)
    return raise(jn_exc_ValueError, "tolerances must be non-negative");
  if (a == b)
    return jn_bool(true);
  if (std::isinf(a) || std::isinf(b))
    return jn_bool(false);
  double difference = std::fabs(b - a);
  return jn_bool(difference <= std::fabs(relative * b) || difference <= std::fabs(relative * a) ||
                 difference <= absolute);
}

// ---- sums

// Keeps the exact sum as doubles that do not overlap, smallest first; rounds once at the end.
Value fsumFn(const Value *args, size_t, Value) {
  std::vector<double> parts;
  double special = 0, infinities = 0;
  bool overflow = false;
  bool good = forEach(args[0], [&](Value item) {
    double x;
    if (!toDouble(item, &x))
      return false;
    double given = x;
    size_t kept = 0;
    for (double y : parts) {
      if (std::fabs(x) < std::fabs(y))
        std::swap(x, y);
      double high = x + y, low = y - (high - x);
      if (low != 0)
        parts[kept++] = low;
      x = high;
    }
    parts.resize(kept);
    if (x != 0) {
      if (std::isfinite(x)) {
        parts.push_back(x);
      } else if (std::isfinite(given)) {
        overflow = true;
        return false;
      } else {
        if (std::isinf(given))
          infinities += given;
        special += given;
        parts.clear();
      }
    }
    return true;
  });
  if (overflow)
    return raise(jn_exc_OverflowError, "intermediate overflow in fsum");
  if (!good)
    return jn_error();
  if (special != 0) {
    if (std::isnan(infinities))
      return raise(jn_exc_ValueError, "-inf + inf in fsum");
    return jn_float(special);
  }
  if (parts.empty())
    return jn_float(0.0);
  double high = parts.back(), low = 0;
  size_t n = parts.size() - 1;
  while (n > 0) {
    double x = high, y = parts[--n];
    high = x + y;
    low = y - (high - x);
    if (low != 0)
      break;
  }
  // Half way between two doubles the next part decides.
  if (n > 0 && ((low < 0 && parts[n - 1] < 0) || (low > 0 && parts[n - 1] > 0))) {
    double y = low * 2, x = high + y;
    if (y == x - high)
      high = x;
  }
  return jn_float(high);
}

Value prodFn(const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs("prod", {"", "start"}, 1, 1, args, count, kwnames, out))
    return jn_error();
  Ref product(given(out[1]) ? jn_own(out[1]) : jn_int(1));
  bool good = forEach(out[0], [&](Value item) {
    product = Ref(jn_mul(product.get(), item));
    return !product.failed();
  });
  return good ? product.release() : jn_error();
}

double norm(const std::vector<double> &xs) {
  double most = 0;
  bool nan = false;
  for (double x : xs) {
    most = std::max(most, std::fabs(x));
    nan = nan || std::isnan(x);
  }
  if (std::isinf(most))
    return most;
  if (nan)
    return NAN;
  if (most == 0)
    return 0;
  if (xs.size() == 1)
    return most;
  if (xs.size() == 2)
    return std::hypot(xs[0], xs[1]);
  // Scaled by a power of two, squares summed in extended precision.
  int exponent;
  std::frexp(most, &exponent);
  long double sum = 0;
  for (double x : xs) {
    long double scaled = std::ldexp(static_cast<long double>(x), -exponent);
    sum += scaled * scaled;
  }
  return static_cast<double>(std::ldexp(std::sqrt(sum), exponent));
}
Value hypotFn(const Value *args, size_t count, Value) {
  std::vector<double> xs(count);
  for (size_t i = 0; i < count; ++i)
    if (!toDouble(args[i], &xs[i]))
      return jn_error();
  return jn_float(norm(xs));
}
Value distFn(const Value *args, size_t, Value) {
  Ref p(tupleFrom(args[0])), q(p.failed() ? jn_error() : tupleFrom(args[1]));
  if (q.failed())
    return jn_error();
  int64_t n, m;
  const Value *a = itemsOf(p.get(), &n), *b = itemsOf(q.get(), &m);
  if (n != m)
    return raise(jn_exc_ValueError, "both points must have the same number of dimensions");
  std::vector<double> xs(n);
  for (int64_t i = 0; i < n; ++i) {
    double x, y;
    if (!toDouble(a[i], &x) || !toDouble(b[i], &y))
      return jn_error();
    xs[i] = x - y;
  }
  return jn_float(norm(xs));
}

double acosOf(double x) {
  return std::acos(x);
}
double exp2Of(double x) {
  return std::exp2(x);
}
#define JN_PLAIN(name)                                                                             \
  double name##Of1(double x) {                                                                     \
    return std::name(x);                                                                           \
  }
// clang-format off
JN_PLAIN(acosh) JN_PLAIN(asin) JN_PLAIN(asinh) JN_PLAIN(atan) JN_PLAIN(atanh) JN_PLAIN(cbrt)
JN_PLAIN(cos) JN_PLAIN(cosh) JN_PLAIN(exp) JN_PLAIN(expm1) JN_PLAIN(fabs) JN_PLAIN(log1p)
JN_PLAIN(sin) JN_PLAIN(sinh) JN_PLAIN(sqrt) JN_PLAIN(tan) JN_PLAIN(tanh)
// clang-format on
#undef JN_PLAIN
            double atan2Of(double y, double x) {
  return std::atan2(y, x);
}
double copysignOf(double x, double y) {
  return std::copysign(x, y);
}
double nextafterOf(double x, double y) {
  return std::nextafter(x, y);
}
double floorOf(double x) {
  return std::floor(x);
}
double ceilOf(double x) {
  return std::ceil(x);
}
double truncOf(double x) {
  return std::trunc(x);
}

const MethodDef kFunctions[] = {{"acos", unaryFn<acosOf, false>, 1, 1},
                                {"acosh", unaryFn<acoshOf1, false>, 1, 1},
                                {"asin", unaryFn<asinOf1, false>, 1, 1},
                                {"asinh", unaryFn<asinhOf1, false>, 1, 1},
                                {"atan", unaryFn<atanOf1, false>, 1, 1},
                                {"atan2", binaryFn<atan2Of>, 2, 2},
                                {"atanh", unaryFn<atanhOf1, false>, 1, 1},
                                {"cbrt", unaryFn<cbrtOf1, false>, 1, 1},
                                {"ceil", roundingFn<kCeil, ceilOf>, 1, 1},
                                {"comb", mathComb, 2, 2},
                                {"copysign", binaryFn<copysignOf>, 2, 2},
                                {"cos", unaryFn<cosOf1, false>, 1, 1},
                                {"cosh", unaryFn<coshOf1, true>, 1, 1},
                                {"degrees", unaryFn<degreesOf, true>, 1, 1},
                                {"dist", distFn, 2, 2},
                                {"erf", unaryFn<erfOf, false>, 1, 1},
                                {"erfc", unaryFn<erfcOf, false>, 1, 1},
                                {"exp", unaryFn<expOf1, true>, 1, 1},
                                {"exp2", unaryFn<exp2Of, true>, 1, 1},
                                {"expm1", unaryFn<expm1Of1, true>, 1, 1},
                                {"fabs", unaryFn<fabsOf1, false>, 1, 1},
                                {"factorial", mathFactorial, 1, 1},
                                {"floor", roundingFn<kFloor, floorOf>, 1, 1},
                                {"fmod", fmodFn, 2, 2},
                                {"frexp", frexpFn, 1, 1},
                                {"fsum", fsumFn, 1, 1},
                                {"gamma", gammaFn, 1, 1},
                                {"gcd", mathGcd, 0, -1},
                                {"hypot", hypotFn, 0, -1},
                                {"isclose", iscloseFn, 0, -1, true},
                                {"isfinite", testFn<testFinite>, 1, 1},
                                {"isinf", testFn<testInf>, 1, 1},
                                {"isnan", testFn<testNan>, 1, 1},
                                {"isqrt", mathIsqrt, 1, 1},
                                {"lcm", mathLcm, 0, -1},
                                {"ldexp", ldexpFn, 2, 2},
                                {"lgamma", lgammaFn, 1, 1},
                                {"log", logFn, 1, 2},
                                {"log10", log10Fn, 1, 1},
                                {"log1p", unaryFn<log1pOf1, false>, 1, 1},
                                {"log2", log2Fn, 1, 1},
                                {"modf", modfFn, 1, 1},
                                {"nextafter", binaryFn<nextafterOf>, 2, 2},
                                {"perm", mathPerm, 1, 2},
                                {"pow", powFn, 2, 2},
                                {"prod", prodFn, 1, -1, true},
                                {"radians", unaryFn<radiansOf, false>, 1, 1},
                                {"remainder", remainderFn, 2, 2},
                                {"sin", unaryFn<sinOf1, false>, 1, 1},
                                {"sinh", unaryFn<sinhOf1, true>, 1, 1},
                                {"sqrt", unaryFn<sqrtOf1, false>, 1, 1},
                                {"tan", unaryFn<tanOf1, false>, 1, 1},
                                {"tanh", unaryFn<tanhOf1, false>, 1, 1},
                                {"trunc", roundingFn<kTrunc, truncOf>, 1, 1},
                                {"ulp", ulpFn, 1, 1},
                                {}};

int init(jn_module *m) {
  return addToModule(m, "pi", jn_float(M_PI)) < 0 || addToModule(m, "e", jn_float(M_E)) < 0 ||
                 addToModule(m, "tau", jn_float(2 * M_PI)) < 0 ||
                 addToModule(m, "inf", jn_float(INFINITY)) < 0 ||
                 addToModule(m, "nan", jn_float(NAN)) < 0
             ? -1
             : 0;
}

}  // namespace

extern const NativeModuleDef mathModule;
const NativeModuleDef mathModule = {"math", init, kFunctions};

}  // namespace janus
