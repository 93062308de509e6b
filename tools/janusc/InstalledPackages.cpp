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

// The lines that a short program prints there; none where it fails. Python's empty entry of
// `sys.path` stands for the working folder, which is not where a program's modules are looked for.
std::vector<std::string> askPython(const std::string &interpreter, const char *program,
                                   llvm::StringRef argument = "") {
  using namespace std::chrono_literals;
  SubprocessOptions how;
  how.timeout = 30s;
  std::string text = "import sys; sys.path[:] = filter(None, sys.path)\n";
  SubprocessResult result = runSubprocess({interpreter, "-c", text + program, argument.str()}, how);
  llvm::SmallVector<llvm::StringRef, 8> lines;
  if (result.ok())
    llvm::StringRef(result.out).split(lines, '\n', -1, /*KeepEmpty=*/false);
  return {lines.begin(), lines.end()};
}

// The folders of a namespace package, or one line for any other module.
constexpr const char *kFindModule = R"(
import importlib.util
spec = importlib.util.find_spec(sys.argv[1])
if spec is not None:
    print("namespace" if spec.origin is None and spec.submodule_search_locations else "module")
    print(*(spec.submodule_search_locations or ()), sep="\n")
)";

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
    folders_ = interpreter_.empty() ? std::vector<std::string>()
                                    : askPython(interpreter_, "print(*sys.path, sep='\\n')");
  }
  return *folders_;
}

const PythonModule &InstalledPackages::find(llvm::StringRef top) {
  auto [known, isNew] = found_.try_emplace(top);
  PythonModule &module = known->getValue();
  if (!isNew || folders().empty())
    return module;
  std::vector<std::string> lines = askPython(interpreter_, kFindModule, top);
  module.isThere = !lines.empty() && lines.front() == "module";
  if (!lines.empty() && !module.isThere)
    module.portions.assign(lines.begin() + 1, lines.end());
  return module;
}

}  // namespace janus
