#include "Transforms/Pipelines.h"

namespace janus::transforms {

llvm::ArrayRef<PassId> tier1Pipeline(unsigned level, bool keepsSlots) {
  static const PassId kPasses[] = {
      PassId::ForwardTuples,  PassId::ConstantFold,
      PassId::RefineSound,  // types of slots, which promotion asks for
      PassId::PromoteScalars,
      PassId::RefineSound,  // a value's type is not joined over all stores
      PassId::ConstantFold,   PassId::Cse,          PassId::DeadCode,
  };
  static const PassId kWithSlots[] = {
      PassId::ForwardTuples, PassId::ConstantFold, PassId::RefineSound,
      PassId::ConstantFold,  PassId::Cse,          PassId::DeadCode,
  };
  if (level == 0)
    return {};
  return keepsSlots ? llvm::ArrayRef(kWithSlots) : llvm::ArrayRef(kPasses);
}

llvm::ArrayRef<PassId> graphPipeline() {
  static const PassId kPasses[] = {
      PassId::SinkExpands, PassId::Canonicalize, PassId::Cse,
      PassId::DeadCode,  // uses that count
      PassId::JoinParts,   PassId::AddRows,      PassId::BatchProducts,
      PassId::SumProducts, PassId::LoopProducts, PassId::ChannelsLast,
      PassId::Cse,  // operands that several products join
      PassId::DeadCode,
  };
  return kPasses;
}

}  // namespace janus::transforms
