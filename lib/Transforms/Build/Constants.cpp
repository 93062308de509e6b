// Expressions that are constants: literals, operators on them, and tuples of them. CPython makes
// one object of such a tuple, and of a set or list that is only looked into.
#include "Transforms/Build/FunctionBuilder.h"

#include "Transforms/Optimize/FoldConstants.h"

namespace janus::build {

// `not` asks for the truth, which is left to the passes.
static std::optional<Opcode> numberOpcode(ast::UnaryOperator op) {
  switch (op) {
  case ast::UnaryOperator::Invert: return Opcode::PyInvert;
  case ast::UnaryOperator::Not: return std::nullopt;
  case ast::UnaryOperator::UAdd: return Opcode::PyPos;
  case ast::UnaryOperator::USub: return Opcode::PyNeg;
  }
  llvm_unreachable("all operators are listed");
}

std::optional<ConstId> FunctionBuilder::constantExpression(NodeId id) {
  auto fold = [&](Opcode opcode, llvm::ArrayRef<NodeId> parts) -> std::optional<ConstId> {
    llvm::SmallVector<ir::Constant, 2> operands;
    llvm::SmallVector<const ir::Constant *, 2> places;
    for (NodeId part : parts) {
      std::optional<ConstId> operand = constantExpression(part);
      if (!operand)
        return std::nullopt;
      operands.push_back(context_.module.constant(*operand));
    }
    for (const ir::Constant &operand : operands)
      places.push_back(&operand);
    std::optional<ir::Constant> result = transforms::foldConstants(opcode, places);
    return result ? std::optional(context_.module.addConstant(std::move(*result))) : std::nullopt;
  };
  switch (ast().kind(id)) {
  case NodeKind::Constant: return literalId(ast().get<ast::Constant>(id).value);
  case NodeKind::Tuple:
    return constantItems(ast().get<ast::Tuple>(id).elts, ir::Constant::Kind::Tuple);
  case NodeKind::UnaryOp: {
    const auto &node = ast().get<ast::UnaryOp>(id);
    std::optional<Opcode> opcode = numberOpcode(node.op);
    return opcode ? fold(*opcode, {node.operand}) : std::nullopt;
  }
  case NodeKind::BinOp: {
    const auto &node = ast().get<ast::BinOp>(id);
    return fold(binaryOpcode(node.op), {node.left, node.right});
  }
  default: return std::nullopt;
  }
}

std::optional<ConstId> FunctionBuilder::constantItems(llvm::ArrayRef<NodeId> elements,
                                                      ir::Constant::Kind kind) {
  ir::Constant constant;
  constant.kind = kind;
  for (NodeId element : elements) {
    std::optional<ConstId> item = constantExpression(element);
    if (!item)
      return std::nullopt;
    constant.items.push_back(*item);
  }
  return context_.module.addConstant(std::move(constant));
}

// `x in {1, 2}`, `for x in {1, 2}`: nobody else sees the set, so it is made once.
ValueId FunctionBuilder::unsharedDisplay(NodeId id) {
  At at(*this, id);
  std::optional<ConstId> made;
  if (const auto *set = ast().dynGet<ast::Set>(id))
    made = constantItems(set->elts, ir::Constant::Kind::FrozenSet);
  else if (const auto *list = ast().dynGet<ast::List>(id))
    made = constantItems(list->elts, ir::Constant::Kind::Tuple);
  return made ? constant(context_.module.constant(*made)) : expression(id);
}

// Three or more constants come out of the set that CPython's compiler made of them, whose order
// is not that of adding one by one.
ValueId FunctionBuilder::setDisplay(llvm::ArrayRef<NodeId> elements) {
  constexpr size_t kFewestFolded = 3;
  if (elements.size() >= kFewestFolded)
    if (std::optional<ConstId> all = constantItems(elements, ir::Constant::Kind::FrozenSet)) {
      ValueId set = emit(Opcode::PySet, {});
      emitEffect(Opcode::PySetUpdate, {set, constant(context_.module.constant(*all))});
      return set;
    }
  return sequenceDisplay(elements, Opcode::PySet, Opcode::PySetAdd, Opcode::PySetUpdate);
}

}  // namespace janus::build
