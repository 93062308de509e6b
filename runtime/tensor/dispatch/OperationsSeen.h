// JANUS_OPERATIONS=FILE: which operations have run, one line for the first time of each in a
// process, `eager ROW` or `planned ROW`, added to the file: so a test can ask whether every row of
// the op table has a case in both tiers.
#pragma once

#include "janus/contract/OpTable.h"

#include <cstdint>

namespace janus {

enum class OperationRun : uint8_t { Eager, Planned };

extern bool operationsSeen[2][kOpCount];  // not a count: one store that any thread may make

__attribute__((noinline, cold)) void noteOperation(OperationRun run, TensorOp op);

inline void seeOperation(OperationRun run, TensorOp op) {
  if (__builtin_expect(!operationsSeen[static_cast<size_t>(run)][static_cast<size_t>(op)], 0))
    noteOperation(run, op);
}

}  // namespace janus
