#include "Frontend/Syntax/Nodes.h"

namespace janus::ast {

namespace {

constexpr llvm::StringLiteral kKindNames[] = {
#define JANUS_NODE(kind, category) #kind,
#include "Frontend/Syntax/Nodes.def"
};
constexpr NodeCategory kCategories[] = {
#define JANUS_NODE(kind, category) NodeCategory::category,
#include "Frontend/Syntax/Nodes.def"
};

struct OperatorNames {
  llvm::StringLiteral name;
  llvm::StringLiteral spelling;
};
constexpr OperatorNames kOperators[] = {
#define JANUS_OPERATOR(name, spelling, precedence) {#name, spelling},
#include "Frontend/Syntax/Operators.def"
};
constexpr OperatorNames kUnaryOperators[] = {
#define JANUS_UNARY_OPERATOR(name, spelling, precedence) {#name, spelling},
#include "Frontend/Syntax/Operators.def"
};
constexpr OperatorNames kBoolOperators[] = {
#define JANUS_BOOL_OPERATOR(name, spelling, precedence) {#name, spelling},
#include "Frontend/Syntax/Operators.def"
};
constexpr OperatorNames kCmpOperators[] = {
#define JANUS_CMP_OPERATOR(name, spelling) {#name, spelling},
#include "Frontend/Syntax/Operators.def"
};
constexpr llvm::StringLiteral kContexts[] = {"Load", "Store", "Del"};

}  // namespace

llvm::StringRef toString(NodeKind kind) {
  return kKindNames[static_cast<size_t>(kind)];
}
NodeCategory category(NodeKind kind) {
  return kCategories[static_cast<size_t>(kind)];
}

llvm::StringRef toString(Operator op) {
  return kOperators[static_cast<size_t>(op)].name;
}
llvm::StringRef toString(UnaryOperator op) {
  return kUnaryOperators[static_cast<size_t>(op)].name;
}
llvm::StringRef toString(BoolOperator op) {
  return kBoolOperators[static_cast<size_t>(op)].name;
}
llvm::StringRef toString(CmpOperator op) {
  return kCmpOperators[static_cast<size_t>(op)].name;
}
llvm::StringRef toString(ExprContext context) {
  return kContexts[static_cast<size_t>(context)];
}

llvm::StringRef spelling(Operator op) {
  return kOperators[static_cast<size_t>(op)].spelling;
}
llvm::StringRef spelling(UnaryOperator op) {
  return kUnaryOperators[static_cast<size_t>(op)].spelling;
}
llvm::StringRef spelling(BoolOperator op) {
  return kBoolOperators[static_cast<size_t>(op)].spelling;
}
llvm::StringRef spelling(CmpOperator op) {
  return kCmpOperators[static_cast<size_t>(op)].spelling;
}

}  // namespace janus::ast
