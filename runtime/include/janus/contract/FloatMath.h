// Elementary functions of float without branches, so that loops over them become vector code.
// Errors are within 2.5 units in the last place; subnormal numbers, infinities and NaN are treated
// as in C's library. Polynomials are weighted least-squares fits (minimax to a few per cent) made
// for this file.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__CUDACC__)
#define JN_FORMULA __host__ __device__ __forceinline__
#else
#define JN_FORMULA [[gnu::always_inline]] inline
#endif

namespace janus::floatmath {

template <class To, class From>
JN_FORMULA To bitsAs(From v) {
  static_assert(sizeof(To) == sizeof(From));
  To r;
  memcpy(&r, &v, sizeof(r));
  return r;
}

// The lesser and the greater by their bits, which become one instruction where a clamp of floats
// becomes five.
JN_FORMULA uint32_t lesserBits(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}
JN_FORMULA uint32_t magnitudeBits(float x) {
  return bitsAs<uint32_t>(x) & 0x7fffffffu;
}
// |x|, but at most `limit`; NaN becomes `limit`.
JN_FORMULA float magnitudeUpTo(float x, float limit) {
  return bitsAs<float>(lesserBits(magnitudeBits(x), bitsAs<uint32_t>(limit)));
}
// The same, and at least `least`.
JN_FORMULA float magnitudeWithin(float x, float least, float limit) {
  uint32_t bits = magnitudeBits(x), low = bitsAs<uint32_t>(least);
  return bitsAs<float>(lesserBits(bits > low ? bits : low, bitsAs<uint32_t>(limit)));
}
// x between `low` < 0 and `high` > 0; NaN becomes one of them.
JN_FORMULA float clampedBySign(float x, float low, float high) {
  // Among negative numbers the lower one has the greater bits.
  uint32_t bits = lesserBits(bitsAs<uint32_t>(x), bitsAs<uint32_t>(low));
  int32_t value = static_cast<int32_t>(bits), limit = bitsAs<int32_t>(high);
  return bitsAs<float>(value < limit ? value : limit);
}
JN_FORMULA float withSignOf(float x, float magnitude) {
  return bitsAs<float>(bitsAs<uint32_t>(magnitude) | (bitsAs<uint32_t>(x) & 0x80000000u));
}

// 2^n for -150 < n < 128 as the product of two factors, so that subnormal results round once.
JN_FORMULA float scaleByPowerOf2(float v, int32_t n) {
  int32_t half = n >> 1;
  float first = bitsAs<float>((half + 127) << 23), second = bitsAs<float>((n - half + 127) << 23);
  return v * first * second;
}

constexpr float kRoundingShift = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer
// y * 2^n, n being the low bits of `shifted`, where that is a normal number.
JN_FORMULA float timesPowerOf2(float y, float shifted) {
  return bitsAs<float>(bitsAs<uint32_t>(y) + (bitsAs<uint32_t>(shifted) << 23));
}

// exp(x) is y * 2^n, n being the low bits of `shifted`.
struct ExpParts {
  float y, shifted;
};
JN_FORMULA ExpParts expParts(float x) {
  float shifted = x * 1.44269504088896341f + kRoundingShift;
  float n = shifted - kRoundingShift;
  // ln 2 in two parts, the first with few bits.
  float r = (x - n * 0.693359375f) - n * -2.12194440054690583e-4f;
  float q = 1.38130942082900387e-3f;
  q = q * r + 8.36942398700875766e-3f;
  q = q * r + 4.16684578683663389e-2f;
  q = q * r + 1.66665147348835648e-1f;
  q = q * r + 4.99999930451957326e-1f;
  return {(q * (r * r) + r) + 1.0f, shifted};
}
JN_FORMULA float exp(float x) {
  ExpParts parts = expParts(clampedBySign(x, -104.0f, 89.0f));
  int32_t exponent = bitsAs<int32_t>(parts.shifted) - bitsAs<int32_t>(kRoundingShift);
  // Zero by a choice: the product that rounds to it takes processors a hundred cycles.
  float result = scaleByPowerOf2(x < -104.0f ? 0.0f : parts.y, exponent);
  return x != x ? x : result;
}
// exp(x) for results that are normal numbers and finite.
JN_FORMULA float expWithin(float x) {
  ExpParts parts = expParts(x);
  return timesPowerOf2(parts.y, parts.shifted);
}

JN_FORMULA float expm1(float x) {
  float clamped = x < -26.0f ? -26.0f : (x > 80.0f ? 80.0f : x);
  float shifted = clamped * 1.44269504088896341f + kRoundingShift;
  float n = shifted - kRoundingShift;
  float r = (clamped - n * 0.693359375f) - n * -2.12194440054690583e-4f;
  float q = 1.97895504557791483e-4f;
  q = q * r + 1.39457717107741587e-3f;
  q = q * r + 8.33350329243575156e-3f;
  q = q * r + 4.16662799909105243e-2f;
  q = q * r + 1.6666665821609722e-1f;
  q = q * r + 5.00000007180001773e-1f;
  float p = q * (r * r) + r;
  int32_t exponent = bitsAs<int32_t>(shifted) - bitsAs<int32_t>(kRoundingShift);
  float scale = bitsAs<float>((exponent + 127) << 23);
  float y = exponent == 0 ? p : scale * p + (scale - 1.0f);
  y = x > 80.0f ? exp(x) : y;
  return x != x ? x : withSignOf(x, y);  // of -0, too
}

// m in [sqrt(1/2), sqrt(2)) and k with v == m * 2^k, for positive finite v.
JN_FORMULA float splitExponent(float v, float *k) {
  bool subnormal = v < 1.17549435e-38f;
  float scaled = subnormal ? v * 8388608.0f : v;
  // Without a sign: of what is negative or no number the result is replaced, not the arithmetic.
  uint32_t bits = bitsAs<uint32_t>(scaled);
  int32_t e = static_cast<int32_t>(bits - 0x3f3504f3u) >> 23;  // sqrt(1/2)
  *k = static_cast<float>(e) - (subnormal ? 23.0f : 0.0f);
  return bitsAs<float>(bits - (static_cast<uint32_t>(e) << 23));
}

JN_FORMULA float log(float x) {
  float k;
  float f = splitExponent(x, &k) - 1.0f;
  float s = f / (2.0f + f), z = s * s;
  float r = 2.35822199129003298e-1f;
  r = r * z + 2.8537304356358053e-1f;
  r = r * z + 4.00003352705352212e-1f;
  r = r * z + 6.66666656449976919e-1f;
  float half = 0.5f * f * f;
  float low = s * (half + z * r) + k * -2.12194440054690583e-4f;
  float y = ((low - half) + f) + k * 0.693359375f;
  y = x == 0.0f ? -HUGE_VALF : y;
  y = x < 0.0f ? NAN : y;
  return x != x || x == HUGE_VALF ? x : y;
}

JN_FORMULA float log1p(float x) {
  // log(u) for u = 1 + x rounded, corrected by what the rounding lost.
  float u = 1.0f + x;
  float lost = x - (u - 1.0f);
  float y = log(u) + lost / u;
  y = x > -1.0f && x < 1.0e-4f && x > -1.0e-4f ? x - 0.5f * x * x : y;
  return u == HUGE_VALF || x == -1.0f ? log(u) : y;
}

// t / (t + 1) for t = (exp(2 |x|) - 1) / 2, which is near |x| where |x| is small.
JN_FORMULA float tanh(float x) {
  float a = magnitudeUpTo(x, 10.0f);  // from 9.02 on the result is 1
  float shifted = a * 2.88539008177792681f + kRoundingShift;
  float r = a - (shifted - kRoundingShift) * 3.4657359027997264e-1f;
  float q = 1.26653122917138e-2f;
  q = q * r + 4.46264694745037e-2f;
  q = q * r + 1.33336052678812e-1f;
  q = q * r + 3.33330239927924e-1f;
  q = q * r + 6.66666632864869e-1f;
  q = q * r + 1.00000001436003546f;
  float p = q * (r * r) + r;
  float scale = timesPowerOf2(1.0f, shifted);
  float t = scale * p + (0.5f * scale - 0.5f);
  float y = withSignOf(x, t / (t + 1.0f));
  return x != x ? x : y;
}

JN_FORMULA float sigmoid(float x) {
  return 1.0f / (1.0f + exp(-x));
}

JN_FORMULA float erf(float x) {
  float b = magnitudeUpTo(x, 1.0f), z = b * b;
  float p = 7.88903567551776215e-5f;
  p = p * z + -8.02081618182320691e-4f;
  p = p * z + 5.18953252383354185e-3f;
  p = p * z + -2.6854443137207623e-2f;
  p = p * z + 1.12836001423192484e-1f;
  p = p * z + -3.76126271330746973e-1f;
  p = p * z + 1.2837916591335322e-1f;
  float c = magnitudeWithin(x, 1.0f, 4.05f);  // from 4 on the result is 1
  float q = 9.38081028802118906e-7f;
  q = q * c + -1.50276266569893644e-5f;
  q = q * c + 8.31551896948106846e-5f;
  q = q * c + 2.31238311747212463e-5f;
  q = q * c + -3.15301964470619447e-3f;
  q = q * c + 2.34792249918342262e-2f;
  q = q * c + -1.0655846927262684e-1f;
  q = q * c + -6.34483102472567072e-1f;
  q = q * c + -1.12908675280720155f;
  q = q * c + 1.04419778014788883e-4f;
  float large = 1.0f - expWithin(q);
  float y = withSignOf(x, magnitudeBits(x) < bitsAs<uint32_t>(1.0f) ? b + b * p : large);
  return x != x ? x : y;
}

// The share of the standard normal distribution below x, within 1e-7: half of 1 + erf(x / sqrt 2).
// A polynomial is the binary logarithm of the share beyond |x|.
JN_FORMULA float normalBelow(float x) {
  float a = magnitudeUpTo(x, 5.6f);  // the share beyond it is lost beside 1
  float q = -2.57217215e-6f;
  q = q * a + 3.65678197e-5f;
  q = q * a + -1.74487032e-4f;
  q = q * a + -1.61103556e-4f;
  q = q * a + 7.0896623e-3f;
  q = q * a + -5.251071066e-2f;
  q = q * a + -4.59204569e-1f;
  q = q * a + -1.15110549548f;
  q = q * a + -1.0f;
  float shifted = q + kRoundingShift;
  float r = q - (shifted - kRoundingShift);
  float p = 1.54762981e-4f;
  p = p * r + 1.340027006e-3f;
  p = p * r + 9.618003897e-3f;
  p = p * r + 5.55032779e-2f;
  p = p * r + 2.402265134586e-1f;
  p = p * r + 6.931472062489e-1f;
  p = p * r + 1.0f;
  return withSignOf(x, 0.5f - timesPowerOf2(p, shifted)) + 0.5f;
}

// ---- through double, where float reduction would lose too much

// r in [-pi/4, pi/4] and the quadrant of x, for |x| < kLargestReduced: n has 20 bits, so that
// n * (the first part of pi/2) is exact.
constexpr float kLargestReduced = 1.0e6f;
JN_FORMULA double reduceByHalfPi(double x, int64_t *quadrant) {
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52
  double shifted = x * 6.36619772367581343e-1 + kShift;
  double n = shifted - kShift;
  *quadrant = bitsAs<int64_t>(shifted) - bitsAs<int64_t>(kShift);
  return (x - n * 1.57079632673412561e+00) - n * 6.07710050650619224e-11;
}
JN_FORMULA double sinPolynomial(double r) {
  double z = r * r;
  double p = -2.47611052051385531e-8;
  p = p * z + 2.75553503313667323e-6;
  p = p * z + -1.98412637886383003e-4;
  p = p * z + 8.33333332521003347e-3;
  p = p * z + -1.66666666666312533e-1;
  return r * (1.0 + z * p);  // a product: -0 keeps its sign
}
JN_FORMULA double cosPolynomial(double r) {
  double z = r * r;
  double p = -2.72095121244989962e-7;
  p = p * z + 2.47995112710592231e-5;
  p = p * z + -1.38888837204394492e-3;
  p = p * z + 4.16666666224464114e-2;
  return (1.0 - 0.5 * z) + z * z * p;
}
// Valid for |x| < kLargestReduced; larger arguments go to the library (see Sin in ScalarMath.h).
JN_FORMULA float sinReduced(float x) {
  int64_t n;
  double r = reduceByHalfPi(x, &n);
  double y = n & 1 ? cosPolynomial(r) : sinPolynomial(r);
  return static_cast<float>(n & 2 ? -y : y);
}
JN_FORMULA float cosReduced(float x) {
  int64_t n;
  double r = reduceByHalfPi(x, &n);
  double y = n & 1 ? sinPolynomial(r) : cosPolynomial(r);
  return static_cast<float>((n + 1) & 2 ? -y : y);
}

// x^y for positive finite x, by 2^(y * log2 x) in double. Of other x any number: loops compute all
// elements before they look which are outside of the domain.
JN_FORMULA float powPositive(float x, float y) {
  // Shifts without a sign, and an exponent that becomes a number by its bits: AVX2 has no others.
  constexpr uint64_t kBias = uint64_t{1024} << 52;
  uint64_t bits = bitsAs<uint64_t>(static_cast<double>(x));
  uint64_t biased = (bits - 0x3fe6a09e667f3bcd + kBias) >> 52;  // sqrt(1/2)
  double m = bitsAs<double>(bits + kBias - (biased << 52));
  double e = bitsAs<double>(biased | 0x4330000000000000) - (4503599627370496.0 + 1024.0);
  double s = (m - 1.0) / (m + 1.0), z = s * s;
  double p = 2.82908015469150526e-1;
  p = p * z + 3.19905112327055712e-1;
  p = p * z + 4.12209267610453342e-1;
  p = p * z + 5.77077942202724204e-1;
  p = p * z + 9.617966941139472e-1;
  p = p * z + 2.88539008177784963;
  double t = static_cast<double>(y) * (p * s + e);
  t = t > 200.0 ? 200.0 : (t < -200.0 ? -200.0 : t);
  constexpr double kShift = 6755399441055744.0;
  double shifted = t + kShift;
  double f = t - (shifted - kShift);
  int64_t n = bitsAs<int64_t>(shifted) - bitsAs<int64_t>(kShift);
  double q = 1.5201837841276617e-5;
  q = q * f + 1.54692904571240712e-4;
  q = q * f + 1.33339229271717821e-3;
  q = q * f + 9.61802725622802862e-3;
  q = q * f + 5.55041035299865014e-2;
  q = q * f + 2.40226511981337077e-1;
  q = q * f + 6.93147180728584774e-1;
  q = q * f + 9.9999999996168521e-1;
  return static_cast<float>(q * bitsAs<double>((n + 1023) << 52));
}

}  // namespace janus::floatmath
