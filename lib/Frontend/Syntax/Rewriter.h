// AST -> AST, rebuilding only what changes: the base of every converter.
//
//   struct NegateTests : ast::Rewriter<NegateTests> {
//     using Rewriter::Rewriter;
//     Rewritten rewriteIf(NodeId id, const ast::If& node) { ... return {first, second}; }
//     NodeId rewriteCall(NodeId id, const ast::Call& node) { ... }
//   };
//   NodeId newRoot = NegateTests(ast).rewrite(ast.root());
//
// A hook of an expression, pattern, part or the module gives one node; a hook of a statement gives
// any number. Hooks that are not overridden call rewriteChildren, which gives the node itself when
// no child changed. A body that must not be empty and became so gets a `pass`.
#pragma once

#include "Frontend/Syntax/Ast.h"

#include <initializer_list>
#include <type_traits>

namespace janus::ast {

// What a statement becomes: one statement, several, or none ({}).
class Rewritten {
public:
  Rewritten() = default;
  Rewritten(NodeId statement) {
    if (statement)
      statements_.push_back(statement);
  }
  Rewritten(std::initializer_list<NodeId> statements) : statements_(statements) {}
  Rewritten(NodeList statements) : statements_(std::move(statements)) {}

  const NodeList &statements() const { return statements_; }

private:
  NodeList statements_;
};

template <class Derived>
class Rewriter {
public:
  explicit Rewriter(Ast &ast) : ast_(ast) {}

  // A node that is not a statement in a list: an expression, a part, the module.
  NodeId rewrite(NodeId id) {
    if (!id)
      return id;
    if (isStatement(ast_.kind(id))) {
      Rewritten result = rewriteStatement(id);
      assert(result.statements().size() == 1 && "a single statement was asked for");
      return result.statements().front();
    }
    return rewriteSingle(id);
  }

  Rewritten rewriteStatement(NodeId id) {
    switch (ast_.kind(id)) {
#define JANUS_NODE(kind, category)                                                                 \
  case NodeKind::kind:                                                                             \
    if constexpr (NodeCategory::category == NodeCategory::Statement)                               \
      return derived().rewrite##kind(id, ast_.template get<ast::kind>(id));                        \
    break;
#include "Frontend/Syntax/Nodes.def"
    }
    return Rewritten(rewriteSingle(id));
  }

  // Statement lists are flattened; other lists keep their length (and holes).
  NodeList rewriteList(llvm::ArrayRef<NodeId> ids) {
    NodeList copy(ids.begin(), ids.end());
    NodeList result;
    for (NodeId id : copy) {
      if (id && isStatement(ast_.kind(id))) {
        Rewritten statements = derived().rewriteStatement(id);
        result.append(statements.statements().begin(), statements.statements().end());
      } else {
        result.push_back(rewrite(id));
      }
    }
    return result;
  }

#define JANUS_NODE(kind, category)                                                                 \
  std::conditional_t<NodeCategory::category == NodeCategory::Statement, Rewritten, NodeId>         \
      rewrite##kind(NodeId id, const ast::kind &) {                                                \
    return rewriteChildren(id);                                                                    \
  }
#include "Frontend/Syntax/Nodes.def"

  // The node with its children rewritten: itself if none changed, else a new node with the same
  // span.
  NodeId rewriteChildren(NodeId id) {
    return visitNode(ast_, id, [&](const auto &node) { return rebuild(id, node); });
  }

protected:
  Derived &derived() {
    return static_cast<Derived &>(*this);
  }
  Ast &ast() {
    return ast_;
  }
  llvm::StringRef text(Symbol name) const {
    return ast_.text(name);
  }

private:
  NodeId rewriteSingle(NodeId id) {
    switch (ast_.kind(id)) {
#define JANUS_NODE(kind, category)                                                                 \
  case NodeKind::kind:                                                                             \
    if constexpr (NodeCategory::category != NodeCategory::Statement)                               \
      return derived().rewrite##kind(id, ast_.template get<ast::kind>(id));                        \
    break;
#include "Frontend/Syntax/Nodes.def"
    }
    __builtin_unreachable();
  }

  template <class T>
  NodeId rebuild(NodeId id, const T &node) {
    T copy = node;
    bool changed = false;
    forEachField(copy, [&](llvm::StringRef name, auto type, auto &value) {
      if constexpr (type == FieldType::Node || type == FieldType::OptNode) {
        NodeId result = rewrite(value);
        changed |= result != value;
        value = result;
      } else if constexpr (type == FieldType::Nodes || type == FieldType::OptNodes) {
        NodeList result = rewriteList(value);
        if (result.empty() && !value.empty() && name == "body")
          result.push_back(ast_.add(Pass{}, ast_.span(id)));
        changed |= result != value;
        value = std::move(result);
      }
    });
    return changed ? ast_.add(std::move(copy), ast_.span(id)) : id;
  }

  Ast &ast_;
};

}  // namespace janus::ast
