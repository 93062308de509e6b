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

namespace {

// Compares two trees; names by text, since the Asts may have different interners.
class Comparison {
public:
  Comparison(const Ast &a, const Ast &b) : a_(a), b_(b) {}

  bool nodes(NodeId left, NodeId right) const {
    if (!left || !right)
      return left.valid() == right.valid();
    if (a_.kind(left) != b_.kind(right))
      return false;
    return visitNode(a_, left, [&](const auto &node) {
      using T = std::decay_t<decltype(node)>;
      return fields(node, b_.get<T>(right));
    });
  }

private:
  template <class T>
  bool fields(const T &left, const T &right) const {
    bool equal = true;
    const char *rightBytes = reinterpret_cast<const char *>(&right);
    const char *leftBytes = reinterpret_cast<const char *>(&left);
    forEachField(left, [&](llvm::StringRef, auto type, const auto &value) {
      using V = std::decay_t<decltype(value)>;
      auto offset = reinterpret_cast<const char *>(&value) - leftBytes;
      const V &other = *reinterpret_cast<const V *>(rightBytes + offset);
      equal = equal && field<type>(value, other);
    });
    return equal;
  }

  template <ast::FieldType type, class V>
  bool field(const V &left, const V &right) const {
    using ast::FieldType;
    if constexpr (type == FieldType::Node || type == FieldType::OptNode) {
      return nodes(left, right);
    } else if constexpr (type == FieldType::Nodes || type == FieldType::OptNodes) {
      return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                        [this](NodeId l, NodeId r) { return nodes(l, r); });
    } else if constexpr (type == FieldType::Name || type == FieldType::OptName ||
                         type == FieldType::OptText) {
      return names(left, right);
    } else if constexpr (type == FieldType::Names) {
      return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                        [this](Symbol l, Symbol r) { return names(l, r); });
    } else {
      return left == right;
    }
  }
  bool names(Symbol left, Symbol right) const {
    return left.valid() == right.valid() && a_.text(left) == b_.text(right);
  }

  const Ast &a_;
  const Ast &b_;
};

}  // namespace

bool structurallyEqual(const Ast &a, NodeId left, const Ast &b, NodeId right) {
  return Comparison(a, b).nodes(left, right);
}

}  // namespace janus
