#include "Frontend/Syntax/Clone.h"

namespace janus::ast {

NodeId clone(Ast &ast, NodeId id) {
  if (!id)
    return id;
  return visitNode(ast, id, [&](const auto &node) {
    auto copy = node;
    forEachField(copy, [&](llvm::StringRef, auto type, auto &value) {
      if constexpr (type == FieldType::Node || type == FieldType::OptNode)
        value = clone(ast, value);
      else if constexpr (type == FieldType::Nodes || type == FieldType::OptNodes)
        for (NodeId &child : value)
          child = clone(ast, child);
    });
    return ast.add(std::move(copy), ast.span(id));
  });
}

namespace {

template <class T>
NodeId changed(Ast &ast, NodeId id, ExprContext context) {
  const T &node = ast.get<T>(id);
  if (node.ctx == context)
    return id;
  T copy = node;
  copy.ctx = context;
  if constexpr (std::is_same_v<T, Starred>)
    copy.value = withContext(ast, copy.value, context);
  else if constexpr (std::is_same_v<T, List> || std::is_same_v<T, Tuple>)
    for (NodeId &element : copy.elts)
      element = withContext(ast, element, context);
  return ast.add(std::move(copy), ast.span(id));
}

}  // namespace

NodeId withContext(Ast &ast, NodeId id, ExprContext context) {
  switch (ast.kind(id)) {
  case NodeKind::Name: return changed<Name>(ast, id, context);
  case NodeKind::Attribute: return changed<Attribute>(ast, id, context);
  case NodeKind::Subscript: return changed<Subscript>(ast, id, context);
  case NodeKind::Starred: return changed<Starred>(ast, id, context);
  case NodeKind::List: return changed<List>(ast, id, context);
  case NodeKind::Tuple: return changed<Tuple>(ast, id, context);
  default: return id;
  }
}

}  // namespace janus::ast
