// Observations of a module with probes: how often its roots are entered, the heap at the third
// entry, which way conditions go. Written as a profile when the program ends, and before that for
// TierUp.h.
#pragma once

#include "janus/region.h"
#include "value/object/Object.h"

namespace janus::speculate {

struct RootState;

// How an entry of a root went: it has no version that is tried any more; none was tried, since they
// are for other arguments or wait; a guard failed or the objects are others; a version did all.
enum class EntryFate : uint8_t { NoVersion, Passed, Refused, Taken };

bool isRecording();
// A root was reached, while a profile is recorded. New versions may have come afterwards.
void noteEntry(RootState &state, const Value *liveIn, EntryFate fate);
// How often versions have come while the program ran.
uint32_t versionsTaken();
// Once, when the program ends; nothing without probes.
void writeProfile();

}  // namespace janus::speculate
