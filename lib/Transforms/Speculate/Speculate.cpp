#include "Transforms/Speculate/Speculate.h"

#include "Transforms/PassManager.h"
#include "Transforms/Speculate/Evaluator.h"

namespace janus::speculate {

SpeculationResult speculate(const Profile &profile, const RootProfile &root,
                            const ModuleSource &modules, const SourceManager &sources,
                            ir::Module &graphs) {
  static const TensorOps ops;
  EvaluatorInputs inputs{profile, root, modules, sources, ops};
  Evaluator evaluator(inputs, graphs, root.region);
  SpeculationResult result;
  result.graph = evaluator.graph();
  result.specialised = evaluator.run();
  if (!result.specialised) {
    result.reason = toText(evaluator.refusal());
    result.function = evaluator.refusal().function;
    result.span = evaluator.refusal().span;
  }
  return result;
}

}  // namespace janus::speculate
