// One source file on its way through the compiler.
#pragma once

#include "Frontend/Sema/Scope.h"
#include "Frontend/Syntax/Ast.h"
#include "IR/TextParser.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace janus {

enum class InputKind : uint8_t { Python, IrText, GraphJson };

// Whose a module is: the user's, of the installed Python's library, or of a package installed
// there.
enum class Origin : uint8_t { User, StandardLibrary, Package };

struct Unit {
  std::string path;        // as found; "-" for standard input
  std::string moduleName;  // `__main__` for a program
  std::string folder;      // where a program's own modules are looked for
  bool isPackage = false;
  bool isNamespace = false;  // a folder without `__init__.py`: no text, `path` ends with a slash
  bool isCertain = false;    // the program's own code is sure to import it
  Origin origin = Origin::User;
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
  // A part of the program that is none of the user's.
  bool isInstalled() const { return origin != Origin::User; }
};

// What a program's imports were looked for in, apart from the files that are units.
struct Lookups {
  std::vector<std::string> absent;         // files that were not there, without `.py`
  std::vector<std::string> absentFolders;  // that would be packages
  // Files that cannot be compiled, whose modules stay in Python: hash and path.
  std::vector<std::pair<std::string, std::string>> refused;
  std::string interpreter;  // whose packages were looked at; empty: none was asked
};

}  // namespace janus
