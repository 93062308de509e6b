// State shared by the builders of a module's functions. Internal to Build.
#pragma once

#include "Frontend/Sema/Scope.h"
#include "Frontend/Syntax/Ast.h"
#include "IR/Graph.h"
#include "Support/Diagnostics.h"

namespace janus::build {

struct ModuleContext {
  const Ast &ast;
  const ScopeTree &scopes;
  ir::Module &module;
  DiagnosticEngine &diag;
  bool futureAnnotations = false;  // annotations are strings, not evaluated
  bool leavesToPython = false;     // functions that cannot be compiled
  bool isText = false;             // names of the module's own level are those of a namespace
  bool rebindsSuper = false;       // the module gives the name `super` another meaning
  Symbol functionalShim{};         // the module's name for janus_functional, if it has one
};

}  // namespace janus::build
