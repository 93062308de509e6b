// sort, argsort.
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/sorting/Order.h"
#include "tensor/dispatch/Boxing.h"

#include <algorithm>

namespace janus {
namespace {

// The order of equal elements in an unstable sort is the algorithm's; this one agrees with torch's.
template <class C>
void sortRow(std::vector<Ranked<C>> &row, bool stable, bool descending) {
  inOrder(row, descending, [&](auto before) {
    if (stable)
      std::stable_sort(row.begin(), row.end(), before);
    else
      std::sort(row.begin(), row.end(), before);
  });
}

std::tuple<Tensor, Tensor> sortStable(const Tensor &self, std::optional<bool> stable, int64_t dim,
                                      bool descending) {
  dim = wrapped(dim, self.dim());
  Tensor values = emptyLike(self, self.dtype(), MemoryFormat::Preserve);
  Tensor indices = makeStrided(self.sizes(), values.strides(), DType::I64, self.device());
  if (isComplex(self.dtype()))
    failWith(jn_exc_TypeError, " Sort does not support complex dtypes on CPU");
  visitAll(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    rankLines<T>(self, values, indices, dim, [&](const Line<T> &line, auto &row) {
      rankLine(line, row);
      sortRow(row, stable.value_or(false), descending);
    });
  });
  return {std::move(values), std::move(indices)};
}
std::tuple<Tensor, Tensor> sort(const Tensor &self, int64_t dim, bool descending) {
  return sortStable(self, false, dim, descending);
}
}  // namespace

JANUS_KERNEL(SortStable, sortStable)
JANUS_KERNEL(Sort, sort)

}  // namespace janus
