#include "Codegen/Link/HostCompiler.h"

#include "Codegen/Link/CacheFolder.h"
#include "Support/AtomicFile.h"
#include "Support/Subprocess.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>

namespace janus::codegen {
namespace {

constexpr int kOldestGcc = 10, kOldestClang = 12;

struct Version {
  bool clang = false;
  int major = 0;
  std::string text;
};

std::vector<std::string> words(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  llvm::SplitString(text, parts);
  return {parts.begin(), parts.end()};
}

// The macros that the compiler predefines say who it is.
std::optional<Version> askVersion(const HostCompiler &compiler) {
  std::vector<std::string> argv = compiler.command;
  argv.insert(argv.end(), {"-x", "c++", "-E", "-P", "-"});
  SubprocessOptions options;
  options.input = "__clang__ __clang_major__ __GNUC__ __VERSION__\n";
  options.timeout = std::chrono::seconds(60);
  SubprocessResult result = runSubprocess(argv, options);
  if (!result.ok())
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 8> parts;
  llvm::SplitString(result.out, parts);
  if (parts.size() < 4)
    return std::nullopt;
  Version version;
  version.clang = parts[0] == "1";
  if (parts[version.clang ? 1 : 2].getAsInteger(10, version.major))
    return std::nullopt;
  version.text = (version.clang ? "clang " : "gcc ") + std::to_string(version.major);
  return version;
}

// Asking takes a few milliseconds; the answer is kept for as long as the file stays the same.
std::optional<Version> versionOf(const HostCompiler &compiler) {
  std::string key;
  for (const std::string &word : compiler.command)
    key += word + "\n";
  key += compiler.stamp;
  std::optional<std::string> folder = cacheFolder("compilers");
  std::string file = folder ? *folder + "/" + contentHash({key}) : "";
  if (folder)
    if (auto text = llvm::MemoryBuffer::getFile(file)) {
      auto [kind, number] = (*text)->getBuffer().split(' ');
      Version version;
      version.clang = kind == "clang";
      version.text = (*text)->getBuffer().str();
      if (!number.getAsInteger(10, version.major))
        return version;
    }
  std::optional<Version> version = askVersion(compiler);
  if (version && folder)
    llvm::consumeError(writeFileAtomically(file, version->text));
  return version;
}

}  // namespace

std::optional<HostCompiler> findHostCompiler(DiagnosticEngine &diag) {
  std::vector<std::string> candidates;
  if (const char *cxx = std::getenv("CXX"); cxx && *cxx)
    candidates = {cxx};  // the user's choice is not second-guessed
  else
    candidates = {JANUSC_HOST_CXX, "c++", "g++", "clang++"};

  HostCompiler compiler;
  for (const std::string &candidate : candidates) {
    std::vector<std::string> command = words(candidate);
    if (command.empty())
      continue;
    if (std::optional<std::string> program = findProgram(command[0])) {
      command[0] = *program;
      compiler.command = std::move(command);
      break;
    }
  }
  if (compiler.command.empty()) {
    diag.report(diag::NoHostCompiler, Span::none(), "`" + llvm::join(candidates, "`, `") + "`")
        .help("install g++ 10 or newer (Debian, Ubuntu: `apt install g++`), or name one in CXX")
        .note("`--emit=cpp` works without");
    return std::nullopt;
  }
  llvm::SmallString<128> real;
  compiler.stamp = fileStamp(
      llvm::sys::fs::real_path(compiler.command[0], real) ? compiler.command[0] : real.str().str());
  std::optional<Version> version = versionOf(compiler);
  if (!version) {
    diag.report(diag::HostCompilerTooOld, Span::none(), compiler.command[0],
                "no C++ compiler that says its version", "g++ 10 or clang++ 12")
        .help("name another one in CXX");
    return std::nullopt;
  }
  if (version->major < (version->clang ? kOldestClang : kOldestGcc)) {
    diag.report(diag::HostCompilerTooOld, Span::none(), compiler.command[0], version->text,
                version->clang ? "clang 12" : "gcc 10")
        .help("name another one in CXX");
    return std::nullopt;
  }
  return compiler;
}

}  // namespace janus::codegen
