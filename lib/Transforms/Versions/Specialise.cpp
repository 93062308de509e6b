#include "Transforms/Versions/Specialise.h"

#include "IR/Loops.h"
#include "IR/Walk.h"
#include "Transforms/Plan/Plan.h"
#include "Transforms/Roots/Roots.h"
#include "Transforms/Speculate/Speculate.h"

#include <cmath>
#include <numeric>
#include <set>

namespace janus::transforms {

// True when entering the graph can pay: numbers alone are quick in tier 1.
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

// The place where a root begins.
static speculate::Refusal::Place placeOf(const speculate::RootProfile &root,
                                         llvm::ArrayRef<const ir::Module *> program) {
  for (const ir::Module *module : program)
    if (module->name == root.module)
      for (const Root &each : rootsOf(*module))
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

// The operations that become code, with those of a forward part's second graph. Assumptions are
// rows of tables, which cost the host compiler next to nothing, and are most of what the graph of a
// network of many modules holds.
static size_t operationCount(const ir::Module &graphs, ir::FunctionId id) {
  size_t count = 0;
  const ir::Function &graph = graphs.function(id);
  ir::walk(graph, graph.body, [&](ir::OpId op) {
    count += graph.op(op).opcode != ir::Opcode::Assume;
    if (graph.attribute(op, "backward"))
      count += operationCount(graphs, graph.functionAttribute(op, "backward"));
  });
  return count;
}

// True when what the graph leaves behind is not what it assumes to find: the first step of a
// training, of gradients that are None and will not be again. Its next entry is another one's.
static bool isPassedOnce(const ir::Module &graphs, const ir::Function &graph) {
  llvm::StringSet<> none;
  bool isOnce = false;
  ir::walk(graph, graph.body, [&](ir::OpId op) {
    ir::Opcode opcode = graph.op(op).opcode;
    if (opcode == ir::Opcode::Assume && graph.attribute(op, "value") &&
        graph.stringAttribute(op, "kind") == "constant" &&
        graph.stringAttribute(op, "value") == "None")
      none.insert(graph.stringAttribute(op, "path"));
    isOnce |=
        opcode == ir::Opcode::HeapCommit && none.contains(graph.stringAttribute(op, "path")) &&
        graphs.types.get(graph.value(graph.op(op).operands[0]).type).kind != ir::TypeKind::None;
  });
  return isOnce;
}

// How many of the texts in which recorded entries differ the graph assumes to be what they were: it
// is the less for other entries, the more there are.
static size_t textsAssumed(const ir::Function &graph, const speculate::VaryingSizes &varying) {
  size_t count = 0;
  ir::walk(graph, graph.body, [&](ir::OpId op) {
    count += graph.op(op).opcode == ir::Opcode::Assume &&
             graph.stringAttribute(op, "kind") == "constant" &&
             varying.count(graph.stringAttribute(op, "path"));
  });
  return count;
}

static bool hasLoop(const ir::Function &graph) {
  bool found = false;
  ir::walk(graph, graph.body,
           [&](ir::OpId op) { found |= graph.op(op).opcode == ir::Opcode::Loop; });
  return found;
}

static std::set<std::pair<uint32_t, uint32_t>> placesOf(const ir::Function &graph) {
  std::set<std::pair<uint32_t, uint32_t>> places;
  ir::walk(graph, graph.body, [&](ir::OpId op) {
    const Span &span = graph.op(op).span;
    if (ir::isTensorOp(graph.op(op).opcode) && span.valid())
      places.insert({span.file.index, span.begin});
  });
  return places;
}

namespace {

// A graph that can be planned. Which of them become versions is decided when all are there.
struct Candidate {
  SpecialisedRoot root;
  size_t operations;
  double
      work;  // what its entries compute with it, the less the more versions the root has before it
  double entries;
  bool hasLoop;  // that stays one
  speculate::Refusal::Place place;
  std::set<std::pair<uint32_t, uint32_t>> places;  // file and begin of each operation on tensors
  llvm::StringMap<unsigned> called;                // functions whose code the graph holds
};

// The roots of one profile, one recorded entry after the other, within the budget.
class RootSpecialiser {
public:
  RootSpecialiser(const speculate::ProfileFile &profile, llvm::ArrayRef<const ir::Module *> program,
                  const speculate::ModuleSource &modules, const speculate::Budget &budget,
                  const GraphOptions &options, ir::Module &graphs, Specialisation &made)
      : profile_(profile), program_(program), tables_(modules), options_(options), graphs_(graphs),
        made_(made), spending_(budget) {}

  void run() {
    std::vector<Recorded> recorded;
    for (const speculate::Profile &snapshot : profile_.snapshots)
      for (const speculate::RootProfile &root : snapshot.roots)
        recorded.push_back({&snapshot, &root});
    if (spending_.leavesCovered())
      llvm::stable_sort(recorded, [&](const Recorded &a, const Recorded &b) {
        return rankOf(*a.root) < rankOf(*b.root);
      });
    for (const auto &[snapshot, root] : recorded) {
      Entries &all = entriesOf(*root);
      if (isWithinSpecialised(*root) || isCovered(*root))
        continue;
      spending_.beginRoot(all.spent);
      if (spending_.isOver())
        refuse(*root, {RefusalKind::OverBudget, spending_.exceeded(), {placeOf(*root, program_)}});
      else
        specialise({*snapshot, tables_, spending_, options_}, *root, all, snapshot->isCut);
      all.spent = spending_.ofRoot();
    }
    admit();
    for (const speculate::ProfileFile::Count &each : profile_.counts)
      explain(each);
  }

private:
  using RefusalKind = speculate::RefusalKind;

  struct Recorded {
    const speculate::Profile *snapshot;
    const speculate::RootProfile *root;
  };

  // The entries of one root that were recorded; the first has a version of its own, sizes in which
  // the others differ may be symbols of theirs. Texts that differ are inputs of all versions.
  struct Entries {
    const speculate::RootProfile *first = nullptr;
    speculate::VaryingSizes varying, varyingTexts;
    uint64_t spent = 0;
    size_t candidates = 0;
    bool lacksGradient = false;  // an entry has no graph because of its backward
  };

  Entries &entriesOf(const speculate::RootProfile &root) {
    Entries &all = entries_[root.module + "\n" + root.function + "\n" + root.region];
    if (all.first)
      return all;
    std::vector<speculate::RecordedEntry> entries;
    for (const speculate::Profile &snapshot : profile_.snapshots)
      for (const speculate::RootProfile &each : snapshot.roots)
        if (each.module == root.module && each.function == root.function &&
            each.region == root.region)
          entries.emplace_back(&snapshot, &each);
    all.first = entries.front().second;
    all.varying = varyingSizes(entries);
    for (const auto &each : all.varying)
      if (each.getValue().empty())
        all.varyingTexts.insert({each.getKey(), {}});
    return all;
  }

  // Parts of a root that are only entered where the whole has no graph. It may have one for some
  // entries, and meet a history from before at others.
  bool isWithinSpecialised(const speculate::RootProfile &root) const {
    static constexpr llvm::StringRef kInner[] = {"behind", "step", "forward", "update"};
    auto [outer, last] = llvm::StringRef(root.region).rsplit('.');
    while (llvm::is_contained(kInner, last.take_until([](char c) { return c == '#'; }))) {
      auto found = entries_.find((root.module + "\n" + root.function + "\n" + outer).str());
      if (found != entries_.end() && found->getValue().candidates != 0)
        return !found->getValue().lacksGradient;
      std::tie(outer, last) = outer.rsplit('.');
    }
    return false;
  }

  // Callers are entered less often than what they call, and stand before it; a region stands before
  // those within it.
  std::tuple<uint64_t, std::string, size_t> rankOf(const speculate::RootProfile &root) const {
    return {entriesOfFunction(root).value_or(0), root.module + ":" + root.function,
            root.region.size()};
  }

  // How often the function was entered, as far as it was counted.
  std::optional<uint64_t> entriesOfFunction(const speculate::RootProfile &root) const {
    const speculate::ProfileFile::Count *count = countOf(root, root.function);
    return count ? std::optional(count->hits) : std::nullopt;
  }

  bool isCovered(const speculate::RootProfile &root) const {
    constexpr double kNearlyAll = 0.9;
    std::optional<uint64_t> entries = entriesOfFunction(root);
    return spending_.leavesCovered() && entries &&
           covered_.lookup(root.module + ":" + root.function) >= kNearlyAll * double(*entries);
  }

  // Entries of functions that lie within those of a root that has a graph now.
  void cover(const speculate::RootProfile &root, const speculate::SpeculationResult::Graph &graph) {
    if (entriesOf(root).candidates == 1)  // the first one
      for (const auto &each : graph.called)
        covered_[each.getKey()] += double(hitsOf(root)) * each.getValue();
  }

  // Roots of which nothing was recorded: where nothing is computed on tensors, no entry is.
  void explain(const speculate::ProfileFile::Count &count) {
    if (entries_.count(count.module + "\n" + count.function + "\n" + count.region))
      return;
    speculate::RootProfile root;
    root.module = count.module;
    root.function = count.function;
    root.region = count.region;
    constexpr uint64_t kRecordedEntry = 3;
    if (count.isOverBudget)
      refuse(root, {RefusalKind::OverBudget, "a profile may hold", {placeOf(root, program_)}});
    else if (count.worked && count.hits >= kRecordedEntry)
      refuse(root, {RefusalKind::NoTensorWork, "", {placeOf(root, program_)}});
  }

  void refuse(const speculate::RootProfile &root, speculate::Refusal why,
              const std::string &way = "") {
    addReason({root.module, root.function, root.region + (way.empty() ? "" : " when " + way),
               std::move(why)},
              made_);
  }

  void specialise(speculate::Speculation speculation, const speculate::RootProfile &root,
                  const Entries &all, bool isCut) {
    speculate::SpeculationResult result = speculation.specialise(
        root, graphs_, &known_, all.first == &root ? all.varyingTexts : all.varying);
    if (result.isKnown)
      return;
    for (speculate::Reason &each : result.reasons)
      if (isCut && result.graphs.empty() && each.why.kind != RefusalKind::OverBudget)
        each.why = {RefusalKind::OverBudget,
                    "the objects that a snapshot may hold; it stops at " + reasonOf(each.why),
                    each.why.places};
    for (speculate::Reason &each : result.reasons) {
      entriesOf(root).lacksGradient |= each.why.kind == RefusalKind::NoGradient;
      refuse(root, std::move(each.why), each.way);
    }
    if (llvm::none_of(result.graphs,
                      [&](auto &each) { return hasTensorWork(graphs_.function(each.id)); })) {
      if (!result.graphs.empty())
        refuse(root, {RefusalKind::NoTensorWork, "", {placeOf(root, program_)}});
      return;
    }
    addCandidates(root, result);
    size_t versions = result.graphs.size();
    for (const speculate::RootProfile &other :
         withOtherNumbers(root, graphs_, result.graphs.front().id)) {
      if (versions >= speculate::kBudget.versionsWithNumbers || spending_.isOver())
        break;
      speculate::SpeculationResult more =
          speculation.specialise(other, graphs_, &known_, all.varying);
      if (more.isKnown)
        continue;
      addCandidates(root, more);
      versions += more.graphs.size();
    }
  }

  void addCandidates(const speculate::RootProfile &root,
                     const speculate::SpeculationResult &result) {
    for (const speculate::SpeculationResult::Graph &each : result.graphs) {
      ir::Function &graph = graphs_.function(each.id);
      graph.name = root.function;
      if (std::optional<ir::OpId> op = plan::unplannable(graphs_, each.id)) {
        const ir::Op &at = graph.op(*op);
        made_.generic.push_back(
            {root.module, root.function, root.region,
             speculate::Refusal{speculate::RefusalKind::UnknownOperation,
                                ir::info(at.opcode).name.str(),
                                {{root.module + ":" + root.function, at.span}}}});
        continue;
      }
      size_t operations = operationCount(graphs_, each.id);
      // Those that are entered once stand behind all others.
      bool isOnce = isPassedOnce(graphs_, graph);
      size_t before = isOnce ? 1 : ++entriesOf(root).candidates;
      double entries = isOnce ? 1.0 : double(hitsOf(root)) / double(before);
      if (size_t texts = textsAssumed(graph, entriesOf(root).varyingTexts))
        entries = std::max(1.0, std::ldexp(entries, -int(std::min<size_t>(texts, 64))));
      if (!spending_.isWorth(operations, entries) && !hasLoop(graph)) {
        refuse(root,
               {RefusalKind::OverBudget, spending_.exceededByEntry(), {placeOf(root, program_)}});
        continue;
      }
      cover(root, each);
      double work = double(operations) * entries;
      if (hasParts(root))
        work = 0;
      candidates_.push_back({{root.module, root.function, root.region, each.id, each.work},
                             operations,
                             work,
                             entries,
                             hasLoop(graph),
                             placeOf(root, program_),
                             placesOf(graph),
                             each.called});
    }
  }

  // Of a region of the root's function.
  const speculate::ProfileFile::Count *countOf(const speculate::RootProfile &root,
                                               llvm::StringRef region) const {
    auto found = llvm::find_if(profile_.counts, [&](const speculate::ProfileFile::Count &each) {
      return each.module == root.module && each.function == root.function && each.region == region;
    });
    return found == profile_.counts.end() ? nullptr : &*found;
  }
  uint64_t hitsOf(const speculate::RootProfile &root) const {
    const speculate::ProfileFile::Count *count = countOf(root, root.region);
    return count ? count->hits : 1;
  }
  // Between statements that seem to be for no graph. Where the whole has one all the same, it is of
  // less use than theirs: a container that grows has that length once.
  bool hasParts(const speculate::RootProfile &root) const {
    return countOf(root, root.region + ".part");
  }

  // True when `other`, of another root, computes at nearly all places where `each` does, and at no
  // fewer: entries may differ in sides of branches. It is of a caller, or of a region around this
  // one: two loops may call the same functions.
  static bool holds(const Candidate &other, const Candidate &each) {
    bool isSameFunction =
        other.root.module == each.root.module && other.root.function == each.root.function;
    bool isOutside = isSameFunction
                         ? llvm::StringRef(each.root.region).startswith(other.root.region + ".")
                         : other.called.count(each.root.module + ":" + each.root.function) != 0;
    if (!isOutside || other.places.size() < each.places.size())
      return false;
    size_t common =
        llvm::count_if(each.places, [&](const auto &place) { return other.places.count(place); });
    // Rows of lists and tensors are taken at places of their own.
    return 10 * common >= (other.hasLoop ? 7 : 9) * each.places.size();
  }

  // Versions are those graphs that the budget has room for, most work first, and a training step
  // before the functions that it calls, which others may call, too. They stand in the order in
  // which they were made.
  void admit() {
    std::vector<size_t> order(candidates_.size());
    std::iota(order.begin(), order.end(), size_t(0));
    llvm::stable_sort(
        order, [&](size_t a, size_t b) { return candidates_[a].work > candidates_[b].work; });
    std::vector<bool> isDecided(candidates_.size()), isVersion(candidates_.size());
    auto decide = [&](size_t i) {
      const Candidate &each = candidates_[i];
      bool isHeld = llvm::any_of(
          order, [&](size_t other) { return isVersion[other] && holds(candidates_[other], each); });
      isDecided[i] = true;
      isVersion[i] = spending_.addGraph(each.operations, isHeld);
      if (!isVersion[i])
        addReason({each.root.module,
                   each.root.function,
                   each.root.region,
                   {RefusalKind::OverBudget, spending_.exceededByGraph(), {each.place}}},
                  made_);
    };
    constexpr double kOfHolder = 0.25;  // of the work: most entries are within those of the holder
    // A loop that stays one has few operations, whatever it computes: there entries count.
    auto isWorkOf = [&](const Candidate &other, const Candidate &each) {
      return other.work >= kOfHolder * each.work ||
             (other.hasLoop && other.work > 0 && other.entries >= kOfHolder * each.entries);
    };
    for (size_t i : order) {
      for (size_t other : order)
        if (!isDecided[other] && isWorkOf(candidates_[other], candidates_[i]) &&
            holds(candidates_[other], candidates_[i]))
          decide(other);
      if (!isDecided[i])
        decide(i);
    }
    for (size_t i = 0; i < candidates_.size(); ++i)
      if (isVersion[i])
        made_.roots.push_back(std::move(candidates_[i].root));
  }

  const speculate::ProfileFile &profile_;
  const llvm::ArrayRef<const ir::Module *> program_;
  speculate::SpeculationTables tables_;
  const GraphOptions &options_;
  ir::Module &graphs_;
  Specialisation &made_;
  speculate::Spending spending_;
  llvm::StringSet<> known_;
  llvm::StringMap<Entries> entries_;  // by the root's names
  llvm::StringMap<double> covered_;   // functions, by their names
  std::vector<Candidate> candidates_;
};

}  // namespace

Specialisation specialise(const speculate::ProfileFile &profile,
                          llvm::ArrayRef<const ir::Module *> program,
                          const speculate::ModuleSource &library, const speculate::Budget &budget,
                          const GraphOptions &options, ir::Module &graphs) {
  Specialisation made;
  RootSpecialiser(profile, program, library, budget, options, graphs, made).run();
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

}  // namespace janus::transforms
