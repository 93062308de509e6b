// Walks over the AST by kind of node.
//
//   struct CountCalls : ast::Visitor<CountCalls> {
//     using Visitor::Visitor;
//     void visitCall(NodeId id, const ast::Call& call) { ++count; visitChildren(id); }
//     int count = 0;
//   };
//   CountCalls counter(ast); counter.visit(ast.root());
//
// A kind without a method of its own goes to visitStatement, visitExpression, visitPattern,
// visitPart or visitModule, and these to visitNode, which visits the children (and gives Result()).
#pragma once

#include "Frontend/Syntax/Ast.h"

namespace janus::ast {

template <class Derived, class Result = void>
class Visitor {
public:
  explicit Visitor(const Ast &ast) : ast_(ast) {}

  Result visit(NodeId id) {
    switch (ast_.kind(id)) {
#define JANUS_NODE(kind, category)                                                                 \
  case NodeKind::kind:                                                                             \
    return derived().visit##kind(id, ast_.template get<ast::kind>(id));
#include "Frontend/Syntax/Nodes.def"
    }
    __builtin_unreachable();
  }

  void visitAll(llvm::ArrayRef<NodeId> ids) {
    for (NodeId id : ids)
      if (id)
        visit(id);
  }
  void visitChildren(NodeId id) {
    forEachChild(ast_, id, [this](NodeId child) { visit(child); });
  }

#define JANUS_NODE(kind, category)                                                                 \
  Result visit##kind(NodeId id, const ast::kind &) {                                               \
    return derived().visit##category(id);                                                          \
  }
#include "Frontend/Syntax/Nodes.def"

  Result visitModule(NodeId id) {
    return derived().visitNode(id);
  }
  Result visitStatement(NodeId id) {
    return derived().visitNode(id);
  }
  Result visitExpression(NodeId id) {
    return derived().visitNode(id);
  }
  Result visitPattern(NodeId id) {
    return derived().visitNode(id);
  }
  Result visitPart(NodeId id) {
    return derived().visitNode(id);
  }
  Result visitNode(NodeId id) {
    visitChildren(id);
    return Result();
  }

protected:
  Derived &derived() {
    return static_cast<Derived &>(*this);
  }
  const Ast &ast() const {
    return ast_;
  }
  llvm::StringRef text(Symbol name) const {
    return ast_.text(name);
  }

private:
  const Ast &ast_;
};

}  // namespace janus::ast
