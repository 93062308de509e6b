// Elements with their places, and torch's order among them: NaN is greater than every number.
#pragma once

#include "kernels/cpu/Lines.h"

#include <vector>

namespace janus {

template <class C>
struct Ranked {
  C value;
  int64_t index;
};

template <class C>
[[gnu::always_inline]] inline bool isLess(C a, C b) {
  if constexpr (std::is_floating_point_v<C>)
    return a < b || (b != b && a == a);
  else
    return a < b;
}
struct Ascending {
  template <class C>
  bool operator()(const Ranked<C> &a, const Ranked<C> &b) const {
    return isLess(a.value, b.value);
  }
};
struct Descending {
  template <class C>
  bool operator()(const Ranked<C> &a, const Ranked<C> &b) const {
    return isLess(b.value, a.value);
  }
};

template <class T>
void rankLine(const Line<T> &line, std::vector<Ranked<Compute<T>>> &out) {
  out.resize(static_cast<size_t>(line.length));
  for (int64_t i = 0; i < line.length; ++i)
    out[static_cast<size_t>(i)] = {loaded(line[i]), i};
}

}  // namespace janus
