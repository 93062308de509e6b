// Concrete tree -> AST. The grammar accepts more than Python is: each construct is checked here for
// what CPython's grammar allows in its place, by the level it has in Constructs.def and by rules of
// its own. What is not legal ends it with a problem, or with the token where CPython
// stops ("invalid syntax").
#pragma once

#include "Frontend/Parse/ConcreteTree.h"
#include "Frontend/Parse/StringLiteral.h"
#include "Frontend/Syntax/Ast.h"

#include "llvm/ADT/Twine.h"

namespace janus {

// How loosely a construct binds.
enum class Level : uint8_t { Primary, Bitwise, Disjunction, Expression, Named };

enum class TargetUse : uint8_t { Assign, For, Delete };

struct TokenSource {
  llvm::StringRef text;
  FileId file;
  llvm::ArrayRef<Token> tokens;
};

class Parser {
public:
  // Nodes that a refused text has left are dropped.
  class Attempt {
  public:
    explicit Attempt(Ast &ast) : ast_(ast), mark_(ast.mark()) {}
    ~Attempt() {
      if (!kept_)
        ast_.rollback(mark_);
    }
    Attempt(const Attempt &) = delete;
    Attempt &operator=(const Attempt &) = delete;
    NodeId keep(NodeId node) {
      kept_ = node.valid();
      return node;
    }

  private:
    Ast &ast_;
    size_t mark_;
    bool kept_ = false;
  };

  Parser(TokenSource source, const GrammarText &text, Ast &ast)
      : source_(source), ast_(ast), tokens_(source.tokens), hidden_(text.hidden) {}

  // Invalid when the program is refused.
  NodeId module(const ConcreteNode &root);
  // The only expression of the text, in its two made-up parentheses.
  NodeId fieldExpression(const ConcreteNode &root);

  // The only expressions of the text, which bind as `level` allows; several as a tuple.
  NodeId fragment(const ConcreteNode &root, Level level);

  // A problem that has a message of its own.
  std::optional<SyntaxProblem> takeProblem() { return std::move(problem_); }
  // The token where CPython stops.
  size_t rejectedAt() const { return rejectedAt_; }

private:
  using Children = llvm::ArrayRef<ConcreteNode>;
  struct Arguments {
    NodeList args, keywords;
  };
  struct Parameters;
  friend class ParserDepth;

  // Parser.cpp: problems, tokens
  bool failed() const { return failed_; }
  NodeId reject(size_t token);
  NodeId raise(const llvm::Twine &message, Span span,
               SyntaxErrorKind kind = SyntaxErrorKind::Syntax);
  const Token &token(size_t index) const { return tokens_[index]; }
  TokenKind kindAt(size_t index) const {
    return index < tokens_.size() ? token(index).kind : TokenKind::EndMarker;
  }
  llvm::StringRef text(size_t index) const {
    return source_.text.slice(token(index).begin, token(index).end);
  }
  bool is(const ConcreteNode &node, TokenKind kind) const {
    return node.kind == Construct::Token && kindAt(node.first) == kind;
  }
  Span place(size_t first, size_t end) const;
  Span placeOf(size_t index) const { return place(index, index + 1); }
  // From its own first token, with an `await` in front of it.
  Span place(const ConcreteNode &node) const { return place(withAwait(node.first), node.end); }
  size_t withAwait(size_t first) const;
  size_t withStar(size_t first) const;
  bool isStarred(const ConcreteNode &node) const;
  bool takesAwait(size_t first);
  void take(size_t hidden) { taken_.push_back(hidden); }
  bool everyHiddenTokenTaken(size_t end);
  Symbol name(size_t index);
  Symbol nameOf(const ConcreteNode &node);
  template <class T>
  NodeId add(T node, Span span) {
    return failed_ ? NodeId() : ast_.add(std::move(node), span);
  }

  // ParseSimple.cpp
  bool statements(Children nodes, NodeList &out);
  NodeId statement(const ConcreteNode &node);
  NodeId expressionStatement(const ConcreteNode &node);
  NodeId assignment(const ConcreteNode &node);
  NodeId annotatedAssignment(const ConcreteNode &node);
  NodeId augmentedAssignment(const ConcreteNode &node);
  NodeId returnStatement(const ConcreteNode &node);
  NodeId raiseStatement(const ConcreteNode &node);
  NodeId deleteStatement(const ConcreteNode &node);
  NodeId assertStatement(const ConcreteNode &node);
  NodeId passStatement(const ConcreteNode &node);
  NodeId globalStatement(const ConcreteNode &node);
  NodeId importStatement(const ConcreteNode &node);
  NodeId importFrom(const ConcreteNode &node);
  bool importedNames(Children nodes, NodeList &names, bool parenthesized);
  NodeId importedName(const ConcreteNode &node);
  Symbol dottedName(const ConcreteNode &node);

  // ParseCompound.cpp
  bool block(const ConcreteNode &node, NodeList &out);
  NodeId condition(const ConcreteNode &node) { return expression(node, Level::Named); }
  NodeId ifStatement(const ConcreteNode &node);
  bool elseBlock(const ConcreteNode &node, NodeList &out);
  NodeId whileStatement(const ConcreteNode &node);
  NodeId forStatement(const ConcreteNode &node);
  NodeId withStatement(const ConcreteNode &node);
  bool withItems(const ConcreteNode &clause, NodeList &out);
  NodeId withItem(const ConcreteNode &value);
  NodeId tryStatement(const ConcreteNode &node);
  NodeId handler(const ConcreteNode &node);
  NodeId decorated(const ConcreteNode &node);
  NodeId functionDefinition(const ConcreteNode &node) { return function(node, {}); }
  NodeId function(const ConcreteNode &node, NodeList decorators);
  NodeId classDefinition(const ConcreteNode &node) { return classOf(node, {}); }
  NodeId classOf(const ConcreteNode &node, NodeList decorators);

