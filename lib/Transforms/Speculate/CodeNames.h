// Functions by name, between a run and the compiler. The run time knows "module:qualname@line"; the
// IR's text calls later functions of one qualname `qualname#1`.
#pragma once

#include "Transforms/Speculate/AbstractHeap.h"
#include "Transforms/Speculate/Profile.h"

namespace janus::speculate {

// The profile's functions by the IR's names; what no module has keeps its name.
void resolveCodeNames(Profile &profile, const ModuleSource &modules, const SourceManager &sources);
// What a graph assumes of functions that share their qualname, by their lines.
void nameCodeByLine(ir::Module &graphs, ir::FunctionId graph, const ModuleSource &modules,
                    const SourceManager &sources);

}  // namespace janus::speculate
