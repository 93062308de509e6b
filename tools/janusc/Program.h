// One source file on its way through the compiler.
#pragma once

#include "Frontend/Sema/Scope.h"
#include "Frontend/Syntax/Ast.h"
#include "IR/TextParser.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace janus {

enum class InputKind : uint8_t { Python, IrText, GraphJson };

struct Unit {
  std::string path;        // as found; "-" for standard input
  std::string moduleName;  // `__main__` for a program
  std::string folder;      // where a program's own modules are looked for
  bool isPackage = false;
  bool isStandard = false;  // of Python's library: a part of the program that is none of the user's
  InputKind kind = InputKind::Python;
  FileId file;
  std::string hash;      // of the file's bytes
  std::string warnings;  // as python3 writes them to standard error
  std::unique_ptr<Ast> ast;
  std::optional<ScopeTree> scopes;
  std::optional<NodeId> root;  // of what is built: the tree as converted
  std::optional<ir::Module> module;
  ir::TextLines lines;  // of IR text

  bool isProgram() const { return moduleName == "__main__"; }
};

}  // namespace janus
