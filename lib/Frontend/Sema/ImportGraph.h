// What a module imports, as far as its text shows.
#pragma once

#include "Frontend/Syntax/Ast.h"

#include <vector>

namespace janus {

struct ImportedName {
  Symbol name;    // in the module; invalid for `*`
  Symbol asName;  // the variable bound here
};

// One `import a.b as c` item, or one `from ..a import x, y` statement.
struct ImportEdge {
  NodeId statement;
  NodeId alias;   // of `import`: the item
  int level = 0;  // leading dots
  Symbol module;  // "a.b"; invalid for `from . import x`
  bool isFrom = false;
  Symbol asName;                    // of `import`: the variable bound (`a` for `import a.b`)
  std::vector<ImportedName> names;  // of `from`
  bool inFunction = false;          // runs when the function is called
  bool conditional = false;         // inside if, try, with, loop or match
};

// Statements whose contents run when a function is called, or perhaps not at all.
bool isFunctionBody(const Ast &ast, NodeId id);
bool isConditional(const Ast &ast, NodeId id);

// In source order, nested functions and classes included.
std::vector<ImportEdge> collectImports(const Ast &ast, NodeId root);

// "pkg.sub" for `from ..sub import x` in module "pkg.inner.mod" (isPackage: the module is
// pkg/inner/mod/__init__.py). Empty when the dots lead above the top.
std::string resolveRelative(llvm::StringRef importer, bool isPackage, int level,
                            llvm::StringRef module);

}  // namespace janus
