// Elements at places: tensors as indices, and rows of a table.
#pragma once

#include "janus/contract/inference/Broadcast.h"

namespace janus::infer {

// Several dimensions indexed by tensors, whose common shape stands where the first of them stood,
// or at the front when they are not neighbours.
template <class Cx>
struct IndexedDims {
  using Shape = typename Cx::Shape;
  Shape common;
  size_t first = 0, last = 0, count = 0;

  // Dimensions in their order.
  void add(Cx &cx, size_t dim, const Shape &index) {
    common = count ? broadcast(cx, common, index) : index;
    first = count ? first : dim;
    last = dim;
    ++count;
  }
  bool areNeighbours() const { return count == 0 || last - first + 1 == count; }
  // How many of the other dimensions stand before the common shape.
  size_t before() const { return count && areNeighbours() ? first : 0; }
  // `rest`: the other dimensions.
  Shape shapeWith(const Shape &rest) const {
    Shape out;
    for (size_t i = 0; i < before(); ++i)
      out.push_back(rest[i]);
    for (const auto &size : common)
      out.push_back(size);
    for (size_t i = before(); i < rest.size(); ++i)
      out.push_back(rest[i]);
    return out;
  }
};

// Indices of one dimension; of a tensor without dimensions the only element.
template <class Cx>
Shape<Cx> indexSelect(Cx &cx, const Shape<Cx> &self, int64_t dim, const Shape<Cx> &index) {
  int64_t at = wrapDim(cx, dim, static_cast<int64_t>(self.size()));
  if (index.size() > 1)
    return cx.failIndex("index_select(): Index is supposed to be a vector");
  Shape<Cx> out = self;
  if (!out.empty())
    out[static_cast<size_t>(at)] = index.empty() ? cx.constant(1) : index[0];
  return out;
}

template <class Cx>
Shape<Cx> embedding(Cx &cx, const Shape<Cx> &weight, const Shape<Cx> &indices) {
  if (weight.size() != 2)
    return cx.fail("'weight' must be 2-D");
  Shape<Cx> out = indices;
  out.push_back(weight[1]);
  return out;
}

template <class Cx>
Shape<Cx> oneHot(Cx &cx, const Shape<Cx> &self, const Dim<Cx> &classes) {
  if (cx.less(classes, cx.constant(1)))
    return cx.fail("num_classes should be positive");
  Shape<Cx> out = self;
  out.push_back(classes);
  return out;
}

}  // namespace janus::infer
