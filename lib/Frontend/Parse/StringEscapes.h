// Backslash escapes of str and bytes literals.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace janus {

struct EscapeProblem {
  std::string message;
};

// CRLF and CR become LF, as in every Python source.
std::string normalizeLineEnds(llvm::StringRef text);

std::optional<std::string> decodeStringEscapes(llvm::StringRef text, EscapeProblem &problem);
std::optional<std::string> decodeBytesEscapes(llvm::StringRef text, EscapeProblem &problem);

}  // namespace janus
