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

// run(before) in torch's order; without NaN that is the same one by one comparison.
template <class C, class Run>
void inOrder(const std::vector<Ranked<C>> &row, bool descending, Run &&run) {
  bool hasNan = false;
  for (const Ranked<C> &each : row)
    hasNan |= each.value != each.value;
  if (hasNan)
    return descending ? run(Descending()) : run(Ascending());
  descending ? run([](const auto &a, const auto &b) { return a.value > b.value; })
             : run([](const auto &a, const auto &b) { return a.value < b.value; });
}

template <class T>
void rankLine(const Line<T> &line, std::vector<Ranked<Compute<T>>> &out) {
  out.resize(static_cast<size_t>(line.length));
  for (int64_t i = 0; i < line.length; ++i)
    out[static_cast<size_t>(i)] = {loaded(line[i]), i};
}

// Lines of values and of places: order(line, row) puts the elements of a line that come first to
// the front of `row`.
template <class T, class Order>
void rankLines(const Tensor &self, const Tensor &values, const Tensor &indices, int64_t dim,
               Order &&order) {
  std::vector<Ranked<Compute<T>>> row;
  forEachLine({&self, &values, &indices}, dim, [&](std::byte *const *at) {
    Line<T> from = lineOf<T>(self, dim, at[0]), to = lineOf<T>(values, dim, at[1]);
    Line<int64_t> places = lineOf<int64_t>(indices, dim, at[2]);
    order(from, row);
    for (int64_t i = 0; i < to.length; ++i) {
      places[i] = row[static_cast<size_t>(i)].index;
      to[i] = from[places[i]];
    }
  });
}

}  // namespace janus
