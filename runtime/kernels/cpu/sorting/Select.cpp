// topk, kthvalue, median, mode: elements by their rank.
#include "janus/contract/inference/Select.h"
#include "kernels/cpu/Rows.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/sorting/TopK.h"
#include "tensor/dispatch/Boxing.h"

#include <cinttypes>
#include <numeric>

namespace janus {
namespace {

using ValuesAndIndices = std::tuple<Tensor, Tensor>;

ValuesAndIndices topk(const Tensor &self, int64_t k, int64_t dim, bool largest, bool sorted) {
  RunTimeContext cx;
  Dims sizes = infer::topk(cx, self.sizes(), k, dim);
  dim = wrapped(dim, self.dim());
  if (self.dtype() == DType::Bool)
    failWith(jn_exc_NotImplementedError, "topk does not support bool dtypes on CPU");
  if (self.dim() == 0)
    k = 1;
  Tensor values = makeTensor(sizes, self.dtype(), self.device()),
         indices = makeTensor(sizes, DType::I64, self.device());
  visitNumbers(self.dtype(), "topk_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    rankLines<T>(self, values, indices, dim, [&](const Line<T> &line, auto &row) {
      if (isFew(k, line.length))
        return selectFew(line, k, largest, row);
      rankLine(line, row);
      selectTop(row, k, largest, sorted);
    });
  });
  return {std::move(values), std::move(indices)};
}

// ---- one element of each line

void checkNotEmpty(const Tensor &self, int64_t dim, const char *name) {
  if (lineLength(self, dim) == 0)
    failWith(jn_exc_IndexError, "%s(): Expected reduction dim %" PRId64 " to have non-zero size.",
             name, dim);
}

// pick(line) answers the index of the chosen element.
template <class T, class Pick>
ValuesAndIndices pickFromLines(const Tensor &self, int64_t dim, bool keepdim, Pick &&pick) {
  Dims sizes(self.sizes());
  if (self.dim()) {
    if (keepdim)
      sizes[static_cast<size_t>(dim)] = 1;
    else
      sizes.erase(static_cast<size_t>(dim));
  }
  Tensor values = makeTensor(sizes, self.dtype(), self.device()),
         indices = makeTensor(sizes, DType::I64, self.device());
  Tensor wideValues = withDim(values, dim, self.dim()),
         wideIndices = withDim(indices, dim, self.dim());
  forEachLine({&self, &wideValues, &wideIndices}, dim, [&](std::byte *const *at) {
    Line<T> from = lineOf<T>(self, dim, at[0]);
    int64_t i = pick(from);
    *reinterpret_cast<T *>(at[1]) = from[i];
    *reinterpret_cast<int64_t *>(at[2]) = i;
  });
  return {std::move(values), std::move(indices)};
}

// The result for a tensor without dimensions.
ValuesAndIndices itself(const Tensor &self) {
  return {cloneOf(self), makeNumber(0, DType::I64)};
}

// Quickselect around a median of three (Hoare; Numerical Recipes): afterwards row[k] is in its
// place. Which of equal elements that is depends on every exchange, so the steps are those of
// torch.
template <class C>
void quickSelect(std::vector<Ranked<C>> &row, int64_t k) {
  Ranked<C> *a = row.data();
  auto after = [](C x, C y) { return isLess(y, x); };
  int64_t low = 0, high = static_cast<int64_t>(row.size()) - 1;
  while (high > low) {
    if (high == low + 1) {
      if (after(a[low].value, a[high].value))
        std::swap(a[low], a[high]);
      return;
    }
    std::swap(a[low + (high - low) / 2], a[low + 1]);
    if (after(a[low + 1].value, a[high].value))
      std::swap(a[low + 1], a[high]);
    if (after(a[low].value, a[high].value))
      std::swap(a[low], a[high]);
    if (after(a[low + 1].value, a[low].value))
      std::swap(a[low + 1], a[low]);
    C pivot = a[low].value;
    int64_t i = low + 1, j = high;
    for (;;) {
      do
        ++i;
      while (after(pivot, a[i].value));
      do
        --j;
      while (after(a[j].value, pivot));
      if (j < i)
        break;
      std::swap(a[i], a[j]);
    }
    std::swap(a[low], a[j]);
    if (j <= k)
      low = i;
    if (j >= k)
      high = j - 1;
  }
}

