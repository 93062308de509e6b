// Whether a variable is bound at a node: on every path, on some, or on none (conformance AG-17,
// AG-20).
#pragma once

#include "Analysis/Activity.h"

#include "llvm/ADT/BitVector.h"

namespace janus::analysis {

enum class Boundness : uint8_t { Unbound, MaybeBound, Bound };

class Definedness {
public:
  explicit Definedness(const Activity &activity);

  // Before the node. Only for variables of the function itself.
  Boundness before(CfgNodeId id, QualifiedName name) const {
    return classify(definite_.at(id), possible_.at(id), name);
  }
  Boundness after(CfgNodeId id, QualifiedName name) const {
    return classify(definiteAfter_.at(id), possibleAfter_.at(id), name);
  }

private:
  struct Sets {
    IdVector<CfgNodeId, llvm::BitVector> sets;
    const llvm::BitVector &at(CfgNodeId id) const { return sets[id]; }
  };
  static Boundness classify(const llvm::BitVector &definite, const llvm::BitVector &possible,
                            QualifiedName name) {
    if (definite.test(name.index) && possible.test(name.index))
      return Boundness::Bound;
    return possible.test(name.index) ? Boundness::MaybeBound : Boundness::Unbound;
  }
  Sets definite_, definiteAfter_, possible_, possibleAfter_;
};

}  // namespace janus::analysis
