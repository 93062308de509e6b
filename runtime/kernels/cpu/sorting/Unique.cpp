// unique, unique_consecutive, unique_dim.
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/sorting/Order.h"
#include "tensor/dispatch/Boxing.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>
#include <numeric>

namespace janus {
namespace {

using Unique = std::tuple<Tensor, Tensor, Tensor>;

Tensor indexTensor(const std::vector<int64_t> &values, IntView sizes) {
  Tensor t = makeTensor(sizes, DType::I64);
  if (!values.empty())
    memcpy(t.raw(), values.data(), values.size() * sizeof(int64_t));
  return t;
}
Tensor noIndices() {
  return makeTensor(Dims{0}, DType::I64);
}

// Runs of equal items among `count`: which run each item belongs to, where each run starts, how
// long it is.
struct Runs {
  std::vector<int64_t> of, starts, lengths;
};
template <class Same>
Runs findRuns(int64_t count, bool wantOf, Same &&same) {
  Runs runs;
  if (wantOf)
    runs.of.resize(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    if (i == 0 || !same(i - 1, i)) {
      runs.starts.push_back(i);
      runs.lengths.push_back(0);
    }
    ++runs.lengths.back();
    if (wantOf)
      runs.of[static_cast<size_t>(i)] = static_cast<int64_t>(runs.starts.size()) - 1;
  }
  return runs;
}

// ---- elements
Unique unique(const Tensor &self, bool, bool wantInverse, bool wantCounts) {
  Tensor flat = contiguousOf(self);
  return visitAll(self.dtype(), [&](auto tag) -> Unique {
    using T = typename decltype(tag)::Type;
    const T *data = flat.data<T>();
    int64_t n = flat.numel();
    std::vector<int64_t> order(static_cast<size_t>(n));
    Tensor values;
    Runs runs;
    auto keep = [&](auto valueAt) {
      int64_t sizes[] = {static_cast<int64_t>(runs.starts.size())};
      values = makeTensor(sizes, self.dtype(), self.device());
      for (size_t i = 0; i < runs.starts.size(); ++i)
        values.data<T>()[i] = valueAt(runs.starts[i]);
    };
    if (!wantInverse) {
      using Key = std::conditional_t<std::is_same_v<T, bool>, uint8_t, Compute<T>>;
      std::vector<Key> sorted(static_cast<size_t>(n));
      for (int64_t i = 0; i < n; ++i)
        sorted[static_cast<size_t>(i)] = loaded(data[i]);
      std::sort(sorted.begin(), sorted.end(), isLess<Key>);
      auto at = [&](int64_t i) { return sorted[static_cast<size_t>(i)]; };
      runs = findRuns(n, false, [&](int64_t a, int64_t b) { return at(a) == at(b); });
      keep([&](int64_t i) { return stored<T>(at(i)); });
    } else {
      std::iota(order.begin(), order.end(), 0);
      auto at = [&](int64_t i) { return data[order[static_cast<size_t>(i)]]; };
      std::sort(order.begin(), order.end(),
                [&](int64_t a, int64_t b) { return isLess(loaded(data[a]), loaded(data[b])); });
      runs =
          findRuns(n, true, [&](int64_t a, int64_t b) { return loaded(at(a)) == loaded(at(b)); });
      keep(at);
    }
    Tensor inverse = wantInverse ? makeTensor(self.sizes(), DType::I64) : noIndices();
    if (wantInverse)
      for (int64_t i = 0; i < n; ++i)
        inverse.data<int64_t>()[order[static_cast<size_t>(i)]] = runs.of[static_cast<size_t>(i)];
    return {values, inverse, wantCounts ? indexTensor(runs.lengths, values.sizes()) : noIndices()};
  });
}

// ---- slices of a dimension, as rows of bytes that `less` and `same` understand
template <class T>
struct Slices {
  Tensor rows;  // contiguous, the dimension first
  int64_t count, width;

