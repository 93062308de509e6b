// A file that is complete or not there.
#pragma once

#include <string>

namespace janus::speculate {

// A temporary beside it, then renamed. False: errno says why.
bool writeWholeFile(const std::string &file, const std::string &text);

}  // namespace janus::speculate
