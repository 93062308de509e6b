// What is wrong with a statement. See DiagnoseExpressions.cpp.
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

// The cursor is behind the header of a compound statement that begins with the token `first`.
bool Parser::wrongHeader(size_t first, const llvm::Twine &what) {
  if (isAt(TokenKind::Newline))
    raiseHere("expected ':'");
  return failed() || missingBlock(first, what);
}

// The cursor is at the colon.
bool Parser::missingBlock(size_t first, const llvm::Twine &what) {
  if (!isAt(TokenKind::Colon) || peekAt(1) != TokenKind::Newline)
    return failed();
  if (peekAt(2) != TokenKind::Indent)
    raiseHere("expected an indented block after " + what + " on line " + llvm::Twine(lineOf(first)),
              SyntaxErrorKind::Indentation);
  return failed();
}

// A statement that begins with the token `first` and is no legal assignment.
bool Parser::wrongAssignment(size_t first) {
  at_ = first;
  if (wrongAnnotationTarget())
    return true;
  auto targets = [&] {
    at_ = first;
    for (;;) {
      size_t before = at_;
      if (!starTargets() || !accept(TokenKind::Equal)) {
        at_ = before;
        return;
      }
    }
  };
  targets();
  NodeId value = starExpressions();
  if (value && isAt(TokenKind::Equal))
    raiseInvalidTarget(value, Targets::Assign);
  if (failed())
    return true;
  targets();
  if (isAt(TokenKind::KwYield)) {
    value = yieldExpression();
    if (value && isAt(TokenKind::Equal))
      raise("assignment to yield expression not possible", span(value));
  }
  at_ = first;
  value = starExpressions();
  if (value && isAugmentedAssignment(peek())) {
    ++at_;
    if (yieldOrStarExpressions())
      raise("'" + describe(value) + "' is an illegal expression for augmented assignment",
            span(value));
  }
  at_ = first;
  return failed();
}

// `(a, b): int`, `a, b: int`, `f(): int`
bool Parser::wrongAnnotationTarget() {
  size_t first = at_;
  auto annotation = [&] { return accept(TokenKind::Colon) && expression(); };
  NodeId target = atom();
  if (target && ast_.isa<List, Tuple>(target) && annotation())
    raise("only single target (not " + describe(target) + ") can be annotated", span(target));
  at_ = first;
  target = failed() ? NodeId() : starNamedExpression();
  if (target && accept(TokenKind::Comma)) {
    // Lists of expressions, even without a comma between them.
    while (starNamedExpression())
      accept(TokenKind::Comma);
    if (annotation())
      raise("only single target (not tuple) can be annotated", span(target));
  }
  at_ = first;
  target = failed() ? NodeId() : expression();
  if (target && annotation())
    raise("illegal target for annotation", span(target));
  at_ = first;
  return failed();
}

// The cursor is at `except`.
bool Parser::wrongExcept(size_t first) {
  at_ = first + 1;
  bool star = accept(TokenKind::Star);
  NodeId type = expression();
  auto name = [&] {
    if (isAt(TokenKind::KwAs) && peekAt(1) == TokenKind::Name)
      at_ += 2;
  };
  if (type) {
    size_t behind = at_;
    if (accept(TokenKind::Comma) && expressions()) {
      name();
      if (isAt(TokenKind::Colon))
        raise("multiple exception types must be parenthesized",
              {source_.file, span(type).begin, token(at_).begin});
    }
    at_ = behind;
    name();
    if (!failed() && isAt(TokenKind::Newline))
      raiseHere("expected ':'");
  } else if (star && (isAt(TokenKind::Newline) || isAt(TokenKind::Colon))) {
    raiseHere("expected one or more exception types");
  } else if (isAt(TokenKind::Newline)) {
    raiseHere("expected ':'");
  }
  at_ = first;
  return failed();
}

// The cursor is at an `except` of the other kind than those before it.
bool Parser::mixedExcept() {
  size_t first = at_++;
  bool star = accept(TokenKind::Star);
  NodeId type = expression();
  if (type && isAt(TokenKind::KwAs) && peekAt(1) == TokenKind::Name)
    at_ += 2;
  if ((type || !star) && isAt(TokenKind::Colon))
    raise("cannot have both 'except' and 'except*' on the same 'try'",
          spanOf(first).to(spanOf(star ? first + 1 : first)));
  at_ = first;
  return failed();
}

// `keyword` is the token `with`.
bool Parser::wrongWith(size_t keyword) {
  auto items = [&](NodeId (Parser::*context)()) {
    size_t count = 0;
    do {
      size_t before = at_;
      if (!(this->*context)()) {
        at_ = count == 0 ? before : before - 1;
        return count != 0;
      }
      ++count;
      size_t behind = at_;
      if (accept(TokenKind::KwAs) && !starTarget())
        at_ = behind;
    } while (accept(TokenKind::Comma));
    return true;
  };
  auto header = [&] {
    size_t here = at_;
    bool wrong = wrongHeader(keyword, "'with' statement");
    at_ = here;
    return wrong;
  };
  at_ = keyword + 1;
  if (items(&Parser::expression) && header())
    return true;
  at_ = keyword + 1;
  if (accept(TokenKind::LeftParen) && items(&Parser::expressions)) {
    accept(TokenKind::Comma);
    if (accept(TokenKind::RightParen) && header())
      return true;
  }
  at_ = keyword + 1;
  return failed();
}

// The cursor is at `for`.
bool Parser::wrongForTarget() {
  size_t first = at_++;
  NodeId targets = starExpressions();
  if (targets)
    raiseInvalidTarget(targets, Targets::For);
  at_ = first;
  return failed();
}

// The cursor is behind `as` in a pattern.
bool Parser::wrongAsPattern() {
  size_t first = at_;
  if (isSoft(at_, "_")) {
    raise("cannot use '_' as a target", spanOf(at_));
  } else if (!isAt(TokenKind::Name)) {
    if (NodeId target = expression())
      raise("invalid pattern target", span(target));
  }
  at_ = first;
  return failed();
}

// The cursor is behind the bracket of a class pattern.
bool Parser::wrongClassPattern() {
  size_t first = at_;
  auto isKeyword = [&] { return isAt(TokenKind::Name) && peekAt(1) == TokenKind::Equal; };
  while (!isKeyword() && pattern())
    if (!accept(TokenKind::Comma))
      break;
  bool keywords = false;
  while (isKeyword()) {
    at_ += 2;
    if (!pattern() || !accept(TokenKind::Comma)) {
      keywords = false;
      break;
    }
    keywords = true;
  }
  if (keywords && !failed()) {
    NodeId begin = pattern();
    NodeId last = begin;
    while (begin && isAt(TokenKind::Comma)) {
      ++at_;
      NodeId next = isKeyword() ? NodeId() : pattern();
      if (!next)
        break;
      last = next;
    }
    if (begin)
      raiseRange("positional patterns follow keyword patterns", begin, last);
  }
  at_ = first;
  return failed();
}

}  // namespace janus
