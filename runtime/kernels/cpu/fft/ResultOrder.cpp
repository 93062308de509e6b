#include "kernels/cpu/fft/ResultOrder.h"

#include "kernels/cpu/Lines.h"
#include "kernels/cpu/copy/Copy.h"

#include <algorithm>
#include <vector>

namespace janus {

Dims transformedStrides(IntView like, IntView sizes, IntView dims, bool lastStays) {
  std::vector<int64_t> order;
  for (size_t d = 0; d < sizes.size(); ++d)
    if (std::find(dims.begin(), dims.end(), static_cast<int64_t>(d)) == dims.end())
      order.push_back(static_cast<int64_t>(d));
  auto bySlowest = [&](int64_t a, int64_t b) {
    return like[static_cast<size_t>(a)] > like[static_cast<size_t>(b)];
  };
  std::stable_sort(order.begin(), order.end(), bySlowest);
  auto repeated = static_cast<ptrdiff_t>(order.size());
  order.insert(order.end(), dims.begin(), dims.end());
  std::stable_sort(order.begin() + repeated, order.end() - (lastStays ? 1 : 0), bySlowest);
  Dims strides(sizes.size());
  int64_t stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    auto d = static_cast<size_t>(order[i]);
    strides[d] = stride;
    stride *= std::max<int64_t>(sizes[d], 1);
  }
  return strides;
}

Dims realTransformedStrides(const Tensor &self, IntView sizes, IntView dims) {
  IntView first = dims.first(dims.size() - 1);
  Dims between = first.empty()
                     ? Dims(emptyLike(self, self.dtype(), MemoryFormat::Preserve).strides())
                     : transformedStrides(self.strides(), self.sizes(), first, false);
  return transformedStrides(between, sizes, dims.subspan(dims.size() - 1), true);
}

Dims wrappedDims(IntView dims, int rank) {
  Dims result;
  for (int64_t d : dims)
    result.push_back(wrapped(d, rank));
  return result;
}

}  // namespace janus
