// The phases of a compilation, in order.
#pragma once

#include "janusc/Options.h"

namespace janus {

// Answers the exit status. With `run`, leaves the module where Run.h finds it.
int compile(const Options &options);

}  // namespace janus
