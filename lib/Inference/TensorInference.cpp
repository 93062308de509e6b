// What the results of an operation are: which rule gives their shapes, how they lie.
#include "Inference/ShapeInference.h"

#include "janus/contract/inference/Columns.h"
#include "janus/contract/inference/Index.h"
#include "janus/contract/inference/Join.h"
#include "janus/contract/inference/Loss.h"
#include "janus/contract/inference/Matrices.h"
#include "janus/contract/inference/Normalize.h"
#include "janus/contract/inference/Pad.h"
#include "janus/contract/inference/Pool.h"
#include "janus/contract/inference/Products.h"
#include "janus/contract/inference/Reduce.h"
#include "janus/contract/inference/Reshape.h"
#include "janus/contract/inference/Select.h"

namespace janus::inference {

using ir::Type;

std::optional<std::vector<Type>> ShapeInference::run(bool *failed) {
  std::optional<std::vector<StaticShape>> shapes = inferShapes();
  bool isKnown = true;
  for (const StaticShape &shape : shapes.value_or(std::vector<StaticShape>()))
    for (const SymbolicSize &size : shape) {
      isKnown &= size.expression.isValid();
      cx_.failed |= size.isNumber() && size.number < 0;
    }
  *failed = cx_.failed;
  if (cx_.failed || !shapes || !isKnown || shapes->size() != schema_.results.size())
    return std::nullopt;
  std::vector<Type> types;
  for (size_t i = 0; i < shapes->size(); ++i) {
    std::optional<std::string> dtype = resultType(op_, schema_, args_, defaultType_, i);
    if (!dtype || schema_.results[i].kind != ArgKind::Tensor)
      return std::nullopt;
    Type type;
    type.kind = ir::TypeKind::Tensor;
    type.dtype = *dtype;
    type.device = first() ? first()->device : "cpu";
    type.shape.emplace();
    for (const SymbolicSize &size : (*shapes)[i])
      type.shape->push_back(dimOf(size));
    type.layout = (*shapes)[i].empty()         ? ir::Layout::Contiguous
                  : hasTrait(op_, Trait::View) ? viewLayout()
                  : makesContiguous()          ? ir::Layout::Contiguous
                                               : ir::Layout::Strided;
    types.push_back(std::move(type));
  }
  return types;
}

// Whether a view of contiguous elements has them in the same order without gaps.
bool keepsOrder(ShapeRule rule) {
  switch (rule) {
  case ShapeRule::Self:
  case ShapeRule::View:
  case ShapeRule::Flatten:
  case ShapeRule::Unflatten:
  case ShapeRule::Squeeze:
  case ShapeRule::Unsqueeze: return true;
  default: return false;
  }
}

// Of a view: a part of rows is rows, of whole rows at the outermost dimension as before.
ir::Layout ShapeInference::viewLayout() const {
  using ir::Layout;
  ShapeRule rule = row(op_).shape;
  Layout layout = first() ? first()->layout : Layout::Strided;
  if (layout != Layout::Contiguous && layout != Layout::Rows)
    return Layout::Strided;
  if (rule == ShapeRule::Select || (rule == ShapeRule::Slice && number("step") == 1))
    return number("dim") == 0 ? layout : Layout::Rows;
  if (rule == ShapeRule::Self)
    return layout;
  return layout == Layout::Contiguous && keepsOrder(rule) ? layout : Layout::Strided;
}

// Kernels keep the order in memory that their operands have, but for products, where a format is
// asked for, and those of Trait::OwnLayout and Trait::DenseResult. What this says is checked when
// the kernel has run
// (`jn_plan_fits`).
bool ShapeInference::makesContiguous() const {
  if (hasTrait(op_, Trait::OwnLayout))
    return false;
  if (hasTrait(op_, Trait::DenseResult))
    return true;
  ShapeRule rule = row(op_).shape;
  if (hasTrait(op_, Trait::Heavy) && (rule == ShapeRule::Mm || rule == ShapeRule::Bmm ||
                                      rule == ShapeRule::MatMul || rule == ShapeRule::Linear))
    return true;
  const StaticArg *format = named("memory_format");
  if (format && !format->dtype.empty() && format->dtype != "preserve_format")
    return format->dtype == "contiguous_format";
  // Elementwise operations leave no gaps.
  bool fillsGaps = hasTrait(op_, Trait::Elementwise);
  auto isContiguous = [&](const std::optional<Type> &type) {
    return !type || type->layout == ir::Layout::Contiguous ||
           (fillsGaps && type->layout == ir::Layout::Rows) || (type->shape && type->shape->empty());
  };
  return llvm::all_of(args_, [&](const StaticArg &arg) {
    return isContiguous(arg.tensor) && llvm::all_of(arg.tensors, isContiguous);
  });
}

// Of each result.
std::optional<std::vector<StaticShape>> ShapeInference::inferShapes() {
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
    std::optional<StaticShape> target = argument("target"), weight = argument("weight");
    if (!reduction || !target)
      return std::nullopt;
    StaticShape loss = infer::nllLoss(cx_, *self, *target, *reduction);
    if (weight && !cx_.failed)
      infer::checkClassWeights(cx_, *self, *weight);
    return std::vector<StaticShape>{std::move(loss), StaticShape()};
  }
  case ShapeRule::Sorted:
    if (number("dim") && !wrapped(number("dim"), static_cast<int64_t>(self->size())))
      return std::nullopt;
    return std::vector<StaticShape>{*self, *self};
  case ShapeRule::TopK: {
    std::optional<int64_t> dim = number("dim");
    std::optional<SymbolicSize> k = size("k");
    if (!dim || !k)
      return std::nullopt;
    return std::vector<StaticShape>(2, infer::topk(cx_, *self, *k, *dim));
  }
  case ShapeRule::Eigen: return std::vector<StaticShape>{infer::eigenvalues(cx_, "", *self), *self};
  case ShapeRule::Singular: {
    const StaticArg *full = named("full_matrices");
    if (!full->truth)
      return std::nullopt;
    auto shapes = infer::singular(cx_, "", *self, *full->truth);
    return std::vector<StaticShape>{shapes.u, shapes.values, shapes.v};
  }
  case ShapeRule::LikeBoth: {
    std::optional<StaticShape> input = argument("input"), grid = argument("grid");
    return input && grid ? std::optional(std::vector<StaticShape>{*input, *grid}) : std::nullopt;
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
std::optional<std::vector<StaticShape>> ShapeInference::normalized(const StaticShape &self) {
  bool known;
  tensorShapes(&known);
  std::optional<StaticShape> shape = sizes("normalized_shape"), weight = argument("weight"),
                             bias = argument("bias"), statistics;
  if (!known)
    return std::nullopt;
  if (named("grad_out")) {
    StaticShape parameters;
    if (weight)
      parameters = *weight;
    else if (shape)
      parameters = *shape;
    else if (self.size() > 1)
      parameters = {self[1]};
    return std::vector<StaticShape>{self, parameters, parameters};
  }
  if (shape) {
    statistics = infer::layerNorm(cx_, self, *shape, weight, bias);
  } else if (named("group")) {
    std::optional<SymbolicSize> samples = size("N"), channels = size("C");
    if (std::optional<int64_t> groups = number("group"); samples && channels && groups)
      statistics = infer::groupNorm(cx_, self, weight, bias, *samples, *channels, *groups);
  } else if (const StaticArg *training = named("training"); training && training->truth) {
    statistics = infer::batchNorm(cx_, self, argument("running_mean"), argument("running_var"),
                                  weight, bias, *training->truth);
  }
  if (!statistics)
    return std::nullopt;
  return std::vector<StaticShape>{self, *statistics, *statistics};
}

std::optional<size_t> ShapeInference::wrapped(std::optional<int64_t> dim, int64_t limit) {
  if (!dim)
    return std::nullopt;
  int64_t at = infer::wrapDim(cx_, *dim, limit);
  return cx_.failed ? std::nullopt : std::optional<size_t>(at);
}

std::optional<StaticShape> ShapeInference::inferShape() {
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
  case ShapeRule::ReduceGiven: {
    std::optional<Numbers> dims = numbers("dim");
    return dims && dims->empty() ? self : reduced(self, rank);
  }
  case ShapeRule::Size: return sizes("size");
  case ShapeRule::View: {
    std::optional<StaticShape> wanted = sizes("size");
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
    std::optional<StaticShape> times = sizes("repeats");
    return self && times ? std::optional(infer::repeat(cx_, *self, *times)) : std::nullopt;
  }
  case ShapeRule::Cat:
  case ShapeRule::Stack: return joined();
  case ShapeRule::Index: return indexed(self);
  case ShapeRule::IndexSelect: {
    std::optional<int64_t> dim = number("dim");
    std::optional<StaticShape> index = argument("index");
    if (!self || !dim || !index)
      return std::nullopt;
    return infer::indexSelect(cx_, *self, *dim, *index);
  }
  case ShapeRule::IndexArgument: return argument("index");
  case ShapeRule::Range: return range();
  case ShapeRule::ClosedRange: return realRange(true);
  case ShapeRule::Vector: return sizes(named("n") ? "n" : "bins");
  case ShapeRule::Square: {
    std::optional<SymbolicSize> rows = size("n"), columns = size(named("m") ? "m" : "n");
    return rows && columns ? std::optional(StaticShape{*rows, *columns}) : std::nullopt;
  }
  case ShapeRule::PlacesBelow: return places(false);
  case ShapeRule::PlacesAbove: return places(true);
  case ShapeRule::Draws: {
    std::optional<SymbolicSize> count = size("num_samples");
    const StaticArg *replacement = named("replacement");
    if (!self || !count || !replacement->truth)
      return std::nullopt;
    return infer::draws(cx_, *self, *count, *replacement->truth);
  }
  case ShapeRule::Classes: {
    std::optional<SymbolicSize> count = size("num_classes");
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
    std::optional<StaticShape> weight = shapeOf(args_[1].tensor ? &*args_[1].tensor : nullptr);
    std::optional<StaticShape> bias = argument("bias");
    if (!self || !weight || self->empty() || weight->empty() || weight->size() > 2)
      return std::nullopt;
    if (bias && (weight->size() != 2 || bias->size() != 1 || !cx_.equal((*bias)[0], (*weight)[0])))
      return std::nullopt;
    return infer::linear(cx_, *self, *weight);
  }
  case ShapeRule::Mm:
  case ShapeRule::Bmm: {
    std::optional<StaticShape> other = argument("mat2");
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
    std::optional<StaticShape> pad = sizes("pad");
    if (!self || !pad)
      return std::nullopt;
    return row(op_).shape == ShapeRule::Pad
               ? infer::constantPad(cx_, *self, *pad)
               : infer::borderPad(cx_, *self, *pad, row(op_).shape == ShapeRule::PadReflected);
  }
  case ShapeRule::Embedding: {
    std::optional<StaticShape> indices = argument("indices"), weight = argument("weight");
    return indices && weight ? std::optional(infer::embedding(cx_, *weight, *indices))
                             : std::nullopt;
  }
  case ShapeRule::Loss: {
    std::optional<int64_t> reduction = number("reduction");
    if (!reduction)
      return std::nullopt;
    std::optional<StaticShape> each = broadcastAll();
    return *reduction == 0 ? each : StaticShape();
  }
  case ShapeRule::Dynamic:
  case ShapeRule::LikeArgument: {
    for (const char *name : {"input_sizes", "input_size", "weight_sizes"})
      if (named(name))
        return sizes(name);
    if (std::optional<SymbolicSize> rows = size("num_weights"); rows && self && !self->empty())
      return StaticShape{*rows, self->back()};
    if (row(op_).shape == ShapeRule::Dynamic)
      return std::nullopt;
    for (const char *name : {"self", "input", "x1"})
      if (std::optional<StaticShape> like = argument(name))
        return like;
    return std::nullopt;
  }
  case ShapeRule::Normalized: {
    std::optional<std::vector<StaticShape>> shapes = self ? normalized(*self) : std::nullopt;
    return shapes ? std::optional(shapes->front()) : std::nullopt;
  }
  case ShapeRule::OfSquares:
    return self ? std::optional(infer::ofSquares(cx_, "", *self)) : std::nullopt;
  case ShapeRule::Solved: return solved(true);
  case ShapeRule::SolvedTriangular: return solved(false);
  case ShapeRule::Columns:
  case ShapeRule::OfColumns: return self ? columns(*self) : std::nullopt;
  case ShapeRule::Sampled: {
    std::optional<StaticShape> grid = argument("grid");
    return self && grid ? std::optional(infer::sample(cx_, *self, *grid)) : std::nullopt;
  }
  default: return std::nullopt;
  }
}

std::optional<StaticShape> ShapeInference::argument(const char *name) const {
  const StaticArg *arg = named(name);
  return arg && arg->tensor ? shapeOf(&*arg->tensor) : std::nullopt;
}

std::optional<StaticShape> ShapeInference::convolved(const StaticShape &self) {
  std::optional<StaticShape> weight = argument("weight"), bias = argument("bias");
  std::optional<Numbers> stride = numbers("stride"), padding = numbers("padding"),
                         dilation = numbers("dilation"), extra = numbers("output_padding");
  std::optional<int64_t> groups = number("groups");
  const StaticArg *transposed = named("transposed");
  bool isTransposed = transposed && transposed->truth.value_or(false);
  if (!weight || !stride || !padding || !dilation || !groups || (isTransposed && !extra))
    return std::nullopt;
  infer::ConvolutionOptions<Numbers> options = {
      *stride, *padding, *dilation, extra.value_or(Numbers{0}), isTransposed, *groups};
  infer::checkConvolution(cx_, self, *weight, bias, options);
  if (cx_.failed)
    return std::nullopt;
  return infer::convolution(cx_, self, *weight, options);
}

// Of an image, or the image of columns.
std::optional<StaticShape> ShapeInference::columns(const StaticShape &self) {
  std::optional<Numbers> kernel = numbers("kernel_size"), dilation = numbers("dilation"),
                         padding = numbers("padding"), stride = numbers("stride");
  std::optional<StaticShape> image = sizes("output_size");
  if (!kernel || !dilation || !padding || !stride || (named("output_size") && !image))
    return std::nullopt;
  infer::ImageWindows<StaticContext, Numbers> windows = {*kernel, *dilation, *padding, *stride, {}};
  return image ? infer::ofColumns(cx_, self, *image, windows) : infer::columns(cx_, self, windows);
}

std::optional<StaticShape> ShapeInference::pooled(const StaticShape &self) {
  std::optional<StaticShape> output = sizes("output_size"), indices = argument("indices");
  switch (row(op_).shape) {
  case ShapeRule::Interpolate:
    return output ? std::optional(infer::interpolate(cx_, self, *output)) : std::nullopt;
  case ShapeRule::AdaptivePool:
    return output ? std::optional(infer::adaptivePool(cx_, "", self, *output)) : std::nullopt;
  case ShapeRule::Unpool:
    return output && indices ? std::optional(infer::unpool(cx_, self, *indices, *output))
                             : std::nullopt;
  default: break;
  }
  std::optional<Numbers> kernel = numbers("kernel_size"), stride = numbers("stride"),
                         padding = numbers("padding"), dilation = numbers("dilation");
  const StaticArg *ceil = named("ceil_mode");
  if (!kernel || !stride || !padding || !ceil->truth)
    return std::nullopt;
  infer::PoolWindows<Numbers> windows = {*kernel, *stride, *padding, dilation.value_or(Numbers{1})};
  auto spatial = static_cast<size_t>(schema_.params[1].listSize);
  return infer::pool(cx_, "", self, spatial, windows, *ceil->truth);
}

std::optional<StaticShape> ShapeInference::solved(bool takesVectors) {
  bool known;
  std::vector<StaticShape> shapes = tensorShapes(&known);
  const StaticArg *left = named("left");
  if (!known || shapes.size() != 2 || !left->truth)
    return std::nullopt;
  return infer::solution(cx_, "", shapes[0], shapes[1], *left->truth, takesVectors);
}

// Products: the last two tensor arguments, as matrices, vectors or batches.
std::optional<StaticShape> ShapeInference::product() {
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

// Of batches, which are added up.
std::optional<StaticShape> ShapeInference::summedProduct() {
  std::optional<StaticShape> all = product();
  if (all && all->size() != 3)
    return cx_.failed = true, std::nullopt;
  return all ? std::optional(StaticShape(all->begin() + 1, all->end())) : std::nullopt;
}

std::optional<StaticShape> ShapeInference::outerProduct() {
  bool known;
  std::vector<StaticShape> shapes = tensorShapes(&known);
  if (!known || shapes.size() < 2)
    return std::nullopt;
  return infer::outer(cx_, shapes[shapes.size() - 2], shapes.back());
}

// No rule knows complex numbers: operations with them stay eager calls.
static bool areComplex(llvm::ArrayRef<StaticArg> args) {
  auto isComplexName = [](std::string_view name) {
    std::optional<DType> dtype = dtypeNamed(name);
    return dtype && isComplex(*dtype);
  };
  return llvm::any_of(args, [&](const StaticArg &arg) {
    return isComplexName(arg.dtype) || (arg.tensor && isComplexName(arg.tensor->dtype)) ||
           llvm::any_of(arg.tensors, [&](const std::optional<Type> &each) {
             return each && isComplexName(each->dtype);
           });
  });
}

std::optional<std::vector<Type>> inferResults(TensorOp op, const Schema &schema,
                                              llvm::ArrayRef<StaticArg> args, DType defaultType,
                                              SizeFacts &sizes, bool *failed) {
  if (areComplex(args))
    return std::nullopt;
  return ShapeInference(op, schema, args, defaultType, sizes).run(failed);
}

}  // namespace janus::inference
