// A process that is no child of this one: programs wait for their children, and are told when one
// ends.
#pragma once

#include <string>
#include <vector>

namespace janus::speculate {

// Starts argv[0], a path, in that folder, in a session of its own and without open files. False
// when it could not be started.
bool startOutside(const std::vector<std::string> &argv, const std::string &folder,
                  const std::vector<std::string> &environment);

}  // namespace janus::speculate
