// Atoms, displays, comprehensions, calls and subscripts.
#include "Frontend/Parse/DepthGuard.h"
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

NodeId Parser::freshPrimary() {
  size_t first = at_;
  NodeId value = atom();
  while (value) {
    NodeId next = trailer(first, value);
    if (!next)
      break;
    value = next;
  }
  return value;
}

// The value with what follows it: `.name`, `(...)` or `[...]`.
NodeId Parser::trailer(size_t first, NodeId value) {
  TokenKind kind = peek();
  bool opens = kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket ||
               kind == TokenKind::LeftBrace;
  if (diagnosing() && opens) {
    // CPython looks for a wrong generator expression here, whatever the bracket.
    ++at_;
    bool wrong = wrongComprehension(kind == TokenKind::LeftParen);
    --at_;
    if (wrong)
      return {};
  }
  switch (kind) {
  case TokenKind::Dot: {
    if (peekAt(1) != TokenKind::Name)
      return {};
    at_ += 2;
    return add(Attribute{value, nameSymbol(at_ - 1), ExprContext::Load}, since(first));
  }
  case TokenKind::LeftParen: return call(first, value);
  case TokenKind::LeftBracket: return subscript(first, value);
  default: return {};
  }
}

NodeId Parser::call(size_t first, NodeId function) {
  Mark start = mark();
  ++at_;
  Arguments arguments;
  arguments.first = at_;
  bool keyword = isAt(TokenKind::Name) && peekAt(1) == TokenKind::Equal;
  bool mayBeGenerator = !keyword && !isAt(TokenKind::RightParen) && !isAt(TokenKind::Star) &&
                        !isAt(TokenKind::DoubleStar);
  if (mayBeGenerator) {
    // f(x for x in y): the brackets of the call are those of the generator.
    NodeId element = assignmentOrExpression();
    if (!element)
      return fail(start);
    Mark behind = mark();
    GeneratorExp generator{element, {}};
    if (forIfClauses(generator.generators) && accept(TokenKind::RightParen)) {
      NodeId argument = add(std::move(generator), since(start.at));
      return add(Call{function, {argument}, {}}, since(first));
    }
    rewind(behind);
    arguments.args.push_back(element);
  }
  if (!this->arguments(arguments) || !accept(TokenKind::RightParen))
    return fail(start);
  return add(Call{function, std::move(arguments.args), std::move(arguments.keywords)},
             since(first));
}

NodeId Parser::subscript(size_t first, NodeId value) {
  Mark start = mark();
  ++at_;
  NodeId index = slices();
  if (!index || !accept(TokenKind::RightBracket))
    return fail(start);
  return add(Subscript{value, index, ExprContext::Load}, since(first));
}

NodeId Parser::slices() {
  Mark start = mark();
  NodeId first = isAt(TokenKind::Star) ? starredExpression() : slice();
  if (!first)
    return fail(start);
  if (!isAt(TokenKind::Comma) && !ast_.isa<Starred>(first))
    return first;
  Tuple tuple;
  tuple.elts.push_back(first);
  while (accept(TokenKind::Comma)) {
    NodeId next = isAt(TokenKind::Star) ? starredExpression() : slice();
    if (!next)
      break;
    tuple.elts.push_back(next);
  }
  return add(std::move(tuple), since(start.at));
}

NodeId Parser::slice() {
  if (isAt(TokenKind::Name) && peekAt(1) == TokenKind::ColonEqual)
    return assignmentExpression();
  Mark start = mark();
  Slice node;
  if (!isAt(TokenKind::Colon)) {
    node.lower = expression();
    if (!node.lower)
      return fail(start);
  }
  if (!accept(TokenKind::Colon)) {
    if (diagnosing() && wrongNamedExpression(start.at, node.lower))
      return fail(start);
    return !isAt(TokenKind::ColonEqual) ? node.lower : fail(start);
  }
  node.upper = expression();
  if (accept(TokenKind::Colon))
    node.step = expression();
  return add(std::move(node), since(start.at));
}

NodeId Parser::atom() {
  size_t first = at_;
  auto constant = [&](ConstantValue value) {
    ++at_;
    return add(Constant{std::move(value), {}}, spanOf(first));
  };
  switch (peek()) {
  case TokenKind::Name: return nameNode(at_++);
  case TokenKind::KwTrue: return constant(ConstantValue::boolean(true));
  case TokenKind::KwFalse: return constant(ConstantValue::boolean(false));
  case TokenKind::KwNone: return constant(ConstantValue::none());
  case TokenKind::Ellipsis: return constant(ConstantValue::ellipsis());
  case TokenKind::Number: return number();
  case TokenKind::String: return strings();
  case TokenKind::LeftParen: return parenthesized();
  case TokenKind::LeftBracket: return listDisplay();
  case TokenKind::LeftBrace: return braceDisplay();
  default: return {};
  }
}

// The rest of a display behind its first element, up to the closing bracket.
bool Parser::starNamedList(NodeList &out, TokenKind close) {
  while (accept(TokenKind::Comma)) {
    NodeId next = starNamedExpression();
    if (!next)
      break;
    out.push_back(next);
  }
  return accept(close);
}

