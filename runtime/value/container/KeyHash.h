// Hashes and equality of keys of dicts and sets, in line for the keys that most of them have.
#pragma once

#include "value/number/Number.h"
#include "value/text/Str.h"

namespace janus {

inline bool hashKey(Value key, int64_t *out) {
  if (key.tag == JN_OBJECT && key.o->type == &jn_type_str) {
    *out = as<StrObject>(key)->hash;
    return JN_LIKELY(*out != -1) || hash(key, out);
  }
  // Below the modulus of hashInt64, which is most of them, an int is its hash.
  constexpr uint64_t kModulus = (uint64_t{1} << 61) - 1;
  if (key.tag == JN_INT && JN_LIKELY(static_cast<uint64_t>(key.i) < kModulus)) {
    *out = key.i;
    return true;
  }
  return hash(key, out);
}

// The equality of two keys where no type need be asked, so that no code of the program runs: 1, 0,
// or -1 where it is not known. Tuples of such keys are compared to the depth given.
inline int plainlyEqual(Value a, Value b, int depth = 2) {
  if (a.tag != b.tag)
    return -1;
  if (a.tag == JN_INT || a.tag == JN_BOOL)
    return a.i == b.i;
  if (a.tag != JN_OBJECT)
    return a.tag == JN_NONE ? 1 : -1;
  if (a.o == b.o)
    return 1;
  if (a.o->type == &jn_type_str && b.o->type == &jn_type_str)
    return strEqual(a, b);
  if (depth == 0 || !isExact(a, &jn_type_tuple) || !isExact(b, &jn_type_tuple))
    return -1;
  const auto *x = as<jn_tuple>(a), *y = as<jn_tuple>(b);
  if (x->size != y->size)
    return 0;
  for (int64_t i = 0; i < x->size; ++i)
    if (int same = plainlyEqual(x->items[i], y->items[i], depth - 1); same != 1)
      return same;
  return 1;
}

}  // namespace janus
