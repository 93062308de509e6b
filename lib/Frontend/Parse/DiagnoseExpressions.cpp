// What is wrong with an expression: the common mistakes that CPython has a message for.
//
// `at` is the token where CPython stops, `begin` the first of the statement. Each rule raises when
// it knows the mistake, and gives whether it did.
#include "Frontend/Parse/Diagnosis.h"

namespace janus {

using namespace ast;

namespace {

constexpr unsigned kMaxAttempts = 400;
constexpr size_t kMaxAttempted = 100000;  // tokens in all of them

bool opens(TokenKind kind) {
  return kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket ||
         kind == TokenKind::LeftBrace;
}
bool closes(TokenKind kind) {
  return kind == TokenKind::RightParen || kind == TokenKind::RightBracket ||
         kind == TokenKind::RightBrace;
}

// CPython compares only as many characters as the name has.
bool isSoftKeywordPrefix(llvm::StringRef name) {
  for (llvm::StringRef keyword : {"_", "case", "match"})
    if (keyword.startswith(name))
      return true;
  return false;
}

// An expression begins behind it, whatever stands around.
bool beginsExpression(TokenKind kind) {
  switch (kind) {
  case TokenKind::LeftParen:
  case TokenKind::LeftBracket:
  case TokenKind::LeftBrace:
  case TokenKind::Comma:
  case TokenKind::Equal:
  case TokenKind::Colon:
  case TokenKind::ColonEqual:
  case TokenKind::KwElse:
  case TokenKind::KwFor:
  case TokenKind::KwReturn:
  case TokenKind::KwYield:
  case TokenKind::KwFrom:
  case TokenKind::KwAssert:
  case TokenKind::KwRaise:
  case TokenKind::KwDel:
  case TokenKind::KwWhile:
  case TokenKind::KwElif:
  case TokenKind::KwWith:
  case TokenKind::KwExcept:
  case TokenKind::At:
  case TokenKind::DoubleStar:
  case TokenKind::Star: return true;
  default: return false;
  }
}

}  // namespace

// The node of exactly these tokens, in a tree of its own.
NodeId Diagnosis::parse(size_t begin, size_t end, Level level) {
  if (begin >= end || ++attempts_ > kMaxAttempts || (attempted_ += end - begin) > kMaxAttempted)
    return {};
  Excerpt part;
  for (size_t i = begin; i < end; ++i) {
    part.tokens.push_back(tokens_[i]);
    if (isLayout(kindAt(i)))
      return {};
  }
  uint32_t place = tokens_[end - 1].end;
  part.tokens.push_back({TokenKind::Newline, 0, place, place});
  part.tokens.push_back({TokenKind::EndMarker, 0, place, place});
  GrammarText shown = grammarText(source_.text, part.tokens);
  ConcreteTree tree = parseConcrete(shown, part.tokens);
  if (!tree.accepted)
    return {};
  Parser::Attempt attempt(scratch_);
  Parser parser({source_.text, source_.file, part.tokens}, shown, scratch_);
  NodeId node = attempt.keep(parser.fragment(tree.root, level));
  if (auto problem = parser.takeProblem(); problem && !problem->fromTokens)
    raise(problem->message, {source_.file, problem->begin, problem->end}, problem->kind);
  return node;
}

// The longest expression from `begin` that ends before `limit`.
Diagnosis::Found Diagnosis::longest(size_t begin, size_t limit, Level level) {
  size_t end = begin;
  int depth = 0;
  std::vector<size_t> ends;
  for (; end < limit && !isLayout(kindAt(end)); ++end) {
    TokenKind kind = kindAt(end);
    depth += opens(kind) ? 1 : closes(kind) ? -1 : 0;
    if (depth < 0)
      break;
    if (depth == 0 && endsOperand(kind))
      ends.push_back(end + 1);
  }
  constexpr size_t kMaxEnds = 60;
  if (ends.size() > kMaxEnds)
    ends.resize(kMaxEnds);
  for (size_t candidate : llvm::reverse(ends))
    if (NodeId node = parse(begin, candidate, level))
      return {node, candidate};
  return {};
}

size_t Diagnosis::closingOf(size_t open, size_t limit) const {
  int depth = 0;
  for (size_t i = open; i < limit; ++i) {
    depth += opens(kindAt(i)) ? 1 : closes(kindAt(i)) ? -1 : 0;
    if (depth == 0)
      return i;
  }
  return limit;
}

// What the innermost bracket that is open in front of `at` is, and where.
Diagnosis::Bracket Diagnosis::bracketAround(size_t begin, size_t at, size_t &open) const {
  std::vector<size_t> stack;
  for (size_t i = begin; i < at; ++i) {
    if (opens(kindAt(i)))
      stack.push_back(i);
    else if (closes(kindAt(i)) && !stack.empty())
      stack.pop_back();
  }
  open = begin;
  if (stack.empty())
    return Bracket::None;
  open = stack.back();
  bool applied = open > begin && endsOperand(kindAt(open - 1));
  switch (kindAt(open)) {
  case TokenKind::LeftBracket: return applied ? Bracket::Subscript : Bracket::List;
  case TokenKind::LeftBrace: return Bracket::Brace;
  default:
    if (applied && open >= 2 && kindAt(open - 2) == TokenKind::KwDef)
      return Bracket::Parameters;
    return applied ? Bracket::Call : Bracket::Group;
  }
}

// Where the expression begins that `at` ends or is part of, in the bracket `open` or the statement.
size_t Diagnosis::elementBegin(size_t open, size_t at) const {
  int depth = 0;
  size_t i = at;
  for (; i > open; --i) {
    TokenKind kind = kindAt(i - 1);
    if (closes(kind)) {
      ++depth;
    } else if (opens(kind)) {
      if (depth == 0)
        return i;
      --depth;
    } else if (depth == 0 && kind != TokenKind::At && kind != TokenKind::Star &&
               kind != TokenKind::DoubleStar && beginsExpression(kind)) {
      return i;
    }
  }
  return i;
}

bool Diagnosis::wrongExpression(size_t begin, size_t at) {
  size_t open = begin;
  Bracket bracket = bracketAround(begin, at, open);
  TokenKind kind = kindAt(at);
  if (legacyStatement(begin, at))
    return true;
  if (wrongLoopTarget(begin, at))
    return true;
  if (bracket == Bracket::Brace && wrongDictionary(open, at))
    return true;
  if (bracket == Bracket::Call && wrongArguments(open, at))
    return true;
  if (bracket != Bracket::None && bracket != Bracket::Parameters &&
      wrongComprehension(open, at, bracket))
    return true;
  if (kind == TokenKind::ColonEqual && wrongWalrus(open, at))
    return true;
  if (missingComma(begin, at) || missingElse(begin, at))
    return true;
  if (kind == TokenKind::Equal && bracket != Bracket::None && bracket != Bracket::Call &&
      bracket != Bracket::Parameters && !isInLoop(open, at))
    return wrongEqual(elementBegin(open, at), at);
  return false;
}

// `print x` and `exec x`.
bool Diagnosis::legacyStatement(size_t begin, size_t at) {
  if (at == begin || (!isSoft(at - 1, "print") && !isSoft(at - 1, "exec")))
    return false;
  if (kindAt(at) == TokenKind::LeftParen)
    return false;
  Found argument = longest(at, tokens_.size(), Level::Expression);
  if (!argument.node)
    return false;
  std::string name = text(at - 1).str();
  raise("Missing parentheses in call to '" + name + "'. Did you mean " + name + "(...)?",
        spanOf(at - 1).to(spanOf(argument.end - 1)), SyntaxErrorKind::PythonTwo);
  return true;
}

// Behind the `for` of a comprehension, whose clauses CPython does not search for mistakes.
bool Diagnosis::isInLoop(size_t open, size_t at) const {
  int depth = 0;
  for (size_t i = open + 1; i < at; ++i) {
    depth += opens(kindAt(i)) ? 1 : closes(kindAt(i)) ? -1 : 0;
    if (depth == 0 && kindAt(i) == TokenKind::KwFor)
      return true;
  }
  return false;
}

// Two expressions beside each other, in brackets.
bool Diagnosis::missingComma(size_t begin, size_t at) {
  if (at == begin || !endsOperand(kindAt(at - 1)))
    return false;
  Found next = longest(at, tokens_.size(), Level::Expression);
  if (raised_)
    return true;
  if (!next.node || tokens_[next.end - 1].level == 0)
    return false;
  // The innermost expression that ends here.
  int depth = 0;
  for (size_t i = at; i > begin; --i) {
    TokenKind kind = kindAt(i - 1);
    bool stops = opens(kind) && depth == 0;
    depth += closes(kind) ? 1 : opens(kind) ? -1 : 0;
    if ((depth == 0 && beginsExpression(kind)) || stops || i == begin + 1) {
      size_t first = stops || beginsExpression(kind) ? i : begin;
      if (depth == 0 || stops) {
        NodeId value = parse(first, at, Level::Disjunction);
        if (raised_)
          return true;
        if (value) {
          bool isName = kindAt(first) == TokenKind::Name;
          bool prefixed = isName && kindAt(first + 1) == TokenKind::String;
          bool legacy = at == first + 1 && (isSoft(first, "print") || isSoft(first, "exec"));
          if (prefixed || legacy || (isName && isSoftKeywordPrefix(text(first))))
            return false;
          size_t open = begin;
          TokenKind around = kindAt(first == 0 ? 0 : first - 1);
          Bracket bracket = bracketAround(begin, at, open);
          bool parameter = around == TokenKind::LeftParen || around == TokenKind::Comma ||
                           around == TokenKind::Star || around == TokenKind::DoubleStar;
          if ((bracket == Bracket::Parameters && parameter) || isInLoop(open, first))
            return false;
          seen_ = std::max(seen_, next.end);
          raise("invalid syntax. Perhaps you forgot a comma?",
                scratch_.span(value).to(scratch_.span(next.node)));
          return true;
        }
      }
    }
    if (stops)
      return false;
  }
  return false;
}

// `a if b` without `else`: the error is behind the condition.
bool Diagnosis::missingElse(size_t begin, size_t at) {
  if (kindAt(at) == TokenKind::Colon || kindAt(at) == TokenKind::KwElse)
    return false;
  int depth = 0;
  for (size_t i = at; i > begin + 1; --i) {
    TokenKind kind = kindAt(i - 1);
    if (opens(kind) && depth == 0)
      return false;
    depth += closes(kind) ? 1 : opens(kind) ? -1 : 0;
    if (depth != 0 || kind != TokenKind::KwIf)
      continue;
    NodeId test = parse(i, at, Level::Disjunction);
    size_t open = begin;
    bracketAround(begin, i - 1, open);
    size_t first = elementBegin(open, i - 1);
    NodeId body = test ? parse(first, i - 1, Level::Disjunction) : NodeId();
    if (body)
      raise("expected 'else' after 'if' expression", scratch_.span(body).to(scratch_.span(test)));
    return raised_.has_value();
  }
  return false;
}

// Arguments of a call; `open` is the bracket.
bool Diagnosis::wrongArguments(size_t open, size_t at) {
  size_t first = elementBegin(open, at);
  TokenKind kind = kindAt(at);
  // `f(b for b in c, a=1)`
  int brackets = 0;
  size_t loopAt = 0;
  for (size_t i = open + 1; i <= at; ++i) {
    brackets += opens(kindAt(i)) ? 1 : closes(kindAt(i)) ? -1 : 0;
    if (brackets != 0)
      continue;
    if (loopAt == 0 && kindAt(i) == TokenKind::KwFor && i < at)
      loopAt = i;
    if (loopAt == 0 && kindAt(i) == TokenKind::Comma)
      break;
    if (loopAt != 0 && kindAt(i) == TokenKind::Comma && kindAt(loopAt + 1) == TokenKind::Name) {
      size_t in = loopAt;
      while (in < i && kindAt(in) != TokenKind::KwIn)
        ++in;
      if (in == i)  // of the target
        continue;
      if (NodeId value = parse(open + 1, loopAt, Level::Expression)) {
        raise("Generator expression must be parenthesized", scratch_.span(value).to(spanOf(i - 1)));
        return true;
      }
      break;
    }
  }
  if (kind == TokenKind::Equal) {
    size_t whole = at;  // behind the comma or the bracket
    int depth = 0;
    for (; whole > open + 1; --whole) {
      TokenKind before = kindAt(whole - 1);
      depth += closes(before) ? 1 : opens(before) ? -1 : 0;
      if (depth == 0 && before == TokenKind::Comma)
        break;
    }
    if (whole != first && parse(whole, at, Level::Expression))
      first = whole;
    TokenKind head = kindAt(first);
    bool constant =
        head == TokenKind::KwTrue || head == TokenKind::KwFalse || head == TokenKind::KwNone;
    if (constant && at == first + 1) {
      raise("cannot assign to " + text(first), spanOf(first).to(spanOf(at)));
      return true;
    }
    bool keyword = kindAt(first - 1) == TokenKind::Equal;
    if (!keyword)
      if (NodeId value = parse(first, at, Level::Expression)) {
        raise("expression cannot contain assignment, perhaps you meant \"==\"?",
              scratch_.span(value).to(spanOf(at)));
        return true;
      }
    return raised_.has_value();
  }
  bool loop = kind == TokenKind::KwFor || kind == TokenKind::KwAsync;
  if (loop && kindAt(first - 1) == TokenKind::Equal && first >= open + 2) {
    raise("invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
          spanOf(first - 2).to(spanOf(first - 1)));
    return true;
  }
  // `f(a, b for b in c)`, `f(b for b in c, a)`
  if (loop && kindAt(first - 1) == TokenKind::Comma) {
    NodeId value = parse(first, at, Level::Expression);
    size_t close = closingOf(open, tokens_.size());
    size_t end = close;
    int depth = 0;
    for (size_t i = at; i < close; ++i) {
      depth += opens(kindAt(i)) ? 1 : closes(kindAt(i)) ? -1 : 0;
      if (depth == 0 && kindAt(i) == TokenKind::Comma) {
        end = i;
        break;
      }
    }
    if (value) {
      raise("Generator expression must be parenthesized", scratch_.span(value).to(spanOf(end - 1)));
      return true;
    }
  }
  return false;
}

// `=` behind an expression where only `==` or `:=` may stand.
bool Diagnosis::wrongEqual(size_t first, size_t at) {
  NodeId value = parse(first, at, Level::Bitwise);
  if (raised_)
    return true;
  if (!value)
    return false;
  Found right = longest(at + 1, tokens_.size(), Level::Bitwise);
  bool ends = right.node && kindAt(right.end) != TokenKind::Equal &&
              kindAt(right.end) != TokenKind::ColonEqual;
  if (!ends)
    return false;
  if (kindAt(first) == TokenKind::Name && at == first + 1) {
    raise("invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
          scratch_.span(value).to(scratch_.span(right.node)));
    return true;
  }
  TokenKind head = kindAt(first);
  bool display = scratch_.isa<List, Tuple, GeneratorExp>(value);
  if (display || head == TokenKind::KwTrue || head == TokenKind::KwFalse ||
      head == TokenKind::KwNone)
    return false;
  raise("cannot assign to " + describeExpression(scratch_, value) +
            " here. Maybe you meant '==' instead of '='?",
        scratch_.span(value));
  return true;
}

// `:=` behind something that is no name; behind a name it only stands in the wrong place.
bool Diagnosis::wrongWalrus(size_t open, size_t at) {
  size_t first = elementBegin(open, at);
  if (at == first + 1 && kindAt(first) == TokenKind::Name)
    return false;
  for (TokenKind skip : {TokenKind::KwIf, TokenKind::KwWhile, TokenKind::KwElif})
    if (kindAt(first) == skip)
      ++first;
  NodeId value = parse(first, at, Level::Expression);
  if (value && longest(at + 1, tokens_.size(), Level::Expression).node)
    raise("cannot use assignment expressions with " + describeExpression(scratch_, value),
          scratch_.span(value));
  return raised_.has_value();
}

// `[a, b for a, b in c]`
bool Diagnosis::wrongComprehension(size_t open, size_t at, Bracket bracket) {
  bool loop = kindAt(at) == TokenKind::KwFor || kindAt(at) == TokenKind::KwAsync;
  if (bracket == Bracket::Group && kindAt(open + 1) == TokenKind::DoubleStar && at == open + 1) {
    Found value = longest(open + 2, tokens_.size(), Level::Expression);
    if (value.node && kindAt(value.end) == TokenKind::RightParen) {
      raise("cannot use double starred expression here", spanOf(at));
      return true;
    }
  }
  if (!loop || bracket == Bracket::Group || bracket == Bracket::Call ||
      bracket == Bracket::Subscript)
    return false;
  NodeId value = parse(open + 1, at, Level::Named);
  if (kindAt(at - 1) == TokenKind::Comma || scratch_.isa<Tuple>(value))
    if (value && kindAt(open + 1) != TokenKind::LeftParen) {
      raise("did you forget parentheses around the comprehension target?",
            spanOf(open + 1).to(spanOf(at - 1)));
      return true;
    }
  return false;
}

// Behind a key, or behind a key and its colon.
bool Diagnosis::wrongDictionary(size_t open, size_t at) {
  size_t first = elementBegin(open, at);
  TokenKind before = kindAt(at - 1), kind = kindAt(at);
  if (before == TokenKind::Colon && (kind == TokenKind::RightBrace || kind == TokenKind::Comma)) {
    raise("expression expected after dictionary key and ':'", spanOf(at - 1));
    return true;
  }
  bool loop = kind == TokenKind::KwFor || kind == TokenKind::KwAsync;
  if (loop && kindAt(open + 1) == TokenKind::DoubleStar) {
    raise("dict unpacking cannot be used in dict comprehension", spanOf(open + 1));
    return true;
  }
  if (before == TokenKind::DoubleStar || kind == TokenKind::Colon)
    return false;
  // A key that is not the first, without a colon.
  bool dict = false;
  int depth = 0;
  for (size_t i = open + 1; i < first; ++i) {
    depth += opens(kindAt(i)) ? 1 : closes(kindAt(i)) ? -1 : 0;
    dict = dict ||
           (depth == 0 && (kindAt(i) == TokenKind::Colon || kindAt(i) == TokenKind::DoubleStar));
  }
  if (!dict || kindAt(first - 1) != TokenKind::Comma)
    return false;
  NodeId key = parse(first, at, Level::Expression);
  if (key) {
    Span end = scratch_.span(key);
    end.begin = end.end == 0 ? 0 : end.end - 1;
    raise("':' expected after dictionary key", end);
  }
  return raised_.has_value();
}

// `for f() in x`
bool Diagnosis::wrongLoopTarget(size_t begin, size_t at) {
  for (size_t i = at; i-- > begin;) {
    if (kindAt(i) == TokenKind::KwIn)  // the targets are right
      return false;
    if (kindAt(i) != TokenKind::KwFor)
      continue;
    Found targets = longest(i + 1, tokens_.size(), Level::Expression);
    if (targets.node && targets.end > at - 1)
      if (NodeId invalid = invalidTarget(scratch_, targets.node, TargetUse::For))
        raise("cannot assign to " + describeExpression(scratch_, invalid), scratch_.span(invalid));
    return raised_.has_value();
  }
  return false;
}

}  // namespace janus
