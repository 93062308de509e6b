// Running passes over a module.
#pragma once

#include "IR/Graph.h"
#include "Support/Timer.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace janus::transforms {

enum class PassId : uint8_t {
#define JANUS_PASS(Name, flag, text) Name,
#include "Transforms/Passes.def"
};

struct PassInfo {
  llvm::StringRef name;  // as in `PromoteSlots`
  llvm::StringRef flag;  // as in `--passes=promote-slots`
  llvm::StringRef text;
  void (*run)(ir::Module &module);
};

const PassInfo &info(PassId pass);

// The passes that `--passes=a,b,c` names. False for a name that no pass has, which `unknown` gets.
bool parsePasses(llvm::StringRef list, llvm::SmallVectorImpl<PassId> *passes, std::string *unknown);
// The table of `--help-passes`.
void printPassHelp(llvm::raw_ostream &out);

struct PassRunOptions {
  bool verifyEach = false;
  Timer *timer = nullptr;  // gets a phase per pass
};

// Runs the passes in order. With verifyEach, stops after a pass that leaves an ill-formed module:
// the answer says which and what is wrong, a line a problem. Empty when all is well; the module is
// then renumbered, so that its text and its JSON stand for exactly this module.
std::vector<std::string> runPasses(ir::Module &module, llvm::ArrayRef<PassId> passes,
                                   const PassRunOptions &options = {});

// Entry functions of the passes that the rows declare.
#define JANUS_PASS(Name, flag, text) void run##Name(ir::Module &module);
#include "Transforms/Passes.def"

}  // namespace janus::transforms
