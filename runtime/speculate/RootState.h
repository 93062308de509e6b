// A root of the program as it runs: its versions, of which there may be more later on, and what its
// probes count.
#pragma once

#include "speculate/Version.h"

namespace janus::speculate {

struct RootRecord;

struct RootState {
  explicit RootState(const jn_region_def *root);

  const jn_region_def *root;
  jn_module *program;  // it belongs to; or null (Programs.h)
  uint64_t entries = 0, committed = 0;
  uint64_t inPython = 0;                           // entries that were left to the source
  std::vector<std::unique_ptr<Version>> versions;  // also those that others have replaced
  std::vector<Version *> order;  // in which they are tried: the one that has committed last first
  Version *last = nullptr;       // that one
  RootRecord *record = nullptr;  // of a module with probes, once it was entered (Probes.h)

  // From now on these are tried, and no others. No version is running.
  void setVersions(const jn_version_def *const *made, uint32_t count);
};

// The number of versions that run, of all roots, one within the other: objects that a version drops
// may call functions.
extern uint32_t versionsRunning;

// Made when it is asked for the first time.
RootState &stateOf(const jn_region_def *root);

}  // namespace janus::speculate
