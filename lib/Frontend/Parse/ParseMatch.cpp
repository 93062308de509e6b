// `match` and its patterns.
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

NodeId Parser::matchStatement(const ConcreteNode &node) {
  Children children = node.children;
  size_t colon = 1;
  while (!is(children[colon], TokenKind::Colon))
    ++colon;
  Children subjects = children.slice(1, colon - 1);
  if (subjects.size() == 1 && isStarred(subjects[0]))
    return reject(children[colon].first);
  Match result;
  result.subject = expressionList(subjects, Level::Named, Level::Bitwise, children[colon].first);
  for (const ConcreteNode &block : children.back().children) {
    if (block.kind != Construct::Case)
      return reject(block.first);
    result.cases.push_back(caseBlock(block));
  }
  if (result.cases.empty())
    return reject(node.end);
  return add(std::move(result), place(node.first, node.end));
}

NodeId Parser::caseBlock(const ConcreteNode &node) {
  Children children = node.children;
  size_t end = 1;
  while (!is(children[end], TokenKind::Colon) && children[end].kind != Construct::IfClause)
    ++end;
  match_case result;
  result.pattern = patterns(children.slice(1, end - 1));
  if (children[end].kind == Construct::IfClause)
    result.guard = expression(children[end].children[1], Level::Named);
  block(children.back(), result.body);
  return add(std::move(result), place(node.first, node.end));
}

// One pattern, or several with commas, which is a sequence.
NodeId Parser::patterns(Children nodes) {
  NodeId first = pattern(nodes[0]);
  if (nodes.size() == 1) {
    if (ast_.isa<MatchStar>(first))
      return reject(nodes[0].end);
    return first;
  }
  MatchSequence sequence;
  sequence.patterns.push_back(first);
  for (const ConcreteNode &node : nodes.drop_front())
    if (!is(node, TokenKind::Comma))
      sequence.patterns.push_back(pattern(node));
  return add(std::move(sequence), place(nodes.front().first, nodes.back().end));
}

// A case_pattern: with a name, or without.
NodeId Parser::pattern(const ConcreteNode &node) {
  ParserDepth depth(*this, node);
  if (failed())
    return {};
  if (node.kind != Construct::CasePattern && node.kind != Construct::As) {
    size_t at = 0;
    return simplePattern(Children(node), at);
  }
  if (node.kind == Construct::CasePattern && node.children[0].kind != Construct::As) {
    size_t at = 0;
    NodeId result = simplePattern(node.children, at);
    if (!failed() && at != node.children.size())
      return reject(node.children[at].first);
    return result;
  }
  const ConcreteNode &as = node.kind == Construct::As ? node : node.children[0];
  NodeId inner = pattern(as.children[0]);
  const ConcreteNode &name = as.children[2];
  if (failed())
    return {};
  if (as.children[0].kind == Construct::CasePattern &&
      as.children[0].children[0].kind == Construct::As)
    return reject(as.children[1].first);
  if (ast_.isa<MatchStar>(inner))
    return reject(as.children[1].first);
  if (kindAt(name.first) == TokenKind::Name && text(name.first) == "_")
    return raise("cannot use '_' as a target", placeOf(name.first));
  Symbol symbol = nameOf(name);
  return add(MatchAs{inner, symbol}, place(as.first, as.end));
}

// One pattern from `at`; a minus and its number are nodes beside each other.
NodeId Parser::simplePattern(Children nodes, size_t &at) {
  const ConcreteNode &node = nodes[at];
  if (failed())
    return {};
  switch (node.kind) {
  case Construct::Token:
    if (is(node, TokenKind::Name)) {  // `_`
      ++at;
      return add(MatchAs{}, placeOf(node.first));
    }
    [[fallthrough]];
  case Construct::Literal: {
    if (kindAt(node.first) == TokenKind::String) {
      ++at;
      NodeId value = strings(node);
      return add(MatchValue{value}, place(node.first, node.end));
    }
    size_t first = node.first;
    NodeId value = signedNumber(nodes, at);
    return add(MatchValue{value}, place(first, nodes[at - 1].end));
  }
  case Construct::CasePattern: ++at; return pattern(node);
  case Construct::ClassPattern: ++at; return classPattern(node);
  case Construct::SplatPattern: ++at; return starPattern(node);
  case Construct::UnionPattern: ++at; return unionPattern(node);
  case Construct::ListPattern:
  case Construct::TuplePattern: ++at; return sequencePattern(node);
  case Construct::DictPattern: ++at; return mappingPattern(node);
  case Construct::DottedName: {
    ++at;
    if (node.end == node.first + 1) {
      if (kindAt(node.first) == TokenKind::Name && text(node.first) == "_")
        return add(MatchAs{}, placeOf(node.first));
      Symbol symbol = name(node.first);
      return add(MatchAs{{}, symbol}, placeOf(node.first));
    }
    NodeId value = dottedReference(node);
    return add(MatchValue{value}, place(node.first, node.end));
  }
  default: ++at; return literalPattern(node);
  }
}

