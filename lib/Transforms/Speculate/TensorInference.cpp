// Shapes of results when the graph is made, by the rules of the contract's rows. Sizes may hang on
// symbols; the templates are those that the run time uses.
#include "Transforms/Speculate/ResultTypes.h"
#include "Transforms/Speculate/StaticContext.h"

#include "janus/contract/inference/Products.h"
#include "janus/contract/inference/Reduce.h"
#include "janus/contract/inference/View.h"
#include "janus/contract/inference/Windows.h"

#include <algorithm>

namespace janus::speculate {
namespace {

using ir::Type;

class Inference {
public:
  Inference(TensorOp op, const Schema &schema, llvm::ArrayRef<StaticArg> args, SizeSymbols &symbols)
      : op_(op), schema_(schema), args_(args), symbols_(symbols), cx_(symbols) {}

  std::optional<std::vector<Type>> run(bool *failed) {
    std::optional<std::vector<StaticShape>> shapes = inferShapes();
    *failed = cx_.failed;
    if (cx_.failed || !shapes || shapes->size() != schema_.results.size())
      return std::nullopt;
    std::vector<Type> types;
    for (size_t i = 0; i < shapes->size(); ++i) {
      std::optional<std::string> dtype = resultType(op_, schema_, args_, i);
      if (!dtype || schema_.results[i].kind != ArgKind::Tensor)
        return std::nullopt;
      Type type;
      type.kind = ir::TypeKind::Tensor;
      type.dtype = *dtype;
      type.device = first() ? first()->device : "cpu";
      type.shape.emplace();
      for (const SymbolicSize &size : (*shapes)[i])
        type.shape->push_back(SizeSymbols::dimOf(size));
      bool dense = hasTrait(op_, Trait::View) ? keepsOrder() : makesContiguous();
      type.layout = dense ? ir::Layout::Contiguous : ir::Layout::Strided;
      types.push_back(std::move(type));
    }
    return types;
  }

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
      shape.push_back(symbols_.sizeOf(dim));
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

  // Whether a view of contiguous elements has them in the same order without gaps.
  bool keepsOrder() const {
    if (!first() || first()->layout != ir::Layout::Contiguous)
      return false;
    switch (row(op_).shape) {
    case ShapeRule::Self:
    case ShapeRule::View:
    case ShapeRule::Squeeze:
    case ShapeRule::Unsqueeze: return true;
    case ShapeRule::Select: return number("dim") == 0;
    case ShapeRule::Slice: return number("dim") == 0 && number("step") == 1;
    default: return false;
    }
  }

  // Kernels keep the order in memory that their operands have, but for products and where a format
  // is asked for.
  bool makesContiguous() const {
    ShapeRule rule = row(op_).shape;
    if (hasTrait(op_, Trait::Heavy) && (rule == ShapeRule::MatMul || rule == ShapeRule::Linear))
      return true;
    const StaticArg *format = named("memory_format");
    if (format && !format->dtype.empty() && format->dtype != "preserve_format")
      return format->dtype == "contiguous_format";
    auto isContiguous = [](const std::optional<Type> &type) {
      return !type || type->layout == ir::Layout::Contiguous;
    };
    return llvm::all_of(args_, [&](const StaticArg &arg) {
      return isContiguous(arg.tensor) && llvm::all_of(arg.tensors, isContiguous);
    });
  }

  // Of each result.
  std::optional<std::vector<StaticShape>> inferShapes() {
    if (schema_.results.size() == 1) {
      std::optional<StaticShape> shape = inferShape();
      return shape ? std::optional(std::vector<StaticShape>{*shape}) : std::nullopt;
    }
    std::optional<StaticShape> self = shapeOf(first());
    if (!self)
      return std::nullopt;
    switch (row(op_).shape) {
    case ShapeRule::Normalized: return normalized(*self);
    case ShapeRule::Loss: {  // the loss, and the weight it was divided by
      std::optional<int64_t> reduction = number("reduction");
      const StaticArg *target = named("target");
      std::optional<StaticShape> each =
          target && target->tensor ? shapeOf(&*target->tensor) : std::nullopt;
      if (!reduction || !each)
        return std::nullopt;
      return std::vector<StaticShape>{*reduction == 0 ? *each : StaticShape(), StaticShape()};
    }
    case ShapeRule::Sorted: return std::vector<StaticShape>{*self, *self};
    case ShapeRule::TopK: {
      std::optional<size_t> dim = wrapped(number("dim"), self->size());
      if (!dim || !size("k") || *dim >= self->size())
        return std::nullopt;
      (*self)[*dim] = *size("k");
      return std::vector<StaticShape>{*self, *self};
    }
    default: {
      std::optional<StaticShape> shape = inferShape();
      if (!shape)
        return std::nullopt;
      return std::vector<StaticShape>(schema_.results.size(), *shape);
    }
    }
  }

