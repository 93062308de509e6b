// Rows of a table by index, and the gradient for the table.
#include "janus/contract/inference/Index.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace janus {
namespace {

void checkIndices(const char *name, const Tensor &indices) {
  if (indices.dtype() != DType::I64 && indices.dtype() != DType::I32)
    fail("Expected tensor for argument #1 'indices' to have one of the following scalar types: "
         "Long, Int; but got torch.%s instead (while checking arguments for %s)",
         std::string(info(indices.dtype()).legacy).c_str(), name);
}

Tensor embedding(const Tensor &weight, const Tensor &indices, int64_t, bool, bool) {
  RunTimeContext cx;
  Dims sizes = infer::embedding(cx, Dims(weight.sizes()), Dims(indices.sizes()));
  checkIndices("embedding", indices);
  Tensor rows = contiguousOf(weight), places = contiguousOf(convertedTo(indices, DType::I64));
  int64_t count = weight.size(0);
  size_t width = static_cast<size_t>(weight.size(1)) * sizeOf(weight.dtype());
  Tensor out = makeTensor(sizes, weight.dtype(), weight.device());
  std::byte *to = out.raw();
  const std::byte *from = rows.raw();
  const int64_t *place = places.data<int64_t>();
  for (int64_t i = 0, n = places.numel(); i < n; ++i, to += width) {
    if (place[i] < 0 || place[i] >= count)
      failWith(jn_exc_IndexError, "index out of range in self");
    memcpy(to, from + static_cast<size_t>(place[i]) * width, width);
  }
  return out;
}

// Rows are added in the order of the indices, as torch does on one thread.
Tensor embeddingBackward(const Tensor &gradOutput, const Tensor &indices, int64_t rowCount,
                         int64_t padding, bool byFrequency) {
  checkIndices("embedding_backward", indices);
  int64_t width = gradOutput.size(-1);
  Tensor grad = contiguousOf(gradOutput), places = contiguousOf(convertedTo(indices, DType::I64));
  Tensor out = makeTensor(Dims{rowCount, width}, gradOutput.dtype(), gradOutput.device());
  fillWith(out, 0);
  const int64_t *place = places.data<int64_t>();
  int64_t n = places.numel();
  std::vector<int64_t> uses;
  if (byFrequency) {
    uses.resize(static_cast<size_t>(rowCount));
    for (int64_t i = 0; i < n; ++i)
      ++uses[static_cast<size_t>(place[i])];
  }
  visitFloating(gradOutput.dtype(), "embedding_backward", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    const T *from = grad.data<T>();
    T *table = out.data<T>();
    for (int64_t i = 0; i < n; ++i, from += width) {
      if (place[i] == padding)
        continue;
      C scale = byFrequency ? C(1) / static_cast<C>(uses[static_cast<size_t>(place[i])]) : C(1);
      T *row = table + place[i] * width;
      for (int64_t k = 0; k < width; ++k)
        row[k] = stored<T>(loaded(row[k]) + loaded(from[k]) * scale);
    }
  });
  return out;
}

// Rows that share places see, one after the other, what was made of the one before.
Tensor embeddingRenorm_(const Tensor &self, const Tensor &indices, double maxNorm,
                        double normType) {
  if (self.dim() != 2)
    fail("Expected 2-dimensional tensor, but got %d-dimensional tensor for argument #1 'self' "
         "(while checking arguments for embedding_renorm_)",
         self.dim());
  checkIndices("embedding_renorm_", indices);
  Tensor places = contiguousOf(convertedTo(indices, DType::I64));
  const int64_t *place = places.data<int64_t>();
  std::vector<int64_t> rows(place, place + places.numel());
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (int64_t row : rows)
    if (row < 0 || row >= self.size(0))
      failWith(jn_exc_IndexError, "index out of range in self");
  ModeScope off(0);
  const uint32_t version = self.version();
  for (int64_t number : rows) {
    Tensor row = ops::call<TensorOp::Select>(self, 0, number);
    Tensor length =
        ops::call<TensorOp::VectorNorm>(row, Scalar(normType), std::nullopt, false, std::nullopt);
    double norm = itemOf(length).toDouble();
    if (norm > maxNorm)
      ops::callValue<TensorOp::MulScalar_>(row, Scalar(maxNorm / (norm + 1e-7)));
  }
  self->version->value = version;  // all rows are one write, which the caller counts
  return self;
}

}  // namespace

JANUS_KERNEL(Embedding, embedding)
JANUS_KERNEL(EmbeddingRenorm_, embeddingRenorm_)
JANUS_KERNEL(EmbeddingBackward, embeddingBackward)

}  // namespace janus
