// From the IR of a program and a profile to the graphs of its roots.
#pragma once

#include "janusc/Program.h"

#include "Transforms/Speculate/Profile.h"

namespace janus {

// A root that keeps its generic body alone.
struct GenericRoot {
  std::string region, reason, function;
  std::string place;  // "file:line"
};

// Adds the graph of each root in the profile to `graphs`, and answers those that have none. `units`
// have their roots formed; `sources` gets the prelude's files.
std::vector<GenericRoot> specialise(const speculate::ProfileFile &profile,
                                    const std::vector<Unit> &units, SourceManager &sources,
                                    ir::Module &graphs);

// As lines of comment of the IR's text.
std::string toText(const std::vector<GenericRoot> &roots);

}  // namespace janus
