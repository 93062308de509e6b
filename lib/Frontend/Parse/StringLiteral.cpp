#include "Frontend/Parse/StringLiteral.h"

#include "Frontend/Parse/StringEscapes.h"

#include "llvm/ADT/StringExtras.h"

namespace janus {

namespace {

constexpr unsigned kMaxFieldDepth = 2;  // a field in the format of a field, and no deeper
constexpr size_t kMaxFieldBrackets = 200;

// One string token taken apart.
struct Literal {
  bool bytes = false, raw = false, formatted = false, unicode = false;
  uint32_t begin = 0, end = 0;  // of the text between the quotes
};

Literal splitLiteral(llvm::StringRef source, Token token) {
  Literal literal;
  uint32_t at = token.begin;
  for (; source[at] != '"' && source[at] != '\''; ++at) {
    switch (llvm::toLower(source[at])) {
    case 'b': literal.bytes = true; break;
    case 'r': literal.raw = true; break;
    case 'f': literal.formatted = true; break;
    default: literal.unicode = true; break;
    }
  }
  bool triple = token.end - at >= 6 && source[at + 1] == source[at] && source[at + 2] == source[at];
  uint32_t quotes = triple ? 3 : 1;
  literal.begin = at + quotes;
  literal.end = token.end - quotes;
  return literal;
}

class StringReader {
public:
  StringReader(llvm::StringRef source, ExpressionCheck check, SyntaxProblem &problem)
      : source_(source), check_(check), problem_(problem) {}

  std::optional<StringValue> read(llvm::ArrayRef<Token> tokens) {
    StringValue value;
    std::vector<StringPart> parts;
    for (size_t i = 0; i < tokens.size(); ++i) {
      Literal literal = splitLiteral(source_, tokens[i]);
      if (i == 0) {
        value.isBytes = literal.bytes;
        value.unicodePrefix = literal.unicode;
      }
      if (literal.bytes && !isAscii(literal)) {
        fail("bytes can only contain ASCII literal characters", tokens[i].begin, tokens[i].end);
        return std::nullopt;
      }
      // CPython decodes the token before it compares the kinds.
      if (literal.formatted) {
        value.isFormatted = true;
        if (!literal.bytes && value.isBytes)
          return mixed(tokens[i]);
        uint32_t at = literal.begin;
        if (!fields(literal, at, literal.end, 0, parts))
          return std::nullopt;
        continue;
      }
      std::optional<std::string> text = decode(literal, literal.begin, literal.end);
      if (!text)
        return std::nullopt;
      if (literal.bytes != value.isBytes)
        return mixed(tokens[i]);
      addText(parts, std::move(*text));
    }
    if (value.isFormatted)
      value.parts = std::move(parts);
    else if (!parts.empty())
      value.text = std::move(parts.front().text);
    return value;
  }

private:
  bool fail(const llvm::Twine &message, uint32_t begin, uint32_t end) {
    problem_.message = message.str();
    problem_.begin = begin;
    problem_.end = end;
    return false;
  }
  bool fieldProblem(const llvm::Twine &message, uint32_t at) {
    return fail("f-string: " + message, at,
                std::min<uint32_t>(at + 1, static_cast<uint32_t>(source_.size())));
  }
  std::nullopt_t mixed(Token token) {
    fail("cannot mix bytes and nonbytes literals", token.begin, token.end);
    return std::nullopt;
  }

