// The state of `random`'s generator, in CPython's layout.
#pragma once

#include "value/object/Object.h"

namespace janus {

struct RandomState {
  static constexpr int kWords = 624;
  int index;
  uint32_t words[kWords];
};
// Of an instance of random.Random; null for anything else.
RandomState *randomStateOf(Value v);
// The instance was seeded by the system, and nothing has been drawn: nobody relies on its state.
bool isUnusedRandom(Value v);

}  // namespace janus
