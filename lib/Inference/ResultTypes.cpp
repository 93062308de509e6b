#include "Inference/ResultTypes.h"

namespace janus::inference {

using ir::Type;

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

namespace {

std::string nameOf(DType dtype) {
  return std::string(info(dtype).name);
}

class TypeRules {
public:
  TypeRules(TensorOp op, const Schema &schema, llvm::ArrayRef<StaticArg> args, DType defaultType)
      : op_(op), schema_(schema), args_(args), default_(defaultType) {}

  std::optional<std::string> ofResult(size_t result) const {
    const Type *self = firstTensor(args_);
    std::string own = self ? self->dtype : "";
    int asked = schema_.find("dtype");
    std::string wanted = asked < 0 ? "" : args_[asked].dtype;
    std::optional<DType> dtype = dtypeNamed(own);
    bool floating = dtype && isFloating(*dtype);
    switch (row(op_).type) {
    case TypeRule::Self:
      // Of a drawing operation the second result is the mask.
      return hasTrait(op_, Trait::Random) && result > 0 ? nameOf(DType::Bool) : own;
    case TypeRule::ValueAndIndex: return result > 0 ? nameOf(DType::I64) : own;
    case TypeRule::Number: return wanted.empty() ? numberType() : wanted;
    case TypeRule::Float: return floating ? own : nameOf(default_);
    case TypeRule::Promote: return promoted();
    case TypeRule::PromoteFloat: {
      std::optional<std::string> type = promoted();
      return type && !isFloating(*dtypeNamed(*type)) ? nameOf(default_) : type;
    }
    case TypeRule::Bool: return nameOf(DType::Bool);
    case TypeRule::Int64: return nameOf(DType::I64);
    case TypeRule::Sum: return !wanted.empty() ? wanted : floating ? own : nameOf(DType::I64);
    case TypeRule::Mean:
    case TypeRule::Cast: return wanted.empty() ? own : wanted;
    case TypeRule::Default: return wanted.empty() ? defaultType() : wanted;
    default: return std::nullopt;
    }
  }

private:
  // Without an argument `dtype`: what the schema says, `dtype=long`, or the default type.
  std::string defaultType() const {
    int dtype = schema_.find("dtype");
    bool isLong = dtype >= 0 && schema_.params[dtype].defaultText == "long";
    return nameOf(isLong ? DType::I64 : default_);
  }

  // The type that the Python numbers among the arguments stand for.
  std::string numberType() const {
    bool floats = false, ints = false;
    for (size_t i = 0; i < args_.size(); ++i) {
      bool isNumber = schema_.params[i].kind == ArgKind::Scalar;
      floats |= isNumber && args_[i].scalar == ir::TypeKind::Float;
      ints |= isNumber && args_[i].scalar == ir::TypeKind::Int;
    }
    return nameOf(floats ? default_ : ints ? DType::I64 : DType::Bool);
  }

  std::optional<std::string> promoted() const {
    Promotion promotion;
    for (const StaticArg &arg : args_) {
      for (const std::optional<Type> &each : arg.tensors) {
        std::optional<DType> dtype = each ? dtypeNamed(each->dtype) : std::nullopt;
        if (!dtype)
          return std::nullopt;
        promotion.addTensor(*dtype, each->shape && each->shape->empty());
      }
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
        promotion.addNumber(default_);
      else if (arg.scalar == ir::TypeKind::Int)
        promotion.addNumber(DType::I64);
    }
    return nameOf(promotion.result());
  }

  TensorOp op_;
  const Schema &schema_;
  llvm::ArrayRef<StaticArg> args_;
  DType default_;
};

}  // namespace

std::optional<std::string> resultType(TensorOp op, const Schema &schema,
                                      llvm::ArrayRef<StaticArg> args, DType defaultType,
                                      size_t result) {
  return TypeRules(op, schema, args, defaultType).ofResult(result);
}

}  // namespace janus::inference
