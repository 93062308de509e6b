// Statements of one line.
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

namespace {

std::optional<Operator> augmentedOperator(TokenKind kind) {
  switch (kind) {
  case TokenKind::PlusEqual: return Operator::Add;
  case TokenKind::MinusEqual: return Operator::Sub;
  case TokenKind::StarEqual: return Operator::Mult;
  case TokenKind::AtEqual: return Operator::MatMult;
  case TokenKind::SlashEqual: return Operator::Div;
  case TokenKind::PercentEqual: return Operator::Mod;
  case TokenKind::AmperEqual: return Operator::BitAnd;
  case TokenKind::BarEqual: return Operator::BitOr;
  case TokenKind::CaretEqual: return Operator::BitXor;
  case TokenKind::LeftShiftEqual: return Operator::LShift;
  case TokenKind::RightShiftEqual: return Operator::RShift;
  case TokenKind::DoubleStarEqual: return Operator::Pow;
  case TokenKind::DoubleSlashEqual: return Operator::FloorDiv;
  default: return std::nullopt;
  }
}

}  // namespace

bool isAugmentedAssignment(TokenKind kind) {
  return augmentedOperator(kind).has_value();
}

bool Parser::statements(Children nodes, NodeList &out) {
  for (const ConcreteNode &node : nodes)
    if (!failed() && !is(node, TokenKind::Semicolon))
      out.push_back(statement(node));
  return !failed();
}

NodeId Parser::statement(const ConcreteNode &node) {
  ParserDepth depth(*this, node);
  if (failed())
    return {};
  switch (node.kind) {
#define JANUS_STATEMENT(name, grammar, method)                                                     \
  case Construct::name: {                                                                          \
    return this->method(node);                                                                     \
  }
#include "Frontend/Parse/Constructs.def"
  default: return reject(node.first);
  }
}

// An expression, or an assignment, which begins like one.
NodeId Parser::expressionStatement(const ConcreteNode &node) {
  const ConcreteNode &first = node.children[0];
  switch (first.kind) {
  case Construct::Assignment:
    return is(first.children[1], TokenKind::Colon) ? annotatedAssignment(first) : assignment(first);
  case Construct::AugmentedAssignment: return augmentedAssignment(first);
  case Construct::Yield: {
    NodeId value = yield(first);
    return add(Expr{value}, place(node));
  }
  default: {
    NodeId value = expressionList(node.children, Level::Expression, Level::Bitwise, node.end);
    return add(Expr{value}, place(withStar(node.first), node.end));
  }
  }
}

// `a = b = value`: the grammar nests it to the right.
NodeId Parser::assignment(const ConcreteNode &node) {
  Assign result;
  const ConcreteNode *link = &node;
  for (;;) {
    if (!is(link->children[1], TokenKind::Equal))
      return reject(link->children[1].first);
    result.targets.push_back(target(link->children[0], TargetUse::Assign));
    const ConcreteNode &right = link->children[2];
    if (right.kind == Construct::AugmentedAssignment)
      return reject(right.children[1].first);
    if (right.kind != Construct::Assignment)
      break;
    link = &right;
  }
  result.value = yieldOrStarExpressions(link->children[2]);
  return add(std::move(result), place(withStar(node.first), node.end));
}

NodeId Parser::annotatedAssignment(const ConcreteNode &node) {
  AnnAssign result;
  result.target = expression(node.children[0], Level::Primary);
  if (failed())
    return {};
  if (!ast_.isa<Name, ast::Attribute, ast::Subscript>(result.target)) {
    if (ast_.isa<ast::List, ast::Tuple>(result.target))
      return raise("only single target (not " + describeExpression(ast_, result.target) +
                       ") can be annotated",
                   ast_.span(result.target));
    return raise("illegal target for annotation", ast_.span(result.target));
  }
  setContext(result.target, ExprContext::Store);
  // `(x): int` and `x.y: int` declare no variable.
  result.simple = ast_.isa<Name>(result.target) && kindAt(node.first) == TokenKind::Name;
  result.annotation = annotation(node.children[2]);
  if (node.children.size() > 3) {
    const ConcreteNode &value = node.children[4];
    if (value.kind == Construct::Assignment || value.kind == Construct::AugmentedAssignment)
      return reject(value.children[1].first);
    result.value = yieldOrStarExpressions(value);
  }
  return add(std::move(result), place(node));
}

NodeId Parser::augmentedAssignment(const ConcreteNode &node) {
  AugAssign result;
  auto op = augmentedOperator(kindAt(node.children[1].first));
  if (!op)
    return reject(node.children[1].first);
  result.op = *op;
  const ConcreteNode &left = node.children[0];
  result.target = left.kind == Construct::PatternList
                      ? target(left, TargetUse::Assign)
                      : element(left, Level::Primary, Level::Bitwise);
  if (failed())
    return {};
  if (!ast_.isa<Name, ast::Attribute, ast::Subscript>(result.target))
    return raise("'" + describeExpression(ast_, result.target) +
                     "' is an illegal expression for augmented assignment",
                 ast_.span(result.target));
  setContext(result.target, ExprContext::Store);
  const ConcreteNode &value = node.children[2];
  if (value.kind == Construct::Assignment || value.kind == Construct::AugmentedAssignment)
    return reject(value.children[1].first);
  result.value = yieldOrStarExpressions(value);
  return add(std::move(result), place(node));
}

