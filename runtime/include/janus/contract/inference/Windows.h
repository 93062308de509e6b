// Window arithmetic of convolutions and pooling.
#pragma once

#include "janus/contract/inference/Context.h"

namespace janus::infer {

// Operations check their numbers in torch's words before; a graph has this check alone.
template <class Cx>
bool areWindows(Cx &cx, int64_t stride, int64_t padding, int64_t dilation) {
  bool fits = stride > 0 && padding >= 0 && dilation > 0;
  if (!fits)
    cx.fail(ErrorKind::Runtime, "windows need positive strides and dilations");
  return fits;
}

// Positions of a window along one dimension; `ceil`: a last window may hang over the end.
template <class Cx>
typename Cx::Dim windows(Cx &cx, const typename Cx::Dim &size, int64_t kernel, int64_t stride,
                         int64_t padding, int64_t dilation, bool ceil = false) {
  if (!areWindows(cx, stride, padding, dilation))
    return size;
  auto room = cx.add(
      size, cx.constant(2 * padding - dilation * (kernel - 1) - 1 + (ceil ? stride - 1 : 0)));
  auto count = cx.add(cx.floorDiv(room, cx.constant(stride)), cx.constant(1));
  if (ceil) {
    // The last window must start inside the input or its left padding.
    auto lastStart = cx.mul(cx.sub(count, cx.constant(1)), cx.constant(stride));
    if (!cx.less(lastStart, cx.add(size, cx.constant(padding))))
      count = cx.sub(count, cx.constant(1));
  }
  return count;
}

// (N, C, spatial...) with weight (out, C / groups, kernel...).
template <class Cx, class Ints>
typename Cx::Shape convolution(Cx &cx, const typename Cx::Shape &input,
                               const typename Cx::Shape &weight, const Ints &stride,
                               const Ints &padding, const Ints &dilation, int64_t groups) {
  size_t spatial = weight.size() - 2;
  if (!cx.equal(input[1], cx.mul(weight[1], cx.constant(groups))))
    return cx.fail(ErrorKind::Runtime, "Given groups=", groups, ", weight of size ", weight,
                   ", expected input", input, " to have ", cx.mul(weight[1], cx.constant(groups)),
                   " channels, but got ", input[1], " channels instead");
  typename Cx::Shape out;
  out.push_back(input[0]);
  out.push_back(weight[0]);
  for (size_t i = 0; i < spatial; ++i) {
    auto kernel = cx.value(weight[i + 2]);
    out.push_back(windows(cx, input[i + 2], kernel, stride[i], padding[i], dilation[i]));
  }
  return out;
}

template <class Cx, class Ints>
typename Cx::Shape convolutionTransposed(Cx &cx, const typename Cx::Shape &input,
                                         const typename Cx::Shape &weight, const Ints &stride,
                                         const Ints &padding, const Ints &outputPadding,
                                         const Ints &dilation, int64_t groups) {
  if (!cx.equal(input[1], weight[0]))
    return cx.fail(ErrorKind::Runtime, "Given transposed=1, weight of size ", weight,
                   ", expected input", input, " to have ", weight[0], " channels, but got ",
                   input[1], " channels instead");
  typename Cx::Shape out;
  out.push_back(input[0]);
  out.push_back(cx.mul(weight[1], cx.constant(groups)));
  for (size_t i = 0; i + 2 < weight.size(); ++i) {
    int64_t kernel = cx.value(weight[i + 2]);
    if (!areWindows(cx, stride[i], padding[i], dilation[i]))
      return out;
    int64_t reach = dilation[i] * (kernel - 1) + outputPadding[i] + 1 - 2 * padding[i];
    auto first = cx.mul(cx.sub(input[i + 2], cx.constant(1)), cx.constant(stride[i]));
    out.push_back(cx.add(first, cx.constant(reach)));
  }
  return out;
}

}  // namespace janus::infer
