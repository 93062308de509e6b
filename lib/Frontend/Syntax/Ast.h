// The abstract syntax tree of one module: nodes by id, never changed once added.
//
//   NodeId sum = ast.add(ast::BinOp{.left = a, .op = ast::Operator::Add, .right = b}, span);
//   if (auto* call = ast.dynGet<ast::Call>(id)) ... call->func ...
//
// Converters append new nodes to the same Ast and hand on a new root; ids and references of old
// nodes stay valid, so that facts in side tables do, too. A node may be shared by several parents
// of different roots.
#pragma once

#include "Frontend/Syntax/Nodes.h"
#include "Support/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>
#include <tuple>
#include <vector>

namespace janus {

using ast::NodeCategory;
using ast::NodeKind;

class Ast {
public:
  explicit Ast(Interner &names, FileId file = FileId::invalid()) : names_(&names), file_(file) {}
  Ast(const Ast &) = delete;
  Ast &operator=(const Ast &) = delete;

  template <class T>
  NodeId add(T node, Span span) {
    auto &nodes = std::get<std::deque<T>>(storage_);
    entries_.push_back({span, static_cast<uint32_t>(nodes.size()), T::kKind});
    nodes.push_back(std::move(node));
    return NodeId(static_cast<uint32_t>(entries_.size() - 1));
  }

  NodeKind kind(NodeId id) const { return entry(id).kind; }
  NodeCategory category(NodeId id) const { return ast::category(kind(id)); }
  Span span(NodeId id) const { return entry(id).span; }

  // The reference stays valid while nodes are added.
  template <class T>
  const T &get(NodeId id) const {
    assert(kind(id) == T::kKind && "node of another kind");
    return std::get<std::deque<T>>(storage_)[entry(id).index];
  }
  // Null when the node is of another kind or the id is invalid.
  template <class T>
  const T *dynGet(NodeId id) const {
    return id && kind(id) == T::kKind ? &get<T>(id) : nullptr;
  }
  template <class... T>
  bool isa(NodeId id) const {
    return id && ((kind(id) == T::kKind) || ...);
  }

  NodeId root() const { return root_; }
  void setRoot(NodeId root) { root_ = root; }
  FileId file() const { return file_; }
  Interner &names() const { return *names_; }
  llvm::StringRef text(Symbol name) const { return names_->text(name); }
  // Ids run from 0 to size() - 1; side tables are IdVector<NodeId, Fact>(ast.size()).
  size_t size() const { return entries_.size(); }

private:
  // The parser looks ahead by parsing: it may drop the newest nodes and finish its own.
  friend class Parser;
  size_t mark() const { return entries_.size(); }
  void rollback(size_t mark);
  template <class T>
  T &change(NodeId id) {
    return std::get<std::deque<T>>(storage_)[entry(id).index];
  }
  void changeSpan(NodeId id, Span span) { entries_[id.index].span = span; }

  struct Entry {
    Span span;
    uint32_t index;  // into the storage of its kind
    NodeKind kind;
  };
  const Entry &entry(NodeId id) const {
    assert(id.index < entries_.size() && "node of another Ast");
    return entries_[id.index];
  }

  struct Nothing {};
  using Storage = std::tuple<
#define JANUS_NODE(kind, category) std::deque<ast::kind>,
#include "Frontend/Syntax/Nodes.def"
      Nothing>;

  Interner *names_;
  FileId file_;
  NodeId root_;
  std::vector<Entry> entries_;
  Storage storage_;
};

// Calls f(const ast::K& node) with the node's own type.
template <class F>
decltype(auto) visitNode(const Ast &ast, NodeId id, F &&f) {
  switch (ast.kind(id)) {
#define JANUS_NODE(kind, category)                                                                 \
  case NodeKind::kind: {                                                                           \
    return f(ast.get<ast::kind>(id));                                                              \
  }
#include "Frontend/Syntax/Nodes.def"
  }
  __builtin_unreachable();
}

// The children in the order of the fields (for Dict: all keys, then all values); absent ones are
// left out.
void forEachChild(const Ast &ast, NodeId id, llvm::function_ref<void(NodeId)> f);

}  // namespace janus
