// A folder with a module and everything that it needs to run where nothing is installed.
#pragma once

#include "Support/Diagnostics.h"

#include <string>

namespace janus::codegen {

// Copies `module`, janus-run and the closure of their shared libraries, the loader included, into
// `folder`. Reports J0504 or J0601 and answers false when that fails.
bool makeBundle(const std::string &module, const std::string &folder,
                const std::string &libraryFolder, DiagnosticEngine &diag);

}  // namespace janus::codegen
