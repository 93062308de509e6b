#include "Frontend/Parse/Parser.h"

#include "Support/Unicode.h"

namespace janus {

using namespace ast;

namespace {

constexpr unsigned kMaxParserDepth = 6000;

}  // namespace

SyntaxProblem tooDeeplyNested(Span place) {
  SyntaxProblem problem;
  problem.kind = SyntaxErrorKind::Limit;
  problem.message = "too deeply nested for the parser";
  problem.begin = place.begin;
  problem.end = place.end;
  problem.help = "split the expression, or the chain of `elif`, into parts";
  return problem;
}

ParserDepth::ParserDepth(Parser &parser, const ConcreteNode &node) : parser_(parser) {
  if (++parser_.depth_ <= kMaxParserDepth || parser_.failed())
    return;
  parser_.failed_ = true;
  parser_.problem_ = tooDeeplyNested(parser_.placeOf(node.first));
}

NodeId Parser::reject(size_t token) {
  if (!failed_)
    rejectedAt_ = token;
  failed_ = true;
  return {};
}

NodeId Parser::raise(const llvm::Twine &message, Span span, SyntaxErrorKind kind) {
  if (failed_)
    return {};
  failed_ = true;
  problem_.emplace();
  problem_->kind = kind;
  problem_->message = message.str();
  problem_->begin = span.begin;
  problem_->end = span.end;
  return {};
}

Span Parser::place(size_t first, size_t end) const {
  size_t last = end == 0 ? 0 : end - 1;
  while (last > first && isLayout(token(last).kind))
    --last;
  return {source_.file, token(first).begin, token(last).end};
}

size_t Parser::withAwait(size_t first) const {
  return first > 0 && hidden_[first - 1] && kindAt(first - 1) == TokenKind::KwAwait ? first - 1
                                                                                    : first;
}

size_t Parser::withStar(size_t first) const {
  first = withAwait(first);
  return first > 0 && hidden_[first - 1] && kindAt(first - 1) == TokenKind::Star ? first - 1
                                                                                 : first;
}

bool Parser::isStarred(const ConcreteNode &node) const {
  return withStar(node.first) != withAwait(node.first);
}

// An `await` in front of the token is taken by the outermost primary that begins there.
bool Parser::takesAwait(size_t first) {
  size_t await = withAwait(first);
  if (await == first || (!taken_.empty() && llvm::is_contained(taken_, await)))
    return false;
  take(await);
  return true;
}

bool Parser::everyHiddenTokenTaken(size_t end) {
  size_t hidden = static_cast<size_t>(std::count(hidden_.begin(), hidden_.end(), true));
  if (hidden == taken_.size())
    return true;
  llvm::sort(taken_);
  for (size_t i = 0; i < end; ++i)
    if (hidden_[i] && !std::binary_search(taken_.begin(), taken_.end(), i))
      return reject(i), false;
  return true;
}

Symbol Parser::name(size_t index) {
  if (kindAt(index) != TokenKind::Name)
    return reject(index), Symbol();
  llvm::StringRef name = text(index);
  bool ascii = std::all_of(name.begin(), name.end(),
                           [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return ascii ? ast_.names().intern(name) : ast_.names().intern(unicode::nfkc(name));
}

Symbol Parser::nameOf(const ConcreteNode &node) {
  if (node.end != node.first + 1)
    return reject(node.first), Symbol();
  return name(node.first);
}

NodeId Parser::module(const ConcreteNode &root) {
  Module module;
  statements(root.children, module.body);
  if (failed() || !everyHiddenTokenTaken(tokens_.size()))
    return {};
  return add(std::move(module), {source_.file, 0, static_cast<uint32_t>(source_.text.size())});
}

NodeId Parser::fieldExpression(const ConcreteNode &root) {
  bool single = root.children.size() == 1 &&
                root.children[0].kind == Construct::ExpressionStatement &&
                root.children[0].children.size() == 1;
  if (!single)
    return reject(root.end);
  NodeId value = expression(root.children[0].children[0], Level::Expression);
  return failed() || !everyHiddenTokenTaken(tokens_.size()) ? NodeId() : value;
}

NodeId Parser::fragment(const ConcreteNode &root, Level level) {
  bool single =
      root.children.size() == 1 && root.children[0].kind == Construct::ExpressionStatement;
  if (!single)
    return reject(root.end);
  const ConcreteNode &statement = root.children[0];
  const ConcreteNode &only = statement.children[0];
  NodeId value;
  if (only.kind == Construct::Yield)
    value = level == Level::Named ? yield(only) : reject(only.first);
  else if (level < Level::Expression && (statement.children.size() > 1 || isStarred(only)))
    return reject(statement.end);
  else
    value = expressionList(statement.children, level, Level::Bitwise, statement.end);
  return failed() || !everyHiddenTokenTaken(tokens_.size()) ? NodeId() : value;
}

}  // namespace janus
