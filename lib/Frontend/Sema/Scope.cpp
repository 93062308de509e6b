// CPython's two passes: collect the names of every scope, then decide from the outside in what each
// means.
#include "Frontend/Sema/Scope.h"

#include "Frontend/Syntax/Visitor.h"

#include "llvm/ADT/DenseSet.h"

namespace janus {

llvm::StringRef toString(ScopeKind kind) {
  static constexpr llvm::StringLiteral kNames[] = {"module", "function", "lambda", "class",
                                                   "comprehension"};
  return kNames[static_cast<size_t>(kind)];
}

llvm::StringRef toString(SymbolKind kind) {
  static constexpr llvm::StringLiteral kNames[] = {
      "local", "parameter", "cell", "free", "global explicit", "global implicit", "class local"};
  return kNames[static_cast<size_t>(kind)];
}

const ScopeSymbol *Scope::find(Symbol name) const {
  auto it = index.find(name);
  return it == index.end() ? nullptr : &symbols[it->second];
}

ScopeId ScopeTree::bindingScope(ScopeId from, Symbol name) const {
  const ScopeSymbol *symbol = scopes_[from].find(name);
  if (!symbol)
    return ScopeId::invalid();
  if (symbol->isGlobal())
    return ScopeId(0);
  if (symbol->kind != SymbolKind::Free)
    return from;
  for (ScopeId id = scopes_[from].parent; id; id = scopes_[id].parent) {
    if (scopes_[id].kind == ScopeKind::Class)
      continue;
    const ScopeSymbol *outer = scopes_[id].find(name);
    if (outer && outer->isBoundHere())
      return id;
  }
  return ScopeId::invalid();
}

Symbol mangle(Interner &names, Symbol className, Symbol name) {
  llvm::StringRef text = names.text(name);
  if (!className || !text.startswith("__") || text.endswith("__") || text.contains('.'))
    return name;
  llvm::StringRef stem = names.text(className).ltrim('_');
  if (stem.empty())
    return name;
  return names.intern(("_" + stem + text).str());
}

// Pass 1: which names occur in each scope, and how.
class ScopeBuilder : public ast::Visitor<ScopeBuilder> {
public:
  ScopeBuilder(const Ast &ast, DiagnosticEngine &diag, ScopeTree &tree)
      : Visitor(ast), diag_(diag), tree_(tree) {}

  void build(NodeId root) {
    open(ScopeKind::Module, root, "top");
    visitChildren(root);
  }

  void visitName(NodeId, const ast::Name &node) {
    ScopeSymbol &symbol = use(node.id);
    if (node.ctx == ast::ExprContext::Load) {
      symbol.used = true;
      if (text(node.id) == "super" && scope().isFunctionLike())
        use(names().intern("__class__")).used = true;
      return;
    }
    symbol.assigned = true;
    if (node.ctx == ast::ExprContext::Del)
      symbol.deleted = true;
    if (inTarget_)
      symbol.iterationTarget = true;
  }

  // Definitions
  void visitFunctionDef(NodeId id, const ast::FunctionDef &node) { function(id, node, false); }
  void visitAsyncFunctionDef(NodeId id, const ast::AsyncFunctionDef &node) {
    function(id, node, true);
  }
  void visitLambda(NodeId id, const ast::Lambda &node) {
    defaults(node.args);
    ScopeId outer = open(ScopeKind::Lambda, id, "lambda");
    parameters(node.args);
    visit(node.body);
    close(outer);
  }
  void visitClassDef(NodeId id, const ast::ClassDef &node) {
    use(node.name).assigned = true;
    visitAll(node.bases);
    visitAll(node.keywords);
    visitAll(node.decorator_list);
    Symbol outerClass = class_;
    ScopeId outer = open(ScopeKind::Class, id, text(node.name));
    class_ = node.name;
    visitAll(node.body);
    close(outer);
    class_ = outerClass;
  }

