// Which names are read later, before and after each node (conformance AG-06). A write kills a
// variable, and with it nothing of what an attribute path may alias. Captured variables are live
// everywhere.
#pragma once

#include "Analysis/Activity.h"

#include "llvm/ADT/BitVector.h"

namespace janus::analysis {

class Liveness {
public:
  explicit Liveness(const Activity &activity);

  bool isLiveIn(CfgNodeId id, QualifiedName name) const { return in_[id].test(name.index); }
  bool isLiveOut(CfgNodeId id, QualifiedName name) const { return out_[id].test(name.index); }
  // In the order of first occurrence in the function.
  NameList liveIn(CfgNodeId id) const { return list(in_[id]); }
  NameList liveOut(CfgNodeId id) const { return list(out_[id]); }
  // Of a compound statement: what is live where control goes on after it.
  NameList liveAfter(NodeId statement) const;
  NameList liveBefore(NodeId statement) const;

private:
  NameList list(const llvm::BitVector &set) const;

  const Activity &activity_;
  IdVector<CfgNodeId, llvm::BitVector> in_, out_;
};

}  // namespace janus::analysis
