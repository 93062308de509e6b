// Objects of compiled modules -> one module (.so) or executable.
#pragma once

#include "Codegen/Link/CompileObjects.h"

#include "llvm/Support/Error.h"

namespace janus::codegen {

struct ModuleEntry {
  std::string symbol;  // without "jn_module_"
  std::string name;    // dotted; `__main__` for a program
  std::string source;  // the file, as given
  std::string hash;    // SHA-256 of the source
};

struct LinkOptions {
  std::string output;
  bool executable = false;
  bool debug = false;
  std::string libraryFolder;  // of libjanus.so
  std::string scratchFolder;
  llvm::function_ref<void(llvm::StringRef)> log;
};

struct TableOptions {
  bool executable = false;
  bool strict = false;  // nothing may run in Python once the file is loaded
};

// The table of modules `janus_modules`, programs first, the plain header `janus_abi` that a loader
// reads before it loads (runtime/host/ModuleFile), and `main` of an executable.
CppFile moduleTable(const std::vector<ModuleEntry> &modules, const TableOptions &options);

// Reports J0601 with the reason in `error`; answers false.
bool reportUnwritable(const std::string &path, llvm::Error error, DiagnosticEngine &diag);

// False when J0504 or J0601 was reported; the old output is then untouched.
bool linkModule(const HostCompiler &compiler, const std::vector<std::string> &objects,
                const LinkOptions &options, DiagnosticEngine &diag);

}  // namespace janus::codegen
