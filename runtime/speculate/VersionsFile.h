// A file that holds versions and nothing else, made for a program that is running, or that the
// cache has.
#pragma once

#include "janus/region.h"

#include <chrono>
#include <string>

namespace janus::speculate {

// Loads the file for good. Null when it cannot be loaded, or was not made for that program (the
// hash of jn_tier_up_def); `why` says what is the matter.
const jn_versions_def *loadVersions(const std::string &file, const char *program, std::string *why);

// Roots that are entered for the first time have their versions of these from now on.
void setKnownVersions(const jn_versions_def *made);
const jn_root_versions *knownVersionsOf(const jn_region_def *root);  // null: it has none

// A file that another process makes while the program runs.
class AwaitedVersions {
public:
  using Clock = std::chrono::steady_clock;

  AwaitedVersions(std::string file, const char *program)
      : file_(std::move(file)), program_(program) {}

  // Its versions, loaded, once it is there.
  const jn_versions_def *look(Clock::time_point now);

private:
  std::string file_;  // empty: no longer
  const char *program_;
  Clock::time_point nextLook_{};
};

}  // namespace janus::speculate
