// What tier 1 calls at a root.
#include "speculate/Probes.h"

using namespace janus::speculate;

int jn_region_enter(const jn_region_def *root, const jn_value *live_in, jn_value *) {
  noteEntry(root, live_in);
  return 0;
}
