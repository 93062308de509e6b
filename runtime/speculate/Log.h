// JANUS_LOG=guards,summary: what happens to roots, on standard error.
#pragma once

#include "speculate/RootState.h"

namespace janus::speculate {

struct Finding;

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