  // The result and the statistics it used; or the gradients for input, weight and bias.
  std::optional<std::vector<StaticShape>> normalized(const StaticShape &self) {
    auto ofArgument = [&](const char *name) {
      const StaticArg *arg = named(name);
      return arg && arg->tensor ? shapeOf(&*arg->tensor) : std::nullopt;
    };
    std::optional<StaticShape> normalizedShape = sizes("normalized_shape");
    if (named("grad_out")) {
      StaticShape parameters;
      if (std::optional<StaticShape> weight = ofArgument("weight"))
        parameters = *weight;
      else if (normalizedShape)
        parameters = *normalizedShape;
      else if (self.size() > 1)
        parameters = {self[1]};
      return std::vector<StaticShape>{self, parameters, parameters};
    }
    StaticShape statistics;
    if (normalizedShape) {
      if (normalizedShape->size() > self.size())
        return cx_.failed = true, std::nullopt;
      statistics = self;
      for (size_t i = self.size() - normalizedShape->size(); i < self.size(); ++i)
        statistics[i] = 1;
    } else if (size("group") && size("N")) {
      statistics = {*size("N"), *size("group")};
    } else if (const StaticArg *training = named("training")) {
      if (!training->truth || self.size() < 2)
        return std::nullopt;
      statistics = {*training->truth ? self[1] : SymbolicSize(0)};
    } else {
      return std::nullopt;
    }
    return std::vector<StaticShape>{self, statistics, statistics};
  }

  std::optional<size_t> wrapped(std::optional<int64_t> dim, int64_t limit) {
    if (!dim)
      return std::nullopt;
    int64_t at = infer::wrapDim(cx_, *dim, limit);
    return cx_.failed ? std::nullopt : std::optional<size_t>(at);
  }

