// What can be assigned to, looped over into, deleted.
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

// Targets of `for`: they end before `in`.
NodeId Parser::starTargets() {
  Mark start = mark();
  NodeId first = starTarget();
  if (!first)
    return {};
  if (!isAt(TokenKind::Comma)) {
    setContext(first, ExprContext::Store);
    return first;
  }
  Tuple tuple;
  tuple.ctx = ExprContext::Store;
  tuple.elts.push_back(first);
  while (accept(TokenKind::Comma)) {
    NodeId next = starTarget();
    if (!next)
      break;
    tuple.elts.push_back(next);
  }
  for (NodeId target : tuple.elts)
    setContext(target, ExprContext::Store);
  return add(std::move(tuple), since(start.at));
}

NodeId Parser::starTarget() {
  Mark start = mark();
  if (accept(TokenKind::Star)) {
    NodeId value = isAt(TokenKind::Star) ? NodeId() : starTarget();
    if (!value)
      return fail(start);
    return add(Starred{value, ExprContext::Store}, since(start.at));
  }
  NodeId target = primary();
  return target && isTarget(target, Targets::For) ? target : fail(start);
}

// By its form; what CPython's compiler refuses later (`*a = b`) is legal here.
bool Parser::isTarget(NodeId id, Targets kind) const {
  auto all = [&](const NodeList &elements) {
    return llvm::all_of(elements, [&](NodeId element) { return isTarget(element, kind); });
  };
  switch (ast_.kind(id)) {
  case NodeKind::Name:
  case NodeKind::Attribute:
  case NodeKind::Subscript: return true;
  case NodeKind::Starred:
    return kind != Targets::Delete && isTarget(ast_.get<Starred>(id).value, kind);
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

// The first part of an expression that cannot be a target, if any.
NodeId Parser::invalidTarget(NodeId id, Targets kind) const {
  auto first = [&](const NodeList &elements) {
    for (NodeId element : elements)
      if (NodeId invalid = invalidTarget(element, kind))
        return invalid;
    return NodeId();
  };
  switch (ast_.kind(id)) {
  case NodeKind::List: return first(ast_.get<List>(id).elts);
  case NodeKind::Tuple: return first(ast_.get<Tuple>(id).elts);
  case NodeKind::Starred:
    return kind == Targets::Delete ? id : invalidTarget(ast_.get<Starred>(id).value, kind);
  case NodeKind::Compare: {
    // In `for a in b` the whole is read as a comparison.
    const auto &compare = ast_.get<Compare>(id);
    if (kind != Targets::For)
      return id;
    return compare.ops.front() == CmpOperator::In ? invalidTarget(compare.left, kind) : NodeId();
  }
  case NodeKind::Name:
  case NodeKind::Subscript:
  case NodeKind::Attribute: return {};
  default: return id;
  }
}

bool Parser::raiseInvalidTarget(NodeId id, Targets kind) {
  NodeId invalid = invalidTarget(id, kind);
  if (!invalid)
    return false;
  llvm::StringRef what = kind == Targets::Delete ? "cannot delete " : "cannot assign to ";
  raise(what + describe(invalid), span(invalid));
  return true;
}

// What CPython calls an expression in its messages.
llvm::StringRef Parser::describe(NodeId id) const {
  switch (ast_.kind(id)) {
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
    switch (ast_.get<Constant>(id).value.kind()) {
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
