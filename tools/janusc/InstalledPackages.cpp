#include "janusc/InstalledPackages.h"

#include "Support/Subprocess.h"

#include "llvm/ADT/SmallVector.h"

#include <chrono>
#include <cstdlib>

namespace janus {
namespace {

struct CompiledPackage {
  llvm::StringLiteral name, reason;
};
constexpr CompiledPackage kCompiled[] = {
#define JANUS_COMPILED_PACKAGE(name, reason) {name, reason},
#include "janusc/InstalledPackages.def"
};

std::vector<std::string> searchFolders(const std::string &interpreter) {
  using namespace std::chrono_literals;
  SubprocessOptions how;
  how.timeout = 30s;
  SubprocessResult result = runSubprocess(
      {interpreter, "-c", "import sys; print(*filter(None, sys.path), sep='\\n')"}, how);
  llvm::SmallVector<llvm::StringRef, 8> lines;
  if (result.ok())
    llvm::StringRef(result.out).split(lines, '\n', -1, /*KeepEmpty=*/false);
  return {lines.begin(), lines.end()};
}

}  // namespace

std::string interpreterOfPackages() {
  const char *given = std::getenv("JANUS_PYTHON");
  return findProgram(given && *given ? given : "python3").value_or("");
}

InstalledPackages::InstalledPackages(const std::vector<std::string> &further) {
  for (const CompiledPackage &row : kCompiled)
    names_.insert(row.name);
  for (const std::string &name : further)
    names_.insert(name);
}

bool InstalledPackages::has(llvm::StringRef dotted) const {
  return names_.contains(dotted.substr(0, dotted.find('.')));
}

const std::vector<std::string> &InstalledPackages::folders() {
  if (!folders_) {
    interpreter_ = interpreterOfPackages();
    folders_ = interpreter_.empty() ? std::vector<std::string>() : searchFolders(interpreter_);
  }
  return *folders_;
}

}  // namespace janus
