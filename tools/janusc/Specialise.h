// From the IR of a program and a profile to the graphs of its roots.
#pragma once

#include "janusc/Program.h"

#include "Transforms/Profile/Profile.h"
#include "Transforms/Speculate/Budget.h"
#include "Transforms/Speculate/Graph/GraphWriter.h"
#include "Transforms/Speculate/Refusal.h"

namespace janus {

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

// Adds the graph of each root in the profile to `graphs`, if it has one. `units` have their roots
// formed; `sources` gets the prelude's files.
Specialisation specialise(const speculate::ProfileFile &profile, const std::vector<Unit> &units,
                          const speculate::Budget &budget, SourceManager &sources,
                          ir::Module &graphs);

// As lines of comment of the IR's text.
std::string toText(const std::vector<GenericRoot> &roots, const SourceManager &sources);
// As remarks.
void printRemarks(llvm::raw_ostream &out, const std::vector<GenericRoot> &roots,
                  const std::vector<Unit> &units, const SourceManager &sources,
                  const RenderOptions &options);

}  // namespace janus
