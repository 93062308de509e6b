// The k first of a row in an order, as torch selects them: which of equal elements come first
// depends on the algorithms of the C++ library, and so does it here.
#pragma once

#include "kernels/cpu/sorting/Order.h"

#include <algorithm>

namespace janus {

// Afterwards row[0..k) are the k largest (smallest), in order if `sorted`.
template <class C>
void selectTop(std::vector<Ranked<C>> &row, int64_t k, bool largest, bool sorted) {
  auto select = [&](auto before) {
    auto n = static_cast<int64_t>(row.size());
    if (k * 64 <= n) {
      std::partial_sort(row.begin(), row.begin() + k, row.end(), before);
    } else {
      std::nth_element(row.begin(), row.begin() + k - 1, row.end(), before);
      if (sorted)
        std::sort(row.begin(), row.begin() + k - 1, before);
    }
  };
  if (k == 0)
    return;
  bool hasNan = false;
  for (const Ranked<C> &each : row)
    hasNan |= each.value != each.value;
  if (!hasNan)  // the same order, by one comparison
    return largest ? select([](const auto &a, const auto &b) { return a.value > b.value; })
                   : select([](const auto &a, const auto &b) { return a.value < b.value; });
  if (largest)
    select(Descending());
  else
    select(Ascending());
}

}  // namespace janus
