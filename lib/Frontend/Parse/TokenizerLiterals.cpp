// Numbers and strings: where they end, and what is wrong with their form.
#include "Frontend/Parse/TokenizerState.h"

#include "llvm/ADT/StringExtras.h"

namespace janus {

namespace {

bool isRadixDigit(char c, unsigned radix) {
  return llvm::hexDigitValue(c) < radix;
}

}  // namespace

bool TokenizerState::number(uint32_t begin) {
  if (peek() == '.') {
    ++at_;
    if (!decimalTail())
      return false;
    return exponent(begin);
  }
  if (peek() == '0') {
    ++at_;
    switch (peek()) {
    case 'x':
    case 'X': return radixNumber(begin, "hexadecimal", 16);
    case 'o':
    case 'O': return radixNumber(begin, "octal", 8);
    case 'b':
    case 'B': return radixNumber(begin, "binary", 2);
    default: return zeroNumber(begin);
    }
  }
  if (!decimalTail())
    return false;
  return fraction(begin);
}

// 0x.., 0o.., 0b..
bool TokenizerState::radixNumber(uint32_t begin, const char *kind, unsigned radix) {
  ++at_;
  auto invalidDigit = [&] {
    char digit = peek();
    ++at_;
    return failBefore(llvm::Twine("invalid digit '") + llvm::Twine(digit) + "' in " + kind +
                      " literal");
  };
  do {
    if (peek() == '_')
      ++at_;
    if (!isRadixDigit(peek(), radix)) {
      if (radix != 16 && llvm::isDigit(peek()))
        return invalidDigit();
      return failBefore(llvm::Twine("invalid ") + kind + " literal");
    }
    while (isRadixDigit(peek(), radix))
      ++at_;
  } while (peek() == '_');
  if (radix != 16 && llvm::isDigit(peek()))
    return invalidDigit();
  if (!endOfNumber(kind))
    return false;
  add(TokenKind::Number, begin, at_);
  return true;
}

// A number that begins with 0 is zero, a float, or a mistake.
bool TokenizerState::zeroNumber(uint32_t begin) {
  bool nonZero = false;
  for (;;) {
    if (peek() == '_') {
      ++at_;
      if (!llvm::isDigit(peek()))
        return failBefore("invalid decimal literal");
    }
    if (peek() != '0')
      break;
    ++at_;
  }
  uint32_t zerosEnd = at_;
  if (llvm::isDigit(peek())) {
    nonZero = true;
    if (!decimalTail())
      return false;
  }
  char c = peek();
  if (c == '.' || c == 'e' || c == 'E' || c == 'j' || c == 'J')
    return fraction(begin);
  if (nonZero)
    return fail("leading zeros in decimal integer literals are not permitted; use an 0o prefix for "
                "octal integers",
                begin, zerosEnd);
  if (!endOfNumber("decimal"))
    return false;
  add(TokenKind::Number, begin, at_);
  return true;
}

// Behind the digits before a possible point.
bool TokenizerState::fraction(uint32_t begin) {
  if (peek() == '.') {
    ++at_;
    if (llvm::isDigit(peek()) && !decimalTail())
      return false;
  }
  return exponent(begin);
}

bool TokenizerState::exponent(uint32_t begin) {
  if (peek() == 'e' || peek() == 'E') {
    bool sign = peek(1) == '+' || peek(1) == '-';
    if (llvm::isDigit(peek(sign ? 2 : 1))) {
      at_ += sign ? 2 : 1;
      if (!decimalTail())
        return false;
    } else if (sign) {
      at_ += 2;
      return failBefore("invalid decimal literal");
    } else {
      if (!endOfNumber("decimal"))
        return false;
      add(TokenKind::Number, begin, at_);
      return true;
    }
  }
  const char *kind = "decimal";
  if (peek() == 'j' || peek() == 'J') {
    ++at_;
    kind = "imaginary";
  }
  if (!endOfNumber(kind))
    return false;
  add(TokenKind::Number, begin, at_);
  return true;
}

// Digits with single underscores between them; the cursor is at the first digit.
bool TokenizerState::decimalTail() {
  for (;;) {
    while (llvm::isDigit(peek()))
      ++at_;
    if (peek() != '_')
      return true;
    ++at_;
    if (!llvm::isDigit(peek()))
      return failBefore("invalid decimal literal");
  }
}

// A number may touch a keyword (`1if x else y`), but no other name.
bool TokenizerState::endOfNumber(const char *kind) {
  llvm::StringRef rest = text_.slice(at_, end_);
  for (llvm::StringRef keyword : {"if", "in", "is"})
    if (rest.startswith(keyword))
      return true;
  auto continuesName = [](char c) {
    return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  };
  for (llvm::StringRef keyword : {"and", "else", "for", "or", "not"})
    if (rest.startswith(keyword) && !continuesName(peek(static_cast<uint32_t>(keyword.size()))))
      return true;
  bool touchesName = llvm::isAlnum(peek()) || peek() == '_';
  if (!touchesName)
    return true;
  return failBefore(llvm::Twine("invalid ") + kind + " literal");
}

// The cursor is at the opening quote, `begin` at the prefix.
bool TokenizerState::string(uint32_t begin) {
  char quote = peek();
  bool triple = peek(1) == quote && peek(2) == quote;
  at_ += triple ? 3 : 1;
  uint32_t firstLine = lineBegin_;
  auto unterminated = [&](const char *what, uint32_t from) {
    return fail(llvm::Twine("unterminated ") + what + " literal (detected at line " +
                    llvm::Twine(lineNumber(std::min(at_, end_))) + ")",
                from, from + 1);
  };
  for (;;) {
    if (atEnd()) {
      // The end of the last line does not begin another one.
      if (at_ > begin && (text_[at_ - 1] == '\n' || text_[at_ - 1] == '\r'))
        --at_;
      lineBegin_ = firstLine;
      return unterminated(triple ? "triple-quoted string" : "string", begin);
    }
    char c = peek();
    if (c == quote && (!triple || (peek(1) == quote && peek(2) == quote))) {
      at_ += triple ? 3 : 1;
      break;
    }
    if (c == '\n' || c == '\r') {
      if (!triple)
        return unterminated("string", begin);
      skipLineEnd();
      lineBegin_ = at_;
    } else if (c == '\\') {
      ++at_;
      if (atEnd())
        continue;
      if (peek() == '\n' || peek() == '\r') {
        skipLineEnd();
        lineBegin_ = at_;
      } else {
        ++at_;
      }
    } else {
      ++at_;
    }
  }
  add(TokenKind::String, begin, at_);
  return true;
}

}  // namespace janus
