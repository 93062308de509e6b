// `match` and its patterns.
#include "Frontend/Parse/DepthGuard.h"
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

NodeId Parser::matchStatement() {
  Mark start = mark();
  ++at_;
  Match node;
  node.subject = subjectExpression();
  if (!node.subject || (diagnosing() && wrongHeader(start.at, "'match' statement")) ||
      !accept(TokenKind::Colon) || !accept(TokenKind::Newline) || !accept(TokenKind::Indent))
    return fail(start);
  while (isAt(TokenKind::Name) && isSoft(at_, "case")) {
    NodeId block = caseBlock();
    if (!block)
      break;
    node.cases.push_back(block);
  }
  if (node.cases.empty() || !accept(TokenKind::Dedent))
    return fail(start);
  return add(std::move(node), since(start.at));
}

NodeId Parser::subjectExpression() {
  Mark start = mark();
  NodeId first = starNamedExpression();
  if (!first)
    return fail(start);
  if (!isAt(TokenKind::Comma))
    return ast_.isa<Starred>(first) ? fail(start) : first;
  Tuple tuple;
  tuple.elts.push_back(first);
  while (accept(TokenKind::Comma)) {
    NodeId next = starNamedExpression();
    if (!next)
      break;
    tuple.elts.push_back(next);
  }
  return add(std::move(tuple), since(start.at));
}

NodeId Parser::caseBlock() {
  Mark start = mark();
  ++at_;
  match_case node;
  node.pattern = patterns();
  if (!node.pattern)
    return fail(start);
  if (isAt(TokenKind::KwIf)) {
    size_t beforeIf = at_++;
    node.guard = namedExpression();
    if (!node.guard)
      at_ = beforeIf;
  }
  if ((diagnosing() && wrongHeader(start.at, "'case' statement")) || !accept(TokenKind::Colon) ||
      !block(node.body))
    return fail(start);
  return add(std::move(node), since(start.at));
}

// One pattern, or several with commas, which is a sequence.
NodeId Parser::patterns() {
  Mark start = mark();
  NodeId first = maybeStarPattern();
  if (!first)
    return {};
  if (!isAt(TokenKind::Comma))
    return ast_.isa<MatchStar>(first) ? fail(start) : first;
  MatchSequence sequence;
  sequence.patterns.push_back(first);
  while (accept(TokenKind::Comma)) {
    NodeId next = maybeStarPattern();
    if (!next)
      break;
    sequence.patterns.push_back(next);
  }
  return add(std::move(sequence), since(start.at));
}

NodeId Parser::maybeStarPattern() {
  if (!isAt(TokenKind::Star))
    return pattern();
  Mark start = mark();
  ++at_;
  if (!isAt(TokenKind::Name))
    return fail(start);
  if (isSoft(at_, "_")) {
    ++at_;
    return add(MatchStar{}, since(start.at));
  }
  Symbol name = captureTarget();
  return name ? add(MatchStar{name}, since(start.at)) : fail(start);
}

// A name that is bound: not `_`, and not the beginning of a longer pattern.
Symbol Parser::captureTarget() {
  if (!isAt(TokenKind::Name) || isSoft(at_, "_"))
    return {};
  TokenKind next = peekAt(1);
  if (next == TokenKind::Dot || next == TokenKind::LeftParen || next == TokenKind::Equal)
    return {};
  return nameSymbol(at_++);
}

NodeId Parser::pattern() {
  DepthGuard depth(*this);
  Mark start = mark();
  NodeId inner = orPattern();
  if (!inner)
    return {};
  Mark behind = mark();
  if (!accept(TokenKind::KwAs))
    return inner;
  if (Symbol name = captureTarget())
    return add(MatchAs{inner, name}, since(start.at));
  if (diagnosing() && !failed())
    wrongAsPattern();
  rewind(behind);
  return inner;
}

NodeId Parser::orPattern() {
  Mark start = mark();
  NodeId first = closedPattern();
  if (!first || !isAt(TokenKind::Bar))
    return first;
  MatchOr node;
  node.patterns.push_back(first);
  while (accept(TokenKind::Bar)) {
    NodeId next = closedPattern();
    if (!next) {
      --at_;
      break;
    }
    node.patterns.push_back(next);
  }
  return node.patterns.size() == 1 ? first : add(std::move(node), since(start.at));
}

