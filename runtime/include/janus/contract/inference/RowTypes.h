// Element types of the results of a row of the op table, by its TypeRule.
#pragma once

#include "janus/contract/inference/RowArguments.h"

namespace janus::infer {

// By the rules that ask for the type of one operand and nothing else.
constexpr std::optional<DType> typeOfOperand(TypeRule rule, std::optional<DType> own,
                                             DType defaultType) {
  switch (rule) {
  case TypeRule::Self: return own;
  case TypeRule::Float: return own && isInexact(*own) ? own : defaultType;
  case TypeRule::Real: return own ? std::optional(realTypeOf(*own)) : own;
  case TypeRule::RealFloat: return own && isInexact(*own) ? realTypeOf(*own) : defaultType;
  case TypeRule::Complex: return own ? std::optional(complexTypeOf(*own)) : own;
  case TypeRule::Bool: return DType::Bool;
  case TypeRule::Truth: return own && *own != DType::U8 ? DType::Bool : own;
  case TypeRule::Squared: return own == DType::Bool ? DType::I64 : own;
  case TypeRule::Int64: return DType::I64;
  default: return std::nullopt;
  }
}

// The type of what normalisations compute beside their result, of inputs of a type with parameters
// of another one. Nothing: torch refuses the two together.
constexpr std::optional<DType> statisticsType(DType input, DType parameters) {
  bool isHalf = isFloating(input) && sizeOf(input) == 2;
  if (input == parameters || (isHalf && parameters == DType::F32))
    return parameters;
  return std::nullopt;
}

template <class Cx>
class RowTypes {
public:
  RowTypes(TensorOp op, const Schema &schema, const RowArguments<Cx> &args, DType defaultType)
      : op_(op), schema_(schema), args_(args), default_(defaultType) {}

  // Nothing when no rule tells.
  std::optional<DType> ofResult(size_t result) const {
    const RowTensor<Cx> *self = firstTensor(args_);
    std::optional<DType> own = self ? self->dtype : std::nullopt;
    int asked = schema_.find("dtype");
    std::optional<DType> wanted = asked < 0 ? std::nullopt : args_[asked].dtype;
    switch (row(op_).type) {
    case TypeRule::Self:
      // Of a drawing operation the second result is the mask.
      return hasTrait(op_, Trait::Random) && result > 0 ? DType::Bool : own;
    case TypeRule::Normalized: return result > 0 && own ? ofStatistics(*own) : own;
    case TypeRule::ValueAndIndex: return result > 0 ? DType::I64 : own;
    case TypeRule::ValueAndCode: return result > 0 ? DType::I32 : own;
    case TypeRule::Place: {
      std::optional<bool> isNarrow = args_[schema_.find("out_int32")].truth;
      return isNarrow ? std::optional(*isNarrow ? DType::I32 : DType::I64) : std::nullopt;
    }
    case TypeRule::Number: return wanted ? wanted : numberType();
    case TypeRule::Promote: return promoted();
    case TypeRule::PromoteFloat: {
      std::optional<DType> type = promoted();
      return type && !isInexact(*type) ? default_ : type;
    }
    case TypeRule::Sum: return wanted ? wanted : own && isInexact(*own) ? own : DType::I64;
    case TypeRule::RealFirst:
    case TypeRule::RealSecond: {
      bool isReal = result == (row(op_).type == TypeRule::RealFirst ? 0 : 1);
      return isReal && own ? std::optional(realTypeOf(*own)) : own;
    }
    case TypeRule::Norm: {
      std::optional<DType> type = wanted ? wanted : own;
      return type ? std::optional(realTypeOf(*type)) : type;
    }
    case TypeRule::Mean:
    case TypeRule::Cast: return wanted ? wanted : own;
    case TypeRule::Default: return wanted ? *wanted : defaultType();
    default: return typeOfOperand(row(op_).type, own, default_);
    }
  }

private:
  std::optional<DType> ofStatistics(DType own) const {
    for (const char *name : {"weight", "bias", "running_mean"})
      if (int at = schema_.find(name); at >= 0 && args_[at].tensor) {
        std::optional<DType> type = args_[at].tensor->dtype;
        return type ? statisticsType(own, *type) : std::nullopt;
      }
    return own;
  }

  // Without an argument `dtype`: what the schema says, `dtype=long`, or the default type.
  DType defaultType() const {
    int dtype = schema_.find("dtype");
    bool isLong = dtype >= 0 && schema_.params[dtype].defaultText == "long";
    return isLong ? DType::I64 : default_;
  }

  // The type that the Python numbers among the arguments stand for.
  DType numberType() const {
    bool complexes = false, floats = false, ints = false;
    for (size_t i = 0; i < args_.size(); ++i) {
      bool isNumber = schema_.params[i].kind == ArgKind::Scalar;
      complexes |= isNumber && args_[i].number == NumberKind::Complex;
      floats |= isNumber && args_[i].number == NumberKind::Float;
      ints |= isNumber && args_[i].number == NumberKind::Int;
    }
    return complexes ? complexTypeOf(default_)
           : floats  ? default_
           : ints    ? DType::I64
                     : DType::Bool;
  }

  std::optional<DType> promoted() const {
    Promotion promotion;
    for (size_t i = 0; i < args_.size(); ++i) {
      const RowArgument<Cx> &arg = args_[i];
      for (const auto &each : arg.tensors) {
        if (!each || !each->dtype)
          return std::nullopt;
        promotion.addTensor(*each->dtype, each->shape && each->shape->empty());
      }
      if (arg.tensor) {
        if (!arg.tensor->dtype || !arg.tensor->shape)
          return std::nullopt;
        promotion.addTensor(*arg.tensor->dtype, arg.tensor->shape->empty());
      }
      if (schema_.params[i].kind != ArgKind::Scalar || schema_.params[i].keywordOnly)
        continue;  // a factor (`alpha`) does not promote
      if (arg.number == NumberKind::Complex)
        promotion.addNumber(complexTypeOf(default_));
      else if (arg.number == NumberKind::Float)
        promotion.addNumber(default_);
      else if (arg.number == NumberKind::Int)
        promotion.addNumber(DType::I64);
    }
    return promotion.result();
  }

  TensorOp op_;
  const Schema &schema_;
  const RowArguments<Cx> &args_;
  DType default_;
};

}  // namespace janus::infer
