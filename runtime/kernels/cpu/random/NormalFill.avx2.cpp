// Eight lanes of Box-Muller with the polynomials of the Cephes library, as torch has it. Every
// product that is summed is rounded once, with the sum (explicit fma: the bits must not depend on
// the compiler).
#include "kernels/cpu/random/NormalFill.h"

#include <immintrin.h>
#include <initializer_list>

namespace janus::avx2 {
namespace {

struct V {
  __m256 v;
};
inline V all(float x) {
  return {_mm256_set1_ps(x)};
}
inline V sum(V a, V b) {
  return {_mm256_add_ps(a.v, b.v)};
}
inline V difference(V a, V b) {
  return {_mm256_sub_ps(a.v, b.v)};
}
// A product that must not be fused with a later sum.
inline V product(V a, V b) {
  V r = {_mm256_mul_ps(a.v, b.v)};
  asm("" : "+x"(r.v));
  return r;
}
inline V fma(V a, V b, V c) {
  return {_mm256_fmadd_ps(a.v, b.v, c.v)};
}  // a * b + c
inline V fnma(V a, V b, V c) {
  return {_mm256_fnmadd_ps(a.v, b.v, c.v)};
}  // c - a * b
inline V fms(V a, V b, V c) {
  return {_mm256_fmsub_ps(a.v, b.v, c.v)};
}  // a * b - c

// For x in (0, 1].
inline V log(V x) {
  __m256i bits = _mm256_castps_si256(x.v);
  __m256i exponent = _mm256_sub_epi32(_mm256_srli_epi32(bits, 23), _mm256_set1_epi32(0x7f));
  V m = {_mm256_or_ps(_mm256_and_ps(x.v, _mm256_castsi256_ps(_mm256_set1_epi32(0x007fffff))),
                      all(0.5f).v)};
  V e = sum({_mm256_cvtepi32_ps(exponent)}, all(1.0f));
  __m256 small = _mm256_cmp_ps(m.v, all(0.707106781186547524f).v, _CMP_LT_OS);
  V again = {_mm256_and_ps(m.v, small)};
  m = difference(m, all(1.0f));
  e = difference(e, {_mm256_and_ps(all(1.0f).v, small)});
  m = sum(m, again);
  V z = product(m, m);
  V y = all(7.0376836292e-2f);
  for (float c : {-1.1514610310e-1f, 1.1676998740e-1f, -1.2420140846e-1f, 1.4249322787e-1f,
                  -1.6668057665e-1f, 2.0000714765e-1f, -2.4999993993e-1f, 3.3333331174e-1f})
    y = fma(y, m, all(c));
  y = product(y, m);
  y = fma(y, z, product(e, all(-2.12194440e-4f)));
  y = fnma(z, all(0.5f), y);
  m = sum(m, y);
  return fma(e, all(0.693359375f), m);
}

// For x in [0, 2 pi).
inline void sinCos(V x, V *sine, V *cosine) {
  __m256i octant = _mm256_cvttps_epi32(product(x, all(1.27323954473516f)).v);
  octant = _mm256_and_si256(_mm256_add_epi32(octant, _mm256_set1_epi32(1)), _mm256_set1_epi32(~1));
  V y = {_mm256_cvtepi32_ps(octant)};
  __m256 sineSign =
      _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_and_si256(octant, _mm256_set1_epi32(4)), 29));
  __m256i shifted = _mm256_sub_epi32(octant, _mm256_set1_epi32(2));
  __m256 cosineSign = _mm256_castsi256_ps(
      _mm256_slli_epi32(_mm256_andnot_si256(shifted, _mm256_set1_epi32(4)), 29));
  __m256 straight = _mm256_castsi256_ps(
      _mm256_cmpeq_epi32(_mm256_and_si256(octant, _mm256_set1_epi32(2)), _mm256_setzero_si256()));
  x = fma(y, all(-0.78515625f), x);
  x = fma(y, all(-2.4187564849853515625e-4f), x);
  x = fma(y, all(-3.77489497744594108e-8f), x);
  V z = product(x, x);
  V c = fma(all(2.443315711809948e-5f), z, all(-1.388731625493765e-3f));
  c = fma(c, z, all(4.166664568298827e-2f));
  c = product(c, z);
  c = fms(c, z, product(z, all(0.5f)));
  c = sum(c, all(1.0f));
  V s = fma(all(-1.9515295891e-4f), z, all(8.3321608736e-3f));
  s = fma(s, z, all(-1.6666654611e-1f));
  s = product(s, z);
  s = fma(s, x, x);
  sine->v = _mm256_xor_ps(_mm256_blendv_ps(c.v, s.v, straight), sineSign);
  cosine->v = _mm256_xor_ps(_mm256_blendv_ps(s.v, c.v, straight), cosineSign);
}

}  // namespace

extern const NormalFillFn fillNormals;
const NormalFillFn fillNormals = [](float *data, int64_t count, float mean, float std) {
  const V twoPi = all(6.283185307179586f);
  for (int64_t i = 0; i < count; i += 16) {
    V u1 = difference(all(1.0f), {_mm256_loadu_ps(data + i)});
    V theta = product(twoPi, {_mm256_loadu_ps(data + i + 8)});
    V radius = {_mm256_sqrt_ps(product(all(-2.0f), log(u1)).v)};
    V sine, cosine;
    sinCos(theta, &sine, &cosine);
    _mm256_storeu_ps(data + i, fma(product(radius, cosine), all(std), all(mean)).v);
    _mm256_storeu_ps(data + i + 8, fma(product(radius, sine), all(std), all(mean)).v);
  }
};

}  // namespace janus::avx2
