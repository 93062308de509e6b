// Numbers, strings and f-strings as nodes.
#include "Frontend/Parse/NumberLiteral.h"
#include "Frontend/Parse/Parser.h"

namespace janus {

using namespace ast;

NodeId Parser::number() {
  std::string problem;
  std::optional<ConstantValue> value = parseNumber(text(at_), problem);
  if (!value)
    return raise(problem, spanOf(at_));
  ++at_;
  return add(Constant{std::move(*value), {}}, spanOf(at_ - 1));
}

NodeId Parser::strings() {
  size_t first = at_;
  while (isAt(TokenKind::String))
    ++at_;
  if (failed())
    return {};
  llvm::ArrayRef<Token> tokens(tokens_.list);
  NodeList expressions;
  SyntaxProblem problem;
  std::optional<SyntaxProblem> inExpression;
  auto parseField = [&](uint32_t begin, uint32_t end) {
    NodeId node = fieldExpressionAt(begin, end, inExpression);
    expressions.push_back(node);
    return node.valid();
  };
  std::optional<StringValue> value =
      readStrings(source_.text, tokens.slice(first, at_ - first), parseField, problem);
  Span place = since(first);
  if (!value) {
    if (inExpression) {
      problem_ = std::move(inExpression);
      return {};
    }
    // CPython points at the token behind the strings; the real place is attached.
    bool atString = llvm::StringRef(problem.message).startswith("bytes can only");
    raise(problem.message,
          atString ? Span{source_.file, problem.begin, problem.end} : spanOf(furthest_));
    if (!atString)
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
  joined.values = stringParts(value->parts, place, kind, expressions, next);
  return add(std::move(joined), place);
}

// Texts and fields as nodes; `expressions` are those of all fields in the order of their text. The
// place of a part is that of all adjacent strings; a format, and the text it ends with, has the
// place of its own string.
NodeList Parser::stringParts(llvm::ArrayRef<StringPart> parts, Span place, Symbol kind,
                             llvm::ArrayRef<NodeId> expressions, size_t &next) {
  auto ownString = [&](const FormatField &field) {
    size_t index = at_ - 1;
    while (token(index).begin > field.begin)
      --index;
    return spanOf(index);
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
      JoinedStr spec{stringParts(part.field->spec, place, kind, expressions, next)};
      if (!spec.values.empty() && ast_.isa<Constant>(spec.values.back()))
        ast_.changeSpan(spec.values.back(), own);
      field.format_spec = add(std::move(spec), own);
    }
    out.push_back(add(std::move(field), place));
  }
  return out;
}

// The expression between the given bytes, as if it stood in parentheses.
NodeId Parser::fieldExpressionAt(uint32_t begin, uint32_t end,
                                 std::optional<SyntaxProblem> &problem) {
  Tokens tokens = tokenizeParenthesized(source_.text, begin, end);
  Parser first(source_, tokens, Mode::Accept);
  size_t nodes = ast_.mark();
  if (NodeId node = first.fieldExpression(); node && !first.failed())
    return node;
  if (!remembers_)
    ast_.rollback(nodes);
  problem = first.takeProblem();
  if (!problem) {
    Ast scratch(ast_.names(), source_.file);
    Parser second({source_.text, source_.file, scratch}, tokens, Mode::Diagnose, 0,
                  first.furthest());
    second.fieldExpression();
    problem = second.failed() ? second.takeProblem() : first.genericProblem();
    if (tokens.problem && tokens.problem->overridesGrammar)
      problem = tokens.problem;
  }
  if (!problem->fromTokens && !llvm::StringRef(problem->message).startswith("f-string: "))
    problem->message = "f-string: " + problem->message;
  return {};
}

}  // namespace janus
