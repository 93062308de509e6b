// For `a + b` and `a[b]` the operator or the brackets are marked by ^ and the rest by ~. CPython
// finds them by parsing the range again; a scan of its tokens outside of brackets answers the same
// question.
#include "value/error/ErrorCarets.h"
#include "value/text/Unicode.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace janus {

namespace {

enum class Kind : uint8_t { Operand, Open, Close, Operator, Keyword };
struct Token {
  Kind kind;
  size_t begin, end;
  size_t match = 0;  // of a bracket: the token of the other one
};
using Tokens = std::vector<Token>;

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\f' || c == '\r' || c == '\n';
}
bool isWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         (c & 0x80);
}
bool isKeyword(std::string_view word) {
  for (std::string_view each :
       {"if", "else", "lambda", "or", "and", "not", "in", "is", "await", "yield", "for", "async"})
    if (word == each)
      return true;
  return false;
}

// The end of the string literal whose quote is at `at`.
size_t stringEnd(std::string_view s, size_t at) {
  std::string_view quote = s.substr(at, 1);
  if (s.substr(at, 3) == std::string(3, s[at]))
    quote = s.substr(at, 3);
  for (size_t i = at + quote.size(); i < s.size(); ++i) {
    if (s[i] == '\\')
      ++i;
    else if (s.substr(i, quote.size()) == quote)
      return i + quote.size();
  }
  return s.size();
}

size_t wordEnd(std::string_view s, size_t at) {
  bool number = s[at] >= '0' && s[at] <= '9';
  size_t end = at;
  auto isExponentSign = [&](size_t i) {
    return number && s[at + 1] != 'x' && (s[i] == '+' || s[i] == '-') &&
           (s[i - 1] == 'e' || s[i - 1] == 'E');
  };
  while (end < s.size() &&
         (isWord(s[end]) || (number && s[end] == '.') || (end > at + 1 && isExponentSign(end))))
    ++end;
  return end;
}

// Nothing when brackets do not pair up.
std::optional<Tokens> scan(std::string_view s) {
  Tokens tokens;
  std::vector<size_t> open;
  for (size_t at = 0; at < s.size();) {
    char c = s[at];
    if (isBlank(c) || c == '\\') {
      ++at;
      continue;
    }
    if (c == '#')
      break;
    size_t end = at + 1;
    Kind kind = Kind::Operator;
    if (isWord(c) || (c == '.' && at + 1 < s.size() && s[at + 1] >= '0' && s[at + 1] <= '9')) {
      end = wordEnd(s, isWord(c) ? at : at + 1);
      bool prefixed = end < s.size() && (s[end] == '"' || s[end] == '\'') && end - at <= 2;
      if (prefixed)
        end = stringEnd(s, end);
      kind = !prefixed && isKeyword(s.substr(at, end - at)) ? Kind::Keyword : Kind::Operand;
    } else if (c == '"' || c == '\'') {
      end = stringEnd(s, at);
      kind = Kind::Operand;
    } else if (c == '(' || c == '[' || c == '{') {
      kind = Kind::Open;
      open.push_back(tokens.size());
    } else if (c == ')' || c == ']' || c == '}') {
      if (open.empty())
        return std::nullopt;
      kind = Kind::Close;
    } else {
      while (end < s.size() && end - at < 2 &&
             (s[end] == '=' || (s[end] == c && (c == '*' || c == '/' || c == '<' || c == '>'))))
        ++end;
    }
    tokens.push_back({kind, at, end});
    if (kind == Kind::Close) {
      tokens.back().match = open.back();
      tokens[open.back()].match = tokens.size() - 1;
      open.pop_back();
    }
    at = end;
  }
  if (!open.empty())
    return std::nullopt;
  return tokens;
}

// Calls f(index) for the tokens outside of brackets in [first, last], an opening bracket included.
template <class F>
void outside(const Tokens &tokens, size_t first, size_t last, F f) {
  for (size_t i = first; i <= last; ++i) {
    f(i);
    if (tokens[i].kind == Kind::Open)
      i = tokens[i].match;
  }
}

// Parentheses around an expression are no part of it; those of a tuple or a generator are.
void stripParentheses(std::string_view s, const Tokens &tokens, size_t *first, size_t *last) {
  while (*first < *last && s[tokens[*first].begin] == '(' && tokens[*first].match == *last &&
         *first + 1 < *last) {
    bool part = false;
    outside(tokens, *first + 1, *last - 1, [&](size_t i) {
      std::string_view text = s.substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
      part |= text == "," || text == "for";
    });
    if (part)
      return;
    ++*first;
    --*last;
  }
}

