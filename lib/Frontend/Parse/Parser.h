// The parser at work: tokens -> nodes, by recursive descent in the order of CPython's grammar.
//
// Two passes, as CPython has them. The first knows only what is legal. A statement that it does not
// accept is parsed again in the diagnosing pass, where the rules know the common mistakes, too (the
// files Diagnose*.cpp); when none of them matches, the error is "invalid syntax" at the furthest
// token that the first pass looked at.
//
// A rule gives an invalid id when it does not match; the cursor is then where it was before. Once a
// problem is found nothing matches any more.
#pragma once

#include "Frontend/Parse/StringLiteral.h"
#include "Frontend/Parse/Tokenizer.h"
#include "Frontend/Syntax/Ast.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Twine.h"

namespace janus {

// What every parser of one file shares.
struct ParserSource {
  llvm::StringRef text;
  FileId file;
  Ast &ast;
};

class Parser {
public:
  enum class Mode : uint8_t { Accept, Diagnose };

  Parser(ParserSource source, const Tokens &tokens, Mode mode, size_t at = 0, size_t furthest = 0)
      : source_(source), ast_(source.ast), tokens_(tokens), mode_(mode),
        remembers_(mode == Mode::Diagnose), at_(at), furthest_(furthest) {}

  // The whole file. Problems are collected, statement by statement.
  NodeId module(std::vector<SyntaxProblem> &problems);
  // The expression of an f-string's field, in its two made-up parentheses.
  NodeId fieldExpression();
  // One statement (with what follows it on its line), for diagnosis.
  bool statement(NodeList &out);

  std::optional<SyntaxProblem> takeProblem() { return std::move(problem_); }
  size_t furthest() const { return furthest_; }

private:
  enum class Targets : uint8_t { Assign, For, Delete };
  struct Mark {
    size_t at, nodes;
  };
  struct Arguments {
    size_t first = 0;  // token
    NodeList args, keywords;
  };
  // Rules whose results the diagnosing pass remembers, since it may come to a place several times.
  enum class Rule : uint8_t { Primary, Disjunction, Expression };
  struct Remembered {
    NodeId node;
    size_t end;
  };

  // Parser.cpp: the cursor, problems
  TokenKind peek() { return peekAt(0); }
  TokenKind peekAt(size_t ahead);
  bool isAt(TokenKind kind) { return peek() == kind; }
  bool accept(TokenKind kind);
  bool isSoft(size_t index, llvm::StringRef keyword) const;
  // As CPython's forced tokens: a problem at once, in either pass.
  bool require(TokenKind kind);
  const Token &token(size_t index) const { return tokens_.list[index]; }
  llvm::StringRef text(size_t index) const {
    return source_.text.slice(token(index).begin, token(index).end);
  }
  uint32_t begin() const { return token(at_).begin; }
  // From a token to the last one taken, line ends and indentation left out.
  Span since(size_t firstToken) const;
  Span spanOf(size_t index) const { return {source_.file, token(index).begin, token(index).end}; }
  Mark mark() const { return {at_, ast_.mark()}; }
  void rewind(Mark mark) {
    at_ = mark.at;
    if (!remembers_)  // the remembered nodes stay
      ast_.rollback(mark.nodes);
  }
  NodeId fail(Mark mark) {
    rewind(mark);
    return NodeId::invalid();
  }
  bool diagnosing() const { return mode_ == Mode::Diagnose; }
  bool failed() const { return problem_.has_value(); }
  unsigned lineOf(size_t tokenIndex) const;
  NodeId raise(const llvm::Twine &message, Span span,
               SyntaxErrorKind kind = SyntaxErrorKind::Syntax);
  NodeId raiseHere(const llvm::Twine &message, SyntaxErrorKind kind = SyntaxErrorKind::Syntax);
  NodeId raiseRange(const llvm::Twine &message, NodeId first, NodeId last);
  SyntaxProblem genericProblem() const;

  NodeId memoized(Rule rule, NodeId (Parser::*parse)());
  SyntaxProblem orTokenProblem(SyntaxProblem problem, size_t furthest) const;

