// The node types of the AST: plain structs generated from Nodes.def, with the field names of
// CPython's `ast` module.
#pragma once

#include "Frontend/Syntax/ConstantValue.h"
#include "Support/Id.h"
#include "Support/Interner.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace janus {

struct NodeTag;
using NodeId = Id<NodeTag>;
using NodeList = llvm::SmallVector<NodeId, 4>;

namespace ast {

enum class NodeKind : uint8_t {
#define JANUS_NODE(kind, category) kind,
#include "Frontend/Syntax/Nodes.def"
};

enum class NodeCategory : uint8_t { Module, Statement, Expression, Pattern, Part };

constexpr size_t kNodeKindCount = 0
#define JANUS_NODE(kind, category) +1
#include "Frontend/Syntax/Nodes.def"
    ;

enum class Operator : uint8_t {
#define JANUS_OPERATOR(name, spelling, precedence) name,
#include "Frontend/Syntax/Operators.def"
};
enum class UnaryOperator : uint8_t {
#define JANUS_UNARY_OPERATOR(name, spelling, precedence) name,
#include "Frontend/Syntax/Operators.def"
};
enum class BoolOperator : uint8_t {
#define JANUS_BOOL_OPERATOR(name, spelling, precedence) name,
#include "Frontend/Syntax/Operators.def"
};
enum class CmpOperator : uint8_t {
#define JANUS_CMP_OPERATOR(name, spelling) name,
#include "Frontend/Syntax/Operators.def"
};
enum class ExprContext : uint8_t { Load, Store, Del };

// The names of the abstract grammar ("BinOp", "Add", "Load"), and the spellings of Python ("+",
// "not in").
llvm::StringRef toString(NodeKind kind);
llvm::StringRef toString(Operator op);
llvm::StringRef toString(UnaryOperator op);
llvm::StringRef toString(BoolOperator op);
llvm::StringRef toString(CmpOperator op);
llvm::StringRef toString(ExprContext context);
llvm::StringRef spelling(Operator op);
llvm::StringRef spelling(UnaryOperator op);
llvm::StringRef spelling(BoolOperator op);
llvm::StringRef spelling(CmpOperator op);

NodeCategory category(NodeKind kind);
inline bool isStatement(NodeKind kind) {
  return category(kind) == NodeCategory::Statement;
}
inline bool isExpression(NodeKind kind) {
  return category(kind) == NodeCategory::Expression;
}

// The C++ type of each field type of Nodes.def.
namespace field {
using Node = NodeId;
using OptNode = NodeId;
using Nodes = NodeList;
using OptNodes = NodeList;
using Name = Symbol;
using OptName = Symbol;
using Names = llvm::SmallVector<Symbol, 2>;
using Int = int;
using BoolOp = BoolOperator;
using UnaryOp = UnaryOperator;
using BinaryOp = Operator;
using CmpOps = llvm::SmallVector<CmpOperator, 2>;
using Context = ExprContext;
using Value = ConstantValue;
using OptText = Symbol;
}  // namespace field

enum class FieldType : uint8_t {
  Node,
  OptNode,
  Nodes,
  OptNodes,
  Name,
  OptName,
  Names,
  Int,
  BoolOp,
  UnaryOp,
  BinaryOp,
  CmpOps,
  Context,
  Value,
  OptText,
};

#define JANUS_NODE_BEGIN(kind, category)                                                           \
  struct kind {                                                                                    \
    static constexpr NodeKind kKind = NodeKind::kind;
#define JANUS_FIELD(type, name) field::type name{};
#define JANUS_NODE_END(kind)                                                                       \
  }                                                                                                \
  ;
#include "Frontend/Syntax/Nodes.def"

// Calls f(fieldName, std::integral_constant<FieldType, ...>, fieldValue) for each field, in order.
template <FieldType T>
using FieldTypeConstant = std::integral_constant<FieldType, T>;

#define JANUS_NODE_BEGIN(kind, category)                                                           \
  template <class F>                                                                               \
  void forEachField([[maybe_unused]] const kind &node, [[maybe_unused]] F &&f) {
#define JANUS_FIELD(type, name)                                                                    \
  f(llvm::StringRef(#name), FieldTypeConstant<FieldType::type>(), node.name);
#define JANUS_NODE_END(kind) }
#include "Frontend/Syntax/Nodes.def"

#define JANUS_NODE_BEGIN(kind, category)                                                           \
  template <class F>                                                                               \
  void forEachField([[maybe_unused]] kind &node, [[maybe_unused]] F &&f) {
#define JANUS_FIELD(type, name)                                                                    \
  f(llvm::StringRef(#name), FieldTypeConstant<FieldType::type>(), node.name);
#define JANUS_NODE_END(kind) }
#include "Frontend/Syntax/Nodes.def"

}  // namespace ast
}  // namespace janus
