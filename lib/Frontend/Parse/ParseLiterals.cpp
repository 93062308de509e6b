// Numbers, constants, strings and f-strings as nodes.
#include "Frontend/Parse/Diagnosis.h"
#include "Frontend/Parse/NumberLiteral.h"
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

// The grammar is shown a digit for numbers, for strings, and for a name in front of `[`.
NodeId Parser::literal(const ConcreteNode &node) {
  switch (kindAt(node.first)) {
  case TokenKind::Name: return name(node);
  case TokenKind::String: return strings(node);
  default: return number(node);
  }
}

NodeId Parser::number(const ConcreteNode &node) {
  if (kindAt(node.first) != TokenKind::Number)
    return reject(node.first);
  std::string problem;
  std::optional<ConstantValue> value = parseNumber(text(node.first), problem);
  if (!value)
    return raise(problem, placeOf(node.first));
  return add(Constant{std::move(*value), {}}, placeOf(node.first));
}

NodeId Parser::constant(const ConcreteNode &node) {
  auto make = [&](ConstantValue value) {
    return add(Constant{std::move(value), {}}, placeOf(node.first));
  };
  switch (kindAt(node.first)) {
  case TokenKind::KwTrue: return make(ConstantValue::boolean(true));
  case TokenKind::KwFalse: return make(ConstantValue::boolean(false));
  case TokenKind::KwNone: return make(ConstantValue::none());
  case TokenKind::Ellipsis: return make(ConstantValue::ellipsis());
  default: return reject(node.first);
  }
}

NodeId Parser::strings(const ConcreteNode &node) {
  NodeList expressions;
  SyntaxProblem problem;
  std::optional<SyntaxProblem> inExpression;
  auto parseField = [&](uint32_t begin, uint32_t end) {
    NodeId field = fieldAt(begin, end, inExpression);
    expressions.push_back(field);
    return field.valid();
  };
  std::optional<StringValue> value = readStrings(
      source_.text, tokens_.slice(node.first, node.end - node.first), parseField, problem);
  Span place = this->place(node.first, node.end);
  if (!value) {
    if (inExpression) {
      problem_ = std::move(inExpression);
      failed_ = true;
      return {};
    }
    // CPython points at the token behind the strings; the real place is attached.
    bool atString = llvm::StringRef(problem.message).startswith("bytes can only");
    raise(problem.message, atString ? Span{source_.file, problem.begin, problem.end}
                                    : placeOf(std::min<size_t>(node.end, tokens_.size() - 1)));
    if (!atString && problem_)
      problem_->related = problem.begin;
    return {};
  }
  Symbol kind = value->unicodePrefix ? ast_.names().intern("u") : Symbol();
  if (!value->isFormatted)
    return add(Constant{value->isBytes ? ConstantValue::bytes(std::move(value->text))
                                       : ConstantValue::str(std::move(value->text)),
                        kind},
               place);
  JoinedStr joined;
  size_t next = 0;
  joined.values = stringParts(value->parts, place, kind, expressions, next, node.end);
  return add(std::move(joined), place);
}

// Texts and fields as nodes; `expressions` are those of all fields in the order of their text. The
// place of a part is that of all adjacent strings; a format, and the text it ends with, has the
// place of its own string. `end` is the token behind the strings.
NodeList Parser::stringParts(llvm::ArrayRef<StringPart> parts, Span place, Symbol kind,
                             llvm::ArrayRef<NodeId> expressions, size_t &next, size_t end) {
  auto ownString = [&](const FormatField &field) {
    size_t index = end - 1;
    while (token(index).begin > field.begin)
      --index;
    return placeOf(index);
  };
  NodeList out;
  for (const StringPart &part : parts) {
    if (!part.field) {
      out.push_back(add(Constant{ConstantValue::str(part.text), kind}, place));
      continue;
    }
    FormattedValue field;
    field.value = expressions[next++];
    field.conversion = part.field->conversion;
    if (part.field->hasSpec) {
      Span own = ownString(*part.field);
      JoinedStr spec{stringParts(part.field->spec, place, kind, expressions, next, end)};
      if (!spec.values.empty() && ast_.isa<Constant>(spec.values.back()))
        ast_.changeSpan(spec.values.back(), own);
      field.format_spec = add(std::move(spec), own);
    }
    out.push_back(add(std::move(field), place));
  }
  return out;
}

// The expression between the given bytes, as if it stood in parentheses.
NodeId Parser::fieldAt(uint32_t begin, uint32_t end, std::optional<SyntaxProblem> &problem) {
  Tokens tokens = tokenizeParenthesized(source_.text, begin, end);
  if (!tokens.problem) {
    GrammarText text = grammarText(source_.text, tokens.list);
    ConcreteTree tree = parseConcrete(text, tokens.list);
    if (tree.accepted) {
      Parser field({source_.text, source_.file, tokens.list}, text, ast_);
      if (NodeId node = field.fieldExpression(tree.root))
        return node;
    }
  }
  problem = diagnoseField({source_.text, source_.file, tokens.list}, tokens, ast_.names());
  if (!problem->fromTokens && !llvm::StringRef(problem->message).startswith("f-string: "))
    problem->message = "f-string: " + problem->message;
  return {};
}

}  // namespace janus