NodeId Parser::returnStatement(const ConcreteNode &node) {
  NodeId value = node.children.size() > 1 ? starExpressions(node.children[1]) : NodeId();
  return add(Return{value}, place(node.first, node.end));
}

NodeId Parser::raiseStatement(const ConcreteNode &node) {
  Children children = node.children.drop_front();
  Raise result;
  if (!children.empty()) {
    if (children[0].kind == Construct::ExpressionList)
      return reject(children[0].children[1].first);
    if (is(children[0], TokenKind::KwFrom))
      return reject(children[0].first);
    result.exc = expression(children[0], Level::Expression);
    if (children.size() > 1)
      result.cause = expression(children[2], Level::Expression);
  }
  return add(std::move(result), place(node.first, node.end));
}

NodeId Parser::deleteStatement(const ConcreteNode &node) {
  const ConcreteNode &targets = node.children[1];
  Delete result;
  Children items = targets.kind == Construct::ExpressionList ? targets.children : Children(targets);
  for (const ConcreteNode &item : items) {
    if (is(item, TokenKind::Comma))
      continue;
    NodeId id = element(item, Level::Named, Level::Bitwise);
    if (failed())
      return {};
    if (!isTarget(id, TargetUse::Delete))
      return refuseTarget(id, TargetUse::Delete, item.end);
    setContext(id, ExprContext::Del);
    result.targets.push_back(id);
  }
  return add(std::move(result), place(node.first, node.end));
}

NodeId Parser::assertStatement(const ConcreteNode &node) {
  Children children = node.children;
  Assert result;
  result.test = expression(children[1], Level::Expression);
  if (children.size() > 2)
    result.msg = expression(children[3], Level::Expression);
  if (children.size() > 4)
    return reject(children[4].first);
  return add(std::move(result), place(node.first, node.end));
}

NodeId Parser::passStatement(const ConcreteNode &node) {
  Span span = placeOf(node.first);
  switch (kindAt(node.first)) {
  case TokenKind::KwPass: return add(Pass{}, span);
  case TokenKind::KwBreak: return add(Break{}, span);
  case TokenKind::KwContinue: return add(Continue{}, span);
  default: return reject(node.first);
  }
}

// `global` and `nonlocal`.
NodeId Parser::globalStatement(const ConcreteNode &node) {
  field::Names names;
  for (const ConcreteNode &child : node.children.drop_front())
    if (!is(child, TokenKind::Comma))
      names.push_back(nameOf(child));
  if (kindAt(node.first) == TokenKind::KwGlobal)
    return add(Global{std::move(names)}, place(node.first, node.end));
  return add(Nonlocal{std::move(names)}, place(node.first, node.end));
}

Symbol Parser::dottedName(const ConcreteNode &node) {
  Symbol result = name(node.first);
  for (size_t i = node.first + 2; i < node.end && !failed(); i += 2)
    result = ast_.names().intern((ast_.text(result) + "." + ast_.text(name(i))).str());
  return result;
}

NodeId Parser::importedName(const ConcreteNode &node) {
  alias result;
  if (node.kind == Construct::AliasedImport) {
    result.name = dottedName(node.children[0]);
    result.asname = nameOf(node.children[2]);
  } else {
    result.name = dottedName(node);
  }
  return add(std::move(result), place(node.first, node.end));
}

bool Parser::importedNames(Children nodes, NodeList &names, bool parenthesized) {
  for (const ConcreteNode &node : nodes)
    if (!is(node, TokenKind::Comma))
      names.push_back(importedName(node));
  if (failed() || parenthesized || !is(nodes.back(), TokenKind::Comma))
    return !failed();
  return reject(nodes.back().end), false;
}

NodeId Parser::importStatement(const ConcreteNode &node) {
  Import result;
  importedNames(node.children.drop_front(), result.names, false);
  return add(std::move(result), place(node.first, node.end));
}

NodeId Parser::importFrom(const ConcreteNode &node) {
  Children children = node.children;
  ImportFrom result;
  size_t at = node.first + 1;
  for (; kindAt(at) == TokenKind::Dot || kindAt(at) == TokenKind::Ellipsis; ++at)
    result.level += kindAt(at) == TokenKind::Dot ? 1 : 3;
  const ConcreteNode *module = &children[1];
  if (module->kind == Construct::RelativeImport)
    module = module->children.size() > 1 ? &module->children[1] : nullptr;
  if (module)
    result.module = dottedName(*module);
  Children names = children.drop_front(3);
  if (names[0].kind == Construct::Wildcard) {
    result.names.push_back(add(alias{ast_.names().intern("*"), {}}, placeOf(names[0].first)));
  } else {
    bool parenthesized = is(names[0], TokenKind::LeftParen);
    if (parenthesized)
      names = names.drop_front().drop_back();
    for (const ConcreteNode &name : names)
      if (!is(name, TokenKind::Comma) && !failed()) {
        const ConcreteNode &dotted =
            name.kind == Construct::AliasedImport ? name.children[0] : name;
        if (dotted.end > dotted.first + 1)
          return reject(dotted.first + 1);
      }
    if (!parenthesized && is(names.back(), TokenKind::Comma) && !failed())
      return raise("trailing comma not allowed without surrounding parentheses",
                   placeOf(names.back().end));
    importedNames(names, result.names, parenthesized);
  }
  return add(std::move(result), place(node.first, node.end));
}

}  // namespace janus
