// Source text -> tokens, by CPython's rules and with its error texts.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace janus {

enum class TokenKind : uint8_t {
#define JANUS_TOKEN(name) name,
#define JANUS_PUNCTUATOR(name, spelling) name,
#define JANUS_KEYWORD(name, spelling) Kw##name,
#include "Frontend/Parse/Tokens.def"
};

// "':'", "'def'"; of the others the name.
llvm::StringRef spelling(TokenKind kind);
bool isKeyword(TokenKind kind);

struct Token {
  TokenKind kind;
  uint8_t level;  // of open brackets behind the token
  uint32_t begin, end;
};

// What Python raises for a wrong text.
enum class SyntaxErrorKind : uint8_t { Syntax, Indentation, Tab, PythonTwo, Limit };

struct SyntaxProblem {
  SyntaxErrorKind kind = SyntaxErrorKind::Syntax;
  std::string message;
  uint32_t begin = 0, end = 0;
  std::string help;
  std::optional<uint32_t> related;  // a place elsewhere that belongs to it
  bool fromTokens = false;
  // Of a tokenizer's problem: CPython reports it even where the grammar fails before it.
  bool overridesGrammar = false;
  bool isUnclosedBracket = false;
};

struct Tokens {
  std::vector<Token> list;               // ends with EndMarker or Error
  std::optional<SyntaxProblem> problem;  // of the Error token
};

constexpr unsigned kMaxOpenBrackets = 200;
constexpr unsigned kMaxIndents = 100;

Tokens tokenize(llvm::StringRef text);
// The expression of an f-string, the bytes [begin, end) of `text`: as if it stood in parentheses.
// The two parentheses are tokens without width.
Tokens tokenizeParenthesized(llvm::StringRef text, uint32_t begin, uint32_t end);

}  // namespace janus
