// How the results of a row of the op table lie in memory.
#pragma once

#include "janus/contract/inference/Complex.h"
#include "janus/contract/inference/RowShapes.h"

#include <algorithm>

namespace janus::infer {

// Of a view: a part of rows is rows, of whole rows at the outermost dimension as before.
template <class Cx>
Layout RowShapes<Cx>::viewLayout() const {
  ShapeRule rule = row(op_).shape;
  Layout layout = first() ? first()->layout : Layout::Strided;
  if (layout != Layout::Contiguous && layout != Layout::Rows)
    return Layout::Strided;
  if (rule == ShapeRule::Select || (rule == ShapeRule::Slice && number("step") == 1))
    return number("dim") == 0 ? layout : Layout::Rows;
  if (rule == ShapeRule::Self || rule == ShapeRule::AsReal || rule == ShapeRule::AsComplex)
    return layout;
  return layout == Layout::Contiguous && keepsOrder(rule) ? layout : Layout::Strided;
}

// Of pooling to given sizes.
template <class Cx>
bool RowShapes<Cx>::makesVolume() const {
  ShapeRule rule = row(op_).shape;
  MaybeSizes output = sizes("output_size");
  return (rule == ShapeRule::AdaptivePool || rule == ShapeRule::Unpool) && output &&
         output->size() == 3;
}

// Kernels keep the order in memory that their operands have, but for products, where a format is
// asked for, and those of Trait::OwnLayout and Trait::DenseResult. What this says is checked when
// the kernel has run
// (`jn_plan_run`).
template <class Cx>
bool RowShapes<Cx>::makesContiguous() const {
  if (hasTrait(op_, Trait::OwnLayout))
    return false;
  ShapeRule rule = row(op_).shape;
  bool isTransform = rule == ShapeRule::Spectrum || rule == ShapeRule::HalfSpectrum ||
                     rule == ShapeRule::WholeSpectrum;
  if (isTransform) {
    std::optional<Numbers> dims = numbers("dim");
    return dims && first() && first()->shape && first()->layout == Layout::Contiguous &&
           infer::areInnermost(*dims, first()->shape->size());
  }
  if (hasTrait(op_, Trait::DenseResult) || rule == ShapeRule::Reduce || makesVolume())
    return true;
  if (hasTrait(op_, Trait::KeepsOrder) && rule == ShapeRule::Self && first())
    return first()->layout == Layout::Contiguous;
  if (hasTrait(op_, Trait::Heavy) && (rule == ShapeRule::Mm || rule == ShapeRule::Bmm ||
                                      rule == ShapeRule::MatMul || rule == ShapeRule::Linear))
    return true;
  const RowArgument<Cx> *format = named("memory_format");
  if (format && !format->text.empty() && format->text != "preserve_format")
    return format->text == "contiguous_format";
  // Elementwise operations leave no gaps.
  bool fillsGaps = hasTrait(op_, Trait::Elementwise);
  auto isContiguous = [&](const std::optional<RowTensor<Cx>> &type) {
    return !type || type->layout == Layout::Contiguous ||
           (fillsGaps && type->layout == Layout::Rows) || (type->shape && type->shape->empty());
  };
  bool skipsFirst = hasTrait(op_, Trait::GradientFirst);
  return std::ranges::all_of(args_, [&](const RowArgument<Cx> &arg) {
    if (skipsFirst && &arg == &args_[0])
      return true;
    return isContiguous(arg.tensor) && std::ranges::all_of(arg.tensors, isContiguous);
  });
}

}  // namespace janus::infer
