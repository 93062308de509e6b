// List displays and the statements `l.append(x)`, `l.pop()` -> calls that dispatch on the list
// (conformance AG-13).
//
//   l = [a]          l = ag__.new_list([a])
//   l.append(b)  ->  ag__.list_append(l, b)
//   x = l.pop()      x = ag__.list_pop(l)
#include "Transforms/Convert/Convert.h"

#include "Frontend/Syntax/Rewriter.h"

namespace janus::convert {

namespace {

class ListConverter : public ast::Rewriter<ListConverter> {
public:
  using Rewriter::Rewriter;

  NodeId rewriteList(NodeId id, const ast::List &node) {
    NodeId inner = rewriteChildren(id);
    if (node.ctx != ast::ExprContext::Load)
      return inner;
    static const Template kNew("ag__.new_list(_list_)");
    return kNew.instantiateExpression(ast(), {{"_list_", inner}}, ast().span(id));
  }

  NodeId rewriteCall(NodeId id, const ast::Call &) {
    NodeId inner = rewriteChildren(id);
    const auto &node = ast().get<ast::Call>(inner);
    const auto *method = ast().dynGet<ast::Attribute>(node.func);
    if (!method || !node.keywords.empty())
      return inner;
    bool hasStar =
        llvm::any_of(node.args, [&](NodeId arg) { return ast().isa<ast::Starred>(arg); });
    static const Template kAppend("ag__.list_append(_list_, _args_)"),
        kPop("ag__.list_pop(_list_, _args_)");
    bool isAppend = text(method->attr) == "append" && node.args.size() == 1;
    bool isPop = text(method->attr) == "pop" && node.args.size() <= 1;
    if (hasStar || !(isAppend || isPop))
      return inner;
    return (isAppend ? kAppend : kPop)
        .instantiateExpression(ast(), {{"_list_", method->value}, {"_args_", node.args}},
                               ast().span(id));
  }

  using Rewriter::rewriteList;
};

}  // namespace

NodeId convertLists(ConvertContext &context, NodeId root) {
  return ListConverter(context.ast).rewrite(root);
}

}  // namespace janus::convert
