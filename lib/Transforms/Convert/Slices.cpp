// Subscripts -> calls (conformance AG-14). Aliasing stays as it is: a write goes to the object that
// is there.
//
//   x[i]         ag__.get_item(x, i)
//   x[i] = y  -> ag__.set_item(x, i, y)
//
// Left alone: `del x[i]`, augmented assignment, targets inside patterns (a, x[0] = ...),
// annotations, code of a class body, and targets that cannot be thunks.
#include "Transforms/Convert/ThunkSafety.h"

#include "Frontend/Syntax/Rewriter.h"

namespace janus::convert {

namespace {

class SliceConverter : public ast::Rewriter<SliceConverter> {
public:
  using Rewriter::Rewriter;

  NodeId rewriteSubscript(NodeId id, const ast::Subscript &node) {
    NodeId inner = rewriteChildren(id);
    if (node.ctx != ast::ExprContext::Load)
      return inner;
    const auto &copy = ast().get<ast::Subscript>(inner);
    static const Template kGet("ag__.get_item(_object_, _key_)");
    return kGet.instantiateExpression(ast(), {{"_object_", copy.value}, {"_key_", key(copy.slice)}},
                                      ast().span(id));
  }

  ast::Rewritten rewriteAssign(NodeId id, const ast::Assign &) {
    NodeId inner = rewriteChildren(id);
    const auto &node = ast().get<ast::Assign>(inner);
    const auto *target =
        node.targets.size() == 1 ? ast().dynGet<ast::Subscript>(node.targets[0]) : nullptr;
    if (!target || !canBeThunk(ast(), node.targets[0]))
      return inner;
    // The value is evaluated before the object and the key.
    static const Template kSet("ag__.set_item(_value_, lambda: (_object_, _key_))");
    return kSet.instantiate(
        ast(),
        {{"_value_", node.value}, {"_object_", target->value}, {"_key_", key(target->slice)}},
        ast().span(id));
  }

  NodeId rewritearg(NodeId id, const ast::arg &) { return id; }
  ast::Rewritten rewriteAnnAssign(NodeId id, const ast::AnnAssign &) { return id; }
  ast::Rewritten rewriteClassDef(NodeId id, const ast::ClassDef &node) {
    return keepClassCode(*this, ast(), id, node);
  }
  ast::Rewritten rewriteFunctionDef(NodeId id, const ast::FunctionDef &node) {
    NodeId returns = node.returns;
    ast::FunctionDef copy = ast().get<ast::FunctionDef>(rewriteChildren(id));
    copy.returns = returns;
    return ast().add(std::move(copy), ast().span(id));
  }

private:
  // Slices are not expressions: `x[a:b]` gets slice(a, b, None).
  NodeId key(NodeId id) {
    static const Template kSlice("slice(_lower_, _upper_, _step_)"), kNone("None");
    Span span = ast().span(id);
    auto orNone = [&](NodeId part) {
      return part ? part : kNone.instantiateExpression(ast(), {}, span);
    };
    if (const auto *slice = ast().dynGet<ast::Slice>(id)) {
      NodeId lower = orNone(slice->lower), upper = orNone(slice->upper), step = orNone(slice->step);
      return kSlice.instantiateExpression(
          ast(), {{"_lower_", lower}, {"_upper_", upper}, {"_step_", step}}, span);
    }
    if (const auto *tuple = ast().dynGet<ast::Tuple>(id)) {
      ast::Tuple copy = *tuple;
      for (NodeId &part : copy.elts)
        part = key(part);
      return ast().add(std::move(copy), span);
    }
    return id;
  }
};

}  // namespace

NodeId convertSlices(ConvertContext &context, NodeId root) {
  return SliceConverter(context.ast).rewrite(root);
}

}  // namespace janus::convert
