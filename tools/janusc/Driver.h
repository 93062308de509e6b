// The phases of a compilation, in order.
#pragma once

#include "janusc/Options.h"

namespace janus {

// Answers the exit status, and in `module` what was written.
int compile(const Options &options, std::string *module);

}  // namespace janus
