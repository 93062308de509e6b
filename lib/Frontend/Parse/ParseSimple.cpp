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

NodeId Parser::simpleStatement() {
  size_t first = at_;
  switch (peek()) {
  case TokenKind::KwReturn: return returnStatement();
  case TokenKind::KwImport: return importStatement();
  case TokenKind::KwFrom: return importFrom();
  case TokenKind::KwRaise: return raiseStatement();
  case TokenKind::KwPass: return ++at_, add(Pass{}, since(first));
  case TokenKind::KwBreak: return ++at_, add(Break{}, since(first));
  case TokenKind::KwContinue: return ++at_, add(Continue{}, since(first));
  case TokenKind::KwDel: return deleteStatement();
  case TokenKind::KwAssert: return assertStatement();
  case TokenKind::KwGlobal:
  case TokenKind::KwNonlocal: return globalStatement();
  default: return expressionStatement();
  }
}

bool Parser::isAugmentedAssignment(TokenKind kind) {
  return augmentedOperator(kind).has_value();
}

// An expression, or an assignment, which begins like one.
NodeId Parser::expressionStatement() {
  Mark start = mark();
  NodeId value = yieldOrStarExpressions();
  if (value) {
    NodeId assignment;
    if (isAt(TokenKind::Colon) && isSingleTarget(value))
      assignment = annotatedAssignment(start.at, value);
    else if (isAt(TokenKind::Equal) && isTarget(value, Targets::Assign))
      assignment = chainedAssignment(start.at, value);
    else if (isSingleTarget(value) && isAugmentedAssignment(peek()))
      assignment = augmentedAssignment(start.at, value);
    if (assignment)
      return assignment;
  }
  if (diagnosing()) {
    size_t behind = at_;
    if (wrongAssignment(start.at))
      return fail(start);
    at_ = behind;
  }
  return value ? add(Expr{value}, since(start.at)) : fail(start);
}

NodeId Parser::annotatedAssignment(size_t first, NodeId target) {
  Mark start = mark();
  ++at_;
  AnnAssign node;
  node.target = target;
  // `(x): int` and `x.y: int` declare no variable.
  node.simple = ast_.isa<Name>(target) && token(first).kind == TokenKind::Name;
  node.annotation = expression();
  if (!node.annotation)
    return fail(start);
  if (isAt(TokenKind::Equal)) {
    Mark beforeValue = mark();
    ++at_;
    node.value = yieldOrStarExpressions();
    if (!node.value)
      rewind(beforeValue);
  }
  setContext(target, ExprContext::Store);
  return add(std::move(node), since(first));
}

NodeId Parser::chainedAssignment(size_t first, NodeId firstTarget) {
  Mark start = mark();
  Assign node;
  node.targets.push_back(firstTarget);
  while (accept(TokenKind::Equal)) {
    if (isAt(TokenKind::KwYield)) {
      node.value = yieldExpression();
      break;
    }
    node.value = starExpressions();
    if (!node.value)
      break;
    if (isAt(TokenKind::Equal)) {
      if (!isTarget(node.value, Targets::Assign))
        return fail(start);
      node.targets.push_back(node.value);
    }
  }
  if (!node.value || isAt(TokenKind::Equal))
    return fail(start);
  for (NodeId target : node.targets)
    setContext(target, ExprContext::Store);
  return add(std::move(node), since(first));
}

NodeId Parser::augmentedAssignment(size_t first, NodeId target) {
  Mark start = mark();
  AugAssign node;
  node.op = *augmentedOperator(peek());
  ++at_;
  node.target = target;
  node.value = yieldOrStarExpressions();
  if (!node.value)
    return fail(start);
  setContext(target, ExprContext::Store);
  return add(std::move(node), since(first));
}

NodeId Parser::returnStatement() {
  size_t first = at_++;
  NodeId value = starExpressions();
  return add(Return{value}, since(first));
}

NodeId Parser::raiseStatement() {
  size_t first = at_++;
  Raise node;
  node.exc = expression();
  if (node.exc && isAt(TokenKind::KwFrom)) {
    Mark beforeCause = mark();
    ++at_;
    node.cause = expression();
    if (!node.cause)
      rewind(beforeCause);
  }
  return add(std::move(node), since(first));
}

