// Messages of a compiler or linker that failed, and whether it failed for the machine's sake, not
// for what it was given.
#pragma once

#include "Support/Diagnostics.h"
#include "Support/Subprocess.h"

namespace janus::codegen {

// Reports it, if that is what happened. `file` is what was to be written, `program` the tool.
bool reportMachineTrouble(const SubprocessResult &result, llvm::StringRef file,
                          llvm::StringRef program, DiagnosticEngine &diag);

// The first line that names an error, or how the tool ended: "the linker was killed by signal 11".
std::string whyFailed(const SubprocessResult &result, llvm::StringRef tool);

}  // namespace janus::codegen
