// What CPython's compiler warns of: legal programs that hardly mean what they say.
#pragma once

#include "Frontend/Syntax/Ast.h"

#include <string>
#include <vector>

namespace janus {

struct SyntaxWarning {
  Span span;
  std::string text;  // `"is" with a literal. Did you mean "=="?`
};

// In the order in which CPython says them.
std::vector<SyntaxWarning> findSyntaxWarnings(const Ast &ast, NodeId root);

}  // namespace janus
