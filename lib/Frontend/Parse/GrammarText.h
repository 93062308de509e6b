// What the grammar is shown: a byte for each token (GrammarLanguage.h). Here stand the repairs that
// the pinned grammar needs to read Python 3.11:
//
// * A name is a name: the grammar has statements named `print`, `exec` and `type`, and takes
//   `match` and `case` for keywords where they are not.
// * A number is an integer, and so are strings beside each other: how they are written is the
//   tokenizer's to check, and CPython 3.11 reads the fields of f-strings apart.
// * A star in front of an expression and `await` are hidden: the grammar binds them too tightly, or
//   not at all. The parser makes their nodes, and refuses those it has no place for.
// * A name in front of `[` is an integer: the grammar takes it for a generic type, without slices
//   and calls.
// * `except *` is one token.
// * `^` and `&` change places: the grammar lets them bind the other way round.
// * The end of a line between a colon and a block is not shown.
//
// A line that repeats an earlier one may be shown as `pass`.
#pragma once

#include "Frontend/Parse/RepeatedLines.h"

namespace janus {

struct GrammarText {
  std::string text;
  std::vector<uint32_t> begins;  // of each token in the text, and the end of the last
  std::vector<uint32_t> ends;
  std::vector<bool> hidden;       // tokens that are not shown, though they count
  std::vector<uint32_t> repeats;  // findRepeatedLines, or empty: all lines are shown
};

enum class RepeatedLines : uint8_t { Shown, Omitted };

GrammarText grammarText(llvm::StringRef source, llvm::ArrayRef<Token> tokens,
                        RepeatedLines repeated = RepeatedLines::Shown);

inline bool isLayout(TokenKind kind) {
  return kind == TokenKind::Newline || kind == TokenKind::Indent || kind == TokenKind::Dedent ||
         kind == TokenKind::EndMarker || kind == TokenKind::Error;
}

// The token may end an operand, so that a star behind it multiplies.
bool endsOperand(TokenKind kind);

}  // namespace janus
