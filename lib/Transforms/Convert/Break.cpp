// break -> a flag (conformance AG-09).
//
//   while test:            did_break = False
//     a                    while not did_break and test:
//     if c: break            a
//     b              ->      if c: did_break = True
//   else: e                  if not did_break: b
//                          if not did_break: e
//
// The else clause stays with the loop's normal end. Not converted: loops with a break or continue
// in `finally` (it would override the flag), and loops of a class body.
#include "Transforms/Convert/ExitLowering.h"
#include "Transforms/Convert/ThunkSafety.h"

namespace janus::convert {

namespace {

class BreakConverter : public ast::Rewriter<BreakConverter> {
public:
  explicit BreakConverter(ConvertContext &context) : Rewriter(context.ast), context_(context) {}

  ast::Rewritten rewriteWhile(NodeId id, const ast::While &) { return loop<ast::While>(id); }
  ast::Rewritten rewriteFor(NodeId id, const ast::For &) { return loop<ast::For>(id); }
  ast::Rewritten rewriteClassDef(NodeId id, const ast::ClassDef &node) {
    return keepClassCode(*this, ast(), id, node);
  }

private:
  template <class Loop>
  ast::Rewritten loop(NodeId id) {
    NodeId inner = rewriteChildren(id);  // loops inside first
    Loop node = ast().template get<Loop>(inner);
    if (!containsExit<ast::Break>(ast(), node.body, false) ||
        hasExitInFinally<ast::Break>(ast(), node.body) ||
        hasExitInFinally<ast::Continue>(ast(), node.body))
      return inner;
    Span span = ast().span(id);
    Symbol flag = context_.names.fresh("did_break");
    auto lower = [&](NodeId exit) {
      return NodeList{assignFlag(ast(), flag, true, ast().span(exit))};
    };
    node.body = ExitLowering<ast::Break>(context_, flag, false, lower).body(node.body);
    NodeList orelse = std::move(node.orelse);
    node.orelse.clear();
    NodeList result = {assignFlag(ast(), flag, false, span)};
    result.push_back(stopLoop(ast(), ast().add(std::move(node), span), flag));
    if (!orelse.empty())
      result.push_back(ast().add(ast::If{notFlag(ast(), flag, span), std::move(orelse), {}}, span));
    return result;
  }

  ConvertContext &context_;
};

}  // namespace

NodeId convertBreak(ConvertContext &context, NodeId root) {
  return BreakConverter(context).rewrite(root);
}

}  // namespace janus::convert
