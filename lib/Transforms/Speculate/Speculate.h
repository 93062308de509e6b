// From a root and its profile to a graph: docs/rationale/speculation.md.
#pragma once

#include "Transforms/Speculate/GradientTable.h"
#include "Transforms/Speculate/GraphWriter.h"
#include "Transforms/Speculate/Profile.h"
#include "Transforms/Speculate/Refusal.h"
#include "Transforms/Speculate/TensorOps.h"

#include "llvm/ADT/StringSet.h"

#include <string>

namespace janus::speculate {

struct SpeculationResult {
  bool isKnown = false;          // the same graph as an earlier entry's: nothing was added
  ir::FunctionId graph;          // optimised, in the graph module
  GraphWriter::TensorWork work;  // before optimisation
  std::optional<Refusal> why;    // no graph: why not
};

// Makes graphs of the roots of a profile. `modules` has the program's modules, with roots formed,
// and the prelude's.
class Speculation {
public:
  Speculation(const Profile &profile, const ModuleSource &modules)
      : profile_(profile), modules_(modules), statics_(modules), gradients_(modules) {}

  // Adds a graph for `root` to `graphs`, unless its text is one of `known`.
  SpeculationResult specialise(const RootProfile &root, ir::Module &graphs,
                               llvm::StringSet<> *known = nullptr);

private:
  const Profile &profile_;
  const ModuleSource &modules_;
  TensorOps ops_;
  StaticModules statics_;
  GradientTable gradients_;
};

}  // namespace janus::speculate
