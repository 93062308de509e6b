#include "Transforms/Convert/FunctionFacts.h"

namespace janus::convert {

using namespace analysis;

// The call when `id` is `ag__.breakable(iterable, lambda: flag)`, else null.
static const ast::Call *breakable(const Ast &ast, NodeId id) {
  const auto *call = ast.dynGet<ast::Call>(id);
  const auto *attribute = call ? ast.dynGet<ast::Attribute>(call->func) : nullptr;
  const auto *module = attribute ? ast.dynGet<ast::Name>(attribute->value) : nullptr;
  bool found = module && ast.text(module->id) == kShim && ast.text(attribute->attr) == "breakable";
  return found ? call : nullptr;
}

llvm::SmallVector<Symbol, 2> stopFlags(const Ast &ast, NodeId &iterable) {
  llvm::SmallVector<Symbol, 2> flags;
  while (const ast::Call *call = breakable(ast, iterable)) {
    flags.push_back(ast.get<ast::Name>(ast.get<ast::Lambda>(call->args[1]).body).id);
    iterable = call->args[0];
  }
  return flags;
}

FunctionFacts::FunctionFacts(const Ast &ast, NodeId function, const ScopeTree &scopes)
    : ast_(ast), scopes_(scopes), scope_(scopes.scopeOf(function)), names_(ast.names()),
      cfg_(ast, function), activity_(cfg_, scopes, names_), liveness_(activity_),
      definedness_(activity_) {
  for (CfgNodeId id : cfg_.ids()) {
    for (QualifiedName deleted : activity_[id].deletes)
      if (names_.isVariable(deleted))
        unboundAgain_.insert(names_.variableName(deleted));
    if (cfg_[id].kind == CfgNodeKind::Handler)
      if (Symbol name = ast.get<ast::ExceptHandler>(cfg_[id].ast).name)
        unboundAgain_.insert(name);
    forEachUnboundRead(id, [&](Symbol name) { readUnbound_.insert(name); });
    if (cfg_[id].kind != CfgNodeKind::Iterable)
      continue;
    NodeId iterable = cfg_[id].ast;
    while (const ast::Call *call = breakable(ast, iterable)) {
      stopThunks_.insert(call->args[1]);
      iterable = call->args[0];
    }
  }
}

// By an inner function that may run later. Comprehensions run at once, and so do the thunks of a
// loop's stop flag.
bool FunctionFacts::isCaptured(ScopeId scope, Symbol name) const {
  for (ScopeId child : scopes_[scope].children) {
    const Scope &inner = scopes_[child];
    const ScopeSymbol *symbol = inner.find(name);
    if (!symbol || (symbol->kind != SymbolKind::Free && !symbol->freeInClass))
      continue;
    bool runsAtOnce =
        inner.kind == ScopeKind::Comprehension && !ast_.isa<ast::GeneratorExp>(inner.owner);
    runsAtOnce |= stopThunks_.count(inner.owner) != 0;
    if (!runsAtOnce || isCaptured(child, name))
      return true;
  }
  return false;
}

bool FunctionFacts::isLiveOutside(NodeId statement, Symbol name,
                                  llvm::function_ref<bool(CfgNodeKind)> counts) const {
  auto nodes = cfg_.nodesOf(statement);
  QualifiedName variable = names_.variable(name);
  for (CfgNodeId id : nodes)
    for (CfgNodeId next : cfg_[id].successors)
      if (counts(cfg_[next].kind) && !llvm::is_contained(nodes, next) &&
          liveness_.isLiveIn(next, variable))
        return true;
  return false;
}

bool FunctionFacts::isLiveOnException(NodeId statement, Symbol name) const {
  return isLiveOutside(statement, name, [](CfgNodeKind kind) {
    return kind == CfgNodeKind::Handler || kind == CfgNodeKind::Finally ||
           kind == CfgNodeKind::Leave;
  });
}

bool FunctionFacts::isCell(NodeId statement, Symbol name) const {
  return isShared(name) || isLiveOnException(statement, name);
}

FunctionFacts::Assigned FunctionFacts::assignedIn(NodeId statement) const {
  Assigned result;
  for (CfgNodeId id : cfg_.nodesOf(statement)) {
    for (QualifiedName written : activity_[id].writes) {
      if (!names_.isVariable(written))
        continue;
      Symbol name = names_.variableName(written);
      const ScopeSymbol *symbol = scopes_[scope_].find(name);
      if (!symbol)
        continue;
      if (symbol->isGlobal())
        result.globals.insert(name);
      else if (symbol->kind == SymbolKind::Free || isCell(statement, name))
        result.nonlocals.insert(name);
      else
        result.own.insert(name);
    }
  }
  return result;
}

bool FunctionFacts::isLiveAfter(NodeId statement, Symbol name) const {
  return isLiveOutside(statement, name, [](CfgNodeKind) { return true; });
}

bool FunctionFacts::isLiveAfterTest(NodeId statement, Symbol name) const {
  return liveness_.isLiveOut(cfg_.nodesOf(statement).front(), names_.variable(name));
}

bool FunctionFacts::isLiveAtHead(NodeId loop, Symbol name) const {
  auto nodes = cfg_.nodesOf(loop);
  // The iterable of a `for` is evaluated once before the head.
  CfgNodeId head = nodes[ast_.isa<ast::For>(loop) ? 1 : 0];
  return liveness_.isLiveIn(head, names_.variable(name));
}

bool FunctionFacts::startsUnbound(Symbol name) const {
  const ScopeSymbol *symbol = scopes_[scope_].find(name);
  return symbol && symbol->isBoundHere() && !symbol->parameter;
}

void FunctionFacts::forEachUnboundRead(CfgNodeId node, llvm::function_ref<void(Symbol)> f) const {
  for (QualifiedName read : activity_[node].reads) {
    if (!names_.isVariable(read) || definedness_.before(node, read) == Boundness::Bound)
      continue;
    Symbol name = names_.variableName(read);
    if (const ScopeSymbol *symbol = scopes_[scope_].find(name); symbol && symbol->isBoundHere())
      f(name);
  }
}

bool FunctionFacts::readsUnboundCell(NodeId statement) const {
  bool found = false;
  for (CfgNodeId id : cfg_.nodesOf(statement))
    if (cfg_.reachable(id))
      forEachUnboundRead(id, [&](Symbol name) { found |= isShared(name); });
  return found;
}

SymbolSet FunctionFacts::unboundReads(NodeId statement) const {
  SymbolSet names;
  for (CfgNodeId id : cfg_.nodesOf(statement))
    forEachUnboundRead(id, [&](Symbol name) {
      if (!isShared(name) && startsUnbound(name))
        names.insert(name);
    });
  return names;
}

bool FunctionFacts::isBoundBefore(NodeId statement, Symbol name) const {
  return definedness_.before(cfg_.nodesOf(statement).front(), names_.variable(name)) ==
         Boundness::Bound;
}

bool FunctionFacts::mayBeUnboundAt(CfgNodeId node, Symbol name) const {
  const ScopeSymbol *symbol = scopes_[scope_].find(name);
  if (!symbol || !symbol->isBoundHere() || unboundAgain_.count(name) || !cfg_.reachable(node))
    return false;
  return definedness_.before(node, names_.variable(name)) != Boundness::Bound;
}

}  // namespace janus::convert
