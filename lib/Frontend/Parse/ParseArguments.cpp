// The arguments of a call or a class.
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

// Up to the closing bracket; `out.args` may hold the first argument, parsed already.
bool Parser::arguments(Arguments &out) {
  Mark start = mark();
  if (out.args.empty() && isAt(TokenKind::RightParen))
    return true;
  if (argumentList(out)) {
    if (isAt(TokenKind::Comma) && peekAt(1) == TokenKind::RightParen)
      ++at_;
    if (isAt(TokenKind::RightParen))
      return true;
  }
  if (diagnosing() && !failed()) {
    at_ = out.first;
    wrongArguments();
  }
  at_ = start.at;
  return false;
}

// Positional and starred arguments, then keywords.
bool Parser::argumentList(Arguments &out) {
  size_t start = at_;
  bool hasFirst = !out.args.empty();
  if (hasFirst && isAt(TokenKind::Equal))
    return false;
  for (bool first = !hasFirst;; first = false) {
    size_t beforeComma = at_;
    if (!first && !accept(TokenKind::Comma))
      return true;
    size_t item = at_;
    NodeId value;
    if (isAt(TokenKind::Star)) {
      value = starredExpression();
    } else if (!(isAt(TokenKind::Name) && peekAt(1) == TokenKind::Equal)) {
      value = assignmentOrExpression();
      if (value && isAt(TokenKind::Equal))
        value = {};
    }
    if (value) {
      out.args.push_back(value);
      continue;
    }
    at_ = item;
    if (keywordArguments(out))
      return true;
    at_ = beforeComma;
    return at_ != start || hasFirst;
  }
}

// `a=1, *b, c=2, **d, e=3`: behind the first `**` there is no `*`.
bool Parser::keywordArguments(Arguments &out) {
  bool doubleStarred = false;
  bool any = false;
  for (;;) {
    size_t beforeComma = at_;
    if (any && !accept(TokenKind::Comma))
      return true;
    size_t item = at_;
    if (NodeId argument = keywordArgument()) {
      out.keywords.push_back(argument);
    } else if (NodeId starred = doubleStarred ? NodeId() : starredExpression()) {
      out.args.push_back(starred);
    } else if (accept(TokenKind::DoubleStar)) {
      NodeId value = expression();
      if (!value) {
        at_ = any ? beforeComma : item;
        return any;
      }
      out.keywords.push_back(add(keyword{{}, value}, since(item)));
      doubleStarred = true;
    } else {
      at_ = any ? beforeComma : item;
      return any;
    }
    any = true;
  }
}

// `name=value`
NodeId Parser::keywordArgument() {
  if (diagnosing() && wrongKeywordArgument())
    return {};
  if (!isAt(TokenKind::Name) || peekAt(1) != TokenKind::Equal)
    return {};
  Mark start = mark();
  at_ += 2;
  NodeId value = expression();
  return value ? add(keyword{nameSymbol(start.at), value}, since(start.at)) : fail(start);
}

}  // namespace janus
