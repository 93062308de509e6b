// and, or, not, ==, !=, in, not in -> calls; lazy operands are thunks (conformance AG-22). Identity
// tests and chains of comparisons stay Python.
#include "Transforms/Convert/ThunkSafety.h"

#include "Frontend/Syntax/Rewriter.h"

namespace janus::convert {

namespace {

class LogicalConverter : public ast::Rewriter<LogicalConverter> {
public:
  using Rewriter::Rewriter;

  NodeId rewriteBoolOp(NodeId id, const ast::BoolOp &node) {
    bool safe = llvm::all_of(node.values, [&](NodeId value) { return canBeThunk(ast(), value); });
    NodeId inner = rewriteChildren(id);
    if (!safe)
      return inner;
    const auto &copy = ast().get<ast::BoolOp>(inner);
    static const Template kAnd("ag__.and_(_first_, lambda: _rest_)"),
        kOr("ag__.or_(_first_, lambda: _rest_)");
    const Template &form = copy.op == ast::BoolOperator::And ? kAnd : kOr;
    NodeId result = copy.values.back();
    for (size_t i = copy.values.size() - 1; i-- > 0;)
      result = form.instantiateExpression(ast(), {{"_first_", copy.values[i]}, {"_rest_", result}},
                                          ast().span(id));
    return result;
  }

  NodeId rewriteUnaryOp(NodeId id, const ast::UnaryOp &node) {
    NodeId inner = rewriteChildren(id);
    if (node.op != ast::UnaryOperator::Not)
      return inner;
    static const Template kNot("ag__.not_(_operand_)");
    return kNot.instantiateExpression(
        ast(), {{"_operand_", ast().get<ast::UnaryOp>(inner).operand}}, ast().span(id));
  }

  NodeId rewriteCompare(NodeId id, const ast::Compare &node) {
    NodeId inner = rewriteChildren(id);
    if (node.ops.size() != 1)
      return inner;
    const auto &copy = ast().get<ast::Compare>(inner);
    static const Template kEq("ag__.eq(_a_, _b_)"), kNotEq("ag__.not_eq(_a_, _b_)"),
        kIn("ag__.in_(_a_, _b_)"), kNotIn("ag__.not_in(_a_, _b_)");
    const Template *form = nullptr;
    switch (copy.ops[0]) {
    case ast::CmpOperator::Eq: form = &kEq; break;
    case ast::CmpOperator::NotEq: form = &kNotEq; break;
    case ast::CmpOperator::In: form = &kIn; break;
    case ast::CmpOperator::NotIn: form = &kNotIn; break;
    default: return inner;
    }
    return form->instantiateExpression(ast(), {{"_a_", copy.left}, {"_b_", copy.comparators[0]}},
                                       ast().span(id));
  }
  ast::Rewritten rewriteClassDef(NodeId id, const ast::ClassDef &node) {
    return keepClassCode(*this, ast(), id, node);
  }

  // Guards of patterns are evaluated between bindings; they stay as they are.
  NodeId rewritematch_case(NodeId id, const ast::match_case &node) {
    ast::match_case copy = node;
    copy.body = rewriteList(node.body);
    return ast().add(std::move(copy), ast().span(id));
  }
};

}  // namespace

NodeId convertLogicalOps(ConvertContext &context, NodeId root) {
  return LogicalConverter(context.ast).rewrite(root);
}

}  // namespace janus::convert
