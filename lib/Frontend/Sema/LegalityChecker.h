// The checks of CPython's compiler, in the order in which it meets them; shared by the files
// Check*.cpp.
#pragma once

#include "Frontend/Sema/Scope.h"
#include "Frontend/Syntax/Visitor.h"

#include "llvm/ADT/DenseSet.h"

namespace janus::legality {

constexpr size_t kMaxBlocks = 20;

class LegalityChecker : public ast::Visitor<LegalityChecker> {
public:
  LegalityChecker(const Ast &ast, DiagnosticEngine &diag) : Visitor(ast), diag_(diag) {}

  void checkModule(NodeId root);
  bool ok() const { return ok_; }

  // CheckStatements.cpp
  void visitFunctionDef(NodeId id, const ast::FunctionDef &node) { function(id, node, false); }
  void visitAsyncFunctionDef(NodeId id, const ast::AsyncFunctionDef &node) {
    function(id, node, true);
  }
  void visitClassDef(NodeId id, const ast::ClassDef &node);
  void visitReturn(NodeId id, const ast::Return &node);
  void visitAssign(NodeId id, const ast::Assign &node);
  void visitAugAssign(NodeId id, const ast::AugAssign &node);
  void visitAnnAssign(NodeId id, const ast::AnnAssign &node);
  void visitFor(NodeId id, const ast::For &node) { forLoop(id, node); }
  void visitAsyncFor(NodeId id, const ast::AsyncFor &node);
  void visitWhile(NodeId id, const ast::While &node);
  void visitWith(NodeId id, const ast::With &node) { with(id, node); }
  void visitAsyncWith(NodeId id, const ast::AsyncWith &node);
  void visitTry(NodeId id, const ast::Try &node) { tryStatement(id, node, false); }
  void visitTryStar(NodeId id, const ast::TryStar &node) { tryStatement(id, node, true); }
  void visitBreak(NodeId id, const ast::Break &);
  void visitContinue(NodeId id, const ast::Continue &);
  void visitImport(NodeId id, const ast::Import &node);
  void visitImportFrom(NodeId id, const ast::ImportFrom &node);

  // CheckExpressions.cpp
  void visitNamedExpr(NodeId id, const ast::NamedExpr &node);
  void visitLambda(NodeId id, const ast::Lambda &node);
  void visitList(NodeId id, const ast::List &node) { display(id, node.elts, node.ctx); }
  void visitTuple(NodeId id, const ast::Tuple &node) { display(id, node.elts, node.ctx); }
  void visitSet(NodeId id, const ast::Set &node) { display(id, node.elts, ast::ExprContext::Load); }
  void visitListComp(NodeId id, const ast::ListComp &node) {
    comprehension(id, node.generators, {node.elt});
  }
  void visitSetComp(NodeId id, const ast::SetComp &node) {
    comprehension(id, node.generators, {node.elt});
  }
  void visitDictComp(NodeId id, const ast::DictComp &node) {
    comprehension(id, node.generators, {node.key, node.value});
  }
  void visitGeneratorExp(NodeId id, const ast::GeneratorExp &node) {
    comprehension(id, node.generators, {node.elt});
  }
  void visitYield(NodeId id, const ast::Yield &node);
  void visitYieldFrom(NodeId id, const ast::YieldFrom &node);
  void visitAwait(NodeId id, const ast::Await &node);
  void visitCall(NodeId id, const ast::Call &node);
  void visitAttribute(NodeId id, const ast::Attribute &node);
  void visitStarred(NodeId id, const ast::Starred &node);
  void visitName(NodeId id, const ast::Name &node);

  // CheckPatterns.cpp
  void visitMatch(NodeId id, const ast::Match &node);

private:
  enum class Unit : uint8_t { Module, Class, Function, AsyncFunction, Lambda, Comprehension };
  // What encloses a statement within its function; CPython allows kMaxBlocks of them.
  enum class Block : uint8_t { Loop, With, Try, Finally, Handlers, GroupHandlers, HandlerBody };

  // A pattern's capture names so far, and whether one that always matches may stand here.
  struct PatternState {
    llvm::DenseSet<Symbol> names;
    bool allowIrrefutable = true;
  };

  void refuse(NodeId place, const llvm::Twine &message);
  void refuseDebug(NodeId place, Symbol name);
  bool isFunctionLike() const { return unit_ != Unit::Module && unit_ != Unit::Class; }

  template <class F>
  void inUnit(Unit unit, F &&check);
  template <class F>
  void inBlock(NodeId place, Block block, F &&check);
  template <class Node>
  void function(NodeId id, const Node &node, bool isAsync);
  template <class Node>
  void forLoop(NodeId id, const Node &node);
  template <class Node>
  void with(NodeId id, const Node &node, size_t item = 0);
  template <class Node>
  void tryStatement(NodeId id, const Node &node, bool isGroup);
  template <class Node>
  void tryHandlers(NodeId id, const Node &node, bool isGroup);
  bool leavesGroupHandler(NodeId id, bool stopAtLoop, bool &foundLoop);
  void defaults(const ast::arguments &node);
  void annotations(const ast::arguments &node);
  void debugParameters(NodeId place, const ast::arguments &node);
  void keywords(NodeId place, llvm::ArrayRef<NodeId> list);
  void futureFeatures(NodeId id, const ast::ImportFrom &node);

  void display(NodeId id, llvm::ArrayRef<NodeId> elements, ast::ExprContext context);
  void elements(llvm::ArrayRef<NodeId> list);
  void unpackTargets(NodeId id, llvm::ArrayRef<NodeId> targets);
  void comprehension(NodeId id, llvm::ArrayRef<NodeId> generators, llvm::ArrayRef<NodeId> elements);
  const ScopeTree &scopes();

  void pattern(NodeId id, PatternState &state);
  void subpattern(NodeId id, PatternState &state);
  void sequencePattern(NodeId id, const ast::MatchSequence &node, PatternState &state);
  void mappingPattern(NodeId id, const ast::MatchMapping &node, PatternState &state);
  void classPattern(NodeId id, const ast::MatchClass &node, PatternState &state);
  void asPattern(NodeId id, const ast::MatchAs &node, PatternState &state);
  void alternatives(NodeId id, const ast::MatchOr &node, PatternState &state);
  void store(NodeId place, Symbol name, PatternState &state);
  std::string literalKey(NodeId key, bool canonical) const;

  DiagnosticEngine &diag_;
  NodeId root_;
  Unit unit_ = Unit::Module;
  llvm::SmallVector<Block, 20> blocks_;
  bool asyncGenerator_ = false;
  bool futureAnnotations_ = false;
  uint32_t lastFutureLine_ = 0;
  NodeId lastPattern_;  // where CPython would point in a pattern
  std::optional<ScopeTree> scopes_;
  bool ok_ = true;
};

template <class F>
void LegalityChecker::inUnit(Unit unit, F &&check) {
  auto saved = std::tuple(unit_, blocks_, asyncGenerator_);
  unit_ = unit;
  blocks_.clear();
  asyncGenerator_ = false;
  check();
  std::tie(unit_, blocks_, asyncGenerator_) = saved;
}

template <class F>
void LegalityChecker::inBlock(NodeId place, Block block, F &&check) {
  if (blocks_.size() == kMaxBlocks)
    refuse(place, "too many statically nested blocks");
  blocks_.push_back(block);
  check();
  blocks_.pop_back();
}

}  // namespace janus::legality
