// Statements with blocks.
#include "Frontend/Parse/DepthGuard.h"
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

NodeId Parser::compoundStatement() {
  size_t first = at_;
  switch (peek()) {
  case TokenKind::KwIf: return ifStatement();
  case TokenKind::KwWhile: return whileStatement();
  case TokenKind::KwFor: return forStatement(first, false);
  case TokenKind::KwTry: return tryStatement();
  case TokenKind::KwWith: return withStatement(first, false);
  case TokenKind::KwDef: return functionDefinition(first, false, {});
  case TokenKind::KwClass: return classDefinition({});
  case TokenKind::At: return decorated();
  case TokenKind::KwAsync:
    switch (peekAt(1)) {
    case TokenKind::KwDef: return functionDefinition(first, true, {});
    case TokenKind::KwFor: return forStatement(first, true);
    case TokenKind::KwWith: return withStatement(first, true);
    default: return {};
    }
  case TokenKind::Name: return isSoft(at_, "match") ? matchStatement() : NodeId();
  default: return {};
  }
}

// Behind the colon: the rest of the line, or an indented block.
bool Parser::block(NodeList &out) {
  Mark start = mark();
  if (!accept(TokenKind::Newline))
    return simpleStatements(out);
  if (!accept(TokenKind::Indent)) {
    if (diagnosing())
      raiseHere("expected an indented block", SyntaxErrorKind::Indentation);
    rewind(start);
    return false;
  }
  if (!statements(out) || !accept(TokenKind::Dedent)) {
    rewind(start);
    return false;
  }
  return true;
}

// `if`, or `elif` as its own statement in the `else` part.
NodeId Parser::ifStatement() {
  DepthGuard depth(*this);
  Mark start = mark();
  llvm::StringRef keyword = peek() == TokenKind::KwIf ? "'if' statement" : "'elif' statement";
  ++at_;
  If node;
  node.test = namedExpression();
  if (!node.test || (diagnosing() && wrongHeader(start.at, keyword)) || !accept(TokenKind::Colon) ||
      !block(node.body))
    return fail(start);
  if (isAt(TokenKind::KwElif)) {
    NodeId elif = ifStatement();
    if (elif)
      node.orelse.push_back(elif);
  } else if (isAt(TokenKind::KwElse) && !elseBlock(node.orelse) && failed()) {
    return fail(start);
  }
  return add(std::move(node), since(start.at));
}

bool Parser::elseBlock(NodeList &out) {
  Mark start = mark();
  if (!accept(TokenKind::KwElse))
    return false;
  if (diagnosing() && missingBlock(start.at, "'else' statement"))
    return false;
  if (!require(TokenKind::Colon) || !block(out)) {
    rewind(start);
    return false;
  }
  return true;
}

NodeId Parser::whileStatement() {
  Mark start = mark();
  ++at_;
  While node;
  node.test = namedExpression();
  if (!node.test || (diagnosing() && wrongHeader(start.at, "'while' statement")) ||
      !accept(TokenKind::Colon) || !block(node.body))
    return fail(start);
  elseBlock(node.orelse);
  return add(std::move(node), since(start.at));
}

NodeId Parser::forStatement(size_t first, bool isAsync) {
  Mark start = mark();
  at_ = first + (isAsync ? 2 : 1);
  For node;
  node.target = starTargets();
  if (!node.target || !isAt(TokenKind::KwIn)) {
    if (diagnosing() && !failed()) {
      at_ = first + (isAsync ? 1 : 0);
      wrongForTarget();
    }
    return fail(start);
  }
  ++at_;
  node.iter = starExpressions();
  size_t keyword = first + (isAsync ? 1 : 0);
  if (!node.iter || (diagnosing() && wrongHeader(keyword, "'for' statement")) ||
      !accept(TokenKind::Colon) || !block(node.body))
    return fail(start);
  elseBlock(node.orelse);
  if (isAsync)
    return add(AsyncFor{node.target, node.iter, std::move(node.body), std::move(node.orelse)},
               since(first));
  return add(std::move(node), since(first));
}

