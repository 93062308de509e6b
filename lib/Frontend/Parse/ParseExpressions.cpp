// Expressions down to unary operators; primaries and displays are in ParsePrimary.cpp.
#include "Frontend/Parse/DepthGuard.h"
#include "Frontend/Parse/Parser.h"

#include <array>

namespace janus {

using namespace ast;

namespace {

struct BinaryOperator {
  int level = -1;  // a higher level binds tighter
  Operator op = Operator::Add;
};

constexpr std::array<BinaryOperator, 256> binaryOperators() {
  std::array<BinaryOperator, 256> table{};
  auto row = [&](TokenKind token, int level, Operator op) {
    table[static_cast<size_t>(token)] = {level, op};
  };
  row(TokenKind::Bar, 0, Operator::BitOr);
  row(TokenKind::Caret, 1, Operator::BitXor);
  row(TokenKind::Amper, 2, Operator::BitAnd);
  row(TokenKind::LeftShift, 3, Operator::LShift);
  row(TokenKind::RightShift, 3, Operator::RShift);
  row(TokenKind::Plus, 4, Operator::Add);
  row(TokenKind::Minus, 4, Operator::Sub);
  row(TokenKind::Star, 5, Operator::Mult);
  row(TokenKind::Slash, 5, Operator::Div);
  row(TokenKind::DoubleSlash, 5, Operator::FloorDiv);
  row(TokenKind::Percent, 5, Operator::Mod);
  row(TokenKind::At, 5, Operator::MatMult);
  return table;
}
constexpr std::array<BinaryOperator, 256> kBinaryOperators = binaryOperators();

}  // namespace

NodeId Parser::starExpressions() {
  Mark start = mark();
  NodeId first = starExpression();
  if (!first || !isAt(TokenKind::Comma))
    return first;
  Tuple tuple;
  tuple.elts.push_back(first);
  while (accept(TokenKind::Comma)) {
    NodeId next = starExpression();
    if (!next)
      break;
    tuple.elts.push_back(next);
  }
  return add(std::move(tuple), since(start.at));
}

NodeId Parser::starExpression() {
  if (!isAt(TokenKind::Star))
    return expression();
  Mark start = mark();
  ++at_;
  NodeId value = bitwiseOr();
  return value ? add(Starred{value, ExprContext::Load}, since(start.at)) : fail(start);
}

NodeId Parser::starNamedExpression() {
  if (!isAt(TokenKind::Star))
    return namedExpression();
  return starExpression();
}

NodeId Parser::starredExpression() {
  Mark start = mark();
  if (!accept(TokenKind::Star))
    return {};
  NodeId value = expression();
  return value ? add(Starred{value, ExprContext::Load}, since(start.at)) : fail(start);
}

// `x, y` without stars, as in the old form of `except`.
NodeId Parser::expressions() {
  Mark start = mark();
  NodeId first = expression();
  if (!first || !isAt(TokenKind::Comma))
    return first;
  Tuple tuple;
  tuple.elts.push_back(first);
  while (accept(TokenKind::Comma)) {
    NodeId next = expression();
    if (!next)
      break;
    tuple.elts.push_back(next);
  }
  return add(std::move(tuple), since(start.at));
}

NodeId Parser::assignmentExpression() {
  if (!isAt(TokenKind::Name) || peekAt(1) != TokenKind::ColonEqual)
    return {};
  Mark start = mark();
  NodeId target = nameNode(at_, ExprContext::Store);
  at_ += 2;
  NodeId value = expression();
  return value ? add(NamedExpr{target, value}, since(start.at)) : fail(start);
}

// `x := y` or an expression that no `:=` follows.
NodeId Parser::assignmentOrExpression() {
  if (isAt(TokenKind::Name) && peekAt(1) == TokenKind::ColonEqual)
    return assignmentExpression();
  Mark start = mark();
  NodeId value = expression();
  return value && !isAt(TokenKind::ColonEqual) ? value : fail(start);
}

NodeId Parser::namedExpression() {
  if (isAt(TokenKind::Name) && peekAt(1) == TokenKind::ColonEqual)
    return assignmentExpression();
  Mark start = mark();
  NodeId value = expression();
  if (!value || (diagnosing() && wrongNamedExpression(start.at, value)))
    return fail(start);
  return !isAt(TokenKind::ColonEqual) ? value : fail(start);
}

NodeId Parser::expression() {
  DepthGuard depth(*this);
  if (isAt(TokenKind::KwLambda))
    return lambda();
  return remembers_ ? memoized(Rule::Expression, &Parser::conditional) : conditional();
}

// An expression other than a lambda.
NodeId Parser::conditional() {
  Mark start = mark();
  NodeId value = disjunction();
  if (!value)
    return {};
  if (diagnosing() && (missingCommaOrElse(start.at, value) || legacyStatement(start.at)))
    return fail(start);
  if (!isAt(TokenKind::KwIf))
    return value;
  // Without `else` the `if` may belong to a comprehension around.
  Mark beforeIf = mark();
  ++at_;
  IfExp node;
  node.body = value;
  node.test = disjunction();
  if (node.test && accept(TokenKind::KwElse))
    node.orelse = expression();
  if (!node.orelse) {
    rewind(beforeIf);
    return value;
  }
  return add(std::move(node), since(start.at));
}

NodeId Parser::lambda() {
  Mark start = mark();
  ++at_;
  Lambda node;
  node.args = isAt(TokenKind::Colon) ? emptyParameters() : parameters(true);
  if (!node.args) {
    if (failed())
      return fail(start);
    node.args = emptyParameters();
  }
  if (!accept(TokenKind::Colon))
    return fail(start);
  node.body = expression();
  return node.body ? add(std::move(node), since(start.at)) : fail(start);
}

NodeId Parser::yieldExpression() {
  Mark start = mark();
  ++at_;
  if (isAt(TokenKind::KwFrom)) {
    ++at_;
    NodeId value = expression();
    if (value)
      return add(YieldFrom{value}, since(start.at));
    at_ = start.at + 1;
  }
  NodeId value = starExpressions();
  return add(Yield{value}, since(start.at));
}

NodeId Parser::freshDisjunction() {
  Mark start = mark();
  NodeId first = conjunction();
  if (!first || !isAt(TokenKind::KwOr))
    return first;
  ast::BoolOp node{BoolOperator::Or, {first}};
  while (accept(TokenKind::KwOr)) {
    NodeId next = conjunction();
    if (!next) {
      --at_;
      break;
    }
    node.values.push_back(next);
  }
  return node.values.size() == 1 ? first : add(std::move(node), since(start.at));
}

NodeId Parser::conjunction() {
  Mark start = mark();
  NodeId first = inversion();
  if (!first || !isAt(TokenKind::KwAnd))
    return first;
  ast::BoolOp node{BoolOperator::And, {first}};
  while (accept(TokenKind::KwAnd)) {
    NodeId next = inversion();
    if (!next) {
      --at_;
      break;
    }
    node.values.push_back(next);
  }
  return node.values.size() == 1 ? first : add(std::move(node), since(start.at));
}

NodeId Parser::inversion() {
  if (!isAt(TokenKind::KwNot))
    return comparison();
  DepthGuard depth(*this);
  Mark start = mark();
  ++at_;
  NodeId operand = inversion();
  return operand ? add(ast::UnaryOp{UnaryOperator::Not, operand}, since(start.at)) : fail(start);
}

bool Parser::comparisonOperator(CmpOperator &op) {
  size_t start = at_;
  switch (peek()) {
  case TokenKind::EqualEqual: op = CmpOperator::Eq; break;
  case TokenKind::NotEqual: op = CmpOperator::NotEq; break;
  case TokenKind::Less: op = CmpOperator::Lt; break;
  case TokenKind::LessEqual: op = CmpOperator::LtE; break;
  case TokenKind::Greater: op = CmpOperator::Gt; break;
  case TokenKind::GreaterEqual: op = CmpOperator::GtE; break;
  case TokenKind::KwIn: op = CmpOperator::In; break;
  case TokenKind::KwNot:
    if (peekAt(1) != TokenKind::KwIn)
      return false;
    ++at_;
    op = CmpOperator::NotIn;
    break;
  case TokenKind::KwIs:
    op = CmpOperator::Is;
    if (peekAt(1) == TokenKind::KwNot) {
      ++at_;
      op = CmpOperator::IsNot;
    }
    break;
  default: at_ = start; return false;
  }
  ++at_;
  return true;
}

NodeId Parser::comparison() {
  Mark start = mark();
  NodeId left = bitwiseOr();
  if (!left)
    return {};
  Compare node;
  for (;;) {
    size_t beforeOperator = at_;
    CmpOperator op;
    if (!comparisonOperator(op))
      break;
    NodeId right = bitwiseOr();
    if (!right) {
      at_ = beforeOperator;
      break;
    }
    node.ops.push_back(op);
    node.comparators.push_back(right);
  }
  if (node.ops.empty())
    return left;
  node.left = left;
  return add(std::move(node), since(start.at));
}

// Binary operators of this level and tighter ones.
NodeId Parser::binary(unsigned level) {
  Mark start = mark();
  NodeId left = factor();
  while (left) {
    BinaryOperator found = kBinaryOperators[static_cast<size_t>(peek())];
    if (found.level < static_cast<int>(level))
      break;
    size_t beforeOperator = at_++;
    NodeId right = binary(static_cast<unsigned>(found.level) + 1);
    if (!right) {
      at_ = beforeOperator;
      break;
    }
    left = add(ast::BinOp{left, found.op, right}, since(start.at));
  }
  return left;
}

NodeId Parser::factor() {
  UnaryOperator op;
  switch (peek()) {
  case TokenKind::Plus: op = UnaryOperator::UAdd; break;
  case TokenKind::Minus: op = UnaryOperator::USub; break;
  case TokenKind::Tilde: op = UnaryOperator::Invert; break;
  default: return power();
  }
  DepthGuard depth(*this);
  Mark start = mark();
  ++at_;
  NodeId operand = factor();
  return operand ? add(ast::UnaryOp{op, operand}, since(start.at)) : fail(start);
}

NodeId Parser::power() {
  Mark start = mark();
  NodeId base = awaitPrimary();
  if (!base || !isAt(TokenKind::DoubleStar))
    return base;
  DepthGuard depth(*this);
  size_t beforeOperator = at_++;
  NodeId exponent = factor();
  if (!exponent) {
    at_ = beforeOperator;
    return base;
  }
  return add(ast::BinOp{base, Operator::Pow, exponent}, since(start.at));
}

NodeId Parser::awaitPrimary() {
  if (!isAt(TokenKind::KwAwait))
    return primary();
  Mark start = mark();
  ++at_;
  NodeId value = primary();
  return value ? add(Await{value}, since(start.at)) : fail(start);
}

}  // namespace janus
