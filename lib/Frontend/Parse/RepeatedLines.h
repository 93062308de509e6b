// Lines of simple statements that repeat an earlier one, token by token but for how names and
// literals are spelled. Their trees differ in nothing else, so the grammar needs to see only the
// first: a third of a program is spared that way.
#pragma once

#include "Frontend/Parse/Tokenizer.h"

#include "llvm/ADT/ArrayRef.h"

namespace janus {

constexpr uint32_t kNoLine = UINT32_MAX;

// Of the first token of each such line: the first token of the line that has its tree, which is
// itself where there is none before. Of other tokens: kNoLine.
std::vector<uint32_t> findRepeatedLines(llvm::StringRef source, llvm::ArrayRef<Token> tokens);

}  // namespace janus