ValuesAndIndices kthvalue(const Tensor &self, int64_t k, int64_t dim, bool keepdim) {
  dim = wrapped(dim, self.dim());
  checkNotEmpty(self, dim, "kthvalue");
  if (k < 1 || k > lineLength(self, dim))
    fail("kthvalue(): selected number k out of range for dimension %" PRId64, dim);
  if (self.dim() == 0)
    return itself(self);
  return visitNumbers(self.dtype(), "kthvalue_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    std::vector<Ranked<Compute<T>>> row;
    return pickFromLines<T>(self, dim, keepdim, [&](const Line<T> &line) {
      rankLine(line, row);
      quickSelect(row, k - 1);
      return row[static_cast<size_t>(k - 1)].index;
    });
  });
}

// ---- median
template <bool ignoreNan>
ValuesAndIndices medianOfLines(const Tensor &self, int64_t dim, bool keepdim) {
  dim = wrapped(dim, self.dim());
  checkNotEmpty(self, dim, "median");
  return visitNumbers(self.dtype(), "median_out", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    std::vector<int64_t> places;
    return pickFromLines<T>(self, dim, keepdim, [&](const Line<T> &line) {
      int64_t nans = 0;
      if constexpr (isFloatElement<T>)
        for (int64_t i = 0; i < line.length; ++i)
          if (loaded(line[i]) != loaded(line[i])) {
            if (!ignoreNan)
              return i;
            ++nans;
          }
      places.resize(static_cast<size_t>(line.length));
      std::iota(places.begin(), places.end(), 0);
      int64_t k = nans == line.length ? 0 : (line.length - nans - 1) / 2;
      std::nth_element(places.begin(), places.begin() + k, places.end(), [&](int64_t a, int64_t b) {
        Compute<T> x = loaded(line[a]), y = loaded(line[b]);
        return isLess(x, y) || (!isLess(y, x) && a < b);
      });
      return places[static_cast<size_t>(k)];
    });
  });
}

template <bool ignoreNan>
Tensor medianOfAll(const Tensor &self) {
  Tensor out = makeTensor({}, self.dtype(), self.device());
  if (self.numel() == 0 && self.dtype() == DType::Bool)
    return makeNumber(true, DType::Bool);  // NaN as a bool
  visitNumbers(self.dtype(), "median_cpu", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T &result = *out.data<T>();
    if (self.numel() == 0) {
      if constexpr (isFloatElement<T>)
        result = stored<T>(std::numeric_limits<double>::quiet_NaN());
      else
        result = stored<T>(sizeof(T) >= 4 ? std::numeric_limits<T>::min()
                                          : 0);  // NaN as x86 converts it
      return;
    }
    std::vector<Compute<T>> values;
    values.reserve(static_cast<size_t>(self.numel()));
    int64_t nans = 0;
    forEachElement<T>(self, [&](T *at) {
      values.push_back(loaded(*at));
      nans += values.back() != values.back();
    });
    if (nans && !ignoreNan) {
      result = stored<T>(std::numeric_limits<double>::quiet_NaN());
      return;
    }
    auto count = static_cast<int64_t>(values.size()) - nans;
    int64_t k = count ? (count - 1) / 2 : 0;
    std::nth_element(values.begin(), values.begin() + k, values.end(), isLess<Compute<T>>);
    result = stored<T>(values[static_cast<size_t>(k)]);
  });
  return out;
}

// ---- mode: of equally frequent values the smallest, and a place of it
ValuesAndIndices mode(const Tensor &self, int64_t dim, bool keepdim) {
  dim = wrapped(dim, self.dim());
  checkNotEmpty(self, dim, "mode");
  return visitAll(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    std::vector<Ranked<Compute<T>>> row;
    return pickFromLines<T>(self, dim, keepdim, [&](const Line<T> &line) {
      rankLine(line, row);
      std::sort(row.begin(), row.end(),
                [](const auto &a, const auto &b) { return a.value < b.value; });
      int64_t best = 0;
      size_t most = 0, run = 0;
      for (size_t i = 0; i < row.size(); ++i) {
        ++run;
        if (i + 1 < row.size() && row[i].value == row[i + 1].value)
          continue;
        if (run > most) {
          most = run;
          best = row[i].index;
        }
        run = 0;
      }
      return best;
    });
  });
}

}  // namespace

JANUS_KERNEL(TopK, topk)
JANUS_KERNEL(KthValue, kthvalue)
JANUS_KERNEL(MedianDim, medianOfLines<false>)
JANUS_KERNEL(NanMedianDim, medianOfLines<true>)
JANUS_KERNEL(Median, medianOfAll<false>)
JANUS_KERNEL(NanMedian, medianOfAll<true>)
JANUS_KERNEL(Mode, mode)

}  // namespace janus
