// Compound names as symbols: `a`, `a.b`, `a.b.c`, `a[0]`, `a['k']`. Equal text is one id.
//
// A name is stable when it is built from a variable by attributes and literal (int, str) indexes;
// `a[i]`, `f().x` and `a[1:2]` have none. Negative literal indexes count (`a[-1]`).
#pragma once

#include "Frontend/Syntax/Ast.h"

#include "llvm/ADT/DenseMap.h"

namespace janus {

struct QualifiedNameTag;
using QualifiedName = Id<QualifiedNameTag>;

class QualifiedNames {
public:
  explicit QualifiedNames(Interner &names) : names_(names) {}

  // The name of an expression, or invalid. `className` is the class around it, for mangling.
  QualifiedName of(const Ast &ast, NodeId expression, Symbol className = Symbol::invalid());

  QualifiedName variable(Symbol name);
  QualifiedName attribute(QualifiedName base, Symbol attribute);
  QualifiedName item(QualifiedName base, const ConstantValue &index);

  bool isVariable(QualifiedName name) const { return !entry(name).base; }
  // `a.b` of `a.b.c`; invalid for a variable.
  QualifiedName base(QualifiedName name) const { return entry(name).base; }
  // The variable `a` of `a.b.c`.
  QualifiedName root(QualifiedName name) const { return entry(name).root; }
  Symbol variableName(QualifiedName name) const { return entry(root(name)).text; }
  llvm::StringRef text(QualifiedName name) const { return names_.text(entry(name).text); }
  size_t size() const { return entries_.size(); }

private:
  struct Entry {
    QualifiedName base;
    QualifiedName root;
    Symbol text;
  };
  const Entry &entry(QualifiedName name) const { return entries_[name]; }
  QualifiedName intern(QualifiedName base, llvm::StringRef text);

  Interner &names_;
  IdVector<QualifiedName, Entry> entries_;
  llvm::DenseMap<Symbol, QualifiedName> byText_;
};

}  // namespace janus
