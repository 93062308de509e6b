#include "exec/CopyElements.h"

#include "tensor/dispatch/Ops.h"

#include <cstring>

namespace janus {

Tensor makeAlike(const TensorObject *from) {
  return makeStrided({from->sizes, from->ndim}, {from->strides, from->ndim}, from->dtype);
}

// The memory from the first element to the last is copied as it is, unless most of it is gaps.
void copyElements(TensorObject *to, const TensorObject *from) {
  int64_t last = 0;
  bool shares = false;  // elements of an `expand` lie in one place
  for (int64_t d = 0; d < from->ndim; ++d) {
    last += (from->sizes[d] - 1) * from->strides[d];
    shares |= from->sizes[d] > 1 && from->strides[d] == 0;
  }
  if (from->numel == 0)
    return;
  if (!shares && last >= 4 * from->numel) {
    Value args[] = {jn_obj(to), jn_obj(const_cast<TensorObject *>(from)), jn_bool(false)};
    jn_decref(checked(callKernel(TensorOp::Copy_, args)));
    return;
  }
  auto size = static_cast<int64_t>(sizeOf(from->dtype));
  std::memcpy(to->storage->data + to->offset * size, from->storage->data + from->offset * size,
              static_cast<size_t>((last + 1) * size));
}

}  // namespace janus
