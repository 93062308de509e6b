// The table of what is not compiled to native code (SupportedSubset.def).
#pragma once

#include "llvm/ADT/StringRef.h"

namespace janus {

// Whether the builtin of that name runs code that is text.
bool isTextBuiltin(llvm::StringRef name);

}  // namespace janus
