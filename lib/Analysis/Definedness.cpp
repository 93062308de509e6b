#include "Analysis/Definedness.h"

#include "Analysis/Dataflow.h"

namespace janus::analysis {

Definedness::Definedness(const Activity &activity) {
  const Cfg &cfg = activity.cfg();
  size_t count = activity.names().size();
  auto transfer = [&](CfgNodeId id, llvm::BitVector &bound) {
    for (QualifiedName name : activity[id].writes)
      bound.set(name.index);
    for (QualifiedName name : activity[id].deletes)
      bound.reset(name.index);
  };
  llvm::BitVector nothing(count);
  DataflowResult must =
      solve(cfg, count, Direction::Forward, Join::Intersection, nothing, transfer);
  DataflowResult may = solve(cfg, count, Direction::Forward, Join::Union, nothing, transfer);
  definite_.sets = std::move(must.in);
  definiteAfter_.sets = std::move(must.out);
  possible_.sets = std::move(may.in);
  possibleAfter_.sets = std::move(may.out);
}

}  // namespace janus::analysis
