#include "Frontend/Parse/Parser.h"

#include "Frontend/Parse/DepthGuard.h"
#include "Support/Unicode.h"

namespace janus {

using namespace ast;

namespace {

bool isWhitespace(TokenKind kind) {
  return kind == TokenKind::Newline || kind == TokenKind::Indent || kind == TokenKind::Dedent;
}

// Begins a clause, never a statement.
bool isClauseKeyword(TokenKind kind) {
  return kind == TokenKind::KwElse || kind == TokenKind::KwElif || kind == TokenKind::KwExcept ||
         kind == TokenKind::KwFinally;
}

}  // namespace

DepthGuard::DepthGuard(Parser &parser) : parser_(parser) {
  if (++parser_.depth_ > kMaxParserDepth && !parser_.failed()) {
    parser_.raiseHere("too deeply nested for the parser", SyntaxErrorKind::Limit);
    parser_.problem_->help = "split the expression, or the chain of `elif`, into parts";
  }
}

DepthGuard::~DepthGuard() {
  --parser_.depth_;
}

// The cursor

TokenKind Parser::peekAt(size_t ahead) {
  if (failed())
    return TokenKind::Error;
  size_t index = std::min(at_ + ahead, tokens_.list.size() - 1);
  furthest_ = std::max(furthest_, index);
  TokenKind kind = token(index).kind;
  if (kind == TokenKind::Error)
    problem_ = tokens_.problem;
  return kind;
}

bool Parser::accept(TokenKind kind) {
  if (peek() != kind)
    return false;
  ++at_;
  return true;
}

bool Parser::isSoft(size_t index, llvm::StringRef keyword) const {
  return token(index).kind == TokenKind::Name && text(index) == keyword;
}

bool Parser::require(TokenKind kind) {
  if (accept(kind))
    return true;
  if (!failed())
    raise("expected '" + spelling(kind) + "'", spanOf(at_));
  return false;
}

Span Parser::since(size_t firstToken) const {
  size_t last = at_ - 1;
  while (last > firstToken && isWhitespace(token(last).kind))
    --last;
  return {source_.file, token(firstToken).begin, token(last).end};
}

NodeId Parser::memoized(Rule rule, NodeId (Parser::*parse)()) {
  std::pair<size_t, unsigned> key(at_, static_cast<unsigned>(rule));
  if (auto found = memo_.find(key); found != memo_.end() && !failed()) {
    at_ = found->second.end;
    return found->second.node;
  }
  NodeId node = (this->*parse)();
  memo_[key] = {node, at_};
  return node;
}

Symbol Parser::nameSymbol(size_t tokenIndex) {
  llvm::StringRef name = text(tokenIndex);
  bool ascii = std::all_of(name.begin(), name.end(),
                           [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return ascii ? ast_.names().intern(name) : ast_.names().intern(unicode::nfkc(name));
}

NodeId Parser::nameNode(size_t tokenIndex, ExprContext context) {
  return add(Name{nameSymbol(tokenIndex), context}, spanOf(tokenIndex));
}

// Problems

NodeId Parser::raise(const llvm::Twine &message, Span span, SyntaxErrorKind kind) {
  if (failed())
    return {};
  problem_.emplace();
  problem_->kind = kind;
  problem_->message = message.str();
  problem_->begin = span.begin;
  problem_->end = span.end;
  return {};
}

NodeId Parser::raiseHere(const llvm::Twine &message, SyntaxErrorKind kind) {
  return raise(message, spanOf(furthest_), kind);
}

NodeId Parser::raiseRange(const llvm::Twine &message, NodeId first, NodeId last) {
  return raise(message, span(first).to(span(last)));
}

SyntaxProblem Parser::genericProblem() const {
  SyntaxProblem problem;
  const Token &last = token(furthest_);
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

unsigned Parser::lineOf(size_t tokenIndex) const {
  unsigned line = 1;
  llvm::StringRef before = source_.text.substr(0, token(tokenIndex).begin);
  for (size_t i = 0; i < before.size(); ++i)
    if (before[i] == '\n' || (before[i] == '\r' && source_.text[i + 1] != '\n'))
      ++line;
  return line;
}

// Statements

NodeId Parser::module(std::vector<SyntaxProblem> &problems) {
  collected_ = &problems;
  ast::Module module;
  while (!isAt(TokenKind::EndMarker) && !failed()) {
    statements(module.body);
    if (isAt(TokenKind::Dedent))  // of a block that was passed over
      ++at_;
  }
  if (failed() && problems.empty())
    problems.push_back(*takeProblem());
  return add(std::move(module), {source_.file, 0, static_cast<uint32_t>(source_.text.size())});
}

NodeId Parser::fieldExpression() {
  NodeId value = starExpressions();
  while (accept(TokenKind::Newline)) {
  }
  return value && isAt(TokenKind::EndMarker) ? value : NodeId::invalid();
}

bool Parser::statements(NodeList &out) {
  size_t first = at_, previous = at_;
  while (!isAt(TokenKind::Dedent) && !isAt(TokenKind::EndMarker) && !failed()) {
    size_t current = at_;
    if (collected_ ? !recoveringStatement(out, previous) : !statement(out))
      break;
    previous = current;
  }
  return at_ != first && !failed();
}

bool Parser::statement(NodeList &out) {
  DepthGuard depth(*this);
  NodeId compound = compoundStatement();
  if (compound) {
    out.push_back(compound);
    return !failed();
  }
  return simpleStatements(out) && !failed();
}

bool Parser::simpleStatements(NodeList &out) {
  Mark start = mark();
  size_t before = out.size();
  auto noMatch = [&] {
    out.resize(before);
    rewind(start);
    return false;
  };
  do {
    if (out.size() != before && isAt(TokenKind::Newline))
      break;
    NodeId statement = simpleStatement();
    if (!statement)
      return noMatch();
    out.push_back(statement);
  } while (accept(TokenKind::Semicolon));
  return accept(TokenKind::Newline) || noMatch();
}

// A statement, or a problem noted and the statement passed over.
bool Parser::recoveringStatement(NodeList &out, size_t previous) {
  Mark start = mark();
  size_t before = out.size();
  furthest_ = std::max(furthest_, at_);
  if (statement(out))
    return true;
  // What is wrong with a clause shows only with the statement it belongs to; an indented block may
  // be that of a `match (x)` without a colon.
  TokenKind begins = token(start.at).kind;
  bool continues =
      isClauseKeyword(begins) || (begins == TokenKind::Indent && isSoft(previous, "match"));
  size_t from = continues ? previous : start.at;
  SyntaxProblem problem = problem_ ? orTokenProblem(*takeProblem(), furthest_) : diagnose(from);
  problem_.reset();
  out.resize(before);
  rewind(start);
  bool stop = problem.kind == SyntaxErrorKind::Limit || tokens_.problem;
  if (!stopped_)
    collected_->push_back(std::move(problem));
  skipStatement();
  // Out of stack, or where text cannot be split into tokens, there is nothing to go on with; the
  // statements around this one have nothing to add.
  if (stop) {
    at_ = tokens_.list.size() - 1;
    stopped_ = true;
  }
  return !stop;
}

SyntaxProblem Parser::diagnose(size_t at) {
  Ast scratch(ast_.names(), source_.file);
  Parser second({source_.text, source_.file, scratch}, tokens_, Mode::Diagnose, at, furthest_);
  NodeList ignored;
  second.statement(ignored);
  if (!second.failed() && second.at_ <= furthest_)
    second.statement(ignored);
  if (second.problem_)
    return orTokenProblem(*second.problem_, second.furthest_);
  SyntaxProblem generic = genericProblem();
  return generic.kind == SyntaxErrorKind::Syntax
             ? orTokenProblem(std::move(generic), second.furthest_)
             : generic;
}

// Problems of text that cannot be split into tokens come before those of the grammar, as in
// CPython.
SyntaxProblem Parser::orTokenProblem(SyntaxProblem problem, size_t furthest) const {
  if (!tokens_.problem)
    return problem;
  bool unclosed =
      tokens_.problem->isUnclosedBracket && lineOf(furthest) > lineOf(tokens_.list.size() - 1);
  return tokens_.problem->overridesGrammar || unclosed ? *tokens_.problem : problem;
}

// From the statement at the cursor to the next one of the same block.
void Parser::skipStatement() {
  size_t target = std::max(furthest_, at_ + 1);
  int depth = 0;
  for (;; ++at_) {
    TokenKind kind = token(at_).kind;
    if (kind == TokenKind::EndMarker || kind == TokenKind::Error)
      return;
    if (kind == TokenKind::Dedent && depth == 0)
      return;
    depth += kind == TokenKind::Indent ? 1 : kind == TokenKind::Dedent ? -1 : 0;
    bool ends = depth == 0 && (kind == TokenKind::Newline || kind == TokenKind::Dedent);
    if (!ends || at_ + 1 < target)
      continue;
    TokenKind next = token(at_ + 1).kind;
    if (next == TokenKind::Indent || isClauseKeyword(next))
      continue;
    ++at_;
    return;
  }
}

}  // namespace janus
