#include "Frontend/Sema/SupportedSubset.h"

namespace janus {

static constexpr UnsupportedConstruct kRows[] = {
#define JANUS_UNSUPPORTED(Kind, construct, reason, remedy)                                         \
  {NodeKind::Kind, construct, reason, remedy},
#include "Frontend/Sema/SupportedSubset.def"
};

const UnsupportedConstruct *unsupported(const Ast &ast, NodeId id) {
  NodeKind kind = ast.kind(id);
  for (const UnsupportedConstruct &row : kRows)
    if (row.kind == kind)
      return &row;
  return nullptr;
}

bool isTextBuiltin(llvm::StringRef name) {
#define JANUS_TEXT_BUILTIN(builtin)                                                                \
  if (name == #builtin)                                                                            \
    return true;
#include "Frontend/Sema/SupportedSubset.def"
  return false;
}

Span placeOfConstruct(const Ast &ast, NodeId id) {
  return ast.span(ast.isa<ast::TryStar>(id) ? ast.get<ast::TryStar>(id).handlers.front() : id);
}

NodeId findUnsupported(const Ast &ast, NodeId root, bool intoNestedFunctions) {
  if (unsupported(ast, root))
    return root;
  NodeId found;
  forEachChild(ast, root, [&](NodeId child) {
    if (found)
      return;
    bool nested =
        ast.isa<ast::FunctionDef, ast::AsyncFunctionDef, ast::ClassDef, ast::Lambda>(child);
    if (nested && !intoNestedFunctions) {
      if (unsupported(ast, child))
        found = child;
      return;
    }
    found = findUnsupported(ast, child, intoNestedFunctions);
  });
  return found;
}

}  // namespace janus
