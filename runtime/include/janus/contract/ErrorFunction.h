// The error function of floats where it is added to a number near 1, as in the normal distribution.
#pragma once

#include "janus/contract/FloatMath.h"

namespace janus::floatmath {

// erf(x) within 1e-7: one polynomial, of the logarithm of 1 - erf, and its exponential. Signs and
// bounds are taken from the bits, which costs one instruction each; NaN is taken for a large
// number.
JN_FORMULA float erfBesideOne(float x) {
  constexpr float kLimit = 4.05f;  // from 4 on the result is 1
  uint32_t bits = bitsAs<uint32_t>(x) & 0x7fffffffu, limit = bitsAs<uint32_t>(kLimit);
  float a = bitsAs<float>(bits < limit ? bits : limit);
  float q = 7.94941252431637e-6f;
  q = q * a + -1.0505618576851065e-4f;
  q = q * a + 5.838631589990372e-4f;
  q = q * a + -1.567610717947988e-3f;
  q = q * a + 4.697383618027678e-5f;
  q = q * a + 1.922606005629842e-2f;
  q = q * a + -1.0280303002068314e-1f;
  q = q * a + -6.366152550114601e-1f;
  q = q * a + -1.1283794147747412f;
  // In [-18, 0], where the exponential is a normal number. It ends in a sum, as all that meets a
  // product below, so that compilers have one way to contract.
  float y = q * a + 2.1490329515927442e-9f;
  float shifted = y * 1.44269504088896341f + kRoundingShift;
  float n = shifted - kRoundingShift;
  float r = (y - n * 0.693359375f) - n * -2.12194440054690583e-4f;
  float p = 1.38130942082900387e-3f;
  p = p * r + 8.36942398700875766e-3f;
  p = p * r + 4.16684578683663389e-2f;
  p = p * r + 1.66665147348835648e-1f;
  p = p * r + 4.99999930451957326e-1f;
  float e = (p * (r * r) + r) + 1.0f;
  float rest = bitsAs<float>(bitsAs<uint32_t>(e) + (bitsAs<uint32_t>(shifted) << 23));
  uint32_t sign = bitsAs<uint32_t>(x) & 0x80000000u;
  return bitsAs<float>(bitsAs<uint32_t>(1.0f - rest) | sign);
}

}  // namespace janus::floatmath