NodeId Parser::withStatement(size_t first, bool isAsync) {
  Mark start = mark();
  at_ = first + (isAsync ? 2 : 1);
  size_t keyword = at_ - 1;
  if (diagnosing() && wrongWith(keyword))
    return fail(start);
  With node;
  if (!parenthesizedItems(node.items)) {
    node.items.clear();
    do {
      NodeId item = withItem();
      if (!item)
        return fail(start);
      node.items.push_back(item);
    } while (accept(TokenKind::Comma));
    if (!accept(TokenKind::Colon))
      return fail(start);
  }
  if (!block(node.body))
    return fail(start);
  if (isAsync)
    return add(AsyncWith{std::move(node.items), std::move(node.body)}, since(first));
  return add(std::move(node), since(first));
}

// `(a as b, c):` with its colon; otherwise nothing is taken.
bool Parser::parenthesizedItems(NodeList &items) {
  Mark start = mark();
  if (!accept(TokenKind::LeftParen))
    return false;
  do {
    if (!items.empty() && isAt(TokenKind::RightParen))
      break;
    NodeId item = withItem();
    if (!item)
      return rewind(start), false;
    items.push_back(item);
  } while (accept(TokenKind::Comma));
  if (accept(TokenKind::RightParen) && accept(TokenKind::Colon))
    return true;
  return rewind(start), false;
}

NodeId Parser::withItem() {
  Mark start = mark();
  NodeId context = expression();
  if (!context)
    return fail(start);
  Mark behind = mark();
  if (!accept(TokenKind::KwAs))
    return add(withitem{context, {}}, since(start.at));
  auto ends = [&] {
    return isAt(TokenKind::Comma) || isAt(TokenKind::RightParen) || isAt(TokenKind::Colon);
  };
  Mark beforeTarget = mark();
  NodeId target = starTarget();
  if (target && ends()) {
    setContext(target, ExprContext::Store);
    return add(withitem{context, target}, since(start.at));
  }
  if (diagnosing() && !failed()) {
    rewind(beforeTarget);
    NodeId wrong = expression();
    if (wrong && ends())
      raiseInvalidTarget(wrong, Targets::Assign);
  }
  rewind(behind);
  return add(withitem{context, {}}, since(start.at));
}

NodeId Parser::tryStatement() {
  Mark start = mark();
  ++at_;
  if (diagnosing() && missingBlock(start.at, "'try' statement"))
    return fail(start);
  Try node;
  if (!require(TokenKind::Colon) || !block(node.body))
    return fail(start);
  if (diagnosing() && !isAt(TokenKind::KwExcept) && !isAt(TokenKind::KwFinally)) {
    raiseHere("expected 'except' or 'finally' block");
    return fail(start);
  }
  bool star = false;
  if (!handlers(node.handlers, star))
    return fail(start);
  if (!node.handlers.empty() && isAt(TokenKind::KwElse))
    elseBlock(node.orelse);
  if (isAt(TokenKind::KwFinally)) {
    size_t finally = at_++;
    bool missing = diagnosing() && missingBlock(finally, "'finally' statement");
    if (missing || !require(TokenKind::Colon) || !block(node.finalbody)) {
      if (node.handlers.empty() || failed())
        return fail(start);
      at_ = finally;
    }
  } else if (node.handlers.empty()) {
    return fail(start);
  }
  if (star)
    return add(TryStar{std::move(node.body), std::move(node.handlers), std::move(node.orelse),
                       std::move(node.finalbody)},
               since(start.at));
  return add(std::move(node), since(start.at));
}

// All of one kind: `except` or `except*`.
bool Parser::handlers(NodeList &out, bool &star) {
  while (isAt(TokenKind::KwExcept)) {
    if (!out.empty() && (peekAt(1) == TokenKind::Star) != star)
      return !diagnosing() || (!mixedExcept() && !wrongExcept(at_));
    NodeId node = handler(star);
    if (!node)
      return !failed() && !out.empty();
    out.push_back(node);
  }
  return true;
}