  // Comprehensions
  void visitListComp(NodeId id, const ast::ListComp &node) {
    comprehension(id, "listcomp", node.generators, {node.elt});
  }
  void visitSetComp(NodeId id, const ast::SetComp &node) {
    comprehension(id, "setcomp", node.generators, {node.elt});
  }
  void visitDictComp(NodeId id, const ast::DictComp &node) {
    comprehension(id, "dictcomp", node.generators, {node.key, node.value});
  }
  void visitGeneratorExp(NodeId id, const ast::GeneratorExp &node) {
    comprehension(id, "genexpr", node.generators, {node.elt}, true);
  }

  // `:=` in a comprehension binds in the function or module around it.
  void visitNamedExpr(NodeId, const ast::NamedExpr &node) {
    const auto &target = ast().get<ast::Name>(node.target);
    ScopeId at = current_;
    llvm::SmallVector<ScopeId, 2> inner;
    while (tree_.scopes_[at].kind == ScopeKind::Comprehension) {
      inner.push_back(at);
      at = tree_.scopes_[at].parent;
    }
    if (!inner.empty()) {
      if (tree_.scopes_[inner.front()].find(target.id) &&
          tree_.scopes_[inner.front()].find(target.id)->iterationTarget)
        diag_.report(diag::SyntaxError, ast().span(node.target),
                     ("assignment expression cannot rebind comprehension iteration variable '" +
                      text(target.id) + "'")
                         .str());
      bool global = tree_.scopes_[at].kind == ScopeKind::Module;
      if (const ScopeSymbol *outer = tree_.scopes_[at].find(target.id))
        global |= outer->declaredGlobal;
      useIn(at, target.id).assigned = true;
      for (ScopeId id : inner) {
        ScopeSymbol &symbol = useIn(id, target.id);
        symbol.assigned = true;
        (global ? symbol.declaredGlobal : symbol.declaredNonlocal) = true;
      }
    } else {
      use(target.id).assigned = true;
    }
    visit(node.value);
  }

  // Binding forms other than names
  void visitGlobal(NodeId id, const ast::Global &node) { declare(id, node.names, true); }
  void visitNonlocal(NodeId id, const ast::Nonlocal &node) { declare(id, node.names, false); }
  void visitalias(NodeId, const ast::alias &node) {
    llvm::StringRef bound = text(node.asname ? node.asname : node.name).split('.').first;
    if (bound == "*") {
      scope().hasStarImport = true;
      return;
    }
    use(names().intern(bound)).imported = true;
  }
  void visitExceptHandler(NodeId id, const ast::ExceptHandler &node) {
    if (node.type)
      visit(node.type);
    if (node.name)
      use(node.name).assigned = true;
    (void)id;
    visitAll(node.body);
  }
  void visitMatchAs(NodeId id, const ast::MatchAs &node) {
    if (node.name)
      use(node.name).assigned = true;
    visitChildren(id);
  }
  void visitMatchStar(NodeId, const ast::MatchStar &node) {
    if (node.name)
      use(node.name).assigned = true;
  }
  void visitMatchMapping(NodeId id, const ast::MatchMapping &node) {
    if (node.rest)
      use(node.rest).assigned = true;
    visitChildren(id);
  }
  void visitAnnAssign(NodeId, const ast::AnnAssign &node) {
    if (const auto *name = ast().dynGet<ast::Name>(node.target); name && node.simple) {
      ScopeSymbol &symbol = use(name->id);
      if (symbol.declaredGlobal || symbol.declaredNonlocal)
        diag_.report(diag::SyntaxError, ast().span(node.target),
                     ("annotated name '" + text(name->id) + "' can't be " +
                      (symbol.declaredGlobal ? "global" : "nonlocal"))
                         .str());
      symbol.annotated = true;
      symbol.assigned = true;
    } else {
      visit(node.target);
    }
    visit(node.annotation);
    if (node.value)
      visit(node.value);
  }
  void visitYield(NodeId id, const ast::Yield &) { generator(id); }
  void visitYieldFrom(NodeId id, const ast::YieldFrom &) { generator(id); }

private:
  Scope &scope() { return tree_.scopes_[current_]; }
  Interner &names() { return ast().names(); }

