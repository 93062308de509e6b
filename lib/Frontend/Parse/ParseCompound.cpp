// Statements with blocks.
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

bool Parser::block(const ConcreteNode &node, NodeList &out) {
  if (node.kind != Construct::Block || node.children.empty())
    return reject(node.end), false;
  return statements(node.children, out);
}

// `if`; an `elif` is a statement of its own in the `else` part, up to the end of the whole.
NodeId Parser::ifStatement(const ConcreteNode &node) {
  struct Branch {
    size_t first;
    NodeId test;
    NodeList body;
  };
  std::vector<Branch> branches;
  NodeList orelse;
  auto branch = [&](size_t first, Children children) {
    Branch result{first, condition(children[1]), {}};
    block(children[3], result.body);
    branches.push_back(std::move(result));
  };
  branch(node.first, node.children);
  for (const ConcreteNode &clause : node.children.drop_front(4)) {
    if (failed())
      return {};
    if (clause.kind == Construct::Elif)
      branch(clause.first, clause.children);
    else
      elseBlock(clause, orelse);
  }
  NodeId inner;
  for (Branch &branch : llvm::reverse(branches)) {
    if (inner)
      orelse = {inner};
    inner = add(If{branch.test, std::move(branch.body), std::move(orelse)},
                place(branch.first, node.end));
    orelse.clear();
  }
  return inner;
}

bool Parser::elseBlock(const ConcreteNode &node, NodeList &out) {
  return block(node.children[2], out);
}

NodeId Parser::whileStatement(const ConcreteNode &node) {
  While result;
  result.test = condition(node.children[1]);
  block(node.children[3], result.body);
  if (node.children.size() > 4)
    elseBlock(node.children[4], result.orelse);
  return add(std::move(result), place(node.first, node.end));
}

NodeId Parser::forStatement(const ConcreteNode &node) {
  bool isAsync = is(node.children[0], TokenKind::KwAsync);
  Children children = node.children.drop_front(isAsync ? 2 : 1);
  For result;
  result.target = target(children[0], TargetUse::For);
  result.iter = starExpressions(children[2]);
  block(children[4], result.body);
  if (children.size() > 5)
    elseBlock(children[5], result.orelse);
  Span span = place(node.first, node.end);
  if (isAsync)
    return add(
        AsyncFor{result.target, result.iter, std::move(result.body), std::move(result.orelse)},
        span);
  return add(std::move(result), span);
}

NodeId Parser::withStatement(const ConcreteNode &node) {
  bool isAsync = is(node.children[0], TokenKind::KwAsync);
  Children children = node.children.drop_front(isAsync ? 2 : 1);
  With result;
  withItems(children[0], result.items);
  block(children[2], result.body);
  Span span = place(node.first, node.end);
  if (isAsync)
    return add(AsyncWith{std::move(result.items), std::move(result.body)}, span);
  return add(std::move(result), span);
}

// The grammar has `(a, b)` as items, as a tuple, or as a list with elements that no item may be.
bool Parser::withItems(const ConcreteNode &clause, NodeList &out) {
  Children items = clause.children;
  auto value = [](const ConcreteNode &item) -> const ConcreteNode & {
    return item.kind == Construct::WithItem ? item.children[0] : item;
  };
  const ConcreteNode &only = value(items[0]);
  Children inside;  // what stands in the parentheses of all
  if (is(items[0], TokenKind::LeftParen))
    inside = items.drop_front().drop_back();
  else if (items.size() == 1 && only.children.size() > 2 &&
           (only.kind == Construct::Tuple || only.kind == Construct::Group))
    inside = only.children.drop_front().drop_back();
  if (inside.empty()) {
    if (is(items.back(), TokenKind::Comma))
      return reject(items.back().end), false;
    for (const ConcreteNode &item : items)
      if (!is(item, TokenKind::Comma))
        out.push_back(withItem(value(item)));
    return !failed();
  }
  bool areItems = llvm::all_of(inside, [&](const ConcreteNode &item) {
    const ConcreteNode &v = value(item);
    return !isStarred(v) && v.kind != Construct::Named && v.kind != Construct::Yield;
  });
  if (areItems) {
    for (const ConcreteNode &item : inside)
      if (!is(item, TokenKind::Comma))
        out.push_back(withItem(value(item)));
    return !failed();
  }
  if (only.kind == Construct::Group && !is(items[0], TokenKind::LeftParen)) {
    NodeId whole = expression(only, Level::Expression);
    out.push_back(add(withitem{whole, {}}, place(only)));
    return !failed();
  }
  Tuple tuple;
  for (const ConcreteNode &item : inside)
    if (!is(item, TokenKind::Comma))
      tuple.elts.push_back(element(value(item), Level::Named, Level::Bitwise));
  size_t first = clause.first, end = clause.end;
  NodeId whole = inside.size() == 1 ? tuple.elts[0] : add(std::move(tuple), place(first, end));
  out.push_back(add(withitem{whole, {}}, place(first, end)));
  return !failed();
}

