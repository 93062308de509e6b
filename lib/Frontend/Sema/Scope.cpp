// What every name means: decided from the module inwards, with the names that the functions around
// bind; a name that an inner scope leaves free becomes a cell where it is bound.
#include "Frontend/Sema/Scope.h"

#include "Frontend/Sema/ScopeBuilder.h"

#include "llvm/ADT/DenseSet.h"

namespace janus {

namespace {

using Names = llvm::DenseSet<Symbol>;

}  // namespace

class ScopeResolver {
public:
  ScopeResolver(const Ast &ast, DiagnosticEngine &diag, ScopeTree &tree)
      : ast_(ast), diag_(diag), tree_(tree), class_(ast.names().intern("__class__")) {}

  // `bound`: by the functions around, null for the module; `globals`: declared so around. Both are
  // the scope's own copies. Gives the names that the scope leaves free.
  Names resolve(ScopeId id, Names *bound, Names globals) {
    bool isClass = tree_.scopes_[id].kind == ScopeKind::Class;
    bool isFunction = tree_.scopes_[id].isFunctionLike();
    // A class's names are not seen in its methods: they see what is around the class.
    Names innerBound, innerGlobals, local, free;
    if (isClass) {
      innerGlobals = globals;
      if (bound)
        innerBound = *bound;
    }
    for (ScopeSymbol &symbol : tree_.scopes_[id].symbols)
      classify(id, symbol, bound, globals, local, free);
    if (isClass) {
      innerBound.insert(class_);
    } else {
      innerGlobals = globals;
      if (bound)
        innerBound = *bound;
      if (isFunction)
        innerBound.insert(local.begin(), local.end());
    }

    Names inner;
    llvm::SmallVector<ScopeId, 4> children = tree_.scopes_[id].children;
    for (ScopeId child : children) {
      Names copy = innerBound;
      Names left = resolve(child, &copy, innerGlobals);
      inner.insert(left.begin(), left.end());
    }

    Scope &scope = tree_.scopes_[id];
    if (isFunction)
      makeCells(scope, inner);
    else if (isClass && inner.erase(class_))
      scope.needsClassCell = true;
    passOn(scope, bound, inner);
    free.insert(inner.begin(), inner.end());
    return free;
  }

private:
  void classify(ScopeId id, ScopeSymbol &symbol, Names *bound, Names &globals, Names &local,
                Names &free) {
    const Scope &scope = tree_.scopes_[id];
    if (symbol.declaredGlobal) {
      if (symbol.declaredNonlocal)
        refuse(id, symbol.name, "name '" + ast_.text(symbol.name) + "' is nonlocal and global");
      symbol.kind = SymbolKind::GlobalExplicit;
      globals.insert(symbol.name);
      if (bound)
        bound->erase(symbol.name);
    } else if (symbol.declaredNonlocal) {
      if (!bound)
        refuse(id, symbol.name, "nonlocal declaration not allowed at module level");
      else if (!bound->count(symbol.name))
        refuse(id, symbol.name, "no binding for nonlocal '" + ast_.text(symbol.name) + "' found");
      symbol.kind = SymbolKind::Free;
      free.insert(symbol.name);
    } else if (symbol.assigned || symbol.parameter || symbol.imported) {
      symbol.kind = scope.kind == ScopeKind::Class ? SymbolKind::ClassLocal
                    : symbol.parameter             ? SymbolKind::Parameter
                                                   : SymbolKind::Local;
      local.insert(symbol.name);
      globals.erase(symbol.name);
    } else if (bound && bound->count(symbol.name)) {
      symbol.kind = SymbolKind::Free;
      free.insert(symbol.name);
    } else {
      symbol.kind = SymbolKind::GlobalImplicit;
    }
  }

  // Locals that an inner scope leaves free.
  static void makeCells(Scope &scope, Names &inner) {
    for (ScopeSymbol &symbol : scope.symbols)
      if (symbol.kind == SymbolKind::Local || symbol.kind == SymbolKind::Parameter)
        if (inner.erase(symbol.name))
          symbol.kind = SymbolKind::Cell;
  }

  // Names that are free in inner scopes and belong further out pass through this one.
  static void passOn(Scope &scope, const Names *bound, const Names &inner) {
    llvm::SmallVector<Symbol, 8> names(inner.begin(), inner.end());
    llvm::sort(names);
    for (Symbol name : names) {
      auto [entry, isNew] =
          scope.index.try_emplace(name, static_cast<uint32_t>(scope.symbols.size()));
      if (!isNew) {
        ScopeSymbol &known = scope.symbols[entry->second];
        bool bindsOrDeclares =
            known.assigned || known.parameter || known.imported || known.declaredGlobal;
        if (scope.kind == ScopeKind::Class && bindsOrDeclares)
          known.freeInClass = true;
      } else if (bound && !bound->count(name)) {
        scope.index.erase(name);
      } else {
        scope.symbols.emplace_back();
        scope.symbols.back().name = name;
        scope.symbols.back().kind = SymbolKind::Free;
      }
    }
  }

  void refuse(ScopeId scope, Symbol name, const llvm::Twine &message) {
    NodeId place = tree_.directives_.lookup({scope, name});
    diag_.report(diag::SyntaxError, ast_.span(place ? place : tree_.scopes_[scope].owner),
                 message.str());
  }

  const Ast &ast_;
  DiagnosticEngine &diag_;
  ScopeTree &tree_;
  Symbol class_;
};

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
  auto entry = index.find(name);
  return entry == index.end() ? nullptr : &symbols[entry->second];
}

Symbol mangle(Interner &names, Symbol className, Symbol name) {
  llvm::StringRef text = names.text(name);
  if (!className || !text.startswith("__") || text.endswith("__") || text.contains('.'))
    return name;
  llvm::StringRef stem = names.text(className).ltrim('_');
  return stem.empty() ? name : names.intern(("_" + stem + text).str());
}

ScopeTree analyzeScopes(const Ast &ast, DiagnosticEngine &diag) {
  return analyzeScopes(ast, ast.root(), diag);
}

ScopeTree analyzeScopes(const Ast &ast, NodeId root, DiagnosticEngine &diag) {
  ScopeTree tree;
  ScopeBuilder(ast, diag, tree).build(root);
  ScopeResolver(ast, diag, tree).resolve(ScopeId(0), nullptr, {});
  return tree;
}

}  // namespace janus
