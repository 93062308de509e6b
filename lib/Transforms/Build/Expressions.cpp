// Expressions other than calls, displays and comprehensions.
#include "Transforms/Build/FunctionBuilder.h"

#include <functional>

namespace janus::build {

Opcode binaryOpcode(ast::Operator op) {
  switch (op) {
  case ast::Operator::Add: return Opcode::PyAdd;
  case ast::Operator::Sub: return Opcode::PySub;
  case ast::Operator::Mult: return Opcode::PyMul;
  case ast::Operator::MatMult: return Opcode::PyMatMul;
  case ast::Operator::Div: return Opcode::PyTrueDiv;
  case ast::Operator::Mod: return Opcode::PyMod;
  case ast::Operator::Pow: return Opcode::PyPow;
  case ast::Operator::LShift: return Opcode::PyLShift;
  case ast::Operator::RShift: return Opcode::PyRShift;
  case ast::Operator::BitOr: return Opcode::PyOr;
  case ast::Operator::BitXor: return Opcode::PyXor;
  case ast::Operator::BitAnd: return Opcode::PyAnd;
  case ast::Operator::FloorDiv: return Opcode::PyFloorDiv;
  }
  llvm_unreachable("all operators are listed");
}

ValueId FunctionBuilder::expression(NodeId id) {
  At at(*this, id);
  switch (ast().kind(id)) {
  case NodeKind::Constant: return literal(ast().get<ast::Constant>(id).value);
  case NodeKind::Name: return loadName(ast().get<ast::Name>(id).id);
  case NodeKind::BoolOp: return boolOp(ast().get<ast::BoolOp>(id), 0);
  case NodeKind::UnaryOp: return unaryOp(ast().get<ast::UnaryOp>(id));
  case NodeKind::BinOp: {
    const auto &node = ast().get<ast::BinOp>(id);
    ValueId left = expression(node.left);
    ValueId right = expression(node.right);
    return emit(binaryOpcode(node.op), {left, right});
  }
  case NodeKind::Compare: return compare(ast().get<ast::Compare>(id));
  case NodeKind::IfExp: {
    const auto &node = ast().get<ast::IfExp>(id);
    ValueId test = condition(node.test);
    auto body = [&] { return expression(node.body); };
    auto orElse = [&] { return expression(node.orelse); };
    return decidedBy(ast().span(node.test), emitIf(test, body, orElse));
  }
  case NodeKind::NamedExpr: {
    const auto &node = ast().get<ast::NamedExpr>(id);
    ValueId value = expression(node.value);
    assignTo(node.target, value);
    return value;
  }
  case NodeKind::Call: return call(id, ast().get<ast::Call>(id));
  case NodeKind::Attribute: {
    const auto &node = ast().get<ast::Attribute>(id);
    ValueId object = expression(node.value);
    builder_.setSpan(attributeSpan(id, ast().span(id)));
    return emit(Opcode::PyGetAttr, {object}, {{"name", nameText(node.attr)}});
  }
  case NodeKind::Subscript: {
    const auto &node = ast().get<ast::Subscript>(id);
    ValueId object = expression(node.value);
    ValueId key = sliceOrIndex(node.slice);
    return emit(Opcode::PyGetItem, {object, key});
  }
  case NodeKind::Slice: return sliceOrIndex(id);
  case NodeKind::Tuple: return tupleOf(ast().get<ast::Tuple>(id).elts);
  case NodeKind::List:
    return sequenceDisplay(ast().get<ast::List>(id).elts, Opcode::PyList, Opcode::PyListAppend,
                           Opcode::PyListExtend);
  case NodeKind::Set: return setDisplay(ast().get<ast::Set>(id).elts);
  case NodeKind::Dict: return dictDisplay(ast().get<ast::Dict>(id));
  case NodeKind::ListComp:
  case NodeKind::SetComp:
  case NodeKind::DictComp:
  case NodeKind::GeneratorExp: return comprehensionValue(id);
  case NodeKind::Lambda: return lambda(id, ast().get<ast::Lambda>(id));
  case NodeKind::JoinedStr: return joinedStr(ast().get<ast::JoinedStr>(id));
  case NodeKind::FormattedValue: return formattedValue(ast().get<ast::FormattedValue>(id));
  case NodeKind::Yield: {
    ValueId value = expressionOrNone(ast().get<ast::Yield>(id).value);
    return emit(Opcode::PyYield, {value});
  }
  case NodeKind::YieldFrom: {
    ValueId value = expression(ast().get<ast::YieldFrom>(id).value);
    return emit(Opcode::PyYieldFrom, {value});
  }
  case NodeKind::Await: return await(expression(ast().get<ast::Await>(id).value));
  default: llvm_unreachable("not an expression");
  }
}

llvm::SmallVector<ValueId, 4> FunctionBuilder::expressions(llvm::ArrayRef<NodeId> list) {
  llvm::SmallVector<ValueId, 4> values;
  for (NodeId id : list)
    values.push_back(expression(id));
  return values;
}

void FunctionBuilder::setText(ir::OpId branch, Span text) {
  if (text.valid())
    builder_.function().op(branch).span = text;
}

ValueId FunctionBuilder::decidedBy(Span text, ValueId chosen) {
  setText(builder_.function().value(chosen).definedBy, text);
  return chosen;
}

// `a and b and c`: the value of the first operand that decides, else the last.
ValueId FunctionBuilder::boolOp(const ast::BoolOp &node, size_t first) {
  if (first + 1 == node.values.size())
    return expression(node.values[first]);
  Tested decides = tested(node.values[first]);
  auto rest = [&] { return boolOp(node, first + 1); };
  auto same = [&] { return decides.value; };
  return decidedBy(ast().span(node.values[first]), node.op == ast::BoolOperator::And
                                                       ? emitIf(decides.truth, rest, same)
                                                       : emitIf(decides.truth, same, rest));
}

// An operand of `and` or `or` that another one follows. What decided `a and b` in `a and b or c` is
// not asked again; what decided `a and b` in `(a and b if c else d) or e` is, as CPython does it.
FunctionBuilder::Tested FunctionBuilder::tested(NodeId id) {
  At at(*this, id);
  auto asked = [&](NodeId operand) {
    ValueId value = expression(operand);
    return Tested{value, truth(value)};
  };
  if (const auto *node = ast().dynGet<ast::BoolOp>(id))
    return testedBoolOp(*node, 0);
  if (const auto *node = ast().dynGet<ast::IfExp>(id)) {
    ValueId test = condition(node->test);
    Tested chosen = emitTestedIf(
        test, [&] { return asked(node->body); }, [&] { return tested(node->orelse); });
    decidedBy(ast().span(node->test), chosen.value);
    return chosen;
  }
  return asked(id);
}

FunctionBuilder::Tested FunctionBuilder::testedBoolOp(const ast::BoolOp &node, size_t first) {
  Tested decides = tested(node.values[first]);
  if (first + 1 == node.values.size())
    return decides;
  bool isAnd = node.op == ast::BoolOperator::And;
  auto rest = [&] { return testedBoolOp(node, first + 1); };
  auto same = [&] { return Tested{decides.value, boolean(!isAnd)}; };
  Tested chosen =
      isAnd ? emitTestedIf(decides.truth, rest, same) : emitTestedIf(decides.truth, same, rest);
  decidedBy(ast().span(node.values[first]), chosen.value);
  return chosen;
}

ValueId FunctionBuilder::unaryOp(const ast::UnaryOp &node) {
  if (node.op == ast::UnaryOperator::Not)
    return negate(truth(expression(node.operand)));
  // -1 and -1.0 are constants, as CPython folds them.
  if (const auto *number = ast().dynGet<ast::Constant>(node.operand);
      number && node.op == ast::UnaryOperator::USub) {
    if (number->value.isFloat())
      return literal(ConstantValue::real(-number->value.number()));
    if (auto small = number->value.isInt() ? number->value.int64() : std::nullopt)
      return integer(-*small);
  }
  ValueId operand = expression(node.operand);
  switch (node.op) {
  case ast::UnaryOperator::Invert: return emit(Opcode::PyInvert, {operand});
  case ast::UnaryOperator::UAdd: return emit(Opcode::PyPos, {operand});
  default: return emit(Opcode::PyNeg, {operand});
  }
}

ValueId FunctionBuilder::compare(const ast::Compare &node) {
  ValueId left = expression(node.left);
  return compareChain(node, 0, left, Wanted::Value);
}

// `a < b < c`: b is evaluated once, and c only if the first comparison holds.
ValueId FunctionBuilder::compareChain(const ast::Compare &node, size_t first, ValueId left,
                                      Wanted wanted) {
  bool looksInside =
      node.ops[first] == ast::CmpOperator::In || node.ops[first] == ast::CmpOperator::NotIn;
  // The right side of a chain is also a left side, of another comparison.
  bool isLast = first + 1 == node.ops.size();
  ValueId right = looksInside && isLast ? unsharedDisplay(node.comparators[first])
                                        : expression(node.comparators[first]);
  ValueId result = compareOne(node.ops[first], left, right);
  bool wantsTruth = wanted == Wanted::Truth;
  if (isLast)
    return wantsTruth ? truth(result) : result;
  auto rest = [&] { return compareChain(node, first + 1, right, wanted); };
  auto failed = [&] { return wantsTruth ? boolean(false) : result; };
  Span text = ast().span(node.left).to(ast().span(node.comparators[first]));
  return decidedBy(
      text, emitIf(truth(result), rest, failed, wantsTruth ? TypeKind::Bool : TypeKind::Dyn));
}

ValueId FunctionBuilder::compareOne(ast::CmpOperator op, ValueId left, ValueId right) {
  switch (op) {
  case ast::CmpOperator::Eq: return emit(Opcode::PyEq, {left, right});
  case ast::CmpOperator::NotEq: return emit(Opcode::PyNe, {left, right});
  case ast::CmpOperator::Lt: return emit(Opcode::PyLt, {left, right});
  case ast::CmpOperator::LtE: return emit(Opcode::PyLe, {left, right});
  case ast::CmpOperator::Gt: return emit(Opcode::PyGt, {left, right});
  case ast::CmpOperator::GtE: return emit(Opcode::PyGe, {left, right});
  case ast::CmpOperator::Is: return emit(Opcode::PyIs, {left, right});
  case ast::CmpOperator::IsNot: return negate(emit(Opcode::PyIs, {left, right}));
  case ast::CmpOperator::In: return emit(Opcode::PyContains, {right, left});
  case ast::CmpOperator::NotIn: return negate(emit(Opcode::PyContains, {right, left}));
  }
  llvm_unreachable("all comparisons are listed");
}

// The truth of an expression without building its value: `if a and not b` has no objects.
// Tracebacks blame it on the construct around, and on the last comparison, once there is one.
ValueId FunctionBuilder::condition(NodeId id) {
  if (const auto *node = ast().dynGet<ast::BoolOp>(id)) {
    bool isAnd = node->op == ast::BoolOperator::And;
    ValueId result = condition(node->values[0]);
    llvm::ArrayRef<NodeId> rest = llvm::ArrayRef<NodeId>(node->values).drop_front();
    // Left-associated chains nest to the right.
    std::function<ValueId(llvm::ArrayRef<NodeId>, NodeId, ValueId)> chain =
        [&](llvm::ArrayRef<NodeId> left, NodeId tested, ValueId test) {
          if (left.empty())
            return test;
          auto next = [&] {
            return chain(left.drop_front(), left.front(), condition(left.front()));
          };
          auto stop = [&] { return boolean(!isAnd); };
          return decidedBy(ast().span(tested), isAnd ? emitIf(test, next, stop, TypeKind::Bool)
                                                     : emitIf(test, stop, next, TypeKind::Bool));
        };
    return chain(rest, node->values[0], result);
  }
  if (const auto *node = ast().dynGet<ast::UnaryOp>(id);
      node && node->op == ast::UnaryOperator::Not)
    return negate(condition(node->operand));
  if (const auto *node = ast().dynGet<ast::IfExp>(id)) {
    ValueId test = condition(node->test);
    auto body = [&] { return condition(node->body); };
    auto orElse = [&] { return condition(node->orelse); };
    return decidedBy(ast().span(node->test), emitIf(test, body, orElse, TypeKind::Bool));
  }
  if (const auto *node = ast().dynGet<ast::Compare>(id)) {
    builder_.setSpan(ast().span(id));
    if (node->ops.size() > 1)
      return compareChain(*node, 0, expression(node->left), Wanted::Truth);
  }
  return truth(expression(id));
}

ValueId FunctionBuilder::sliceOrIndex(NodeId id) {
  const auto *slice = ast().dynGet<ast::Slice>(id);
  if (!slice)
    return expression(id);
  At at(*this, id);
  ValueId lower = expressionOrNone(slice->lower);
  ValueId upper = expressionOrNone(slice->upper);
  ValueId step = expressionOrNone(slice->step);
  return emit(Opcode::PySlice, {lower, upper, step});
}

ValueId FunctionBuilder::joinedStr(const ast::JoinedStr &node) {
  llvm::SmallVector<ValueId, 4> parts = expressions(node.values);
  return emit(Opcode::PyConcatStrings, parts);
}

ValueId FunctionBuilder::formattedValue(const ast::FormattedValue &node) {
  llvm::SmallVector<ValueId, 2> operands = {expression(node.value)};
  if (node.format_spec)
    operands.push_back(expression(node.format_spec));
  std::string conversion =
      node.conversion > 0 ? std::string(1, static_cast<char>(node.conversion)) : "";
  return emit(Opcode::PyFormat, operands, {{"conversion", conversion}});
}

}  // namespace janus::build
