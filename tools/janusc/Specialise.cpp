#include "janusc/Specialise.h"

#include "janusc/Installation.h"

#include "Transforms/Plan/Plan.h"
#include "Transforms/Speculate/FormRoots.h"
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

// Where a root begins.
static speculate::Refusal::Place placeOf(const speculate::RootProfile &root,
                                         const std::vector<Unit> &units) {
  for (const Unit &unit : units)
    if (unit.moduleName == root.module)
      for (const transforms::Root &each : transforms::rootsOf(*unit.module))
        if (each.name == root.region && each.function == root.function)
          return {root.module + ":" + root.function, each.span};
  return {root.module + ":" + root.function, Span::none()};
}

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
      if (!result.why && !hasTensorWork(graphs.function(result.graph)))
        result.why =
            speculate::Refusal{speculate::RefusalKind::NoTensorWork, "", {placeOf(root, units)}};
      if (std::optional<ir::OpId> op =
              result.why ? std::nullopt : plan::unplannable(graphs, result.graph))
        result.why = speculate::Refusal{
            speculate::RefusalKind::UnknownOperation,
            ir::info(graphs.function(result.graph).op(*op).opcode).name.str(),
            {{root.module + ":" + root.function, graphs.function(result.graph).op(*op).span}}};
      if (result.why) {
        made.generic.push_back({root.module, root.function, root.region, std::move(*result.why)});
        continue;
      }
      graphs.function(result.graph).name = root.function;
      made.roots.push_back({root.module, root.function, root.region, result.graph, result.work});
      unsigned versions = 1;
      for (const speculate::RootProfile &other : withOtherNumbers(root, graphs, result.graph)) {
        speculate::SpeculationResult more = speculation.specialise(other, graphs, &known);
        if (more.why || more.isKnown)
          continue;
        graphs.function(more.graph).name = root.function;
        made.roots.push_back({root.module, root.function, root.region, more.graph, more.work});
        if (++versions == kMostVersions)
          break;
      }
    }
  }
  return made;
}

std::string toText(const std::vector<GenericRoot> &roots, const SourceManager &sources) {
  std::string text;
  for (const GenericRoot &root : roots) {
    text += "// " + root.region + " stays generic [" + codeOf(root.why).str() +
            "]: " + reasonOf(root.why);
    if (!remedyOf(root.why).empty())
      text += "; " + remedyOf(root.why).str();
    if (!root.why.places.empty() && root.why.places.front().span.valid()) {
      const speculate::Refusal::Place &at = root.why.places.front();
      text += " (" + sources.name(at.span.file).str() + ":" +
              std::to_string(sources.line(at.span)) + ", in " + at.function + ")";
    }
    text += "\n";
  }
  return text;
}

void printRemarks(llvm::raw_ostream &out, const std::vector<GenericRoot> &roots,
                  const std::vector<Unit> &units, const SourceManager &sources,
                  const RenderOptions &options) {
  llvm::SmallVector<FileId, 8> files;
  for (const Unit &unit : units)
    files.push_back(unit.file);
  for (const GenericRoot &root : roots)
    render(out, sources, remarkOf(root.why, root.region, files, sources), options);
}

}  // namespace janus