  ScopeId open(ScopeKind kind, NodeId owner, llvm::StringRef name) {
    Scope scope;
    scope.kind = kind;
    scope.owner = owner;
    scope.parent = current_;
    scope.name = names().intern(name);
    if (current_) {
      const Scope &outer = tree_.scopes_[current_];
      scope.isNested = outer.isNested || outer.isFunctionLike();
    }
    ScopeId outer = current_;
    current_ = tree_.scopes_.push_back(std::move(scope));
    if (outer)
      tree_.scopes_[outer].children.push_back(current_);
    tree_.byOwner_[owner] = current_;
    return outer;
  }
  void close(ScopeId outer) { current_ = outer; }

  ScopeSymbol &use(Symbol name) { return useIn(current_, name); }
  ScopeSymbol &useIn(ScopeId id, Symbol plain) {
    Symbol name = mangle(names(), class_, plain);
    Scope &scope = tree_.scopes_[id];
    auto [it, isNew] = scope.index.try_emplace(name, scope.symbols.size());
    if (isNew) {
      ScopeSymbol symbol;
      symbol.name = name;
      scope.symbols.push_back(symbol);
    }
    return scope.symbols[it->second];
  }

  template <class Node>
  void function(NodeId id, const Node &node, bool isAsync) {
    use(node.name).assigned = true;
    defaults(node.args);
    annotations(node.args);
    if (node.returns)
      visit(node.returns);
    visitAll(node.decorator_list);
    ScopeId outer = open(ScopeKind::Function, id, text(node.name));
    scope().isAsync = isAsync;
    parameters(node.args);
    visitAll(node.body);
    close(outer);
  }

  void defaults(NodeId id) {
    const auto &node = ast().get<ast::arguments>(id);
    visitAll(node.defaults);
    visitAll(node.kw_defaults);
  }

  template <class F>
  void forEachArgument(NodeId id, F &&f) {
    const auto &node = ast().get<ast::arguments>(id);
    for (NodeId arg : node.posonlyargs)
      f(arg);
    for (NodeId arg : node.args)
      f(arg);
    for (NodeId arg : node.kwonlyargs)
      f(arg);
    if (node.vararg)
      f(node.vararg);
    if (node.kwarg)
      f(node.kwarg);
  }

  void annotations(NodeId id) {
    forEachArgument(id, [&](NodeId arg) {
      if (NodeId annotation = ast().get<ast::arg>(arg).annotation)
        visit(annotation);
    });
  }

  void parameters(NodeId id) {
    const auto &node = ast().get<ast::arguments>(id);
    forEachArgument(id, [&](NodeId arg) {
      Symbol name = ast().get<ast::arg>(arg).arg;
      ScopeSymbol &symbol = use(name);
      if (symbol.parameter)
        diag_.report(diag::SyntaxError, ast().span(arg),
                     ("duplicate argument '" + text(name) + "' in function definition").str());
      symbol.parameter = true;
    });
    scope().hasVarArgs = static_cast<bool>(node.vararg);
    scope().hasVarKeywords = static_cast<bool>(node.kwarg);
  }

  void comprehension(NodeId id, llvm::StringRef name, const NodeList &generators,
                     llvm::ArrayRef<NodeId> elements, bool isGenerator = false) {
    visit(ast().get<ast::comprehension>(generators[0]).iter);
    ScopeId outer = open(ScopeKind::Comprehension, id, name);
    scope().isGenerator = isGenerator;
    use(names().intern(".0")).parameter = true;
    for (size_t i = 0; i < generators.size(); ++i) {
      const auto &part = ast().get<ast::comprehension>(generators[i]);
      if (part.is_async)
        scope().isAsync = true;
      inTarget_ = true;
      visit(part.target);
      inTarget_ = false;
      if (i > 0)
        visit(part.iter);
      visitAll(part.ifs);
    }
    visitAll(elements);
    close(outer);
  }

