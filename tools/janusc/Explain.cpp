#include "janusc/Explain.h"

#include "Codegen/Cpp/GuardComparison.h"
#include "IR/SourcePlace.h"
#include "IR/Walk.h"
#include "Support/InputFile.h"
#include "Transforms/Plan/Plan.h"
#include "Transforms/Roots/Roots.h"
#include "Transforms/Speculate/Heap/Words.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

namespace janus {

using namespace ir;
using speculate::RefusalKind;

namespace {

ExplainedRoot::Kind kindOf(llvm::StringRef function, llvm::StringRef region) {
  region.consume_front(function);
  bool isPiece = region.contains(".step") || region.contains(".forward") ||
                 region.contains(".update") || region.contains(".behind");
  return region.contains(".tail")   ? ExplainedRoot::Kind::Tail
         : region.contains(".part") ? ExplainedRoot::Kind::Part
         : isPiece                  ? ExplainedRoot::Kind::Piece
         : region.endswith(".body") ? ExplainedRoot::Kind::LoopBody
         : region.contains(".loop") ? ExplainedRoot::Kind::Loop
                                    : ExplainedRoot::Kind::Function;
}

// What a graph assumes, reads, tests and writes.
class VersionReader {
public:
  VersionReader(const Module &module, const Plan &plan)
      : module_(module), function_(module.function(plan.function)), plan_(plan) {}

  ExplainedVersion read(const speculate::GraphWriter::TensorWork &work) {
    version_.forward = work.forward;
    version_.backward = work.backward;
    version_.arenaBytes = plan_.arenaBytes;
    countSteps();
    for (const PlanInput &input : plan_.inputs) {
      if (llvm::StringRef(input.type).contains(", grad"))
        withGradient_.insert(input.path);
      if (!isPartOfPath(input.type))
        version_.inputs.push_back(speculate::pathInWords(input.path) + ": " +
                                  speculate::typeInWords(input.type));
    }
    walk(function_, function_.body, [&](OpId id) { readOperation(id); });
    return std::move(version_);
  }

private:
  static bool isPartOfPath(llvm::StringRef type) { return type == "object"; }

  void countSteps() {
    version_.loops = plan_.blocks.size();
    for (const auto *phase : {&plan_.entry, &plan_.compute, &plan_.objects, &plan_.commits})
      for (const PlanStep &step : *phase)
        version_.calls +=
            step.kind == PlanStep::Kind::General || step.kind == PlanStep::Kind::Update;
  }

  std::string text(OpId id, llvm::StringRef name) const {
    return function_.attribute(id, name) ? function_.stringAttribute(id, name).str() : "";
  }

  void readOperation(OpId id) {
    const Op &op = function_.op(id);
    version_.operations += isTensorOp(op.opcode);
    switch (op.opcode) {
    case Opcode::Assume:
      version_.assumptions.push_back(
          speculate::assumptionInWords(text(id, "kind"), text(id, "path"), text(id, "value")));
      break;
    case Opcode::Guard: readGuard(id); break;
    case Opcode::StorageCommit: {
      std::string path = text(id, "path");
      bool isParameter = withGradient_.contains(path);
      (isParameter ? version_.parameters : version_.writes).push_back(speculate::pathInWords(path));
      break;
    }
    case Opcode::HeapCommit:
    case Opcode::HeapDelete:
      version_.writes.push_back(speculate::pathInWords(text(id, "path")));
      break;
    case Opcode::TextCommit: version_.prints = true; break;
    case Opcode::Loop: version_.turned += !goesBack(id); break;
    default: break;
    }
  }

  // The gradient of another loop.
  bool goesBack(OpId loop) const {
    return llvm::any_of(function_.region(function_.op(loop).regions[0]).ops,
                        [&](OpId id) { return function_.op(id).opcode == Opcode::LoopRestore; });
  }

  void readGuard(OpId id) {
    ExplainedGuard guard;
    guard.kind = text(id, "kind");
    ir::SourcePlace place = placeOfGuard(function_, id);
    guard.name = place.text();
    guard.expression = place.what;
    guard.place = place.line;
    guard.calls = place.callsText();
    if (auto seen = codegen::comparisonOf(function_, module_, function_.op(id).operands[0]))
      guard.expected = seen->expected;
    version_.guards.push_back(std::move(guard));
  }

