// When code may become a function of its own without changing what it means.
#pragma once

#include "Transforms/Convert/Convert.h"

#include "Frontend/Syntax/Rewriter.h"
#include "Frontend/Syntax/Visitor.h"

namespace janus::convert {

// Built-in functions that look at the function they are called from, when they have fewer arguments
// than this.
struct CallerRow {
  llvm::StringLiteral name;
  unsigned independentFrom;
};
constexpr unsigned kNever = ~0u;
constexpr CallerRow kLookAtCaller[] = {
    {"super", 1},        {"vars", 1}, {"dir", 1},  {"locals", kNever},
    {"globals", kNever}, {"eval", 2}, {"exec", 2},
};

inline bool looksAtCaller(const Ast &ast, const ast::Call &call) {
  const auto *name = ast.dynGet<ast::Name>(call.func);
  return name && llvm::any_of(kLookAtCaller, [&](const CallerRow &row) {
           return ast.text(name->id) == row.name && call.args.size() < row.independentFrom;
         });
}

// The ties of code to the function it stands in, outside of nested functions and classes.
class BoundCode : public ast::Visitor<BoundCode> {
public:
  BoundCode(const Ast &ast, llvm::ArrayRef<NodeId> code) : Visitor(ast) { visitAll(code); }

  void visitYield(NodeId, const ast::Yield &) { yields = true; }
  void visitYieldFrom(NodeId, const ast::YieldFrom &) { yields = true; }
  void visitAwait(NodeId, const ast::Await &) { awaits = true; }
  void visitNamedExpr(NodeId id, const ast::NamedExpr &) {
    binds = true;
    visitChildren(id);
  }
  void visitFunctionDef(NodeId, const ast::FunctionDef &) {}
  void visitLambda(NodeId, const ast::Lambda &) {}
  void visitClassDef(NodeId, const ast::ClassDef &) {}
  void visitCall(NodeId id, const ast::Call &node) {
    const auto *name = ast().dynGet<ast::Name>(node.func);
    if (looksAtCaller(ast(), node))
      (name && text(name->id) == "super" ? asksSuper : looksAround) = true;
    visitChildren(id);
  }

  bool yields = false, awaits = false, binds = false;
  // Calls of `super()`, and of other functions that look at their caller.
  bool asksSuper = false, looksAround = false;
};

// False for expressions with `yield`, `await` or `:=` outside of nested lambdas, and with calls
// that look at their caller.
inline bool canBeThunk(const Ast &ast, NodeId id) {
  BoundCode code(ast, id);
  return !code.yields && !code.awaits && !code.binds && !code.asksSuper && !code.looksAround;
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
