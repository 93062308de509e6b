// The concrete tree that tree-sitter makes of tokens.
#pragma once

#include "Frontend/Parse/GrammarText.h"

#include "llvm/Support/Allocator.h"

namespace janus {

enum class Construct : uint8_t {
  Token,    // a keyword or a punctuator: its kind is that of the token
  Unknown,  // of another language than Python 3.11
#define JANUS_EXPRESSION(name, grammar, level, method) name,
#define JANUS_STATEMENT(name, grammar, method) name,
#define JANUS_PART(name, grammar) name,
#include "Frontend/Parse/Constructs.def"
};

struct ConcreteNode {
  Construct kind = Construct::Token;
  uint32_t first = 0, end = 0;  // its tokens, without hidden ones at the ends
  llvm::ArrayRef<ConcreteNode> children;
};

struct ConcreteTree {
  bool accepted = false;            // by the grammar, and each token has its place in the tree
  ConcreteNode root;                // of accepted tokens
  std::optional<uint32_t> tooDeep;  // a token that is nested deeper than trees may be
  llvm::BumpPtrAllocator storage;
};

ConcreteTree parseConcrete(const GrammarText &text, llvm::ArrayRef<Token> tokens);

// The first token that cannot follow those before it, by the grammar; the number of tokens when all
// are accepted.
size_t firstWrongToken(const GrammarText &text, llvm::ArrayRef<Token> tokens);

}  // namespace janus
