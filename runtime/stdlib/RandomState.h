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
// What `random()` gives after `ahead` further calls; the state stays as it is.
double comingNumber(const Object *random, int64_t ahead);
// The same as so many calls of `random()`.
void takeNumbers(Object *random, int64_t count);

}  // namespace janus
