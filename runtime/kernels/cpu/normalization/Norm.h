// The common parts of normalisations: inputs as dense memory of a compute type, and small vectors
// of parameters.
#pragma once

#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/Rows.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/normalization/NormRows.h"
#include "tensor/dispatch/Boxing.h"

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

// The type of mean and deviation.
inline DType statisticsType(const Tensor &input, const Tensor &parameter) {
  return parameter.defined() && parameter.dtype() == DType::F32 ? DType::F32 : input.dtype();
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

// Sums over many rows: float within blocks of rows, double over the blocks.
template <class C>
class RowSums {
public:
  explicit RowSums(int64_t width)
      : part_(static_cast<size_t>(width)), total_(static_cast<size_t>(width)) {}
  C *part() { return part_.data(); }
  // After each row.
  void rowDone() {
    if (++rows_ == kRows)
      flush();
  }
  const std::vector<double> &totals() {
    flush();
    return total_;
  }

private:
  static constexpr int64_t kRows = 256;
  void flush() {
    for (size_t i = 0; i < part_.size(); ++i) {
      total_[i] += static_cast<double>(part_[i]);
      part_[i] = 0;
    }
    rows_ = 0;
  }
  std::vector<C> part_;
  std::vector<double> total_;
  int64_t rows_ = 0;
};

}  // namespace janus
