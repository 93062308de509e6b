#include "janusc/Run.h"

#include "janusc/Installation.h"

#include "Codegen/Link/CacheFolder.h"
#include "Support/AtomicFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace janus {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr uint64_t kCacheBytes = uint64_t(1) << 30;

// What the program is, apart from the text of its files.
std::string keyOf(const Options &options) {
  llvm::SmallString<128> absolute(options.inputs[0]);
  fs::make_absolute(absolute);
  const Installation &here = installation();
  return codegen::contentHash(
      {options.inputs[0], absolute.str(),
       std::to_string(options.optimize) + (options.debug ? "g" : "") +
           (options.tier1From == Tier1From::Functional ? "f" : ""),
       options.passes ? "passes " + *options.passes : "", codegen::fileStamp(options.profileUse),
       codegen::fileStamp(here.program), codegen::fileStamp(here.libraries + "/libjanus.so")});
}

std::optional<std::string> hashOfFile(llvm::StringRef file) {
  auto bytes = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!bytes)
    return std::nullopt;
  return codegen::contentHash({(*bytes)->getBuffer()});
}

// One line of the record: "module HASH PATH", "file HASH PATH", "absent PATH", or "say TEXT", a
// line of the program's warnings.
bool stillHolds(llvm::StringRef line, std::string *module, std::string *warnings) {
  auto [kind, rest] = line.split(' ');
  if (kind == "say") {
    *warnings += (rest + "\n").str();
    return true;
  }
  if (kind == "module" || kind == "file") {
    auto [hash, file] = rest.split(' ');
    if (kind == "module")
      *module = file.str();
    std::optional<std::string> now = hashOfFile(file);
    return now && *now == hash;
  }
  return kind == "absent" && !fs::exists(rest + ".py") && !fs::exists(rest + "/__init__.py");
}

std::string recordFile(const std::string &folder, const Options &options) {
  return folder + "/" + keyOf(options) + ".run";
}

}  // namespace

std::optional<int> runCached(const Options &options) {
  if (!options.useCache || options.inputs[0] == "-")
    return std::nullopt;
  std::optional<std::string> folder = codegen::cacheFolder("programs");
  if (!folder)
    return std::nullopt;
  auto record = llvm::MemoryBuffer::getFile(recordFile(*folder, options));
  if (!record)
    return std::nullopt;
  std::string module, warnings;
  llvm::SmallVector<llvm::StringRef, 16> lines;
  (*record)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    if (!stillHolds(line, &module, &warnings))
      return std::nullopt;
  if (module.empty())
    return std::nullopt;
  llvm::errs() << warnings;
  return runModule(options, module);
}

std::string moduleForRun(const Options &options, const std::vector<Unit> &units) {
  std::string all = keyOf(options);
  for (const Unit &unit : units)
    all += "\n" + unit.hash + " " + unit.path + " " + unit.moduleName;
  std::string name = codegen::contentHash({all}) + ".so";
  if (std::optional<std::string> folder = codegen::cacheFolder("programs");
      folder && options.useCache)
    return *folder + "/" + name;
  llvm::SmallString<128> folder;
  path::system_temp_directory(/*ErasedOnReboot=*/true, folder);
  path::append(folder, "janusc-" + std::to_string(getpid()) + "-" + name);
  return folder.str().str();
}

void rememberRun(const Options &options, const std::string &module, const std::vector<Unit> &units,
                 const std::vector<std::string> &absent) {
  std::optional<std::string> folder = codegen::cacheFolder("programs");
  if (!folder || !options.useCache || options.inputs[0] == "-")
    return;
  std::optional<std::string> hash = hashOfFile(module);
  if (!hash)
    return;
  std::string text = "module " + *hash + " " + module + "\n";
  for (const Unit &unit : units)
    text += "file " + unit.hash + " " + unit.path + "\n";
  for (const std::string &each : absent)
    text += "absent " + each + "\n";
  // Modules are compiled once, the program each time, where python3 is concerned.
  llvm::SmallVector<llvm::StringRef, 4> warnings;
  llvm::StringRef(units.front().warnings).split(warnings, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : warnings)
    text += ("say " + line + "\n").str();
  // Without a record the next run compiles again: no harm done.
  llvm::consumeError(writeFileAtomically(recordFile(*folder, options), text));
  codegen::trimCache(*folder, kCacheBytes);
}

int runModule(const Options &options, const std::string &module) {
  std::string file = module;
  llvm::SmallString<128> temporary;
  path::system_temp_directory(/*ErasedOnReboot=*/true, temporary);
  if (path::parent_path(module) == temporary && path::filename(module).startswith("janusc-")) {
    // Nothing is left behind: the file lives for as long as the process has it open.
    int fd = open(module.c_str(), O_RDONLY);
    unlink(module.c_str());
    file = "/proc/self/fd/" + std::to_string(fd);
  }
  std::string program = options.inputs[0] == "-" ? "<stdin>" : path::stem(options.inputs[0]).str();
  std::vector<std::string> words = {installation().runner, file, "--program", program};
  words.insert(words.end(), options.programArguments.begin(), options.programArguments.end());
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  llvm::errs() << "error[J0504]: cannot start `" << words[0] << "`: " << std::strerror(errno)
               << "\n";
  return 3;
}

}  // namespace janus
