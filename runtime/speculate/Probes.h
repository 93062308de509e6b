// What a module built with --profile-generate observes: how often its roots are entered, the heap
// at the third entry, which way conditions go. Written as a profile when the program ends.
#pragma once

#include "janus/region.h"
#include "value/object/Object.h"

namespace janus::speculate {

// A root without a version was reached.
void noteEntry(const jn_region_def *root, const Value *liveIn);
bool isRecording();
// Once, when the program ends; nothing without probes.
void writeProfile();

}  // namespace janus::speculate
