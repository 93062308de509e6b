// 16-bit floating types as storage; arithmetic is done in float.
#pragma once

#include "janus/contract/FloatMath.h"

namespace janus {

struct Half {
  uint16_t bits;
};
struct BFloat16 {
  uint16_t bits;
};

JN_FORMULA float toFloat(Half h) {
  using floatmath::bitsAs;
  uint32_t shifted = static_cast<uint32_t>(h.bits & 0x7fff) << 13;
  float scaled =
      bitsAs<float>(shifted) * 5.192296858534828e33f;  // 2^112: also makes subnormals right
  uint32_t bits = bitsAs<uint32_t>(scaled);
  bits = shifted >= 0x0f800000u ? shifted | 0x7f800000u : bits;
  return bitsAs<float>(bits | static_cast<uint32_t>(h.bits & 0x8000) << 16);
}
// Rounds to nearest, ties to even.
JN_FORMULA Half toHalf(float v) {
  using floatmath::bitsAs;
  uint32_t all = bitsAs<uint32_t>(v), f = all & 0x7fffffffu;
  uint32_t normal = (f + 0xc8000fffu + (f >> 13 & 1)) >> 13;
  uint32_t subnormal = bitsAs<uint32_t>(bitsAs<float>(f) + 0.5f) - 0x3f000000u;
  uint32_t large = f > 0x7f800000u ? 0x7e00u : 0x7c00u;
  uint32_t r = f < 0x38800000u ? subnormal : (f >= 0x47800000u ? large : normal);
  return Half{static_cast<uint16_t>(r | (all >> 16 & 0x8000u))};
}

JN_FORMULA float toFloat(BFloat16 h) {
  return floatmath::bitsAs<float>(static_cast<uint32_t>(h.bits) << 16);
}
JN_FORMULA BFloat16 toBFloat16(float v) {
  uint32_t bits = floatmath::bitsAs<uint32_t>(v);
  uint32_t rounded = (bits + 0x7fffu + (bits >> 16 & 1)) >> 16;
  return BFloat16{static_cast<uint16_t>(v != v ? 0x7fc0u : rounded)};
}

}  // namespace janus
