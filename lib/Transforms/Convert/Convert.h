// AutoGraph's conversion to functional form: AST -> AST, printable as Python after each step.
#pragma once

#include "Frontend/Sema/Scope.h"
#include "Frontend/Syntax/Ast.h"
#include "Frontend/Syntax/Template.h"
#include "Support/Diagnostics.h"

namespace llvm {
class raw_ostream;
}

namespace janus::convert {

// The module with the run-time dispatch (`python/janus_functional`), as converted code names it.
constexpr llvm::StringLiteral kShim = "ag__";

struct ConvertContext {
  Ast &ast;
  DiagnosticEngine &diag;
  FreshNames names;  // of flags and functions that converters make up

  ConvertContext(Ast &ast, DiagnosticEngine &diag) : ast(ast), diag(diag), names(ast) {}
};

struct ConverterRow {
  llvm::StringRef flag, description;
  NodeId (*run)(ConvertContext &context, NodeId root);
};
// In the order in which they run.
llvm::ArrayRef<ConverterRow> allConverters();
// The table of `--help-passes`.
void printConverterHelp(llvm::raw_ostream &out);

// Runs the converters, up to and including `last` (empty: all), and adds the import of the shim.
NodeId toFunctionalForm(ConvertContext &context, NodeId root, llvm::StringRef last = "");

#define JANUS_CONVERTER(Name, flag, description)                                                   \
  NodeId convert##Name(ConvertContext &context, NodeId root);
#include "Transforms/Convert/Converters.def"
#undef JANUS_CONVERTER

}  // namespace janus::convert
