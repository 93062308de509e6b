// Effects of an operation besides computing its results. Passes ask these, never operation names.
#pragma once

#include <cstdint>

namespace janus::ir {

enum Traits : uint32_t {
  Pure = 0,
  ReadsSlot = 1u << 0,
  WritesSlot = 1u << 1,
  ReadsHeap = 1u << 2,
  WritesHeap = 1u << 3,
  Raises = 1u << 4,
  Draws = 1u << 5,  // random numbers
  Outputs = 1u << 6,
  Allocates = 1u << 7,  // a new object whose identity can be seen; may be dropped when unused
  CallsUser = 1u << 8,  // may run arbitrary Python code
  Control = 1u << 9,    // has regions
  Terminator = 1u << 10,
  Exit = 1u << 11,  // leaves the enclosing region other than by falling through
  Suspends = 1u << 12,
  GuardTrait = 1u << 13,
  Effects = ReadsHeap | WritesHeap | Raises | Draws | Outputs | CallsUser,
};

}  // namespace janus::ir
