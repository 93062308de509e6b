// Command line -> units: the named files, and the modules that they import and that are compiled
// along.
#pragma once

#include "janusc/Options.h"
#include "janusc/Program.h"

#include "Support/Timer.h"

#include <vector>

namespace janus {

// Reads, parses and checks. False when something was reported as an error; what could be read is
// there all the same. Programs come first, in the order of the command line.
bool loadSources(const Options &options, SourceManager &sources, Interner &names, Timer &timer,
                 DiagnosticEngine &diag, std::vector<Unit> &units, Lookups &lookups);

}  // namespace janus