// A tuple, a group, or a generator expression.
NodeId Parser::parenthesized() {
  DepthGuard depth(*this);
  Mark start = mark();
  ++at_;
  if (accept(TokenKind::RightParen))
    return add(Tuple{}, since(start.at));
  if (isAt(TokenKind::KwYield)) {
    NodeId value = yieldExpression();
    return value && accept(TokenKind::RightParen) ? value : fail(start);
  }
  NodeId first = starNamedExpression();
  if (first && isAt(TokenKind::Comma)) {
    Tuple tuple;
    tuple.elts.push_back(first);
    if (starNamedList(tuple.elts, TokenKind::RightParen))
      return add(std::move(tuple), since(start.at));
  } else if (first && !ast_.isa<Starred>(first)) {
    if (accept(TokenKind::RightParen))
      return first;
    if (isAt(TokenKind::KwFor) || isAt(TokenKind::KwAsync)) {
      GeneratorExp generator{first, {}};
      if (forIfClauses(generator.generators) && accept(TokenKind::RightParen))
        return add(std::move(generator), since(start.at));
    }
  }
  if (diagnosing() && !failed()) {
    at_ = start.at + 1;
    wrongGroup() || wrongComprehension(true);
  }
  return fail(start);
}

NodeId Parser::listDisplay() {
  DepthGuard depth(*this);
  Mark start = mark();
  ++at_;
  if (accept(TokenKind::RightBracket))
    return add(List{}, since(start.at));
  NodeId first = starNamedExpression();
  if (first && (isAt(TokenKind::KwFor) || isAt(TokenKind::KwAsync)) && !ast_.isa<Starred>(first)) {
    ListComp node{first, {}};
    if (forIfClauses(node.generators) && accept(TokenKind::RightBracket))
      return add(std::move(node), since(start.at));
  } else if (first) {
    List list;
    list.elts.push_back(first);
    if (starNamedList(list.elts, TokenKind::RightBracket))
      return add(std::move(list), since(start.at));
  }
  if (diagnosing() && !failed()) {
    at_ = start.at + 1;
    wrongComprehension(false);
  }
  return fail(start);
}

// A dict, a set, or a comprehension of either.
NodeId Parser::braceDisplay() {
  DepthGuard depth(*this);
  Mark start = mark();
  ++at_;
  if (accept(TokenKind::RightBrace))
    return add(Dict{}, since(start.at));
  if (isAt(TokenKind::DoubleStar))
    return dictDisplay(start.at, {});
  NodeId first;
  if (isAt(TokenKind::Star) || (isAt(TokenKind::Name) && peekAt(1) == TokenKind::ColonEqual)) {
    first = starNamedExpression();
  } else {
    first = expression();
    if (first && isAt(TokenKind::Colon))
      return dictDisplay(start.at, first);
    if (first && diagnosing() && wrongNamedExpression(start.at + 1, first))
      return fail(start);
    if (first && isAt(TokenKind::ColonEqual))
      first = {};
  }
  if (first && (isAt(TokenKind::KwFor) || isAt(TokenKind::KwAsync)) && !ast_.isa<Starred>(first)) {
    SetComp node{first, {}};
    if (forIfClauses(node.generators) && accept(TokenKind::RightBrace))
      return add(std::move(node), since(start.at));
  } else if (first) {
    Set set;
    set.elts.push_back(first);
    if (starNamedList(set.elts, TokenKind::RightBrace))
      return add(std::move(set), since(start.at));
  }
  if (diagnosing() && !failed()) {
    at_ = start.at + 1;
    wrongComprehension(false);
  }
  return fail(start);
}

// The cursor is at `**`, or behind the first key at its colon.
NodeId Parser::dictDisplay(size_t first, NodeId firstKey) {
  Dict dict;
  bool wrongItem = false;
  do {
    if (isAt(TokenKind::RightBrace))
      break;
    size_t item = at_;
    NodeId key, value;
    if (accept(TokenKind::DoubleStar)) {
      value = bitwiseOr();
    } else {
      key = firstKey && dict.values.empty() ? firstKey : expression();
      value = key && accept(TokenKind::Colon) ? expression() : NodeId();
    }
    if (!value) {
      // In either pass, as in CPython.
      if (key && !failed())
        wrongDictItem(key, dict.values.empty());
      at_ = item;
      wrongItem = true;
      break;
    }
    if (key && dict.values.empty() && (isAt(TokenKind::KwFor) || isAt(TokenKind::KwAsync))) {
      DictComp node{key, value, {}};
      if (forIfClauses(node.generators) && accept(TokenKind::RightBrace))
        return add(std::move(node), since(first));
      break;
    }
    dict.keys.push_back(key);
    dict.values.push_back(value);
  } while (accept(TokenKind::Comma));
  if (!wrongItem && accept(TokenKind::RightBrace))
    return add(std::move(dict), since(first));
  if (diagnosing() && !failed()) {
    at_ = first + 1;
    wrongDictComprehension();
  }
  return fail({first, ast_.mark()});
}

bool Parser::forIfClauses(NodeList &out) {
  size_t before = out.size();
  while (isAt(TokenKind::KwFor) || (isAt(TokenKind::KwAsync) && peekAt(1) == TokenKind::KwFor)) {
    NodeId clause = forIfClause();
    if (!clause)
      break;
    out.push_back(clause);
  }
  return out.size() != before;
}

NodeId Parser::forIfClause() {
  Mark start = mark();
  comprehension node;
  node.is_async = accept(TokenKind::KwAsync);
  ++at_;
  node.target = starTargets();
  if (!node.target || !isAt(TokenKind::KwIn)) {
    if (diagnosing() && !failed()) {
      at_ = start.at + (node.is_async ? 1 : 0);
      wrongForTarget();
    }
    return fail(start);
  }
  ++at_;
  node.iter = disjunction();
  if (!node.iter)
    return fail(start);
  while (isAt(TokenKind::KwIf)) {
    size_t beforeIf = at_++;
    NodeId test = disjunction();
    if (!test) {
      at_ = beforeIf;
      break;
    }
    node.ifs.push_back(test);
  }
  return add(std::move(node), since(start.at));
}

}  // namespace janus