  template <class T>
  NodeId add(T node, Span span) {
    return ast_.add(std::move(node), span);
  }
  Span span(NodeId id) const { return ast_.span(id); }
  Symbol nameSymbol(size_t tokenIndex);
  NodeId nameNode(size_t tokenIndex, ast::ExprContext context = ast::ExprContext::Load);

  // Parser.cpp: statements of a file or a block
  bool statements(NodeList &out);
  bool recoveringStatement(NodeList &out, size_t previous);
  SyntaxProblem diagnose(size_t at);
  void skipStatement();
  bool simpleStatements(NodeList &out);

  // ParseSimple.cpp
  NodeId simpleStatement();
  NodeId expressionStatement();
  NodeId annotatedAssignment(size_t first, NodeId target);
  NodeId chainedAssignment(size_t first, NodeId firstTarget);
  NodeId augmentedAssignment(size_t first, NodeId target);
  static bool isAugmentedAssignment(TokenKind kind);
  NodeId returnStatement();
  NodeId raiseStatement();
  NodeId deleteStatement();
  NodeId assertStatement();
  NodeId globalStatement();
  NodeId importStatement();
  NodeId importFrom();
  bool importedNames(NodeList &names);
  bool dottedName(Symbol &name);

  // ParseCompound.cpp
  NodeId compoundStatement();
  bool block(NodeList &out);
  NodeId ifStatement();
  bool elseBlock(NodeList &out);
  NodeId whileStatement();
  NodeId forStatement(size_t first, bool isAsync);
  NodeId withStatement(size_t first, bool isAsync);
  bool parenthesizedItems(NodeList &items);
  NodeId withItem();
  NodeId tryStatement();
  bool handlers(NodeList &out, bool &star);
  NodeId handler(bool &star);
  NodeId decorated();
  NodeId functionDefinition(size_t first, bool isAsync, NodeList decorators);
  NodeId classDefinition(NodeList decorators);

  // ParseMatch.cpp
  NodeId matchStatement();
  NodeId subjectExpression();
  NodeId caseBlock();
  NodeId patterns();
  NodeId pattern();
  NodeId orPattern();
  NodeId closedPattern();
  NodeId namePattern();
  NodeId literalPattern();
  NodeId signedNumber();
  NodeId complexNumber();
  NodeId literalExpression();
  NodeId groupOrSequencePattern();
  NodeId listPattern();
  NodeId maybeStarPattern();
  bool sequenceItems(NodeList &out, TokenKind close);
  NodeId mappingPattern();
  bool mappingItem(ast::MatchMapping &mapping);
  NodeId classPattern(NodeId cls, Mark start);
  NodeId dottedReference();
  Symbol captureTarget();

  // ParseParameters.cpp
  NodeId parameters(bool lambda);
  bool parameter(bool lambda, bool starAnnotation, NodeId &arg);
  bool starParameters(bool lambda, ast::arguments &out);
  bool defaultValue(bool lambda, NodeId &value);
  bool endOfParameter(bool lambda);
  NodeId emptyParameters();

  // ParseExpressions.cpp
  NodeId starExpressions();
  NodeId starExpression();
  NodeId starNamedExpression();
  NodeId starredExpression();
  NodeId namedExpression();
  NodeId assignmentExpression();
  NodeId assignmentOrExpression();
  NodeId expression();
  NodeId conditional();
  NodeId expressions();
  NodeId lambda();
  NodeId yieldExpression();
  NodeId disjunction() {
    return remembers_ ? memoized(Rule::Disjunction, &Parser::freshDisjunction) : freshDisjunction();
  }
  NodeId freshDisjunction();
  NodeId conjunction();
  NodeId inversion();
  NodeId comparison();
  bool comparisonOperator(ast::CmpOperator &op);
  NodeId bitwiseOr() { return binary(0); }
  NodeId binary(unsigned level);
  NodeId factor();
  NodeId power();
  NodeId awaitPrimary();
  NodeId yieldOrStarExpressions() {
    return isAt(TokenKind::KwYield) ? yieldExpression() : starExpressions();
  }

