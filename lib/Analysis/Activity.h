// What each node of a control-flow graph reads and writes (AutoGraph section 7.1, conformance
// AG-04).
#pragma once

#include "Analysis/Cfg.h"
#include "Frontend/Sema/QualifiedName.h"
#include "Frontend/Sema/Scope.h"

namespace janus::analysis {

using NameList = llvm::SmallVector<QualifiedName, 4>;

struct NodeActivity {
  NameList reads;    // in order of first occurrence, without repetition
  NameList writes;   // bound, rebound or deleted; `a.b = c` writes `a.b` and reads `a`
  NameList deletes;  // those of the writes that unbind
};

class Activity {
public:
  Activity(const Cfg &cfg, const ScopeTree &scopes, QualifiedNames &names);

  const NodeActivity &operator[](CfgNodeId id) const { return facts_[id]; }
  // Local variables that an inner function or class uses: they may be read or (nonlocal) written at
  // any time.
  const NameList &captured() const { return captured_; }
  // Whether the variable belongs to the function (parameter, local or cell), not to a scope around
  // it.
  bool isLocal(QualifiedName name) const;
  const NameList &parameters() const { return parameters_; }
  QualifiedNames &names() const { return names_; }
  const Cfg &cfg() const { return cfg_; }

private:
  const Cfg &cfg_;
  const ScopeTree &scopes_;
  QualifiedNames &names_;
  ScopeId scope_;
  IdVector<CfgNodeId, NodeActivity> facts_;
  NameList captured_, parameters_;
};

}  // namespace janus::analysis
