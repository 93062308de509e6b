#include "Transforms/PassManager.h"

#include "IR/Cloner.h"
#include "IR/Verifier.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <optional>

namespace janus::transforms {
namespace {

const PassInfo kPasses[] = {
#define JANUS_PASS(Name, flag, text) {#Name, flag, text, run##Name},
#include "Transforms/Passes.def"
};

}  // namespace

const PassInfo &info(PassId pass) {
  return kPasses[static_cast<size_t>(pass)];
}

bool parsePasses(llvm::StringRef list, llvm::SmallVectorImpl<PassId> *passes,
                 std::string *unknown) {
  llvm::SmallVector<llvm::StringRef, 8> flags;
  list.split(flags, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef flag : flags) {
    auto found = std::find_if(std::begin(kPasses), std::end(kPasses),
                              [&](const PassInfo &pass) { return pass.flag == flag.trim(); });
    if (found == std::end(kPasses)) {
      *unknown = flag.trim().str();
      return false;
    }
    passes->push_back(static_cast<PassId>(found - std::begin(kPasses)));
  }
  return true;
}

void printPassHelp(llvm::raw_ostream &out) {
  for (const PassInfo &pass : kPasses)
    out << "  " << llvm::left_justify(pass.flag, 20) << pass.text << '\n';
}

std::vector<std::string> runPasses(ir::Module &module, llvm::ArrayRef<PassId> passes,
                                   const PassRunOptions &options) {
  for (PassId id : passes) {
    const PassInfo &pass = info(id);
    {
      std::optional<Timer::Scope> timed;
      if (options.timer)
        timed.emplace(*options.timer, pass.flag);
      pass.run(module);
    }
    if (!options.verifyEach)
      continue;
    std::vector<std::string> problems = ir::verify(module);
    if (!problems.empty()) {
      for (std::string &problem : problems)
        problem = "after " + pass.flag.str() + ": " + problem;
      return problems;
    }
  }
  module = ir::renumbered(module);
  return {};
}

}  // namespace janus::transforms
