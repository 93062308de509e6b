// When an expression may be wrapped in a lambda without changing what it means.
#pragma once

#include "Transforms/Convert/Convert.h"

#include "Frontend/Syntax/Rewriter.h"
#include "Frontend/Syntax/Visitor.h"

namespace janus::convert {

// False for expressions with `yield`, `await` or `:=` outside of nested lambdas.
inline bool canBeThunk(const Ast &ast, NodeId id) {
  struct Finder : ast::Visitor<Finder> {
    using Visitor::Visitor;
    void visitYield(NodeId, const ast::Yield &) { found = true; }
    void visitYieldFrom(NodeId, const ast::YieldFrom &) { found = true; }
    void visitAwait(NodeId, const ast::Await &) { found = true; }
    void visitNamedExpr(NodeId, const ast::NamedExpr &) { found = true; }
    void visitLambda(NodeId, const ast::Lambda &) {}
    bool found = false;
  } finder(ast);
  finder.visit(id);
  return !finder.found;
}

// A class whose methods are rewritten, but not the code of its body.
template <class Rewriter>
ast::Rewritten keepClassCode(Rewriter &rewriter, Ast &ast, NodeId id, const ast::ClassDef &node) {
  ast::ClassDef copy = node;
  copy.body.clear();
  for (NodeId statement : node.body) {
    if (!ast.isa<ast::FunctionDef, ast::ClassDef>(statement)) {
      copy.body.push_back(statement);
      continue;
    }
    ast::Rewritten rewritten = rewriter.rewriteStatement(statement);
    copy.body.append(rewritten.statements().begin(), rewritten.statements().end());
  }
  return ast.add(std::move(copy), ast.span(id));
}

}  // namespace janus::convert
