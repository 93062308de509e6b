// assert test, message -> ag__.assert_stmt(test, lambda: message) (conformance AG-12).
//
// Left alone where a thunk would change the meaning: see ThunkSafety.h, and code of a class body.
#include "Transforms/Convert/ThunkSafety.h"

#include "Frontend/Syntax/Rewriter.h"

namespace janus::convert {

namespace {

class AssertConverter : public ast::Rewriter<AssertConverter> {
public:
  using Rewriter::Rewriter;

  ast::Rewritten rewriteAssert(NodeId id, const ast::Assert &node) {
    static const Template kWithMessage("ag__.assert_stmt(_test_, lambda: _message_)");
    static const Template kPlain("ag__.assert_stmt(_test_)");
    Span span = ast().span(id);
    if (node.msg && !canBeThunk(ast(), node.msg))
      return id;
    if (!node.msg)
      return kPlain.instantiate(ast(), {{"_test_", node.test}}, span);
    return kWithMessage.instantiate(ast(), {{"_test_", node.test}, {"_message_", node.msg}}, span);
  }
  ast::Rewritten rewriteClassDef(NodeId id, const ast::ClassDef &node) {
    return keepClassCode(*this, ast(), id, node);
  }
};

}  // namespace

NodeId convertAssert(ConvertContext &context, NodeId root) {
  return AssertConverter(context.ast).rewrite(root);
}

}  // namespace janus::convert
