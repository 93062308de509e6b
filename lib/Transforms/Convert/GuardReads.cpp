#include "Transforms/Convert/GuardReads.h"

#include "Frontend/Syntax/Rewriter.h"
#include "Frontend/Syntax/Visitor.h"
#include "Transforms/Convert/FunctionFacts.h"

namespace janus::convert {

namespace {

using analysis::CfgNodeId;
using Comprehensions = llvm::ArrayRef<NodeId>;

// Finds the names that a function reads at one place, those in comprehensions with the
// comprehensions around them. Code that runs later shares cells with the function, and needs no
// help.
class ReadFinder : public ast::Visitor<ReadFinder> {
public:
  using Callback = llvm::function_ref<void(NodeId id, Symbol name, Comprehensions around)>;
  ReadFinder(const Ast &ast, Callback found) : Visitor(ast), found_(found) {}

  void visitName(NodeId id, const ast::Name &node) {
    if (node.ctx == ast::ExprContext::Load)
      found_(id, node.id, around_);
  }
  void visitFunctionDef(NodeId, const ast::FunctionDef &node) {
    visitAll(node.decorator_list);
    visitDefaults(node.args);
  }
  void visitLambda(NodeId, const ast::Lambda &node) { visitDefaults(node.args); }
  void visitClassDef(NodeId, const ast::ClassDef &node) {
    visitAll(node.decorator_list);
    visitAll(node.bases);
    visitAll(node.keywords);
  }
  void visitListComp(NodeId id, const ast::ListComp &node) { comprehension(id, node.generators); }
  void visitSetComp(NodeId id, const ast::SetComp &node) { comprehension(id, node.generators); }
  void visitDictComp(NodeId id, const ast::DictComp &node) { comprehension(id, node.generators); }
  void visitGeneratorExp(NodeId, const ast::GeneratorExp &node) {
    visit(ast().get<ast::comprehension>(node.generators[0]).iter);
  }

private:
  void visitDefaults(NodeId arguments) {
    const auto &node = ast().get<ast::arguments>(arguments);
    visitAll(node.defaults);
    visitAll(node.kw_defaults);
  }
  // The first iterable is evaluated outside.
  void comprehension(NodeId id, const NodeList &generators) {
    visit(ast().get<ast::comprehension>(generators[0]).iter);
    around_.push_back(id);
    forEachChild(ast(), id, [&](NodeId child) {
      const auto *clause = ast().dynGet<ast::comprehension>(child);
      if (!clause)
        return visit(child);
      visit(clause->target);
      if (child != generators[0])
        visit(clause->iter);
      visitAll(clause->ifs);
    });
    around_.pop_back();
  }

  Callback found_;
  NodeList around_;
};

class GuardReads : public ast::Rewriter<GuardReads> {
public:
  GuardReads(ConvertContext &context, const ScopeTree &scopes)
      : Rewriter(context.ast), scopes_(scopes) {}

  ast::Rewritten rewriteFunctionDef(NodeId id, const ast::FunctionDef &node) {
    FunctionFacts facts(ast(), id, scopes_);
    for (CfgNodeId at : facts.cfg().ids())
      if (NodeId part = facts.cfg()[at].ast)
        markReads(facts, at, part);
    ast::FunctionDef copy = node;
    copy.body = rewriteList(node.body);
    return ast().add(std::move(copy), ast().span(id));
  }

  NodeId rewriteName(NodeId id, const ast::Name &) {
    static const Template kLoad("ag__.ld(_name_)"), kFree("ag__.ld_free(_name_)");
    if (unbound_.count(id))
      return kLoad.instantiateExpression(ast(), {{"_name_", id}}, ast().span(id));
    if (unboundFree_.count(id))
      return kFree.instantiateExpression(ast(), {{"_name_", id}}, ast().span(id));
    return id;
  }

  // x += y reads x first.
  ast::Rewritten rewriteAugAssign(NodeId id, const ast::AugAssign &node) {
    if (!unbound_.count(node.target))
      return rewriteChildren(id);
    static const Template kCheck("ag__.ld(_name_)");
    Symbol name = ast().get<ast::Name>(node.target).id;
    ast::AugAssign copy = node;
    NodeList result = kCheck.instantiate(ast(), {{"_name_", name}}, ast().span(node.target));
    copy.value = rewrite(copy.value);
    result.push_back(ast().add(std::move(copy), ast().span(id)));
    return result;
  }

private:
  void markReads(const FunctionFacts &facts, CfgNodeId at, NodeId part) {
    if (analysis::evaluatesNothing(facts.cfg()[at].kind))
      return;
    auto mark = [&](NodeId id, Symbol name, Comprehensions around) {
      if (!facts.mayBeUnboundAt(at, name))
        return;
      // A name of a comprehension's own is no variable of the function.
      auto isFree = [&](NodeId comprehension) {
        const ScopeSymbol *symbol = scopes_[scopes_.scopeOf(comprehension)].find(name);
        return symbol && symbol->kind == SymbolKind::Free;
      };
      if (llvm::all_of(around, isFree))
        (around.empty() ? unbound_ : unboundFree_).insert(id);
    };
    ReadFinder finder(ast(), mark);
    if (const auto *augmented = ast().dynGet<ast::AugAssign>(part))
      if (const auto *name = ast().dynGet<ast::Name>(augmented->target))
        mark(augmented->target, name->id, {});
    // Only the part of a clause that decides whether it is entered; its body has nodes of its own.
    if (const auto *handler = ast().dynGet<ast::ExceptHandler>(part))
      part = handler->type;
    else if (const auto *clause = ast().dynGet<ast::match_case>(part))
      part = clause->guard;
    if (part)
      finder.visit(part);
  }

  const ScopeTree &scopes_;
  // Names read where they may be unbound: in the function itself, and in its comprehensions.
  llvm::DenseSet<NodeId> unbound_, unboundFree_;
};

}  // namespace

NodeId guardReads(ConvertContext &context, NodeId root, const ScopeTree &scopes) {
  return GuardReads(context, scopes).rewrite(root);
}

}  // namespace janus::convert
