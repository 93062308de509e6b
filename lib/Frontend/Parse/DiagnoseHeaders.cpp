// The mistakes in headers of compound statements that CPython has a message for, by their keyword.
#include "Frontend/Parse/Diagnosis.h"

#include "llvm/ADT/STLExtras.h"

namespace janus {

using namespace ast;

bool Diagnosis::wrongHeader(size_t begin, size_t at) {
  struct Row {
    TokenKind keyword;
    bool (Diagnosis::*isWrong)(const Header &);
  };
  static constexpr Row kRows[] = {
      {TokenKind::KwElse, &Diagnosis::wrongBareHeader},
      {TokenKind::KwTry, &Diagnosis::wrongBareHeader},
      {TokenKind::KwFinally, &Diagnosis::wrongBareHeader},
      {TokenKind::KwDef, &Diagnosis::wrongDef},
      {TokenKind::KwIf, &Diagnosis::wrongCondition},
      {TokenKind::KwElif, &Diagnosis::wrongCondition},
      {TokenKind::KwWhile, &Diagnosis::wrongCondition},
      {TokenKind::KwFor, &Diagnosis::missingColon},
      {TokenKind::KwClass, &Diagnosis::missingColon},
      {TokenKind::KwWith, &Diagnosis::missingColon},
      {TokenKind::KwExcept, &Diagnosis::wrongExcept},
      {TokenKind::Name, &Diagnosis::wrongMatch},
  };
  Header header{begin, begin + (kindAt(begin) == TokenKind::KwAsync), at, false, false};
  size_t open = begin;
  header.isInBracket = bracketAround(begin, at, open) != Bracket::None;
  header.endsLine = kindAt(at) == TokenKind::Newline;
  const Row *row =
      llvm::find_if(kRows, [&](const Row &each) { return each.keyword == kindAt(header.keyword); });
  return row != std::end(kRows) && (this->*row->isWrong)(header);
}

bool Diagnosis::expected(TokenKind kind, size_t at) {
  raise("expected '" + spelling(kind) + "'", spanOf(at));
  return true;
}

// `else`, `try`, `finally`.
bool Diagnosis::wrongBareHeader(const Header &header) {
  return header.at == header.keyword + 1 && kindAt(header.at) != TokenKind::Colon &&
         expected(TokenKind::Colon, header.at);
}

bool Diagnosis::wrongDef(const Header &header) {
  auto [begin, keyword, at, isInBracket, endsLine] = header;
  if (at == keyword + 2 && kindAt(keyword + 1) == TokenKind::Name)
    return expected(TokenKind::LeftParen, at);
  if (isInBracket)
    return false;
  if (kindAt(at - 1) == TokenKind::RightParen && closingOf(keyword + 2, tokens_.size()) == at - 1 &&
      kindAt(at) != TokenKind::Arrow)
    return expected(TokenKind::Colon, at);
  if (kindAt(at) == TokenKind::Colon)
    return false;
  size_t arrow = keyword;
  while (arrow < at && kindAt(arrow) != TokenKind::Arrow)
    ++arrow;
  return arrow + 1 < at && parse(arrow + 1, at, Level::Expression) &&
         expected(TokenKind::Colon, at);
}

// `if`, `elif`, `while`.
bool Diagnosis::wrongCondition(const Header &header) {
  if (header.isInBracket)
    return false;
  if (header.endsLine && parse(header.keyword + 1, header.at, Level::Named))
    return expected(TokenKind::Colon, header.at);
  if (kindAt(header.at) == TokenKind::Equal)
    return wrongEqual(header.keyword + 1, header.at);
  return raised_.has_value();
}

// A line that would be a header if it had its colon.
bool Diagnosis::missingColon(const Header &header) {
  if (header.isInBracket || !header.endsLine)
    return false;
  Excerpt whole;
  if (kindAt(header.keyword) == TokenKind::KwExcept)
    beginHandlers(whole, header.begin);
  bool isCase = isSoft(header.keyword, "case");
  if (isCase)
    beginCases(whole, header.begin);
  appendTokens(whole, header.begin, header.at);
  append(whole, {TokenKind::Colon, TokenKind::KwPass, TokenKind::Newline}, header.at);
  if (isCase)
    append(whole, {TokenKind::Dedent}, header.at);
  return judge(whole).accepted && expected(TokenKind::Colon, header.at);
}

bool Diagnosis::wrongExcept(const Header &header) {
  auto [begin, keyword, at, isInBracket, endsLine] = header;
  if (isInBracket)
    return false;
  bool isGroup = kindAt(keyword + 1) == TokenKind::Star;
  if (isGroup && at == keyword + 2 && (endsLine || kindAt(at) == TokenKind::Colon)) {
    raise("expected one or more exception types", spanOf(at));
    return true;
  }
  if (kindAt(at) != TokenKind::Comma)
    return missingColon(header);
  size_t types = keyword + (isGroup ? 2 : 1);
  size_t colon = lineEnd(at) - 1;
  while (colon > at && (kindAt(colon) != TokenKind::Colon || tokens_[colon].level != 0))
    --colon;
  size_t end = colon >= 2 && kindAt(colon - 2) == TokenKind::KwAs ? colon - 2 : colon;
  if (colon > at && parse(types, end, Level::Expression)) {
    raise("multiple exception types must be parenthesized",
          {source_.file, tokens_[types].begin, tokens_[colon].begin});
    return true;
  }
  return raised_.has_value();
}

// `match` and `case`, which are names elsewhere.
bool Diagnosis::wrongMatch(const Header &header) {
  auto [begin, keyword, at, isInBracket, endsLine] = header;
  bool isMatch = isSoft(keyword, "match"), isCase = isSoft(keyword, "case");
  if (isCase && endsLine && !isInBracket)
    return missingColon(header);
  if (!isMatch || at != keyword + 1 || !endsOperand(kindAt(at)))
    return false;
  size_t end = at;
  while (!isLayout(kindAt(end)))
    ++end;
  bool block = kindAt(end) == TokenKind::Newline && kindAt(end + 1) == TokenKind::Indent;
  return block && kindAt(end - 1) != TokenKind::Colon && parse(at, end, Level::Named) &&
         expected(TokenKind::Colon, end);
}

}  // namespace janus
