// A parsed program with all that it needs.
#pragma once

#include "Frontend/Parse/Parse.h"
#include "Frontend/Sema/Legality.h"
#include "Frontend/Sema/Scope.h"
#include "Frontend/Syntax/Printer.h"

#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace janus::test {

struct Program {
  explicit Program(llvm::StringRef text) : file(sources.addBuffer("test.py", text.str())) {
    ParseResult result = parseFile(sources, file, names, diag);
    ok = result.ok;
    ast = std::move(result.ast);
  }

  // The first error as "line:column: message", or "".
  std::string firstError() const {
    if (diag.diagnostics().empty())
      return "";
    const Diagnostic &first = diag.diagnostics().front();
    LineColumn place = sources.lineColumn(first.span);
    return std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + first.message;
  }
  std::string dump(unsigned indent = 0) const {
    std::string text;
    llvm::raw_string_ostream out(text);
    ast::dump(out, *ast, ast->root(), indent);
    return out.str();
  }
  // The dump of the first statement, without the module around it.
  std::string first() const {
    std::string text;
    llvm::raw_string_ostream out(text);
    ast::dump(out, *ast, ast->get<ast::Module>(ast->root()).body.front(), 0);
    return out.str();
  }
  std::string python() const { return ast::toPython(*ast, ast->root()); }

  SourceManager sources;
  DiagnosticEngine diag{sources};
  Interner names;
  FileId file;
  std::unique_ptr<Ast> ast;
  bool ok = false;
};

inline std::string readFile(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

inline std::string input(const std::string &name) {
  return readFile(std::string(JANUS_SOURCE_DIR "/test/unit/Frontend/Inputs/") + name);
}

}  // namespace janus::test
