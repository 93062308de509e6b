#include "Frontend/Parse/RepeatedLines.h"

#include "Frontend/Parse/GrammarText.h"

#include "llvm/ADT/DenseMap.h"

namespace janus {

namespace {

// Lines that begin so have a block, or belong to a statement with one. A star or `await` in front
// is not shown to the grammar, so that the tree would begin behind the line's first token.
bool beginsOtherLine(TokenKind kind) {
  switch (kind) {
  case TokenKind::KwIf:
  case TokenKind::KwElif:
  case TokenKind::KwElse:
  case TokenKind::KwFor:
  case TokenKind::KwWhile:
  case TokenKind::KwTry:
  case TokenKind::KwExcept:
  case TokenKind::KwFinally:
  case TokenKind::KwWith:
  case TokenKind::KwDef:
  case TokenKind::KwClass:
  case TokenKind::KwAsync:
  case TokenKind::At:
  case TokenKind::MatchWord:
  case TokenKind::Star:
  case TokenKind::KwAwait: return true;
  default: return false;
  }
}

}  // namespace

std::vector<uint32_t> findRepeatedLines(llvm::StringRef source, llvm::ArrayRef<Token> tokens) {
  std::vector<uint32_t> out(tokens.size(), kNoLine);
  std::string kinds(tokens.size(), '\0');
  for (size_t i = 0; i < tokens.size(); ++i)
    kinds[i] = static_cast<char>(tokens[i].kind);
  llvm::DenseMap<llvm::StringRef, uint32_t> firsts;
  for (size_t begin = 0, end = 0; begin < tokens.size(); begin = end + 1) {
    for (end = begin; end < tokens.size() && !isLayout(tokens[end].kind);)
      ++end;
    if (end - begin < 2 || beginsOtherLine(tokens[begin].kind) ||
        tokens[end - 1].kind == TokenKind::Colon)
      continue;
    // They may be keywords.
    llvm::StringRef word = source.slice(tokens[begin].begin, tokens[begin].end);
    if (word == "match" || word == "case")
      continue;
    llvm::StringRef line = llvm::StringRef(kinds).slice(begin, end);
    out[begin] = firsts.try_emplace(line, static_cast<uint32_t>(begin)).first->second;
  }
  return out;
}

}  // namespace janus