NodeId Parser::handler(bool &star) {
  Mark start = mark();
  ++at_;
  star = accept(TokenKind::Star);
  ExceptHandler node;
  if (star || !isAt(TokenKind::Colon)) {
    node.type = expression();
    if (node.type && accept(TokenKind::KwAs)) {
      if (isAt(TokenKind::Name))
        node.name = nameSymbol(at_++);
      else
        --at_;
    }
  }
  bool legal = (node.type || !star) && isAt(TokenKind::Colon);
  if (diagnosing() && !failed()) {
    if (legal && missingBlock(start.at, star ? "'except*' statement" : "'except' statement"))
      return fail(start);
    if (!legal) {
      at_ = start.at;
      wrongExcept(start.at);
    }
  }
  if (!legal || !accept(TokenKind::Colon) || !block(node.body))
    return fail(start);
  return add(std::move(node), since(start.at));
}

NodeId Parser::decorated() {
  Mark start = mark();
  NodeList decorators;
  while (accept(TokenKind::At)) {
    NodeId decorator = namedExpression();
    if (!decorator || !accept(TokenKind::Newline))
      return fail(start);
    decorators.push_back(decorator);
  }
  NodeId definition;
  size_t first = at_;
  if (isAt(TokenKind::KwClass))
    definition = classDefinition(std::move(decorators));
  else if (isAt(TokenKind::KwDef))
    definition = functionDefinition(first, false, std::move(decorators));
  else if (isAt(TokenKind::KwAsync) && peekAt(1) == TokenKind::KwDef)
    definition = functionDefinition(first, true, std::move(decorators));
  return definition ? definition : fail(start);
}

NodeId Parser::functionDefinition(size_t first, bool isAsync, NodeList decorators) {
  Mark start = mark();
  at_ = first + (isAsync ? 2 : 1);
  if (!isAt(TokenKind::Name))
    return fail(start);
  FunctionDef node;
  node.name = nameSymbol(at_++);
  if (!require(TokenKind::LeftParen))
    return fail(start);
  node.args = isAt(TokenKind::RightParen) ? emptyParameters() : parameters(false);
  if (!node.args && !failed())
    node.args = emptyParameters();
  if (failed() || !accept(TokenKind::RightParen))
    return fail(start);
  if (isAt(TokenKind::Arrow)) {
    size_t arrow = at_++;
    node.returns = expression();
    if (!node.returns)
      at_ = arrow;
  }
  size_t keyword = first + (isAsync ? 1 : 0);
  if (diagnosing() && missingBlock(keyword, "function definition"))
    return fail(start);
  if (!require(TokenKind::Colon) || !block(node.body))
    return fail(start);
  node.decorator_list = std::move(decorators);
  if (isAsync)
    return add(AsyncFunctionDef{node.name, node.args, std::move(node.body),
                                std::move(node.decorator_list), node.returns},
               since(first));
  return add(std::move(node), since(first));
}

NodeId Parser::classDefinition(NodeList decorators) {
  Mark start = mark();
  ++at_;
  if (!isAt(TokenKind::Name))
    return fail(start);
  ClassDef node;
  node.name = nameSymbol(at_++);
  if (accept(TokenKind::LeftParen)) {
    Arguments arguments;
    arguments.first = at_;
    if (!this->arguments(arguments) || !accept(TokenKind::RightParen))
      return fail(start);
    node.bases = std::move(arguments.args);
    node.keywords = std::move(arguments.keywords);
  }
  if (diagnosing() && wrongHeader(start.at, "class definition"))
    return fail(start);
  if (!accept(TokenKind::Colon) || !block(node.body))
    return fail(start);
  node.decorator_list = std::move(decorators);
  return add(std::move(node), since(start.at));
}

}  // namespace janus
