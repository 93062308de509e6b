// Programs that ask which functions run: their modules keep a frame for each call.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace janus::codegen {

// The text of a module has a word by which programs ask for their stack, or for a line of it.
bool asksForFrames(llvm::StringRef source);

}  // namespace janus::codegen
