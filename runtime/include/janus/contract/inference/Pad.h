// Tensors with a border, and vectors on a diagonal.
#pragma once

#include "janus/contract/inference/Context.h"

namespace janus::infer {

// `pad`: before and after each dimension, the last dimension first.
template <class Cx>
bool isPadding(Cx &cx, const Shape<Cx> &self, const Shape<Cx> &pad) {
  if (pad.size() % 2)
    cx.fail("Padding length must be divisible by 2");
  else if (pad.size() / 2 > self.size())
    cx.fail("Padding length should be less than or equal to two times the input dimension but got "
            "padding length ",
            pad.size(), " and input of dimension ", self.size());
  else
    return true;
  return false;
}

// Numbers below zero cut elements off.
template <class Cx>
Shape<Cx> constantPad(Cx &cx, const Shape<Cx> &self, const Shape<Cx> &pad) {
  Shape<Cx> out = self;
  if (!isPadding(cx, self, pad))
    return out;
  auto zero = cx.constant(0);
  for (size_t i = 0; i < pad.size(); i += 2) {
    auto &size = out[self.size() - 1 - i / 2];
    auto kept = size;
    for (size_t k : {i, i + 1}) {
      size = cx.add(size, pad[k]);
      if (cx.less(pad[k], zero))
        kept = cx.add(kept, pad[k]);
    }
    if (cx.less(kept, zero))
      return cx.fail("narrow(): length must be non-negative.");
  }
  return out;
}

// A border of the tensor's own elements, by reflection or of the outermost ones.
template <class Cx>
Shape<Cx> borderPad(Cx &cx, const Shape<Cx> &self, const Shape<Cx> &pad, bool reflect) {
  Shape<Cx> out = self;
  if (!isPadding(cx, self, pad))
    return out;
  size_t rank = self.size(), count = pad.size() / 2;
  for (size_t i = 0; i < count && reflect; ++i) {
    auto size = self[rank - 1 - i], before = pad[2 * i], after = pad[2 * i + 1];
    if (!cx.less(before, size) || !cx.less(after, size))
      return cx.fail("Argument #", 2 * i + 4,
                     ": Padding size should be less than the corresponding input dimension, but "
                     "got: padding (",
                     before, ", ", after, ") at dimension ", rank - 1 - i, " of input ", self);
  }
  bool isEmpty = false;
  for (size_t i = 0; i < count; ++i) {
    auto &size = out[rank - 1 - i];
    size = cx.add(size, cx.add(pad[2 * i], pad[2 * i + 1]));
    isEmpty |= cx.less(size, cx.constant(1));
  }
  auto text = [&](const Shape<Cx> &sizes, const char *separator) {
    return [&sizes, separator, count, rank](auto put) {
      static constexpr const char *kAxes[] = {"D: ", "H: ", "W: "};
      for (size_t i = 0; i < count; ++i)
        put(i ? separator : "", kAxes[3 - count + i], sizes[rank - count + i]);
    };
  };
  if (isEmpty && count == 1)
    return cx.fail("input (", text(self, ", "), ") is too small. Calculated output ",
                   text(out, " "));
  if (isEmpty)
    return cx.fail("Calculated output ", text(out, " "), " must be >= 1 in every dimension (input ",
                   text(self, ", "), ")");
  return out;
}

// The last dimension becomes the diagonal of dim1 and dim2.
template <class Cx>
Shape<Cx> diagEmbed(Cx &cx, const Shape<Cx> &self, int64_t offset, int64_t dim1, int64_t dim2) {
  auto rank = static_cast<int64_t>(self.size()) + 1;
  auto a = static_cast<size_t>(wrapDim(cx, dim1, rank)),
       b = static_cast<size_t>(wrapDim(cx, dim2, rank));
  if (a == b)
    return cx.fail("diagonal dimensions cannot be identical ", dim1, ", ", dim2);
  Shape<Cx> out = self;
  auto extent = cx.add(self.back(), cx.constant(offset < 0 ? -offset : offset));
  out.pop_back();
  out.insert(a < b ? a : b, extent);
  out.insert(a < b ? b : a, extent);
  return out;
}

}  // namespace janus::infer