  std::optional<StaticShape> inferShape() {
    std::optional<StaticShape> self = shapeOf(first());
    int64_t rank = self ? static_cast<int64_t>(self->size()) : 0;
    switch (row(op_).shape) {
    case ShapeRule::Self:
      if (self && number("dim") && !wrapped(number("dim"), rank))
        return std::nullopt;
      return self;
    case ShapeRule::Broadcast: return broadcastAll();
    case ShapeRule::ReduceAll: return StaticShape();
    case ShapeRule::Reduce: return reduced(self, rank);
    case ShapeRule::Size: {
      std::optional<StaticShape> wanted = sizes("size");
      for (const SymbolicSize &each : wanted.value_or(StaticShape()))
        cx_.failed |= each.isNumber() && each.number < 0;
      return wanted;
    }
    case ShapeRule::View: {
      std::optional<StaticShape> wanted = sizes("size");
      if (!wanted)
        wanted = sizes("shape");
      if (!self || !wanted)
        return std::nullopt;
      return infer::view(cx_, *self, *wanted);
    }
    case ShapeRule::Expand: {
      std::optional<StaticShape> wanted = sizes("size");
      if (!self || !wanted)
        return std::nullopt;
      return infer::expand(cx_, *self, *wanted);
    }
    case ShapeRule::Transpose: return transposed(self, rank);
    case ShapeRule::Permute: return permuted(self, rank);
    case ShapeRule::Squeeze: return squeezed(self, rank);
    case ShapeRule::Unsqueeze: {
      std::optional<size_t> at = wrapped(number("dim"), rank + 1);
      if (!self || !at)
        return std::nullopt;
      self->insert(*at, 1);
      return self;
    }
    case ShapeRule::Select: {
      std::optional<size_t> at = wrapped(number("dim"), rank);
      std::optional<SymbolicSize> index = size("index");
      if (!self || !at || *at >= self->size() || !index)
        return std::nullopt;
      bool fromBehind = cx_.less(*index, 0);
      cx_.failed |=
          fromBehind ? cx_.less(*index + (*self)[*at], 0) : !cx_.less(*index, (*self)[*at]);
      self->erase(*at);
      return self;
    }
    case ShapeRule::Slice: return sliced(self, rank);
    case ShapeRule::Repeat: {
      std::optional<StaticShape> times = sizes("repeats");
      if (!self || !times || times->size() < self->size())
        return std::nullopt;
      for (size_t i = 0; i < self->size(); ++i) {
        SymbolicSize &each = (*times)[times->size() - self->size() + i];
        each = each * (*self)[i];
      }
      return times;
    }
    case ShapeRule::Cat:
    case ShapeRule::Stack: return joined();
    case ShapeRule::Index: return indexed(self);
    case ShapeRule::IndexSelect: {
      std::optional<size_t> at = wrapped(number("dim"), rank);
      std::optional<StaticShape> index = argument("index");
      if (!self || !at || !index || *at >= self->size())
        return std::nullopt;
      (*self)[*at] = index->empty() ? SymbolicSize(1) : (*index)[0];
      return self;
    }
    case ShapeRule::IndexArgument: return argument("index");
    case ShapeRule::Range: return range();
    case ShapeRule::Linear: {
      std::optional<StaticShape> weight = shapeOf(args_[1].tensor ? &*args_[1].tensor : nullptr);
      if (!self || !weight || self->empty() || weight->empty())
        return std::nullopt;
      return infer::linear(cx_, *self, *weight);
    }
    case ShapeRule::MatMul: return product();
    case ShapeRule::Convolution: return convolved(self);
    case ShapeRule::Pool: return pooled(self);
    case ShapeRule::AdaptivePool: {
      std::optional<StaticShape> wanted = sizes("output_size");
      if (!self || !wanted || wanted->size() > self->size())
        return std::nullopt;
      std::copy(wanted->begin(), wanted->end(), self->end() - wanted->size());
      return self;
    }
    case ShapeRule::Pad: {
      std::optional<StaticShape> pad = sizes("pad");
      if (!self || !pad || pad->size() > 2 * self->size())
        return std::nullopt;
      for (size_t i = 0; 2 * i + 1 < pad->size(); ++i) {
        SymbolicSize &padded = (*self)[self->size() - 1 - i];
        padded = padded + (*pad)[2 * i] + (*pad)[2 * i + 1];
      }
      return self;
    }
    case ShapeRule::Embedding: {
      std::optional<StaticShape> indices = argument("indices"), weight = argument("weight");
      if (!indices || !weight || weight->size() != 2)
        return std::nullopt;
      indices->push_back((*weight)[1]);
      return indices;
    }
    case ShapeRule::Loss: {
      std::optional<int64_t> reduction = number("reduction");
      if (!reduction)
        return std::nullopt;
      return *reduction == 0 ? broadcastAll() : StaticShape();
    }
    case ShapeRule::Dynamic:
    case ShapeRule::LikeArgument: {
      for (const char *name : {"input_sizes", "weight_sizes"})
        if (named(name))
          return sizes(name);
      if (std::optional<SymbolicSize> rows = size("num_weights"); rows && self && !self->empty())
        return StaticShape{*rows, self->back()};
      if (row(op_).shape == ShapeRule::Dynamic)
        return std::nullopt;
      std::optional<StaticShape> like = argument("self");
      return like ? like : argument("input");
    }
    case ShapeRule::Normalized: return self;
    default: return std::nullopt;
    }
  }

  std::optional<StaticShape> argument(const char *name) const {
    const StaticArg *arg = named(name);
    return arg && arg->tensor ? shapeOf(&*arg->tensor) : std::nullopt;
  }

  std::optional<StaticShape> permuted(const std::optional<StaticShape> &self, int64_t rank) {
    std::optional<Numbers> order = numbers("dims");
    if (!self || !order)
      return std::nullopt;
    if (order->size() != self->size())
      return cx_.failed = true, std::nullopt;
    StaticShape out;
    for (int64_t dim : *order)
      out.push_back((*self)[infer::wrapDim(cx_, dim, rank)]);
    return out;
  }

  std::optional<StaticShape> squeezed(const std::optional<StaticShape> &self, int64_t rank) {
    if (!self || (named("dim") && !numbers("dim")))
      return std::nullopt;
    uint64_t mask = named("dim") && numbers("dim")->empty()
                        ? 0
                        : infer::reducedDims(cx_, named("dim") ? *numbers("dim") : Numbers(), rank);
    StaticShape out;
    for (size_t i = 0; i < self->size(); ++i)
      if (!(mask >> i & 1) || !infer::isOne(cx_, (*self)[i]))
        out.push_back((*self)[i]);
    return out;
  }

