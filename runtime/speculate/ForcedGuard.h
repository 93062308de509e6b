// JANUS_FAIL_GUARD=NAME@K: the guard of that name fails at the K-th entry of its version, K = 1
// when it is not given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace janus::speculate {

struct Version;

struct ForcedGuard {
  std::string name;
  uint64_t entry = 1;
};

// The guard that the variable names; nothing when it is not set. A name may have `@` in it.
std::optional<ForcedGuard> forcedGuard();

// At the end of the program: says so when that guard has not been made to fail, and why.
void sayWhyNotForced();

}  // namespace janus::speculate
