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

// The root with other values of the numbers that its graph reads.
static std::vector<speculate::RootProfile>
withOtherNumbers(speculate::RootProfile root, const ir::Module &graphs, ir::FunctionId id) {
  const ir::Function &graph = graphs.function(id);
  llvm::StringSet<> read;
  for (ir::OpId op : graph.region(graph.body).ops)
    if (graph.op(op).opcode == ir::Opcode::HeapInput || graph.op(op).opcode == ir::Opcode::Assume)
      read.insert(graph.stringAttribute(op, "path"));
  llvm::erase_if(root.extremes, [&](auto &each) { return !read.count(each.path); });
  return root.atExtremes();
}

// Of one recorded entry.
constexpr unsigned kMostVersions = 6;

Specialisation specialise(const speculate::ProfileFile &profile, const std::vector<Unit> &units,
                          SourceManager &sources, ir::Module &graphs) {
  speculate::ModuleSource modules(speculate::preludeLibrary(installation().prelude, sources));
  for (const Unit &unit : units)
    modules.add(*unit.module);
  Specialisation made;
  llvm::StringSet<> known;
  for (const speculate::Profile &snapshot : profile.snapshots) {
    speculate::Speculation speculation(snapshot, modules);
    for (const speculate::RootProfile &root : snapshot.roots) {
      speculate::SpeculationResult result = speculation.specialise(root, graphs, &known);
      if (result.isKnown)
        continue;
      if (result.specialised && !hasTensorWork(graphs.function(result.graph))) {
        made.generic.push_back({root.region, "nothing is computed on tensors", root.function, ""});
        continue;
      }
      if (result.specialised) {
        graphs.function(result.graph).name = root.function;
        made.roots.push_back({root.module, root.function, root.region, result.graph});
        unsigned versions = 1;
        for (const speculate::RootProfile &other : withOtherNumbers(root, graphs, result.graph)) {
          speculate::SpeculationResult more = speculation.specialise(other, graphs, &known);
          if (!more.specialised || more.isKnown)
            continue;
          graphs.function(more.graph).name = root.function;
          made.roots.push_back({root.module, root.function, root.region, more.graph});
          if (++versions == kMostVersions)
            break;
        }
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
