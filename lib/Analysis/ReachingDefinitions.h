// Which assignments a use may see (conformance AG-05).
#pragma once

#include "Analysis/Activity.h"

#include "llvm/ADT/BitVector.h"

namespace janus::analysis {

// One write of a name at a node; `del` is one that leaves it unbound.
struct Definition {
  CfgNodeId node;  // the entry for parameters
  QualifiedName name;
  bool unbinds = false;
};

class ReachingDefinitions {
public:
  explicit ReachingDefinitions(const Activity &activity);

  llvm::ArrayRef<Definition> definitions() const { return definitions_; }
  // Of the variable before the node, in the order of the program.
  llvm::SmallVector<Definition, 2> reaching(CfgNodeId id, QualifiedName name) const;
  // Whether some path reaches the node without any definition of the variable.
  bool mayBeUndefined(CfgNodeId id, QualifiedName name) const;

private:
  std::vector<Definition> definitions_;
  IdVector<CfgNodeId, llvm::BitVector> in_;  // one more bit per name at the end: undefined
};

}  // namespace janus::analysis
