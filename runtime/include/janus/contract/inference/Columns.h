// Sliding windows of images as columns (F.unfold), and back (F.fold).
#pragma once

#include "janus/contract/inference/Windows.h"

namespace janus::infer {

// Numbers for height and width, one standing for both; `places`: how many windows there are.
template <class Cx, class Ints>
struct ImageWindows {
  Ints kernel, dilation, padding, stride;
  Shape<Cx> places;
};

template <class Sizes>
auto pairText(const Sizes &pair) {
  return [&pair](auto put) { put("(", pair[0], ", ", pair[1], ")"); };
}

template <class Cx, class Ints>
void checkWindows(Cx &cx, ImageWindows<Cx, Ints> &w) {
  for (Ints *each : {&w.kernel, &w.dilation, &w.padding, &w.stride})
    if (each->size() == 1)
      each->push_back((*each)[0]);
    else if (each->empty())
      return void(cx.fail("windows need a size and a stride"));
  auto check = [&](const char *what, const char *wanted, const char *axis, const Ints &pair,
                   int64_t least) {
    if (!cx.hasFailed() && (pair[0] < least || pair[1] < least))
      cx.fail(what, " should be ", wanted, ", but got ", axis, "_height: ", pair[0], " ", axis,
              "_width: ", pair[1]);
  };
  check("kernel size", "greater than zero", "kernel", w.kernel, 1);
  check("dilation", "greater than zero", "dilation", w.dilation, 1);
  check("padding", "non-negative", "pad", w.padding, 0);
  check("stride", "greater than zero", "stride", w.stride, 1);
}

// False when there are none.
template <class Cx, class Ints>
bool placeWindows(Cx &cx, const Dim<Cx> &height, const Dim<Cx> &width, ImageWindows<Cx, Ints> &w) {
  for (size_t i = 0; i < 2; ++i)
    w.places.push_back(
        windows(cx, i ? width : height, w.kernel[i], w.stride[i], w.padding[i], w.dilation[i]));
  return !cx.less(w.places[0], cx.constant(1)) && !cx.less(w.places[1], cx.constant(1));
}

// Of (N, C, H, W) or (C, H, W).
template <class Cx, class Ints>
Shape<Cx> columns(Cx &cx, const Shape<Cx> &self, ImageWindows<Cx, Ints> &w) {
  checkWindows(cx, w);
  size_t rank = self.size(), channels = rank - 3;
  bool isImage = rank == 3 || rank == 4;
  for (size_t d = channels; isImage && d < rank; ++d)
    isImage = !cx.equal(self[d], cx.constant(0));
  if (!isImage)
    return cx.fail("Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other "
                   "non-zero dimensions for input, but got: ",
                   self);
  Shape<Cx> out = self;
  if (cx.hasFailed())
    return out;
  Shape<Cx> image;
  image.push_back(self[channels + 1]);
  image.push_back(self[channels + 2]);
  if (!placeWindows(cx, image[0], image[1], w))
    return cx.fail("Given input with spatial size ", pairText(image),
                   ", kernel_size=", pairText(w.kernel), ", dilation=", pairText(w.dilation),
                   ", padding=", pairText(w.padding),
                   ", calculated shape of the array of sliding blocks as ", pairText(w.places),
                   ", but its components must be at least one.");
  out.pop_back();
  auto area = cx.mul(cx.constant(w.kernel[0]), cx.constant(w.kernel[1]));
  out[channels] = cx.mul(self[channels], area);
  out[channels + 1] = cx.mul(w.places[0], w.places[1]);
  return out;
}

// The image of two sizes `image` that columns are added into.
template <class Cx, class Ints>
Shape<Cx> ofColumns(Cx &cx, const Shape<Cx> &self, const Shape<Cx> &image,
                    ImageWindows<Cx, Ints> &w) {
  checkWindows(cx, w);
  size_t rank = self.size(), rows = rank - 2;
  bool areColumns = (rank == 2 || rank == 3) && image.size() == 2;
  for (size_t d = rows; areColumns && d < rank; ++d)
    areColumns = !cx.equal(self[d], cx.constant(0));
  if (!areColumns)
    return cx.fail("Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and "
                   "non-zero dimensions for input, but got: ",
                   self);
  Shape<Cx> out = self;
  if (cx.hasFailed())
    return out;
  int64_t pixels;
  if (__builtin_mul_overflow(w.kernel[0], w.kernel[1], &pixels))
    return cx.fail("Given kernel_width = ", w.kernel[1], " and kernel_height = ", w.kernel[0],
                   " the product of kernel_width and kernel_height overflowed.");
  auto area = cx.constant(pixels);
  if (!isDivisible(cx, self[rows], area))
    return cx.fail("Expected size of input's dimension 1 to be divisible by the product of "
                   "kernel_size, but got input.size(1)=",
                   self[rows], " and kernel_size=", pairText(w.kernel), ".");
  auto given = [&](auto put) {
    put("Given output_size=", pairText(image), ", kernel_size=", pairText(w.kernel),
        ", dilation=", pairText(w.dilation), ", padding=", pairText(w.padding),
        ", stride=", pairText(w.stride));
  };
  if (!placeWindows(cx, image[0], image[1], w))
    return cx.fail(given, ", calculated shape of the array of sliding blocks as ",
                   pairText(w.places), ", which is too small (non-positive)");
  auto count = cx.mul(w.places[0], w.places[1]);
  if (!cx.equal(self[rows + 1], count))
    return cx.fail(
        given,
        ", expected size of input's dimension 2 to match the calculated number of sliding blocks ",
        w.places[0], " * ", w.places[1], " = ", count, ", but got input.size(2)=", self[rows + 1],
        ".");
  out[rows] = cx.floorDiv(self[rows], area);
  out[rows + 1] = image[0];
  out.push_back(image[1]);
  return out;
}

}  // namespace janus::infer
