// The parameters of functions and lambdas.
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

struct Parser::Parameters {
  ast::arguments node;
  bool slash = false, star = false, bareStar = false;
  size_t starToken = 0;
  size_t after = 0;  // the token behind the parameter at work
};

// `end` is the token behind them: the bracket or the colon.
NodeId Parser::parameters(Children nodes, size_t end) {
  Parameters state;
  for (size_t i = 0; i < nodes.size() && !failed(); ++i) {
    if (is(nodes[i], TokenKind::Comma))
      continue;
    state.after = nodes[i].end;
    parameter(nodes[i], state);
  }
  if (failed())
    return {};
  if (state.bareStar && state.node.kwonlyargs.empty())
    return raise("named arguments must follow bare *",
                 placeOf(kindAt(end) == TokenKind::Colon ? end : state.starToken));
  Span span = nodes.empty() ? Span{source_.file, token(end).begin, token(end).begin}
                            : place(nodes.front().first, end);
  return add(std::move(state.node), span);
}

bool Parser::parameter(const ConcreteNode &node, Parameters &state) {
  constexpr const char *kFollow = "arguments cannot follow var-keyword argument";
  size_t first = node.first;
  auto fail = [&](const llvm::Twine &message, Span span) { return raise(message, span), false; };
  if (state.node.kwarg)
    return fail(kFollow,
                node.kind == Construct::TypedParameter ? place(first, node.end) : placeOf(first));
  switch (node.kind) {
  case Construct::Identifier: {
    Symbol symbol = nameOf(node);
    return plainParameter(add(arg{symbol, {}}, placeOf(first)), {}, state);
  }
  case Construct::DefaultParameter: {
    if (node.children[0].kind == Construct::TuplePattern)
      return fail("Function parameters cannot be parenthesized",
                  place(node.children[0].first, node.children[0].end));
    Symbol symbol = nameOf(node.children[0]);
    NodeId name = add(arg{symbol, {}}, placeOf(first));
    NodeId value = expression(node.children[2], Level::Expression);
    return plainParameter(name, value, state);
  }
  case Construct::TypedDefaultParameter: {
    Symbol symbol = nameOf(node.children[0]);
    NodeId type = annotation(node.children[2]);
    NodeId name = add(arg{symbol, type}, place(first, node.children[2].end));
    NodeId value = expression(node.children[4], Level::Expression);
    return plainParameter(name, value, state);
  }
  case Construct::TypedParameter: {
    const ConcreteNode &inner = node.children[0];
    if (inner.kind != Construct::Identifier)
      return starParameter(inner, &node.children[2], state);
    Symbol symbol = nameOf(inner);
    NodeId type = annotation(node.children[2]);
    return plainParameter(add(arg{symbol, type}, place(first, node.end)), {}, state);
  }
  case Construct::SplatParameter:
  case Construct::DictSplatParameter: return starParameter(node, nullptr, state);
  case Construct::KeywordSeparator:
    if (state.star)
      return fail("* argument may appear only once", placeOf(first));
    state.star = state.bareStar = true;
    state.starToken = first;
    return true;
  case Construct::PositionalSeparator:
    if (state.slash)
      return fail("/ may appear only once", placeOf(first));
    if (state.star)
      return fail("/ must be ahead of *", placeOf(first));
    if (state.node.args.empty())
      return fail("at least one argument must precede /", placeOf(first));
    state.slash = true;
    state.node.posonlyargs = std::move(state.node.args);
    state.node.args.clear();
    return true;
  default: return reject(first), false;
  }
}

bool Parser::plainParameter(NodeId arg, NodeId value, Parameters &state) {
  if (failed())
    return false;
  if (state.star) {
    state.node.kwonlyargs.push_back(arg);
    state.node.kw_defaults.push_back(value);
    return true;
  }
  if (!value && !state.node.defaults.empty())
    return raise("non-default argument follows default argument", ast_.span(arg)), false;
  state.node.args.push_back(arg);
  if (value)
    state.node.defaults.push_back(value);
  return true;
}

// `*args` or `**kwargs`; behind a star the type may be starred.
bool Parser::starParameter(const ConcreteNode &node, const ConcreteNode *type, Parameters &state) {
  bool keywords = node.kind == Construct::DictSplatParameter;
  if (!keywords && state.star)
    return raise("* argument may appear only once", placeOf(node.first)), false;
  Symbol symbol = nameOf(node.children[1]);
  NodeId annotated;
  if (type)
    annotated = keywords ? annotation(*type)
                         : element(type->children[0], Level::Expression, Level::Bitwise);
  size_t end = type ? type->end : node.end;
  NodeId result = add(arg{symbol, annotated}, place(node.first + 1, end));
  if (keywords) {
    if (state.bareStar && state.node.kwonlyargs.empty())
      return raise("named arguments must follow bare *", placeOf(state.starToken)), false;
    state.node.kwarg = result;
  } else {
    state.star = true;
    state.node.vararg = result;
  }
  return !failed();
}

}  // namespace janus
