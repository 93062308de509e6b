#include "Frontend/Parse/StringEscapes.h"

#include "Support/Unicode.h"
#include "Support/UnicodeNames.h"

#include "llvm/ADT/StringExtras.h"

namespace janus {

namespace {

bool isOctal(char c) {
  return c >= '0' && c <= '7';
}

// The escapes of one character; nothing for the others.
std::optional<char> simpleEscape(char c) {
  switch (c) {
  case '\\': return '\\';
  case '\'': return '\'';
  case '"': return '"';
  case 'a': return '\a';
  case 'b': return '\b';
  case 'f': return '\f';
  case 'n': return '\n';
  case 'r': return '\r';
  case 't': return '\t';
  case 'v': return '\v';
  default: return std::nullopt;
  }
}

// Up to three octal digits from `at`.
unsigned octalEscape(llvm::StringRef text, size_t &at) {
  unsigned value = 0;
  for (int digits = 0; digits < 3 && at < text.size() && isOctal(text[at]); ++digits)
    value = value * 8 + static_cast<unsigned>(text[at++] - '0');
  return value;
}

class StringEscapes {
public:
  StringEscapes(llvm::StringRef text, EscapeProblem &problem) : text_(text), problem_(problem) {}

  std::optional<std::string> decode() {
    std::string out;
    size_t copied = 0;
    while (at_ < text_.size()) {
      if (text_[at_] != '\\') {
        ++at_;
        continue;
      }
      out += text_.slice(copied, at_);
      if (!escape(out))
        return std::nullopt;
      copied = at_;
    }
    out += text_.substr(copied);
    return out;
  }

private:
  bool escape(std::string &out) {
    size_t begin = at_++;
    if (at_ == text_.size()) {  // before a field of an f-string
      out += '\\';
      return true;
    }
    char c = text_[at_];
    if (c == '\n') {
      ++at_;
      return true;
    }
    if (std::optional<char> simple = simpleEscape(c)) {
      out += *simple;
      ++at_;
      return true;
    }
    if (isOctal(c)) {
      unicode::append(out, octalEscape(text_, at_));
      return true;
    }
    switch (c) {
    case 'x': return hex(begin, 2, "truncated \\xXX escape", out);
    case 'u': return hex(begin, 4, "truncated \\uXXXX escape", out);
    case 'U': return hex(begin, 8, "truncated \\UXXXXXXXX escape", out);
    case 'N': return named(begin, out);
    default: break;
    }
    out += '\\';  // unknown escapes are kept
    return true;
  }

  bool hex(size_t begin, unsigned digits, const char *problem, std::string &out) {
    ++at_;
    uint64_t value = 0;
    for (; digits != 0; --digits, ++at_) {
      if (at_ >= text_.size() || !llvm::isHexDigit(text_[at_]))
        return fail(begin, at_, problem);
      value = value * 16 + llvm::hexDigitValue(text_[at_]);
    }
    if (value > 0x10FFFF)
      return fail(begin, at_, "illegal Unicode character");
    unicode::append(out, static_cast<char32_t>(value));
    return true;
  }

  bool named(size_t begin, std::string &out) {
    ++at_;
    size_t close =
        at_ < text_.size() && text_[at_] == '{' ? text_.find('}', at_) : llvm::StringRef::npos;
    if (close == llvm::StringRef::npos || close == at_ + 1) {
      // The message covers the brace only when there is a name or an end to look for.
      bool open = at_ < text_.size() && text_[at_] == '{';
      size_t end = !open ? at_ : close == llvm::StringRef::npos ? text_.size() : at_ + 1;
      return fail(begin, end, "malformed \\N character escape");
    }
    std::optional<char32_t> c = unicode::characterByName(text_.slice(at_ + 1, close));
    at_ = close + 1;
    if (!c)
      return fail(begin, at_, "unknown Unicode character name");
    unicode::append(out, *c);
    return true;
  }

  // CPython counts positions in a form of the text where each character beyond ASCII takes ten
  // bytes.
  size_t position(size_t offset) const {
    size_t count = 0;
    for (size_t i = 0; i < offset;) {
      bool ascii = static_cast<unsigned char>(text_[i]) < 0x80;
      bool kept = text_[i] == '\\' &&
                  (i + 1 == text_.size() || static_cast<unsigned char>(text_[i + 1]) >= 0x80);
      unicode::decode(text_, i);
      count += kept ? 6 : ascii ? 1 : 10;
    }
    return count;
  }
  bool fail(size_t begin, size_t end, const char *reason) {
    size_t first = position(begin), last = std::max(position(end), first + 1) - 1;
    problem_.message = "(unicode error) 'unicodeescape' codec can't decode ";
    problem_.message +=
        first == last ? "byte 0x5c in position " + std::to_string(first)
                      : "bytes in position " + std::to_string(first) + "-" + std::to_string(last);
    problem_.message += std::string(": ") + reason;
    return false;
  }

  llvm::StringRef text_;
  EscapeProblem &problem_;
  size_t at_ = 0;
};

}  // namespace

std::string normalizeLineEnds(llvm::StringRef text) {
  std::string result;
  result.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      result += text[i];
      continue;
    }
    result += '\n';
    if (i + 1 < text.size() && text[i + 1] == '\n')
      ++i;
  }
  return result;
}

std::optional<std::string> decodeStringEscapes(llvm::StringRef text, EscapeProblem &problem) {
  return StringEscapes(text, problem).decode();
}

std::optional<std::string> decodeBytesEscapes(llvm::StringRef text, EscapeProblem &problem) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      out += text[at++];
      continue;
    }
    size_t begin = at++;
    char c = text[at];
    if (c == '\n') {
      ++at;
    } else if (std::optional<char> simple = simpleEscape(c)) {
      out += *simple;
      ++at;
    } else if (isOctal(c)) {
      out += static_cast<char>(octalEscape(text, at));
    } else if (c == 'x') {
      if (at + 2 >= text.size() || !llvm::isHexDigit(text[at + 1]) ||
          !llvm::isHexDigit(text[at + 2])) {
        problem.message = "(value error) invalid \\x escape at position " + std::to_string(begin);
        return std::nullopt;
      }
      out += static_cast<char>(llvm::hexDigitValue(text[at + 1]) * 16 +
                               llvm::hexDigitValue(text[at + 2]));
      at += 3;
    } else {
      out += '\\';  // unknown escapes are kept
    }
  }
  return out;
}

}  // namespace janus
