// What CPython's compiler refuses after its parser has accepted it: `return` outside a function,
// `break` outside a loop, two starred targets, blocks nested too deep, a late `from __future__`.
#pragma once

#include "Frontend/Syntax/Ast.h"
#include "Support/Diagnostics.h"

namespace janus::legality {

// Reports every violation; true when there is none.
bool check(const Ast &ast, DiagnosticEngine &diag);

}  // namespace janus::legality
