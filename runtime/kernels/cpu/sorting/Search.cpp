// searchsorted, bucketize: places in sorted rows.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"

namespace janus {
namespace {

struct SearchOptions {
  bool narrow, right;
};

// First place in [0, n) whose element is not before `v`; `order` gives the elements' places, or
// null.
template <class C, class At>
int64_t search(At &&at, int64_t n, C v, bool right) {
  int64_t low = 0, high = n;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    C m = at(middle);
    if (right ? !(m > v) : !(m >= v))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

Tensor searchRows(const Tensor &boundaries, const Tensor &values, const Tensor &sorter,
                  SearchOptions o) {
  Tensor out = makeTensor(values.sizes(), o.narrow ? DType::I32 : DType::I64, values.device());
  if (out.numel() == 0)
    return out;
  DType common = resultType(boundaries, values);
  Tensor rows = contiguousOf(convertedTo(boundaries, common)),
         wanted = contiguousOf(convertedTo(values, common));
  Tensor order = sorter.defined() ? contiguousOf(sorter) : Tensor();
  int64_t length = rows.size(-1),
          perRow = rows.dim() == 1 || values.dim() == 0 ? 0 : values.size(-1);
  visitAll(common, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for (int64_t i = 0; i < out.numel(); ++i) {
      int64_t start = perRow ? i / perRow * length : 0;
      const T *row = rows.data<T>() + start;
      Compute<T> v = loaded(wanted.data<T>()[i]);
      int64_t place;
      if (order.defined()) {
        const int64_t *places = order.data<int64_t>() + start;
        place = search([&](int64_t k) { return loaded(row[places[k]]); }, length, v, o.right);
      } else {
        place = search([&](int64_t k) { return loaded(row[k]); }, length, v, o.right);
      }
      if (o.narrow)
        out.data<int32_t>()[i] = static_cast<int32_t>(place);
      else
        out.data<int64_t>()[i] = place;
    }
  });
  return out;
}

bool searchesRight(bool right, std::optional<std::string_view> side) {
  if (!side)
    return right;
  if (*side != "left" && *side != "right")
    fail("torch.searchsorted(): side can only be 'left' or 'right' but got %.*s",
         static_cast<int>(side->size()), side->data());
  if (*side == "left" && right)
    fail("torch.searchsorted(): side and right can't be set to opposites, got side of left while "
         "right was True");
  return *side == "right";
}

void checkRows(const Tensor &boundaries, const Tensor &values, const Tensor &sorter) {
  if (values.dim() == 0 && boundaries.dim() != 1)
    fail("torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension "
         "is 1, but we got "
         "boundaries tensor dim(%d) and input value's dim(0) numel(1)",
         boundaries.dim());
  if (boundaries.dim() == 0)
    fail("torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 "
         "dimension");
  bool match = boundaries.dim() == 1 || boundaries.dim() == values.dim();
  for (int d = 0; match && boundaries.dim() > 1 && d + 1 < values.dim(); ++d)
    match = boundaries.size(d) == values.size(d);
  if (!match)
    fail("torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
         "dimensions of boundaries tensor "
         "and input value tensor must match, but we got boundaries tensor %s and input value "
         "tensor %s",
         dimsText(boundaries.sizes()).c_str(), dimsText(values.sizes()).c_str());
  if (!sorter.defined())
    return;
  if (!sameDims(sorter.sizes(), boundaries.sizes()))
    fail("torch.searchsorted(): boundary and sorter must have the same size, but got boundary "
         "tensor %sand got sorter "
         "tensor %s",
         dimsText(boundaries.sizes()).c_str(), dimsText(sorter.sizes()).c_str());
  if (sorter.dtype() != DType::I64)
    fail("torch.searchsorted(): sorter must be a tensor of long dtype but got dtype %s",
         scalarTypeName(sorter.dtype()));
  Tensor places = contiguousOf(sorter);
  for (int64_t i = 0; i < places.numel(); ++i)
    if (places.data<int64_t>()[i] < 0 || places.data<int64_t>()[i] >= boundaries.size(-1))
      fail("torch.searchsorted(): sorter index out of range");
}

Tensor searchsorted(const Tensor &boundaries, const Tensor &values, bool narrow, bool right,
                    std::optional<std::string_view> side, const Tensor &sorter) {
  right = searchesRight(right, side);
  checkRows(boundaries, values, sorter);
  return searchRows(boundaries, values, sorter, {narrow, right});
}
Tensor searchsortedScalar(const Tensor &boundaries, const Scalar &value, bool narrow, bool right,
                          std::optional<std::string_view> side, const Tensor &sorter) {
  return searchsorted(boundaries, makeWrapped(value), narrow, right, side, sorter);
}

Tensor bucketize(const Tensor &self, const Tensor &boundaries, bool narrow, bool right) {
  if (boundaries.dim() != 1)
    fail("boundaries tensor must be 1 dimension, but got dim(%d)", boundaries.dim());
  return searchRows(boundaries, self, Tensor(), {narrow, right});
}
Tensor bucketizeScalar(const Scalar &self, const Tensor &boundaries, bool narrow, bool right) {
  return bucketize(makeWrapped(self), boundaries, narrow, right);
}

}  // namespace

JANUS_KERNEL(SearchSortedTensor, searchsorted)
JANUS_KERNEL(SearchSortedScalar, searchsortedScalar)
JANUS_KERNEL(BucketizeTensor, bucketize)
JANUS_KERNEL(BucketizeScalar, bucketizeScalar)

}  // namespace janus
