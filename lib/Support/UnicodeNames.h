// Characters by their Unicode name, for `\N{...}`.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace janus::unicode {

// Names, aliases and the computed names of Hangul syllables and CJK ideographs; case does not
// matter.
std::optional<char32_t> characterByName(llvm::StringRef name);

}  // namespace janus::unicode
