#include "kernels/meta/RowFacts.h"

#include "kernels/cpu/elementwise/Elementwise.h"
#include "tensor/dispatch/Boxing.h"

namespace janus::meta {
namespace {

using Argument = infer::RowArgument<RunTimeContext>;
using Known = infer::RowTensor<RunTimeContext>;

std::optional<Known> tensorFacts(Value v) {
  if (!isTensor(v))
    return std::nullopt;
  Tensor t = Tensor::share(v);
  infer::Layout layout = t.isContiguous()         ? infer::Layout::Contiguous
                         : isRowMajor(t.object()) ? infer::Layout::Rows
                                                  : infer::Layout::Strided;
  return Known{t.dtype(), Dims(t.sizes()), layout};
}

std::string_view formatName(MemoryFormat format) {
  switch (format) {
  case MemoryFormat::Contiguous: return "contiguous_format";
  case MemoryFormat::Preserve: return "preserve_format";
  case MemoryFormat::ChannelsLast: return "channels_last";
  default: return "channels_last_3d";
  }
}

void addNumber(Argument &to, Value v) {
  Scalar number = boxing::toScalar(v);
  if (number.isBool()) {
    to.number = infer::NumberKind::Bool;
  } else if (number.isInteger()) {
    to.number = infer::NumberKind::Int;
    to.numbers = Dims{number.toInt()};
  } else if (number.isComplex()) {
    to.number = infer::NumberKind::Complex;
  } else {
    to.number = infer::NumberKind::Float;
    to.real = number.toDouble();
  }
}

Argument argumentOf(const Param &param, Value v) {
  Argument to;
  if (v.tag == JN_NONE)
    return to;
  switch (param.kind) {
  case ArgKind::Tensor: to.tensor = tensorFacts(v); break;
  case ArgKind::TensorList: {
    boxing::Argument<TensorList> list(v);
    for (const Tensor &each : list.get())
      to.tensors.push_back(tensorFacts(each.borrowed()));
    break;
  }
  case ArgKind::IntList: boxing::toInts(v, &to.numbers.emplace()); break;
  case ArgKind::Bool: to.truth = boxing::isTrue(v); break;
  case ArgKind::DType: to.dtype = asDType(v); break;
  case ArgKind::MemoryFormat: to.text = formatName(asMemoryFormat(v)); break;
  case ArgKind::Str: to.text = utf8Of(v); break;
  case ArgKind::Int:
  case ArgKind::Float:
  case ArgKind::Scalar:
    if (boxing::isScalar(v))
      addNumber(to, v);
    break;
  default: break;
  }
  return to;
}

}  // namespace

Facts factsOf(const Schema &schema, const Value *args) {
  Facts facts;
  for (size_t i = 0; i < schema.params.size(); ++i)
    facts.push_back(argumentOf(schema.params[i], args[i]));
  return facts;
}

}  // namespace janus::meta
