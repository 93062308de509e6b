// Views that permute, drop, add or cut dimensions: where they show the elements of a tensor.
#pragma once

#include "janus/contract/inference/Context.h"

#include <bitset>
#include <optional>

namespace janus::infer {

// The elements of a tensor: a size and a stride for each dimension, and where they begin.
template <class Cx>
struct Placed {
  Shape<Cx> sizes, strides;
  Dim<Cx> offset;
};

// ---- orders of dimensions

template <class Cx>
void transpose(Cx &cx, Placed<Cx> &place, int64_t dim0, int64_t dim1) {
  auto rank = static_cast<int64_t>(place.sizes.size());
  auto a = static_cast<size_t>(wrapDim(cx, dim0, rank)),
       b = static_cast<size_t>(wrapDim(cx, dim1, rank));
  if (rank == 0)
    return;
  std::swap(place.sizes[a], place.sizes[b]);
  std::swap(place.strides[a], place.strides[b]);
}

template <class Cx>
void matrixTranspose(Cx &cx, Placed<Cx> &place) {
  auto rank = static_cast<int64_t>(place.sizes.size());
  if (rank > 2)
    cx.fail("t() expects a tensor with <= 2 dimensions, but self is ", rank, "D");
  else if (rank == 2)
    transpose(cx, place, 0, 1);
}

template <class Cx, class Dims>
void permute(Cx &cx, Placed<Cx> &place, const Dims &dims) {
  auto rank = static_cast<int64_t>(place.sizes.size());
  if (static_cast<int64_t>(dims.size()) != rank) {
    cx.fail("permute(sparse_coo): number of dimensions in the tensor input does not match the "
            "length of the desired ordering of dimensions i.e. input.dim() = ",
            rank, " is not equal to len(dims) = ", dims.size());
    return;
  }
  Shape<Cx> sizes, strides;
  std::bitset<256> seen;  // a tensor has 255 dimensions at most
  for (int64_t dim : dims) {
    auto d = static_cast<size_t>(wrapDim(cx, dim, rank));
    if (seen[d]) {
      cx.fail("permute(): duplicate dims are not allowed.");
      return;
    }
    seen[d] = true;
    sizes.push_back(place.sizes[d]);
    strides.push_back(place.strides[d]);
  }
  place.sizes = std::move(sizes);
  place.strides = std::move(strides);
}

// ---- dimensions of size 1

// Those of the mask, where their size is 1.
template <class Cx>
void squeeze(Cx &cx, Placed<Cx> &place, uint64_t mask) {
  Shape<Cx> sizes, strides;
  for (size_t d = 0; d < place.sizes.size(); ++d) {
    if ((d >= 64 || mask >> d & 1) && isOne(cx, place.sizes[d]))
      continue;
    sizes.push_back(place.sizes[d]);
    strides.push_back(place.strides[d]);
  }
  place.sizes = std::move(sizes);
  place.strides = std::move(strides);
}

template <class Cx>
void unsqueeze(Cx &cx, Placed<Cx> &place, int64_t dim) {
  auto at = static_cast<size_t>(wrapDim(cx, dim, static_cast<int64_t>(place.sizes.size()) + 1));
  auto stride =
      at < place.sizes.size() ? cx.mul(place.sizes[at], place.strides[at]) : cx.constant(1);
  place.sizes.insert(at, cx.constant(1));
  place.strides.insert(at, stride);
}

// Sizes that do not fit in several dimensions are told of the last one.
template <class Cx>
void failExpand(Cx &cx, const Shape<Cx> &self, const Shape<Cx> &sizes) {
  for (size_t i = 1; i <= self.size(); ++i) {
    auto wanted = sizes[sizes.size() - i], has = self[self.size() - i];
    if (cx.isConstant(wanted, -1) || cx.equal(has, wanted) || isOne(cx, has))
      continue;
    cx.fail("The expanded size of the tensor (", wanted, ") must match the existing size (", has,
            ") at non-singleton dimension ", sizes.size() - i, ".  Target sizes: ", sizes,
            ".  Tensor sizes: ", self);
    return;
  }
}

// To `sizes`, of which -1 keeps one.
template <class Cx>
void expand(Cx &cx, Placed<Cx> &place, const Shape<Cx> &sizes) {
  const Shape<Cx> &self = place.sizes;
  if (sizes.size() < self.size()) {
    cx.fail("expand(", cx.kindOfTensor(), "{", self, "}, size=", sizes,
            "): the number of sizes provided (", sizes.size(),
            ") must be greater or equal to the number of dimensions in the tensor (", self.size(),
            ")");
    return;
  }
  Shape<Cx> out, strides;
  size_t added = sizes.size() - self.size();
  for (size_t i = 0; i < sizes.size(); ++i) {
    auto wanted = sizes[i];
    bool keep = cx.isConstant(wanted, -1);
    if (i < added) {
      if (keep) {
        cx.fail("The expanded size of the tensor (-1) isn't allowed in a leading, non-existing "
                "dimension ",
                i);
        return;
      }
      out.push_back(wanted);
      strides.push_back(cx.constant(0));
      continue;
    }
    auto has = self[i - added];
    if (keep || cx.equal(has, wanted)) {
      out.push_back(has);
      strides.push_back(place.strides[i - added]);
    } else if (isOne(cx, has)) {
      out.push_back(wanted);
      strides.push_back(cx.constant(0));
    } else {
      failExpand(cx, self, sizes);
      return;
    }
  }
  // A new dimension of size 1 gets the stride it would have if it were dense.
  if (self.size() > 0)
    for (size_t i = added; i-- > 0;)
      if (cx.isConstant(out[i], 1))
        strides[i] = cx.mul(out[i + 1], strides[i + 1]);
  place.sizes = std::move(out);
  place.strides = std::move(strides);
}

// ---- parts

template <class Cx>
void select(Cx &cx, Placed<Cx> &place, int64_t dim, Dim<Cx> index) {
  auto rank = static_cast<int64_t>(place.sizes.size());
  if (rank == 0) {
    cx.failIndex("select() cannot be applied to a 0-dim tensor.");
    return;
  }
  auto at = static_cast<size_t>(wrapDim(cx, dim, rank));
  auto given = index, size = place.sizes[at];
  if (cx.less(index, cx.constant(0)))
    index = cx.add(index, size);
  if (cx.less(index, cx.constant(0)) || !cx.less(index, size)) {
    cx.failIndex("select(): index ", given, " out of range for tensor of size ", place.sizes,
                 " at dimension ", dim);
    return;
  }
  place.offset = cx.add(place.offset, cx.mul(index, place.strides[at]));
  place.sizes.erase(at);
  place.strides.erase(at);
}

template <class Cx>
void slice(Cx &cx, Placed<Cx> &place, int64_t dim, std::optional<Dim<Cx>> start,
           std::optional<Dim<Cx>> end, int64_t step) {
  using Dim = typename Cx::Dim;
  auto rank = static_cast<int64_t>(place.sizes.size());
  if (rank == 0) {
    cx.fail("slice() cannot be applied to a 0-dim tensor.");
    return;
  }
  auto at = static_cast<size_t>(wrapDim(cx, dim, rank));
  if (step <= 0) {
    cx.fail("slice step must be positive");
    return;
  }
  const Dim size = place.sizes[at];
  auto clamped = [&](Dim index) -> Dim {
    if (cx.less(index, cx.constant(0)))
      index = cx.add(index, size);
    return cx.less(index, cx.constant(0)) ? cx.constant(0) : cx.less(size, index) ? size : index;
  };
  Dim first = start ? clamped(*start) : cx.constant(0), last = end ? clamped(*end) : size;
  place.sizes[at] =
      cx.less(first, last)
          ? cx.floorDiv(cx.add(cx.sub(last, first), cx.constant(step - 1)), cx.constant(step))
          : cx.constant(0);
  place.offset = cx.add(place.offset, cx.mul(first, place.strides[at]));
  place.strides[at] = cx.mul(place.strides[at], cx.constant(step));
}

// The dimensions dim1 and dim2 become their diagonal, the last dimension.
template <class Cx>
void diagonal(Cx &cx, Placed<Cx> &place, int64_t offset, int64_t dim1, int64_t dim2) {
  auto rank = static_cast<int64_t>(place.sizes.size());
  auto a = static_cast<size_t>(wrapDim(cx, dim1, rank)),
       b = static_cast<size_t>(wrapDim(cx, dim2, rank));
  if (a == b) {
    cx.fail("diagonal dimensions cannot be identical ", dim1, ", ", dim2);
    return;
  }
  auto rows = place.sizes[a], columns = place.sizes[b];
  if (offset < 0)
    rows = cx.add(rows, cx.constant(offset));
  if (offset > 0)
    columns = cx.sub(columns, cx.constant(offset));
  auto length = cx.less(rows, columns) ? rows : columns;
  if (cx.less(length, cx.constant(0)))
    length = cx.constant(0);
  if (offset != 0 && cx.less(cx.constant(0), length))
    place.offset = cx.add(place.offset, cx.mul(cx.constant(offset < 0 ? -offset : offset),
                                               place.strides[offset < 0 ? a : b]));
  auto stride = cx.add(place.strides[a], place.strides[b]);
  for (size_t d : {a > b ? a : b, a > b ? b : a}) {
    place.sizes.erase(d);
    place.strides.erase(d);
  }
  place.sizes.push_back(length);
  place.strides.push_back(stride);
}

// Windows of `size` elements, which become the last dimension.
template <class Cx>
void unfold(Cx &cx, Placed<Cx> &place, int64_t dimension, Dim<Cx> size, int64_t step) {
  auto rank = static_cast<int64_t>(place.sizes.size());
  int64_t at = wrapDim(cx, dimension, rank);
  auto available = rank ? place.sizes[static_cast<size_t>(at)] : cx.constant(1);
  if (cx.less(size, cx.constant(0))) {
    cx.fail("size is ", size, " but must be >= 0");
    return;
  }
  if (cx.less(available, size)) {
    cx.fail("maximum size for tensor at dimension ", at, " is ", available, " but size is ", size);
    return;
  }
  if (step <= 0) {
    cx.fail("step is ", step, " but must be > 0");
    return;
  }
  auto stride = rank ? place.strides[static_cast<size_t>(at)] : cx.constant(1);
  if (rank && step > INT32_MAX && cx.less(cx.constant(INT64_MAX / step), stride)) {
    cx.fail("as_strided: Negative strides are not supported at the moment, got a stride of ",
            stride, " times ", step);
    return;
  }
  if (rank) {
    place.sizes[static_cast<size_t>(at)] =
        cx.add(cx.floorDiv(cx.sub(available, size), cx.constant(step)), cx.constant(1));
    place.strides[static_cast<size_t>(at)] = cx.mul(stride, cx.constant(step));
  }
  place.sizes.push_back(size);
  place.strides.push_back(stride);
}

}  // namespace janus::infer
