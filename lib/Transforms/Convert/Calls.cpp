// f(a, *b, k=c) -> ag__.converted_call(f, (a, *b), dict(k=c)) (conformance AG-15).
//
// Left alone: calls of the shim itself, `super()` and others that look at their caller, calls in
// decorators, base classes and default values (they run once, when the definition does).
#include "Transforms/Convert/ThunkSafety.h"

#include "Frontend/Syntax/Rewriter.h"

namespace janus::convert {

namespace {

class CallConverter : public ast::Rewriter<CallConverter> {
public:
  using Rewriter::Rewriter;

  NodeId rewriteCall(NodeId id, const ast::Call &) {
    NodeId inner = rewriteChildren(id);
    const auto &node = ast().get<ast::Call>(inner);
    if (depth_ == 0 || isLeftAlone(node))
      return inner;
    Span span = ast().span(id);
    NodeId arguments = ast().add(ast::Tuple{node.args, ast::ExprContext::Load}, span);
    if (node.keywords.empty()) {
      static const Template kPlain("ag__.converted_call(_f_, _arguments_)");
      return kPlain.instantiateExpression(ast(), {{"_f_", node.func}, {"_arguments_", arguments}},
                                          span);
    }
    static const Template kDict("dict");
    NodeId dict = kDict.instantiateExpression(ast(), {}, span);
    NodeId keywords = ast().add(ast::Call{dict, {}, node.keywords}, span);
    static const Template kFull("ag__.converted_call(_f_, _arguments_, _keywords_)");
    return kFull.instantiateExpression(
        ast(), {{"_f_", node.func}, {"_arguments_", arguments}, {"_keywords_", keywords}}, span);
  }

  ast::Rewritten rewriteFunctionDef(NodeId id, const ast::FunctionDef &node) {
    ast::FunctionDef copy = node;
    ++depth_;
    copy.body = rewriteList(node.body);
    --depth_;
    return ast().add(std::move(copy), ast().span(id));
  }
  ast::Rewritten rewriteClassDef(NodeId id, const ast::ClassDef &node) {
    ast::ClassDef copy = node;
    unsigned depth = depth_;
    depth_ = 0;
    copy.body = rewriteList(node.body);
    depth_ = depth;
    return ast().add(std::move(copy), ast().span(id));
  }

private:
  bool isLeftAlone(const ast::Call &node) {
    if (looksAtCaller(ast(), node))
      return true;
    const auto *attribute = ast().dynGet<ast::Attribute>(node.func);
    const auto *module = attribute ? ast().dynGet<ast::Name>(attribute->value) : nullptr;
    return module && text(module->id) == kShim;
  }

  unsigned depth_ = 0;  // of functions
};

}  // namespace

NodeId convertCalls(ConvertContext &context, NodeId root) {
  return CallConverter(context.ast).rewrite(root);
}

}  // namespace janus::convert
