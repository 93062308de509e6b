// Shapes by single rules: reductions, orders of dimensions, parts of tensors, indices, counts.
#include "Inference/ShapeInference.h"

#include "janus/contract/inference/Index.h"
#include "janus/contract/inference/Join.h"
#include "janus/contract/inference/Products.h"
#include "janus/contract/inference/Reduce.h"
#include "janus/contract/inference/Sequence.h"
#include "janus/contract/inference/View.h"

namespace janus::inference {

using ir::Type;

// Which dimensions squeeze() drops where their size is 1.
std::optional<uint64_t> ShapeInference::squeezedDims(int64_t rank) {
  if (!named("dim"))
    return ~uint64_t{0};
  std::optional<Numbers> dims = numbers("dim");
  if (!dims)
    return std::nullopt;
  return dims->empty() ? 0 : infer::reducedDims(cx_, *dims, rank);
}

// Of a view: by the rule that gives its strides, too, which are not looked at here.
std::optional<StaticShape> ShapeInference::viewed(const StaticShape &self) {
  auto rank = static_cast<int64_t>(self.size());
  infer::Placed<StaticContext> place = {self, StaticShape(self.size()), 0};
  switch (row(op_).shape) {
  case ShapeRule::Expand: {
    std::optional<StaticShape> wanted = sizes("size");
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
    std::optional<SymbolicSize> index = size("index");
    if (!dim || !index)
      return std::nullopt;
    infer::select(cx_, place, *dim, *index);
    break;
  }
  case ShapeRule::Slice: {
    std::optional<int64_t> dim = number("dim");
    if (!dim)
      return std::nullopt;
    for (const char *name : {"start", "end"})  // a number or None
      if (!size(name) && named(name)->scalar != ir::TypeKind::None)
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
    std::optional<SymbolicSize> extent = size("size");
    if (!dims || !extent)
      return std::nullopt;
    infer::unfold(cx_, place, (*dims)[0], *extent, (*dims)[1]);
  }
  }
  return cx_.failed ? std::nullopt : std::optional(place.sizes);
}

std::optional<Numbers> ShapeInference::numbers(std::initializer_list<const char *> names) const {
  Numbers all;
  for (const char *name : names) {
    std::optional<int64_t> one = number(name);
    if (!one)
      return std::nullopt;
    all.push_back(*one);
  }
  return all;
}

std::optional<StaticShape> ShapeInference::joined() {
  std::vector<StaticShape> shapes;
  std::optional<int64_t> dim = number("dim");
  for (const std::optional<Type> &each : named("tensors")->tensors) {
    std::optional<StaticShape> shape = shapeOf(each ? &*each : nullptr);
    if (!shape || !dim)
      return std::nullopt;
    shapes.push_back(std::move(*shape));
  }
  if (shapes.empty())
    return std::nullopt;
  return row(op_).shape == ShapeRule::Stack ? infer::stack(cx_, shapes, *dim)
                                            : infer::cat(cx_, shapes, *dim);
}

// Of masks, only the values tell how many there are.
std::optional<StaticShape> ShapeInference::indexed(const std::optional<StaticShape> &self) {
  const StaticArg *indices = named("indices");
  if (!self || indices->tensors.size() > self->size())
    return std::nullopt;
  StaticShape rest;
  infer::IndexedDims<StaticContext> dims;
  for (size_t i = 0; i < self->size(); ++i) {
    const std::optional<Type> index =
        i < indices->tensors.size() ? indices->tensors[i] : std::nullopt;
    if (!index) {
      rest.push_back((*self)[i]);
      continue;
    }
    std::optional<StaticShape> shape = shapeOf(&*index);
    if (!shape || index->dtype == "bool" || index->dtype == "uint8")
      return std::nullopt;
    dims.add(cx_, i, *shape);
  }
  if (cx_.failed || dims.count == 0)
    return std::nullopt;
  return dims.shapeWith(rest);
}

std::optional<StaticShape> ShapeInference::range() {
  if (named("steps"))
    return size("steps") ? std::optional(StaticShape{*size("steps")}) : std::nullopt;
  for (const char *name : {"start", "end", "step"})
    if (const StaticArg *arg = named(name); arg && arg->real)
      return realRange(false);
  if (named("start") && !size("start"))
    return std::nullopt;
  std::optional<int64_t> step = named("step") ? number("step") : 1;
  if (!size("end") || !step)
    return std::nullopt;
  return StaticShape{infer::rangeLength(cx_, size("start").value_or(0), *size("end"), *step)};
}

std::optional<StaticShape> ShapeInference::broadcastAll() {
  bool known;
  std::vector<StaticShape> shapes = tensorShapes(&known);
  if (!known || shapes.empty())
    return std::nullopt;
  StaticShape result = shapes[0];
  for (size_t i = 1; i < shapes.size(); ++i)
    result = infer::broadcast(cx_, result, shapes[i]);
  return result;
}

std::optional<StaticShape> ShapeInference::reduced(const std::optional<StaticShape> &self,
                                                   int64_t rank) {
  const StaticArg *keep = named("keepdim");
  std::optional<Numbers> dims = numbers("dim");
  const StaticArg *dim = named("dim");
  if (!dims && dim && dim->scalar == ir::TypeKind::None)
    dims.emplace();  // None: all
  if (!self || !dims || (keep && !keep->truth))
    return std::nullopt;
  uint64_t mask = infer::reducedDims(cx_, *dims, rank);
  return infer::reduce(cx_, *self, mask, keep && *keep->truth);
}

// As the run time counts them where one of the numbers is a float, or the end belongs to them.
std::optional<StaticShape> ShapeInference::realRange(bool closed) {
  auto number = [&](const char *name, double otherwise) -> std::optional<double> {
    const StaticArg *arg = named(name);
    if (!arg)
      return otherwise;
    std::optional<int64_t> whole = this->number(name);
    return arg->real ? arg->real : whole ? std::optional<double>(*whole) : std::nullopt;
  };
  std::optional<double> start = number("start", 0), end = number("end", 0),
                        step = number("step", 1);
  if (!start || !end || !step)
    return std::nullopt;
  return StaticShape{infer::realRangeLength(cx_, *start, *end, *step, closed)};
}

// Of the matrix of so many rows and columns, in two rows.
std::optional<StaticShape> ShapeInference::places(bool above) const {
  std::optional<int64_t> rows = number("row"), columns = number("col"), offset = number("offset");
  if (!rows || !columns || !offset)
    return std::nullopt;
  return StaticShape{2, infer::placesInTriangle(*rows, *columns, *offset, above)};
}

std::optional<StaticShape> ShapeInference::pairs() {
  std::optional<StaticShape> a = argument("x1"), b = argument("x2");
  if (!a || !b)
    return std::nullopt;
  return infer::pairs(cx_, *a, *b);
}

}  // namespace janus::inference
