// `janusc run`: a compiled program from the cache, in place of this process.
#pragma once

#include "janusc/Options.h"
#include "janusc/Program.h"

#include <optional>

namespace janus {

// Replaces this process by the program if the cache has it for the files as they are now.
// Otherwise answers nothing; an exit status when it is there but cannot be started.
std::optional<int> runCached(const Options &options);

// Where the module of these units is to be kept; in a folder for temporaries when there is no
// cache.
std::string moduleForRun(const Options &options, const std::vector<Unit> &units);
// Notes for the next runCached() which files the module was made from.
void rememberRun(const Options &options, const std::string &module, const std::vector<Unit> &units,
                 const std::vector<std::string> &absent);

// Replaces this process; answers an exit status if that fails.
int runModule(const Options &options, const std::string &module);

}  // namespace janus
