// The tokenizer at work; shared by its two files.
#pragma once

#include "Frontend/Parse/Tokenizer.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

namespace janus {

class TokenizerState {
public:
  TokenizerState(llvm::StringRef text, uint32_t begin, uint32_t end)
      : text_(text), at_(begin), end_(end) {}

  Tokens run(bool parenthesized);

private:
  struct Bracket {
    char open;
    uint32_t offset;
  };
  struct Indentation {
    uint32_t column, alternative;  // with tabs of 8 and of 1
    uint32_t lineBegin;
  };

  // Tokenizer.cpp
  bool beginLine();
  bool indent(uint32_t column, uint32_t alternative, uint32_t lineBegin);
  bool token();
  bool name(uint32_t begin);
  bool checkIdentifier(uint32_t begin);
  bool punctuator();
  bool openBracket(char c, uint32_t begin);
  bool closeBracket(char c, uint32_t begin);
  bool continuationLine();
  bool unknownCharacter();
  void endOfText();
  void unclosedBracket();

  // TokenizerLiterals.cpp
  bool number(uint32_t begin);
  bool radixNumber(uint32_t begin, const char *kind, unsigned radix);
  bool zeroNumber(uint32_t begin);
  bool fraction(uint32_t begin);
  bool exponent(uint32_t begin);
  bool decimalTail();
  bool endOfNumber(const char *kind);
  bool string(uint32_t begin);

  char peek(uint32_t ahead = 0) const { return at_ + ahead < end_ ? text_[at_ + ahead] : '\0'; }
  bool atEnd() const { return at_ >= end_; }
  bool atLineEnd() const { return atEnd() || peek() == '\n' || peek() == '\r'; }
  // Behind LF, CRLF or CR.
  void skipLineEnd() { at_ += peek() == '\r' && peek(1) == '\n' ? 2 : 1; }
  uint32_t lineNumber(uint32_t offset) const;

  void add(TokenKind kind, uint32_t begin, uint32_t end) {
    out_.list.push_back({kind, static_cast<uint8_t>(brackets_.size()), begin, end});
  }
  // Ends the tokens with a problem; always false.
  bool fail(const llvm::Twine &message, uint32_t begin, uint32_t end,
            SyntaxErrorKind kind = SyntaxErrorKind::Syntax);
  // At the character before the cursor, where CPython's tokenizer points.
  bool failBefore(const llvm::Twine &message);

  llvm::StringRef text_;
  uint32_t at_;
  uint32_t end_;
  uint32_t lineBegin_ = 0;
  bool lineHasTokens_ = false;
  uint32_t commentBegin_ = UINT32_MAX;  // of a comment that ends the text
  llvm::SmallVector<Bracket, 16> brackets_;
  llvm::SmallVector<Indentation, 16> indents_{{0, 0, 0}};
  Tokens out_;
};

}  // namespace janus
