// Constants and f-strings.
//
// Up to Python 3.11 the fields of an f-string hold no backslash and none of the quotes around them,
// so that the quotes of strings inside are chosen after those outside. A tree that came from source
// can always be printed; one that a converter made and that cannot becomes a call of `str.join`.
#include "Frontend/Syntax/PythonPrinter.h"
#include "Support/Unicode.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

namespace janus::ast {

namespace {

constexpr llvm::StringLiteral kQuotes[] = {"'", "\"", "'''", "\"\"\""};
constexpr size_t kMaxDecimalDigits = 4300;  // Python refuses longer decimal literals

// Whether `inner` may stand between these quotes as it is.
bool fitsBetween(llvm::StringRef inner, llvm::StringRef quotes) {
  bool oneLine = quotes.size() == 1;
  if (inner.contains(quotes) || (oneLine && inner.find_first_of("\n\r") != llvm::StringRef::npos))
    return false;
  return inner.empty() || inner.back() != quotes.front();
}

// Literal text of an f-string, with escapes. In the format of a field braces cannot be doubled.
void appendEscaped(std::string &out, llvm::StringRef text, llvm::StringRef quotes, bool inFormat) {
  // repr() escapes what cannot be printed and the backslash; its quotes are dropped.
  std::string repr = reprOfStr(text);
  bool escapedByRepr = repr.front() == '\'' && text.contains('\'');
  for (size_t i = 1; i + 1 < repr.size(); ++i) {
    char c = repr[i];
    if (c == '\\') {
      bool plainQuote = escapedByRepr && repr[i + 1] == '\'' && quotes.front() != '\'';
      if (!plainQuote)
        out += c;
      out += repr[++i];
    } else if (c == '{' || c == '}') {
      out += inFormat ? (c == '{' ? "\\x7b" : "\\x7d") : std::string(2, c);
    } else {
      if (c == quotes.front())
        out += '\\';
      out += c;
    }
  }
}

}  // namespace

void PythonPrinter::constant(const Constant &node) {
  const ConstantValue &value = node.value;
  switch (value.kind()) {
  case ConstantValue::Kind::Ellipsis: out_ << "..."; return;
  case ConstantValue::Kind::Int:
  case ConstantValue::Kind::Float:
  case ConstantValue::Kind::Complex: return number(value);
  case ConstantValue::Kind::Str:
  case ConstantValue::Kind::Bytes:
    out_ << (node.kind ? "u" : "");
    if (enclosure_.quotes.empty())
      out_ << value.repr();
    else if (!plainString(value, enclosure_))
      inexpressible_ = true;
    return;
  default: out_ << value.repr();
  }
}

void PythonPrinter::number(const ConstantValue &value) {
  if (value.isInt() && value.decimal().size() > kMaxDecimalDigits) {
    llvm::SmallString<64> digits;
    llvm::APInt integer(static_cast<unsigned>(value.decimal().size() * 4), value.decimal(), 10);
    integer.toStringUnsigned(digits, 16);
    out_ << "0x" << digits;
    return;
  }
  // An infinity has no literal but an overflowing one.
  std::string repr = value.repr();
  size_t infinity = repr.find("inf");
  if (infinity != std::string::npos)
    repr.replace(infinity, 3, "1e309");
  out_ << (repr == "nan" ? "(1e309 - 1e309)" : repr);
}

// A string without escapes and without the quotes around it; false when there is no such form.
bool PythonPrinter::plainString(const ConstantValue &value, const Enclosure &around) {
  llvm::StringRef text = value.text();
  for (size_t i = 0; i < text.size();) {
    char32_t c = value.isBytes() ? static_cast<unsigned char>(text[i++]) : unicode::decode(text, i);
    bool surrogate = c >= 0xD800 && c < 0xE000;
    if (c == '\\' || c == '\r' || c == 0 || surrogate || (value.isBytes() && c >= 0x80))
      return false;
  }
  for (llvm::StringRef quotes : kQuotes) {
    if (!fitsBetween(text, quotes))
      continue;
    std::string literal = ((value.isBytes() ? "b" : "") + quotes + text + quotes).str();
    bool clashes = llvm::any_of(around.quotes, [&](llvm::StringRef outer) {
      return llvm::StringRef(literal).contains(outer);
    });
    if (clashes || (around.oneLine && llvm::StringRef(literal).contains('\n')))
      continue;
    out_ << literal;
    return true;
  }
  return false;
}

void PythonPrinter::joinedString(NodeId id) {
  JoinedStr single;
  const auto *node = ast_.dynGet<JoinedStr>(id);
  if (!node) {
    single.values.push_back(id);
    node = &single;
  }
  bool prefixed = llvm::any_of(node->values, [&](NodeId value) {
    const auto *text = ast_.dynGet<Constant>(value);
    return text && text->kind;
  });
  for (llvm::StringRef quotes : kQuotes) {
    std::optional<std::string> text = joinedText(*node, quotes, enclosure_);
    if (!text)
      continue;
    out_ << (prefixed ? "u'' " : "") << 'f' << quotes << *text << quotes;
    return;
  }
  if (!enclosure_.quotes.empty()) {
    inexpressible_ = true;
    return;
  }
  // ''.join(('text', format(value, 'spec')))
  out_ << "''.join((";
  for (NodeId value : node->values) {
    const auto *field = ast_.dynGet<FormattedValue>(value);
    if (!field) {
      expression(value, Precedence::Test);
    } else {
      llvm::StringRef convert = field->conversion == 'r'   ? "repr("
                                : field->conversion == 'a' ? "ascii("
                                : field->conversion == 's' ? "str("
                                                           : "(";
      out_ << "format(" << convert;
      expression(field->value, Precedence::Named);
      out_ << ')';
      second(", ", field->format_spec);
      out_ << ')';
    }
    out_ << ", ";
  }
  out_ << "))";
}

// What stands between these quotes, or nothing when that is impossible.
std::optional<std::string> PythonPrinter::joinedText(const JoinedStr &node, llvm::StringRef quotes,
                                                     const Enclosure &around) {
  bool escapes = around.quotes.empty();
  Enclosure inside = around;
  inside.quotes.push_back(quotes);
  inside.oneLine |= quotes.size() == 1;
  std::string text;
  if (!fields(node, inside, escapes, false, text) || !fitsBetween(text, quotes)) {
    // A quote at the end of literal text is escaped already where that is possible.
    bool endsEscaped =
        escapes && llvm::StringRef(text).endswith(("\\" + quotes.take_front()).str());
    if (!endsEscaped || inexpressible_)
      return std::nullopt;
  }
  std::string literal = ("f" + quotes + text + quotes).str();
  for (llvm::StringRef outer : around.quotes)
    if (llvm::StringRef(literal).contains(outer))
      return std::nullopt;
  return text;
}

bool PythonPrinter::fields(const JoinedStr &node, const Enclosure &inside, bool escapes,
                           bool inFormat, std::string &out) {
  for (NodeId value : node.values) {
    if (const auto *text = ast_.dynGet<Constant>(value)) {
      llvm::StringRef literal = text->value.text();
      if (escapes) {
        appendEscaped(out, literal, inside.quotes.back(), inFormat);
        continue;
      }
      // In a field of another f-string: as it is, or not at all.
      bool braces = literal.find_first_of("{}") != llvm::StringRef::npos;
      if (reprOfStr(literal).find('\\') != std::string::npos || (braces && inFormat))
        return false;
      for (char c : literal)
        out.append(c == '{' || c == '}' ? 2 : 1, c);
    } else if (!field(ast_.get<FormattedValue>(value), inside, escapes, out)) {
      return false;
    }
  }
  return true;
}

bool PythonPrinter::field(const FormattedValue &node, const Enclosure &inside, bool escapes,
                          std::string &out) {
  std::string inner;
  llvm::raw_string_ostream stream(inner);
  PythonPrinter printer(stream, ast_, 0);
  printer.enclosure_ = inside;
  // A lambda's colon would begin the format.
  bool isLambda = ast_.isa<Lambda>(node.value);
  printer.expression(node.value, isLambda ? Precedence::Or : Precedence::Tuple);
  stream.flush();
  if (printer.inexpressible_ || inner.find('\\') != std::string::npos)
    return false;
  out += inner.front() == '{' ? "{ " : "{";  // `{{` would be a brace
  out += inner;
  if (node.conversion > 0) {
    out += '!';
    out += static_cast<char>(node.conversion);
  }
  if (node.format_spec) {
    out += ':';
    if (!fields(ast_.get<JoinedStr>(node.format_spec), inside, escapes, true, out))
      return false;
  }
  out += '}';
  return true;
}

}  // namespace janus::ast
