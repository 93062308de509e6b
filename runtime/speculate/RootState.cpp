#include "speculate/RootState.h"

#include "speculate/Binding.h"
#include "speculate/Counters.h"
#include "speculate/Programs.h"
#include "speculate/VersionsFile.h"

namespace janus::speculate {

uint32_t versionsRunning;

RootState::RootState(const jn_region_def *r) : root(r), program(programOf(r)) {
  if (r->version_count != 0)
    setVersions(r->versions, r->version_count);
  else if (const jn_root_versions *row = knownVersionsOf(r))
    setVersions(row->versions, row->version_count);
}

void RootState::setVersions(const jn_version_def *const *made, uint32_t count) {
  ProgramScope names(program);
  if (versions.empty() && count != 0)
    addRoot(this);
  // Replaced ones keep their counts, and nothing else.
  for (Version *each : order) {
    each->bindings.clear();
    each->rejected.clear();
  }
  order.clear();
  last = nullptr;
  for (uint32_t i = 0; i < count; ++i) {
    versions.push_back(std::make_unique<Version>(root, made[i]));
    order.push_back(versions.back().get());
  }
}

RootState &stateOf(const jn_region_def *root) {
  if (JN_UNLIKELY(!root->state->table))
    root->state->table = new RootState(root);
  return *static_cast<RootState *>(root->state->table);
}

}  // namespace janus::speculate
