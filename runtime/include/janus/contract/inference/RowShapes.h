// What the results of a row of the op table are: element types, sizes and how they lie, by its
// rules (InferenceRules.def). The one template for the compiler's graphs and for the `meta` device.
#pragma once

#include "janus/contract/inference/RowArguments.h"
#include "janus/contract/inference/RowTypes.h"

#include <initializer_list>
#include <string>

namespace janus::infer {

template <class Cx>
struct RowResult {
  DType dtype;
  Shape<Cx> shape;
  Layout layout;
};

template <class Cx>
class RowShapes {
public:
  RowShapes(Cx &cx, TensorOp op, const Schema &schema, const RowArguments<Cx> &args,
            DType defaultType)
      : cx_(cx), op_(op), schema_(schema), args_(args), default_(defaultType),
        name_(schema.name.starts_with("linalg_") ? "linalg." + schema.name.substr(7)
                                                 : schema.name) {}

  // One per result. Nothing when no rule tells, or when `cx` has failed.
  std::optional<std::vector<RowResult<Cx>>> results() {
    MaybeMany shapes = inferShapes();
    if (cx_.hasFailed() || !shapes || shapes->size() != schema_.results.size())
      return std::nullopt;
    std::vector<RowResult<Cx>> all;
    for (size_t i = 0; i < shapes->size(); ++i) {
      std::optional<DType> dtype = RowTypes<Cx>(op_, schema_, args_, default_).ofResult(i);
      if (!dtype || schema_.results[i].kind != ArgKind::Tensor)
        return std::nullopt;
      Layout layout = (*shapes)[i].empty()         ? Layout::Contiguous
                      : hasTrait(op_, Trait::View) ? viewLayout()
                      : makesContiguous()          ? Layout::Contiguous
                                                   : Layout::Strided;
      all.push_back({*dtype, std::move((*shapes)[i]), layout});
    }
    return all;
  }

private:
  using Size = typename Cx::Dim;
  using Sizes = typename Cx::Shape;
  using MaybeSizes = std::optional<Sizes>;
  using Many = std::vector<Sizes>;
  using MaybeMany = std::optional<Many>;
  using Numbers = std::vector<int64_t>;

  // ---- arguments by name
  const RowArgument<Cx> *named(std::string_view name) const {
    int index = schema_.find(name);
    return index < 0 ? nullptr : &args_[index];
  }
  const RowTensor<Cx> *first() const { return firstTensor(args_); }
  MaybeSizes shapeOf(const RowTensor<Cx> *tensor) const {
    return tensor ? tensor->shape : std::nullopt;
  }
  MaybeSizes argument(std::string_view name) const {
    const RowArgument<Cx> *arg = named(name);
    return arg && arg->tensor ? arg->tensor->shape : std::nullopt;
  }
  // Sizes; numbers, where only numbers will do.
  MaybeSizes sizes(std::string_view name) const {
    const RowArgument<Cx> *arg = named(name);
    return arg ? arg->numbers : std::nullopt;
  }
  std::optional<Size> size(std::string_view name) const {
    MaybeSizes all = sizes(name);
    return all && all->size() == 1 ? std::optional<Size>((*all)[0]) : std::nullopt;
  }
  std::optional<Numbers> numbers(std::string_view name) const {
    MaybeSizes all = sizes(name);
    if (!all)
      return std::nullopt;
    Numbers values;
    for (const Size &each : *all)
      values.push_back(cx_.value(each));
    return values;
  }
  std::optional<int64_t> number(std::string_view name) const {
    std::optional<Size> only = size(name);
    return only ? std::optional(cx_.value(*only)) : std::nullopt;
  }
  std::optional<Numbers> numbers(std::initializer_list<const char *> names) const;
  Many tensorShapes(bool *known) const {
    Many shapes;
    *known = true;
    for (const RowArgument<Cx> &arg : args_)
      if (arg.tensor && arg.tensor->shape)
        shapes.push_back(*arg.tensor->shape);
      else if (arg.tensor)
        *known = false;
    return shapes;
  }
  std::optional<size_t> wrapped(std::optional<int64_t> dim, int64_t limit);

  // ---- by rule
  MaybeMany inferShapes();
  MaybeSizes inferShape();
  Layout viewLayout() const;
  bool makesVolume() const;
  bool makesContiguous() const;
  MaybeSizes viewed(const Sizes &self);
  std::optional<uint64_t> squeezedDims(int64_t rank);
  MaybeSizes joined();
  MaybeSizes counted();
  MaybeMany distinct(const Sizes &self);
  MaybeSizes indexed(const MaybeSizes &self);
  MaybeSizes range();
  MaybeSizes realRange(bool closed);
  MaybeSizes broadcastAll();
  MaybeSizes reduced(const MaybeSizes &self, int64_t rank);
  MaybeSizes places(bool above) const;
  MaybeSizes pairs();
  MaybeMany normalized(const Sizes &self);
  MaybeSizes convolved(const Sizes &self);
  MaybeSizes columns(const Sizes &self);
  MaybeSizes transformed(const Sizes &self);
  MaybeSizes pooled(const Sizes &self);
  MaybeSizes product();
  MaybeSizes summedProduct();
  MaybeSizes outerProduct();
  MaybeSizes solved(bool takesVectors);

  Cx &cx_;
  TensorOp op_;
  const Schema &schema_;
  const RowArguments<Cx> &args_;
  DType default_;
  std::string name_;  // as messages have it
};

}  // namespace janus::infer

#include "janus/contract/inference/RowLayouts.h"
#include "janus/contract/inference/RowParts.h"
#include "janus/contract/inference/RowRules.h"
#include "janus/contract/inference/RowWindows.h"