NodeId Parser::closedPattern() {
  switch (peek()) {
  case TokenKind::Number:
  case TokenKind::Minus:
  case TokenKind::String:
  case TokenKind::KwNone:
  case TokenKind::KwTrue:
  case TokenKind::KwFalse: return literalPattern();
  case TokenKind::Name: return namePattern();
  case TokenKind::LeftParen: return groupOrSequencePattern();
  case TokenKind::LeftBracket: return listPattern();
  case TokenKind::LeftBrace: return mappingPattern();
  default: return {};
  }
}

NodeId Parser::literalPattern() {
  Mark start = mark();
  switch (peek()) {
  case TokenKind::KwNone: ++at_; return add(MatchSingleton{ConstantValue::none()}, since(start.at));
  case TokenKind::KwTrue:
  case TokenKind::KwFalse: {
    bool value = peek() == TokenKind::KwTrue;
    ++at_;
    return add(MatchSingleton{ConstantValue::boolean(value)}, since(start.at));
  }
  default: {
    NodeId value = isAt(TokenKind::String) ? strings() : complexNumber();
    return value ? add(MatchValue{value}, since(start.at)) : fail(start);
  }
  }
}

// `-1`, `1`, `1 + 2j`
NodeId Parser::complexNumber() {
  Mark start = mark();
  NodeId real = signedNumber();
  if (!real || (!isAt(TokenKind::Plus) && !isAt(TokenKind::Minus)))
    return real;
  const auto isImaginary = [&](NodeId id) {
    if (const auto *negative = ast_.dynGet<ast::UnaryOp>(id))
      id = negative->operand;
    return ast_.get<Constant>(id).value.isComplex();
  };
  if (isImaginary(real)) {
    NodeId digits = real;
    if (const auto *negative = ast_.dynGet<ast::UnaryOp>(real))
      digits = negative->operand;
    raise("real number required in complex literal", span(digits));
    return fail(start);
  }
  Operator op = peek() == TokenKind::Plus ? Operator::Add : Operator::Sub;
  ++at_;
  NodeId imaginary = isAt(TokenKind::Number) ? number() : NodeId();
  if (!imaginary)
    return fail(start);
  if (!isImaginary(imaginary)) {
    raise("imaginary number required in complex literal", span(imaginary));
    return fail(start);
  }
  return add(ast::BinOp{real, op, imaginary}, since(start.at));
}

NodeId Parser::signedNumber() {
  Mark start = mark();
  bool negative = accept(TokenKind::Minus);
  if (!isAt(TokenKind::Number))
    return fail(start);
  NodeId value = number();
  if (!value || !negative)
    return value;
  return add(ast::UnaryOp{UnaryOperator::USub, value}, since(start.at));
}

// A capture, a wildcard, a value `a.b`, or a class `A(...)`.
NodeId Parser::namePattern() {
  Mark start = mark();
  if (peekAt(1) == TokenKind::Dot || peekAt(1) == TokenKind::LeftParen) {
    NodeId reference = dottedReference();
    if (isAt(TokenKind::LeftParen))
      return classPattern(reference, start);
    bool value = ast_.isa<Attribute>(reference) && !isAt(TokenKind::Dot) && !isAt(TokenKind::Equal);
    return value ? add(MatchValue{reference}, since(start.at)) : fail(start);
  }
  if (isSoft(at_, "_")) {
    ++at_;
    return add(MatchAs{}, since(start.at));
  }
  Symbol name = captureTarget();
  return name ? add(MatchAs{{}, name}, since(start.at)) : NodeId();
}

NodeId Parser::dottedReference() {
  size_t first = at_;
  NodeId value = nameNode(at_++);
  while (isAt(TokenKind::Dot) && peekAt(1) == TokenKind::Name) {
    at_ += 2;
    value = add(Attribute{value, nameSymbol(at_ - 1), ExprContext::Load}, since(first));
  }
  return value;
}

