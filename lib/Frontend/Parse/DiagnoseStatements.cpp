// What is wrong with a statement. See DiagnoseExpressions.cpp.
#include "Frontend/Parse/Diagnosis.h"

namespace janus {

using namespace ast;

bool Diagnosis::wrongStatement(size_t begin, size_t at) {
  if (wrongHeader(begin, at))
    return true;
  size_t open = begin;
  Bracket bracket = bracketAround(begin, at, open);
  size_t keyword = kindAt(begin) == TokenKind::KwAsync ? begin + 1 : begin;
  if (kindAt(keyword) == TokenKind::KwDef && at > keyword + 2 &&
      closingOf(keyword + 2, tokens_.size()) >= at && wrongParameters(keyword + 2, at, false))
    return true;
  if (bracket == Bracket::Parameters)
    return wrongExpression(begin, at);
  for (size_t i = at; i > open; --i) {
    TokenKind kind = kindAt(i - 1);
    if (kind == TokenKind::KwLambda) {
      if (wrongParameters(i - 1, at, true))
        return true;
      break;
    }
    if (kind == TokenKind::Colon)
      break;
  }
  if (isSoft(begin, "case")) {
    bool guard = false;
    for (size_t i = begin; i < at; ++i)
      guard = guard || (tokens_[i].level == 0 &&
                        (kindAt(i) == TokenKind::KwIf || kindAt(i) == TokenKind::Colon));
    if (!guard)
      return wrongPattern(begin, at);
  }
  if (bracket == Bracket::None && wrongAssignment(begin, at))
    return true;
  return wrongExpression(begin, at);
}

// Assignments to what cannot be a target; `at` is the sign.
bool Diagnosis::wrongAssignment(size_t begin, size_t at) {
  // The statement of a line begins behind the last semicolon, or the colon of a header.
  size_t first = begin;
  for (size_t i = begin; i < at; ++i)
    if (tokens_[i].level == 0 && (kindAt(i) == TokenKind::Semicolon ||
                                  (kindAt(i) == TokenKind::Colon && isKeyword(kindAt(begin)))))
      first = i + 1;
  TokenKind kind = kindAt(at);
  if (kind == TokenKind::Colon) {
    NodeId target = parse(first, at, Level::Expression);
    Found type = target ? longest(at + 1, tokens_.size(), Level::Expression) : Found();
    if (!type.node)
      return raised_.has_value();
    if (scratch_.isa<List, Tuple>(target)) {
      Span span = scratch_.span(target);
      if (kindAt(first) != TokenKind::LeftParen && kindAt(first) != TokenKind::LeftBracket)
        span = scratch_.span(scratch_.get<Tuple>(target).elts.front());
      raise("only single target (not " + describeExpression(scratch_, target) +
                ") can be annotated",
            span);
    } else {
      raise("illegal target for annotation", scratch_.span(target));
    }
    return true;
  }
  if (isAugmentedAssignment(kind)) {
    NodeId target = parse(first, at, Level::Expression);
    if (target && longest(at + 1, tokens_.size(), Level::Named).node)
      raise("'" + describeExpression(scratch_, target) +
                "' is an illegal expression for augmented assignment",
            scratch_.span(target));
    return raised_.has_value();
  }
  if (kind != TokenKind::Equal)
    return false;
  // The first sign: the expression in front of it may be meant for a comparison.
  bool firstSign = true;
  size_t last = first;
  for (size_t i = first; i < at; ++i) {
    if (tokens_[i].level != 0)
      continue;
    firstSign = firstSign && kindAt(i) != TokenKind::Equal;
    if (kindAt(i) == TokenKind::Comma)
      last = i + 1;
  }
  if (firstSign && wrongEqual(last, at))
    return true;
  // The last target in front of the sign.
  for (size_t i = first; i < at; ++i)
    if (tokens_[i].level == 0 && kindAt(i) == TokenKind::Equal)
      first = i + 1;
  NodeId target = parse(first, at, Level::Named);
  if (!target || raised_)
    return raised_.has_value();
  if (scratch_.isa<ast::Yield, YieldFrom>(target) && kindAt(first) == TokenKind::KwYield) {
    raise("assignment to yield expression not possible", scratch_.span(target));
    return true;
  }
  if (NodeId invalid = invalidTarget(scratch_, target, TargetUse::Assign))
    raise("cannot assign to " + describeExpression(scratch_, invalid), scratch_.span(invalid));
  return raised_.has_value();
}

// `open` is the bracket, or `lambda`.
bool Diagnosis::wrongParameters(size_t open, size_t at, bool lambda) {
  TokenKind kind = kindAt(at), before = kindAt(at - 1);
  TokenKind close = lambda ? TokenKind::Colon : TokenKind::RightParen;
  if (before == TokenKind::Equal && (kind == TokenKind::RightParen || kind == TokenKind::Comma)) {
    raise("expected default value expression", spanOf(at - 1));
    return true;
  }
  if (before == TokenKind::Slash && kind == TokenKind::Star) {
    raise("expected comma between / and *", spanOf(at));
    return true;
  }
  if (kind == TokenKind::Equal && kindAt(at - 1) == TokenKind::Name) {
    if (kindAt(at - 2) == TokenKind::Star) {
      raise("var-positional argument cannot have default value", spanOf(at));
      return true;
    }
    if (kindAt(at - 2) == TokenKind::DoubleStar) {
      raise("var-keyword argument cannot have default value", spanOf(at));
      return true;
    }
  }
  for (size_t group = open + 1; group <= at; ++group) {
    TokenKind ahead = kindAt(group - 1);
    if (kindAt(group) != TokenKind::LeftParen || (ahead != TokenKind::Comma && group != open + 1))
      continue;
    size_t end = closingOf(group, tokens_.size());
    bool names = end > group + 1;
    for (size_t i = group + 1; i < end; ++i)
      names = names && (kindAt(i) == TokenKind::Name || kindAt(i) == TokenKind::Comma);
    if (names && end < tokens_.size())
      raise(lambda ? "Lambda expression parameters cannot be parenthesized"
                   : "Function parameters cannot be parenthesized",
            spanOf(group).to(spanOf(end)));
    else
      raise("invalid syntax", spanOf(group));
    return true;
  }
  if (before == TokenKind::Star && kind == close) {
    raise("named arguments must follow bare *", spanOf(lambda ? at : at - 1));
    return true;
  }
  return false;
}

bool Diagnosis::wrongPattern(size_t begin, size_t at) {
  if (kindAt(at - 1) == TokenKind::KwAs && at > begin + 1) {
    if (isSoft(at, "_")) {
      raise("cannot use '_' as a target", spanOf(at));
    } else if (kindAt(at) != TokenKind::Name) {
      if (Found target = longest(at, tokens_.size(), Level::Expression); target.node)
        raise("invalid pattern target", scratch_.span(target.node));
    }
  } else if (at >= 2 && kindAt(at - 2) == TokenKind::KwAs && kindAt(at - 1) == TokenKind::Name) {
    Found target = longest(at - 1, tokens_.size(), Level::Expression);
    if (target.node && target.end > at)
      raise("invalid pattern target", scratch_.span(target.node));
  }
  return raised_.has_value();
}

}  // namespace janus
