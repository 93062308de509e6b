// The parameters of functions and lambdas.
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

NodeId Parser::emptyParameters() {
  uint32_t place = token(at_).begin;
  return add(ast::arguments{}, {source_.file, place, place});
}

// At least one parameter; invalid when there is none, or a wrong one comes first.
NodeId Parser::parameters(bool lambda) {
  Mark start = mark();
  if (diagnosing() && wrongParameters(lambda))
    return fail(start);
  at_ = start.at;
  ast::arguments node;
  bool slash = false;
  for (;;) {
    Mark item = mark();
    bool hasPlain = !node.args.empty() || !node.posonlyargs.empty();
    if (isAt(TokenKind::Slash) && !slash && !node.args.empty()) {
      // Comma or end must follow the slash.
      ++at_;
      if (!accept(TokenKind::Comma) && !endOfParameter(lambda)) {
        at_ = item.at;
        break;
      }
      node.posonlyargs = std::move(node.args);
      node.args.clear();
      slash = true;
      continue;
    }
    NodeId arg, value;
    if (!parameter(lambda, false, arg)) {
      at_ = item.at;
      break;
    }
    bool hasDefault = isAt(TokenKind::Equal);
    if (hasDefault && !defaultValue(lambda, value)) {
      rewind(item);
      break;
    }
    bool missingDefault = !hasDefault && !node.defaults.empty();
    if (missingDefault || (!accept(TokenKind::Comma) && !endOfParameter(lambda))) {
      rewind(item);
      break;
    }
    node.args.push_back(arg);
    if (value)
      node.defaults.push_back(value);
    (void)hasPlain;
  }
  if (failed())
    return fail(start);
  starParameters(lambda, node);
  bool none = node.args.empty() && node.posonlyargs.empty() && !node.vararg &&
              node.kwonlyargs.empty() && !node.kwarg;
  if (none || failed())
    return fail(start);
  return add(std::move(node), since(start.at));
}

bool Parser::endOfParameter(bool lambda) {
  return isAt(lambda ? TokenKind::Colon : TokenKind::RightParen);
}

// `name` or `name: annotation`; after a star the annotation may be starred.
bool Parser::parameter(bool lambda, bool starAnnotation, NodeId &out) {
  if (!isAt(TokenKind::Name))
    return false;
  Mark start = mark();
  arg node;
  node.arg = nameSymbol(at_++);
  if (!lambda && accept(TokenKind::Colon)) {
    node.annotation = starAnnotation ? starExpression() : expression();
    if (!node.annotation) {
      rewind(start);
      return false;
    }
  }
  out = add(std::move(node), since(start.at));
  return true;
}

bool Parser::defaultValue(bool lambda, NodeId &value) {
  Mark start = mark();
  ++at_;
  value = expression();
  if (value)
    return true;
  if (diagnosing() && !failed() && (isAt(TokenKind::RightParen) || isAt(TokenKind::Comma)))
    raise("expected default value expression", spanOf(start.at));
  (void)lambda;
  rewind(start);
  return false;
}

// `*args, a, b=1, **kwargs`, or parts of it.
bool Parser::starParameters(bool lambda, ast::arguments &out) {
  Mark start = mark();
  if (diagnosing() && wrongStarParameters(lambda))
    return false;
  at_ = start.at;
  if (accept(TokenKind::Star)) {
    bool bare = isAt(TokenKind::Comma);
    if (bare) {
      ++at_;
    } else if (!parameter(lambda, true, out.vararg) ||
               (!accept(TokenKind::Comma) && !endOfParameter(lambda))) {
      out.vararg = {};
      rewind(start);
      return false;
    }
    for (;;) {
      Mark item = mark();
      NodeId name, value;
      if (!parameter(lambda, false, name))
        break;
      if (isAt(TokenKind::Equal) && !defaultValue(lambda, value)) {
        rewind(item);
        break;
      }
      if (!accept(TokenKind::Comma) && !endOfParameter(lambda)) {
        rewind(item);
        break;
      }
      out.kwonlyargs.push_back(name);
      out.kw_defaults.push_back(value);
    }
    if (bare && out.kwonlyargs.empty()) {
      rewind(start);
      return false;
    }
  }
  Mark beforeKeywords = mark();
  if (diagnosing() && wrongKeywordParameters(lambda))
    return false;
  at_ = beforeKeywords.at;
  if (accept(TokenKind::DoubleStar)) {
    if (!parameter(lambda, false, out.kwarg) ||
        (!accept(TokenKind::Comma) && !endOfParameter(lambda))) {
      out.kwarg = {};
      rewind(beforeKeywords);
    }
  }
  return true;
}

}  // namespace janus
