#include "IR/AccessPath.h"

#include "IR/Literals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace janus::ir {
namespace {

using Kind = Constant::Kind;

// Characters that end a name; names of classes may hold brackets of their own.
constexpr llvm::StringLiteral kBehindNames = ".[]<>:,";

std::string takeName(llvm::StringRef &text) {
  llvm::StringRef name = text.take_front(text.find_first_of(kBehindNames));
  text = text.drop_front(name.size());
  return name.str();
}

bool takeIndex(llvm::StringRef &text, unsigned *out) {
  return !text.empty() && llvm::isDigit(text.front()) && !text.consumeInteger(10, *out);
}

bool parseNumber(llvm::StringRef &text, Literal *out) {
  llvm::StringRef digits = text.take_front(text.startswith("-"));
  digits = text.take_front(text.find_first_not_of("0123456789", digits.size()));
  bool isInteger =
      digits.size() > digits.count('-') &&
      !(text.size() > digits.size() && (text[digits.size()] == '.' || text[digits.size()] == 'e'));
  if (!isInteger) {
    out->kind = Kind::Float;
    return parseFloat(text, &out->number);
  }
  text = text.drop_front(digits.size());
  out->kind = digits.getAsInteger(10, out->integer) ? Kind::BigInt : Kind::Int;
  if (out->kind == Kind::BigInt)
    out->text = digits.str();
  return true;
}

// `a, b`, to what closes the list; a last comma is none.
template <class Item>
bool parseList(llvm::StringRef &text, llvm::StringRef close, Item item) {
  while (!text.consume_front(close)) {
    if (!item())
      return false;
    if (!text.consume_front(",") && !text.startswith(close))
      return false;
    text.consume_front(" ");
  }
  return true;
}

bool parsePathFront(llvm::StringRef &text, AccessPath *path);

bool parseKey(llvm::StringRef &text, PathKey *out) {
  if (text.consume_front("<"))
    return parsePathFront(text, &out->object) && text.consume_front(">");
  return parseLiteral(text, &out->constant);
}

// A class's name, to the `>` that closes it: `f.<locals>.C` is one.
bool parseClass(llvm::StringRef &text, std::string *name) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<')
      ++depth;
    if (text[i] != '>' || depth-- > 0)
      continue;
    *name = text.take_front(i).str();
    text = text.drop_front(i + 1);
    return true;
  }
  return false;
}

bool parseRoot(llvm::StringRef &text, AccessPath *path) {
  PathStep &root = path->emplace_back();
  if (text.consume_front("<")) {
    root.kind = JN_STEP_CLASS;
    return parseClass(text, &root.name);
  }
  if (text.consume_front("%")) {
    root.kind = JN_STEP_OPERAND;
    return takeIndex(text, &root.index);
  }
  if (text.consume_front("$")) {
    root.kind = JN_STEP_SLOT;
    // Names of the compiler's own begin with a dot, and may end in one with a number.
    if (text.consume_front("."))
      root.name = ".";
    root.name += takeName(text);
    if (root.name.size() > 1 && root.name[0] == '.' && text.size() > 1 && text[0] == '.' &&
        llvm::isDigit(text[1])) {
      text = text.drop_front();
      root.name += "." + takeName(text);
    }
    return root.name != "." && !root.name.empty();
  }
  if (!text.consume_front("@"))
    return false;
  root.kind = JN_STEP_MODULE;
  llvm::StringRef module = text.take_front(text.find_first_of(":[]>,"));
  root.name = module.str();
  text = text.drop_front(module.size());
  if (text.consume_front(":")) {
    PathStep &global = path->emplace_back();
    global.kind = JN_STEP_ATTRIBUTE;
    global.name = takeName(text);
  }
  return !module.empty() && !path->back().name.empty();
}

// The text between the brackets of `.nodes(...)`, the first of which is off.
llvm::StringRef takeForms(llvm::StringRef &text) {
  unsigned depth = 0;
  size_t end = 0;
  while (end < text.size() && (text[end] != ')' || depth > 0)) {
    depth += text[end] == '(';
    depth -= text[end] == ')';
    ++end;
  }
  llvm::StringRef forms = text.take_front(end);
  text = text.drop_front(end);
  return text.consume_front(")") ? forms : "";
}

