// From the IR of a program and a profile to the graphs of its roots: which versions each of them
// gets.
#pragma once

#include "IR/Graph.h"
#include "Support/SourceManager.h"
#include "Transforms/GraphOptions.h"
#include "Transforms/Profile/Profile.h"
#include "Transforms/Speculate/Budget.h"
#include "Transforms/Speculate/Graph/GraphWriter.h"
#include "Transforms/Speculate/Modules/ModuleSource.h"
#include "Transforms/Speculate/Refusal.h"

namespace janus::transforms {

// A root that keeps its generic body alone.
struct GenericRoot {
  std::string module, function, region;
  speculate::Refusal why;
};

struct SpecialisedRoot {
  std::string module, function, region;
  ir::FunctionId graph;  // called as `function`, its qualified name is the region's
  speculate::GraphWriter::TensorWork work;
};
struct Specialisation {
  std::vector<SpecialisedRoot> roots;
  std::vector<GenericRoot> generic;
};

// Adds the graphs of the roots in the profile to `graphs`. `program` are its modules, with their
// roots formed; `library` knows these and the prelude.
Specialisation specialise(const speculate::ProfileFile &profile,
                          llvm::ArrayRef<const ir::Module *> program,
                          const speculate::ModuleSource &library, const speculate::Budget &budget,
                          const GraphOptions &options, ir::Module &graphs);

// The reasons as lines of comment in the IR's text.
std::string toText(const std::vector<GenericRoot> &roots, const SourceManager &sources);

}  // namespace janus::transforms
