#include "Transforms/Speculate/Speculate.h"

#include "IR/Cloner.h"
#include "Transforms/PassManager.h"
#include "Transforms/Pipelines.h"
#include "Transforms/Speculate/Evaluator.h"

namespace janus::speculate {

using namespace ir;

SpeculationResult Speculation::specialise(const RootProfile &root, Module &graphs) {
  EvaluatorInputs inputs{profile_, root, modules_, ops_, statics_, gradients_};
  Module made;
  Evaluator evaluator(inputs, made, root.region);
  SpeculationResult result;
  result.specialised = evaluator.run();
  if (!result.specialised) {
    result.reason = toText(evaluator.refusal());
    result.function = evaluator.refusal().function;
    result.span = evaluator.refusal().span;
    return result;
  }
  transforms::runPasses(made, transforms::graphPipeline(), {});
  // What is refused leaves nothing in `graphs`.
  const Function &from = made.function(evaluator.graph());
  result.graph = graphs.addFunction(from.name);
  Function &to = graphs.function(result.graph);
  to.qualname = from.qualname;
  to.flags = from.flags;
  to.span = from.span;
  to.body = to.addRegion(OpId());
  Cloner(made, evaluator.graph(), graphs, result.graph).cloneRegion(from.body, to.body);
  return result;
}

}  // namespace janus::speculate