NodeId Parser::withItem(const ConcreteNode &value) {
  if (value.kind != Construct::As) {
    NodeId context = expression(value, Level::Expression);
    return add(withitem{context, {}}, place(value));
  }
  NodeId context = expression(value.children[0], Level::Expression);
  const ConcreteNode &alias = value.children[2];
  NodeId target = this->target(alias.kind == Construct::AsTarget ? alias.children[0] : alias,
                               TargetUse::Assign);
  return add(withitem{context, target}, place(value));
}

NodeId Parser::tryStatement(const ConcreteNode &node) {
  Try result;
  bool star = false;
  block(node.children[2], result.body);
  for (const ConcreteNode &clause : node.children.drop_front(3)) {
    if (failed())
      return {};
    switch (clause.kind) {
    case Construct::ExceptGroup: star = true; [[fallthrough]];
    case Construct::Except: result.handlers.push_back(handler(clause)); break;
    case Construct::Else: elseBlock(clause, result.orelse); break;
    case Construct::Finally: block(clause.children[2], result.finalbody); break;
    default: return reject(clause.first);
    }
  }
  Span span = place(node.first, node.end);
  if (star)
    return add(TryStar{std::move(result.body), std::move(result.handlers), std::move(result.orelse),
                       std::move(result.finalbody)},
               span);
  return add(std::move(result), span);
}

NodeId Parser::handler(const ConcreteNode &node) {
  Children children = node.children;
  ExceptHandler result;
  if (children.size() > 3) {
    const ConcreteNode &type = children[1];
    if (!is(children[2], TokenKind::Colon)) {
      // `except A, B:`
      if (!is(children[2], TokenKind::Comma))
        return reject(children[2].first);
      return raise("multiple exception types must be parenthesized",
                   {source_.file, token(type.first).begin, token(children[4].first).begin});
    }
    if (type.kind == Construct::As) {
      result.type = expression(type.children[0], Level::Expression);
      const ConcreteNode &alias = type.children[2];
      result.name = nameOf(alias.kind == Construct::AsTarget ? alias.children[0] : alias);
    } else {
      result.type = expression(type, Level::Expression);
    }
  }
  block(children.back(), result.body);
  return add(std::move(result), place(node.first, node.end));
}

NodeId Parser::decorated(const ConcreteNode &node) {
  NodeList decorators;
  for (const ConcreteNode &child : node.children.drop_back()) {
    decorators.push_back(expression(child.children[1], Level::Named));
  }
  const ConcreteNode &definition = node.children.back();
  return definition.kind == Construct::Class ? classOf(definition, std::move(decorators))
                                             : function(definition, std::move(decorators));
}

NodeId Parser::function(const ConcreteNode &node, NodeList decorators) {
  bool isAsync = is(node.children[0], TokenKind::KwAsync);
  Children children = node.children.drop_front(isAsync ? 2 : 1);
  FunctionDef result;
  result.name = nameOf(children[0]);
  if (children[1].kind != Construct::Parameters)
    return reject(children[1].first);
  result.args = parameters(children[1].children.drop_front().drop_back(), children[1].end - 1);
  if (is(children[2], TokenKind::Arrow))
    result.returns = annotation(children[3]);
  block(children.back(), result.body);
  result.decorator_list = std::move(decorators);
  Span span = place(node.first, node.end);
  if (isAsync)
    return add(AsyncFunctionDef{result.name, result.args, std::move(result.body),
                                std::move(result.decorator_list), result.returns},
               span);
  return add(std::move(result), span);
}

NodeId Parser::classOf(const ConcreteNode &node, NodeList decorators) {
  ClassDef result;
  result.name = nameOf(node.children[1]);
  const ConcreteNode &bases = node.children[2];
  if (bases.kind == Construct::Arguments) {
    Arguments list;
    arguments(bases.children.drop_front().drop_back(), bases.end - 1, list);
    result.bases = std::move(list.args);
    result.keywords = std::move(list.keywords);
  } else if (!is(bases, TokenKind::Colon)) {
    return reject(bases.first);
  }
  block(node.children.back(), result.body);
  result.decorator_list = std::move(decorators);
  return add(std::move(result), place(node.first, node.end));
}

}  // namespace janus
