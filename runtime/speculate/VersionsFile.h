// A file that holds versions and nothing else, made for a program that is running.
#pragma once

#include "janus/region.h"

#include <string>

namespace janus::speculate {

// Loads the file for good. Null when it cannot be loaded, or was not made for that program (the
// hash of jn_tier_up_def); `why` says what is the matter.
const jn_versions_def *loadVersions(const std::string &file, const char *program, std::string *why);

}  // namespace janus::speculate
