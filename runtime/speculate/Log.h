// JANUS_LOG=guards,summary: what happens to roots, on standard error.
#pragma once

#include "speculate/Version.h"

namespace janus::speculate {

struct RootState {
  explicit RootState(const jn_region_def *root);

  const jn_region_def *root;
  uint64_t entries = 0, committed = 0;
  std::vector<std::unique_ptr<Version>> versions;
  std::vector<Version *> order;  // in which they are tried: the one that has committed last first
};

// All roots that were entered, for counters.
const std::vector<RootState *> &allRoots();

struct LogOptions {
  bool guards = false, summary = false;
};
const LogOptions &logOptions();

void logGuard(const Version &version, uint32_t guard);
void logBinding(const Version &version, const std::string &why);
void printSummary(const std::vector<RootState *> &roots);

}  // namespace janus::speculate
