// From a root and its profile to a graph: docs/rationale/speculation.md.
#pragma once

#include "Transforms/GraphOptions.h"
#include "Transforms/Profile/Profile.h"
#include "Transforms/Speculate/Budget.h"
#include "Transforms/Speculate/Gradients/GradientTable.h"
#include "Transforms/Speculate/Graph/GraphWriter.h"
#include "Transforms/Speculate/Refusal.h"
#include "Transforms/Speculate/Shapes/SizeSymbols.h"
#include "Transforms/Speculate/Tensors/TensorOps.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace janus::speculate {

// Why there is no graph, and of what: the conditions that hold; empty: of anything.
struct Reason {
  Refusal why;
  std::string way;
};

struct SpeculationResult {
  bool isKnown = false;  // the same graphs as an earlier entry's: nothing was added
  // The one to be tried first stands first. Several where the sides of a branch cannot be in one
  // graph.
  struct Graph {
    ir::FunctionId id;             // optimised, in the graph module
    GraphWriter::TensorWork work;  // before optimisation
    // Functions whose code it holds, "module:name", and how often it does.
    llvm::StringMap<unsigned> called = {};
  };
  std::vector<Graph> graphs;
  std::vector<Reason> reasons;  // of what has no graph
};

class GraphWriter;

// Facts read off modules and the table of operations, for all snapshots. `modules` has the
// program's modules, with roots formed, and the prelude's.
struct SpeculationTables {
  explicit SpeculationTables(const ModuleSource &source)
      : modules(source), statics(source), gradients(source) {}

  const ModuleSource &modules;
  TensorOps ops;
  StaticModules statics;
  GradientTable gradients;
};

// Makes graphs of the roots of a profile.
class Speculation {
public:
  Speculation(const Profile &profile, SpeculationTables &tables, Spending &spending,
              transforms::GraphOptions options = {})
      : profile_(profile), tables_(tables), spending_(spending), options_(std::move(options)) {}

  // Adds graphs for `root` to `graphs`, unless their text is one of `known`. `varying`: the sizes
  // that may be symbols.
  SpeculationResult specialise(const RootProfile &root, ir::Module &graphs,
                               llvm::StringSet<> *known = nullptr,
                               const VaryingSizes &varying = {});

private:
  // Evaluates one way through the root, if `way` says which; answers what was refused.
  std::optional<Refusal> evaluate(const RootProfile &root, const llvm::StringMap<bool> &way,
                                  const VaryingSizes &varying, ir::Module &graphs,
                                  SpeculationResult &result, llvm::StringSet<> *known);

  std::optional<Refusal> add(const RootProfile &root, const GraphWriter &graph, ir::Module &made,
                             ir::Module &graphs, SpeculationResult &result,
                             llvm::StringSet<> *known);

  const Profile &profile_;
  SpeculationTables &tables_;
  Spending &spending_;
  const transforms::GraphOptions options_;
};

}  // namespace janus::speculate
