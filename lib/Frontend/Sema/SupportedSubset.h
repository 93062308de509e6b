// The table of constructs that are not compiled to native code (SupportedSubset.def).
#pragma once

#include "Frontend/Syntax/Ast.h"

namespace janus {

struct UnsupportedConstruct {
  NodeKind kind;
  llvm::StringRef construct;  // "async def"
  llvm::StringRef reason;     // "it needs an event loop"
  llvm::StringRef remedy;     // "write a plain `def`, ..."
};

// Null when the construct is supported.
const UnsupportedConstruct *unsupported(const Ast &ast, NodeId id);
// Whether the builtin of that name runs code that is text.
bool isTextBuiltin(llvm::StringRef name);
// Where the word stands that makes the construct what it is: of `try` with `except*`, the handler.
Span placeOfConstruct(const Ast &ast, NodeId id);
// The first unsupported construct in `root` (itself included), in source order; nested functions
// and classes only when asked for, since they fall back on their own. Invalid when there is none.
NodeId findUnsupported(const Ast &ast, NodeId root, bool intoNestedFunctions);

}  // namespace janus
