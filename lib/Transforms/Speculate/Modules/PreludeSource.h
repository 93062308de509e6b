// The prelude's modules as the build leaves them for the compiler: a folder with each module's IR
// as text, `torch.nn.functional.ir`, and beside it the Python that its places speak of.
#pragma once

#include "Support/SourceManager.h"
#include "Transforms/Speculate/Modules/ModuleSource.h"

namespace janus::speculate {

// Without the folder, a library of no modules. `sources` gets the files of the modules that are
// read.
ModuleLibrary preludeLibrary(llvm::StringRef folder, SourceManager &sources);

}  // namespace janus::speculate
