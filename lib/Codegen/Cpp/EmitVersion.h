// Plans of graph functions -> C++: a `jn_version_def` and its `run` for each.
#pragma once

#include "Codegen/Cpp/EmitModule.h"
#include "IR/Plan.h"

namespace janus::codegen {

// The symbol of a version's record. `prefix` tells the modules of a library apart (symbolOf of the
// module with the root).
std::string versionSymbol(const ir::Module &graphs, ir::FunctionId id, llvm::StringRef prefix);

// The versions and the loops that they call, which are compiled as kernels are, in files that are
// compiled side by side, and which versions each root has. Nothing when there is no plan.
// `marksLines`: with `#line` of the program (-g).
struct VersionTexts {
  std::vector<CppText> versions, loops;
  struct Row {
    std::string module, function, region;
    std::vector<std::string> versions;
  };
  std::vector<Row> rows;

  RootVersions byRoot() const;
};
VersionTexts emitVersions(const ir::Module &graphs, llvm::ArrayRef<ir::Plan> plans,
                          llvm::StringRef prefix, bool marksLines = false);

// `janus_versions` of a file that holds versions alone, for the program of that hash.
CppText versionsTable(llvm::ArrayRef<VersionTexts::Row> rows, llvm::StringRef program);

}  // namespace janus::codegen