  const Module &module_;
  const Function &function_;
  const Plan &plan_;
  ExplainedVersion version_;
  llvm::StringSet<> withGradient_;  // paths; what stands there may come in as an object, too
};

// The places of a graph's operations in the units.
std::vector<Span> placesOf(const Function &function) {
  std::vector<Span> places;
  walk(function, function.body, [&](OpId id) {
    if (isTensorOp(function.op(id).opcode) && function.op(id).span.valid())
      places.push_back(function.op(id).span);
  });
  return places;
}

}  // namespace

std::vector<ExplainedRoot> explainRoots(const std::vector<Unit> &units,
                                        const speculate::ProfileFile *profile,
                                        const transforms::Specialisation &specialised,
                                        const Module &graphs) {
  std::vector<ExplainedRoot> roots;
  for (const Unit &unit : units)
    for (const transforms::Root &root : transforms::rootsOf(*unit.module)) {
      ExplainedRoot &each = roots.emplace_back();
      each.kind = kindOf(root.function, root.name);
      each.module = unit.moduleName;
      each.function = root.function;
      each.region = root.name;
      each.span = root.span;
    }
  auto is = [](const ExplainedRoot &root, const auto &other) {
    return root.module == other.module && root.function == other.function &&
           root.region == other.region;
  };
  std::vector<Plan> plans = plan::planGraphs(graphs);
  for (ExplainedRoot &root : roots) {
    if (profile)
      for (const speculate::ProfileFile::Count &each : profile->counts)
        if (is(root, each))
          root.entries = each.hits;
    for (const transforms::SpecialisedRoot &each : specialised.roots) {
      if (!is(root, each))
        continue;
      auto plan = llvm::find_if(plans, [&](const Plan &p) { return p.function == each.graph; });
      if (plan != plans.end())
        root.versions.push_back(VersionReader(graphs, *plan).read(each.work));
    }
    for (const transforms::GenericRoot &each : specialised.generic)
      if (root.versions.empty() && is(root, each))
        root.why = each.why;
    if (root.versions.empty() && !root.why)
      root.why = speculate::Refusal{RefusalKind::NotRecorded, "", {{root.function, root.span}}};
  }
  // What a specialised root calls or holds is part of it.
  for (const transforms::SpecialisedRoot &each : specialised.roots)
    for (Span place : placesOf(graphs.function(each.graph)))
      for (ExplainedRoot &root : roots)
        if (root.versions.empty() && root.partOf.empty() && root.span.file == place.file &&
            root.span.begin <= place.begin && place.end <= root.span.end &&
            !llvm::any_of(roots, [&](const ExplainedRoot &inner) {
              return is(inner, each) && root.span.begin <= inner.span.begin &&
                     inner.span.end <= root.span.end && root.span.file == inner.span.file;
            }))
          root.partOf = each.region;
  // So is a root within it of which nothing was recorded.
  for (const transforms::SpecialisedRoot &each : specialised.roots)
    for (ExplainedRoot &root : roots)
      if (root.versions.empty() && root.partOf.empty() && root.why &&
          root.why->kind == RefusalKind::NotRecorded && root.module == each.module &&
          root.function == each.function &&
          llvm::StringRef(root.region).startswith(each.region + "."))
        root.partOf = each.region;
  return roots;
}

// ---------------------------------------------------------------- counters

namespace {

uint64_t numberAt(const llvm::json::Object &object, llvm::StringRef name) {
  return uint64_t(object.getInteger(name).getValueOr(0));
}

std::string textAt(const llvm::json::Object &object, llvm::StringRef name) {
  return object.getString(name).getValueOr("").str();
}

template <class Read>
void eachOf(const llvm::json::Object &object, llvm::StringRef name, Read read) {
  if (const llvm::json::Array *list = object.getArray(name))
    for (const llvm::json::Value &value : *list)
      if (const llvm::json::Object *each = value.getAsObject())
        read(*each);
}

VersionCount versionCount(const llvm::json::Object &json) {
  VersionCount version;
  version.entered = numberAt(json, "entered");
  version.committed = numberAt(json, "committed");
  version.gaveUp = json.getBoolean("gave_up").getValueOr(false);
  eachOf(json, "guards", [&](const llvm::json::Object &guard) {
    version.guards[textAt(guard, "name")] = {numberAt(guard, "held"), numberAt(guard, "failed"),
                                             textAt(guard, "seen")};
  });
  eachOf(json, "binding_failures", [&](const llvm::json::Object &failure) {
    version.bindingFailures.emplace_back(textAt(failure, "assumption"), numberAt(failure, "count"));
  });
  return version;
}

}  // namespace

std::optional<RunCounts> readCounters(const std::string &file, DiagnosticEngine &diag) {
  std::string reason;
  std::optional<std::string> text = readInputFile(file, reason);
  if (!text) {
    diag.report(diag::CannotRead, Span::none(), file, reason);
    return std::nullopt;
  }
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(*text);
  const llvm::json::Object *all = json ? json->getAsObject() : nullptr;
  if (!all || textAt(*all, "format") != "janus counters") {
    std::string why = json ? "this is no report of janus" : llvm::toString(json.takeError());
    diag.report(diag::CannotRead, Span::none(), file, why)
        .help("`JANUS_REPORT=FILE janus-run model.so` writes one");
    return std::nullopt;
  }
  RunCounts counts;
  eachOf(*all, "crossings", [&](const llvm::json::Object &json) {
    counts.crossings.push_back({textAt(json, "kind"), textAt(json, "name"), numberAt(json, "count"),
                                numberAt(json, "nanoseconds")});
  });
  eachOf(*all, "roots", [&](const llvm::json::Object &json) {
    RootCount root{textAt(json, "module"),
                   textAt(json, "region"),
                   numberAt(json, "entries"),
                   numberAt(json, "tier2"),
                   {}};
    eachOf(json, "versions", [&](const llvm::json::Object &version) {
      root.versions.push_back(versionCount(version));
    });
    counts.roots.push_back(std::move(root));
  });
  return counts;
}

void addCounts(std::vector<ExplainedRoot> &roots, const std::vector<RootCount> &counts) {
  for (ExplainedRoot &root : roots)
    for (const RootCount &count : counts) {
      if (count.module != root.module || count.region != root.region)
        continue;
      root.count = count;
      for (size_t i = 0; i < std::min(root.versions.size(), count.versions.size()); ++i) {
        root.versions[i].count = count.versions[i];
        for (ExplainedGuard &guard : root.versions[i].guards)
          if (auto known = count.versions[i].guards.find(guard.name);
              known != count.versions[i].guards.end())
            guard.count = known->second;
      }
    }
}

}  // namespace janus