NodeId Parser::literalPattern(const ConcreteNode &node) {
  Span span = place(node.first, node.end);
  switch (node.kind) {
  case Construct::None: return add(MatchSingleton{ConstantValue::none()}, span);
  case Construct::True: return add(MatchSingleton{ConstantValue::boolean(true)}, span);
  case Construct::False: return add(MatchSingleton{ConstantValue::boolean(false)}, span);
  case Construct::ComplexPattern: {
    NodeId value = complexNumber(node);
    return add(MatchValue{value}, span);
  }
  default: return reject(node.first);
  }
}

// `-1` or `1`
NodeId Parser::signedNumber(Children nodes, size_t &at) {
  size_t first = nodes[at].first;
  bool negative = is(nodes[at], TokenKind::Minus);
  if (negative)
    ++at;
  if (at == nodes.size() || kindAt(nodes[at].first) != TokenKind::Number)
    return reject(at == nodes.size() ? nodes[at - 1].end : nodes[at].first);
  NodeId value = number(nodes[at]);
  size_t end = nodes[at].end;
  ++at;
  if (!negative)
    return value;
  return add(ast::UnaryOp{UnaryOperator::USub, value}, place(first, end));
}

// `1 + 2j`
NodeId Parser::complexNumber(const ConcreteNode &node) {
  size_t at = 0;
  NodeId real = signedNumber(node.children, at);
  if (failed())
    return {};
  NodeId digits = real;
  if (const auto *negative = ast_.dynGet<ast::UnaryOp>(real))
    digits = negative->operand;
  if (ast_.get<Constant>(digits).value.isComplex())
    return raise("real number required in complex literal", ast_.span(digits));
  const ConcreteNode &sign = node.children[at];
  Operator op = kindAt(sign.first) == TokenKind::Plus ? Operator::Add : Operator::Sub;
  const ConcreteNode &last = node.children.back();
  NodeId imaginary = number(last);
  if (failed())
    return {};
  if (!ast_.get<Constant>(imaginary).value.isComplex())
    return raise("imaginary number required in complex literal", ast_.span(imaginary));
  return add(ast::BinOp{real, op, imaginary}, place(node.first, node.end));
}

// The grammar nests some alternatives.
NodeId Parser::unionPattern(const ConcreteNode &node) {
  MatchOr result;
  for (size_t at = 0; at < node.children.size() && !failed();) {
    if (is(node.children[at], TokenKind::Bar)) {
      ++at;
      continue;
    }
    if (node.children[at].kind == Construct::UnionPattern) {
      NodeId inner = unionPattern(node.children[at++]);
      if (!failed())
        for (NodeId alternative : ast_.get<MatchOr>(inner).patterns)
          result.patterns.push_back(alternative);
      continue;
    }
    size_t first = node.children[at].first;
    result.patterns.push_back(simplePattern(node.children, at));
    if (!failed() && ast_.isa<MatchStar>(result.patterns.back()))
      return reject(first);
  }
  return add(std::move(result), place(node.first, node.end));
}

// `[...]`, `(...)`, or one pattern in parentheses.
NodeId Parser::sequencePattern(const ConcreteNode &node) {
  Children inside = node.children.drop_front().drop_back();
  if (inside.size() == 1 && node.kind == Construct::TuplePattern) {
    NodeId only = pattern(inside[0]);
    if (failed() || !ast_.isa<MatchStar>(only))
      return only;
    return reject(inside[0].end);
  }
  MatchSequence sequence;
  for (const ConcreteNode &item : inside)
    if (!is(item, TokenKind::Comma))
      sequence.patterns.push_back(pattern(item));
  return add(std::move(sequence), place(node.first, node.end));
}

