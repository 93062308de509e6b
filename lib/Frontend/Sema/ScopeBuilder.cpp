#include "Frontend/Sema/ScopeBuilder.h"

namespace janus {

using namespace ast;

namespace {

bool hasFutureAnnotations(const Ast &ast, NodeId root) {
  const auto *module = ast.dynGet<ast::Module>(root);
  if (!module)
    return false;
  for (NodeId statement : module->body) {
    const auto *import = ast.dynGet<ImportFrom>(statement);
    if (!import || !import->module || ast.text(import->module) != "__future__")
      continue;
    for (NodeId item : import->names)
      if (ast.text(ast.get<alias>(item).name) == "annotations")
        return true;
  }
  return false;
}

}  // namespace

ScopeBuilder::ScopeBuilder(const Ast &ast, DiagnosticEngine &diag, ScopeTree &tree)
    : Visitor(ast), diag_(diag), tree_(tree) {
  tree.classCell_ = ast.names().intern("__class__");
}

void ScopeBuilder::build(NodeId root) {
  futureAnnotations_ = hasFutureAnnotations(ast(), root);
  enter(ScopeKind::Module, root, "top");
  visitChildren(root);
  leave();
}

void ScopeBuilder::enter(ScopeKind kind, NodeId owner, llvm::StringRef name) {
  Scope scope;
  scope.kind = kind;
  scope.owner = owner;
  scope.name = ast().names().intern(name);
  Open open;
  if (!open_.empty()) {
    const Scope &outer = this->scope();
    scope.parent = current().id;
    scope.isNested = outer.isNested || outer.isFunctionLike();
    open.iterableDepth = current().iterableDepth;
  }
  open.id = tree_.scopes_.push_back(std::move(scope));
  if (!open_.empty())
    this->scope().children.push_back(open.id);
  tree_.byOwner_[owner] = open.id;
  open_.push_back(open);
}

void ScopeBuilder::refuse(NodeId place, const llvm::Twine &message) {
  diag_.report(diag::SyntaxError, ast().span(place), message.str());
}

// Names

ScopeSymbol &ScopeBuilder::symbol(ScopeId id, Symbol mangled) {
  Scope &scope = tree_.scopes_[id];
  auto [entry, isNew] =
      scope.index.try_emplace(mangled, static_cast<uint32_t>(scope.symbols.size()));
  if (isNew) {
    scope.symbols.emplace_back();
    scope.symbols.back().name = mangled;
  }
  return scope.symbols[entry->second];
}

const ScopeSymbol *ScopeBuilder::lookup(Symbol name) {
  return scope().find(mangle(ast().names(), class_, name));
}

void ScopeBuilder::defineIn(ScopeId id, Symbol name, Occurrence occurrence, NodeId place) {
  Symbol mangled = mangle(ast().names(), class_, name);
  ScopeSymbol &entry = symbol(id, mangled);
  if (occurrence == Occurrence::Parameter && entry.parameter)
    refuse(place, "duplicate argument '" + text(name) + "' in function definition");
  switch (occurrence) {
  case Occurrence::Deleted: entry.deleted = true; [[fallthrough]];
  case Occurrence::Assigned: entry.assigned = true; break;
  case Occurrence::Used: entry.used = true; break;
  case Occurrence::Imported: entry.imported = true; break;
  case Occurrence::Parameter: entry.parameter = true; break;
  case Occurrence::Annotated: entry.annotated = entry.assigned = true; break;
  case Occurrence::Global: entry.declaredGlobal = true; break;
  case Occurrence::Nonlocal: entry.declaredNonlocal = true; break;
  }
  if (id == current().id && current().inIterationTarget) {
    if (entry.declaredGlobal || entry.declaredNonlocal)
      refuse(place, "comprehension inner loop cannot rebind assignment expression target '" +
                        text(name) + "'");
    entry.iterationTarget = true;
  }
  // The module's table knows of every `global`.
  if (occurrence == Occurrence::Global)
    symbol(ScopeId(0), mangled).declaredGlobal = true;
}

void ScopeBuilder::visitName(NodeId id, const Name &node) {
  define(node.id,
         node.ctx == ExprContext::Load    ? Occurrence::Used
         : node.ctx == ExprContext::Store ? Occurrence::Assigned
                                          : Occurrence::Deleted,
         id);
  // `super` in a function counts as a use of `__class__`.
  if (node.ctx == ExprContext::Load && scope().isFunctionLike() && text(node.id) == "super")
    define(tree_.classCell_, Occurrence::Used, id);
}

// Definitions

template <class Node>
void ScopeBuilder::function(NodeId id, const Node &node, bool isAsync) {
  define(node.name, Occurrence::Assigned, id);
  const auto &args = ast().get<arguments>(node.args);
  defaults(args);
  auto annotate = [&](NodeId parameter) {
    if (NodeId note = ast().get<arg>(parameter).annotation)
      annotation(note);
  };
  for (NodeId parameter : args.posonlyargs)
    annotate(parameter);
  for (NodeId parameter : args.args)
    annotate(parameter);
  if (args.vararg)
    annotate(args.vararg);
  if (args.kwarg)
    annotate(args.kwarg);
  for (NodeId parameter : args.kwonlyargs)
    annotate(parameter);
  if (node.returns)
    annotation(node.returns);
  visitAll(node.decorator_list);
  enter(ScopeKind::Function, id, text(node.name));
  scope().isAsync = isAsync;
  parameters(args);
  visitAll(node.body);
  leave();
}

void ScopeBuilder::visitLambda(NodeId id, const Lambda &node) {
  const auto &args = ast().get<arguments>(node.args);
  defaults(args);
  enter(ScopeKind::Lambda, id, "lambda");
  parameters(args);
  visit(node.body);
  leave();
}

void ScopeBuilder::visitClassDef(NodeId id, const ClassDef &node) {
  define(node.name, Occurrence::Assigned, id);
  visitAll(node.bases);
  visitAll(node.keywords);
  visitAll(node.decorator_list);
  enter(ScopeKind::Class, id, text(node.name));
  Symbol outer = class_;
  class_ = node.name;
  visitAll(node.body);
  class_ = outer;
  leave();
}

void ScopeBuilder::defaults(const arguments &node) {
  visitAll(node.defaults);
  visitAll(node.kw_defaults);
}

void ScopeBuilder::parameters(const arguments &node) {
  auto add = [&](NodeId id) { define(ast().get<arg>(id).arg, Occurrence::Parameter, id); };
  llvm::for_each(node.posonlyargs, add);
  llvm::for_each(node.args, add);
  llvm::for_each(node.kwonlyargs, add);
  if (node.vararg)
    add(node.vararg);
  if (node.kwarg)
    add(node.kwarg);
  scope().hasVarArgs = node.vararg.valid();
  scope().hasVarKeywords = node.kwarg.valid();
}

// Under `from __future__ import annotations` an annotation is a string: its names belong nowhere.
void ScopeBuilder::annotation(NodeId id) {
  if (!futureAnnotations_)
    return visit(id);
  ScopeTree discarded;
  ScopeBuilder inner(ast(), diag_, discarded);
  inner.futureAnnotations_ = true;
  inner.class_ = class_;
  inner.enter(ScopeKind::Module, id, "_annotation");
  inner.current().isAnnotation = true;
  inner.current().iterableDepth = current().iterableDepth;
  inner.visit(id);
}

void ScopeBuilder::visitAnnAssign(NodeId, const AnnAssign &node) {
  if (const auto *name = ast().dynGet<Name>(node.target)) {
    const ScopeSymbol *before = lookup(name->id);
    bool declared = before && (before->declaredGlobal || before->declaredNonlocal);
    if (declared && scope().kind != ScopeKind::Module && node.simple)
      refuse(node.target, "annotated name '" + text(name->id) + "' can't be " +
                              (before->declaredGlobal ? "global" : "nonlocal"));
    if (node.simple)
      define(name->id, Occurrence::Annotated, node.target);
    if (node.value)
      define(name->id, Occurrence::Assigned, node.target);
  } else {
    visit(node.target);
  }
  annotation(node.annotation);
  if (node.value)
    visit(node.value);
}

// `global` and `nonlocal`: what was done to the name before decides the message.
void ScopeBuilder::declare(NodeId id, llvm::ArrayRef<Symbol> names, bool global) {
  llvm::StringRef word = global ? "global" : "nonlocal";
  for (Symbol name : names) {
    if (const ScopeSymbol *before = lookup(name)) {
      std::string quoted = ("name '" + text(name) + "' is ").str();
      if (before->parameter)
        refuse(id, quoted + "parameter and " + word);
      else if (before->used)
        refuse(id, quoted + "used prior to " + word + " declaration");
      else if (before->annotated)
        refuse(id, "annotated name '" + text(name) + "' can't be " + word);
      else if (before->assigned)
        refuse(id, quoted + "assigned to before " + word + " declaration");
    }
    define(name, global ? Occurrence::Global : Occurrence::Nonlocal, id);
    Symbol mangled = mangle(ast().names(), class_, name);
    tree_.directives_.try_emplace({current().id, mangled}, id);
  }
}

// Statements that bind names otherwise, or whose parts CPython visits in another order

void ScopeBuilder::visitalias(NodeId id, const alias &node) {
  llvm::StringRef bound = text(node.asname ? node.asname : node.name).split('.').first;
  if (bound != "*")
    return define(ast().names().intern(bound), Occurrence::Imported, id);
  scope().hasStarImport = true;
  if (scope().kind != ScopeKind::Module)
    refuse(id, "import * only allowed at module level");
}

void ScopeBuilder::visitExceptHandler(NodeId id, const ExceptHandler &node) {
  if (node.type)
    visit(node.type);
  if (node.name)
    define(node.name, Occurrence::Assigned, id);
  visitAll(node.body);
}

template <class Node>
void ScopeBuilder::tryStatement(const Node &node) {
  visitAll(node.body);
  visitAll(node.orelse);
  visitAll(node.handlers);
  visitAll(node.finalbody);
}

void ScopeBuilder::visitMatchAs(NodeId id, const MatchAs &node) {
  if (node.pattern)
    visit(node.pattern);
  if (node.name)
    define(node.name, Occurrence::Assigned, id);
}

void ScopeBuilder::visitMatchStar(NodeId id, const MatchStar &node) {
  if (node.name)
    define(node.name, Occurrence::Assigned, id);
}

void ScopeBuilder::visitMatchMapping(NodeId id, const MatchMapping &node) {
  visitChildren(id);
  if (node.rest)
    define(node.rest, Occurrence::Assigned, id);
}

// Comprehensions

void ScopeBuilder::visitListComp(NodeId id, const ListComp &node) {
  comprehension(id, "listcomp", node.generators, {node.elt}, false);
}
void ScopeBuilder::visitSetComp(NodeId id, const SetComp &node) {
  comprehension(id, "setcomp", node.generators, {node.elt}, false);
}
void ScopeBuilder::visitDictComp(NodeId id, const DictComp &node) {
  comprehension(id, "dictcomp", node.generators, {node.value, node.key}, false);
}
void ScopeBuilder::visitGeneratorExp(NodeId id, const GeneratorExp &node) {
  comprehension(id, "genexpr", node.generators, {node.elt}, true);
}

void ScopeBuilder::comprehension(NodeId id, llvm::StringRef name, llvm::ArrayRef<NodeId> generators,
                                 llvm::ArrayRef<NodeId> elements, bool isGenerator) {
  auto iterable = [&](NodeId iter) {
    ++current().iterableDepth;
    visit(iter);
    --current().iterableDepth;
  };
  auto target = [&](NodeId node) {
    current().inIterationTarget = true;
    visit(node);
    current().inIterationTarget = false;
  };
  const auto &outermost = ast().get<ast::comprehension>(generators.front());
  iterable(outermost.iter);
  enter(ScopeKind::Comprehension, id, name);
  if (outermost.is_async)
    scope().isAsync = true;
  define(ast().names().intern(".0"), Occurrence::Parameter, id);
  target(outermost.target);
  visitAll(outermost.ifs);
  for (NodeId part : generators.drop_front()) {
    const auto &node = ast().get<ast::comprehension>(part);
    target(node.target);
    iterable(node.iter);
    visitAll(node.ifs);
    if (node.is_async)
      scope().isAsync = true;
  }
  visitAll(elements);
  scope().isGenerator = isGenerator;
  bool isAsync = scope().isAsync && !isGenerator;
  leave();
  if (isAsync)
    scope().isAsync = true;
}

void ScopeBuilder::visitNamedExpr(NodeId id, const NamedExpr &node) {
  if (refusedInAnnotation(id, "named expression"))
    return;
  if (current().iterableDepth > 0)
    return refuse(id,
                  "assignment expression cannot be used in a comprehension iterable expression");
  if (scope().kind == ScopeKind::Comprehension)
    bindOutsideComprehension(node.target, ast().get<Name>(node.target).id);
  visit(node.value);
  visit(node.target);
}

// `:=` in a comprehension binds in the function or the module around it.
void ScopeBuilder::bindOutsideComprehension(NodeId place, Symbol name) {
  Symbol mangled = mangle(ast().names(), class_, name);
  for (auto open = open_.rbegin(); open != open_.rend(); ++open) {
    const Scope &outer = tree_.scopes_[open->id];
    const ScopeSymbol *known = outer.find(mangled);
    switch (outer.kind) {
    case ScopeKind::Comprehension:
      if (known && known->iterationTarget)
        return refuse(place,
                      "assignment expression cannot rebind comprehension iteration variable '" +
                          text(name) + "'");
      continue;
    case ScopeKind::Function:
    case ScopeKind::Lambda: {
      bool global = known && known->declaredGlobal;
      ScopeId owner = open->id;
      define(name, global ? Occurrence::Global : Occurrence::Nonlocal, place);
      tree_.directives_.try_emplace({current().id, mangled}, place);
      return defineIn(owner, name, Occurrence::Assigned, place);
    }
    case ScopeKind::Module: {
      ScopeId owner = open->id;
      define(name, Occurrence::Global, place);
      tree_.directives_.try_emplace({current().id, mangled}, place);
      return defineIn(owner, name, Occurrence::Global, place);
    }
    case ScopeKind::Class:
      return refuse(place,
                    "assignment expression within a comprehension cannot be used in a class body");
    }
  }
}

bool ScopeBuilder::refusedInAnnotation(NodeId id, llvm::StringRef what) {
  if (current().isAnnotation)
    refuse(id, "'" + what + "' can not be used within an annotation");
  return current().isAnnotation;
}

void ScopeBuilder::yield(NodeId id, NodeId value) {
  if (refusedInAnnotation(id, "yield expression"))
    return;
  if (value)
    visit(value);
  scope().isGenerator = true;
  if (scope().kind != ScopeKind::Comprehension)
    return;
  NodeKind kind = ast().kind(scope().owner);
  refuse(id,
         llvm::Twine("'yield' inside ") + (kind == NodeKind::ListComp   ? "list comprehension"
                                           : kind == NodeKind::SetComp  ? "set comprehension"
                                           : kind == NodeKind::DictComp ? "dict comprehension"
                                                                        : "generator expression"));
}

void ScopeBuilder::visitAwait(NodeId id, const Await &node) {
  if (refusedInAnnotation(id, "await expression"))
    return;
  visit(node.value);
  scope().isAsync = true;
}

}  // namespace janus
