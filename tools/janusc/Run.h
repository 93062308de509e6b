// `janusc run`: a compiled program from the cache, in place of this process.
#pragma once

#include "janusc/Options.h"
#include "janusc/Program.h"

#include <optional>

namespace janus {

// Replaces this process by the program if the cache has it for the files as they are now.
// Otherwise answers nothing; an exit status when it is there but cannot be started.
std::optional<int> runCached(const Options &options);

// The program has probes, and leaves a profile; versions are made of that, for later runs.
struct RunPlan {
  std::string module;    // where it is kept; in a folder for temporaries when there is no cache
  std::string profile;   // empty: neither made nor used
  std::string versions;  // those of the profile
};
RunPlan planRun(const Options &options, const std::vector<Unit> &units);
// Notes for the next runCached() which files the module was made from.
void rememberRun(const Options &options, const RunPlan &plan, const std::vector<Unit> &units,
                 const Lookups &lookups, double seconds);
// Where runs of the program leave their profile; empty when there is no cache.
std::string keptProfile(const Options &options, const std::vector<Unit> &units);

// How often as long a time as one run waits has gone by specialising with that profile, to no end.
unsigned timeoutsOf(const std::string &profile);
// True where no run of the program has versions to begin with: the first ones are to come soon.
bool isWaitedFor(const std::string &profile);

// Compiles the program unless the cache has it, and its versions in a process of its own, for which
// the program waits as long as it can hope to win: what goes wrong there must not keep the program
// from running.
int compileForRun(const Options &options, std::string *module);

// Replaces this process; answers an exit status if that fails.
int runModule(const Options &options, const std::string &module);

}  // namespace janus
