#include "Transforms/Speculate/Speculate.h"

#include "IR/Cloner.h"
#include "IR/Printer.h"
#include "IR/Verifier.h"
#include "Transforms/PassManager.h"
#include "Transforms/Pipelines.h"
#include "Transforms/Speculate/Gradients/OutlineBackward.h"
#include "Transforms/Speculate/Python/Evaluator.h"

#include <cstdlib>

namespace janus::speculate {

using namespace ir;

// `functions`: what stands for those that it refers to.
static FunctionId copyGraph(const Module &made, FunctionId id, Module &graphs,
                            const llvm::DenseMap<FunctionId, FunctionId> &functions) {
  const Function &from = made.function(id);
  FunctionId copy = graphs.addFunction(from.name);
  Function &to = graphs.function(copy);
  to.qualname = from.qualname;
  to.flags = from.flags;
  to.span = from.span;
  to.body = to.addRegion(OpId());
  Cloner cloner(made, id, graphs, copy);
  for (auto &[source, target] : functions)
    cloner.map(source, target);
  cloner.cloneRegion(from.body, to.body);
  return copy;
}

// Decided conditions of a graph, by their places, in the order of deciding.
using Way = std::vector<std::pair<std::string, bool>>;

static std::string toText(const Way &way) {
  std::string text;
  for (const auto &[place, holds] : way)
    text += (text.empty() ? "" : ", ") + std::string(holds ? "" : "not ") + place;
  return text;
}

// A branch that cannot be in a graph is split: each of its sides gets a graph of its own, and the
// condition is a guard of both. The way that was gone more often comes first.
SpeculationResult Speculation::specialise(const RootProfile &root, Module &graphs,
                                          llvm::StringSet<> *known, const VaryingSizes &varying) {
  SpeculationResult result;
  size_t ofAWay = ~size_t(0);  // the first reason that is no side's
  std::vector<Way> open = {{}};
  for (size_t tries = 0; !open.empty() && tries < kBudget.tries; ++tries) {
    if (result.graphs.size() == kBudget.versions)
      break;
    Way way = std::move(open.back());
    open.pop_back();
    llvm::StringMap<bool> decided;
    for (const auto &[place, holds] : way)
      decided[place] = holds;
    std::optional<Refusal> refusal = evaluate(root, decided, varying, graphs, result, known);
    if (!refusal)
      continue;
    if (refusal->kind == RefusalKind::OverBudget)
      open.clear();
    // An effect of a side that no graph can have is refused in the side's own graph as well.
    bool isSides = refusal->isInSide && refusal->kind != RefusalKind::CannotMerge;
    // Code behind a branch may want to know more than a merged value says.
    bool mayHelp = isSides || refusal->kind == RefusalKind::CannotMerge ||
                   refusal->kind == RefusalKind::NotConstant;
    auto refuse = [&](const Way &of) { result.reasons.push_back({*refusal, toText(of)}); };
    if (!mayHelp || refusal->fork.empty() || decided.count(refusal->fork)) {
      ofAWay = std::min(ofAWay, result.reasons.size());
      refuse(way);
      continue;
    }
    Way other = way;
    other.emplace_back(refusal->fork, isSides ? refusal->side : !refusal->prefers);
    if (isSides)
      refuse(other);
    else
      open.push_back(std::move(other));
    way.emplace_back(refusal->fork, isSides ? !refusal->side : refusal->prefers);
    open.push_back(std::move(way));
  }
  result.isKnown &= result.graphs.empty();
  // Nothing came of the root: what stopped the way that is gone more often, not what a rare side
  // does.
  if (result.graphs.empty() && !result.reasons.empty()) {
    if (ofAWay < result.reasons.size())
      std::swap(result.reasons[0], result.reasons[ofAWay]);
    result.reasons.resize(1);
    result.reasons[0].way.clear();
  }
  return result;
}

std::optional<Refusal> Speculation::evaluate(const RootProfile &root,
                                             const llvm::StringMap<bool> &way,
                                             const VaryingSizes &varying, Module &graphs,
                                             SpeculationResult &result, llvm::StringSet<> *known) {
  // Each attempt knows more of the symbols than the one before, until nothing is left to be found.
  SymbolChoices choices;
  std::map<std::string, LoopForm> loops;
  std::map<std::string, RecursionFacts> recursions;
  llvm::DenseSet<NodeId> oneObject;
  std::optional<Refusal> ofLoop;  // why the last one of them is unrolled
  while (true) {
    EvaluatorInputs inputs{
        profile_,          root,      tables_.modules, tables_.ops, tables_.statics,
        tables_.gradients, way,       varying,         choices,     loops,
        recursions,        oneObject, spending_,       options_};
    Module made;
    Evaluation evaluation(inputs, made, root.region);
    bool isDone = Evaluator(evaluation).run();
    bool isOutdated = evaluation.sizes.hasChanged() || evaluation.isOutdated;
    isOutdated |= evaluation.heap.findConfusedTensors(oneObject);
    // Somebody behind the loop has asked for what only its turns know.
    if (auto loop = evaluation.refusal ? loops.find(evaluation.refusal->fork) : loops.end();
        !isOutdated && loop != loops.end() && loop->second != LoopForm::Unrolled) {
      loop->second = LoopForm::Unrolled;
      isOutdated = true;
    }
    // Code that is for no loop over the nodes of a tree may be for the one tree of the profile.
    using Recursion = RecursionFacts::Kind;
    if (evaluation.refusal && !isOutdated)
      for (auto &[function, facts] : recursions)
        if ((evaluation.recursion.empty() || evaluation.recursion == function) &&
            std::exchange(facts.kind, Recursion::OneByOne) != Recursion::OneByOne) {
          const Refusal &of = *evaluation.refusal;
          facts.why = of.kind == RefusalKind::NoLoop ? of.detail : reasonOf(of);
          isOutdated = true;
        }
    if (isOutdated && evaluation.refusal) {
      ofLoop = evaluation.refusal;
      ofLoop->fork.clear();  // the branch that enters it is not to blame
    }
    if (isOutdated && spending_.isOver())
      return Refusal{RefusalKind::OverBudget, spending_.exceeded(), {}};
    if (isOutdated)
      continue;
    // A loop that cannot be unrolled either: what kept it from being one is to be known.
    bool isOfLoop = !isDone && ofLoop &&
                    (evaluation.refusal->kind == RefusalKind::TwoSided ||
                     evaluation.refusal->kind == RefusalKind::TooLong);
    if (!isDone)
      return isOfLoop ? ofLoop : evaluation.refusal;
    const size_t before = result.graphs.size();
    std::optional<Refusal> refusal = add(root, evaluation.graph, made, graphs, result, known);
    if (result.graphs.size() > before)
      result.graphs.back().called = std::move(evaluation.called);
    return refusal;
  }
}

namespace {

// JANUSC_FAULT=graph plays a graph that is ill-formed, for the test of this path.
std::vector<std::string> problemsOf(const Module &made) {
  std::vector<std::string> problems = ir::verify(made);
  const char *fault = std::getenv("JANUSC_FAULT");
  if (fault && llvm::StringRef(fault) == "graph")
    problems.push_back("a fault was asked for");
  return problems;
}

}  // namespace

std::optional<Refusal> Speculation::add(const RootProfile &root, const GraphWriter &graph,
                                        Module &made, Module &graphs, SpeculationResult &result,
                                        llvm::StringSet<> *known) {
  GraphWriter::TensorWork work = graph.tensorWork();
  // The error is one of ours, and the generic body is right: the program is compiled without it.
  std::vector<std::string> problems = problemsOf(made);
  if (problems.empty()) {
    llvm::SmallVector<transforms::PassId, 12> passes;
    llvm::copy_if(transforms::graphPipeline(), std::back_inserter(passes),
                  [&](auto pass) { return !llvm::is_contained(options_.withoutPasses, pass); });
    transforms::runPasses(made, passes, {});
    problems = problemsOf(made);
  }
  if (!problems.empty())
    return Refusal{RefusalKind::IllFormed, problems.front(), {}};
  if (known && !known->insert(root.module + root.function + root.region + toText(made)).second) {
    result.isKnown = true;
    return std::nullopt;
  }
  // A refused graph leaves nothing in `graphs`.
  llvm::DenseMap<FunctionId, FunctionId> functions;
  if (std::optional<FunctionId> backward = outlineBackward(made, graph.functionId()))
    functions[*backward] = copyGraph(made, *backward, graphs, functions);
  result.graphs.push_back({copyGraph(made, graph.functionId(), graphs, functions), work});
  return std::nullopt;
}

}  // namespace janus::speculate
