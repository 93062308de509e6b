// Shapes and dtypes of results when the graph is made, by the rules of the contract's rows. Shapes
// are concrete here; the templates are those that the run time uses.
#include "Transforms/Speculate/TensorOps.h"

#include "janus/contract/inference/Products.h"
#include "janus/contract/inference/Reduce.h"
#include "janus/contract/inference/View.h"

#include <algorithm>

namespace janus::speculate {
namespace {

using ir::Type;

struct StaticShape : std::vector<int64_t> {
  using std::vector<int64_t>::vector;
  using std::vector<int64_t>::erase;
  void erase(size_t at) { erase(begin() + at); }
  void insert(size_t at, int64_t size) { std::vector<int64_t>::insert(begin() + at, size); }
};

// The compiler's context of the inference templates.
class StaticContext {
public:
  using Dim = int64_t;
  using Shape = StaticShape;

  Dim constant(int64_t v) const { return v; }
  Dim add(Dim a, Dim b) const { return a + b; }
  Dim sub(Dim a, Dim b) const { return a - b; }
  Dim mul(Dim a, Dim b) const { return a * b; }
  Dim floorDiv(Dim a, Dim b) const {
    Dim q = a / b;
    return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
  }
  bool equal(Dim a, Dim b) const { return a == b; }
  bool less(Dim a, Dim b) const { return a < b; }
  bool isConstant(Dim d, int64_t v) const { return d == v; }
  int64_t value(Dim d) const { return d; }
  const char *kindOfTensor() const { return ""; }
  template <class... Parts>
  Shape fail(infer::ErrorKind, const Parts &...) {
    failed = true;
    return {};
  }

  bool failed = false;
};

std::optional<DType> dtypeNamed(llvm::StringRef name) {
  for (size_t i = 0; i < kDTypeCount; ++i)
    if (name == llvm::StringRef(kDTypes[i].name.data(), kDTypes[i].name.size()))
      return static_cast<DType>(i);
  return std::nullopt;
}

std::string nameOf(DType dtype) {
  return std::string(info(dtype).name);
}

class Inference {
public:
  Inference(TensorOp op, const Schema &schema, llvm::ArrayRef<StaticArg> args)
      : op_(op), schema_(schema), args_(args) {}

