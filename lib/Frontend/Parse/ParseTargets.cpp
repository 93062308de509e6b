// What can be assigned to, looped over into, deleted.
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

// A target, or several with commas.
NodeId Parser::target(const ConcreteNode &node, TargetUse use) {
  NodeId id;
  if (node.kind == Construct::PatternList || node.kind == Construct::ExpressionList)
    id = expressionList(node.children, Level::Primary, Level::Primary, node.end);
  else
    id = element(node, Level::Primary, Level::Primary);
  if (failed())
    return {};
  if (!isTarget(id, use))
    return refuseTarget(id, use, node.end);
  setContext(id, use == TargetUse::Delete ? ExprContext::Del : ExprContext::Store);
  return id;
}

NodeId Parser::refuseTarget(NodeId id, TargetUse use, size_t otherwise) {
  NodeId invalid = invalidTarget(ast_, id, use);
  if (!invalid)
    return reject(otherwise);
  llvm::StringRef what = use == TargetUse::Delete ? "cannot delete " : "cannot assign to ";
  return raise(what + describeExpression(ast_, invalid), ast_.span(invalid));
}

// By its form; what CPython's compiler refuses later (`*a = b`) is legal here.
bool Parser::isTarget(NodeId id, TargetUse use) const {
  auto all = [&](const NodeList &elements) {
    return llvm::all_of(elements, [&](NodeId element) { return isTarget(element, use); });
  };
  switch (ast_.kind(id)) {
  case NodeKind::Name:
  case NodeKind::Attribute:
  case NodeKind::Subscript: return true;
  case NodeKind::Starred:
    return use != TargetUse::Delete && isTarget(ast_.get<Starred>(id).value, use);
  case NodeKind::List: return all(ast_.get<List>(id).elts);
  case NodeKind::Tuple: return all(ast_.get<Tuple>(id).elts);
  default: return false;
  }
}

void Parser::setContext(NodeId id, ExprContext context) {
  switch (ast_.kind(id)) {
  case NodeKind::Name: ast_.change<Name>(id).ctx = context; break;
  case NodeKind::Attribute: ast_.change<Attribute>(id).ctx = context; break;
  case NodeKind::Subscript: ast_.change<Subscript>(id).ctx = context; break;
  case NodeKind::Starred:
    ast_.change<Starred>(id).ctx = context;
    setContext(ast_.get<Starred>(id).value, context);
    break;
  case NodeKind::List:
    ast_.change<List>(id).ctx = context;
    for (NodeId element : ast_.get<List>(id).elts)
      setContext(element, context);
    break;
  case NodeKind::Tuple:
    ast_.change<Tuple>(id).ctx = context;
    for (NodeId element : ast_.get<Tuple>(id).elts)
      setContext(element, context);
    break;
  default: break;
  }
}

NodeId invalidTarget(const Ast &ast, NodeId id, TargetUse use) {
  auto first = [&](const NodeList &elements) {
    for (NodeId element : elements)
      if (NodeId invalid = invalidTarget(ast, element, use))
        return invalid;
    return NodeId();
  };
  switch (ast.kind(id)) {
  case NodeKind::List: return first(ast.get<List>(id).elts);
  case NodeKind::Tuple: return first(ast.get<Tuple>(id).elts);
  case NodeKind::Starred:
    return use == TargetUse::Delete ? id : invalidTarget(ast, ast.get<Starred>(id).value, use);
  case NodeKind::Compare: {
    // In `for a in b` the whole is read as a comparison.
    const auto &compare = ast.get<Compare>(id);
    if (use != TargetUse::For)
      return id;
    return compare.ops.front() == CmpOperator::In ? invalidTarget(ast, compare.left, use)
                                                  : NodeId();
  }
  case NodeKind::Name:
  case NodeKind::Subscript:
  case NodeKind::Attribute: return {};
  default: return id;
  }
}

llvm::StringRef describeExpression(const Ast &ast, NodeId id) {
  switch (ast.kind(id)) {
  case NodeKind::Attribute: return "attribute";
  case NodeKind::Subscript: return "subscript";
  case NodeKind::Starred: return "starred";
  case NodeKind::Name: return "name";
  case NodeKind::List: return "list";
  case NodeKind::Tuple: return "tuple";
  case NodeKind::Lambda: return "lambda";
  case NodeKind::Call: return "function call";
  case NodeKind::BoolOp:
  case NodeKind::BinOp:
  case NodeKind::UnaryOp: return "expression";
  case NodeKind::GeneratorExp: return "generator expression";
  case NodeKind::Yield:
  case NodeKind::YieldFrom: return "yield expression";
  case NodeKind::Await: return "await expression";
  case NodeKind::ListComp: return "list comprehension";
  case NodeKind::SetComp: return "set comprehension";
  case NodeKind::DictComp: return "dict comprehension";
  case NodeKind::Dict: return "dict literal";
  case NodeKind::Set: return "set display";
  case NodeKind::JoinedStr:
  case NodeKind::FormattedValue: return "f-string expression";
  case NodeKind::Compare: return "comparison";
  case NodeKind::IfExp: return "conditional expression";
  case NodeKind::NamedExpr: return "named expression";
  case NodeKind::Constant:
    switch (ast.get<Constant>(id).value.kind()) {
    case ConstantValue::Kind::None: return "None";
    case ConstantValue::Kind::False: return "False";
    case ConstantValue::Kind::True: return "True";
    case ConstantValue::Kind::Ellipsis: return "ellipsis";
    default: return "literal";
    }
  default: return "expression";
  }
}

}  // namespace janus
