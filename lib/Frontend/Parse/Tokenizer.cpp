#include "Frontend/Parse/TokenizerState.h"

#include "Support/Unicode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <array>
#include <string_view>

namespace janus {

namespace {

struct Punctuator {
  TokenKind kind;
  std::string_view spelling;
};
constexpr Punctuator kPunctuators[] = {
#define JANUS_PUNCTUATOR(name, spelling) {TokenKind::name, spelling},
#include "Frontend/Parse/Tokens.def"
};

// Where the punctuators that begin with a character stand among each other: the rows are few, so
// that a list of indexes per first character is enough.
struct PunctuatorIndex {
  std::array<std::array<uint8_t, 6>, 128> rows{};  // row + 1; 0 ends
  constexpr PunctuatorIndex() {
    for (size_t row = 0; row < std::size(kPunctuators); ++row) {
      auto &list = rows[static_cast<unsigned char>(kPunctuators[row].spelling[0])];
      size_t i = 0;
      while (list[i] != 0)
        ++i;
      list[i] = static_cast<uint8_t>(row + 1);
    }
  }
};
constexpr PunctuatorIndex kPunctuatorIndex;

TokenKind keywordOrName(llvm::StringRef text) {
  if (text.size() > 8)
    return TokenKind::Name;
  return llvm::StringSwitch<TokenKind>(text)
#define JANUS_KEYWORD(name, spelling) .Case(spelling, TokenKind::Kw##name)
#include "Frontend/Parse/Tokens.def"
      .Default(TokenKind::Name);
}

bool isNameStart(char c) {
  return llvm::isAlpha(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool isNameContinue(char c) {
  return isNameStart(c) || llvm::isDigit(c);
}

std::string hexCode(char32_t c) {
  std::string digits = llvm::utohexstr(c);
  return std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

char closing(char open) {
  return open == '(' ? ')' : open == '[' ? ']' : '}';
}

}  // namespace

llvm::StringRef spelling(TokenKind kind) {
  switch (kind) {
#define JANUS_TOKEN(name)                                                                          \
  case TokenKind::name: {                                                                          \
    return #name;                                                                                  \
  }
#define JANUS_PUNCTUATOR(name, spelling)                                                           \
  case TokenKind::name: {                                                                          \
    return spelling;                                                                               \
  }
#define JANUS_KEYWORD(name, spelling)                                                              \
  case TokenKind::Kw##name: {                                                                      \
    return spelling;                                                                               \
  }
#include "Frontend/Parse/Tokens.def"
  }
  __builtin_unreachable();
}

bool isKeyword(TokenKind kind) {
  return kind >= TokenKind::KwFalse;
}

Tokens tokenize(llvm::StringRef text) {
  return TokenizerState(text, 0, static_cast<uint32_t>(text.size())).run(false);
}

Tokens tokenizeParenthesized(llvm::StringRef text, uint32_t begin, uint32_t end) {
  return TokenizerState(text, begin, end).run(true);
}

Tokens TokenizerState::run(bool parenthesized) {
  out_.list.reserve((end_ - at_) / 4 + 16);
  lineBegin_ = at_;
  if (parenthesized) {
    brackets_.push_back({'(', at_});
    // In the place of the field's braces: a tuple without parentheses begins and ends with them.
    add(TokenKind::LeftParen, at_ - 1, at_);
  } else if (!beginLine()) {
    return std::move(out_);
  }
  while (!atEnd())
    if (!token())
      return std::move(out_);
  if (parenthesized && brackets_.size() == 1) {
    brackets_.pop_back();
    add(TokenKind::RightParen, end_, end_ + 1);
    lineHasTokens_ = true;
  }
  endOfText();
  return std::move(out_);
}

void TokenizerState::endOfText() {
  if (!brackets_.empty())
    return unclosedBracket();
  // Behind the last line that is there: at its line end, if it has one.
  uint32_t end = end_;
  if (end > 0 && !lineHasTokens_ && (text_[end - 1] == '\n' || text_[end - 1] == '\r'))
    end -= end > 1 && text_[end - 1] == '\n' && text_[end - 2] == '\r' ? 2 : 1;
  if (lineHasTokens_)
    add(TokenKind::Newline, std::min(end, commentBegin_), end);
  for (; indents_.size() > 1; indents_.pop_back())
    add(TokenKind::Dedent, end, end);
  add(TokenKind::EndMarker, end, end);
}

void TokenizerState::unclosedBracket() {
  Bracket open = brackets_.back();
  fail(llvm::Twine("'") + llvm::Twine(open.open) + "' was never closed", open.offset,
       open.offset + 1);
  out_.problem->overridesGrammar = false;
  out_.problem->isUnclosedBracket = true;
}

uint32_t TokenizerState::lineNumber(uint32_t offset) const {
  uint32_t line = 1;
  for (uint32_t i = 0; i < offset; ++i)
    if (text_[i] == '\n' || (text_[i] == '\r' && !(i + 1 < text_.size() && text_[i + 1] == '\n')))
      ++line;
  return line;
}

bool TokenizerState::fail(const llvm::Twine &message, uint32_t begin, uint32_t end,
                          SyntaxErrorKind kind) {
  add(TokenKind::Error, begin, end);
  SyntaxProblem problem;
  problem.kind = kind;
  problem.message = message.str();
  problem.begin = begin;
  problem.end = end;
  problem.fromTokens = true;
  problem.overridesGrammar = kind == SyntaxErrorKind::Syntax || kind == SyntaxErrorKind::Limit;
  out_.problem = std::move(problem);
  return false;
}

bool TokenizerState::failBefore(const llvm::Twine &message) {
  uint32_t begin = at_;
  if (begin > lineBegin_)
    --begin;
  while (begin > lineBegin_ && (static_cast<unsigned char>(text_[begin]) & 0xC0) == 0x80)
    --begin;
  return fail(message, begin, std::max(at_, begin + 1));
}

// Measures the indentation of the line at the cursor and gives the tokens for a change; lines of
// blanks and comments are passed over.
bool TokenizerState::beginLine() {
  for (;;) {
    lineBegin_ = at_;
    lineHasTokens_ = false;
    uint32_t column = 0, alternative = 0;
    std::optional<uint32_t> continuedColumn;
    for (;;) {
      char c = peek();
      if (c == ' ') {
        ++column, ++alternative, ++at_;
      } else if (c == '\t') {
        column = (column / 8 + 1) * 8;
        ++alternative, ++at_;
      } else if (c == '\f' && !atEnd()) {
        column = alternative = 0;
        ++at_;
      } else if (c == '\\') {
        // Of an indentation split by backslashes the first line counts.
        if (!continuedColumn || *continuedColumn == 0)
          continuedColumn = column;
        if (!continuationLine())
          return false;
      } else {
        break;
      }
    }
    if (atEnd())
      return true;
    if (peek() == '#')
      while (!atLineEnd())
        ++at_;
    if (atLineEnd()) {
      if (!atEnd())
        skipLineEnd();
      continue;
    }
    if (continuedColumn && *continuedColumn != 0)
      column = alternative = *continuedColumn;
    return indent(column, alternative, lineBegin_);
  }
}

bool TokenizerState::indent(uint32_t column, uint32_t alternative, uint32_t lineBegin) {
  auto inconsistent = [&] {
    fail("inconsistent use of tabs and spaces in indentation", lineBegin, at_,
         SyntaxErrorKind::Tab);
    out_.problem->related = indents_.back().lineBegin;
    return false;
  };
  if (column == indents_.back().column)
    return alternative == indents_.back().alternative || inconsistent();
  if (column > indents_.back().column) {
    if (indents_.size() >= kMaxIndents)
      return fail("too many levels of indentation", lineBegin, at_, SyntaxErrorKind::Indentation);
    if (alternative <= indents_.back().alternative)
      return inconsistent();
    indents_.push_back({column, alternative, lineBegin});
    add(TokenKind::Indent, at_ - 1, at_);
    return true;
  }
  size_t dedents = 0;
  while (indents_.size() > 1 && column < indents_.back().column) {
    indents_.pop_back();
    ++dedents;
  }
  if (column != indents_.back().column) {
    uint32_t lineEnd = at_;
    while (lineEnd < end_ && text_[lineEnd] != '\n' && text_[lineEnd] != '\r')
      ++lineEnd;
    fail("unindent does not match any outer indentation level", lineEnd, lineEnd,
         SyntaxErrorKind::Indentation);
    out_.problem->related = indents_.back().lineBegin;
    return false;
  }
  if (alternative != indents_.back().alternative)
    return inconsistent();
  uint32_t place = at_ > lineBegin ? at_ - 1 : at_;
  for (; dedents != 0; --dedents)
    add(TokenKind::Dedent, place, at_);
  return true;
}

// Behind the backslash that ends a line.
bool TokenizerState::continuationLine() {
  ++at_;
  if (!atEnd() && !atLineEnd()) {
    fail("unexpected character after line continuation character", at_, at_ + 1);
    out_.problem->overridesGrammar = false;
    return false;
  }
  uint32_t lineEnd = at_;
  if (!atEnd())
    skipLineEnd();
  if (!atEnd()) {
    lineBegin_ = at_;
    return true;
  }
  if (!brackets_.empty())
    return unclosedBracket(), false;
  fail("unexpected EOF while parsing", lineEnd, lineEnd);
  out_.problem->overridesGrammar = false;
  return false;
}

bool TokenizerState::token() {
  while (peek() == ' ' || peek() == '\t' || peek() == '\f')
    ++at_;
  uint32_t begin = at_;  // of a line's end: where its comment begins
  if (peek() == '#')
    while (!atLineEnd())
      ++at_;
  if (atEnd()) {
    commentBegin_ = begin;
    return true;
  }
  char c = peek();
  if (c == '\n' || c == '\r') {
    skipLineEnd();
    if (!brackets_.empty()) {
      lineBegin_ = at_;
      return true;
    }
    add(TokenKind::Newline, begin, at_);
    return beginLine();
  }
  if (c == '\\')
    return continuationLine();
  lineHasTokens_ = true;
  if (isNameStart(c))
    return name(begin);
  if (llvm::isDigit(c) || (c == '.' && llvm::isDigit(peek(1))))
    return number(begin);
  if (c == '"' || c == '\'')
    return string(begin);
  return punctuator();
}

bool TokenizerState::name(uint32_t begin) {
  bool ascii = true;
  while (isNameContinue(peek())) {
    ascii = ascii && static_cast<unsigned char>(peek()) < 0x80;
    ++at_;
  }
  llvm::StringRef text = text_.slice(begin, at_);
  if ((peek() == '"' || peek() == '\'') && text.size() <= 2) {
    std::string prefix = text.lower();
    llvm::sort(prefix);
    bool known = prefix == "b" || prefix == "r" || prefix == "u" || prefix == "f" ||
                 prefix == "br" || prefix == "fr";
    if (known)
      return string(begin);
  }
  if (!ascii && !checkIdentifier(begin))
    return false;
  add(ascii ? keywordOrName(text) : TokenKind::Name, begin, at_);
  return true;
}

bool TokenizerState::checkIdentifier(uint32_t begin) {
  llvm::StringRef text = text_.slice(0, at_);
  for (size_t i = begin; i < at_;) {
    size_t characterBegin = i;
    char32_t c = unicode::decode(text, i);
    bool valid = characterBegin == begin ? c == '_' || unicode::isIdentifierStart(c)
                                         : unicode::isIdentifierContinue(c);
    if (valid)
      continue;
    at_ = static_cast<uint32_t>(i);
    auto from = static_cast<uint32_t>(characterBegin);
    if (unicode::isPrintable(c))
      return fail("invalid character '" + text.slice(characterBegin, i) + "' (U+" + hexCode(c) +
                      ")",
                  from, at_);
    return fail("invalid non-printable character U+" + hexCode(c), from, at_);
  }
  return true;
}

bool TokenizerState::punctuator() {
  uint32_t begin = at_;
  auto first = static_cast<unsigned char>(peek());
  for (uint8_t row : kPunctuatorIndex.rows[first & 0x7F]) {
    if (row == 0)
      break;
    const Punctuator &candidate = kPunctuators[row - 1];
    if (!text_.slice(at_, end_).startswith(llvm::StringRef(candidate.spelling)))
      continue;
    at_ += static_cast<uint32_t>(candidate.spelling.size());
    switch (candidate.kind) {
    case TokenKind::LeftParen:
    case TokenKind::LeftBracket:
    case TokenKind::LeftBrace:
      if (!openBracket(static_cast<char>(first), begin))
        return false;
      break;
    case TokenKind::RightParen:
    case TokenKind::RightBracket:
    case TokenKind::RightBrace:
      if (!closeBracket(static_cast<char>(first), begin))
        return false;
      break;
    default: break;
    }
    add(candidate.kind, begin, at_);
    return true;
  }
  return unknownCharacter();
}

bool TokenizerState::unknownCharacter() {
  uint32_t begin = at_++;
  auto c = static_cast<unsigned char>(text_[begin]);
  if (!unicode::isPrintable(c))
    return fail("invalid non-printable character U+" + hexCode(c), begin, at_);
  add(TokenKind::Unknown, begin, at_);
  return true;
}

bool TokenizerState::openBracket(char c, uint32_t begin) {
  if (brackets_.size() >= kMaxOpenBrackets) {
    fail("too many nested parentheses", begin, begin + 1, SyntaxErrorKind::Limit);
    out_.problem->help = "at most 200 brackets may be open at once";
    return false;
  }
  brackets_.push_back({c, begin});
  return true;
}

bool TokenizerState::closeBracket(char c, uint32_t begin) {
  if (brackets_.empty())
    return fail(llvm::Twine("unmatched '") + llvm::Twine(c) + "'", begin, begin + 1);
  Bracket open = brackets_.pop_back_val();
  if (closing(open.open) == c)
    return true;
  std::string where;
  uint32_t openLine = lineNumber(open.offset);
  if (openLine != lineNumber(begin))
    where = " on line " + std::to_string(openLine);
  fail(llvm::Twine("closing parenthesis '") + llvm::Twine(c) +
           "' does not match opening parenthesis '" + llvm::Twine(open.open) + "'" + where,
       begin, begin + 1);
  out_.problem->related = open.offset;
  return false;
}

}  // namespace janus
