// Names, displays, comprehensions, calls and subscripts.
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

NodeId Parser::name(const ConcreteNode &node) {
  Symbol symbol = nameOf(node);
  return add(Name{symbol, ExprContext::Load}, placeOf(node.first));
}

NodeId Parser::attribute(const ConcreteNode &node) {
  NodeId value = expression(node.children[0], Level::Primary);
  Symbol symbol = nameOf(node.children[2]);
  return add(Attribute{value, symbol, ExprContext::Load}, place(node.first, node.end));
}

NodeId Parser::subscript(const ConcreteNode &node) {
  Children children = node.children;
  NodeId value = expression(children[0], Level::Primary);
  if (children.size() == 2)  // of a generic type
    children = children[1].children;
  else
    children = children.drop_front();
  Children items = children.drop_front().drop_back();
  NodeId slice = index(items[0]);
  if (items.size() > 1 || isStarred(items[0])) {
    Tuple tuple;
    tuple.elts.push_back(slice);
    for (size_t i = 1; i < items.size(); ++i)
      if (!is(items[i], TokenKind::Comma))
        tuple.elts.push_back(index(items[i]));
    slice = add(std::move(tuple), place(withStar(items.front().first), items.back().end));
  }
  return add(Subscript{value, slice, ExprContext::Load}, place(node.first, node.end));
}

NodeId Parser::index(const ConcreteNode &node) {
  if (node.kind == Construct::Slice)
    return slice(node);
  if (node.kind == Construct::Type)
    return index(node.children[0]);
  return element(node, Level::Named, Level::Expression);
}

NodeId Parser::slice(const ConcreteNode &node) {
  Slice result;
  NodeId *parts[] = {&result.lower, &result.upper, &result.step};
  size_t part = 0;
  for (const ConcreteNode &child : node.children) {
    if (is(child, TokenKind::Colon))
      ++part;
    else if (isStarred(child))
      return reject(part == 0 ? child.end : withStar(child.first));
    else
      *parts[part] = expression(child, Level::Expression);
  }
  return add(std::move(result), place(node));
}

NodeId Parser::call(const ConcreteNode &node) {
  NodeId function = expression(node.children[0], Level::Primary);
  const ConcreteNode &arguments = node.children[1];
  Arguments list;
  if (arguments.kind == Construct::Generator)
    list.args.push_back(generator(arguments));
  else if (arguments.kind == Construct::Arguments)
    this->arguments(arguments.children.drop_front().drop_back(), arguments.end - 1, list);
  else
    return reject(arguments.first);
  return add(Call{function, std::move(list.args), std::move(list.keywords)},
             place(node.first, node.end));
}

// Positional and starred arguments, then keywords; behind the first `**` there is no `*`. `end` is
// the closing bracket.
bool Parser::arguments(Children nodes, size_t end, Arguments &out) {
  bool keywords = false, doubleStarred = false;
  if (!nodes.empty() && is(nodes[0], TokenKind::Comma))
    return reject(nodes[0].first), false;
  for (size_t i = 0; i < nodes.size() && !failed(); ++i) {
    const ConcreteNode &node = nodes[i];
    if (is(node, TokenKind::Comma))
      continue;
    if (node.kind == Construct::KeywordArgument) {
      keywords = true;
      Symbol symbol = nameOf(node.children[0]);
      NodeId value = expression(node.children[2], Level::Expression);
      out.keywords.push_back(add(keyword{symbol, value}, place(node.first, node.end)));
    } else if (node.kind == Construct::DictSplat) {
      keywords = doubleStarred = true;
      NodeId value = expression(node.children[1], Level::Expression);
      out.keywords.push_back(add(keyword{{}, value}, place(node.first, node.end)));
    } else if (isStarred(node)) {
      size_t star = withStar(node.first);
      if (doubleStarred)
        return raise("iterable argument unpacking follows keyword argument unpacking",
                     placeOf(star)),
               false;
      out.args.push_back(element(node, Level::Expression, Level::Expression));
    } else {
      NodeId value = expression(node, Level::Named);
      if (keywords && !failed()) {
        // CPython has read on to the end.
        bool unpacking = !ast_.get<keyword>(out.keywords.back()).arg;
        return raise(unpacking ? "positional argument follows keyword argument unpacking"
                               : "positional argument follows keyword argument",
                     placeOf(end)),
               false;
      }
      out.args.push_back(value);
    }
  }
  return !failed();
}

// One expression in parentheses.
NodeId Parser::group(const ConcreteNode &node) {
  const ConcreteNode &inner = node.children[1];
  if (inner.kind == Construct::Yield)
    return yield(inner);
  if (isStarred(inner)) {
    NodeId starred = element(inner, Level::Named, Level::Bitwise);
    return failed() ? NodeId() : raise("cannot use starred expression here", ast_.span(starred));
  }
  return expression(inner, Level::Named);
}