  // ParsePrimary.cpp
  NodeId primary() {
    return remembers_ ? memoized(Rule::Primary, &Parser::freshPrimary) : freshPrimary();
  }
  NodeId freshPrimary();
  NodeId trailer(size_t first, NodeId value);
  NodeId call(size_t first, NodeId function);
  NodeId subscript(size_t first, NodeId value);
  NodeId slices();
  NodeId slice();
  NodeId atom();
  NodeId parenthesized();
  NodeId listDisplay();
  NodeId braceDisplay();
  NodeId dictDisplay(size_t first, NodeId firstKey);
  bool starNamedList(NodeList &out, TokenKind close);
  NodeId comprehensionElement();
  bool forIfClauses(NodeList &out);
  NodeId forIfClause();
  NodeId strings();
  NodeId number();
  NodeList stringParts(llvm::ArrayRef<StringPart> parts, Span place, Symbol kind,
                       llvm::ArrayRef<NodeId> expressions, size_t &next);
  NodeId fieldExpressionAt(uint32_t begin, uint32_t end, std::optional<SyntaxProblem> &problem);

  // ParseArguments.cpp
  bool arguments(Arguments &out);
  bool argumentList(Arguments &out);
  bool keywordArguments(Arguments &out);
  NodeId keywordArgument();

  // ParseTargets.cpp
  NodeId starTargets();
  NodeId starTarget();
  bool isTarget(NodeId id, Targets kind) const;
  bool isSingleTarget(NodeId id) const {
    return ast_.isa<ast::Name, ast::Attribute, ast::Subscript>(id);
  }
  void setContext(NodeId id, ast::ExprContext context);
  NodeId invalidTarget(NodeId id, Targets kind) const;
  bool raiseInvalidTarget(NodeId id, Targets kind);
  llvm::StringRef describe(NodeId id) const;

  // DiagnoseExpressions.cpp
  bool missingCommaOrElse(size_t first, NodeId value);
  bool legacyStatement(size_t first);
  bool isLegacyName(NodeId id) const;
  NodeId expressionWithoutDiagnosis();
  bool wrongNamedExpression(size_t first, NodeId value);
  bool wrongComprehension(bool inParentheses);
  bool wrongGroup();
  bool wrongDictItem(NodeId key, bool isFirst);
  bool wrongDictComprehension();

  // DiagnoseArguments.cpp
  bool wrongArguments();
  bool wrongKeywordArgument();
  bool wrongParameters(bool lambda);
  bool wrongStarParameters(bool lambda);
  bool wrongKeywordParameters(bool lambda);
  bool parameterNoDefault(bool lambda, NodeId &arg);
  bool parameterWithDefault(bool lambda);
  bool parameterMaybeDefault(bool lambda);
  bool slashParameters(bool lambda);

  // DiagnoseStatements.cpp
  bool wrongAssignment(size_t first);
  bool wrongAnnotationTarget();
  bool wrongHeader(size_t first, const llvm::Twine &what);
  bool missingBlock(size_t first, const llvm::Twine &what);
  bool wrongExcept(size_t first);
  bool mixedExcept();
  bool wrongWith(size_t first);
  bool wrongForTarget();
  bool wrongAsPattern();
  bool wrongClassPattern();

  ParserSource source_;
  Ast &ast_;
  const Tokens &tokens_;
  Mode mode_;
  const bool remembers_;  // the parser is a diagnosing one, even while it only accepts
  size_t at_;
  size_t furthest_;
  unsigned depth_ = 0;
  std::optional<SyntaxProblem> problem_;
  llvm::DenseMap<std::pair<size_t, unsigned>, Remembered> memo_;
  std::vector<SyntaxProblem> *collected_ = nullptr;  // when recovering
  bool stopped_ = false;                             // there is no more to recover

  friend class DepthGuard;
};

}  // namespace janus
