// Places of modules that a module's own text names: folders that it adds to `sys.path`, and
// packages of which it imports modules by names that only a run knows.
#pragma once

#include "Frontend/Syntax/Ast.h"

#include <string>
#include <vector>

namespace janus {

struct AddedFolder {
  std::string path;  // absolute
  bool isFirst;      // before those that are searched already
  bool isCertain;    // not in a function, or under a condition
};

// `sys.path.append(E)`, `insert(0, E)`, `extend([E])`, `sys.path += [E]`, anywhere in the text,
// where E is made of constants, `__file__` and functions of os.path and pathlib. `file`: the
// module's.
std::vector<AddedFolder> addedFolders(const Ast &ast, llvm::StringRef file);

// A module that is imported by a function, or some module of a package, at any depth; of any
// package where the name is empty.
struct ImportByName {
  std::string name;
  bool isPackage;
};

// `import_module("m")`; the package "models" for `import_module("models." + name)`,
// `__import__(f"models.{name}")`, `import_module(f".{name}", "models")`. `name`: the module's own;
// `package`: what its relative names start from.
std::vector<ImportByName> importsByName(const Ast &ast, llvm::StringRef file, llvm::StringRef name,
                                        llvm::StringRef package);

}  // namespace janus
