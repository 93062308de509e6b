// Expressions down to unary operators; primaries and displays are in ParsePrimary.cpp.
#include "Frontend/Parse/Parser.h"

#include <array>

namespace janus {

using namespace ast;

namespace {

struct Row {
  NodeId (Parser::*method)(const ConcreteNode &) = nullptr;
  Level level = Level::Primary;
};

constexpr std::array<int8_t, 256> binaryOperators() {
  std::array<int8_t, 256> table{};
  table.fill(-1);
  auto row = [&](TokenKind token, Operator op) {
    table[static_cast<size_t>(token)] = static_cast<int8_t>(op);
  };
  row(TokenKind::Bar, Operator::BitOr);
  row(TokenKind::Caret, Operator::BitXor);
  row(TokenKind::Amper, Operator::BitAnd);
  row(TokenKind::LeftShift, Operator::LShift);
  row(TokenKind::RightShift, Operator::RShift);
  row(TokenKind::Plus, Operator::Add);
  row(TokenKind::Minus, Operator::Sub);
  row(TokenKind::Star, Operator::Mult);
  row(TokenKind::Slash, Operator::Div);
  row(TokenKind::DoubleSlash, Operator::FloorDiv);
  row(TokenKind::Percent, Operator::Mod);
  row(TokenKind::At, Operator::MatMult);
  row(TokenKind::DoubleStar, Operator::Pow);
  return table;
}
constexpr std::array<int8_t, 256> kBinaryOperators = binaryOperators();

std::optional<CmpOperator> comparisonOperator(TokenKind kind, bool twoTokens) {
  switch (kind) {
  case TokenKind::EqualEqual: return CmpOperator::Eq;
  case TokenKind::NotEqual: return CmpOperator::NotEq;
  case TokenKind::Less: return CmpOperator::Lt;
  case TokenKind::LessEqual: return CmpOperator::LtE;
  case TokenKind::Greater: return CmpOperator::Gt;
  case TokenKind::GreaterEqual: return CmpOperator::GtE;
  case TokenKind::KwIn: return CmpOperator::In;
  case TokenKind::KwNot: return CmpOperator::NotIn;
  case TokenKind::KwIs: return twoTokens ? CmpOperator::IsNot : CmpOperator::Is;
  default: return std::nullopt;
  }
}

}  // namespace

// The construct's own level may not be looser than the place allows.
NodeId Parser::expression(const ConcreteNode &node, Level level) {
  if (failed())
    return {};
  switch (node.kind) {
#define JANUS_EXPRESSION(name, grammar, ownLevel, method)                                          \
  case Construct::name: {                                                                          \
    if (Level::ownLevel > level)                                                                   \
      return refuseLevel(node);                                                                    \
    if (Level::ownLevel == Level::Primary && takesAwait(node.first)) {                             \
      NodeId value = this->method(node);                                                           \
      return add(Await{value}, place(node));                                                       \
    }                                                                                              \
    ParserDepth depth(*this, node);                                                                \
    return failed() ? NodeId() : this->method(node);                                               \
  }
#include "Frontend/Parse/Constructs.def"
  default: return reject(node.first);
  }
}

// Where CPython stops at a construct that binds too loosely for its place.
NodeId Parser::refuseLevel(const ConcreteNode &node) {
  switch (node.kind) {
  case Construct::Named:
  case Construct::Conditional: return reject(node.children[1].first);
  case Construct::Lambda:
  case Construct::Not: return reject(node.first);
  default: return reject(node.children.size() > 1 ? node.children[1].first : node.first);
  }
}

// An expression with or without a star in front of it.
NodeId Parser::element(const ConcreteNode &node, Level level, Level starred) {
  if (!isStarred(node))
    return expression(node, level);
  size_t star = withStar(node.first);
  take(star);
  NodeId value = expression(node, starred);
  return add(Starred{value, ExprContext::Load}, place(star, node.end));
}

// `a`, `a,` or `a, *b`; `end` is behind the last comma.
NodeId Parser::expressionList(Children nodes, Level level, Level starred, size_t end) {
  if (nodes.empty())
    return reject(end);
  size_t first = withStar(nodes[0].first);
  NodeId value = element(nodes[0], level, starred);
  if (nodes.size() == 1)
    return value;
  Tuple tuple;
  tuple.elts.push_back(value);
  for (size_t i = 1; i < nodes.size(); ++i)
    if (!is(nodes[i], TokenKind::Comma))
      tuple.elts.push_back(element(nodes[i], level, starred));
  return add(std::move(tuple), place(first, end));
}

NodeId Parser::starExpressions(const ConcreteNode &node) {
  if (node.kind == Construct::ExpressionList || node.kind == Construct::PatternList)
    return expressionList(node.children, Level::Expression, Level::Bitwise, node.end);
  return element(node, Level::Expression, Level::Bitwise);
}

NodeId Parser::yieldOrStarExpressions(const ConcreteNode &node) {
  return node.kind == Construct::Yield ? yield(node) : starExpressions(node);
}

// A type may be starred behind `*args:` only.
NodeId Parser::annotation(const ConcreteNode &type) {
  if (type.kind != Construct::Type)
    return reject(type.first);
  return expression(type.children[0], Level::Expression);
}

NodeId Parser::yield(const ConcreteNode &node) {
  Children children = node.children;
  if (children.size() == 1)
    return add(Yield{}, place(node.first, node.end));
  if (is(children[1], TokenKind::KwFrom)) {
    NodeId value = expression(children[2], Level::Expression);
    return add(YieldFrom{value}, place(node.first, node.end));
  }
  NodeId value = starExpressions(children[1]);
  return add(Yield{value}, place(node.first, node.end));
}

// Chains lean to the left: from the innermost operator outwards.
NodeId Parser::binary(const ConcreteNode &node) {
  llvm::SmallVector<const ConcreteNode *, 8> chain{&node};
  auto isBinary = [](const ConcreteNode &n) {
    return n.kind == Construct::Binary || n.kind == Construct::UnionType;
  };
  while (isBinary(chain.back()->children[0]))
    chain.push_back(&chain.back()->children[0]);
  NodeId left = expression(chain.back()->children[0], Level::Bitwise);
  for (const ConcreteNode *link : llvm::reverse(chain)) {
    const ConcreteNode &op = link->children[1];
    int found = kBinaryOperators[static_cast<size_t>(kindAt(op.first))];
    if (found < 0)
      return reject(op.first);
    NodeId right = expression(link->children[2], Level::Bitwise);
    left = add(ast::BinOp{left, static_cast<Operator>(found), right}, place(*link));
  }
  return left;
}

NodeId Parser::unary(const ConcreteNode &node) {
  UnaryOperator op = kindAt(node.first) == TokenKind::Plus    ? UnaryOperator::UAdd
                     : kindAt(node.first) == TokenKind::Minus ? UnaryOperator::USub
                                                              : UnaryOperator::Invert;
  NodeId operand = expression(node.children[1], Level::Bitwise);
  return add(ast::UnaryOp{op, operand}, place(node.first, node.end));
}

NodeId Parser::comparison(const ConcreteNode &node) {
  Compare compare;
  compare.left = expression(node.children[0], Level::Bitwise);
  for (size_t i = 1; i + 1 < node.children.size(); i += 2) {
    const ConcreteNode &op = node.children[i];
    auto found = comparisonOperator(kindAt(op.first), op.end - op.first == 2);
    if (!found)
      return reject(op.first);
    compare.ops.push_back(*found);
    compare.comparators.push_back(expression(node.children[i + 1], Level::Bitwise));
  }
  return add(std::move(compare), place(node));
}

NodeId Parser::negation(const ConcreteNode &node) {
  NodeId operand = expression(node.children[1], Level::Disjunction);
  return add(ast::UnaryOp{UnaryOperator::Not, operand}, place(node.first, node.end));
}

NodeId Parser::boolean(const ConcreteNode &node) {
  TokenKind kind = kindAt(node.children[1].first);
  llvm::SmallVector<const ConcreteNode *, 8> chain{&node};
  auto continues = [&](const ConcreteNode &n) {
    return n.kind == Construct::Boolean && kindAt(n.children[1].first) == kind;
  };
  while (continues(chain.back()->children[0]))
    chain.push_back(&chain.back()->children[0]);
  ast::BoolOp op;
  op.op = kind == TokenKind::KwOr ? BoolOperator::Or : BoolOperator::And;
  op.values.push_back(expression(chain.back()->children[0], Level::Disjunction));
  for (const ConcreteNode *link : llvm::reverse(chain))
    op.values.push_back(expression(link->children[2], Level::Disjunction));
  return add(std::move(op), place(node));
}

NodeId Parser::conditional(const ConcreteNode &node) {
  IfExp result;
  result.body = expression(node.children[0], Level::Disjunction);
  result.test = expression(node.children[2], Level::Disjunction);
  result.orelse = expression(node.children[4], Level::Expression);
  return add(std::move(result), place(node));
}

NodeId Parser::lambda(const ConcreteNode &node) {
  bool hasParameters = node.children[1].kind == Construct::LambdaParameters;
  const ConcreteNode &colon = node.children[hasParameters ? 2 : 1];
  Lambda result;
  result.args = parameters(hasParameters ? node.children[1].children : Children(), colon.first);
  result.body = expression(node.children.back(), Level::Expression);
  return add(std::move(result), place(node.first, node.end));
}

NodeId Parser::named(const ConcreteNode &node) {
  Symbol symbol = nameOf(node.children[0]);
  NodeId target = add(Name{symbol, ExprContext::Store}, placeOf(node.first));
  NodeId value = expression(node.children[2], Level::Expression);
  return add(NamedExpr{target, value}, place(node.first, node.end));
}

}  // namespace janus
