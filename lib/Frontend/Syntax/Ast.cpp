#include "Frontend/Syntax/Ast.h"

namespace janus {

void Ast::rollback(size_t mark) {
  for (; entries_.size() > mark; entries_.pop_back()) {
    switch (entries_.back().kind) {
#define JANUS_NODE(kind, category)                                                                 \
  case NodeKind::kind: {                                                                           \
    std::get<std::deque<ast::kind>>(storage_).pop_back();                                          \
    break;                                                                                         \
  }
#include "Frontend/Syntax/Nodes.def"
    }
  }
}

void forEachChild(const Ast &ast, NodeId id, llvm::function_ref<void(NodeId)> f) {
  visitNode(ast, id, [&](const auto &node) {
    forEachField(node, [&](llvm::StringRef, auto type, const auto &value) {
      using ast::FieldType;
      if constexpr (type == FieldType::Node || type == FieldType::OptNode) {
        if (value)
          f(value);
      } else if constexpr (type == FieldType::Nodes || type == FieldType::OptNodes) {
        for (NodeId child : value)
          if (child)
            f(child);
      }
    });
  });
}

}  // namespace janus
