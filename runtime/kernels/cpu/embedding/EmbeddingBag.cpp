// Sums, means and maxima of bags of rows, and the gradient for the table.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/dispatch/Boxing.h"

#include <cinttypes>
#include <vector>

namespace janus {
namespace {

enum Mode : int64_t { kSum, kMean, kMax };

[[noreturn]] void failKind(const char *argument, const Tensor &t) {
  fail("Expected tensor for argument #1 '%s' to have one of the following scalar types: Long, Int; "
       "but got torch.%s instead (while checking arguments for embedding_bag)",
       argument, std::string(info(t.dtype()).legacy).c_str());
}
bool isIndex(const Tensor &t) {
  return t.dtype() == DType::I64 || t.dtype() == DType::I32;
}

// The ranges of the bags.
struct Bags {
  Tensor starts;
  int64_t count, indices;
  int64_t begin(int64_t bag) const { return starts.data<int64_t>()[bag]; }
  int64_t end(int64_t bag) const {
    return bag + 1 < starts.numel() ? starts.data<int64_t>()[bag + 1] : indices;
  }
};

Bags readBags(const Tensor &indices, const Tensor &offsets, bool withLast) {
  if (!isIndex(indices))
    failKind("indices", indices);
  if (!isIndex(offsets))
    failKind("offsets", offsets);
  Bags bags{contiguousOf(convertedTo(offsets, DType::I64)), offsets.numel(), indices.numel()};
  if (withLast) {
    if (bags.count < 1)
      fail("include_last_offset: number of offsets should be at least 1");
    --bags.count;
  }
  if (offsets.numel() == 0)
    return bags;
  const int64_t *at = bags.starts.data<int64_t>();
  if (at[0] != 0)
    fail("offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from "
         "position 0. However, got %" PRId64,
         at[0]);
  int64_t last = at[offsets.numel() - 1];
  if (last > bags.indices)
    fail("offsets[-1] can not be greater than input's length %" PRId64
         " but got offsets[-1] of %" PRId64,
         bags.indices, last);
  for (int64_t i = 1; i < offsets.numel(); ++i)
    if (at[i] < at[i - 1])
      fail("offsets should be increasing, but offsets[%" PRId64 "] is less than the one before", i);
  return bags;
}

template <class T, class F>
void forRow(const T *row, int64_t width, F &&f) {
  for (int64_t k = 0; k < width; ++k)
    f(k, loaded(row[k]));
}

std::tuple<Tensor, Tensor, Tensor, Tensor> embeddingBag(const Tensor &weight, const Tensor &indices,
                                                        const Tensor &offsets, bool, int64_t mode,
                                                        bool, const Tensor &perSample,
                                                        bool withLast, int64_t padding) {
  Bags bags = readBags(indices, offsets, withLast);
  if (perSample.defined() && perSample.dtype() != weight.dtype())
    fail(
        "Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 "
        "'per_sample_weights'; but type torch.%s does not equal torch.%s (while checking arguments "
        "for embedding_bag)",
        std::string(info(weight.dtype()).legacy).c_str(),
        std::string(info(perSample.dtype()).legacy).c_str());
  int64_t width = weight.size(1), rows = weight.size(0);
  Tensor table = contiguousOf(weight), places = contiguousOf(convertedTo(indices, DType::I64));
  Tensor samples = perSample.defined() ? contiguousOf(perSample) : Tensor();
  Tensor out = makeTensor(Dims{bags.count, width}, weight.dtype(), weight.device());
  Tensor bagOf = makeTensor(Dims{bags.indices}, DType::I64),
         sizes = makeTensor(Dims{bags.count}, DType::I64);
  Tensor greatest =
      makeTensor(mode == kMax ? Dims{bags.count, width} : Dims{bags.count}, DType::I64);
  fillWith(greatest, 0);
  const int64_t *place = places.data<int64_t>();
  for (int64_t i = 0; i < bags.indices; ++i)
    if (place[i] < 0 || place[i] >= rows)
      fail("Index %" PRId64 " of input takes value %" PRId64
           " which is not in the valid range [0, %" PRId64 ")",
           i, place[i], rows);
  visitFloating(weight.dtype(), "embedding_bag", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    const T *from = table.data<T>();
    const T *scale = samples.defined() ? samples.data<T>() : nullptr;
    std::vector<C> state(static_cast<size_t>(width));
    for (int64_t b = 0; b < bags.count; ++b) {
      std::fill(state.begin(), state.end(), C(0));
      int64_t used = 0;
      int64_t *best = greatest.data<int64_t>() + (mode == kMax ? b * width : 0);
      for (int64_t i = bags.begin(b); i < bags.end(b); ++i) {
        bagOf.data<int64_t>()[i] = b;
        if (place[i] == padding)
          continue;
        const T *row = from + place[i] * width;
        if (mode == kMax) {
          forRow(row, width, [&](int64_t k, C v) {
            if (used == 0 || v > state[static_cast<size_t>(k)]) {
              state[static_cast<size_t>(k)] = v;
              best[k] = place[i];
            }
          });
        } else {
          C factor = scale ? loaded(scale[i]) : C(1);
          forRow(row, width, [&](int64_t k, C v) { state[static_cast<size_t>(k)] += v * factor; });
        }
        ++used;
      }
      sizes.data<int64_t>()[b] = used;
      C divisor = mode == kMean && used ? static_cast<C>(used) : C(1);
      T *to = out.data<T>() + b * width;
      for (int64_t k = 0; k < width; ++k)
        to[k] = stored<T>(state[static_cast<size_t>(k)] / divisor);
    }
  });
  if (mode == kMean)
    greatest = cloneOf(sizes);
  return {std::move(out), std::move(bagOf), std::move(sizes), std::move(greatest)};
}

Tensor embeddingBagBackward(const Tensor &gradOutput, const Tensor &indices, const Tensor &bagOf,
                            const Tensor &sizes, const Tensor &greatest, int64_t rowCount,
                            int64_t mode, const Tensor &perSample, int64_t padding) {
  int64_t width = gradOutput.size(1), bags = gradOutput.size(0);
  Tensor grad = contiguousOf(gradOutput), places = contiguousOf(convertedTo(indices, DType::I64));
  Tensor samples = perSample.defined() ? contiguousOf(perSample) : Tensor();
  Tensor out = makeTensor(Dims{rowCount, width}, gradOutput.dtype(), gradOutput.device());
  fillWith(out, 0);
  visitFloating(gradOutput.dtype(), "embedding_bag_backward", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    const T *from = grad.data<T>();
    T *table = out.data<T>();
    auto add = [](T &to, C v) { to = stored<T>(loaded(to) + v); };
    if (mode == kMax) {
      for (int64_t b = 0; b < bags; ++b) {
        if (sizes.data<int64_t>()[b] == 0)
          continue;
        const int64_t *row = greatest.data<int64_t>() + b * width;
        for (int64_t k = 0; k < width; ++k)
          add(table[row[k] * width + k], loaded(from[b * width + k]));
      }
      return;
    }
    for (int64_t i = 0; i < places.numel(); ++i) {
      int64_t row = places.data<int64_t>()[i], b = bagOf.data<int64_t>()[i];
      if (row == padding)
        continue;
      C factor = samples.defined() ? loaded(samples.data<T>()[i]) : C(1);
      if (mode == kMean)
        factor /= static_cast<C>(sizes.data<int64_t>()[b]);
      for (int64_t k = 0; k < width; ++k)
        add(table[row * width + k], loaded(from[b * width + k]) * factor);
    }
  });
  return out;
}

}  // namespace

JANUS_KERNEL(EmbeddingBag, embeddingBag)
JANUS_KERNEL(EmbeddingBagBackward, embeddingBagBackward)

}  // namespace janus
