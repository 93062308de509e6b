// Sizes of pooling and of interpolation.
#pragma once

#include "janus/contract/inference/Windows.h"

namespace janus::infer {

// A number for each pooled dimension.
template <class Ints>
struct PoolWindows {
  Ints kernel, stride, padding, dilation;
};

// One number stands for all dimensions.
template <class Cx, class Ints>
void spreadWindow(Cx &cx, const char *name, const char *what, Ints &values, size_t count) {
  static constexpr const char *kCounts[] = {"", "one int", "two ints", "three ints"};
  if (values.size() == 1)
    values = Ints(count, values[0]);
  if (values.size() != count)
    cx.fail(name, ": ", what, " must either be ", what[0] == 's' ? "omitted, " : "",
            "a single int, or a tuple of ", kCounts[count]);
}

// "kT: 1 kH: 2 kW: 3": windows of one dimension have a height of 1.
template <class Cx, class Ints>
void requireAboveZero(Cx &cx, const char *what, const char *name, const Ints &values) {
  bool fits = true;
  for (int64_t each : values)
    fits &= each > 0;
  if (!fits)
    cx.fail(what, " should be greater than zero, but got", [&](auto put) {
      static constexpr const char *kAxes[] = {"T: ", "H: ", "W: "};
      size_t missing = 3 - values.size();
      for (size_t i = missing ? 1 : 0; i < 3; ++i)
        put(" ", name, kAxes[i], i < missing ? 1 : values[i - missing]);
    });
}

// The last `spatial` dimensions, in windows: `w` is spread to as many numbers; a stride that is
// not given is the kernel.
template <class Cx, class Ints>
Shape<Cx> pool(Cx &cx, const char *name, const Shape<Cx> &self, size_t spatial,
               PoolWindows<Ints> &w, bool ceil) {
  size_t rank = self.size(), channels = rank - spatial - 1;
  bool hasRank = rank == spatial + 1 || rank == spatial + 2, isEmpty = false;
  for (size_t d = channels; hasRank && d < rank; ++d)
    isEmpty |= cx.equal(self[d], cx.constant(0));
  if (spatial > 1 && !hasRank)
    return cx.fail("non-empty ", spatial + 1, "D or ", spatial + 2,
                   "D (batch mode) tensor expected for input");
  if (!hasRank || isEmpty)
    return cx.fail(
        spatial == 1 ? name : "", spatial == 1 ? ": " : "", "Expected ", spatial + 1, "D or ",
        spatial + 2,
        "D (batch mode) tensor with optional 0 dim batch size for input, but got:", self);
  spreadWindow(cx, name, "kernel_size", w.kernel, spatial);
  if (w.stride.empty())
    w.stride = w.kernel;
  spreadWindow(cx, name, "stride", w.stride, spatial);
  spreadWindow(cx, name, "padding", w.padding, spatial);
  spreadWindow(cx, name, "dilation", w.dilation, spatial);
  Shape<Cx> out = self;
  if (cx.hasFailed())
    return out;
  for (int64_t each : w.stride)
    if (each == 0)
      return cx.fail("stride should not be zero");
  requireAboveZero(cx, "kernel size", "k", w.kernel);
  requireAboveZero(cx, "stride", "d", w.stride);
  if (spatial == 1 && w.dilation[0] <= 0)
    return cx.fail(name, "() dilation must be greater than zero, but got ", w.dilation[0]);
  requireAboveZero(cx, "dilation", "dilation", w.dilation);
  for (const Ints *list : {&w.kernel, &w.stride, &w.padding, &w.dilation})
    for (int64_t each : *list)
      if (spatial > 1 && (each > INT32_MAX || each < INT32_MIN))
        return cx.fail("value cannot be converted to type int without overflow");
  bool isSmall = false;
  for (size_t i = 0; i < spatial; ++i) {
    int64_t kernel = w.kernel[i], padding = w.padding[i], dilation = w.dilation[i];
    if (padding < 0)
      return cx.fail("pad must be non-negative, but got pad: ", padding);
    std::optional<int64_t> reach = reachOf(kernel, dilation);
    if (!reach)
      return cx.fail("effective kernel size overflows, but got kernel_size=", kernel,
                     " and dilation=", dilation);
    if (padding > *reach / 2)
      return cx.fail("pad should be at most half of effective kernel size, but got pad=", padding,
                     ", kernel_size=", kernel, " and dilation=", dilation);
    auto &size = out[channels + 1 + i];
    size = windows(cx, size, kernel, w.stride[i], padding, dilation, ceil);
    isSmall |= cx.less(size, cx.constant(1));
  }
  auto plane = [&](const Shape<Cx> &sizes) {
    return [&](auto put) {
      for (size_t d = channels; d < rank; ++d)
        put(d > channels ? "x" : "", sizes[d]);
    };
  };
  if (isSmall)
    return cx.fail("Given input size: (", plane(self), "). Calculated output size: (", plane(out),
                   "). Output size is too small");
  return out;
}

// The last dimensions, to the sizes `output`.
template <class Cx>
Shape<Cx> adaptivePool(Cx &cx, const char *name, const Shape<Cx> &self, const Shape<Cx> &output) {
  size_t spatial = output.size(), rank = self.size();
  if (rank != spatial + 1 && rank != spatial + 2)
    return cx.fail(name, "(): Expected ", spatial + 1, "D or ", spatial + 2, "D tensor, but got ",
                   self);
  Shape<Cx> out = self;
  for (size_t i = 0, d = rank - spatial; i < spatial; ++i, ++d) {
    if (cx.less(output[i], cx.constant(0)))
      return cx.fail(name, ": elements of output_size must be greater than or equal to 0");
    if (cx.equal(self[d], cx.constant(0)))
      return cx.fail(
          name,
          "(): Expected input to have non-zero size for non-batch dimensions, but input has sizes ",
          self, " with dimension ", d, " being empty");
    out[d] = output[i];
  }
  return out;
}

// Elements put back where maximum pooling found them.
template <class Cx>
Shape<Cx> unpool(Cx &cx, const Shape<Cx> &self, const Shape<Cx> &indices, const Shape<Cx> &output) {
  if (!haveSameSizes(cx, self, indices) || output.size() > self.size())
    return cx.fail("Expected shape of indices to be same as that of the input tensor");
  Shape<Cx> out = self;
  for (size_t i = 0; i < output.size(); ++i)
    out[out.size() - output.size() + i] = output[i];
  return out;
}

// (N, C, spatial...) with other spatial sizes.
template <class Cx>
Shape<Cx> interpolate(Cx &cx, const Shape<Cx> &input, const Shape<Cx> &output) {
  size_t spatial = output.size();
  if (input.size() != spatial + 2)
    return cx.fail("It is expected input_size equals to ", spatial + 2, ", but got size ",
                   input.size());
  auto zero = cx.constant(0);
  bool isPositive = true;
  Shape<Cx> out = input;
  for (size_t i = 0; i < spatial; ++i) {
    isPositive = isPositive && cx.less(zero, input[i + 2]) && cx.less(zero, output[i]);
    out[i + 2] = output[i];
  }
  auto text = [&](const Shape<Cx> &sizes) {
    return [&](auto put) {
      static constexpr const char *kAxes[] = {"D: ", "H: ", "W: "};
      for (size_t i = 0; i < spatial; ++i)
        put(i ? ", " : "", kAxes[3 - spatial + i], sizes[i + 2]);
    };
  };
  if (!isPositive)
    return cx.fail("Input and output sizes should be greater than 0, but got input (", text(input),
                   ") output (", text(out), ")");
  return out;
}

// Images of (N, C, H, W) at the points of (N, H', W', 2).
template <class Cx>
Shape<Cx> sample(Cx &cx, const Shape<Cx> &input, const Shape<Cx> &grid) {
  size_t rank = input.size();
  auto zero = cx.constant(0);
  if (rank != grid.size() || rank == 0 || !cx.equal(input[0], grid[0]))
    return cx.fail("grid_sampler(): expected grid and input to have same batch size, but got input "
                   "with sizes ",
                   input, " and grid with sizes ", grid);
  if (!cx.equal(grid[rank - 1], cx.constant(static_cast<int64_t>(rank) - 2)))
    return cx.fail("grid_sampler(): expected grid to have size ", static_cast<int64_t>(rank) - 2,
                   " in last dimension, but got grid with sizes ", grid);
  for (size_t d = 2; d < rank; ++d)
    if (!cx.less(zero, input[d]))
      return cx.fail("grid_sampler(): expected input to have non-empty spatial dimensions, but "
                     "input has sizes ",
                     input, " with dimension ", d, " being empty");
  if (rank != 4)
    return cx.fail("grid_sampler(): expected 4D input and grid with same number of dimensions, but "
                   "got input with sizes ",
                   input, " and grid with sizes ", grid);
  Shape<Cx> out = input;
  out[2] = grid[1];
  out[3] = grid[2];
  return out;
}

}  // namespace janus::infer
