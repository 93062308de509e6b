#include "Frontend/Parse/Diagnosis.h"

namespace janus {

namespace {

bool isClauseKeyword(TokenKind kind) {
  return kind == TokenKind::KwElse || kind == TokenKind::KwElif || kind == TokenKind::KwExcept ||
         kind == TokenKind::KwFinally;
}

// The clause may go on with a statement that begins so; definitions go on with decorators.
bool mayFollow(TokenKind statement, TokenKind clause) {
  switch (statement) {
  case TokenKind::KwIf: return clause == TokenKind::KwElif || clause == TokenKind::KwElse;
  case TokenKind::KwFor:
  case TokenKind::KwWhile:
  case TokenKind::KwAsync: return clause == TokenKind::KwElse;
  case TokenKind::KwTry:
    return clause == TokenKind::KwExcept || clause == TokenKind::KwElse ||
           clause == TokenKind::KwFinally;
  case TokenKind::At: return !isClauseKeyword(clause);
  default: return false;
  }
}

}  // namespace

std::vector<SyntaxProblem> Diagnosis::run() {
  size_t at = 0;
  while (kindAt(at) != TokenKind::EndMarker && kindAt(at) != TokenKind::Error && !stopped_) {
    statements(at);
    if (kindAt(at) == TokenKind::Dedent)  // of a block that was passed over
      ++at;
  }
  if (problems_.empty() && all_.problem)
    problems_.push_back(*all_.problem);
  if (problems_.empty()) {
    Verdict verdict = judge(excerpt(0, tokens_.size()));
    problems_.push_back(verdict.problem ? *verdict.problem : generic(verdict.wrong));
  }
  return std::move(problems_);
}

SyntaxProblem Diagnosis::field() {
  size_t end = tokens_.size() - 1;
  Verdict verdict = judge(excerpt(0, end));
  if (verdict.problem)
    return orTokenProblem(*verdict.problem, end);
  size_t wrong = std::min(verdict.wrong, tokens_.size() - 1);
  if (kindAt(wrong) == TokenKind::Error && all_.problem)
    return *all_.problem;
  if (wrongExpression(0, wrong))
    return *raised_;
  if (all_.problem && all_.problem->overridesGrammar)
    return *all_.problem;
  return generic(wrong);
}

// Statements

size_t Diagnosis::lineEnd(size_t at) const {
  while (!isLayout(kindAt(at)))
    ++at;
  return at;
}

size_t Diagnosis::lineBegin(size_t at) const {
  while (at > 0 && !isLayout(kindAt(at - 1)))
    --at;
  return at;
}

// Behind the block that begins with the indentation.
size_t Diagnosis::blockEnd(size_t indent) const {
  int depth = 0;
  for (size_t at = indent;; ++at) {
    TokenKind kind = kindAt(at);
    if (kind == TokenKind::EndMarker || kind == TokenKind::Error)
      return at;
    depth += kind == TokenKind::Indent ? 1 : kind == TokenKind::Dedent ? -1 : 0;
    if (depth == 0)
      return at + 1;
  }
}

// A line with the block behind it, and the clauses that go on with it.
size_t Diagnosis::statementEnd(size_t at) const {
  bool decorated = kindAt(at) == TokenKind::At;
  for (;;) {
    at = lineEnd(at);
    if (kindAt(at) != TokenKind::Newline)
      return at;
    ++at;
    if (kindAt(at) == TokenKind::Indent)
      at = blockEnd(at);
    TokenKind next = kindAt(at);
    bool continues = isClauseKeyword(next) ||
                     (decorated && (next == TokenKind::At || next == TokenKind::KwDef ||
                                    next == TokenKind::KwClass || next == TokenKind::KwAsync));
    decorated = decorated && next == TokenKind::At;
    if (!continues)
      return at;
  }
}

void Diagnosis::statements(size_t &at) {
  while (!stopped_) {
    TokenKind kind = kindAt(at);
    if (kind == TokenKind::Dedent || kind == TokenKind::EndMarker || kind == TokenKind::Error)
      return;
    if (kind == TokenKind::Indent) {
      report(generic(at), at);
      ++at;
      continue;
    }
    size_t end = statementEnd(at);
    statement(at, end);
    at = end;
  }
}

void Diagnosis::statement(size_t begin, size_t end) {
  size_t line = lineEnd(begin);
  Verdict verdict = judge(excerpt(begin, end));
  if (verdict.accepted && kindAt(end) != TokenKind::Error)
    return;
  if (verdict.problem && verdict.problem->kind == SyntaxErrorKind::Limit) {
    report(*verdict.problem, end);
    stopped_ = true;
    return;
  }
  bool hasBlock = line + 1 < end || kindAt(line - 1) == TokenKind::Colon ||
                  (kindAt(begin) == TokenKind::KwTry && kindAt(begin + 1) == TokenKind::Colon);
  if (hasBlock && kindAt(line) == TokenKind::Newline && depth_ < kMaxIndents) {
    ++depth_;
    size_t before = problems_.size();
    compound(begin, end);
    --depth_;
    if (problems_.size() != before || stopped_)
      return;
  }
  wrong(begin, verdict);
}

// Headers and blocks, one by one.
void Diagnosis::compound(size_t begin, size_t end) {
  bool hasTry = kindAt(begin) == TokenKind::KwTry, hasHandler = false;
  bool match = isSoft(begin, "match");
  int star = -1;  // of the first handler
  for (size_t at = begin; at < end && !stopped_;) {
    size_t line = lineEnd(at);
    TokenKind keyword = kindAt(at);
    if (at != begin && !mayFollow(kindAt(begin), keyword))
      return report(generic(at), at);
    hasHandler = hasHandler || keyword == TokenKind::KwExcept || keyword == TokenKind::KwFinally;
    if (keyword == TokenKind::KwExcept) {
      int own = kindAt(at + 1) == TokenKind::Star ? 1 : 0;
      if (star == -1)
        star = own;
      if (own != star && kindAt(line - 1) == TokenKind::Colon) {
        raised_.reset();
        raise("cannot have both 'except' and 'except*' on the same 'try'",
              spanOf(at).to(spanOf(at + static_cast<size_t>(own))));
        return report(*raised_, line);
      }
    }
    if (!header(at, line))
      return;
    bool opens = kindAt(line - 1) == TokenKind::Colon;
    at = line + (kindAt(line) == TokenKind::Newline ? 1 : 0);
    if (kindAt(at) != TokenKind::Indent) {
      if (line == end || kindAt(line) != TokenKind::Newline)
        break;
      continue;
    }
    if (!opens)
      return report(generic(at), at);
    ++at;
    if (match) {
      if (!cases(at))
        return;
    } else {
      statements(at);
    }
    if (kindAt(at) == TokenKind::Dedent)
      ++at;
    if (!problems_.empty())
      return;
  }
  if (hasTry && !hasHandler && kindAt(end) != TokenKind::Error) {
    size_t seen = std::min(end, tokens_.size() - 1);
    raised_.reset();
    raise("expected 'except' or 'finally' block", spanOf(seen));
    report(*raised_, seen);
  }
}

// The cases of `match`.
bool Diagnosis::cases(size_t &at) {
  while (isSoft(at, "case") && !stopped_) {
    size_t line = lineEnd(at);
    inMatch_ = true;
    bool right = header(at, line);
    inMatch_ = false;
    if (!right)
      return false;
    at = line + (kindAt(line) == TokenKind::Newline ? 1 : 0);
    if (kindAt(at) == TokenKind::Indent) {
      ++at;
      statements(at);
      if (kindAt(at) == TokenKind::Dedent)
        ++at;
    }
    if (!problems_.empty() || kindAt(at) == TokenKind::Error)
      return false;
  }
  if (kindAt(at) != TokenKind::Dedent && !stopped_) {
    report(generic(at), at);
    return false;
  }
  return true;
}

// The header of a compound statement or a clause by itself; true when it is right.
bool Diagnosis::header(size_t begin, size_t end) {
  Excerpt alone;
  TokenKind keyword = kindAt(begin);
  bool clause = isClauseKeyword(keyword);
  bool isCase = inMatch_ && isSoft(begin, "case");
  size_t first = begin;
  if (isCase) {
    beginCases(alone, begin);
  } else if (keyword == TokenKind::KwElif) {
    append(alone, TokenKind::KwIf, begin);
    ++first;
  } else if (keyword == TokenKind::KwElse) {
    append(alone,
           {TokenKind::KwIf, TokenKind::KwNone, TokenKind::Colon, TokenKind::KwPass,
            TokenKind::Newline},
           begin);
  } else if (clause) {
    beginHandlers(alone, begin);
  }
  appendTokens(alone, first, end);
  bool opens = kindAt(end - 1) == TokenKind::Colon && kindAt(end) == TokenKind::Newline;
  if (opens && !isSoft(begin, "match")) {
    append(alone, {TokenKind::KwPass, TokenKind::Newline}, end);
    if (keyword == TokenKind::KwTry)
      append(alone, {TokenKind::KwFinally, TokenKind::Colon, TokenKind::KwPass}, end);
  } else if (opens) {
    return !missingBlock(begin, end);
  }
  if (keyword == TokenKind::At || kindAt(end) == TokenKind::Error)
    return true;
  append(alone, TokenKind::Newline, end);
  if (isCase)
    append(alone, TokenKind::Dedent, end);
  Verdict verdict = judge(alone);
  bool simple = !opens && keyword == TokenKind::KwTry && kindAt(begin + 1) == TokenKind::Colon;
  if (!verdict.accepted && !(simple && verdict.wrong >= end)) {
    verdict.wrong = std::min(verdict.wrong, end);
    wrong(begin, verdict);
    return false;
  }
  return !(opens && missingBlock(begin, end));
}

// A header that no block follows.
bool Diagnosis::missingBlock(size_t header, size_t newline) {
  if (kindAt(newline) != TokenKind::Newline || kindAt(newline + 1) == TokenKind::Indent ||
      kindAt(newline + 1) == TokenKind::Error)
    return false;
  size_t keyword = kindAt(header) == TokenKind::KwAsync ? header + 1 : header;
  std::string what;
  switch (kindAt(keyword)) {
  case TokenKind::KwDef: what = "function definition"; break;
  case TokenKind::KwClass: what = "class definition"; break;
  case TokenKind::KwExcept:
    what = kindAt(keyword + 1) == TokenKind::Star ? "'except*' statement" : "'except' statement";
    break;
  default: what = ("'" + text(keyword) + "' statement").str(); break;
  }
  raised_.reset();
  raise("expected an indented block after " + what + " on line " + llvm::Twine(lineOf(keyword)),
        spanOf(newline + 1), SyntaxErrorKind::Indentation);
  report(*raised_, newline + 1);
  return true;
}

// The statement that begins there is refused: finds the words for it.
void Diagnosis::wrong(size_t begin, const Verdict &verdict) {
  size_t at = std::min(verdict.accepted ? tokens_.size() : verdict.wrong, tokens_.size() - 1);
  if (verdict.problem)
    return report(*verdict.problem, at);
  if (kindAt(at) == TokenKind::Error)
    return report(*all_.problem, at);
  raised_.reset();
  attempts_ = 0;
  attempted_ = 0;
  seen_ = at;
  // Behind a decorator that is right, a definition was expected.
  size_t decorator = lineBegin(at);
  if (kindAt(at) == TokenKind::Newline && kindAt(decorator) == TokenKind::At &&
      kindAt(at + 1) != TokenKind::EndMarker && parse(decorator + 1, at, Level::Named))
    return report(generic(at + 1), at + 1);
  // A block without a case: `match` is no keyword, and CPython has looked at it.
  size_t line = lineEnd(begin);
  bool block = kindAt(line) == TokenKind::Newline && kindAt(line + 1) == TokenKind::Indent;
  if (isSoft(begin, "match") && at == begin + 1 && block && kindAt(line - 1) == TokenKind::Colon &&
      parse(at, line - 1, Level::Named))
    return report(generic(line + 2), line + 2);
  if (wrongStatement(std::max(begin, lineBegin(at)), at) && raised_)
    return report(*raised_, seen_);
  // Looking into the bracket CPython finds that it is never closed.
  if (all_.problem && all_.problem->isUnclosedBracket && at > begin &&
      endsOperand(kindAt(at - 1)) && !isSoft(lineBegin(at), "case") &&
      all_.problem->begin == tokens_[at].begin)
    return report(*all_.problem, at);
  report(generic(at), at);
}

void Diagnosis::report(SyntaxProblem problem, size_t furthest) {
  if (!llvm::StringRef(problem.message).startswith("unexpected "))
    problem = orTokenProblem(std::move(problem), furthest);
  if (problem.kind == SyntaxErrorKind::Limit || all_.problem)
    stopped_ = true;
  problems_.push_back(std::move(problem));
}

// Problems of text that cannot be split into tokens come before those of the grammar, as in
// CPython.
SyntaxProblem Diagnosis::orTokenProblem(SyntaxProblem problem, size_t furthest) const {
  if (!all_.problem)
    return problem;
  furthest = std::min(furthest, tokens_.size() - 1);
  if (furthest > 0 && kindAt(furthest) == TokenKind::Error)
    --furthest;
  bool unclosed = all_.problem->isUnclosedBracket && lineOf(furthest) > lineOf(tokens_.size() - 1);
  return all_.problem->overridesGrammar || unclosed ? *all_.problem : problem;
}

SyntaxProblem Diagnosis::generic(size_t at) const {
  SyntaxProblem problem;
  const Token &last = tokens_[std::min(at, tokens_.size() - 1)];
  problem.begin = last.begin;
  problem.end = last.end;
  problem.message = "invalid syntax";
  if (last.kind == TokenKind::Indent) {
    problem.kind = SyntaxErrorKind::Indentation;
    problem.message = "unexpected indent";
  } else if (last.kind == TokenKind::Dedent) {
    problem.kind = SyntaxErrorKind::Indentation;
    problem.message = "unexpected unindent";
  }
  return problem;
}

Diagnosis::Excerpt Diagnosis::excerpt(size_t begin, size_t end) const {
  Excerpt out;
  size_t last = begin;
  while (last < end && kindAt(last) != TokenKind::Error)
    ++last;
  appendTokens(out, begin, last);
  append(out, TokenKind::EndMarker, end);
  return out;
}

void Diagnosis::appendTokens(Excerpt &out, size_t begin, size_t end) const {
  for (size_t i = begin; i < end; ++i) {
    out.tokens.push_back(tokens_[i]);
    out.indexes.push_back(i);
  }
}

void Diagnosis::append(Excerpt &out, TokenKind kind, size_t at) const {
  uint32_t place = tokens_[std::min(at, tokens_.size() - 1)].begin;
  out.tokens.push_back({kind, 0, place, place});
  out.indexes.push_back(at);
}

void Diagnosis::append(Excerpt &out, std::initializer_list<TokenKind> kinds, size_t at) const {
  for (TokenKind kind : kinds)
    append(out, kind, at);
}

// A `try` of its own, for handlers.
void Diagnosis::beginHandlers(Excerpt &out, size_t at) const {
  append(out, {TokenKind::KwTry, TokenKind::Colon, TokenKind::KwPass, TokenKind::Newline}, at);
}

// A `match` of its own, for cases.
void Diagnosis::beginCases(Excerpt &out, size_t at) const {
  append(out,
         {TokenKind::MatchWord, TokenKind::KwNone, TokenKind::Colon, TokenKind::Newline,
          TokenKind::Indent},
         at);
}

Diagnosis::Verdict Diagnosis::judge(const Excerpt &excerpt) {
  Verdict verdict;
  GrammarText shown = grammarText(source_.text, excerpt.tokens);
  ConcreteTree tree = parseConcrete(shown, excerpt.tokens);
  auto index = [&](size_t at) { return excerpt.indexes[std::min(at, excerpt.indexes.size() - 1)]; };
  if (tree.tooDeep) {
    verdict.wrong = index(*tree.tooDeep);
    verdict.problem = tooDeeplyNested(spanOf(std::min(verdict.wrong, tokens_.size() - 1)));
    return verdict;
  }
  if (!tree.accepted) {
    verdict.wrong = index(firstWrongToken(shown, excerpt.tokens));
    return verdict;
  }
  Parser::Attempt attempt(scratch_);
  Parser parser({source_.text, source_.file, excerpt.tokens}, shown, scratch_);
  if (parser.module(tree.root)) {
    verdict.accepted = true;
    return verdict;
  }
  verdict.problem = parser.takeProblem();
  verdict.wrong = index(parser.rejectedAt());
  return verdict;
}

unsigned Diagnosis::lineOf(size_t index) const {
  unsigned line = 1;
  llvm::StringRef before = source_.text.substr(0, tokens_[index].begin);
  for (size_t i = 0; i < before.size(); ++i)
    if (before[i] == '\n' || (before[i] == '\r' && source_.text[i + 1] != '\n'))
      ++line;
  return line;
}

void Diagnosis::raise(const llvm::Twine &message, Span span, SyntaxErrorKind kind) {
  if (raised_)
    return;
  raised_.emplace();
  raised_->kind = kind;
  raised_->message = message.str();
  raised_->begin = span.begin;
  raised_->end = span.end;
}

std::vector<SyntaxProblem> diagnose(const TokenSource &source, const Tokens &tokens,
                                    Interner &names) {
  return Diagnosis(source, tokens, names).run();
}

SyntaxProblem diagnoseField(const TokenSource &source, const Tokens &tokens, Interner &names) {
  return Diagnosis(source, tokens, names).field();
}

}  // namespace janus
