// AST -> IR with slots: all of Python, one operation per step that Python takes, in Python's order.
#pragma once

#include "Frontend/Sema/Scope.h"
#include "Frontend/Syntax/Ast.h"
#include "IR/Graph.h"
#include "Support/Diagnostics.h"

namespace janus::build {

struct ModuleInfo {
  std::string name;  // dotted; `__main__` for a program
  std::string file;
  bool isPackage = false;
  std::string source;  // embedded in the module; may be empty
  // Functions that cannot be compiled are made of their source, in Python, when the program runs.
  bool leavesToPython = false;
  // Text of `exec`: its names are looked up and stored in the namespace that it is given, as those
  // of a class body are.
  bool isText = false;
};

// `root` is a Module node that the legality checks have passed. Constructs of the SupportedSubset
// table are reported as errors. The result verifies unless errors were reported.
ir::Module buildModule(const Ast &ast, NodeId root, const ScopeTree &scopes, const ModuleInfo &info,
                       DiagnosticEngine &diag);

}  // namespace janus::build
