// Collecting the names of every scope, in the order in which CPython's symbol table meets them.
#pragma once

#include "Frontend/Sema/Scope.h"
#include "Frontend/Syntax/Visitor.h"

namespace janus {

class ScopeBuilder : public ast::Visitor<ScopeBuilder> {
public:
  ScopeBuilder(const Ast &ast, DiagnosticEngine &diag, ScopeTree &tree);

  void build(NodeId root);

  void visitFunctionDef(NodeId id, const ast::FunctionDef &node) { function(id, node, false); }
  void visitAsyncFunctionDef(NodeId id, const ast::AsyncFunctionDef &node) {
    function(id, node, true);
  }
  void visitClassDef(NodeId id, const ast::ClassDef &node);
  void visitLambda(NodeId id, const ast::Lambda &node);
  void visitListComp(NodeId id, const ast::ListComp &node);
  void visitSetComp(NodeId id, const ast::SetComp &node);
  void visitDictComp(NodeId id, const ast::DictComp &node);
  void visitGeneratorExp(NodeId id, const ast::GeneratorExp &node);
  void visitAnnAssign(NodeId id, const ast::AnnAssign &node);
  void visitGlobal(NodeId id, const ast::Global &node) { declare(id, node.names, true); }
  void visitNonlocal(NodeId id, const ast::Nonlocal &node) { declare(id, node.names, false); }
  void visitName(NodeId id, const ast::Name &node);
  void visitNamedExpr(NodeId id, const ast::NamedExpr &node);
  void visitalias(NodeId id, const ast::alias &node);
  void visitExceptHandler(NodeId id, const ast::ExceptHandler &node);
  void visitTry(NodeId, const ast::Try &node) { tryStatement(node); }
  void visitTryStar(NodeId, const ast::TryStar &node) { tryStatement(node); }
  void visitMatchAs(NodeId id, const ast::MatchAs &node);
  void visitMatchStar(NodeId id, const ast::MatchStar &node);
  void visitMatchMapping(NodeId id, const ast::MatchMapping &node);
  void visitYield(NodeId id, const ast::Yield &node) { yield(id, node.value); }
  void visitYieldFrom(NodeId id, const ast::YieldFrom &node) { yield(id, node.value); }
  void visitAwait(NodeId id, const ast::Await &node);

private:
  // How a name occurs, one at a time.
  enum class Occurrence : uint8_t {
    Assigned,
    Deleted,
    Used,
    Imported,
    Parameter,
    Annotated,
    Global,
    Nonlocal,
  };
  // A scope under construction, with what only its construction needs.
  struct Open {
    ScopeId id;
    bool inIterationTarget = false;
    unsigned iterableDepth = 0;  // > 0: in the iterable of a comprehension
    bool isAnnotation = false;   // names do not count (from __future__ import annotations)
  };

  Open &current() { return open_.back(); }
  Scope &scope() { return tree_.scopes_[current().id]; }
  void enter(ScopeKind kind, NodeId owner, llvm::StringRef name);
  void leave() { open_.pop_back(); }

  ScopeSymbol &symbol(ScopeId scope, Symbol mangled);
  const ScopeSymbol *lookup(Symbol name);
  void define(Symbol name, Occurrence occurrence, NodeId place) {
    defineIn(current().id, name, occurrence, place);
  }
  void defineIn(ScopeId scope, Symbol name, Occurrence occurrence, NodeId place);

  template <class Node>
  void function(NodeId id, const Node &node, bool isAsync);
  template <class Node>
  void tryStatement(const Node &node);
  void defaults(const ast::arguments &node);
  void parameters(const ast::arguments &node);
  void annotation(NodeId id);
  void comprehension(NodeId id, llvm::StringRef name, llvm::ArrayRef<NodeId> generators,
                     llvm::ArrayRef<NodeId> elements, bool isGenerator);
  void bindOutsideComprehension(NodeId id, Symbol name);
  void declare(NodeId id, llvm::ArrayRef<Symbol> names, bool global);
  void yield(NodeId id, NodeId value);
  bool refusedInAnnotation(NodeId id, llvm::StringRef what);
  void refuse(NodeId place, const llvm::Twine &message);

  DiagnosticEngine &diag_;
  ScopeTree &tree_;
  std::vector<Open> open_;
  Symbol class_;  // the innermost class, for mangling
  bool futureAnnotations_ = false;
};

}  // namespace janus
