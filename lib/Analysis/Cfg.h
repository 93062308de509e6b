// The control-flow graph of one function body (AutoGraph section 7.1): a node per simple statement
// and per head of a compound one. Works on the AST, so that facts can be shown beside the user's
// lines.
#pragma once

#include "Frontend/Syntax/Ast.h"

#include "llvm/ADT/DenseMap.h"

namespace janus::analysis {

struct CfgNodeTag;
using CfgNodeId = Id<CfgNodeTag>;

enum class CfgNodeKind : uint8_t {
  Entry,       // parameters are bound
  Exit,        // the function has returned
  RaiseExit,   // an exception leaves the function
  Statement,   // a simple statement
  Test,        // the condition of if, while, the subject and guards of match
  LoopHead,    // of for: takes the next item or ends the loop; assigns nothing
  Target,      // of for: assigns the item
  Iterable,    // of for: evaluates the iterable, once
  Handler,     // `except T as e`: the type is evaluated and e bound
  Enter,       // of with: one item
  Leave,       // of with: the exits of its items, which may swallow an exception of the body
  Finally,     // start of a finally block; no code of its own
  HandlerEnd,  // of `except T as e`: e is unbound
};

// Nodes of a statement at which no part of its text is evaluated.
inline bool evaluatesNothing(CfgNodeKind kind) {
  return kind == CfgNodeKind::Leave || kind == CfgNodeKind::Finally ||
         kind == CfgNodeKind::HandlerEnd;
}

struct CfgNode {
  CfgNodeKind kind;
  NodeId ast;  // statement, or the part that the node evaluates; invalid for Entry, Exit, RaiseExit
  llvm::SmallVector<CfgNodeId, 2> successors, predecessors;
};

class Cfg {
public:
  // `owner` is a Module, FunctionDef, Lambda or ClassDef. Nested definitions are one node each.
  Cfg(const Ast &ast, NodeId owner);

  const Ast &ast() const { return *ast_; }
  NodeId owner() const { return owner_; }
  CfgNodeId entry() const { return entry_; }
  CfgNodeId exit() const { return exit_; }
  CfgNodeId raiseExit() const { return raiseExit_; }
  const CfgNode &operator[](CfgNodeId id) const { return nodes_[id]; }
  IdRange<CfgNodeId> ids() const { return nodes_.ids(); }
  size_t size() const { return nodes_.size(); }
  // All nodes of a statement, its inner ones included, in source order; the first is where control
  // enters it.
  llvm::ArrayRef<CfgNodeId> nodesOf(NodeId statement) const;
  // Reachable from the entry.
  bool reachable(CfgNodeId id) const { return reachable_[id]; }

private:
  friend class CfgBuilder;

  const Ast *ast_;
  NodeId owner_;
  CfgNodeId entry_, exit_, raiseExit_;
  IdVector<CfgNodeId, CfgNode> nodes_;
  IdVector<CfgNodeId, bool> reachable_;
  llvm::DenseMap<NodeId, llvm::SmallVector<CfgNodeId, 4>> byStatement_;
};

}  // namespace janus::analysis