NodeId Parser::deleteStatement() {
  Mark start = mark();
  size_t first = at_++;
  Delete node;
  do {
    if (!node.targets.empty() && (isAt(TokenKind::Semicolon) || isAt(TokenKind::Newline)))
      break;
    Mark beforeTarget = mark();
    NodeId target = primary();
    if (!target || !isTarget(target, Targets::Delete)) {
      rewind(beforeTarget);
      break;
    }
    node.targets.push_back(target);
  } while (accept(TokenKind::Comma));
  bool ends = isAt(TokenKind::Semicolon) || isAt(TokenKind::Newline);
  if (node.targets.empty() || !ends) {
    rewind(start);
    if (diagnosing()) {
      ++at_;
      if (NodeId targets = starExpressions())
        raiseInvalidTarget(targets, Targets::Delete);
    }
    return fail(start);
  }
  for (NodeId target : node.targets)
    setContext(target, ExprContext::Del);
  return add(std::move(node), since(first));
}

NodeId Parser::assertStatement() {
  Mark start = mark();
  size_t first = at_++;
  Assert node;
  node.test = expression();
  if (!node.test)
    return fail(start);
  if (isAt(TokenKind::Comma)) {
    Mark beforeMessage = mark();
    ++at_;
    node.msg = expression();
    if (!node.msg)
      rewind(beforeMessage);
  }
  return add(std::move(node), since(first));
}

// `global` and `nonlocal`.
NodeId Parser::globalStatement() {
  Mark start = mark();
  size_t first = at_;
  bool global = peek() == TokenKind::KwGlobal;
  ++at_;
  field::Names names;
  for (;;) {
    size_t beforeComma = at_;
    if (!names.empty() && !accept(TokenKind::Comma))
      break;
    if (!isAt(TokenKind::Name)) {
      at_ = beforeComma;
      break;
    }
    names.push_back(nameSymbol(at_++));
  }
  if (names.empty())
    return fail(start);
  if (global)
    return add(Global{std::move(names)}, since(first));
  return add(Nonlocal{std::move(names)}, since(first));
}

bool Parser::dottedName(Symbol &name) {
  if (!isAt(TokenKind::Name))
    return false;
  size_t first = at_++;
  name = nameSymbol(first);
  while (isAt(TokenKind::Dot) && peekAt(1) == TokenKind::Name) {
    std::string joined = (ast_.text(name) + "." + ast_.text(nameSymbol(at_ + 1))).str();
    name = ast_.names().intern(joined);
    at_ += 2;
  }
  return true;
}

NodeId Parser::importStatement() {
  Mark start = mark();
  size_t first = at_++;
  Import node;
  do {
    size_t item = at_;
    alias name;
    if (!dottedName(name.name)) {
      if (node.names.empty())
        return fail(start);
      --at_;
      break;
    }
    if (isAt(TokenKind::KwAs) && peekAt(1) == TokenKind::Name) {
      name.asname = nameSymbol(at_ + 1);
      at_ += 2;
    }
    node.names.push_back(add(std::move(name), since(item)));
  } while (accept(TokenKind::Comma));
  return add(std::move(node), since(first));
}

NodeId Parser::importFrom() {
  Mark start = mark();
  size_t first = at_++;
  ImportFrom node;
  for (;;) {
    if (accept(TokenKind::Dot))
      node.level += 1;
    else if (accept(TokenKind::Ellipsis))
      node.level += 3;
    else
      break;
  }
  if (!dottedName(node.module) && node.level == 0)
    return fail(start);
  if (!accept(TokenKind::KwImport) || !importedNames(node.names))
    return fail(start);
  return add(std::move(node), since(first));
}

bool Parser::importedNames(NodeList &names) {
  if (accept(TokenKind::Star)) {
    names.push_back(add(alias{ast_.names().intern("*"), {}}, spanOf(at_ - 1)));
    return true;
  }
  bool parenthesized = accept(TokenKind::LeftParen);
  for (;;) {
    if (!isAt(TokenKind::Name))
      break;
    size_t item = at_++;
    alias name;
    name.name = nameSymbol(item);
    if (isAt(TokenKind::KwAs) && peekAt(1) == TokenKind::Name) {
      name.asname = nameSymbol(at_ + 1);
      at_ += 2;
    }
    names.push_back(add(std::move(name), since(item)));
    if (!accept(TokenKind::Comma))
      return !parenthesized || accept(TokenKind::RightParen);
  }
  if (names.empty())
    return false;
  if (parenthesized)
    return accept(TokenKind::RightParen);
  if (diagnosing() && isAt(TokenKind::Newline)) {
    furthest_ = std::max(furthest_, at_);
    raiseHere("trailing comma not allowed without surrounding parentheses");
  }
  return false;
}

}  // namespace janus