  std::optional<StaticShape> sliced(std::optional<StaticShape> self, int64_t rank) {
    std::optional<size_t> dim = wrapped(number("dim"), rank);
    if (!self || !dim || *dim >= self->size() || number("step").value_or(1) < 1)
      return std::nullopt;
    for (const char *name : {"start", "end"})  // a number or None
      if (!size(name) && named(name)->scalar != ir::TypeKind::None)
        return std::nullopt;
    const SymbolicSize all = (*self)[*dim];
    int64_t step = number("step").value_or(1);
    auto clamped = [&](SymbolicSize at) -> SymbolicSize {
      if (cx_.less(at, 0))
        at = at + all;
      return cx_.less(at, 0) ? 0 : cx_.less(all, at) ? all : at;
    };
    SymbolicSize start = clamped(size("start").value_or(0)),
                 end = clamped(size("end").value_or(all));
    (*self)[*dim] =
        cx_.less(start, end) ? cx_.floorDiv(end - start + step - 1, step) : SymbolicSize(0);
    return self;
  }

  std::optional<StaticShape> joined() {
    std::optional<StaticShape> out;
    const StaticArg *list = named("tensors");
    bool stack = row(op_).shape == ShapeRule::Stack;
    for (const std::optional<Type> &each : list->tensors) {
      std::optional<StaticShape> shape = shapeOf(each ? &*each : nullptr);
      if (!shape)
        return std::nullopt;
      int64_t rank = static_cast<int64_t>(shape->size());
      std::optional<size_t> dim = wrapped(number("dim"), rank + stack);
      if (!dim)
        return std::nullopt;
      if (stack)
        shape->insert(*dim, 1);
      if (!stack && *dim >= shape->size())
        return cx_.failed = true, std::nullopt;
      if (!out) {
        out = shape;
        continue;
      }
      for (size_t i = 0; i < shape->size(); ++i)
        cx_.failed |=
            out->size() != shape->size() || (i != *dim && !cx_.equal((*out)[i], (*shape)[i]));
      if (cx_.failed)
        return std::nullopt;
      (*out)[*dim] = (*out)[*dim] + (*shape)[*dim];
    }
    return out;
  }

  // Indices that are tensors of integers: their common shape stands where the first of them stood,
  // or at the front when they are not neighbours.
  std::optional<StaticShape> indexed(const std::optional<StaticShape> &self) {
    const StaticArg *indices = named("indices");
    if (!self || indices->tensors.size() > self->size())
      return std::nullopt;
    StaticShape common, rest;
    int first = -1, last = -1, count = 0;
    for (size_t i = 0; i < self->size(); ++i) {
      const std::optional<Type> index =
          i < indices->tensors.size() ? indices->tensors[i] : std::nullopt;
      if (!index) {
        rest.push_back((*self)[i]);
        continue;
      }
      std::optional<StaticShape> shape = shapeOf(&*index);
      if (!shape || index->dtype == "bool" || index->dtype == "uint8")
        return std::nullopt;  // how many there are, only the values tell
      common = infer::broadcast(cx_, common, *shape);
      first = first < 0 ? static_cast<int>(i) : first;
      last = static_cast<int>(i);
      ++count;
    }
    if (cx_.failed || count == 0)
      return std::nullopt;
    int place = last - first + 1 == count ? first : 0;
    StaticShape out(rest.begin(), rest.begin() + place);
    out.std::vector<SymbolicSize>::insert(out.end(), common.begin(), common.end());
    out.std::vector<SymbolicSize>::insert(out.end(), rest.begin() + place, rest.end());
    return out;
  }

  std::optional<StaticShape> range() {
    if (named("start") && !size("start"))
      return std::nullopt;
    if (named("steps"))
      return size("steps") ? std::optional(StaticShape{*size("steps")}) : std::nullopt;
    SymbolicSize start = size("start").value_or(0);
    int64_t step = named("step") ? number("step").value_or(0) : 1;
    if (!size("end") || step == 0)
      return std::nullopt;
    SymbolicSize span = *size("end") - start + (step > 0 ? step - 1 : step + 1);
    if (step < 0)
      span = SymbolicSize(0) - span;
    SymbolicSize count = cx_.floorDiv(span, std::abs(step));
    return StaticShape{cx_.less(count, 0) ? SymbolicSize(0) : count};
  }

