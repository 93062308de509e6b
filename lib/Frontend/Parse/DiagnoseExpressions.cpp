// What is wrong with an expression: the common mistakes that CPython has a message for.
//
// Each rule looks at the tokens from the cursor (or from `first`) and raises when it knows the
// mistake; it gives whether a problem is set, and leaves the cursor where it was.
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

namespace {

// CPython compares only as many characters as the name has.
bool isSoftKeywordPrefix(llvm::StringRef name) {
  for (llvm::StringRef keyword : {"_", "case", "match"})
    if (keyword.startswith(name))
      return true;
  return false;
}

}  // namespace

bool Parser::isLegacyName(NodeId id) const {
  const auto *name = ast_.dynGet<Name>(id);
  return name && (ast_.text(name->id) == "print" || ast_.text(name->id) == "exec");
}

NodeId Parser::expressionWithoutDiagnosis() {
  Mode before = mode_;
  mode_ = Mode::Accept;
  NodeId value = conditional();
  if (!value && isAt(TokenKind::KwLambda))
    value = lambda();
  mode_ = before;
  return value;
}

// `value` was parsed from the token `first` to the cursor.
bool Parser::missingCommaOrElse(size_t first, NodeId value) {
  size_t behind = at_;
  bool isName = token(first).kind == TokenKind::Name;
  bool prefixedString = isName && token(first + 1).kind == TokenKind::String;
  if (!prefixedString && !(isName && isSoftKeywordPrefix(text(first)))) {
    NodeId next = expressionWithoutDiagnosis();
    if (next && !isLegacyName(value) && token(at_ - 1).level != 0)
      raiseRange("invalid syntax. Perhaps you forgot a comma?", value, next);
    at_ = behind;
  }
  if (isAt(TokenKind::KwIf)) {
    ++at_;
    NodeId test = disjunction();
    if (test && !isAt(TokenKind::KwElse) && !isAt(TokenKind::Colon))
      raiseRange("expected 'else' after 'if' expression", value, test);
    at_ = behind;
  }
  return failed();
}

// `print x` and `exec x`. As in CPython what follows any name is looked at, and its mistakes count.
bool Parser::legacyStatement(size_t first) {
  if (token(first).kind != TokenKind::Name || token(first + 1).kind == TokenKind::LeftParen)
    return failed();
  size_t behind = at_;
  at_ = first + 1;
  NodeId argument = starExpressions();
  if (argument && (isSoft(first, "print") || isSoft(first, "exec"))) {
    std::string name = text(first).str();
    raise("Missing parentheses in call to '" + name + "'. Did you mean " + name + "(...)?",
          spanOf(first).to(span(argument)), SyntaxErrorKind::PythonTwo);
  }
  at_ = behind;
  return failed();
}

// `value` was parsed from the token `first` to the cursor; `=` or `:=` is wrong behind it.
bool Parser::wrongNamedExpression(size_t first, NodeId value) {
  size_t behind = at_;
  auto endsAssignment = [&] { return !isAt(TokenKind::Equal) && !isAt(TokenKind::ColonEqual); };
  if (isAt(TokenKind::ColonEqual)) {
    ++at_;
    if (expression())
      raise("cannot use assignment expressions with " + describe(value), span(value));
    at_ = behind;
    return failed();
  }
  if (!isAt(TokenKind::Equal))
    return failed();
  if (token(first).kind == TokenKind::Name && behind == first + 1) {
    ++at_;
    NodeId right = bitwiseOr();
    if (right && endsAssignment())
      raiseRange("invalid syntax. Maybe you meant '==' or ':=' instead of '='?", value, right);
    at_ = behind;
    if (failed())
      return true;
  }
  at_ = first;
  NodeId head = atom();
  bool display = head && ast_.isa<List, Tuple, GeneratorExp>(head);
  TokenKind kind = token(first).kind;
  if (!display && kind != TokenKind::KwTrue && kind != TokenKind::KwNone &&
      kind != TokenKind::KwFalse) {
    at_ = first;
    NodeId left = bitwiseOr();
    if (left && accept(TokenKind::Equal) && bitwiseOr() && endsAssignment())
      raise("cannot assign to " + describe(left) + " here. Maybe you meant '==' instead of '='?",
            span(left));
  }
  at_ = behind;
  return failed();
}

// The cursor is behind the opening bracket of what may be meant as a comprehension.
bool Parser::wrongComprehension(bool inParentheses) {
  size_t inside = at_;
  NodeList clauses;
  NodeId starred = starredExpression();
  if (starred && forIfClauses(clauses))
    raise("iterable unpacking cannot be used in comprehension", span(starred));
  at_ = inside;
  if (!inParentheses && !failed()) {
    NodeId first = starNamedExpression();
    if (first && isAt(TokenKind::Comma)) {
      Span last = spanOf(at_++);
      if (!isAt(TokenKind::KwFor) && !isAt(TokenKind::KwAsync)) {
        do {
          NodeId next = starNamedExpression();
          if (!next)
            break;
          last = span(next);
        } while (accept(TokenKind::Comma));
      }
      if (forIfClauses(clauses))
        raise("did you forget parentheses around the comprehension target?", span(first).to(last));
    }
  }
  at_ = inside;
  return failed();
}

// The cursor is behind `(`.
bool Parser::wrongGroup() {
  size_t inside = at_;
  NodeId starred = starredExpression();
  if (starred && isAt(TokenKind::RightParen))
    raise("cannot use starred expression here", span(starred));
  at_ = inside;
  if (accept(TokenKind::DoubleStar) && expression() && isAt(TokenKind::RightParen))
    raise("cannot use double starred expression here", spanOf(inside));
  at_ = inside;
  return failed();
}

// The cursor is behind the key of a dict's item, or behind the key and its colon.
bool Parser::wrongDictItem(NodeId key, bool isFirst) {
  size_t behind = at_;
  bool hasColon = token(at_ - 1).kind == TokenKind::Colon;
  if (!hasColon) {
    Span end = span(key);
    end.begin = end.end == 0 ? 0 : end.end - 1;
    if (!isFirst)
      raise("':' expected after dictionary key", end);
  } else if (accept(TokenKind::Star)) {
    if (bitwiseOr())
      raise("cannot use a starred expression in a dictionary value", since(behind));
  } else if (isAt(TokenKind::RightBrace) || isAt(TokenKind::Comma)) {
    raise("expression expected after dictionary key and ':'", spanOf(behind - 1));
  }
  at_ = behind;
  return failed();
}

// The cursor is behind `{`.
bool Parser::wrongDictComprehension() {
  size_t inside = at_;
  NodeList clauses;
  if (accept(TokenKind::DoubleStar) && bitwiseOr() && forIfClauses(clauses) &&
      isAt(TokenKind::RightBrace))
    raise("dict unpacking cannot be used in dict comprehension", spanOf(inside));
  at_ = inside;
  return failed();
}

}  // namespace janus
