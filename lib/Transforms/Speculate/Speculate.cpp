#include "Transforms/Speculate/Speculate.h"

#include "IR/Cloner.h"
#include "IR/Printer.h"
#include "Transforms/PassManager.h"
#include "Transforms/Pipelines.h"
#include "Transforms/Speculate/Evaluator.h"
#include "Transforms/Speculate/OutlineBackward.h"

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

SpeculationResult Speculation::specialise(const RootProfile &root, Module &graphs,
                                          llvm::StringSet<> *known) {
  EvaluatorInputs inputs{profile_, root, modules_, ops_, statics_, gradients_};
  Module made;
  Evaluator evaluator(inputs, made, root.region);
  SpeculationResult result;
  if (!evaluator.run()) {
    result.why = evaluator.refusal();
    return result;
  }
  result.work = evaluator.tensorWork();
  transforms::runPasses(made, transforms::graphPipeline(), {});
  if (known && !known->insert(root.module + root.function + root.region + toText(made)).second) {
    result.isKnown = true;
    return result;
  }
  // What is refused leaves nothing in `graphs`.
  llvm::DenseMap<FunctionId, FunctionId> functions;
  if (std::optional<FunctionId> backward = outlineBackward(made, evaluator.graph()))
    functions[*backward] = copyGraph(made, *backward, graphs, functions);
  result.graph = copyGraph(made, evaluator.graph(), graphs, functions);
  return result;
}

}  // namespace janus::speculate