  const T *at(int64_t i) const { return rows.data<T>() + i * width; }
  bool less(int64_t a, int64_t b) const {
    for (int64_t k = 0; k < width; ++k) {
      Compute<T> x = loaded(at(a)[k]), y = loaded(at(b)[k]);
      if (x < y)
        return true;
      if (y < x)
        return false;
    }
    return false;
  }
  bool same(int64_t a, int64_t b) const {
    for (int64_t k = 0; k < width; ++k)
      if (!(loaded(at(a)[k]) == loaded(at(b)[k])))
        return false;
    return true;
  }
};

// A dimension moved to another place, the others in their order.
Tensor moved(const Tensor &t, int64_t from, int64_t to) {
  Dims sizes(t.sizes()), strides(t.strides());
  int64_t size = sizes[static_cast<size_t>(from)], stride = strides[static_cast<size_t>(from)];
  sizes.erase(static_cast<size_t>(from));
  strides.erase(static_cast<size_t>(from));
  sizes.insert(static_cast<size_t>(to), size);
  strides.insert(static_cast<size_t>(to), stride);
  return makeView(t, sizes, strides, t->offset);
}

// `sorted`: equal slices anywhere become one, in order; else only neighbours do. Inverse and counts
// are always made.
Unique uniqueSlices(const Tensor &self, int64_t dim, bool sorted) {
  if (self.dim() == 0)
    failWith(jn_exc_IndexError, "Dimension specified as %" PRId64 " but tensor has no dimensions",
             dim);
  dim = wrapped(dim, self.dim());
  int64_t count = self.size(static_cast<int>(dim)), emptyDims = 0;
  for (int64_t s : self.sizes())
    emptyDims += s == 0;
  if (count == 0) {
    if (emptyDims != 1)
      fail("Number of zero sized dimensions is more than one, so unique cannot be applied ");
    return {makeTensor(self.sizes(), self.dtype(), self.device()), noIndices(), noIndices()};
  }
  if (emptyDims)
    fail("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied");
  return visitAll(self.dtype(), [&](auto tag) -> Unique {
    using T = typename decltype(tag)::Type;
    Slices<T> slices{contiguousOf(moved(self, dim, 0)), count, self.numel() / count};
    std::vector<int64_t> order(static_cast<size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    if (sorted)
      std::stable_sort(order.begin(), order.end(),
                       [&](int64_t a, int64_t b) { return slices.less(a, b); });
    auto place = [&](int64_t i) { return order[static_cast<size_t>(i)]; };
    Runs runs = findRuns(count, true,
                         [&](int64_t a, int64_t b) { return slices.same(place(a), place(b)); });
    Dims sizes(slices.rows.sizes());
    sizes[0] = static_cast<int64_t>(runs.starts.size());
    Tensor kept = makeTensor(sizes, self.dtype(), self.device());
    for (size_t i = 0; i < runs.starts.size(); ++i)
      memcpy(kept.data<T>() + static_cast<int64_t>(i) * slices.width,
             slices.at(place(runs.starts[i])), static_cast<size_t>(slices.width) * sizeof(T));
    int64_t shape[] = {count}, found[] = {sizes[0]};
    Tensor inverse = makeTensor(shape, DType::I64);
    for (int64_t i = 0; i < count; ++i)
      inverse.data<int64_t>()[place(i)] = runs.of[static_cast<size_t>(i)];
    Tensor turned = moved(kept, 0, dim);
    Tensor values =
        makeOver(retain(kept->storage), 0, turned.sizes(), turned.strides(), self.dtype());
    return {values, inverse, indexTensor(runs.lengths, found)};
  });
}

Unique uniqueDim(const Tensor &self, int64_t dim, bool, bool, bool) {
  return uniqueSlices(self, dim, true);
}

Unique uniqueConsecutive(const Tensor &self, bool wantInverse, bool wantCounts,
                         std::optional<int64_t> dim) {
  if (dim && !(*dim == 0 && self.dim() == 1))
    return uniqueSlices(self, *dim, false);
  Tensor flat = contiguousOf(self);
  return visitAll(self.dtype(), [&](auto tag) -> Unique {
    using T = typename decltype(tag)::Type;
    const T *data = flat.data<T>();
    Runs runs = findRuns(flat.numel(), wantInverse,
                         [&](int64_t a, int64_t b) { return loaded(data[a]) == loaded(data[b]); });
    int64_t sizes[] = {static_cast<int64_t>(runs.starts.size())};
    Tensor values = makeTensor(sizes, self.dtype(), self.device());
    for (size_t i = 0; i < runs.starts.size(); ++i)
      values.data<T>()[i] = data[runs.starts[i]];
    return {values, wantInverse ? indexTensor(runs.of, self.sizes()) : noIndices(),
            wantCounts ? indexTensor(runs.lengths, sizes) : noIndices()};
  });
}

}  // namespace

JANUS_KERNEL(Unique2, unique)
JANUS_KERNEL(UniqueDim, uniqueDim)
JANUS_KERNEL(UniqueConsecutive, uniqueConsecutive)

}  // namespace janus