  bool isAscii(const Literal &literal) const {
    return llvm::all_of(source_.slice(literal.begin, literal.end),
                        [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  }

  static void addText(std::vector<StringPart> &parts, std::string text) {
    if (text.empty())
      return;
    if (!parts.empty() && !parts.back().field)
      parts.back().text += text;
    else
      parts.push_back({std::move(text), nullptr});
  }

  std::optional<std::string> decode(const Literal &literal, uint32_t begin, uint32_t end) {
    std::string text = normalizeLineEnds(source_.slice(begin, end));
    if (literal.raw || llvm::StringRef(text).find('\\') == llvm::StringRef::npos)
      return text;
    EscapeProblem escape;
    std::optional<std::string> decoded =
        literal.bytes ? decodeBytesEscapes(text, escape) : decodeStringEscapes(text, escape);
    if (!decoded)
      fail(escape.message, begin, end);
    return decoded;
  }

  // Literal text and fields from `at` to `end`, or to the `}` that ends the format of a field.
  bool fields(const Literal &literal, uint32_t &at, uint32_t end, unsigned depth,
              std::vector<StringPart> &parts) {
    for (;;) {
      bool doubled = false;
      if (!literalText(literal, at, end, depth, parts, doubled))
        return false;
      if (doubled)
        continue;
      if (at >= end || source_[at] == '}')
        return true;
      if (!field(literal, at, end, depth, parts))
        return false;
    }
  }

  // Up to a brace; `doubled` when it stopped behind `{{` or `}}`.
  bool literalText(const Literal &literal, uint32_t &at, uint32_t end, unsigned depth,
                   std::vector<StringPart> &parts, bool &doubled) {
    uint32_t begin = at, textEnd = end;
    uint32_t next = end;
    for (uint32_t i = at; i < end;) {
      char c = source_[i++];
      if (!literal.raw && c == '\\' && i < end) {
        c = source_[i++];
        if (c == 'N') {
          // The braces of \N{...} are no field.
          if (i < end && source_[i++] == '{')
            while (i < end && source_[i++] != '}') {
            }
          continue;
        }
      }
      if (c != '{' && c != '}')
        continue;
      if (depth == 0 && i < end && source_[i] == c) {
        textEnd = i;
        next = i + 1;
        doubled = true;
      } else if (depth == 0 && c == '}') {
        return fieldProblem("single '}' is not allowed", i - 1);
      } else {
        textEnd = next = i - 1;
      }
      break;
    }
    if (begin != textEnd) {
      std::optional<std::string> text = decode(literal, begin, textEnd);
      if (!text)
        return false;
      addText(parts, std::move(*text));
    }
    at = next;
    return true;
  }

  // `{expression=!conversion:format}`; the cursor is at the opening brace.
  bool field(const Literal &literal, uint32_t &at, uint32_t end, unsigned depth,
             std::vector<StringPart> &parts) {
    if (depth >= kMaxFieldDepth)
      return fieldProblem("expressions nested too deeply", at);
    auto expectingBrace = [&] { return fieldProblem("expecting '}'", at); };
    uint32_t begin = ++at;
    if (!expressionEnd(at, end))
      return false;
    if (at >= end)
      return expectingBrace();
    if (source_.slice(begin, at).find_first_not_of(" \t\n\r\f") == llvm::StringRef::npos) {
      char c = source_[at];
      if (c == '!' || c == ':' || c == '=')
        return fieldProblem(llvm::Twine("expression required before '") + llvm::Twine(c) + "'", at);
      return fieldProblem("empty expression not allowed", at);
    }
    auto field = std::make_unique<FormatField>();
    field->begin = begin;
    field->end = at;
    if (!check_(begin, at))
      return false;

    bool debug = source_[at] == '=';
    if (debug) {
      ++at;
      while (at < end && llvm::isSpace(source_[at]))
        ++at;
      if (at >= end)
        return expectingBrace();
      addText(parts, normalizeLineEnds(source_.slice(begin, at)));
    }
    if (source_[at] == '!') {
      if (++at >= end)
        return expectingBrace();
      field->conversion = static_cast<unsigned char>(source_[at]);
      if (!llvm::StringRef("sra").contains(source_[at]))
        return fieldProblem("invalid conversion character: expected 's', 'r', or 'a'", at);
      if (++at >= end)
        return expectingBrace();
    }
    if (source_[at] == ':') {
      if (++at >= end)
        return expectingBrace();
      field->hasSpec = true;
      if (!fields(literal, at, end, depth + 1, field->spec))
        return false;
    }
    if (at >= end || source_[at] != '}')
      return expectingBrace();
    ++at;
    if (debug && !field->hasSpec && field->conversion == -1)
      field->conversion = 'r';
    parts.push_back({"", std::move(field)});
    return true;
  }

  // Moves to the character that ends the expression of a field.
  bool expressionEnd(uint32_t &at, uint32_t end) {
    char quote = 0;
    bool triple = false;
    std::string open;
    auto isTriple = [&](uint32_t i) {
      return i + 2 < end && source_[i + 1] == source_[i] && source_[i + 2] == source_[i];
    };
    for (; at < end; ++at) {
      char c = source_[at];
      if (c == '\\')
        return fail("f-string expression part cannot include a backslash", at, at + 1);
      if (quote != 0) {
        if (c != quote || (triple && !isTriple(at)))
          continue;
        at += triple ? 2 : 0;
        quote = 0;
        continue;
      }
      switch (c) {
      case '\'':
      case '"':
        triple = isTriple(at);
        at += triple ? 2 : 0;
        quote = c;
        continue;
      case '(':
      case '[':
      case '{':
        if (open.size() >= kMaxFieldBrackets)
          return fieldProblem("too many nested parenthesis", at);
        open += c;
        continue;
      case '#': return fail("f-string expression part cannot include '#'", at, at + 1);
      default: break;
      }
      if (open.empty() && llvm::StringRef("!:}=<>").contains(c)) {
        bool twoCharacters = at + 1 < end && source_[at + 1] == '=' && c != ':' && c != '}';
        if (twoCharacters) {
          ++at;
          continue;
        }
        if (c == '<' || c == '>')
          continue;
        return true;
      }
      if (c == ')' || c == ']' || c == '}') {
        if (open.empty())
          return fieldProblem(llvm::Twine("unmatched '") + llvm::Twine(c) + "'", at);
        char opening = open.back();
        open.pop_back();
        bool matches = (opening == '(' && c == ')') || (opening == '[' && c == ']') ||
                       (opening == '{' && c == '}');
        if (!matches)
          return fieldProblem(llvm::Twine("closing parenthesis '") + llvm::Twine(c) +
                                  "' does not match opening parenthesis '" + llvm::Twine(opening) +
                                  "'",
                              at);
      }
    }
    if (quote != 0)
      return fieldProblem("unterminated string", at);
    if (!open.empty())
      return fieldProblem(llvm::Twine("unmatched '") + llvm::Twine(open.back()) + "'", at);
    return true;
  }

  llvm::StringRef source_;
  ExpressionCheck check_;
  SyntaxProblem &problem_;
};

}  // namespace

std::optional<StringValue> readStrings(llvm::StringRef source, llvm::ArrayRef<Token> tokens,
                                       ExpressionCheck check, SyntaxProblem &problem) {
  return StringReader(source, check, problem).read(tokens);
}

}  // namespace janus
