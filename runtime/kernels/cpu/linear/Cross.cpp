// Cross products of vectors with three elements.
#include "janus/contract/inference/Broadcast.h"
#include "kernels/cpu/Lines.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <cinttypes>

namespace janus {
namespace {

Tensor cross(const Tensor &self, const Tensor &other, int64_t dim) {
  if (self.dim() != other.dim())
    fail("linalg.cross: inputs must have the same number of dimensions.");
  int64_t d = wrapped(dim, self.dim());
  int64_t a = lineLength(self, d), b = lineLength(other, d);
  if (a != 3 || b != 3)
    fail("linalg.cross: inputs dimension %" PRId64 " must have length 3. Got %" PRId64
         " and %" PRId64,
         dim, a, b);
  RunTimeContext cx;
  Dims shape = infer::broadcast(cx, Dims(self.sizes()), Dims(other.sizes()));
  DType t = resultType(self, other);
  Tensor x = ops::call<TensorOp::Expand>(convertedTo(self, t), shape, false);
  Tensor y = ops::call<TensorOp::Expand>(convertedTo(other, t), shape, false);
  Tensor out = makeTensor(shape, t, self.device());
  visitUnordered(t, "cross", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const Tensor *tensors[] = {&out, &x, &y};
    forEachLine(tensors, d, [&](std::byte *const *at) {
      auto to = lineOf<T>(out, d, at[0]), p = lineOf<T>(x, d, at[1]), q = lineOf<T>(y, d, at[2]);
      for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        to[i] = stored<T>(loaded(p[j]) * loaded(q[k]) - loaded(p[k]) * loaded(q[j]));
      }
    });
  });
  return out;
}

}  // namespace

JANUS_KERNEL(Cross, cross)

}  // namespace janus
