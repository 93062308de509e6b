// The common parts of normalisations: inputs as dense memory of a compute type, and small vectors
// of parameters.
#pragma once

#include "janus/contract/inference/RowTypes.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/Rows.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/normalization/NormRows.h"
#include "tensor/core/Parallel.h"
#include "tensor/dispatch/Boxing.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <vector>

namespace janus {

// Which of the gradients for input, weight and bias are wanted: a list or tuple of three bools.
struct OutputMask {
  bool input, weight, bias;
  explicit OutputMask(Value given) {
    Dims flags;
    boxing::toInts(given, &flags);
    if (flags.size() != 3)
      fail("output_mask needs 3 elements, got %zu", flags.size());
    input = flags[0] != 0;
    weight = flags[1] != 0;
    bias = flags[2] != 0;
  }
};

// double for double, else float.
inline DType normType(DType t) {
  return t == DType::F64 ? t : DType::F32;
}

// The type of mean and deviation, and of the gradients for parameters; RuntimeError where
// parameters are of a type that does not go with the input's. Those that are not defined do not
// count.
inline DType statisticsType(const Tensor &input, std::initializer_list<const Tensor *> parameters) {
  DType type = input.dtype();
  for (const Tensor *each : parameters) {
    if (!each->defined())
      continue;
    std::optional<DType> both = infer::statisticsType(input.dtype(), each->dtype());
    if (!both)
      fail("mixed dtype (CPU): %s", each->dtype() == DType::F32
                                        ? "all inputs must share same datatype."
                                        : "expect parameter to have scalar type of Float");
    type = *both == DType::F32 ? DType::F32 : type;
  }
  return type;
}
using Three = std::tuple<Tensor, Tensor, Tensor>;

// body(C()) with the C++ type of normType.
template <class F>
decltype(auto) withNormType(const Tensor &input, const char *name, F &&body) {
  if (!isFloating(input.dtype()))
    failDType(name, input.dtype());
  if (input.dtype() == DType::F64)
    return body(double());
  return body(float());
}

// The elements of `t` in order; `count` times `fallback` when it is not given.
template <class C>
std::vector<C> valuesOf(const Tensor &t, int64_t count, C fallback) {
  std::vector<C> values;
  if (!t.defined()) {
    values.assign(static_cast<size_t>(count), fallback);
    return values;
  }
  values.reserve(static_cast<size_t>(count));
  visitFloating(t.dtype(), "", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    forEachElement<T>(contiguousOf(t),
                      [&](T *at) { values.push_back(static_cast<C>(loaded(*at))); });
  });
  return values;
}
// A new tensor of these elements; `values` is indexed 0, 1, ...
template <class Values>
Tensor tensorOf(const Values &values, IntView sizes, DType dtype) {
  Tensor t = makeTensor(sizes, dtype);
  visitFloating(dtype, "", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for (int64_t i = 0; i < t.numel(); ++i)
      t.data<T>()[i] = stored<T>(values[static_cast<size_t>(i)]);
  });
  return t;
}
template <class C>
const C *pointerOf(const Tensor &parameter, const std::vector<C> &values) {
  return parameter.defined() ? values.data() : nullptr;
}

// Sums over `rows` rows of `width` elements, `count` of each: float within blocks of rows, double
// over the blocks. add(sums, first, rows) adds those of some rows to sums[0 .. count * width).
template <class C, class Add>
std::vector<double> sumsOfRows(int64_t rows, int64_t width, int64_t count, Add &&add) {
  constexpr int64_t kRows = 256;
  auto size = static_cast<size_t>(width * count);
  // Threads share the blocks, in as many parts as there are threads for.
  int64_t blocks = (rows + kRows - 1) / kRows;
  int64_t parts = partsFor(blocks, kRows * width / 4);
  std::vector<double> totals(size * static_cast<size_t>(parts));
  std::vector<C> sums(totals.size());
  forEachPart(parts, [&](int64_t part) {
    double *total = totals.data() + static_cast<size_t>(part) * size;
    C *sum = sums.data() + static_cast<size_t>(part) * size;
    for (int64_t b = blocks * part / parts; b < blocks * (part + 1) / parts; ++b) {
      std::fill_n(sum, size, C(0));
      add(sum, b * kRows, std::min(kRows, rows - b * kRows));
      for (size_t i = 0; i < size; ++i)
        total[i] += static_cast<double>(sum[i]);
    }
  });
  for (size_t i = size; i < totals.size(); ++i)
    totals[i % size] += totals[i];
  totals.resize(size);
  return totals;
}

}  // namespace janus
