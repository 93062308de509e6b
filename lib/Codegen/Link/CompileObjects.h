// C++ files -> object files, several at a time, through the cache of objects.
#pragma once

#include "Codegen/Link/HostCompiler.h"
#include "Support/Leftover.h"

#include "janus/contract/CpuLevel.h"

#include "llvm/ADT/STLExtras.h"

#include <string>
#include <vector>

namespace janus::codegen {

// Of code; large: much text that runs once. Versions call kernels and loops, which do the work.
enum class CppKind : uint8_t { Program, Large, Versions, Loops };

struct CppFile {
  std::string name;  // "model.cpp"
  std::string text;
  std::string python;  // the user's file it comes from; empty: our own table
  CppKind kind = CppKind::Program;
};

struct CompileOptions {
  int optimize = 1;
  bool debug = false;
  bool useCache = true;
  std::optional<CpuLevel> onlyLevel;  // of loops; none: all of them, for any machine
  unsigned jobs = 1;
  std::string includeFolder;
  std::string bugFolder;  // where to keep code that the compiler rejects: "model.janus-bug"
  llvm::function_ref<void(llvm::StringRef)> log;  // each command, for -v
};

struct ObjectFiles {
  std::vector<std::string> paths;
  std::string scratch;  // a folder to remove when they have been linked; may be empty
  Leftover leftover;    // that folder
  unsigned compiled = 0;

  ObjectFiles() = default;
  ObjectFiles(ObjectFiles &&) = default;
  ~ObjectFiles();
};

// False when something was reported: J0502 with the code kept, J0601.
bool compileObjects(const HostCompiler &compiler, const std::vector<CppFile> &files,
                    const CompileOptions &options, DiagnosticEngine &diag, ObjectFiles &objects);

}  // namespace janus::codegen
