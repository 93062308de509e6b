// Assignment targets: plain, unpacking, augmented, annotated; and `del`.
#include "Transforms/Build/FunctionBuilder.h"

#include "Frontend/Syntax/Printer.h"

namespace janus::build {

void FunctionBuilder::assignTo(NodeId target, ValueId value) {
  At at(*this, target);
  switch (ast().kind(target)) {
  case NodeKind::Name: return storeName(ast().get<ast::Name>(target).id, value);
  case NodeKind::Attribute: {
    const auto &node = ast().get<ast::Attribute>(target);
    ValueId object = expression(node.value);
    builder_.setSpan(attributeSpan(target, ast().span(target)));
    return emitEffect(Opcode::PySetAttr, {object, value}, {{"name", nameText(node.attr)}});
  }
  case NodeKind::Subscript: {
    const auto &node = ast().get<ast::Subscript>(target);
    ValueId object = expression(node.value);
    ValueId key = sliceOrIndex(node.slice);
    return emitEffect(Opcode::PySetItem, {object, key, value});
  }
  case NodeKind::Tuple: return unpackTo(ast().get<ast::Tuple>(target).elts, value);
  case NodeKind::List: return unpackTo(ast().get<ast::List>(target).elts, value);
  case NodeKind::Starred: return assignTo(ast().get<ast::Starred>(target).value, value);
  default: llvm_unreachable("not a target: the legality checks refuse it");
  }
}

llvm::SmallVector<ValueId, 4> FunctionBuilder::unpack(ValueId value, size_t count, size_t star) {
  bool hasStar = star < count;
  int64_t after = hasStar ? static_cast<int64_t>(count - star - 1) : 0;
  llvm::SmallVector<ir::TypeId, 4> types(count, context_.module.types.dyn());
  ir::OpId op = builder_.create(Opcode::PyUnpack, {value},
                                {{"before", static_cast<int64_t>(hasStar ? star : count)},
                                 {"star", hasStar},
                                 {"after", after}},
                                types);
  return llvm::SmallVector<ValueId, 4>(fn().op(op).results.begin(), fn().op(op).results.end());
}

void FunctionBuilder::unpackTo(llvm::ArrayRef<NodeId> targets, ValueId value) {
  size_t star = targets.size();
  for (size_t i = 0; i < targets.size(); ++i)
    if (ast().isa<ast::Starred>(targets[i]))
      star = i;
  llvm::SmallVector<ValueId, 4> items = unpack(value, targets.size(), star);
  for (size_t i = 0; i < targets.size(); ++i)
    assignTo(targets[i], items[i]);
}

// The target's object and key are evaluated once; the result is stored back (also in place).
void FunctionBuilder::augmentedAssign(const ast::AugAssign &node) {
  Opcode opcode = inplaceOpcode(binaryOpcode(node.op));
  Span statementSpan = builder_.span();
  auto combine = [&](ValueId old) {
    ValueId operand = expression(node.value);
    builder_.setSpan(statementSpan);
    return emit(opcode, {old, operand});
  };
  if (const auto *name = ast().dynGet<ast::Name>(node.target)) {
    ValueId old;
    {
      At at(*this, node.target);
      old = loadName(name->id);
    }
    ValueId result = combine(old);
    At at(*this, node.target);
    return storeName(name->id, result);
  }
  if (const auto *attribute = ast().dynGet<ast::Attribute>(node.target)) {
    ValueId object = expression(attribute->value);
    std::string attr = nameText(attribute->attr);
    At at(*this, node.target);
    Span target = attributeSpan(node.target, builder_.span());
    builder_.setSpan(target);
    ValueId old = emit(Opcode::PyGetAttr, {object}, {{"name", attr}});
    builder_.setSpan(statementSpan);
    ValueId result = combine(old);
    builder_.setSpan(target);
    return emitEffect(Opcode::PySetAttr, {object, result}, {{"name", attr}});
  }
  const auto &subscript = ast().get<ast::Subscript>(node.target);
  ValueId object = expression(subscript.value);
  ValueId key = sliceOrIndex(subscript.slice);
  At at(*this, node.target);
  ValueId old = emit(Opcode::PyGetItem, {object, key});
  builder_.setSpan(statementSpan);
  ValueId result = combine(old);
  builder_.setSpan(ast().span(node.target));
  emitEffect(Opcode::PySetItem, {object, key, result});
}

ValueId FunctionBuilder::annotationValue(NodeId annotation) {
  if (!context_.futureAnnotations) {
    const auto *star = ast().dynGet<ast::Starred>(annotation);  // `*args: *Ts`
    return star ? unpack(expression(star->value), 1, 1).front() : expression(annotation);
  }
  return stringConstant(ast::toPython(ast(), annotation));
}

// In a function only the value counts; at module and class level the annotation is evaluated, too,
// and kept in
// `__annotations__`.
void FunctionBuilder::annotatedAssign(const ast::AnnAssign &node) {
  bool keeps = scope().kind == ScopeKind::Module || scope().kind == ScopeKind::Class;
  if (node.value) {
    ValueId value = expression(node.value);
    assignTo(node.target, value);
  } else if (const auto *attribute = ast().dynGet<ast::Attribute>(node.target)) {
    expression(attribute->value);
  } else if (const auto *subscript = ast().dynGet<ast::Subscript>(node.target)) {
    expression(subscript->value);
    sliceOrIndex(subscript->slice);
  }
  if (!keeps)
    return;
  if (!node.simple) {
    if (!context_.futureAnnotations)
      expression(node.annotation);
    return;
  }
  ValueId annotation = annotationValue(node.annotation);
  ValueId annotations = loadName(ast().names().intern("__annotations__"));
  ValueId key = stringConstant(nameText(ast().get<ast::Name>(node.target).id));
  emitEffect(Opcode::PySetItem, {annotations, key, annotation});
}

void FunctionBuilder::deleteTarget(NodeId target) {
  At at(*this, target);
  switch (ast().kind(target)) {
  case NodeKind::Name: return deleteName(ast().get<ast::Name>(target).id);
  case NodeKind::Attribute: {
    const auto &node = ast().get<ast::Attribute>(target);
    ValueId object = expression(node.value);
    builder_.setSpan(attributeSpan(target, ast().span(target)));
    return emitEffect(Opcode::PyDelAttr, {object}, {{"name", nameText(node.attr)}});
  }
  case NodeKind::Subscript: {
    const auto &node = ast().get<ast::Subscript>(target);
    ValueId object = expression(node.value);
    ValueId key = sliceOrIndex(node.slice);
    return emitEffect(Opcode::PyDelItem, {object, key});
  }
  case NodeKind::Tuple:
    for (NodeId part : ast().get<ast::Tuple>(target).elts)
      deleteTarget(part);
    return;
  case NodeKind::List:
    for (NodeId part : ast().get<ast::List>(target).elts)
      deleteTarget(part);
    return;
  default: llvm_unreachable("not a target: the legality checks refuse it");
  }
}

}  // namespace janus::build