  std::optional<std::vector<Type>> run(bool *failed) {
    std::optional<StaticShape> shape = inferShape();
    std::optional<std::string> dtype = inferDType();
    *failed = cx_.failed;
    if (cx_.failed || !shape || !dtype || schema_.results.size() != 1 ||
        schema_.results[0].kind != ArgKind::Tensor)
      return std::nullopt;
    Type type;
    type.kind = ir::TypeKind::Tensor;
    type.dtype = *dtype;
    type.device = first() ? first()->device : "cpu";
    type.shape.emplace();
    for (int64_t size : *shape) {
      ir::Dim dim;
      dim.number = size;
      type.shape->push_back(dim);
    }
    bool strided = hasTrait(op_, Trait::View) || hasTrait(op_, Trait::MaybeView);
    type.layout = strided ? ir::Layout::Unknown : ir::Layout::Contiguous;
    return std::vector<Type>{type};
  }

private:
  const StaticArg *named(std::string_view name) const {
    int index = schema_.find(name);
    return index < 0 ? nullptr : &args_[index];
  }
  const Type *first() const {
    for (const StaticArg &arg : args_) {
      if (arg.tensor)
        return &*arg.tensor;
      for (const std::optional<Type> &each : arg.tensors)
        if (each)
          return &*each;
    }
    return nullptr;
  }
  std::optional<StaticShape> shapeOf(const Type *type) const {
    if (!type || !type->shape)
      return std::nullopt;
    StaticShape shape;
    for (const ir::Dim &dim : *type->shape) {
      if (dim.number < 0)
        return std::nullopt;
      shape.push_back(dim.number);
    }
    return shape;
  }
  std::optional<StaticShape> numbers(std::string_view name) const {
    const StaticArg *arg = named(name);
    if (!arg || !arg->numbers)
      return std::nullopt;
    return StaticShape(arg->numbers->begin(), arg->numbers->end());
  }
  std::optional<int64_t> number(std::string_view name) const {
    std::optional<StaticShape> all = numbers(name);
    if (!all || all->size() != 1)
      return std::nullopt;
    return all->front();
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

  std::optional<StaticShape> inferShape() {
    std::optional<StaticShape> self = shapeOf(first());
    int64_t rank = self ? static_cast<int64_t>(self->size()) : 0;
    auto wrapped = [&](std::optional<int64_t> dim, int64_t limit) -> std::optional<size_t> {
      if (!dim)
        return std::nullopt;
      int64_t at = infer::wrapDim(cx_, *dim, limit);
      return cx_.failed ? std::nullopt : std::optional<size_t>(at);
    };
    switch (row(op_).shape) {
    case ShapeRule::Self: return self;
    case ShapeRule::Broadcast: return broadcastAll();
    case ShapeRule::ReduceAll: return StaticShape();
    case ShapeRule::Reduce: return reduced(self, rank);
    case ShapeRule::Size: return numbers("size");
    case ShapeRule::View: {
      std::optional<StaticShape> wanted = numbers("size");
      if (!wanted)
        wanted = numbers("shape");
      if (!self || !wanted)
        return std::nullopt;
      return infer::view(cx_, *self, *wanted);
    }
    case ShapeRule::Expand: {
      std::optional<StaticShape> wanted = numbers("size");
      if (!self || !wanted)
        return std::nullopt;
      return infer::expand(cx_, *self, *wanted);
    }
    case ShapeRule::Transpose: return transposed(self, rank);
    case ShapeRule::Unsqueeze: {
      std::optional<size_t> at = wrapped(number("dim"), rank + 1);
      if (!self || !at)
        return std::nullopt;
      self->insert(*at, 1);
      return self;
    }
    case ShapeRule::Select: {
      std::optional<size_t> at = wrapped(number("dim"), rank);
      if (!self || !at || *at >= self->size())
        return std::nullopt;
      self->erase(*at);
      return self;
    }
    case ShapeRule::Linear: {
      std::optional<StaticShape> weight = shapeOf(args_[1].tensor ? &*args_[1].tensor : nullptr);
      if (!self || !weight || self->empty() || weight->empty())
        return std::nullopt;
      return infer::linear(cx_, *self, *weight);
    }
    case ShapeRule::MatMul: return product();
    case ShapeRule::Loss: {
      std::optional<int64_t> reduction = number("reduction");
      if (!reduction)
        return std::nullopt;
      return *reduction == 0 ? broadcastAll() : StaticShape();
    }
    case ShapeRule::LikeArgument: {
      const StaticArg *of = named("self");
      if (!of)
        of = named("input");
      return of && of->tensor ? shapeOf(&*of->tensor) : std::nullopt;
    }
    default: return std::nullopt;
    }
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
    std::optional<StaticShape> dims = numbers("dim");
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

  std::optional<std::string> inferDType() const {
    const Type *self = first();
    std::string own = self ? self->dtype : "";
    const StaticArg *asked = named("dtype");
    std::string wanted = asked ? asked->dtype : "";
    std::optional<DType> dtype = dtypeNamed(own);
    bool floating = dtype && isFloating(*dtype);
    switch (row(op_).type) {
    case TypeRule::Self: return own;
    case TypeRule::Float: return floating ? own : nameOf(DType::F32);
    case TypeRule::Promote: return promoted();
    case TypeRule::PromoteFloat: {
      std::optional<std::string> type = promoted();
      return type && !isFloating(*dtypeNamed(*type)) ? nameOf(DType::F32) : type;
    }
    case TypeRule::Bool: return nameOf(DType::Bool);
    case TypeRule::Int64: return nameOf(DType::I64);
    case TypeRule::Sum: return !wanted.empty() ? wanted : floating ? own : nameOf(DType::I64);
    case TypeRule::Mean:
    case TypeRule::Cast: return wanted.empty() ? own : wanted;
    case TypeRule::Default: return wanted.empty() ? nameOf(DType::F32) : wanted;
    default: return std::nullopt;
    }
  }

  std::optional<std::string> promoted() const {
    Promotion promotion;
    for (const StaticArg &arg : args_) {
      if (arg.tensor) {
        std::optional<DType> dtype = dtypeNamed(arg.tensor->dtype);
        if (!dtype || !arg.tensor->shape)
          return std::nullopt;
        promotion.addTensor(*dtype, arg.tensor->shape->empty());
      }
      size_t index = &arg - args_.data();
      if (schema_.params[index].kind != ArgKind::Scalar || schema_.params[index].keywordOnly)
        continue;  // a factor (`alpha`) does not promote
      if (arg.scalar == ir::TypeKind::Float)
        promotion.addNumber(DType::F32);
      else if (arg.scalar == ir::TypeKind::Int)
        promotion.addNumber(DType::I64);
    }
    return nameOf(promotion.result());
  }

  TensorOp op_;
  const Schema &schema_;
  llvm::ArrayRef<StaticArg> args_;
  mutable StaticContext cx_;
};

}  // namespace

std::optional<std::vector<Type>> TensorOps::infer(TensorOp op, llvm::ArrayRef<StaticArg> args,
                                                  bool *failed) const {
  return Inference(op, schema(op), args).run(failed);
}

}  // namespace janus::speculate
