#include "janusc/Specialise.h"

#include "janusc/Installation.h"

#include "IR/Walk.h"
#include "Transforms/Plan/Plan.h"
#include "Transforms/Speculate/FormRoots.h"
#include "Transforms/Speculate/PreludeSource.h"
#include "Transforms/Speculate/Speculate.h"

namespace janus {

// Whether entering the graph can pay: numbers alone are quick in tier 1.
static bool hasTensorWork(const ir::Function &graph) {
  bool found = false;
  ir::walk(graph, graph.body, [&](ir::OpId op) { found |= ir::isTensorOp(graph.op(op).opcode); });
  return found;
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

// Once, however many recorded entries have it.
static void addReason(GenericRoot reason, Specialisation &made) {
  auto isSame = [&](const GenericRoot &each) {
    return each.module == reason.module && each.function == reason.function &&
           each.region == reason.region && each.why.kind == reason.why.kind &&
           each.why.detail == reason.why.detail;
  };
  if (llvm::none_of(made.generic, isSame))
    made.generic.push_back(std::move(reason));
}

// As many as there are graphs that can be planned.
static void addVersions(const speculate::RootProfile &root,
                        const speculate::SpeculationResult &result, ir::Module &graphs,
                        Specialisation &made) {
  for (const speculate::SpeculationResult::Graph &each : result.graphs) {
    ir::Function &graph = graphs.function(each.id);
    graph.name = root.function;
    std::optional<ir::OpId> op = plan::unplannable(graphs, each.id);
    if (!op) {
      made.roots.push_back({root.module, root.function, root.region, each.id, each.work});
      continue;
    }
    const ir::Op &at = graph.op(*op);
    made.generic.push_back({root.module, root.function, root.region,
                            speculate::Refusal{speculate::RefusalKind::UnknownOperation,
                                               ir::info(at.opcode).name.str(),
                                               {{root.module + ":" + root.function, at.span}}}});
  }
}

// The entries of one root that were recorded; the first has a version of its own, sizes in which
// the others differ may be symbols of theirs.
static std::vector<speculate::RecordedEntry> entriesOf(const speculate::ProfileFile &profile,
                                                       const speculate::RootProfile &root) {
  std::vector<speculate::RecordedEntry> entries;
  for (const speculate::Profile &snapshot : profile.snapshots)
    for (const speculate::RootProfile &each : snapshot.roots)
      if (each.module == root.module && each.function == root.function &&
          each.region == root.region)
        entries.emplace_back(&snapshot, &each);
  return entries;
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
      std::vector<speculate::RecordedEntry> entries = entriesOf(profile, root);
      speculate::VaryingSizes varying = varyingSizes(entries), none;
      bool isFirst = entries.front().second == &root;
      speculate::SpeculationResult result =
          speculation.specialise(root, graphs, &known, isFirst ? none : varying);
      if (result.isKnown)
        continue;
      for (speculate::Reason &each : result.reasons)
        addReason({root.module, root.function,
                   root.region + (each.way.empty() ? "" : " when " + each.way),
                   std::move(each.why)},
                  made);
      if (llvm::none_of(result.graphs,
                        [&](auto &each) { return hasTensorWork(graphs.function(each.id)); })) {
        if (!result.graphs.empty())
          addReason({root.module,
                     root.function,
                     root.region,
                     {speculate::RefusalKind::NoTensorWork, "", {placeOf(root, units)}}},
                    made);
        continue;
      }
      addVersions(root, result, graphs, made);
      size_t versions = result.graphs.size();
      for (const speculate::RootProfile &other :
           withOtherNumbers(root, graphs, result.graphs.front().id)) {
        if (versions >= kMostVersions)
          break;
        speculate::SpeculationResult more = speculation.specialise(other, graphs, &known, varying);
        if (more.isKnown)
          continue;
        addVersions(root, more, graphs, made);
        versions += more.graphs.size();
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
