// Which template gives the shapes of a row of the op table: by its ShapeRule.
#pragma once

#include "janus/contract/inference/Complex.h"
#include "janus/contract/inference/Index.h"
#include "janus/contract/inference/Join.h"
#include "janus/contract/inference/Loss.h"
#include "janus/contract/inference/Matrices.h"
#include "janus/contract/inference/Pad.h"
#include "janus/contract/inference/Pool.h"
#include "janus/contract/inference/Products.h"
#include "janus/contract/inference/Reduce.h"
#include "janus/contract/inference/Reshape.h"
#include "janus/contract/inference/RowShapes.h"
#include "janus/contract/inference/Select.h"

namespace janus::infer {

// Of each result.
template <class Cx>
auto RowShapes<Cx>::inferShapes() -> MaybeMany {
  if (schema_.results.size() == 1) {
    MaybeSizes shape = inferShape();
    return shape ? std::optional(Many{*shape}) : std::nullopt;
  }
  MaybeSizes self = shapeOf(first());
  if (!self)
    return std::nullopt;
  switch (row(op_).shape) {
  case ShapeRule::Normalized: return normalized(*self);
  case ShapeRule::Loss: {  // the loss, and the weight it was divided by
    std::optional<int64_t> reduction = number("reduction");
    MaybeSizes target = argument("target"), weight = argument("weight");
    if (!reduction || !target)
      return std::nullopt;
    Sizes loss = infer::nllLoss(cx_, *self, *target, *reduction);
    if (weight && !cx_.hasFailed())
      infer::checkClassWeights(cx_, *self, *weight);
    return Many{std::move(loss), Sizes()};
  }
  case ShapeRule::Sorted:
    if (number("dim") && !wrapped(number("dim"), static_cast<int64_t>(self->size())))
      return std::nullopt;
    return Many{*self, *self};
  case ShapeRule::TopK: {
    std::optional<int64_t> dim = number("dim");
    std::optional<Size> k = size("k");
    if (!dim || !k)
      return std::nullopt;
    return Many(2, infer::topk(cx_, *self, *k, *dim));
  }
  case ShapeRule::Distinct: return distinct(*self);
  case ShapeRule::Eigen: return Many{infer::eigenvalues(cx_, name_.c_str(), *self), *self};
  case ShapeRule::Singular: {
    const RowArgument<Cx> *full = named("full_matrices");
    if (!full->truth)
      return std::nullopt;
    auto shapes = infer::singular(cx_, name_.c_str(), *self, *full->truth);
    return Many{shapes.u, shapes.values, shapes.v};
  }
  case ShapeRule::Orthogonal: {
    auto shapes = infer::orthogonal(cx_, name_.c_str(), *self, named("mode")->text);
    return Many{shapes.q, shapes.r};
  }
  case ShapeRule::Factored:
  case ShapeRule::Solved: {
    MaybeSizes result = row(op_).shape == ShapeRule::Solved ? solved(true) : self;
    if (!result)
      return std::nullopt;
    auto codes = infer::factorCodes(cx_, name_.c_str(), *self);
    return schema_.results.size() == 2 ? Many{*result, codes.info}
                                       : Many{*result, codes.pivots, codes.info};
  }
  case ShapeRule::Bags: {
    MaybeSizes indices = argument("indices"), offsets = argument("offsets");
    std::optional<int64_t> mode = number("mode");
    const RowArgument<Cx> *withLast = named("include_last_offset");
    if (!indices || !offsets || !mode || !withLast->truth)
      return std::nullopt;
    if (self->size() != 2 || indices->size() != 1 || offsets->size() != 1)
      return std::nullopt;
    Sizes bags = *offsets;
    if (*withLast->truth)
      bags[0] = cx_.sub(bags[0], cx_.constant(1));
    Sizes rows = {bags[0], (*self)[1]};
    constexpr int64_t kMax = 2;
    return Many{rows, *indices, bags, *mode == kMax ? rows : bags};
  }
  case ShapeRule::LikeBoth: {
    MaybeSizes input = argument("input"), grid = argument("grid");
    return input && grid ? std::optional(Many{*input, *grid}) : std::nullopt;
  }
  default: {
    MaybeSizes shape = inferShape();
    if (!shape)
      return std::nullopt;
    return Many(schema_.results.size(), *shape);
  }
  }
}

template <class Cx>
std::optional<size_t> RowShapes<Cx>::wrapped(std::optional<int64_t> dim, int64_t limit) {
  if (!dim)
    return std::nullopt;
  int64_t at = infer::wrapDim(cx_, *dim, limit);
  return cx_.hasFailed() ? std::nullopt : std::optional<size_t>(at);
}

template <class Cx>
auto RowShapes<Cx>::inferShape() -> MaybeSizes {
  MaybeSizes self = shapeOf(first());
  int64_t rank = self ? static_cast<int64_t>(self->size()) : 0;
  switch (row(op_).shape) {
  case ShapeRule::Self:
    if (self && number("dim") && !wrapped(number("dim"), rank))
      return std::nullopt;
    return self;
  case ShapeRule::Broadcast: return broadcastAll();
  case ShapeRule::Masked: {
    MaybeSizes mask = argument("mask");
    return self && mask ? std::optional(infer::broadcast(cx_, *self, *mask)) : std::nullopt;
  }
  case ShapeRule::ReduceAll: return Sizes();
  case ShapeRule::Reduce: return reduced(self, rank);
  case ShapeRule::ReduceGiven: {
    std::optional<Numbers> dims = numbers("dim");
    return dims && dims->empty() ? self : reduced(self, rank);
  }
  case ShapeRule::Size: return sizes("size");
  case ShapeRule::View: {
    MaybeSizes wanted = sizes("size");
    if (!wanted)
      wanted = sizes("shape");
    if (!self || !wanted)
      return std::nullopt;
    return infer::view(cx_, *self, *wanted);
  }
  case ShapeRule::Expand:
  case ShapeRule::Transpose:
  case ShapeRule::Permute:
  case ShapeRule::Squeeze:
  case ShapeRule::Unsqueeze:
  case ShapeRule::Select:
  case ShapeRule::Slice:
  case ShapeRule::Diagonal:
  case ShapeRule::Unfold: return self ? viewed(*self) : std::nullopt;
  case ShapeRule::Repeat: {
    MaybeSizes times = sizes("repeats");
    return self && times ? std::optional(infer::repeat(cx_, *self, *times)) : std::nullopt;
  }
  case ShapeRule::Cat:
  case ShapeRule::Stack: return joined();
  case ShapeRule::Index: return indexed(self);
  case ShapeRule::IndexSelect: {
    std::optional<int64_t> dim = number("dim");
    MaybeSizes index = argument("index");
    if (!self || !dim || !index)
      return std::nullopt;
    return infer::indexSelect(cx_, *self, *dim, *index);
  }
  case ShapeRule::IndexArgument: return argument("index");
  case ShapeRule::Counted: return counted();
  case ShapeRule::Distinct:
    return first()->count ? std::optional(Sizes{*first()->count}) : std::nullopt;
  case ShapeRule::Range: return range();
  case ShapeRule::ClosedRange: return realRange(true);
  case ShapeRule::Vector: return sizes(named("n") ? "n" : "bins");
  case ShapeRule::Square: {
    std::optional<Size> rows = size("n"), columns = size(named("m") ? "m" : "n");
    return rows && columns ? std::optional(Sizes{*rows, *columns}) : std::nullopt;
  }
  case ShapeRule::PlacesBelow: return places(false);
  case ShapeRule::PlacesAbove: return places(true);
  case ShapeRule::Draws: {
    std::optional<Size> count = size("num_samples");
    const RowArgument<Cx> *replacement = named("replacement");
    if (!self || !count || !replacement->truth)
      return std::nullopt;
    return infer::draws(cx_, *self, *count, *replacement->truth);
  }
  case ShapeRule::Classes: {
    std::optional<Size> count = size("num_classes");
    if (!self || !count || cx_.less(*count, 0))  // else only the values tell
      return std::nullopt;
    return infer::oneHot(cx_, *self, *count);
  }
  case ShapeRule::Pairs: return pairs();
  case ShapeRule::OnDiagonal: {
    std::optional<Numbers> dims = numbers({"offset", "dim1", "dim2"});
    if (!self || !dims)
      return std::nullopt;
    return infer::diagEmbed(cx_, *self, (*dims)[0], (*dims)[1], (*dims)[2]);
  }
  case ShapeRule::Linear: {
    MaybeSizes weight = argument("weight"), bias = argument("bias");
    if (!self || !weight || self->empty() || weight->empty() || weight->size() > 2)
      return std::nullopt;
    if (bias && (weight->size() != 2 || bias->size() != 1 || !cx_.equal((*bias)[0], (*weight)[0])))
      return std::nullopt;
    return infer::linear(cx_, *self, *weight);
  }
  case ShapeRule::Mm:
  case ShapeRule::Bmm: {
    MaybeSizes other = argument("mat2");
    if (!self || !other)
      return std::nullopt;
    return row(op_).shape == ShapeRule::Mm ? infer::mm(cx_, *self, *other)
                                           : infer::bmm(cx_, *self, *other);
  }
  case ShapeRule::MatMul: return product();
  case ShapeRule::SummedMatMul: return summedProduct();
  case ShapeRule::Outer: return outerProduct();
  case ShapeRule::Convolution: return self ? convolved(*self) : std::nullopt;
  case ShapeRule::Pool:
  case ShapeRule::Interpolate:
  case ShapeRule::AdaptivePool:
  case ShapeRule::Unpool: return self ? pooled(*self) : std::nullopt;
  case ShapeRule::Pad:
  case ShapeRule::PadReflected:
  case ShapeRule::PadReplicated: {
    MaybeSizes pad = sizes("pad");
    if (!self || !pad)
      return std::nullopt;
    return row(op_).shape == ShapeRule::Pad
               ? infer::constantPad(cx_, *self, *pad)
               : infer::borderPad(cx_, *self, *pad, row(op_).shape == ShapeRule::PadReflected);
  }
  case ShapeRule::Embedding: {
    MaybeSizes indices = argument("indices"), weight = argument("weight");
    return indices && weight ? std::optional(infer::embedding(cx_, *weight, *indices))
                             : std::nullopt;
  }
  case ShapeRule::Loss: {
    std::optional<int64_t> reduction = number("reduction");
    if (!reduction)
      return std::nullopt;
    MaybeSizes each = broadcastAll();
    return *reduction == 0 ? each : Sizes();
  }
  case ShapeRule::Dynamic:
  case ShapeRule::LikeArgument: {
    for (const char *name : {"input_sizes", "input_size", "weight_sizes"})
      if (named(name))
        return sizes(name);
    if (std::optional<Size> rows = size("num_weights"); rows && self && !self->empty())
      return Sizes{*rows, self->back()};
    if (row(op_).shape == ShapeRule::Dynamic)
      return std::nullopt;
    for (const char *name : {"self", "input", "x1"})
      if (MaybeSizes like = argument(name))
        return like;
    return std::nullopt;
  }
  case ShapeRule::Normalized: {
    MaybeMany shapes = self ? normalized(*self) : std::nullopt;
    return shapes ? std::optional(shapes->front()) : std::nullopt;
  }
  case ShapeRule::OfSquares:
    return self ? std::optional(infer::ofSquares(cx_, name_.c_str(), *self)) : std::nullopt;
  case ShapeRule::Solved: return solved(true);
  case ShapeRule::Eigen:
    return self ? std::optional(infer::eigenvalues(cx_, name_.c_str(), *self)) : std::nullopt;
  case ShapeRule::Permuted: {
    std::optional<Size> rows = size("rows");
    if (!self || !rows || self->empty())
      return std::nullopt;
    self->back() = *rows;
    return self;
  }
  case ShapeRule::SolvedTriangular:
  case ShapeRule::SolvedByFactors: return solved(false);
  case ShapeRule::AsReal: return self ? std::optional(infer::asReal(cx_, *self)) : std::nullopt;
  case ShapeRule::AsComplex:
    return self ? std::optional(infer::asComplex(cx_, *self)) : std::nullopt;
  case ShapeRule::Spectrum: return self;
  case ShapeRule::HalfSpectrum:
  case ShapeRule::WholeSpectrum: return self ? transformed(*self) : std::nullopt;
  case ShapeRule::Columns:
  case ShapeRule::OfColumns: return self ? columns(*self) : std::nullopt;
  case ShapeRule::Sampled: {
    MaybeSizes grid = argument("grid");
    return self && grid ? std::optional(infer::sample(cx_, *self, *grid)) : std::nullopt;
  }
  default: return std::nullopt;
  }
}

}  // namespace janus::infer
