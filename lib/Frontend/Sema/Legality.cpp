#include "Frontend/Sema/Legality.h"

#include "Frontend/Sema/LegalityChecker.h"

namespace janus::legality {

bool check(const Ast &ast, DiagnosticEngine &diag) {
  LegalityChecker checker(ast, diag);
  checker.checkModule(ast.root());
  return checker.ok();
}

}  // namespace janus::legality