  // ParseMatch.cpp
  NodeId matchStatement(const ConcreteNode &node);
  NodeId caseBlock(const ConcreteNode &node);
  NodeId patterns(Children nodes);
  NodeId pattern(const ConcreteNode &node);
  NodeId simplePattern(Children nodes, size_t &at);
  NodeId literalPattern(const ConcreteNode &node);
  NodeId signedNumber(Children nodes, size_t &at);
  NodeId complexNumber(const ConcreteNode &node);
  NodeId unionPattern(const ConcreteNode &node);
  NodeId sequencePattern(const ConcreteNode &node);
  NodeId mappingPattern(const ConcreteNode &node);
  NodeId mappingKey(Children nodes, size_t &at);
  NodeId classPattern(const ConcreteNode &node);
  NodeId starPattern(const ConcreteNode &node);
  NodeId dottedReference(const ConcreteNode &node);

  // ParseParameters.cpp
  NodeId parameters(Children nodes, size_t end);
  bool parameter(const ConcreteNode &node, Parameters &state);
  bool starParameter(const ConcreteNode &node, const ConcreteNode *type, Parameters &state);
  bool plainParameter(NodeId arg, NodeId value, Parameters &state);

  // ParseExpressions.cpp
  NodeId expression(const ConcreteNode &node, Level level);
  NodeId refuseLevel(const ConcreteNode &node);
  NodeId element(const ConcreteNode &node, Level level, Level starred);
  NodeId expressionList(Children nodes, Level level, Level starred, size_t end);
  NodeId starExpressions(const ConcreteNode &node);
  NodeId yieldOrStarExpressions(const ConcreteNode &node);
  NodeId annotation(const ConcreteNode &type);
  NodeId yield(const ConcreteNode &node);
  NodeId binary(const ConcreteNode &node);
  NodeId unary(const ConcreteNode &node);
  NodeId comparison(const ConcreteNode &node);
  NodeId negation(const ConcreteNode &node);
  NodeId boolean(const ConcreteNode &node);
  NodeId conditional(const ConcreteNode &node);
  NodeId lambda(const ConcreteNode &node);
  NodeId named(const ConcreteNode &node);

  // ParsePrimary.cpp
  NodeId primary(const ConcreteNode &node);
  NodeId name(const ConcreteNode &node);
  NodeId attribute(const ConcreteNode &node);
  NodeId subscript(const ConcreteNode &node);
  NodeId index(const ConcreteNode &node);
  NodeId slice(const ConcreteNode &node);
  NodeId call(const ConcreteNode &node);
  bool arguments(Children nodes, size_t end, Arguments &out);
  NodeId group(const ConcreteNode &node);
  NodeId tuple(const ConcreteNode &node);
  NodeId list(const ConcreteNode &node);
  NodeId set(const ConcreteNode &node);
  bool elements(Children nodes, NodeList &out);
  NodeId dictionary(const ConcreteNode &node);
  NodeId listComprehension(const ConcreteNode &node);
  NodeId setComprehension(const ConcreteNode &node);
  NodeId dictComprehension(const ConcreteNode &node);
  NodeId generator(const ConcreteNode &node);
  NodeId comprehensionElement(const ConcreteNode &node);
  bool clauses(Children nodes, NodeList &out);

  // ParseLiterals.cpp
  NodeId literal(const ConcreteNode &node);
  NodeId strings(const ConcreteNode &node);
  NodeId number(const ConcreteNode &node);
  NodeId constant(const ConcreteNode &node);
  NodeList stringParts(llvm::ArrayRef<StringPart> parts, Span place, Symbol kind,
                       llvm::ArrayRef<NodeId> expressions, size_t &next, size_t end);
  NodeId fieldAt(uint32_t begin, uint32_t end, std::optional<SyntaxProblem> &problem);

  // ParseTargets.cpp
  NodeId target(const ConcreteNode &node, TargetUse use);
  bool isTarget(NodeId id, TargetUse use) const;
  void setContext(NodeId id, ast::ExprContext context);
  NodeId refuseTarget(NodeId id, TargetUse use, size_t otherwise);

  TokenSource source_;
  Ast &ast_;
  llvm::ArrayRef<Token> tokens_;
  const std::vector<bool> &hidden_;
  std::vector<size_t> taken_;
  bool failed_ = false;
  size_t rejectedAt_ = 0;
  unsigned depth_ = 0;
  std::optional<SyntaxProblem> problem_;
};

SyntaxProblem tooDeeplyNested(Span place);

// Counts how deep constructs are nested; refuses what is nested too deep.
class ParserDepth {
public:
  ParserDepth(Parser &parser, const ConcreteNode &node);
  ~ParserDepth() { --parser_.depth_; }
  ParserDepth(const ParserDepth &) = delete;
  ParserDepth &operator=(const ParserDepth &) = delete;

private:
  Parser &parser_;
};

bool isAugmentedAssignment(TokenKind kind);
// What CPython calls an expression in its messages, and the first part of one that cannot be a
// target, if any.
llvm::StringRef describeExpression(const Ast &ast, NodeId id);
NodeId invalidTarget(const Ast &ast, NodeId id, TargetUse use);

}  // namespace janus
