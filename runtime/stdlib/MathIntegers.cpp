#include "stdlib/MathIntegers.h"

namespace janus {
namespace {

// The product of first, first + 1, ..., last; halves keep the factors of one size.
Value product(int64_t first, int64_t last) {
  if (first > last)
    return jn_int(1);
  if (last - first < 8) {
    Ref result(jn_int(first));
    for (int64_t i = first + 1; i <= last; ++i)
      result = Ref(intMul(result.get(), jn_int(i)));
    return result.release();
  }
  int64_t middle = first + (last - first) / 2;
  Ref left(product(first, middle)), right(product(middle + 1, last));
  return intMul(left.get(), right.get());
}

bool nonNegative(Value v, const char *text, Ref *out) {
  *out = Ref(toIndex(v));
  if (out->failed())
    return false;
  if (intSign(out->get()) < 0) {
    raise(jn_exc_ValueError, "%s", text);
    return false;
  }
  return true;
}

// n * (n-1) * ... of k factors, divided by k! when `combine`.
Value fallingProduct(Value n, Value k, bool combine) {
  if (compareInts(k, n) > 0)
    return jn_int(0);
  Ref other(intSub(n, k));
  if (combine && compareInts(other.get(), k) < 0)
    k = other.get();
  int64_t factors;
  if (!smallInt(k, &factors))
    return raise(jn_exc_OverflowError,
                 combine ? "min(n - k, k) must not exceed %ld" : "k must not exceed %ld",
                 static_cast<long>(INT64_MAX));
  int64_t top;
  Ref result;
  if (smallInt(n, &top)) {
    result = Ref(product(top - factors + 1, top));
  } else {
    result = Ref(jn_int(1));
    Ref factor = Ref::own(n);
    for (int64_t i = 0; i < factors; ++i) {
      result = Ref(intMul(result.get(), factor.get()));
      factor = Ref(intSub(factor.get(), jn_int(1)));
    }
  }
  if (!combine)
    return factors == 0 ? jn_int(1) : result.release();
  Ref divisor(product(1, factors));
  return factors == 0 ? jn_int(1) : intFloorDiv(result.get(), divisor.get());
}

}  // namespace

Value mathFactorial(const Value *args, size_t, Value) {
  Ref n;
  if (!nonNegative(args[0], "factorial() not defined for negative values", &n))
    return jn_error();
  int64_t top;
  if (!smallInt(n.get(), &top))
    return raise(jn_exc_OverflowError, "factorial() argument should not exceed %ld",
                 static_cast<long>(INT64_MAX));
  return product(1, top);
}

Value mathComb(const Value *args, size_t, Value) {
  Ref n, k;
  if (!nonNegative(args[0], "n must be a non-negative integer", &n) ||
      !nonNegative(args[1], "k must be a non-negative integer", &k))
    return jn_error();
  return fallingProduct(n.get(), k.get(), true);
}

Value mathPerm(const Value *args, size_t count, Value) {
  Ref n, k;
  if (count == 1 || args[1].tag == JN_NONE)
    return mathFactorial(args, 1, jn_unbound());
  if (!nonNegative(args[0], "n must be a non-negative integer", &n) ||
      !nonNegative(args[1], "k must be a non-negative integer", &k))
    return jn_error();
  return fallingProduct(n.get(), k.get(), false);
}

Value mathGcd(const Value *args, size_t count, Value) {
  Ref result(jn_int(0));
  for (size_t i = 0; i < count; ++i) {
    Ref next(toIndex(args[i]));
    if (next.failed())
      return jn_error();
    result = Ref(intGcd(result.get(), next.get()));
  }
  return result.release();
}

Value mathLcm(const Value *args, size_t count, Value) {
  Ref result(jn_int(1));
  for (size_t i = 0; i < count; ++i) {
    Ref next(toIndex(args[i]));
    if (next.failed())
      return jn_error();
    if (intSign(next.get()) == 0 || intSign(result.get()) == 0) {
      result = Ref(jn_int(0));
      continue;
    }
    Ref divisor(intGcd(result.get(), next.get()));
    Ref part(intFloorDiv(next.get(), divisor.get()));
    Ref whole(intMul(result.get(), part.get()));
    result = Ref(intAbs(whole.get()));
  }
  return result.release();
}

Value mathIsqrt(const Value *args, size_t, Value) {
  Ref n;
  if (!nonNegative(args[0], "isqrt() argument must be nonnegative", &n))
    return jn_error();
  return intSqrt(n.get());
}

}  // namespace janus
