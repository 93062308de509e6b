// Moving elements needs their width, not their type.
#pragma once

#include <cstddef>
#include <cstdint>

namespace janus {

struct TwoWords {
  uint64_t words[2];
};

// Calls f with a value of the unsigned type of `width` bytes: 1, 2, 4 or 8, or of two of 8.
template <class F>
void visitWidth(size_t width, F &&f) {
  switch (width) {
  case 1: return f(uint8_t{});
  case 2: return f(uint16_t{});
  case 4: return f(uint32_t{});
  case 8: return f(uint64_t{});
  default: return f(TwoWords{});
  }
}

}  // namespace janus
