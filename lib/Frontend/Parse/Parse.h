// Source file -> AST.
#pragma once

#include "Frontend/Syntax/Ast.h"
#include "Support/Diagnostics.h"
#include "Support/SourceManager.h"

#include <memory>

namespace janus {

struct ParseResult {
  std::unique_ptr<Ast> ast;  // null when !ok
  bool ok = false;
};

// Decodes (BOM, coding cookie, line ends), parses and builds the tree. Every error of the file is
// reported, with CPython's text and place.
ParseResult parseFile(SourceManager &sources, FileId file, Interner &names, DiagnosticEngine &diag);

// A short text of our own; null when it is not Python.
std::unique_ptr<Ast> parseSnippet(llvm::StringRef text, Interner &names);

}  // namespace janus