bool Parser::elements(Children nodes, NodeList &out) {
  for (const ConcreteNode &node : nodes)
    if (!is(node, TokenKind::Comma))
      out.push_back(element(node, Level::Named, Level::Bitwise));
  return !failed();
}

// The grammar has targets in parentheses as tuples, also without a comma.
NodeId Parser::tuple(const ConcreteNode &node) {
  if (node.children.size() == 3)
    return group(node);
  Tuple tuple;
  elements(node.children.drop_front().drop_back(), tuple.elts);
  return add(std::move(tuple), place(node.first, node.end));
}

NodeId Parser::list(const ConcreteNode &node) {
  List list;
  elements(node.children.drop_front().drop_back(), list.elts);
  return add(std::move(list), place(node.first, node.end));
}

NodeId Parser::set(const ConcreteNode &node) {
  Set set;
  elements(node.children.drop_front().drop_back(), set.elts);
  return add(std::move(set), place(node.first, node.end));
}

NodeId Parser::dictionary(const ConcreteNode &node) {
  Dict dict;
  if (is(node.children[1], TokenKind::Comma))
    return reject(node.children[1].first);
  for (const ConcreteNode &item : node.children.drop_front().drop_back()) {
    if (is(item, TokenKind::Comma))
      continue;
    if (item.kind == Construct::DictSplat) {
      dict.keys.push_back({});
      dict.values.push_back(expression(item.children[1], Level::Bitwise));
      continue;
    }
    if (item.kind != Construct::Pair)
      return reject(item.first);
    dict.keys.push_back(expression(item.children[0], Level::Expression));
    if (isStarred(item.children[2])) {
      NodeId value = element(item.children[2], Level::Expression, Level::Bitwise);
      if (!failed())
        return raise("cannot use a starred expression in a dictionary value", ast_.span(value));
    }
    dict.values.push_back(expression(item.children[2], Level::Expression));
  }
  return add(std::move(dict), place(node.first, node.end));
}

NodeId Parser::comprehensionElement(const ConcreteNode &node) {
  if (!isStarred(node))
    return expression(node, Level::Named);
  NodeId starred = element(node, Level::Named, Level::Expression);
  return failed() ? NodeId()
                  : raise("iterable unpacking cannot be used in comprehension", ast_.span(starred));
}

NodeId Parser::listComprehension(const ConcreteNode &node) {
  ListComp result{comprehensionElement(node.children[1]), {}};
  clauses(node.children.drop_front(2).drop_back(), result.generators);
  return add(std::move(result), place(node.first, node.end));
}

NodeId Parser::setComprehension(const ConcreteNode &node) {
  SetComp result{comprehensionElement(node.children[1]), {}};
  clauses(node.children.drop_front(2).drop_back(), result.generators);
  return add(std::move(result), place(node.first, node.end));
}

NodeId Parser::dictComprehension(const ConcreteNode &node) {
  const ConcreteNode &item = node.children[1];
  if (item.kind != Construct::Pair) {
    if (item.kind == Construct::DictSplat)
      return raise("dict unpacking cannot be used in dict comprehension", placeOf(item.first));
    return reject(item.first);
  }
  DictComp result;
  result.key = expression(item.children[0], Level::Expression);
  result.value = expression(item.children[2], Level::Expression);
  clauses(node.children.drop_front(2).drop_back(), result.generators);
  return add(std::move(result), place(node.first, node.end));
}

NodeId Parser::generator(const ConcreteNode &node) {
  GeneratorExp result{comprehensionElement(node.children[1]), {}};
  clauses(node.children.drop_front(2).drop_back(), result.generators);
  return add(std::move(result), place(node.first, node.end));
}

// `for` clauses, each with its conditions.
bool Parser::clauses(Children nodes, NodeList &out) {
  for (size_t i = 0; i < nodes.size() && !failed();) {
    const ConcreteNode &clause = nodes[i++];
    if (clause.kind != Construct::ForIn)
      return reject(clause.first), false;
    Children children = clause.children;
    comprehension result;
    result.is_async = is(children[0], TokenKind::KwAsync);
    children = children.drop_front(result.is_async ? 2 : 1);
    result.target = target(children[0], TargetUse::For);
    result.iter = expression(children[2], Level::Disjunction);
    if (children.size() > 3)
      return reject(children[3].first), false;
    size_t end = clause.end;
    for (; i < nodes.size() && nodes[i].kind == Construct::IfClause; ++i) {
      result.ifs.push_back(expression(nodes[i].children[1], Level::Disjunction));
      end = nodes[i].end;
    }
    out.push_back(add(std::move(result), place(clause.first, end)));
  }
  return !failed();
}

}  // namespace janus
