// Moving elements needs their width, not their type.
#pragma once

#include <cstddef>
#include <cstdint>

namespace janus {

// Calls f with a value of the unsigned type of `width` bytes: 1, 2, 4 or 8.
template <class F>
void visitWidth(size_t width, F &&f) {
  switch (width) {
  case 1: return f(uint8_t{});
  case 2: return f(uint16_t{});
  case 4: return f(uint32_t{});
  default: return f(uint64_t{});
  }
}

}  // namespace janus
