#include "Analysis/Activity.h"

#include "Frontend/Syntax/Visitor.h"

namespace janus::analysis {

namespace {

void addOnce(NameList &list, QualifiedName name) {
  if (name && !llvm::is_contained(list, name))
    list.push_back(name);
}

// Collects the names of the part of the tree that one node evaluates.
class Collector : public ast::Visitor<Collector> {
public:
  Collector(const Ast &ast, const ScopeTree &scopes, QualifiedNames &names, NodeActivity &facts)
      : Visitor(ast), scopes_(scopes), names_(names), facts_(facts) {}

  void visitName(NodeId id, const ast::Name &node) { use(id, node.ctx); }
  void visitAttribute(NodeId id, const ast::Attribute &node) {
    use(id, node.ctx);
    visit(node.value);
  }
  void visitSubscript(NodeId id, const ast::Subscript &node) {
    use(id, node.ctx);
    visit(node.value);
    visit(node.slice);
  }
  void visitAugAssign(NodeId, const ast::AugAssign &node) {
    visit(node.value);
    visit(node.target);
    addOnce(facts_.reads, names_.of(ast(), node.target));
  }
  void visitArg(const ast::arg &node) { addOnce(facts_.writes, names_.variable(node.arg)); }
  void visitalias(NodeId, const ast::alias &node) {
    llvm::StringRef bound = text(node.asname ? node.asname : node.name).split('.').first;
    if (bound != "*")
      addOnce(facts_.writes, names_.variable(ast().names().intern(bound)));
  }
  void visitMatchAs(NodeId id, const ast::MatchAs &node) {
    if (node.name)
      addOnce(facts_.writes, names_.variable(node.name));
    visitChildren(id);
  }
  void visitMatchStar(NodeId, const ast::MatchStar &node) {
    if (node.name)
      addOnce(facts_.writes, names_.variable(node.name));
  }
  void visitMatchMapping(NodeId id, const ast::MatchMapping &node) {
    if (node.rest)
      addOnce(facts_.writes, names_.variable(node.rest));
    visitChildren(id);
  }

  // Definitions: decorators, defaults, bases and annotations are evaluated here; the body is
  // another graph, whose free variables count as read.
  void visitFunctionDef(NodeId id, const ast::FunctionDef &node) {
    visitAll(node.decorator_list);
    visitHeader(node.args);
    if (node.returns)
      visit(node.returns);
    inner(id);
    addOnce(facts_.writes, names_.variable(node.name));
  }
  void visitLambda(NodeId id, const ast::Lambda &node) {
    visitHeader(node.args);
    inner(id);
  }
  void visitClassDef(NodeId id, const ast::ClassDef &node) {
    visitAll(node.decorator_list);
    visitAll(node.bases);
    visitAll(node.keywords);
    inner(id);
    addOnce(facts_.writes, names_.variable(node.name));
  }
  void visitListComp(NodeId id, const ast::ListComp &node) { comprehension(id, node.generators); }
  void visitSetComp(NodeId id, const ast::SetComp &node) { comprehension(id, node.generators); }
  void visitDictComp(NodeId id, const ast::DictComp &node) { comprehension(id, node.generators); }
  void visitGeneratorExp(NodeId id, const ast::GeneratorExp &node) {
    comprehension(id, node.generators);
  }

private:
  void use(NodeId id, ast::ExprContext context) {
    QualifiedName name = names_.of(ast(), id);
    if (context == ast::ExprContext::Load)
      return addOnce(facts_.reads, name);
    addOnce(facts_.writes, name);
    if (context == ast::ExprContext::Del)
      addOnce(facts_.deletes, name);
  }
  void visitHeader(NodeId arguments) {
    const auto &node = ast().get<ast::arguments>(arguments);
    visitAll(node.defaults);
    visitAll(node.kw_defaults);
    auto annotation = [&](NodeId id) {
      if (id && ast().get<ast::arg>(id).annotation)
        visit(ast().get<ast::arg>(id).annotation);
    };
    for (NodeId id : node.posonlyargs)
      annotation(id);
    for (NodeId id : node.args)
      annotation(id);
    for (NodeId id : node.kwonlyargs)
      annotation(id);
    annotation(node.vararg);
    annotation(node.kwarg);
  }
  // The first iterable is evaluated here; the rest in a scope of its own.
  void comprehension(NodeId id, const NodeList &generators) {
    visit(ast().get<ast::comprehension>(generators[0]).iter);
    inner(id);
  }
  void inner(NodeId owner) {
    ScopeId scope = scopes_.scopeOf(owner);
    if (!scope)
      return;
    for (const ScopeSymbol &symbol : scopes_[scope].symbols) {
      if (symbol.isBoundHere() && !symbol.freeInClass)
        continue;
      addOnce(facts_.reads, names_.variable(symbol.name));
      // `nonlocal x` or a walrus: assigned from inside.
      if (symbol.kind == SymbolKind::Free && symbol.assigned &&
          scopes_[scope].kind == ScopeKind::Comprehension)
        addOnce(facts_.writes, names_.variable(symbol.name));
    }
  }

  const ScopeTree &scopes_;
  QualifiedNames &names_;
  NodeActivity &facts_;
};

}  // namespace

Activity::Activity(const Cfg &cfg, const ScopeTree &scopes, QualifiedNames &names)
    : cfg_(cfg), scopes_(scopes), names_(names), scope_(scopes.scopeOf(cfg.owner())),
      facts_(cfg.size()) {
  const Ast &ast = cfg.ast();
  for (const ScopeSymbol &symbol : scopes[scope_].symbols) {
    if (symbol.parameter)
      parameters_.push_back(names.variable(symbol.name));
    if (symbol.kind == SymbolKind::Cell)
      captured_.push_back(names.variable(symbol.name));
  }
  facts_[cfg.entry()].writes = parameters_;
  for (CfgNodeId id : cfg.ids()) {
    const CfgNode &node = cfg[id];
    if (!node.ast || node.kind == CfgNodeKind::Finally || node.kind == CfgNodeKind::Leave ||
        node.kind == CfgNodeKind::LoopHead)
      continue;
    Collector collector(ast, scopes, names, facts_[id]);
    if (node.kind == CfgNodeKind::HandlerEnd) {
      QualifiedName name = names.variable(ast.get<ast::ExceptHandler>(node.ast).name);
      addOnce(facts_[id].writes, name);
      addOnce(facts_[id].deletes, name);
    } else if (node.kind == CfgNodeKind::Handler) {
      const auto &handler = ast.get<ast::ExceptHandler>(node.ast);
      if (handler.type)
        collector.visit(handler.type);
      if (handler.name)
        addOnce(facts_[id].writes, names.variable(handler.name));
    } else if (const auto *part = ast.dynGet<ast::match_case>(node.ast)) {
      collector.visit(part->pattern);
      if (part->guard)
        collector.visit(part->guard);
    } else {
      collector.visit(node.ast);
    }
  }
}

bool Activity::isLocal(QualifiedName name) const {
  const ScopeSymbol *symbol = scopes_[scope_].find(names_.variableName(name));
  return symbol && symbol->isBoundHere();
}

}  // namespace janus::analysis