// How strongly an arithmetic operator binds; 0 for anything else.
int strength(std::string_view op) {
  static constexpr std::string_view levels[] = {"|", "^", "&", "<<>>", "+-", "*/%@//", "**"};
  if (op == "**")
    return 7;
  if (op == "<<" || op == ">>")
    return 4;
  if (op == "//")
    return 6;
  for (int i = 0; i < 6; ++i)
    if (op.size() == 1 && i != 3 && levels[i].find(op) != std::string_view::npos)
      return i + 1;
  return 0;
}

struct Anchors {
  size_t left, right;  // bytes
};

// Up to two characters are the operator, a parenthesis of the right operand among them.
Anchors aroundOperator(std::string_view s, const Tokens &tokens, size_t op) {
  size_t first = op + 1, last = tokens.size() - 1;
  stripParentheses(s, tokens, &first, &last);
  size_t begin = tokens[op].begin;
  bool two = begin + 1 < tokens[first].begin && !isBlank(s[begin + 1]);
  return {begin, begin + (two ? 2 : 1)};
}

std::optional<Anchors> aroundBrackets(std::string_view s, const Tokens &tokens) {
  size_t close = tokens.size() - 1, open = tokens[close].match;
  if (tokens[close].kind != Kind::Close || s[tokens[close].begin] != ']' || open == 0 ||
      open + 1 == close)
    return std::nullopt;
  Kind before = tokens[open - 1].kind;
  if (before != Kind::Operand && before != Kind::Close)
    return std::nullopt;
  return Anchors{tokens[open].begin, tokens[close].end};
}

std::optional<Anchors> findAnchors(std::string_view s) {
  std::optional<Tokens> scanned = scan(s);
  if (!scanned || scanned->empty())
    return std::nullopt;
  const Tokens &tokens = *scanned;
  bool other = false, operandBefore = false;
  int weakest = 8;
  size_t chosen = 0;
  outside(tokens, 0, tokens.size() - 1, [&](size_t i) {
    const Token &token = tokens[i];
    if (token.kind == Kind::Keyword)
      other = true;
    if (token.kind == Kind::Operator) {
      std::string_view text = s.substr(token.begin, token.end - token.begin);
      int level = strength(text);
      bool unary = !operandBefore && (text == "+" || text == "-" || text == "~");
      if (text != "." && !unary && (level == 0 || !operandBefore))
        other = true;
      // The last of equal ones is done last, but for powers.
      if (!unary && level > 0 && (level < weakest || (level == weakest && level != 7))) {
        weakest = level;
        chosen = i;
      }
      operandBefore = false;
    } else {
      operandBefore = true;
    }
  });
  bool signedFirst = tokens[0].kind == Kind::Operator;
  if (other || (signedFirst && weakest >= 7))
    return std::nullopt;
  return weakest < 8 ? aroundOperator(s, tokens, chosen) : aroundBrackets(s, tokens);
}

// Columns on a terminal; East Asian wide characters take two.
size_t columns(std::string_view s) {
  size_t count = 0;
  for (size_t at = 0; at < s.size();) {
    uint32_t c = 0;
    int size = decodeUtf8(s.data() + at, s.size() - at, &c, /*surrogates=*/true);
    at += size > 0 ? size : 1;
    count += size > 0 && c >= 0x80 && (unicode::properties(c) & unicode::kWide) ? 2 : 1;
  }
  return count;
}

}  // namespace

std::string errorCarets(std::string_view line, const jn_span &span) {
  if (span.line == 0 || span.column > line.size())
    return "";
  bool oneLine = span.end_line == span.line;
  size_t begin = span.column, end = span.end_column;
  if (!oneLine) {
    end = line.size();
    while (end > 0 && isBlank(line[end - 1]))
      --end;
  }
  if (end > line.size() || end < begin)
    return "";
  size_t indent = std::min(line.find_first_not_of(" \t\f"), line.size());
  std::optional<Anchors> anchors;
  if (oneLine)
    anchors = findAnchors(line.substr(begin, end - begin));
  size_t from = columns(line.substr(0, begin)), to = columns(line.substr(0, end));
  if (to - from == columns(line) - indent && !anchors)
    return "";
  size_t left = from, right = to;
  if (anchors) {
    left += columns(line.substr(begin, anchors->left));
    right = from + columns(line.substr(begin, anchors->right));
  }
  std::string out = "    ";
  for (size_t i = indent; i < to; ++i)
    out += i < from ? ' ' : i >= left && i < right ? '^' : '~';
  return out;
}

}  // namespace janus
