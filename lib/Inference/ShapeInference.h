// Shapes of results when the graph is made, by the rules of the contract's rows. Sizes may hang on
// symbols; the templates are those that the run time uses.
#pragma once

#include "Inference/ResultTypes.h"
#include "Inference/StaticContext.h"

namespace janus::inference {

class ShapeInference {
public:
  using Type = ir::Type;
  using Shape = std::optional<StaticShape>;

  ShapeInference(TensorOp op, const Schema &schema, llvm::ArrayRef<StaticArg> args,
                 DType defaultType, SizeFacts &sizes)
      : op_(op), schema_(schema), args_(args), defaultType_(defaultType), sizes_(sizes),
        cx_(sizes) {}

  std::optional<std::vector<Type>> run(bool *failed);

private:
  const StaticArg *named(std::string_view name) const {
    int index = schema_.find(name);
    return index < 0 ? nullptr : &args_[index];
  }
  const Type *first() const { return firstTensor(args_); }
  std::optional<StaticShape> shapeOf(const Type *type) const {
    if (!type || !type->shape)
      return std::nullopt;
    StaticShape shape;
    for (const ir::Dim &dim : *type->shape) {
      if (!dim.known())
        return std::nullopt;
      shape.push_back(sizes_.sizeOf(dim));
    }
    return shape;
  }
  // Sizes; numbers, where only numbers will do.
  std::optional<StaticShape> sizes(std::string_view name) const {
    const StaticArg *arg = named(name);
    if (!arg || !arg->numbers)
      return std::nullopt;
    return StaticShape(arg->numbers->begin(), arg->numbers->end());
  }
  std::optional<SymbolicSize> size(std::string_view name) const {
    std::optional<StaticShape> all = sizes(name);
    if (!all || all->size() != 1)
      return std::nullopt;
    return all->front();
  }
  std::optional<Numbers> numbers(std::string_view name) const {
    std::optional<StaticShape> all = sizes(name);
    if (!all)
      return std::nullopt;
    Numbers values;
    for (const SymbolicSize &each : *all)
      values.push_back(cx_.value(each));
    return values;
  }
  std::optional<int64_t> number(std::string_view name) const {
    std::optional<SymbolicSize> only = size(name);
    return only ? std::optional(cx_.value(*only)) : std::nullopt;
  }
  std::optional<Numbers> numbers(std::initializer_list<const char *> names) const;
  std::vector<StaticShape> tensorShapes(bool *known) const {
    std::vector<StaticShape> shapes;
    *known = true;
    for (const StaticArg &arg : args_)
      if (arg.tensor) {
        std::optional<StaticShape> shape = shapeOf(&*arg.tensor);
        if (!shape)
          *known = false;
        else
          shapes.push_back(std::move(*shape));
      }
    return shapes;
  }

  ir::Layout viewLayout() const;
  bool makesContiguous() const;
  std::optional<std::vector<StaticShape>> inferShapes();
  std::optional<std::vector<StaticShape>> normalized(const StaticShape &self);
  std::optional<size_t> wrapped(std::optional<int64_t> dim, int64_t limit);
  std::optional<StaticShape> inferShape();
  std::optional<StaticShape> argument(const char *name) const;
  std::optional<StaticShape> viewed(const StaticShape &self);
  std::optional<uint64_t> squeezedDims(int64_t rank);
  std::optional<StaticShape> joined();
  std::optional<StaticShape> indexed(const std::optional<StaticShape> &self);
  std::optional<StaticShape> range();
  std::optional<StaticShape> realRange(bool closed);
  std::optional<StaticShape> convolved(const StaticShape &self);
  std::optional<StaticShape> pooled(const StaticShape &self);
  std::optional<StaticShape> broadcastAll();
  std::optional<StaticShape> reduced(const std::optional<StaticShape> &self, int64_t rank);
  std::optional<StaticShape> product();
  std::optional<StaticShape> summedProduct();
  std::optional<StaticShape> outerProduct();
  std::optional<StaticShape> places(bool above) const;
  std::optional<StaticShape> pairs();
  std::optional<StaticShape> solved(bool takesVectors);
  std::optional<StaticShape> columns(const StaticShape &self);

  TensorOp op_;
  const Schema &schema_;
  llvm::ArrayRef<StaticArg> args_;
  DType defaultType_;
  SizeFacts &sizes_;
  mutable StaticContext cx_;
};

}  // namespace janus::inference
