// The two printed forms of the AST.
#pragma once

#include "Frontend/Syntax/Ast.h"

namespace llvm {
class raw_ostream;
}

namespace janus::ast {

// As `ast.dump(tree, indent=...)` prints it. indent 0: everything on one line, as without `indent`.
void dump(llvm::raw_ostream &out, const Ast &ast, NodeId id, unsigned indent = 2);
// As with `include_attributes=True`: lines from 1, columns in bytes from 0.
void dumpWithPlaces(llvm::raw_ostream &out, const Ast &ast, NodeId id,
                    const SourceManager &sources);

// As Python source that parses back to an equal tree. Statements end with a newline; an expression
// does not.
void printPython(llvm::raw_ostream &out, const Ast &ast, NodeId id, unsigned indent = 0);
std::string toPython(const Ast &ast, NodeId id);

}  // namespace janus::ast
