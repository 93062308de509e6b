#include "Analysis/Liveness.h"

#include "Analysis/Dataflow.h"

namespace janus::analysis {

// What a variable's attributes and items were is not read any more once it is rebound.
static void resetWithin(const QualifiedNames &names, QualifiedName variable,
                        llvm::BitVector &live) {
  for (unsigned index : live.set_bits())
    if (names.root(QualifiedName(index)) == variable)
      live.reset(index);
}

Liveness::Liveness(const Activity &activity) : activity_(activity) {
  const Cfg &cfg = activity.cfg();
  QualifiedNames &names = activity.names();
  llvm::BitVector captured(names.size());
  for (QualifiedName name : activity.captured())
    captured.set(name.index);
  DataflowResult result = solve(cfg, names.size(), Direction::Backward, Join::Union, captured,
                                [&](CfgNodeId id, llvm::BitVector &live) {
                                  for (QualifiedName name : activity[id].writes)
                                    if (names.isVariable(name))
                                      resetWithin(names, name, live);
                                  for (QualifiedName name : activity[id].reads)
                                    live.set(name.index);
                                  live |= captured;
                                });
  in_ = std::move(result.in);
  out_ = std::move(result.out);
}

NameList Liveness::list(const llvm::BitVector &set) const {
  NameList result;
  for (unsigned index : set.set_bits()) {
    QualifiedName name(index);
    if (activity_.isLocal(name))
      result.push_back(name);
  }
  return result;
}

NameList Liveness::liveBefore(NodeId statement) const {
  auto nodes = activity_.cfg().nodesOf(statement);
  return nodes.empty() ? NameList() : liveIn(nodes.front());
}

NameList Liveness::liveAfter(NodeId statement) const {
  const Cfg &cfg = activity_.cfg();
  auto nodes = cfg.nodesOf(statement);
  llvm::BitVector set(activity_.names().size());
  for (CfgNodeId id : nodes)
    for (CfgNodeId next : cfg[id].successors)
      if (!llvm::is_contained(nodes, next))
        set |= in_[next];
  return list(set);
}

}  // namespace janus::analysis
