// IR module -> C++ of tier 1. The same module gives the same bytes on every run.
#pragma once

#include "IR/Graph.h"
#include "Support/SourceManager.h"

#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace janus::codegen {

// The records of the versions of each root, by rootKey.
using RootVersions = llvm::StringMap<std::vector<std::string>>;
// A function as the IR's text calls it, and the name of a root in it.
std::string rootKey(llvm::StringRef function, llvm::StringRef root);

// How a program has versions made for it while it runs (jn_tier_up_def).
struct TierUpCommand {
  std::string program;  // hash that the versions have to name
  std::string folder;   // of the command
  std::vector<std::string> words;
};

struct CppOptions {
  bool lineOfEveryStatement = false;  // `#line` before each statement (-g)
  bool keepsFrames = false;           // some module of the program asks for its stack
  bool embedSource = true;
  std::string profileFile;     // where a module with probes writes its profile; empty: nowhere
  bool profileIsKept = false;  // by `janusc run`
  // Versions may come for the module, which has probes, too; no words: they are not made while it
  // runs.
  const TierUpCommand *tierUp = nullptr;
  bool joinsProfile = false;  // it has probes, for the profile that another module began
  unsigned opsPerFile = 0;    // begin another file behind that many operations; 0: one file
  const RootVersions *versions = nullptr;
  bool rootsHaveSource = false;  // it runs in Python where a guard fails
};

struct CppText {
  std::string name;  // "model.cpp", "model.2.cpp"
  std::string text;
};

// "jn_module_" and this: the module's dotted name; for a program its file's name, too, so that
// several programs can stand in one library.
std::string symbolOf(const ir::Module &module);

// The files are compiled apart and linked together.
std::vector<CppText> emitCppFiles(const ir::Module &module, const SourceManager &sources,
                                  const CppOptions &options = {});
// In one file.
std::string emitCpp(const ir::Module &module, const SourceManager &sources,
                    const CppOptions &options = {});

}  // namespace janus::codegen
