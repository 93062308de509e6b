// Profiles on the command line: reading one for a compilation, making one, showing one.
#pragma once

#include "janusc/Options.h"
#include "janusc/Program.h"

#include "Support/Diagnostics.h"
#include "Transforms/Profile/Profile.h"

namespace janus {

// The profile of a file, if it fits the units; else a warning says why it is not used. False when
// it cannot be read at all.
bool loadProfile(const std::string &file, const std::vector<Unit> &units, DiagnosticEngine &diag,
                 std::optional<speculate::ProfileFile> *profile);

// `janusc profile show FILE`: the exit status.
int showProfile(const Options &options);

// --profile-run: compiles with probes, runs, and compiles with the profile. The exit status.
int compileWithProfileRun(const Options &options, std::string *module);

}  // namespace janus
