// JANUS_LOG=guards,summary: what happens to roots, on standard error.
#pragma once

#include "speculate/Version.h"

namespace janus::speculate {

struct Finding;

struct RootState {
  explicit RootState(const jn_region_def *root);

  const jn_region_def *root;
  jn_module *program;  // it belongs to; or null (Programs.h)
  uint64_t entries = 0, committed = 0;
  uint64_t inPython = 0;  // entries that were left to the source
  std::vector<std::unique_ptr<Version>> versions;
  std::vector<Version *> order;  // in which they are tried: the one that has committed last first
  Version *last = nullptr;       // that one
};

struct LogOptions {
  bool guards = false, summary = false;
};
const LogOptions &logOptions();

// Noted for the counters, said under `guards`, and an event of the trace.
void noteGuardFailure(Version &version, uint32_t guard);
// The version has failed where no other took the entry.
void backOff(Version &version);
void noteBindingFailure(Version &version, const Finding &why);
void printSummary();

}  // namespace janus::speculate
