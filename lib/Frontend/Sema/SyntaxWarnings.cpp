#include "Frontend/Sema/SyntaxWarnings.h"

#include "Frontend/Syntax/Visitor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace janus {
namespace {

using namespace ast;
using Kind = ConstantValue::Kind;

llvm::StringRef typeName(const ConstantValue &value) {
  switch (value.kind()) {
  case Kind::None: return "NoneType";
  case Kind::False:
  case Kind::True: return "bool";
  case Kind::Ellipsis: return "ellipsis";
  case Kind::Int: return "int";
  case Kind::Float: return "float";
  case Kind::Complex: return "complex";
  case Kind::Str: return "str";
  case Kind::Bytes: return "bytes";
  }
  __builtin_unreachable();
}

class Warner : public Visitor<Warner> {
public:
  explicit Warner(const Ast &ast) : Visitor(ast) {}

  std::vector<SyntaxWarning> found;

  void visitAssert(NodeId id, const Assert &node) {
    if (const auto *tuple = ast().dynGet<Tuple>(node.test); tuple && !tuple->elts.empty())
      warn(id, "assertion is always true, perhaps remove parentheses?");
    visitChildren(id);
  }

  void visitCompare(NodeId id, const Compare &node) {
    bool left = mayBeCompared(node.left);
    for (size_t i = 0; i < node.ops.size(); ++i) {
      bool right = mayBeCompared(node.comparators[i]);
      bool is = node.ops[i] == CmpOperator::Is, isNot = node.ops[i] == CmpOperator::IsNot;
      if ((is || isNot) && !(left && right)) {
        warn(id, is ? R"("is" with a literal. Did you mean "=="?)"
                    : R"("is not" with a literal. Did you mean "!="?)");
        break;
      }
      left = right;
    }
    visitChildren(id);
  }

  void visitCall(NodeId id, const Call &node) {
    llvm::StringRef type = typeOf(node.func);
    if (!type.empty() && !ast().isa<Lambda>(node.func))
      warn(node.func, "'" + type + "' object is not callable; perhaps you missed a comma?");
    visitChildren(id);
  }

  void visitSubscript(NodeId id, const Subscript &node) {
    if (node.ctx == ExprContext::Load) {
      if (hasNoItems(node.value))
        warn(node.value, "'" + typeOf(node.value) +
                             "' object is not subscriptable; perhaps you missed a comma?");
      llvm::StringRef index = typeOf(node.slice);
      if (takesIndices(node.value) && !index.empty() && index != "int" && index != "bool")
        warn(node.value, typeOf(node.value) + " indices must be integers or slices, not " + index +
                             "; perhaps you missed a comma?");
    }
    visitChildren(id);
  }

private:
  void warn(NodeId at, const llvm::Twine &text) { found.push_back({ast().span(at), text.str()}); }

  // Of displays and literals; empty for what only the run shows.
  llvm::StringRef typeOf(NodeId id) const {
    switch (ast().kind(id)) {
    case NodeKind::Tuple: return "tuple";
    case NodeKind::List:
    case NodeKind::ListComp: return "list";
    case NodeKind::Dict:
    case NodeKind::DictComp: return "dict";
    case NodeKind::Set:
    case NodeKind::SetComp: return "set";
    case NodeKind::GeneratorExp: return "generator";
    case NodeKind::Lambda: return "function";
    case NodeKind::JoinedStr:
    case NodeKind::FormattedValue: return "str";
    case NodeKind::Constant: return typeName(ast().get<Constant>(id).value);
    case NodeKind::UnaryOp: return typeOfNegated(ast().get<UnaryOp>(id));
    default: return "";
    }
  }

  // "-1" is a constant where CPython looks.
  llvm::StringRef typeOfNegated(const UnaryOp &node) const {
    llvm::StringRef operand = typeOf(node.operand);
    bool isNumber = operand == "int" || operand == "float" || operand == "complex";
    return isNumber && node.op == UnaryOperator::USub ? operand : "";
  }

  bool hasNoItems(NodeId id) const {
    if (ast().isa<Set, SetComp, GeneratorExp, Lambda>(id))
      return true;
    llvm::StringRef type = typeOf(id);
    return type == "NoneType" || type == "ellipsis" || type == "int" || type == "bool" ||
           type == "float" || type == "complex";
  }

  bool takesIndices(NodeId id) const {
    llvm::StringRef type = typeOf(id);
    return type == "str" || type == "bytes" || type == "tuple" || type == "list";
  }

  // By identity. Tuples of constants are constants.
  bool mayBeCompared(NodeId id) const {
    if (const auto *constant = ast().dynGet<Constant>(id)) {
      Kind kind = constant->value.kind();
      return kind == Kind::None || kind == Kind::False || kind == Kind::True ||
             kind == Kind::Ellipsis;
    }
    return !isConstant(id);
  }
  bool isConstant(NodeId id) const {
    if (const auto *tuple = ast().dynGet<Tuple>(id))
      return llvm::all_of(tuple->elts, [&](NodeId each) { return isConstant(each); });
    return ast().isa<Constant>(id) ||
           (ast().isa<UnaryOp>(id) && !typeOfNegated(ast().get<UnaryOp>(id)).empty());
  }
};

}  // namespace

std::vector<SyntaxWarning> findSyntaxWarnings(const Ast &ast, NodeId root) {
  Warner warner(ast);
  warner.visit(root);
  return std::move(warner.found);
}

}  // namespace janus