bool parseStep(llvm::StringRef &text, AccessPath *path) {
  PathStep &step = path->emplace_back();
  if (text.consume_front(".keys()[")) {
    step.kind = JN_STEP_KEY_AT;
    return takeIndex(text, &step.index) && text.consume_front("]");
  }
  if (text.consume_front(".nodes(")) {
    step.kind = JN_STEP_NODES;
    step.forms = parseNodeForms(takeForms(text));
    return !step.forms.empty();
  }
  if (text.consume_front(".")) {
    step.kind = JN_STEP_ATTRIBUTE;
    step.name = takeName(text);
    return !step.name.empty();
  }
  if (text.consume_front("[+]")) {
    step.kind = JN_STEP_END;
    return true;
  }
  PathKey key;
  if (!text.consume_front("[") || !parseKey(text, &key))
    return false;
  step.kind = key.object.empty() ? JN_STEP_ITEM : JN_STEP_ITEM_AT;
  step.key = std::move(key.constant);
  step.object = std::move(key.object);
  return text.consume_front("]");
}

bool parsePathFront(llvm::StringRef &text, AccessPath *path) {
  if (!parseRoot(text, path))
    return false;
  while (text.startswith(".") || text.startswith("["))
    if (!parseStep(text, path))
      return false;
  return true;
}

bool parseValue(llvm::StringRef value, Assumption *out) {
  switch (janus::info(out->kind).form) {
  case AssumptionForm::Nothing: return value.empty();
  case AssumptionForm::Name: out->name = value.str(); return !value.empty();
  case AssumptionForm::Attribute: out->attribute = value.str(); return !value.empty();
  case AssumptionForm::Member: {
    auto [attribute, name] = value.split('=');
    out->attribute = attribute.str();
    out->name = name.str();
    return value.contains('=');
  }
  case AssumptionForm::Key: return parseKey(value, &out->keys.emplace_back()) && value.empty();
  case AssumptionForm::Constant:
    return parseLiteral(value, &out->keys.emplace_back().constant) && value.empty();
  case AssumptionForm::Keys:
    return value.consume_front("[") &&
           parseList(value, "]", [&] { return parseKey(value, &out->keys.emplace_back()); }) &&
           value.empty();
  case AssumptionForm::Count: return !value.getAsInteger(10, out->number) && out->number >= 0;
  case AssumptionForm::Path: return parsePathFront(value, &out->other) && value.empty();
  case AssumptionForm::Mode:
    out->number = value == "True";
    return value == "True" || value == "False";
  }
  return false;
}

}  // namespace

bool parseLiteral(llvm::StringRef &text, Literal *out) {
  static constexpr std::pair<llvm::StringLiteral, Kind> kWords[] = {
      {"None", Kind::None}, {"True", Kind::True}, {"False", Kind::False}, {"...", Kind::Ellipsis}};
  for (auto &[word, kind] : kWords)
    if (text.consume_front(word)) {
      out->kind = kind;
      return true;
    }
  if (text.startswith("\"")) {
    out->kind = Kind::Str;
    return parseQuoted(text, &out->text);
  }
  if (text.consume_front("(")) {
    out->kind = Kind::Tuple;
    return parseList(text, ")", [&] { return parseLiteral(text, &out->items.emplace_back()); });
  }
  return parseNumber(text, out);
}

std::string toText(const Literal &literal) {
  std::string text;
  llvm::raw_string_ostream out(text);
  switch (literal.kind) {
  case Kind::None: return "None";
  case Kind::True: return "True";
  case Kind::False: return "False";
  case Kind::Ellipsis: return "...";
  case Kind::Int: return std::to_string(literal.integer);
  case Kind::Float: printFloat(out, literal.number); break;
  case Kind::Str: printQuoted(out, literal.text); break;
  case Kind::Tuple:
    out << '(';
    llvm::interleaveComma(literal.items, out, [&](const Literal &each) { out << toText(each); });
    out << (literal.items.size() == 1 ? ",)" : ")");
    break;
  default: return literal.text;
  }
  return text;
}

std::optional<AccessPath> parsePath(llvm::StringRef text) {
  AccessPath path;
  if (!parsePathFront(text, &path) || !text.empty())
    return std::nullopt;
  return path;
}

std::optional<Assumption> parseAssumption(llvm::StringRef kind, llvm::StringRef path,
                                          llvm::StringRef value) {
  std::optional<jn_assumption_kind> known = assumptionNamed({kind.data(), kind.size()});
  if (!known)
    return std::nullopt;
  Assumption made;
  made.kind = *known;
  if (*known == JN_ASSUME_MODE)
    made.name = path.str();
  else if (!parsePathFront(path, &made.path) || !path.empty())
    return std::nullopt;
  return parseValue(value, &made) ? std::optional(std::move(made)) : std::nullopt;
}

std::optional<Assumption> assumptionOf(const Function &function, OpId assume) {
  bool hasValue = function.attribute(assume, "value");
  return parseAssumption(function.stringAttribute(assume, "kind"),
                         function.stringAttribute(assume, "path"),
                         hasValue ? function.stringAttribute(assume, "value") : "");
}

}  // namespace janus::ir
