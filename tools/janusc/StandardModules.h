// Modules of the installed Python's library that are compiled along with the program that imports
// them: those written in Python whose imports are all here, too.
#pragma once

#include "Frontend/Sema/ImportGraph.h"
#include "Support/SourceManager.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace janus {

// Modules that libjanus.so has.
const llvm::StringSet<> &libraryModules();

struct StandardModule {
  bool isThere = false;     // the library has a module of that name in Python
  bool isCompiled = false;  // and it can be compiled along
  bool isPackage = false;
  std::string path;    // of its file
  std::string reason;  // of staying in Python
};

class StandardModules {
public:
  // The program's own modules hide those of the library.
  using IsOfProgram = llvm::function_ref<bool(llvm::StringRef dotted)>;

  const StandardModule &find(llvm::StringRef dotted, IsOfProgram isOfProgram);
  // The library has a module of that name, compiled or not.
  bool has(llvm::StringRef dotted) const {
    return libraryModules().contains(dotted) || locate(dotted).isThere;
  }

private:
  StandardModule locate(llvm::StringRef dotted) const;
  // Why `dotted`, or what it imports, cannot be compiled; empty when all can.
  std::string obstacle(llvm::StringRef dotted, IsOfProgram isOfProgram, llvm::StringSet<> &visited);
  std::string obstacleInText(llvm::StringRef dotted, const StandardModule &module,
                             IsOfProgram isOfProgram, llvm::StringSet<> &visited);

  llvm::StringMap<StandardModule> known_;
};

}  // namespace janus
