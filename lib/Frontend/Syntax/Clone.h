// Copies of trees.
#pragma once

#include "Frontend/Syntax/Ast.h"

namespace janus::ast {

// New nodes for the whole tree, with the same spans.
NodeId clone(Ast &ast, NodeId id);

// The expression for another place: as something read, assigned or deleted. Itself when it is that
// already.
NodeId withContext(Ast &ast, NodeId id, ExprContext context);

}  // namespace janus::ast
