// Facts of the control-flow converter about the function it is in: which variables a statement
// passes on.
#pragma once

#include "Analysis/Definedness.h"
#include "Analysis/Liveness.h"
#include "Transforms/Convert/Convert.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace janus::convert {

using SymbolSet = llvm::SmallSetVector<Symbol, 8>;

class FunctionFacts {
public:
  FunctionFacts(const Ast &ast, NodeId function, const ScopeTree &scopes);

  // Variables assigned in a statement (conditions and loop heads included), in the order of their
  // first assignment.
  struct Assigned {
    SymbolSet own;        // can be passed on as values
    SymbolSet nonlocals;  // shared cells: of an enclosing function, or see isCell()
    SymbolSet globals;
  };
  Assigned assignedIn(NodeId statement) const;
  bool isLiveAfter(NodeId statement, Symbol name) const;
  // Live after the test of an if: a branch reads it, or what follows does and a branch leaves it
  // alone.
  bool isLiveAfterTest(NodeId statement, Symbol name) const;
  // Live where a loop's test or head is reached again.
  bool isLiveAtHead(NodeId loop, Symbol name) const;
  // A variable of the function itself that is no parameter.
  bool startsUnbound(Symbol name) const;
  // True when the statement reads, where it may be unbound, a variable that inner functions share
  // or that is unbound again. Moved away, the read would fail with another error.
  bool readsUnboundCell(NodeId statement) const;
  // The other variables that the statement reads where they may be unbound.
  SymbolSet unboundReads(NodeId statement) const;
  // Read anywhere in the function where it may be unbound.
  bool isReadUnbound(Symbol name) const { return readUnbound_.count(name) != 0; }
  // Bound on every path to the statement.
  bool isBoundBefore(NodeId statement, Symbol name) const;
  // Variables of the function that are read at `node` where they may be unbound.
  bool mayBeUnboundAt(analysis::CfgNodeId node, Symbol name) const;
  const analysis::Cfg &cfg() const { return cfg_; }

private:
  bool isCaptured(ScopeId scope, Symbol name) const;
  // Captured by an inner function, unbound again somewhere, or read after an exception out of the
  // statement.
  bool isCell(NodeId statement, Symbol name) const;
  // True when the variable is live at a node behind the statement, of a kind that `counts`.
  bool isLiveOutside(NodeId statement, Symbol name,
                     llvm::function_ref<bool(analysis::CfgNodeKind)> counts) const;
  bool isLiveOnException(NodeId statement, Symbol name) const;
  bool isShared(Symbol name) const {
    return isCaptured(scope_, name) || unboundAgain_.count(name) != 0;
  }
  // Calls f for variables of the function that the node reads where they may be unbound.
  void forEachUnboundRead(analysis::CfgNodeId node, llvm::function_ref<void(Symbol)> f) const;

  const Ast &ast_;
  const ScopeTree &scopes_;
  ScopeId scope_;
  mutable QualifiedNames names_;
  analysis::Cfg cfg_;
  analysis::Activity activity_;
  analysis::Liveness liveness_;
  analysis::Definedness definedness_;
  llvm::DenseSet<Symbol> unboundAgain_;  // by `del`, or at the end of a handler
  llvm::DenseSet<Symbol> readUnbound_;
  llvm::DenseSet<NodeId> stopThunks_;  // the lambdas of `ag__.breakable`
};

// The flags of `ag__.breakable(xs, lambda: flag)` around the iterable of a for, outermost first;
// `iterable` becomes the innermost one.
llvm::SmallVector<Symbol, 2> stopFlags(const Ast &ast, NodeId &iterable);

}  // namespace janus::convert