NodeId Parser::starPattern(const ConcreteNode &node) {
  if (kindAt(node.first) != TokenKind::Star)
    return reject(node.first);
  size_t name = node.first + 1;
  Symbol symbol = this->name(name);
  if (text(name) == "_")
    return add(MatchStar{}, place(node.first, node.end));
  return add(MatchStar{symbol}, place(node.first, node.end));
}

NodeId Parser::mappingPattern(const ConcreteNode &node) {
  MatchMapping result;
  Children inside = node.children.drop_front().drop_back();
  for (size_t at = 0; at < inside.size() && !failed();) {
    if (is(inside[at], TokenKind::Comma)) {
      ++at;
      continue;
    }
    if (result.rest)
      return reject(inside[at].first);
    if (inside[at].kind == Construct::SplatPattern) {
      size_t name = inside[at].first + 1;
      if (kindAt(inside[at].first) != TokenKind::DoubleStar || text(name) == "_")
        return reject(kindAt(inside[at].first) != TokenKind::DoubleStar ? inside[at].first : name);
      result.rest = this->name(name);
      ++at;
      continue;
    }
    result.keys.push_back(mappingKey(inside, at));
    if (failed())
      return {};
    ++at;  // the colon
    result.patterns.push_back(pattern(inside[at++]));
  }
  return add(std::move(result), place(node.first, node.end));
}

NodeId Parser::mappingKey(Children nodes, size_t &at) {
  const ConcreteNode &node = nodes[at];
  switch (node.kind) {
  case Construct::Token: return signedNumber(nodes, at);
  case Construct::Literal:
    if (kindAt(node.first) != TokenKind::String)
      return signedNumber(nodes, at);
    ++at;
    return strings(node);
  case Construct::ComplexPattern: ++at; return complexNumber(node);
  case Construct::True:
  case Construct::False:
  case Construct::None: ++at; return constant(node);
  case Construct::DottedName:
    ++at;
    return node.end > node.first + 1 ? dottedReference(node) : reject(node.end);
  default: return reject(node.first);
  }
}

NodeId Parser::dottedReference(const ConcreteNode &node) {
  Symbol symbol = name(node.first);
  NodeId value = add(Name{symbol, ExprContext::Load}, placeOf(node.first));
  for (size_t i = node.first + 2; i < node.end; i += 2) {
    symbol = name(i);
    value = add(Attribute{value, symbol, ExprContext::Load}, place(node.first, i + 1));
  }
  return value;
}

// `A(x, y, name=z)`
NodeId Parser::classPattern(const ConcreteNode &node) {
  MatchClass result;
  result.cls = dottedReference(node.children[0]);
  size_t firstKeyword = 0;
  for (const ConcreteNode &item : node.children.drop_front(2).drop_back()) {
    if (failed())
      return {};
    if (is(item, TokenKind::Comma))
      continue;
    const ConcreteNode *keyword = item.kind == Construct::CasePattern ? &item.children[0] : &item;
    const ConcreteNode *as = nullptr;  // `name=pattern as other` is read as a keyword with a name
    if (keyword->kind == Construct::As && keyword->children[0].kind == Construct::CasePattern &&
        keyword->children[0].children[0].kind == Construct::KeywordPattern) {
      as = keyword;
      keyword = &keyword->children[0].children[0];
    }
    if (keyword->kind != Construct::KeywordPattern) {
      NodeId value = pattern(item);
      if (failed())
        return {};
      if (ast_.isa<MatchStar>(value))
        return reject(item.first);
      if (firstKeyword != 0) {
        const ConcreteNode *last = &item;
        for (const ConcreteNode *next = &item; next != node.children.end(); ++next)
          if (next->kind == Construct::CasePattern &&
              next->children[0].kind != Construct::KeywordPattern)
            last = next;
        return raise("positional patterns follow keyword patterns", place(item.first, last->end));
      }
      result.patterns.push_back(value);
      continue;
    }
    firstKeyword = item.first;
    result.kwd_attrs.push_back(name(keyword->first));
    size_t at = 2;
    NodeId value = simplePattern(keyword->children, at);
    if (as) {
      Symbol symbol = nameOf(as->children[2]);
      value = add(MatchAs{value, symbol}, place(keyword->children[2].first, as->end));
    }
    result.kwd_patterns.push_back(value);
  }
  return add(std::move(result), place(node.first, node.end));
}

}  // namespace janus
