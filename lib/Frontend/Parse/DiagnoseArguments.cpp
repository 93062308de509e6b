// What is wrong with the arguments of a call or the parameters of a function. See
// DiagnoseExpressions.cpp.
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

// The cursor is behind the opening bracket.
bool Parser::wrongArguments() {
  size_t inside = at_;
  Arguments list;
  bool hasList = argumentList(list);
  size_t behindList = at_;
  auto lastClause = [&](const NodeList &clauses) {
    const auto &clause = ast_.get<comprehension>(clauses.back());
    return clause.ifs.empty() ? clause.iter : clause.ifs.back();
  };
  constexpr const char *kParenthesize = "Generator expression must be parenthesized";

  if (hasList && !list.keywords.empty() && isAt(TokenKind::Comma) && peekAt(1) == TokenKind::Star)
    raise("iterable argument unpacking follows keyword argument unpacking", spanOf(at_ + 1));

  at_ = inside;
  NodeId first = failed() ? NodeId() : expression();
  NodeList clauses;
  if (first && forIfClauses(clauses) && accept(TokenKind::Comma))
    raiseRange(kParenthesize, first, lastClause(clauses));

  at_ = inside;
  if (!failed() && isAt(TokenKind::Name) && peekAt(1) == TokenKind::Equal) {
    at_ += 2;
    NodeList ignored;
    if (expression() && forIfClauses(ignored))
      raise("invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
            spanOf(inside).to(spanOf(inside + 1)));
  }

  at_ = behindList;
  clauses.clear();
  if (!failed() && hasList && forIfClauses(clauses) && list.args.size() > 1)
    raiseRange(kParenthesize, list.args.back(), lastClause(clauses));

  at_ = behindList;
  if (!failed() && hasList && accept(TokenKind::Comma)) {
    size_t behindComma = at_;
    clauses.clear();
    NodeId value = expression();
    if (value && forIfClauses(clauses))
      raiseRange(kParenthesize, value, ast_.get<comprehension>(clauses.back()).target);
    at_ = behindComma;
    Arguments more;
    if (!failed() && argumentList(more)) {
      bool unpacking = !list.keywords.empty() && !ast_.get<keyword>(list.keywords.back()).arg;
      raiseHere(unpacking ? "positional argument follows keyword argument unpacking"
                          : "positional argument follows keyword argument");
    }
  }
  at_ = inside;
  return failed();
}

// The cursor is where a keyword argument may begin.
bool Parser::wrongKeywordArgument() {
  size_t first = at_;
  TokenKind kind = peek();
  bool constant =
      kind == TokenKind::KwTrue || kind == TokenKind::KwFalse || kind == TokenKind::KwNone;
  if (constant && peekAt(1) == TokenKind::Equal) {
    raise("cannot assign to " + text(first), spanOf(first).to(spanOf(first + 1)));
    return true;
  }
  if (kind == TokenKind::Name && peekAt(1) == TokenKind::Equal) {
    at_ += 2;
    NodeList clauses;
    if (expression() && forIfClauses(clauses))
      raise("invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
            spanOf(first).to(spanOf(first + 1)));
  } else {
    NodeId value = expression();
    if (value && isAt(TokenKind::Equal))
      raise("expression cannot contain assignment, perhaps you meant \"==\"?",
            span(value).to(spanOf(at_)));
  }
  at_ = first;
  return failed();
}

bool Parser::parameterNoDefault(bool lambda, NodeId &arg) {
  size_t first = at_;
  if (parameter(lambda, false, arg) && (accept(TokenKind::Comma) || endOfParameter(lambda)))
    return true;
  at_ = first;
  return false;
}

bool Parser::parameterWithDefault(bool lambda) {
  size_t first = at_;
  NodeId name, value;
  if (parameter(lambda, false, name) && isAt(TokenKind::Equal) && defaultValue(lambda, value) &&
      (accept(TokenKind::Comma) || endOfParameter(lambda)))
    return true;
  at_ = first;
  return false;
}

bool Parser::parameterMaybeDefault(bool lambda) {
  size_t first = at_;
  NodeId name, value;
  bool matches = parameter(lambda, false, name);
  if (matches && isAt(TokenKind::Equal))
    matches = defaultValue(lambda, value);
  if (matches && (accept(TokenKind::Comma) || endOfParameter(lambda)))
    return true;
  at_ = first;
  return false;
}

// Parameters up to a slash and the comma behind it.
bool Parser::slashParameters(bool lambda) {
  size_t first = at_;
  NodeId ignored;
  bool any = false;
  while (parameterNoDefault(lambda, ignored))
    any = true;
  while (parameterWithDefault(lambda))
    any = true;
  if (any && accept(TokenKind::Slash) && (accept(TokenKind::Comma) || endOfParameter(lambda)))
    return true;
  at_ = first;
  return false;
}

