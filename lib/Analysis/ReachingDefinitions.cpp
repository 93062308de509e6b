#include "Analysis/ReachingDefinitions.h"

#include "Analysis/Dataflow.h"

namespace janus::analysis {

ReachingDefinitions::ReachingDefinitions(const Activity &activity) {
  const Cfg &cfg = activity.cfg();
  IdVector<CfgNodeId, llvm::SmallVector<unsigned, 4>> made(cfg.size());
  for (CfgNodeId id : cfg.ids())
    for (QualifiedName name : activity[id].writes) {
      made[id].push_back(definitions_.size());
      definitions_.push_back({id, name, llvm::is_contained(activity[id].deletes, name)});
    }
  size_t undefined = definitions_.size();
  size_t count = undefined + activity.names().size();
  llvm::BitVector boundary(count);
  boundary.set(undefined, count);
  DataflowResult result = solve(cfg, count, Direction::Forward, Join::Union, boundary,
                                [&](CfgNodeId id, llvm::BitVector &set) {
                                  for (unsigned made : made[id]) {
                                    QualifiedName name = definitions_[made].name;
                                    for (unsigned other = 0; other < undefined; ++other)
                                      if (definitions_[other].name == name)
                                        set.reset(other);
                                    set.reset(undefined + name.index);
                                    set.set(made);
                                  }
                                });
  in_ = std::move(result.in);
}

llvm::SmallVector<Definition, 2> ReachingDefinitions::reaching(CfgNodeId id,
                                                               QualifiedName name) const {
  llvm::SmallVector<Definition, 2> result;
  for (size_t i = 0; i < definitions_.size(); ++i)
    if (definitions_[i].name == name && in_[id].test(i))
      result.push_back(definitions_[i]);
  return result;
}

bool ReachingDefinitions::mayBeUndefined(CfgNodeId id, QualifiedName name) const {
  if (in_[id].test(definitions_.size() + name.index))
    return true;
  return llvm::any_of(reaching(id, name),
                      [](const Definition &definition) { return definition.unbinds; });
}

}  // namespace janus::analysis
