// JANUS_TRACE=FILE: the phases of a compilation, as the run time writes its events.
#pragma once

#include "Support/Timer.h"

#include "llvm/ADT/StringRef.h"

namespace janus {

// Adds to the file what has been compiled. A program that is run next goes on with it.
void writeTrace(const Timer &timer, llvm::StringRef subject);

}  // namespace janus