  void generator(NodeId id) {
    if (scope().kind == ScopeKind::Comprehension) {
      llvm::StringRef kind = text(scope().name);
      llvm::StringRef what = kind == "listcomp"   ? "list comprehension"
                             : kind == "setcomp"  ? "set comprehension"
                             : kind == "dictcomp" ? "dict comprehension"
                                                  : "generator expression";
      diag_.report(diag::SyntaxError, ast().span(id), ("'yield' inside " + what).str());
    }
    scope().isGenerator = true;
    visitChildren(id);
  }

  // What was done to the name before its declaration decides the error, as in CPython.
  void declare(NodeId id, llvm::ArrayRef<Symbol> list, bool global) {
    llvm::StringRef word = global ? "global" : "nonlocal";
    for (Symbol name : list) {
      const ScopeSymbol *before = scope().find(mangle(names(), class_, name));
      auto refuse = [&](const llvm::Twine &message) {
        diag_.report(diag::SyntaxError, ast().span(id), message.str());
      };
      if (before) {
        if (before->parameter)
          refuse("name '" + text(name) + "' is parameter and " + word);
        else if (before->annotated)
          refuse("annotated name '" + text(name) + "' can't be " + word);
        else if (before->used)
          refuse("name '" + text(name) + "' is used prior to " + word + " declaration");
        else if (before->assigned || before->imported)
          refuse("name '" + text(name) + "' is assigned to before " + word + " declaration");
      }
      if (!global && scope().kind == ScopeKind::Module)
        refuse("nonlocal declaration not allowed at module level");
      ScopeSymbol &symbol = use(name);
      if (global ? symbol.declaredNonlocal : symbol.declaredGlobal)
        refuse("name '" + text(name) + "' is nonlocal and global");
      (global ? symbol.declaredGlobal : symbol.declaredNonlocal) = true;
    }
  }

  DiagnosticEngine &diag_;
  ScopeTree &tree_;
  ScopeId current_;
  Symbol class_;  // innermost, for mangling
  bool inTarget_ = false;
};

// Pass 2: from the module inwards, with the names that the functions around bind; what inner scopes
// leave free becomes a cell where it is bound.
class ScopeResolver {
public:
  ScopeResolver(const Ast &ast, DiagnosticEngine &diag, ScopeTree &tree)
      : ast_(ast), diag_(diag), tree_(tree), class_(ast.names().intern("__class__")) {}

  using Names = llvm::DenseSet<Symbol>;

