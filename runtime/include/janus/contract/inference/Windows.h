// Window arithmetic of pooling and convolutions.
#pragma once

#include "janus/contract/inference/Context.h"

#include <optional>

namespace janus::infer {

// Twice the padding is a number, with room for a size and a kernel.
constexpr int64_t kMaxPadding = INT64_MAX / 4;

// From a window's first element to its last, all counted; none where no number says it.
inline std::optional<int64_t> reachOf(int64_t kernel, int64_t dilation) {
  int64_t reach;
  bool overflows = __builtin_mul_overflow(kernel - 1, dilation, &reach) ||
                   __builtin_add_overflow(reach, int64_t(1), &reach) || reach > INT64_MAX / 2;
  return overflows ? std::nullopt : std::optional(reach);
}

// Positions of a window along one dimension; `ceil`: a last window may hang over the end.
template <class Cx>
Dim<Cx> windows(Cx &cx, const Dim<Cx> &size, int64_t kernel, int64_t stride, int64_t padding,
                int64_t dilation, bool ceil = false) {
  auto reach = cx.mul(cx.constant(dilation), cx.constant(kernel - 1));
  auto sides = cx.mul(cx.constant(2), cx.constant(padding));
  auto room = cx.sub(cx.add(size, sides), cx.add(reach, cx.constant(1)));
  if (ceil)
    room = cx.add(room, cx.constant(stride - 1));
  auto count = cx.add(cx.floorDiv(room, cx.constant(stride)), cx.constant(1));
  if (ceil) {
    // The last window must start inside the input or its left padding.
    auto lastStart = cx.mul(cx.sub(count, cx.constant(1)), cx.constant(stride));
    if (!cx.less(lastStart, cx.add(size, cx.constant(padding))))
      count = cx.sub(count, cx.constant(1));
  }
  return count;
}

// ---- convolutions

// The lists have a number for each spatial dimension.
template <class Ints>
struct ConvolutionOptions {
  Ints stride, padding, dilation, outputPadding;
  bool transposed;
  int64_t groups;
};

// One number stands for all dimensions.
template <class Cx, class Ints>
void spreadOption(Cx &cx, Ints &values, size_t count, const char *name) {
  if (values.size() == 1)
    values = Ints(count, values[0]);
  if (values.size() != count)
    cx.fail("expected ", name, " to be a single integer value or a list of ", count,
            " values to match the convolution dimensions, but got ", name, "=", values);
}
template <class Cx, class Ints>
void spreadOptions(Cx &cx, ConvolutionOptions<Ints> &o, size_t spatial) {
  spreadOption(cx, o.stride, spatial, "stride");
  spreadOption(cx, o.padding, spatial, "padding");
  spreadOption(cx, o.dilation, spatial, "dilation");
  spreadOption(cx, o.outputPadding, spatial, "output_padding");
}

// What is asked of the arguments before their types are looked at.
template <class Cx, class Ints>
void checkConvolution(Cx &cx, const Shape<Cx> &input, const Shape<Cx> &weight,
                      const std::optional<Shape<Cx>> &bias, ConvolutionOptions<Ints> &o) {
  auto refuse = [&](const auto &...parts) { cx.fail(parts...); };
  size_t rank = weight.size();
  if (rank < 3)
    return refuse("weight should have at least three dimensions");
  spreadOptions(cx, o, rank - 2);
  for (int64_t each : o.padding)
    if (each < 0)
      return refuse("negative padding is not supported");
  for (int64_t each : o.outputPadding)
    if (each < 0)
      return refuse("negative output_padding is not supported");
  for (size_t i = 0; i < rank - 2; ++i)
    if (o.padding[i] > kMaxPadding)
      return refuse("Given padding=", o.padding[i], " at dimension ", i,
                    " , expected padding to be at most ", kMaxPadding);
  for (int64_t each : o.stride)
    if (each <= 0)
      return refuse("non-positive stride is not supported");
  for (int64_t each : o.dilation)
    if (each <= 0)
      return refuse("dilation should be greater than zero, but got ", o.dilation);
  if (o.groups <= 0)
    return refuse("non-positive groups is not supported");
  if (input.size() != rank)
    return refuse("Expected ", rank, "-dimensional input for ", rank, "-dimensional weight ",
                  weight, ", but got ", input.size(), "-dimensional input of size ", input,
                  " instead");
  auto groups = cx.constant(o.groups);
  if (cx.less(weight[0], groups))
    return refuse("Given groups=", o.groups, ", expected weight to be at least ", o.groups,
                  " at dimension 0, but got weight of size ", weight, " instead");
  if (!isDivisible(cx, weight[0], groups))
    return refuse("Given groups=", o.groups, ", expected weight to be divisible by ", o.groups,
                  " at dimension 0, but got weight of size [", weight, "] instead");
  auto channels = o.transposed ? cx.mul(weight[1], groups) : weight[0];
  if (bias && (bias->size() != 1 || !cx.equal((*bias)[0], channels)))
    return refuse("Given ", o.transposed ? "transposed=1, " : "", "weight of size ", weight,
                  ", expected bias to be 1-dimensional with ", channels,
                  " elements, but got bias of size ", *bias, " instead");
}

// An image whose batch is empty is taken with any.
template <class Cx, class Ints>
void checkOutputPadding(Cx &cx, const Shape<Cx> &input, const ConvolutionOptions<Ints> &o) {
  size_t spatial = o.stride.size();
  bool fits = true;
  for (size_t i = 0; o.transposed && i < spatial; ++i)
    fits &= o.outputPadding[i] < o.stride[i] || o.outputPadding[i] < o.dilation[i];
  if (fits || spatial > 3 || cx.equal(input[0], cx.constant(0)))
    return;
  auto list = [&](const char *name, const Ints &values, int64_t usual) {
    return [&values, name, usual, spatial](auto put) {
      static constexpr const char *kAxes[] = {"_depth: ", "_height: ", "_width: "};
      for (size_t axis = spatial == 3 ? 0 : 1; axis < 3; ++axis)
        put(" ", name, kAxes[axis], axis + spatial < 3 ? usual : values[axis + spatial - 3]);
    };
  };
  cx.fail("output padding must be smaller than either stride or dilation, but got",
          list("output_padding", o.outputPadding, 0), list("stride", o.stride, 1),
          list("dilation", o.dilation, 1));
}

// (N, C, spatial...) with weight (out, C / groups, kernel...), or transposed (C, out / groups,
// kernel...).
template <class Cx, class Ints>
Shape<Cx> convolution(Cx &cx, const Shape<Cx> &input, const Shape<Cx> &weight,
                      const ConvolutionOptions<Ints> &o) {
  auto groups = cx.constant(o.groups);
  auto channels = o.transposed ? weight[0] : cx.mul(weight[1], groups);
  if (!cx.equal(input[1], channels)) {
    auto found = [&](auto put) {
      put("weight of size ", weight, ", expected input", input, " to have ", channels,
          " channels, but got ", input[1], " channels instead");
    };
    return o.transposed ? cx.fail("Given transposed=1, ", found)
                        : cx.fail("Given groups=", o.groups, ", ", found);
  }
  Ints kernel, reach;
  bool isEmpty = false, fits = true;
  for (size_t d = 2; d < weight.size(); ++d) {
    kernel.push_back(cx.value(weight[d]));
    std::optional<int64_t> each = reachOf(kernel[d - 2], o.dilation[d - 2]);
    if (!each)
      return cx.fail("effective kernel size overflows, but got kernel_size=", kernel[d - 2],
                     " and dilation=", o.dilation[d - 2]);
    reach.push_back(*each);
    isEmpty |= kernel[d - 2] == 0;
  }
  size_t spatial = kernel.size();
  if (isEmpty)  // as torch says it, to which one dimension is the second of two
    return spatial == 3
               ? cx.fail("kernel size should be greater than zero, but got: ", kernel[0], " x ",
                         kernel[1], " x ", kernel[2], " (TxHxW)")
               : cx.fail("kernel size should be greater than zero, but got kernel_height: ",
                         spatial == 1 ? 1 : kernel[0], " kernel_width: ", kernel[spatial - 1]);
  checkOutputPadding(cx, input, o);
  if (cx.hasFailed())
    return input;
  auto padded = [&](size_t i) { return cx.add(input[i + 2], cx.constant(2 * o.padding[i])); };
  for (size_t i = 0; i < spatial && !o.transposed; ++i)
    fits &= !cx.less(padded(i), cx.constant(reach[i]));
  auto list = [&](auto of) {
    return [spatial, of](auto put) {
      for (size_t i = 0; i < spatial; ++i)
        put(i ? " x " : "", of(i));
    };
  };
  if (!fits)
    return cx.fail("Calculated padded input size per channel: (", list(padded), "). Kernel size: (",
                   list([&](size_t i) { return reach[i]; }),
                   "). Kernel size can't be greater than actual input size");
  Shape<Cx> out;
  out.push_back(input[0]);
  out.push_back(o.transposed ? cx.mul(weight[1], groups) : weight[0]);
  for (size_t i = 0; i < spatial; ++i) {
    if (o.transposed) {
      auto first = cx.mul(cx.sub(input[i + 2], cx.constant(1)), cx.constant(o.stride[i]));
      auto last = cx.add(cx.constant(reach[i]), cx.constant(o.outputPadding[i]));
      out.push_back(cx.add(first, cx.sub(last, cx.constant(2 * o.padding[i]))));
    } else {
      out.push_back(windows(cx, input[i + 2], kernel[i], o.stride[i], o.padding[i], o.dilation[i]));
    }
  }
  return out;
}

}  // namespace janus::infer
