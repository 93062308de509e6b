// What is wrong with a program that is refused: the problems of all its statements, in CPython's
// words and at its places.
//
// Statements are looked at one by one, and blocks inside one that is refused. The first token that
// cannot follow those before it, by the grammar or by the parser's rules, is where CPython stops;
// rules for the common mistakes look at what stands around it, and ask the grammar which tokens
// make an expression. When none knows the mistake, the message is "invalid syntax".
#pragma once

#include "Frontend/Parse/Parser.h"

namespace janus {

std::vector<SyntaxProblem> diagnose(const TokenSource &source, const Tokens &tokens,
                                    Interner &names);

// Of the expression of a field in an f-string.
SyntaxProblem diagnoseField(const TokenSource &source, const Tokens &tokens, Interner &names);

class Diagnosis {
public:
  Diagnosis(const TokenSource &source, const Tokens &tokens, Interner &names)
      : source_(source), all_(tokens), tokens_(source.tokens), scratch_(names, source.file) {}

  std::vector<SyntaxProblem> run();
  SyntaxProblem field();

private:
  // Tokens of the file, and others put in between, as a text of their own.
  struct Excerpt {
    std::vector<Token> tokens;
    std::vector<size_t> indexes;  // in the file
  };
  // What the grammar and the parser say of an excerpt.
  struct Verdict {
    bool accepted = false;
    std::optional<SyntaxProblem> problem;
    size_t wrong = 0;  // index in the file
  };
  struct Found {
    NodeId node;
    size_t end = 0;
  };
  enum class Bracket : uint8_t {
    None,
    Call,
    Parameters,
    LambdaParameters,
    Subscript,
    Group,
    List,
    Brace
  };

  // Diagnosis.cpp: the walk over statements
  void statements(size_t &at);
  void statement(size_t begin, size_t end);
  void compound(size_t begin, size_t end);
  bool cases(size_t &at);
  bool header(size_t begin, size_t end);
  bool missingBlock(size_t header, size_t newline);
  size_t statementEnd(size_t at) const;
  size_t lineEnd(size_t at) const;
  size_t lineBegin(size_t at) const;
  size_t blockEnd(size_t indent) const;
  void report(SyntaxProblem problem, size_t furthest);
  void wrong(size_t begin, const Verdict &verdict);
  Excerpt excerpt(size_t begin, size_t end) const;
  void append(Excerpt &out, TokenKind kind, size_t at) const;
  void append(Excerpt &out, std::initializer_list<TokenKind> kinds, size_t at) const;
  void appendTokens(Excerpt &out, size_t begin, size_t end) const;
  void beginHandlers(Excerpt &out, size_t at) const;
  void beginCases(Excerpt &out, size_t at) const;
  Verdict judge(const Excerpt &excerpt);
  SyntaxProblem generic(size_t at) const;
  SyntaxProblem orTokenProblem(SyntaxProblem problem, size_t furthest) const;

  // Tokens
  TokenKind kindAt(size_t index) const {
    return index < tokens_.size() ? tokens_[index].kind : TokenKind::EndMarker;
  }
  llvm::StringRef text(size_t index) const {
    return source_.text.slice(tokens_[index].begin, tokens_[index].end);
  }
  bool isSoft(size_t index, llvm::StringRef keyword) const {
    return kindAt(index) == TokenKind::Name && text(index) == keyword;
  }
  Span spanOf(size_t index) const {
    return {source_.file, tokens_[index].begin, tokens_[index].end};
  }
  unsigned lineOf(size_t index) const;
  void raise(const llvm::Twine &message, Span span, SyntaxErrorKind kind = SyntaxErrorKind::Syntax);
  size_t matching(size_t open) const;

  // DiagnoseExpressions.cpp
  NodeId parse(size_t begin, size_t end, Level level);
  Found longest(size_t begin, size_t limit, Level level);
  Bracket bracketAround(size_t begin, size_t at, size_t &open) const;
  size_t elementBegin(size_t open, size_t at) const;
  size_t closingOf(size_t open, size_t limit) const;
  bool wrongExpression(size_t begin, size_t at);
  bool legacyStatement(size_t begin, size_t at);
  bool isInLoop(size_t open, size_t at) const;
  bool missingComma(size_t begin, size_t at);
  bool missingElse(size_t begin, size_t at);
  bool wrongArguments(size_t open, size_t at);
  bool wrongEqual(size_t first, size_t at);
  bool wrongWalrus(size_t begin, size_t at);
  bool wrongComprehension(size_t open, size_t at, Bracket bracket);
  bool wrongDictionary(size_t open, size_t at);
  bool wrongLoopTarget(size_t begin, size_t at);

  // DiagnoseHeaders.cpp: where the header and its keyword begin, and what must not stand there.
  struct Header {
    size_t begin, keyword, at;
    bool isInBracket, endsLine;
  };
  bool wrongHeader(size_t begin, size_t at);
  bool expected(TokenKind kind, size_t at);
  bool wrongBareHeader(const Header &header);
  bool wrongDef(const Header &header);
  bool wrongCondition(const Header &header);
  bool missingColon(const Header &header);
  bool wrongExcept(const Header &header);
  bool wrongMatch(const Header &header);

  // DiagnoseStatements.cpp
  bool wrongStatement(size_t begin, size_t at);
  bool wrongAssignment(size_t begin, size_t at);
  bool wrongParameters(size_t open, size_t at, bool lambda);
  bool wrongPattern(size_t begin, size_t at);

  TokenSource source_;
  const Tokens &all_;
  llvm::ArrayRef<Token> tokens_;
  Ast scratch_;
  std::vector<SyntaxProblem> problems_;
  std::optional<SyntaxProblem> raised_;
  bool stopped_ = false;
  unsigned depth_ = 0;
  bool inMatch_ = false;   // where `case` is a keyword
  size_t seen_ = 0;        // the furthest token that a rule has looked at
  unsigned attempts_ = 0;  // of the grammar, for one problem
  size_t attempted_ = 0;   // tokens in them
};

}  // namespace janus
