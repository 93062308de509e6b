// The k first of a row in an order, as torch selects them: which of equal elements come first
// depends on the algorithms of the C++ library, and so does it here.
#pragma once

#include "kernels/cpu/sorting/Order.h"

#include <algorithm>

namespace janus {

// Whether torch takes std::partial_sort for k of n elements, and not std::nth_element.
constexpr bool isFew(int64_t k, int64_t n) {
  return k > 0 && k * 64 <= n;
}

// Afterwards row[0..k) are the k largest (smallest), in order if `sorted`; of few ones a topk of
// lines asks selectFew() instead, which needs no row.
template <class C>
void selectTop(std::vector<Ranked<C>> &row, int64_t k, bool largest, bool sorted) {
  if (k == 0)
    return;
  inOrder(row, largest, [&](auto before) {
    auto n = static_cast<int64_t>(row.size());
    if (isFew(k, n)) {
      std::partial_sort(row.begin(), row.begin() + k, row.end(), before);
    } else {
      std::nth_element(row.begin(), row.begin() + k - 1, row.end(), before);
      if (sorted)
        std::sort(row.begin(), row.begin() + k - 1, before);
    }
  });
}

// The k first of at(0), ..., at(n - 1), in order, as std::partial_sort leaves them, for k below n:
// a heap of k elements that each later one before its top enters. Most do not, which is asked of a
// block at a time.
template <bool descending, class At, class C>
void selectFew(At at, int64_t n, int64_t k, std::vector<Ranked<C>> &heap) {
  constexpr int64_t kBlock = 16;
  std::conditional_t<descending, Descending, Ascending> before;
  heap.clear();
  for (int64_t i = 0; i < k; ++i)
    heap.push_back({at(i), i});
  std::make_heap(heap.begin(), heap.end(), before);
  auto enter = [&](int64_t i) {
    Ranked<C> each = {at(i), i};
    if (!before(each, heap.front()))
      return;
    heap.push_back(each);
    std::pop_heap(heap.begin(), heap.end(), before);
    heap.pop_back();
  };
  int64_t i = k;
  for (; i + kBlock <= n; i += kBlock) {
    C top = heap.front().value;
    int enters = 0;
    for (int64_t j = 0; j < kBlock; ++j)  // by one comparison, which NaN passes, too
      enters |= descending ? !(at(i + j) <= top) : !(at(i + j) >= top);
    for (int64_t j = 0; enters && j < kBlock; ++j)
      enter(i + j);
  }
  for (; i < n; ++i)
    enter(i);
  std::sort_heap(heap.begin(), heap.end(), before);
}
template <class T>
void selectFew(const Line<T> &line, int64_t k, bool largest, std::vector<Ranked<Compute<T>>> &row) {
  auto select = [&](auto at) {
    largest ? selectFew<true>(at, line.length, k, row) : selectFew<false>(at, line.length, k, row);
  };
  if (line.stride == 1)
    select([from = line.data](int64_t i) { return loaded(from[i]); });
  else
    select([&](int64_t i) { return loaded(line[i]); });
}

}  // namespace janus
