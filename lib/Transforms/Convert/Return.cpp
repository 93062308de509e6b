// Early returns -> a flag and a value, with one return at the end (conformance AG-11).
//
//   def f(x):                def f(x):
//     if x < 0:                do_return = False
//       return -x              retval = None
//     return x         ->      if x < 0:
//                                retval = -x
//                                do_return = True
//                              if not do_return:
//                                retval = x
//                                do_return = True
//                              return retval
//
// A function whose only return is its last statement stays as it is. Not converted: generators
// (their return ends the iteration), and functions with an exit in `finally` (it would override the
// flag).
#include "Transforms/Convert/ExitLowering.h"
#include "Transforms/Convert/ThunkSafety.h"

namespace janus::convert {

namespace {

class ReturnConverter : public ast::Rewriter<ReturnConverter> {
public:
  explicit ReturnConverter(ConvertContext &context) : Rewriter(context.ast), context_(context) {}

  ast::Rewritten rewriteFunctionDef(NodeId id, const ast::FunctionDef &) {
    NodeId inner = rewriteChildren(id);
    ast::FunctionDef node = ast().get<ast::FunctionDef>(inner);
    if (!needsLowering(node.body))
      return inner;
    Span span = ast().span(id);
    Symbol flag = context_.names.fresh("do_return");
    Symbol value = context_.names.fresh("retval");
    auto lower = [&](NodeId exit) {
      // The flag last: an exception in the value leaves the function running in a handler.
      static const Template kReturn("_value_ = _result_\n_flag_ = True");
      static const Template kNone("None");
      NodeId result = ast().get<ast::Return>(exit).value;
      if (!result)
        result = kNone.instantiateExpression(ast(), {}, ast().span(exit));
      return kReturn.instantiate(
          ast(), {{"_flag_", flag}, {"_value_", value}, {"_result_", result}}, ast().span(exit));
    };
    static const Template kBody("_flag_ = False\n_value_ = None\n_body_\nreturn _value_");
    NodeList head;
    if (hasDocstring(node.body)) {
      head.push_back(node.body.front());
      node.body.erase(node.body.begin());
    }
    NodeList lowered = ExitLowering<ast::Return>(context_, flag, true, lower).body(node.body);
    NodeList body =
        kBody.instantiate(ast(), {{"_flag_", flag}, {"_value_", value}, {"_body_", lowered}}, span);
    head.append(body.begin(), body.end());
    node.body = std::move(head);
    return ast().add(std::move(node), span);
  }

private:
  bool hasDocstring(const NodeList &body) {
    const auto *node = ast().dynGet<ast::Expr>(body.front());
    const auto *constant = node ? ast().dynGet<ast::Constant>(node->value) : nullptr;
    return constant && constant->value.isStr();
  }

  bool needsLowering(const NodeList &body) {
    llvm::ArrayRef<NodeId> early(body);
    if (ast().isa<ast::Return>(early.back()))
      early = early.drop_back();
    if (!containsExit<ast::Return>(ast(), early, true) ||
        hasExitInFinally<ast::Return>(ast(), body) || hasExitInFinally<ast::Break>(ast(), body) ||
        hasExitInFinally<ast::Continue>(ast(), body))
      return false;
    return !BoundCode(ast(), body).yields;
  }

  ConvertContext &context_;
};

}  // namespace

NodeId convertReturn(ConvertContext &context, NodeId root) {
  return ReturnConverter(context).rewrite(root);
}

}  // namespace janus::convert
