// Which scope every name belongs to, as CPython's symbol table decides.
//
// A scope belongs to the node that opens it: Module, FunctionDef, AsyncFunctionDef, ClassDef,
// Lambda, ListComp, SetComp, DictComp, GeneratorExp. Defaults, decorators, annotations, base
// classes and the first iterable of a comprehension belong to the enclosing scope. Names are
// mangled: in `class A`, `__x` is the symbol `_A__x` (see mangle()).
#pragma once

#include "Frontend/Syntax/Ast.h"
#include "Support/Diagnostics.h"

#include "llvm/ADT/DenseMap.h"

namespace janus {

struct ScopeTag;
using ScopeId = Id<ScopeTag>;

enum class ScopeKind : uint8_t { Module, Function, Lambda, Class, Comprehension };

enum class SymbolKind : uint8_t {
  Local,  // of a function or comprehension; of the module too, where it is a global
  Parameter,
  Cell,            // local or parameter that an inner scope uses
  Free,            // belongs to an enclosing function
  GlobalExplicit,  // by a `global` statement
  GlobalImplicit,  // not bound in any function around it: a global or built-in, looked up at run
                   // time
  ClassLocal,      // of a class body
};
llvm::StringRef toString(ScopeKind kind);
llvm::StringRef toString(SymbolKind kind);

struct ScopeSymbol {
  Symbol name;  // mangled
  SymbolKind kind = SymbolKind::Local;
  bool assigned : 1 =
      false;  // bound by anything other than an import: =, for, def, class, as, :=, del, ...
  bool deleted : 1 = false;    // by `del`
  bool used : 1 = false;       // read
  bool imported : 1 = false;   // bound by an import
  bool parameter : 1 = false;  // also when kind is Cell
  bool annotated : 1 = false;
  bool declaredGlobal : 1 = false;
  bool declaredNonlocal : 1 = false;
  bool iterationTarget : 1 = false;  // the target of a comprehension
  bool freeInClass : 1 =
      false;  // of a class: a method also uses the enclosing function's variable of this name

  bool isGlobal() const {
    return kind == SymbolKind::GlobalExplicit || kind == SymbolKind::GlobalImplicit;
  }
  bool isBoundHere() const { return !isGlobal() && kind != SymbolKind::Free; }
};

struct Scope {
  ScopeKind kind = ScopeKind::Module;
  NodeId owner;
  ScopeId parent;  // invalid for the module
  Symbol name;     // of the function or class; "top", "lambda", "listcomp", ... as CPython's
  llvm::SmallVector<ScopeId, 4> children;  // in source order
  std::vector<ScopeSymbol> symbols;        // in the order of first appearance
  bool isNested = false;                   // inside a function, at any depth
  bool isGenerator = false;
  bool isAsync = false;  // async def, or an asynchronous comprehension
  bool hasStarImport = false;
  bool hasVarArgs = false;
  bool hasVarKeywords = false;
  bool needsClassCell = false;  // of a class: a method uses `__class__` or zero-argument `super()`

  bool isFunctionLike() const { return kind != ScopeKind::Module && kind != ScopeKind::Class; }
  const ScopeSymbol *find(Symbol name) const;

  llvm::DenseMap<Symbol, uint32_t> index;  // into symbols
};

class ScopeTree {
public:
  const Scope &operator[](ScopeId id) const { return scopes_[id]; }
  const Scope &module() const { return scopes_[ScopeId(0)]; }
  IdRange<ScopeId> ids() const { return scopes_.ids(); }
  size_t size() const { return scopes_.size(); }

  // The scope that a node opens; invalid for other nodes.
  ScopeId scopeOf(NodeId owner) const { return byOwner_.lookup(owner); }

private:
  friend class ScopeBuilder;
  friend class ScopeResolver;

  IdVector<ScopeId, Scope> scopes_;
  llvm::DenseMap<NodeId, ScopeId> byOwner_;
  // The first `global` or `nonlocal` of a name in a scope.
  llvm::DenseMap<std::pair<ScopeId, Symbol>, NodeId> directives_;
  Symbol classCell_;  // `__class__`
};

// Reports what CPython's symbol table refuses (a parameter declared global, nonlocal without a
// binding, ...).
ScopeTree analyzeScopes(const Ast &ast, DiagnosticEngine &diag);
// The same for another root of the same Ast (after a converter).
ScopeTree analyzeScopes(const Ast &ast, NodeId root, DiagnosticEngine &diag);

// `__x` in a class named `className` (invalid: no class) is `_className__x`; every other name is
// itself.
Symbol mangle(Interner &names, Symbol className, Symbol name);

}  // namespace janus