// The cursor is behind the bracket, or behind `lambda`.
bool Parser::wrongParameters(bool lambda) {
  size_t first = at_;
  NodeId arg;
  auto plain = [&] {
    at_ = first;
    while (parameterNoDefault(lambda, arg)) {
    }
  };

  plain();
  // Only parameters with defaults (perhaps up to a slash), and then one without.
  size_t afterPlain = at_;
  bool defaults = false;
  while (parameterWithDefault(lambda))
    defaults = true;
  size_t afterDefaults = at_;
  if (defaults && accept(TokenKind::Slash) && (accept(TokenKind::Comma) || endOfParameter(lambda)))
    afterDefaults = at_;
  at_ = afterDefaults;
  if (defaults && !failed() && parameterNoDefault(lambda, arg))
    raise("non-default argument follows default argument", span(arg));

  at_ = afterPlain;
  if (!failed() && accept(TokenKind::LeftParen)) {
    bool any = false;
    if (lambda) {
      do {
        if (!parameter(lambda, false, arg))
          break;
        any = true;
      } while (accept(TokenKind::Comma));
    } else {
      while (parameterNoDefault(lambda, arg))
        any = true;
    }
    accept(TokenKind::Comma);
    if (any && isAt(TokenKind::RightParen))
      raise(lambda ? "Lambda expression parameters cannot be parenthesized"
                   : "Function parameters cannot be parenthesized",
            spanOf(afterPlain).to(spanOf(at_)));
  }

  at_ = first;
  if (!failed() && isAt(TokenKind::Slash) && peekAt(1) == TokenKind::Comma)
    raise("at least one argument must precede /", spanOf(at_));

  at_ = first;
  bool slash = !failed() && slashParameters(lambda);
  while (!failed() && parameterMaybeDefault(lambda)) {
  }
  if (slash && isAt(TokenKind::Slash))
    raise("/ may appear only once", spanOf(at_));
  if (!failed() && accept(TokenKind::Star)) {
    if (accept(TokenKind::Comma) || parameterNoDefault(lambda, arg)) {
      while (parameterMaybeDefault(lambda)) {
      }
      if (isAt(TokenKind::Slash))
        raise("/ must be ahead of *", spanOf(at_));
    }
  }

  at_ = first;
  bool any = false;
  while (!failed() && parameterMaybeDefault(lambda))
    any = true;
  if (any && accept(TokenKind::Slash) && isAt(TokenKind::Star))
    raise("expected comma between / and *", spanOf(at_));
  at_ = first;
  return failed();
}

// The cursor is where `*` may stand.
bool Parser::wrongStarParameters(bool lambda) {
  size_t first = at_;
  if (!accept(TokenKind::Star))
    return false;
  NodeId arg;
  bool comma = isAt(TokenKind::Comma);
  bool nothing = endOfParameter(lambda);
  if (comma) {
    ++at_;
    nothing = endOfParameter(lambda) || isAt(TokenKind::DoubleStar);
    --at_;
  }
  if (nothing) {
    constexpr const char *kNamed = "named arguments must follow bare *";
    lambda ? raiseHere(kNamed) : raise(kNamed, spanOf(first));
  }
  if (!failed() && parameter(lambda, false, arg) && isAt(TokenKind::Equal))
    raise("var-positional argument cannot have default value", spanOf(at_));
  at_ = first + 1;
  if (!failed() && (accept(TokenKind::Comma) || parameterNoDefault(lambda, arg))) {
    while (parameterMaybeDefault(lambda)) {
    }
    size_t star = at_;
    if (accept(TokenKind::Star) && (isAt(TokenKind::Comma) || parameterNoDefault(lambda, arg)))
      raise("* argument may appear only once", spanOf(star));
  }
  at_ = first;
  return failed();
}

// The cursor is where `**` may stand.
bool Parser::wrongKeywordParameters(bool lambda) {
  size_t first = at_;
  NodeId arg;
  if (!accept(TokenKind::DoubleStar) || !parameter(lambda, false, arg)) {
    at_ = first;
    return failed();
  }
  if (isAt(TokenKind::Equal)) {
    raise("var-keyword argument cannot have default value", spanOf(at_));
  } else if (accept(TokenKind::Comma)) {
    constexpr const char *kFollow = "arguments cannot follow var-keyword argument";
    if (isAt(TokenKind::Star) || isAt(TokenKind::DoubleStar) || isAt(TokenKind::Slash))
      raise(kFollow, spanOf(at_));
    else if (parameter(lambda, false, arg))
      raise(kFollow, span(arg));
  }
  at_ = first;
  return failed();
}

}  // namespace janus