NodeId Parser::groupOrSequencePattern() {
  Mark start = mark();
  ++at_;
  MatchSequence sequence;
  if (accept(TokenKind::RightParen))
    return add(std::move(sequence), since(start.at));
  NodeId first = maybeStarPattern();
  if (!first)
    return fail(start);
  if (!ast_.isa<MatchStar>(first) && accept(TokenKind::RightParen))
    return first;
  sequence.patterns.push_back(first);
  if (!isAt(TokenKind::Comma) || !sequenceItems(sequence.patterns, TokenKind::RightParen))
    return fail(start);
  return add(std::move(sequence), since(start.at));
}

NodeId Parser::listPattern() {
  Mark start = mark();
  ++at_;
  MatchSequence sequence;
  if (accept(TokenKind::RightBracket))
    return add(std::move(sequence), since(start.at));
  NodeId first = maybeStarPattern();
  if (!first)
    return fail(start);
  sequence.patterns.push_back(first);
  if (!sequenceItems(sequence.patterns, TokenKind::RightBracket))
    return fail(start);
  return add(std::move(sequence), since(start.at));
}

// Behind the first item, up to the bracket.
bool Parser::sequenceItems(NodeList &out, TokenKind close) {
  while (accept(TokenKind::Comma)) {
    NodeId next = maybeStarPattern();
    if (!next)
      break;
    out.push_back(next);
  }
  return accept(close);
}

NodeId Parser::mappingPattern() {
  Mark start = mark();
  ++at_;
  MatchMapping node;
  while (!isAt(TokenKind::RightBrace)) {
    if (accept(TokenKind::DoubleStar)) {
      node.rest = captureTarget();
      if (!node.rest)
        return fail(start);
      accept(TokenKind::Comma);
      break;
    }
    if (!mappingItem(node))
      return fail(start);
    if (!accept(TokenKind::Comma))
      break;
  }
  return accept(TokenKind::RightBrace) ? add(std::move(node), since(start.at)) : fail(start);
}

bool Parser::mappingItem(MatchMapping &mapping) {
  NodeId key = literalExpression();
  if (!key || !accept(TokenKind::Colon))
    return false;
  NodeId value = pattern();
  if (!value)
    return false;
  mapping.keys.push_back(key);
  mapping.patterns.push_back(value);
  return true;
}

// A key of a mapping pattern.
NodeId Parser::literalExpression() {
  switch (peek()) {
  case TokenKind::Number:
  case TokenKind::Minus: return complexNumber();
  case TokenKind::String: return strings();
  case TokenKind::KwNone:
  case TokenKind::KwTrue:
  case TokenKind::KwFalse: return atom();
  case TokenKind::Name: {
    if (peekAt(1) != TokenKind::Dot)
      return {};
    NodeId reference = dottedReference();
    return ast_.isa<Attribute>(reference) ? reference : NodeId();
  }
  default: return {};
  }
}

// `A(x, y, name=z)`; the cursor is at the bracket.
NodeId Parser::classPattern(NodeId cls, Mark start) {
  ++at_;
  MatchClass node;
  node.cls = cls;
  size_t inside = at_;
  bool legal = true;
  while (!isAt(TokenKind::RightParen)) {
    if (isAt(TokenKind::Name) && peekAt(1) == TokenKind::Equal) {
      Symbol name = nameSymbol(at_);
      at_ += 2;
      NodeId value = pattern();
      if (!value) {
        legal = false;
        break;
      }
      node.kwd_attrs.push_back(name);
      node.kwd_patterns.push_back(value);
    } else {
      NodeId value = node.kwd_patterns.empty() ? pattern() : NodeId();
      if (!value) {
        legal = false;
        break;
      }
      node.patterns.push_back(value);
    }
    if (!accept(TokenKind::Comma))
      break;
  }
  if (legal && accept(TokenKind::RightParen))
    return add(std::move(node), since(start.at));
  if (diagnosing() && !failed()) {
    at_ = inside;
    wrongClassPattern();
  }
  return fail(start);
}

}  // namespace janus
