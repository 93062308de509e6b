// RowShapes of single rules: reductions, orders of dimensions, parts of tensors, indices, counts.
#pragma once

#include "janus/contract/inference/Index.h"
#include "janus/contract/inference/Join.h"
#include "janus/contract/inference/Products.h"
#include "janus/contract/inference/Reduce.h"
#include "janus/contract/inference/RowShapes.h"
#include "janus/contract/inference/Sequence.h"
#include "janus/contract/inference/View.h"

namespace janus::infer {

// Which dimensions squeeze() drops where their size is 1.
template <class Cx>
std::optional<uint64_t> RowShapes<Cx>::squeezedDims(int64_t rank) {
  if (!named("dim"))
    return ~uint64_t{0};
  std::optional<Numbers> dims = numbers("dim");
  if (!dims)
    return std::nullopt;
  return dims->empty() ? 0 : infer::reducedDims(cx_, *dims, rank);
}

// Of a view: by the rule that gives its strides, too, which are not looked at here.
template <class Cx>
auto RowShapes<Cx>::viewed(const Sizes &self) -> MaybeSizes {
  auto rank = static_cast<int64_t>(self.size());
  infer::Placed<Cx> place = {self, Sizes(self.size()), 0};
  switch (row(op_).shape) {
  case ShapeRule::Expand: {
    MaybeSizes wanted = sizes("size");
    if (!wanted)
      return std::nullopt;
    infer::expand(cx_, place, *wanted);
    break;
  }
  case ShapeRule::Transpose: {
    if (!named("dim0") && !named("axis0")) {  // t()
      infer::matrixTranspose(cx_, place);
      break;
    }
    std::optional<Numbers> dims =
        named("dim0") ? numbers({"dim0", "dim1"}) : numbers({"axis0", "axis1"});
    if (!dims)
      return std::nullopt;
    infer::transpose(cx_, place, (*dims)[0], (*dims)[1]);
    break;
  }
  case ShapeRule::Permute: {
    std::optional<Numbers> order = numbers("dims");
    if (!order)
      return std::nullopt;
    infer::permute(cx_, place, *order);
    break;
  }
  case ShapeRule::Squeeze: {
    std::optional<uint64_t> mask = squeezedDims(rank);
    if (!mask)
      return std::nullopt;
    infer::squeeze(cx_, place, *mask);
    break;
  }
  case ShapeRule::Unsqueeze: {
    std::optional<int64_t> dim = number("dim");
    if (!dim)
      return std::nullopt;
    infer::unsqueeze(cx_, place, *dim);
    break;
  }
  case ShapeRule::Select: {
    std::optional<int64_t> dim = number("dim");
    std::optional<Size> index = size("index");
    if (!dim || !index)
      return std::nullopt;
    infer::select(cx_, place, *dim, *index);
    break;
  }
  case ShapeRule::Slice: {
    std::optional<int64_t> dim = number("dim");
    if (!dim)
      return std::nullopt;
    for (const char *name : {"start", "end", "step"})  // a number or None
      if (!size(name) && named(name)->number != NumberKind::None)
        return std::nullopt;
    infer::slice(cx_, place, *dim, size("start"), size("end"), number("step").value_or(1));
    break;
  }
  case ShapeRule::Diagonal: {
    std::optional<Numbers> dims = numbers({"offset", "dim1", "dim2"});
    if (!dims)
      return std::nullopt;
    infer::diagonal(cx_, place, (*dims)[0], (*dims)[1], (*dims)[2]);
    break;
  }
  default: {
    std::optional<Numbers> dims = numbers({"dimension", "step"});
    std::optional<Size> extent = size("size");
    if (!dims || !extent)
      return std::nullopt;
    infer::unfold(cx_, place, (*dims)[0], *extent, (*dims)[1]);
  }
  }
  return cx_.hasFailed() ? std::nullopt : std::optional(place.sizes);
}

template <class Cx>
auto RowShapes<Cx>::numbers(std::initializer_list<const char *> names) const
    -> std::optional<Numbers> {
  Numbers all;
  for (const char *name : names) {
    std::optional<int64_t> one = number(name);
    if (!one)
      return std::nullopt;
    all.push_back(*one);
  }
  return all;
}

template <class Cx>
auto RowShapes<Cx>::joined() -> MaybeSizes {
  Many shapes;
  std::optional<int64_t> dim = number("dim");
  for (const std::optional<RowTensor<Cx>> &each : named("tensors")->tensors) {
    MaybeSizes shape = shapeOf(each ? &*each : nullptr);
    if (!shape || !dim)
      return std::nullopt;
    shapes.push_back(std::move(*shape));
  }
  if (shapes.empty())
    return std::nullopt;
  return row(op_).shape == ShapeRule::Stack ? infer::stack(cx_, shapes, *dim)
                                            : infer::cat(cx_, shapes, *dim);
}

// Of masks only the contents tell how many there are.
template <class Cx>
auto RowShapes<Cx>::counted() -> MaybeSizes {
  const RowArgument<Cx> *mask = named("mask");
  const RowTensor<Cx> *of = mask ? &*mask->tensor : first();
  MaybeSizes self = shapeOf(first());
  if (!self || !of->shape || !of->count)
    return std::nullopt;
  if (!mask)
    return Sizes{*of->count, cx_.constant(static_cast<int64_t>(self->size()))};
  if (!infer::haveSameSizes(cx_, *self, *of->shape))  // the mask is broadcast
    return std::nullopt;
  return Sizes{*of->count};
}

// The values, where each is, and how often. Of slices the last two are made whether they are asked
// for or not.
template <class Cx>
auto RowShapes<Cx>::distinct(const Sizes &self) -> MaybeMany {
  if (!first()->count)
    return std::nullopt;
  const Size count = *first()->count, none = cx_.constant(0);
  const RowArgument<Cx> *dim = named("dim");
  if (dim && !dim->numbers && dim->number != NumberKind::None)
    return std::nullopt;
  bool ofSlices = dim && dim->numbers && (self.size() != 1 || !schema_.params.back().optional);
  if (ofSlices) {
    std::optional<size_t> at = wrapped(number("dim"), static_cast<int64_t>(self.size()));
    if (!at || self.empty())
      return std::nullopt;
    Sizes values = self;
    values[*at] = count;
    return Many{std::move(values), Sizes{self[*at]}, Sizes{count}};
  }
  const RowArgument<Cx> *inverse = named("return_inverse"), *counts = named("return_counts");
  if (!inverse->truth || !counts->truth)
    return std::nullopt;
  return Many{Sizes{count}, *inverse->truth ? self : Sizes{none},
              Sizes{*counts->truth ? count : none}};
}

// A mask stands for as many dimensions as it has.
template <class Cx>
auto RowShapes<Cx>::indexed(const MaybeSizes &self) -> MaybeSizes {
  const RowArgument<Cx> *indices = named("indices");
  if (!self || indices->tensors.size() > self->size())
    return std::nullopt;
  Sizes rest;
  infer::IndexedDims<Cx> dims;
  size_t at = 0;
  for (const std::optional<RowTensor<Cx>> &index : indices->tensors) {
    if (!index && at < self->size()) {
      rest.push_back((*self)[at++]);
      continue;
    }
    MaybeSizes shape = index ? shapeOf(&*index) : std::nullopt;
    if (!shape || index->dtype == DType::U8)
      return std::nullopt;
    bool isMask = index->dtype == DType::Bool;
    size_t taken = isMask ? shape->size() : 1;
    if (at + taken > self->size() || (isMask && (!index->count || taken == 0)))
      return std::nullopt;
    for (size_t i = 0; i < taken; ++i)
      if (isMask && !cx_.equal((*shape)[i], (*self)[at + i]))
        return cx_.failIndex("The shape of the mask ", *shape, " at index ", i,
                             " does not match the shape of the indexed tensor ", *self,
                             " at index ", at + i);
      else
        dims.add(cx_, at + i, isMask ? Sizes{*index->count} : *shape);
    at += taken;
  }
  for (; at < self->size(); ++at)
    rest.push_back((*self)[at]);
  if (cx_.hasFailed() || dims.count == 0)
    return std::nullopt;
  return dims.shapeWith(rest);
}

template <class Cx>
auto RowShapes<Cx>::range() -> MaybeSizes {
  if (named("steps"))
    return size("steps") ? std::optional(Sizes{*size("steps")}) : std::nullopt;
  for (const char *name : {"start", "end", "step"})
    if (const RowArgument<Cx> *arg = named(name); arg && arg->real)
      return realRange(false);
  if (named("start") && !size("start"))
    return std::nullopt;
  std::optional<int64_t> step = named("step") ? number("step") : 1;
  if (!size("end") || !step)
    return std::nullopt;
  return Sizes{infer::rangeLength(cx_, size("start").value_or(0), *size("end"), *step)};
}

template <class Cx>
auto RowShapes<Cx>::broadcastAll() -> MaybeSizes {
  bool known;
  Many shapes = tensorShapes(&known);
  if (!known || shapes.empty())
    return std::nullopt;
  Sizes result = shapes[0];
  for (size_t i = 1; i < shapes.size(); ++i)
    result = infer::broadcast(cx_, result, shapes[i]);
  return result;
}

template <class Cx>
auto RowShapes<Cx>::reduced(const MaybeSizes &self, int64_t rank) -> MaybeSizes {
  const RowArgument<Cx> *keep = named("keepdim");
  std::optional<Numbers> dims = numbers("dim");
  const RowArgument<Cx> *dim = named("dim");
  if (!dims && dim && dim->number == NumberKind::None)
    dims.emplace();  // None: all
  if (!self || !dims || (keep && !keep->truth))
    return std::nullopt;
  uint64_t mask = infer::reducedDims(cx_, *dims, rank);
  return infer::reduce(cx_, *self, mask, keep && *keep->truth);
}

// As the run time counts them where one of the numbers is a float, or the end belongs to them.
template <class Cx>
auto RowShapes<Cx>::realRange(bool closed) -> MaybeSizes {
  auto number = [&](const char *name, double otherwise) -> std::optional<double> {
    const RowArgument<Cx> *arg = named(name);
    if (!arg)
      return otherwise;
    std::optional<int64_t> whole = this->number(name);
    return arg->real ? arg->real : whole ? std::optional<double>(*whole) : std::nullopt;
  };
  std::optional<double> start = number("start", 0), end = number("end", 0),
                        step = number("step", 1);
  if (!start || !end || !step)
    return std::nullopt;
  return Sizes{infer::realRangeLength(cx_, *start, *end, *step, closed)};
}

// Of the matrix of so many rows and columns, in two rows.
template <class Cx>
auto RowShapes<Cx>::places(bool above) const -> MaybeSizes {
  std::optional<int64_t> rows = number("row"), columns = number("col"), offset = number("offset");
  if (!rows || !columns || !offset)
    return std::nullopt;
  return Sizes{2, infer::placesInTriangle(*rows, *columns, *offset, above)};
}

template <class Cx>
auto RowShapes<Cx>::pairs() -> MaybeSizes {
  MaybeSizes a = argument("x1"), b = argument("x2");
  if (!a || !b)
    return std::nullopt;
  return infer::pairs(cx_, *a, *b);
}

}  // namespace janus::infer
