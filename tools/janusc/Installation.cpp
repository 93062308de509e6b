#include "janusc/Installation.h"

#include "janus/contract/Environment.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace janus {

static Installation find() {
  llvm::SmallString<128> program;
  llvm::sys::fs::real_path("/proc/self/exe", program);
  llvm::StringRef bin = llvm::sys::path::parent_path(program);
  llvm::StringRef root = llvm::sys::path::parent_path(bin);
  return {program.str().str(),        (root + "/include").str(),
          (root + "/lib").str(),      (root + "/lib/janus/prelude").str(),
          (bin + "/janus-run").str(), JANUSC_STANDARD_LIBRARY};
}

const Installation &installation() {
  static const Installation found = find();
  return found;
}

CpuLevel levelOfRuns() {
  const char *wanted = environmentText("JANUS_CPU_LEVEL");
  const auto *word = llvm::find(kCpuLevelWords, llvm::StringRef(wanted ? wanted : ""));
  if (word == std::end(kCpuLevelWords))
    return machineLevel(std::nullopt);
  return machineLevel(word - std::begin(kCpuLevelWords));
}

}  // namespace janus
