// `janusc run`: a compiled program from the cache, in place of this process.
#pragma once

#include "janusc/Options.h"

#include <optional>

namespace janus {

// Replaces this process by the cached program; answers only if there is none (nothing), or if it
// cannot be started (an exit status).
std::optional<int> runCached(const Options &options);

}  // namespace janus
