// Emission of operations and constants.
#include "Transforms/Build/FunctionBuilder.h"

namespace janus::build {

FunctionBuilder::FunctionBuilder(ModuleContext &context, FunctionId id, ScopeId scope)
    : context_(context), builder_(context.module, id), scope_(scope) {
  builder_.setSpan(fn().span);
}

static ir::Constant toConstant(const ConstantValue &value) {
  using From = ConstantValue::Kind;
  using To = ir::Constant::Kind;
  ir::Constant constant;
  switch (value.kind()) {
  case From::None: break;
  case From::True: constant.kind = To::True; break;
  case From::False: constant.kind = To::False; break;
  case From::Ellipsis: constant.kind = To::Ellipsis; break;
  case From::Int:
    if (auto small = value.int64()) {
      constant.kind = To::Int;
      constant.integer = *small;
    } else {
      constant.kind = To::BigInt;
      constant.text = value.decimal().str();
    }
    break;
  case From::Float:
    constant.kind = To::Float;
    constant.number = value.number();
    break;
  case From::Complex:
    constant.kind = To::Complex;
    constant.number = value.number();
    break;
  case From::Str:
    constant.kind = To::Str;
    constant.text = value.text().str();
    break;
  case From::Bytes:
    constant.kind = To::Bytes;
    constant.text = value.text().str();
    break;
  }
  return constant;
}

ValueId FunctionBuilder::literal(const ConstantValue &value) {
  return constant(toConstant(value));
}
ConstId FunctionBuilder::literalId(const ConstantValue &value) {
  return context_.module.addConstant(toConstant(value));
}

ValueId FunctionBuilder::truth(ValueId value) {
  if (context_.module.types.get(fn().value(value).type).kind == TypeKind::Bool)
    return value;
  return emit(Opcode::PyTruth, {value});
}

ValueId FunctionBuilder::negate(ValueId condition) {
  return emit(Opcode::BoolNot, {condition});
}

// The span that tracebacks show of `whole`, an attribute or a method call: of a chain over several
// lines only from the attribute's name on.
Span FunctionBuilder::attributeSpan(NodeId attribute, Span whole) const {
  Span span = ast().span(attribute);
  size_t name = ast().text(ast().get<ast::Attribute>(attribute).attr).size();
  llvm::StringRef source = context_.module.source;
  if (source.slice(span.begin, span.end).contains('\n'))
    whole.begin = span.end - std::min<size_t>(name, span.size());
  return whole;
}

}  // namespace janus::build
