// a if c else b -> ag__.if_exp(c, lambda: a, lambda: b) (conformance AG-21).
//
// Left alone where a thunk would change the meaning: an arm with `yield` or `:=`, and code of a
// class body, whose names a lambda does not see.
#include "Transforms/Convert/ThunkSafety.h"

#include "Frontend/Syntax/Rewriter.h"

namespace janus::convert {

namespace {

class TernaryConverter : public ast::Rewriter<TernaryConverter> {
public:
  using Rewriter::Rewriter;

  NodeId rewriteIfExp(NodeId id, const ast::IfExp &node) {
    if (!canBeThunk(ast(), node.body) || !canBeThunk(ast(), node.orelse))
      return rewriteChildren(id);
    NodeId inner = rewriteChildren(id);
    const auto &copy = ast().get<ast::IfExp>(inner);
    static const Template kIf("ag__.if_exp(_test_, lambda: _then_, lambda: _else_)");
    return kIf.instantiateExpression(
        ast(), {{"_test_", copy.test}, {"_then_", copy.body}, {"_else_", copy.orelse}},
        ast().span(id));
  }
  ast::Rewritten rewriteClassDef(NodeId id, const ast::ClassDef &node) {
    return keepClassCode(*this, ast(), id, node);
  }
};

}  // namespace

NodeId convertTernary(ConvertContext &context, NodeId root) {
  return TernaryConverter(context.ast).rewrite(root);
}

}  // namespace janus::convert
