#include "janusc/Specialise.h"

#include "janusc/Installation.h"

#include "Transforms/Speculate/PreludeSource.h"
#include "Transforms/Speculate/Speculate.h"

namespace janus {

// Whether entering the graph can pay: numbers alone are quick in tier 1.
static bool hasTensorWork(const ir::Function &graph) {
  return llvm::any_of(graph.region(graph.body).ops,
                      [&](ir::OpId op) { return ir::isTensorOp(graph.op(op).opcode); });
}

Specialisation specialise(const speculate::ProfileFile &profile, const std::vector<Unit> &units,
                          SourceManager &sources, ir::Module &graphs) {
  speculate::ModuleSource modules(speculate::preludeLibrary(installation().prelude, sources));
  for (const Unit &unit : units)
    modules.add(*unit.module);
  Specialisation made;
  for (const speculate::Profile &snapshot : profile.snapshots) {
    speculate::Speculation speculation(snapshot, modules);
    for (const speculate::RootProfile &root : snapshot.roots) {
      speculate::SpeculationResult result = speculation.specialise(root, graphs);
      if (result.specialised && !hasTensorWork(graphs.function(result.graph))) {
        made.generic.push_back({root.region, "nothing is computed on tensors", root.function, ""});
        continue;
      }
      if (result.specialised) {
        graphs.function(result.graph).name = root.function;
        made.roots.push_back({root.module, root.function, root.region, result.graph});
        continue;
      }
      std::string place;
      if (result.span.valid())
        place =
            sources.name(result.span.file).str() + ":" + std::to_string(sources.line(result.span));
      made.generic.push_back({root.region, result.reason, result.function, place});
    }
  }
  return made;
}

std::string toText(const std::vector<GenericRoot> &roots) {
  std::string text;
  for (const GenericRoot &root : roots)
    text += "// " + root.region + " stays generic: " + root.reason +
            (root.place.empty() ? "" : " (" + root.place + ", in " + root.function + ")") + "\n";
  return text;
}

}  // namespace janus
