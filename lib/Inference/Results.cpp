#include "Inference/Results.h"

#include "Inference/StaticContext.h"

#include "janus/contract/inference/RowShapes.h"

namespace janus::inference {
namespace {

using ir::Type;
using Arguments = infer::RowArguments<StaticContext>;

std::optional<infer::RowTensor<StaticContext>> factsOf(const std::optional<Type> &type,
                                                       const SizeFacts &sizes) {
  if (!type)
    return std::nullopt;
  infer::RowTensor<StaticContext> tensor;
  tensor.dtype = dtypeNamed(type->dtype);
  tensor.layout = type->layout;
  if (type->shape && llvm::all_of(*type->shape, [](const ir::Dim &dim) { return dim.known(); })) {
    tensor.shape.emplace();
    for (const ir::Dim &dim : *type->shape)
      tensor.shape->push_back(sizes.sizeOf(dim));
  }
  return tensor;
}

infer::NumberKind numberKind(ir::TypeKind kind) {
  switch (kind) {
  case ir::TypeKind::Bool: return infer::NumberKind::Bool;
  case ir::TypeKind::Int: return infer::NumberKind::Int;
  case ir::TypeKind::Float: return infer::NumberKind::Float;
  case ir::TypeKind::Complex: return infer::NumberKind::Complex;
  default: return infer::NumberKind::None;
  }
}

Arguments argumentsOf(llvm::ArrayRef<StaticArg> args, const SizeFacts &sizes) {
  Arguments all(args.size());
  for (size_t i = 0; i < args.size(); ++i) {
    const StaticArg &from = args[i];
    infer::RowArgument<StaticContext> &to = all[i];
    to.tensor = factsOf(from.tensor, sizes);
    for (const std::optional<Type> &each : from.tensors)
      to.tensors.push_back(factsOf(each, sizes));
    for (size_t k = 0; k < from.counts.size(); ++k)
      if (auto &tensor = from.tensor ? to.tensor : to.tensors[k])
        tensor->count = from.counts[k];
    if (from.numbers)
      to.numbers = StaticShape(*from.numbers);
    to.real = from.real;
    to.truth = from.truth;
    to.text = from.text;
    to.dtype = dtypeNamed(from.dtype);
    to.number = numberKind(from.scalar);
  }
  return all;
}

// The first tensor among the arguments.
const Type *firstTensor(llvm::ArrayRef<StaticArg> args) {
  for (const StaticArg &arg : args) {
    if (arg.tensor)
      return &*arg.tensor;
    for (const std::optional<Type> &each : arg.tensors)
      if (each)
        return &*each;
  }
  return nullptr;
}

}  // namespace

std::optional<std::vector<Type>> inferResults(TensorOp op, const Schema &schema,
                                              llvm::ArrayRef<StaticArg> args, DType defaultType,
                                              SizeFacts &sizes, bool *failed) {
  Arguments facts = argumentsOf(args, sizes);
  StaticContext cx(sizes);
  auto results = infer::RowShapes<StaticContext>(cx, op, schema, facts, defaultType).results();
  *failed = cx.failed;
  if (!results)
    return std::nullopt;
  const Type *first = firstTensor(args);
  std::vector<Type> types;
  bool isKnown = true;
  for (const infer::RowResult<StaticContext> &result : *results) {
    Type type;
    type.kind = ir::TypeKind::Tensor;
    type.dtype = info(result.dtype).name;
    type.device = first ? first->device : "cpu";
    type.layout = result.layout;
    type.shape.emplace();
    for (const SymbolicSize &size : result.shape) {
      isKnown &= size.expression.isValid();
      *failed |= size.isNumber() && size.number < 0;
      type.shape->push_back(dimOf(size));
    }
    types.push_back(std::move(type));
  }
  return isKnown && !*failed ? std::optional(std::move(types)) : std::nullopt;
}

}  // namespace janus::inference
