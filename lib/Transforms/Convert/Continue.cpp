// continue -> a flag (conformance AG-10).
//
//   for x in xs:             for x in xs:
//     if c: continue           did_continue = False
//     a                ->      if c: did_continue = True
//                              if not did_continue: a
//
// Not converted: a continue in `finally`.
#include "Transforms/Convert/ExitLowering.h"

namespace janus::convert {

namespace {

class ContinueConverter : public ast::Rewriter<ContinueConverter> {
public:
  explicit ContinueConverter(ConvertContext &context) : Rewriter(context.ast), context_(context) {}

  ast::Rewritten rewriteWhile(NodeId id, const ast::While &) { return loop<ast::While>(id); }
  ast::Rewritten rewriteFor(NodeId id, const ast::For &) { return loop<ast::For>(id); }

private:
  template <class Loop>
  ast::Rewritten loop(NodeId id) {
    NodeId inner = rewriteChildren(id);
    Loop node = ast().template get<Loop>(inner);
    if (!containsExit<ast::Continue>(ast(), node.body, false) ||
        hasExitInFinally<ast::Continue>(ast(), node.body))
      return inner;
    Span span = ast().span(id);
    Symbol flag = context_.names.fresh("did_continue");
    auto lower = [&](NodeId exit) {
      return NodeList{assignFlag(ast(), flag, true, ast().span(exit))};
    };
    NodeList body = {assignFlag(ast(), flag, false, span)};
    NodeList lowered = ExitLowering<ast::Continue>(context_, flag, false, lower).body(node.body);
    body.append(lowered.begin(), lowered.end());
    node.body = std::move(body);
    return ast().add(std::move(node), span);
  }

  ConvertContext &context_;
};

}  // namespace

NodeId convertContinue(ConvertContext &context, NodeId root) {
  return ContinueConverter(context).rewrite(root);
}

}  // namespace janus::convert