  // `bound`: of the functions around; `globals`: declared global around. Returns the free names of
  // the scope.
  Names resolve(ScopeId id, const Names &bound, const Names &globals) {
    Scope &scope = tree_.scopes_[id];
    Names localNames, free, globalHere = globals, boundHere = bound;
    for (ScopeSymbol &symbol : scope.symbols)
      classify(scope, symbol, bound, globals, localNames, free);
    if (scope.kind != ScopeKind::Class) {
      for (const ScopeSymbol &symbol : scope.symbols) {
        if (symbol.declaredGlobal) {
          globalHere.insert(symbol.name);
          boundHere.erase(symbol.name);
        }
      }
      if (scope.isFunctionLike())
        for (Symbol name : localNames) {
          boundHere.insert(name);
          globalHere.erase(name);
        }
    } else {
      boundHere.insert(class_);
      for (const ScopeSymbol &symbol : scope.symbols)
        if (symbol.declaredGlobal)
          globalHere.insert(symbol.name), boundHere.erase(symbol.name);
    }
    Names wanted;
    for (ScopeId child : tree_.scopes_[id].children) {
      Names inner = resolve(child, boundHere, globalHere);
      wanted.insert(inner.begin(), inner.end());
    }
    Scope &after = tree_.scopes_[id];
    if (after.kind == ScopeKind::Class && wanted.erase(class_))
      after.needsClassCell = true;
    for (ScopeSymbol &symbol : after.symbols) {
      if (!wanted.count(symbol.name))
        continue;
      if (after.isFunctionLike() && localNames.count(symbol.name)) {
        symbol.kind = SymbolKind::Cell;
        wanted.erase(symbol.name);
      } else if (after.kind == ScopeKind::Class && symbol.isBoundHere()) {
        symbol.freeInClass = true;
      } else if (symbol.kind == SymbolKind::GlobalImplicit || symbol.kind == SymbolKind::Free) {
        symbol.kind = SymbolKind::Free;
      }
    }
    // A scope in between passes the variable on.
    llvm::SmallVector<Symbol, 8> passed(wanted.begin(), wanted.end());
    llvm::sort(passed);
    for (Symbol name : passed) {
      if (after.kind == ScopeKind::Module)
        continue;
      if (after.index.count(name))
        continue;
      after.index[name] = after.symbols.size();
      ScopeSymbol symbol;
      symbol.name = name;
      symbol.kind = SymbolKind::Free;
      after.symbols.push_back(symbol);
    }
    free.insert(wanted.begin(), wanted.end());
    return free;
  }

private:
  void classify(const Scope &scope, ScopeSymbol &symbol, const Names &bound, const Names &globals,
                Names &local, Names &free) {
    if (symbol.declaredGlobal) {
      symbol.kind = SymbolKind::GlobalExplicit;
      return;
    }
    if (symbol.declaredNonlocal) {
      if (!bound.count(symbol.name) && scope.kind != ScopeKind::Module &&
          scope.kind != ScopeKind::Comprehension)
        diag_.report(diag::SyntaxError, declaration(scope, symbol.name),
                     ("no binding for nonlocal '" + ast_.text(symbol.name) + "' found").str());
      symbol.kind = SymbolKind::Free;
      free.insert(symbol.name);
      return;
    }
    if (symbol.assigned || symbol.imported || symbol.parameter) {
      local.insert(symbol.name);
      symbol.kind = scope.kind == ScopeKind::Class ? SymbolKind::ClassLocal
                    : symbol.parameter             ? SymbolKind::Parameter
                                                   : SymbolKind::Local;
      return;
    }
    if (bound.count(symbol.name)) {
      symbol.kind = SymbolKind::Free;
      free.insert(symbol.name);
      return;
    }
    (void)globals;
    symbol.kind = SymbolKind::GlobalImplicit;
  }

  // The nonlocal statement in the scope's own code.
  Span declaration(const Scope &scope, Symbol name) const {
    struct Finder : ast::Visitor<Finder> {
      Finder(const Ast &ast, NodeId owner, Symbol name) : Visitor(ast), owner(owner), name(name) {}
      void visitNonlocal(NodeId id, const ast::Nonlocal &node) {
        if (!found && llvm::is_contained(node.names, name))
          found = id;
      }
      void visitFunctionDef(NodeId id, const ast::FunctionDef &) {
        if (id == owner)
          visitChildren(id);
      }
      void visitClassDef(NodeId id, const ast::ClassDef &) {
        if (id == owner)
          visitChildren(id);
      }
      NodeId owner, found;
      Symbol name;
    } finder(ast_, scope.owner, name);
    finder.visit(scope.owner);
    return ast_.span(finder.found ? finder.found : scope.owner);
  }

  const Ast &ast_;
  DiagnosticEngine &diag_;
  ScopeTree &tree_;
  Symbol class_;
};

ScopeTree analyzeScopes(const Ast &ast, DiagnosticEngine &diag) {
  return analyzeScopes(ast, ast.root(), diag);
}

ScopeTree analyzeScopes(const Ast &ast, NodeId root, DiagnosticEngine &diag) {
  ScopeTree tree;
  ScopeBuilder(ast, diag, tree).build(root);
  ScopeResolver(ast, diag, tree).resolve(ScopeId(0), {}, {});
  return tree;
}

}  // namespace janus