  std::optional<StaticShape> convolved(const std::optional<StaticShape> &self) {
    std::optional<StaticShape> weight = argument("weight");
    std::optional<Numbers> stride = numbers("stride"), padding = numbers("padding"),
                           dilation = numbers("dilation");
    std::optional<int64_t> groups = number("groups");
    if (!self || !weight || !stride || !padding || !dilation || !groups)
      return std::nullopt;
    if (self->size() != weight->size() || weight->size() < 3 ||
        stride->size() != weight->size() - 2 || padding->size() != stride->size() ||
        dilation->size() != stride->size())
      return cx_.failed = true, std::nullopt;
    const StaticArg *transposedFlag = named("transposed");
    if (transposedFlag && transposedFlag->truth.value_or(false)) {
      std::optional<Numbers> extra = numbers("output_padding");
      if (!extra)
        return std::nullopt;
      return infer::convolutionTransposed(cx_, *self, *weight, *stride, *padding, *extra, *dilation,
                                          *groups);
    }
    return infer::convolution(cx_, *self, *weight, *stride, *padding, *dilation, *groups);
  }

  std::optional<StaticShape> pooled(std::optional<StaticShape> self) {
    std::optional<Numbers> kernel = numbers("kernel_size"), stride = numbers("stride"),
                           padding = numbers("padding"), dilation = numbers("dilation");
    const StaticArg *ceil = named("ceil_mode");
    if (!self || !kernel || !padding || !ceil || !ceil->truth)
      return std::nullopt;
    int spatial = schema_.params[1].listSize;
    auto at = [&](const std::optional<Numbers> &list, int i) {
      return list->size() == 1 ? (*list)[0] : (*list)[i];
    };
    if (!stride || stride->empty())
      stride = kernel;
    if (!dilation)
      dilation = Numbers{1};
    if (static_cast<int>(self->size()) < spatial)
      return cx_.failed = true, std::nullopt;
    for (int i = 0; i < spatial; ++i) {
      SymbolicSize &extent = (*self)[self->size() - spatial + i];
      extent = infer::windows(cx_, extent, at(kernel, i), at(stride, i), at(padding, i),
                              at(dilation, i), *ceil->truth);
    }
    return self;
  }

  std::optional<StaticShape> broadcastAll() {
    bool known;
    std::vector<StaticShape> shapes = tensorShapes(&known);
    if (!known || shapes.empty())
      return std::nullopt;
    StaticShape result = shapes[0];
    for (size_t i = 1; i < shapes.size(); ++i)
      result = infer::broadcast(cx_, result, shapes[i]);
    return result;
  }

  std::optional<StaticShape> reduced(const std::optional<StaticShape> &self, int64_t rank) {
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

  std::optional<StaticShape> transposed(std::optional<StaticShape> self, int64_t rank) {
    if (!self)
      return std::nullopt;
    if (!named("dim0") && !named("axis0")) {  // t()
      if (rank > 2)
        cx_.failed = true;
      std::reverse(self->begin(), self->end());
      return self;
    }
    std::optional<int64_t> a = number(named("dim0") ? "dim0" : "axis0");
    std::optional<int64_t> b = number(named("dim0") ? "dim1" : "axis1");
    if (!a || !b)
      return std::nullopt;
    int64_t i = infer::wrapDim(cx_, *a, rank), j = infer::wrapDim(cx_, *b, rank);
    if (!cx_.failed && rank > 0)
      std::swap((*self)[i], (*self)[j]);
    return self;
  }

  // Products: the last two tensor arguments, as matrices, vectors or batches.
  std::optional<StaticShape> product() {
    bool known;
    std::vector<StaticShape> shapes = tensorShapes(&known);
    if (!known || shapes.size() < 2)
      return std::nullopt;
    StaticShape a = shapes[shapes.size() - 2], b = shapes.back();
    if (a.empty() || b.empty())
      return cx_.failed = true, std::nullopt;
    bool vectorA = a.size() == 1, vectorB = b.size() == 1;
    if (vectorA)
      a.insert(0, 1);
    if (vectorB)
      b.push_back(1);
    StaticShape batchA(a.begin(), a.end() - 2), batchB(b.begin(), b.end() - 2);
    StaticShape result = infer::broadcast(cx_, batchA, batchB);
    StaticShape last =
        infer::mm(cx_, StaticShape(a.end() - 2, a.end()), StaticShape(b.end() - 2, b.end()));
    if (cx_.failed)
      return std::nullopt;
    if (!vectorA)
      result.push_back(last[0]);
    if (!vectorB)
      result.push_back(last[1]);
    return result;
  }

  TensorOp op_;
  const Schema &schema_;
  llvm::ArrayRef<StaticArg> args_;
  SizeSymbols &symbols_;
  mutable StaticContext cx_;
};

}  // namespace

std::optional<std::vector<Type>> TensorOps::infer(TensorOp op, llvm::ArrayRef<StaticArg> args,
                                                  SizeSymbols &symbols, bool *failed) const {
  return Inference(op, schema(op), args, symbols).run(failed);
}

}  // namespace janus::speculate
