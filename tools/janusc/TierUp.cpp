#include "janusc/TierUp.h"

#include "janusc/Companion.h"
#include "janusc/Driver.h"
#include "janusc/Installation.h"

#include "Codegen/Link/CacheFolder.h"
#include "Support/Leftover.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <chrono>
#include <sys/resource.h>
#include <thread>

namespace janus {
namespace {

namespace fs = llvm::sys::fs;
using namespace std::chrono_literals;

constexpr int kLowestPriority = 19;

std::vector<std::string> flagsOf(const Options &options) {
  std::vector<std::string> flags = {"-O" + std::to_string(options.optimize)};
  if (options.debug)
    flags.push_back("-g");
  if (options.strict)
    flags.push_back("--strict");
  if (options.tier1From == Tier1From::Functional)
    flags.push_back("--tier1-from=functional");
  if (options.fallback == Fallback::Python)
    flags.push_back("--fallback=python");
  if (!options.without.empty())
    flags.push_back("--without=" + options.without);
  for (const std::string &package : options.compilePackages)
    flags.push_back("--compile-package=" + package);
  if (!options.moduleName.empty())
    flags.push_back("--module-name=" + options.moduleName);
  if (!options.useCache)
    flags.push_back("--no-cache");
  return flags;
}

}  // namespace

std::string programHash(const Options &options, const std::vector<Unit> &units) {
  const Installation &here = installation();
  std::string all =
      codegen::fileStamp(here.program) + "\n" + codegen::fileStamp(here.libraries + "/libjanus.so");
  for (const std::string &flag : flagsOf(options))
    all += "\n" + flag;
  for (const Unit &unit : units)
    all += "\n" + unit.hash + " " + unit.path + " " + unit.moduleName;
  return codegen::contentHash({all});
}

codegen::TierUpCommand tierUpCommand(const Options &options, const std::vector<Unit> &units) {
  codegen::TierUpCommand command;
  llvm::SmallString<128> folder;
  fs::current_path(folder);
  command.program = programHash(options, units);
  command.folder = folder.str().str();
  command.words = flagsOf(options);
  command.words.insert(command.words.begin(), installation().program);
  command.words.insert(command.words.end(), options.inputs.begin(), options.inputs.end());
  return command;
}

int compileForTierUp(const Options &options, std::string *module) {
  constexpr std::chrono::seconds kMostWork = 15min;
  constexpr std::chrono::milliseconds kMostWait = 60s, kLook = 10ms;
  Leftover folder = Leftover::path(options.tierUp);
  setpriority(PRIO_PROCESS, 0, kLowestPriority);
  endWith(options.tierUpOf, kMostWork, nullptr);
  int status = compile(options, module);
  if (status == 0)
    for (std::chrono::milliseconds waited{}; fs::exists(*module) && waited < kMostWait;
         waited += kLook)
      std::this_thread::sleep_for(kLook);
  fs::remove_directories(options.tierUp);
  return status;
}

}  // namespace janus
