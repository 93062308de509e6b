// From a root and its profile to a graph: docs/rationale/speculation.md.
#pragma once

#include "Transforms/Speculate/AbstractHeap.h"
#include "Transforms/Speculate/Profile.h"

#include <string>

namespace janus::speculate {

struct SpeculationResult {
  bool specialised = false;
  ir::FunctionId graph;  // in the graph module
  // Otherwise: why not, in which function ("module:qualname"), where.
  std::string reason, function;
  Span span;
};

// Adds a graph for `root` to `graphs`. `modules` has the program's modules, with roots formed, and
// the prelude's.
SpeculationResult speculate(const Profile &profile, const RootProfile &root,
                            const ModuleSource &modules, const SourceManager &sources,
                            ir::Module &graphs);

}  // namespace janus::speculate
