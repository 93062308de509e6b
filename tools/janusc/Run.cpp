#include "janusc/Run.h"

#include "janusc/Companion.h"
#include "janusc/Driver.h"
#include "janusc/Installation.h"
#include "janusc/InstalledPackages.h"
#include "janusc/SessionTime.h"

#include "Codegen/Link/CacheFolder.h"
#include "Support/AtomicFile.h"
#include "Support/DiagnosticTable.h"
#include "Support/Diagnostics.h"
#include "Support/Leftover.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace janus {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

// Exit statuses: of an error of janusc's own, of a compiler or disk that does not work.
constexpr int kOwnFault = 70, kMachineTrouble = 3;
constexpr uint64_t kCacheBytes = uint64_t(1) << 30;

// What the program is, apart from the text of its files.
std::string keyOf(const Options &options) {
  llvm::SmallString<128> absolute(options.inputs[0]);
  fs::make_absolute(absolute);
  const Installation &here = installation();
  return codegen::contentHash(
      {options.inputs[0], absolute.str(), std::to_string(static_cast<int>(levelOfRuns())),
       std::to_string(options.optimize) + (options.debug ? "g" : "") +
           (options.tier1From == Tier1From::Functional ? "f" : "") +
           (options.specialise ? "" : "1") + (options.adaptive.value_or(true) ? "" : "n") +
           (options.strict ? "s" : "") + (options.fallback == Fallback::Python ? "p" : ""),
       llvm::join(options.compilePackages, ","),
       (options.passes ? "passes " + *options.passes : "") + " without " + options.without,
       codegen::fileStamp(options.profileUse), codegen::fileStamp(here.program),
       codegen::fileStamp(here.libraries + "/libjanus.so")});
}

std::optional<std::string> hashOfFile(llvm::StringRef file) {
  auto bytes = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!bytes)
    return std::nullopt;
  return codegen::contentHash({(*bytes)->getBuffer()});
}

// The record of a compilation, where the files are as they were then.
struct Kept {
  std::string module, profile;  // empty: it leaves none
  std::string warnings;         // of Python, for each run
  double seconds = 0;           // that compiling it took
};

// One line of the record: "module HASH PATH", "file HASH PATH", "folder PATH" of a namespace
// package, "absent PATH", "no-folder PATH", "python PATH", whose packages are compiled along,
// "profile PATH", which the module leaves when it has something to tell, "took SECONDS", or "say
// TEXT", a line of the program's warnings.
bool stillHolds(llvm::StringRef line, Kept *kept) {
  auto [kind, rest] = line.split(' ');
  if (kind == "say") {
    kept->warnings += (rest + "\n").str();
    return true;
  }
  if (kind == "module" || kind == "file") {
    auto [hash, file] = rest.split(' ');
    if (kind == "module")
      kept->module = file.str();
    std::optional<std::string> now = hashOfFile(file);
    return now && *now == hash;
  }
  if (kind == "python")
    return rest == interpreterOfPackages();
  if (kind == "took")
    return !rest.getAsDouble(kept->seconds);
  if (kind == "profile") {
    kept->profile = rest.str();
    return true;
  }
  if (kind == "folder")
    return fs::is_directory(rest);
  if (kind == "no-folder")
    return !fs::is_directory(rest);
  return kind == "absent" && !fs::exists(rest + ".py") && !fs::exists(rest + "/__init__.py");
}

std::string recordFile(const std::string &folder, const Options &options) {
  return folder + "/" + keyOf(options) + ".run";
}

// Nothing: the cache does not have the program as it is now.
std::optional<Kept> keptRun(const Options &options) {
  if (!options.useCache || options.inputs[0] == "-")
    return std::nullopt;
  std::optional<std::string> folder = codegen::cacheFolder("programs");
  if (!folder)
    return std::nullopt;
  auto record = llvm::MemoryBuffer::getFile(recordFile(*folder, options));
  if (!record)
    return std::nullopt;
  Kept kept;
  llvm::SmallVector<llvm::StringRef, 16> lines;
  (*record)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    if (!stillHolds(line, &kept))
      return std::nullopt;
  return kept.module.empty() ? std::nullopt : std::optional(std::move(kept));
}

// Beside the profile: the versions made of it; and the last ones that a run had made of what it had
// seen until then (runtime/speculate/Probes).
std::string besideProfile(llvm::StringRef profile, const char *ending) {
  profile.consume_back(".profile");
  return (profile + ending).str();
}
std::string versionsFile(const std::string &profile) {
  return besideProfile(profile, ".versions.so");
}
std::string earlierVersionsFile(const std::string &profile) {
  return besideProfile(profile, ".tier-up.so");
}

// A file that is not as the compiler has written it is removed: the versions are made again.
bool isUsable(const std::string &versions) {
  if (!fs::exists(versions))
    return false;
  if (codegen::isSealed(versions))
    return true;
  fs::remove(versions);
  return false;
}

// With --adaptive each run is as the first one.
bool takesVersions(const Options &options, const Kept &kept) {
  return !kept.profile.empty() && !options.adaptive.value_or(false) && fs::exists(kept.profile);
}

// Two variables tell the run, which takes them out of its environment (runtime/speculate/Probes):
// the versions to begin with, or that are made while it runs on; what a run takes that is profiled.
void tellVersions(const std::string &file) {
  setenv("JANUS_VERSIONS", file.c_str(), 1);
}
void tellProfileIsKnown(std::optional<double> seconds) {
  if (seconds)
    setenv("JANUS_PROFILE_KNOWN", std::to_string(*seconds).c_str(), 1);
}

}  // namespace

std::optional<int> runCached(const Options &options) {
  std::optional<Kept> kept = keptRun(options);
  if (!kept)
    return std::nullopt;
  if (takesVersions(options, *kept)) {
    std::string versions = versionsFile(kept->profile);
    if (!isUsable(versions))
      return std::nullopt;
    tellVersions(versions);
  }
  llvm::errs() << kept->warnings;
  return runModule(options, kept->module);
}

// What stands for these texts, these options and this janusc.
static std::string contentKey(const Options &options, const std::vector<Unit> &units) {
  std::string all = keyOf(options);
  for (const Unit &unit : units)
    all += "\n" + unit.hash + " " + unit.path + " " + unit.moduleName;
  return codegen::contentHash({all});
}

static std::optional<std::string> keptFolder(const Options &options) {
  return options.useCache ? codegen::cacheFolder("programs") : std::nullopt;
}

std::string keptProfile(const Options &options, const std::vector<Unit> &units) {
  std::optional<std::string> folder = keptFolder(options);
  return folder && options.inputs[0] != "-"
             ? *folder + "/" + contentKey(options, units) + ".profile"
             : "";
}

RunPlan planRun(const Options &options, const std::vector<Unit> &units) {
  RunPlan plan;
  std::string name = contentKey(options, units);
  if (std::optional<std::string> folder = keptFolder(options)) {
    plan.module = *folder + "/" + name;
    bool ownProfile = !options.profileUse.empty() || !options.profileGenerate.empty();
    if (options.specialise && !ownProfile && options.inputs[0] != "-") {
      plan.profile = keptProfile(options, units);
      plan.versions = versionsFile(plan.profile);
    }
    plan.module += plan.profile.empty() ? ".so" : ".probes.so";
    if (!fs::is_directory(plan.module))  // of somebody else's making; the cache is not used then
      return plan;
  }
  name += ".so";
  llvm::SmallString<128> folder;
  path::system_temp_directory(/*ErasedOnReboot=*/true, folder);
  path::append(folder, "janusc-" + std::to_string(getpid()) + "-" + name);
  plan.module = folder.str().str();
  static const Leftover leftover = Leftover::path(plan.module);
  return plan;
}

void rememberRun(const Options &options, const RunPlan &plan, const std::vector<Unit> &units,
                 const Lookups &lookups, double seconds) {
  std::optional<std::string> folder = codegen::cacheFolder("programs");
  if (!folder || !options.useCache || options.inputs[0] == "-")
    return;
  std::optional<std::string> hash = hashOfFile(plan.module);
  if (!hash)
    return;
  std::string text = "module " + *hash + " " + plan.module + "\n";
  if (!plan.profile.empty())
    text += "profile " + plan.profile + "\ntook " + std::to_string(seconds) + "\n";
  for (const Unit &unit : units)
    text += (unit.isNamespace ? "folder " : "file " + unit.hash + " ") + unit.path + "\n";
  for (const auto &[hash, path] : lookups.refused)
    text += "file " + hash + " " + path + "\n";
  for (const std::string &each : lookups.absent)
    text += "absent " + each + "\n";
  for (const std::string &each : lookups.absentFolders)
    text += "no-folder " + each + "\n";
  if (!lookups.interpreter.empty())
    text += "python " + lookups.interpreter + "\n";
  // Modules are compiled once, the program each time, where python3 is concerned.
  llvm::SmallVector<llvm::StringRef, 4> warnings;
  llvm::StringRef(units.front().warnings).split(warnings, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : warnings)
    text += ("say " + line + "\n").str();
  // Without a record the next run compiles again: no harm done.
  llvm::consumeError(writeFileAtomically(recordFile(*folder, options), text));
  codegen::trimCache(*folder, kCacheBytes);
}

namespace {

// Specialising that was broken off: its seconds stand in a file beside the profile.
std::string spentFile(const std::string &profile) {
  return profile + ".spent";
}

double secondsSpent(const std::string &profile) {
  auto text = llvm::MemoryBuffer::getFile(profile.empty() ? "" : spentFile(profile));
  double seconds = 0;
  return text && !(*text)->getBuffer().trim().getAsDouble(seconds) ? std::max(seconds, 0.0) : 0;
}

void noteSpent(const std::string &profile, double spent) {
  llvm::consumeError(
      writeFileAtomically(spentFile(profile), std::to_string(secondsSpent(profile) + spent)));
}

// The time of the last run, with which the profile begins. Nothing: it does not say.
std::optional<double> secondsOfLastRun(const std::string &profile) {
  constexpr uint64_t kHead = 256;
  auto head = llvm::MemoryBuffer::getFileSlice(profile, kHead, 0);
  if (!head)
    return std::nullopt;
  llvm::StringRef text = (*head)->getBuffer().split("\"seconds\": ").second;
  double seconds;
  if (text.substr(0, text.find_first_of(",}\n")).getAsDouble(seconds))
    return std::nullopt;
  return seconds;
}

constexpr double kMostWait = 9;
constexpr unsigned kMostTimeouts = 2;
constexpr std::chrono::minutes kMostWork{2};
constexpr std::chrono::milliseconds kLook{250};  // at the work that is waited for

unsigned waitsSpent(const std::string &profile) {
  return static_cast<unsigned>(std::min(secondsSpent(profile) / kMostWait, 9.0));
}

// Seconds that the program waits for its versions: what its first run has waited for and so many
// more, but no longer than half of what it takes without them, or than it has been tried already:
// programs that run often enough get theirs. Nothing: it is too short to win anything, or was tried
// too often.
std::optional<double> secondsToWait(const Options &options, const Kept &kept) {
  constexpr double kShortest = 0.3;
  const double most = kMostWait + kept.seconds;
  std::optional<double> lastRun = secondsOfLastRun(kept.profile);
  if (waitsSpent(kept.profile) > kMostTimeouts)
    return std::nullopt;
  if (options.awaitVersions || !lastRun)
    return most;
  if (*lastRun < kShortest)
    return std::nullopt;
  return std::min(most, std::max(*lastRun / 2, secondsSpent(kept.profile)));
}

std::optional<Companion> startSpecialising(Options options, const std::string &profile) {
  const bool isQuiet = !options.awaitVersions;
  options.versionsOnly = true;
  if (isQuiet && options.colour == ColourMode::Auto)
    options.colour = wantsColour(STDERR_FILENO) ? ColourMode::Always : ColourMode::Never;
  return Companion::start(
      [=, program = getpid(), since = Companion::Clock::now()] {
        std::string module;
        endWith(program, kMostWork, [=] { noteSpent(profile, secondsOfWork(getsid(0), since)); });
        if (isQuiet)
          unsetenv("JANUS_TRACE");  // the program may write there before this has ended
        return compile(options, &module);
      },
      isQuiet);
}

}  // namespace

// Work beside a program that has versions yet is no wait.
unsigned timeoutsOf(const std::string &profile) {
  return isWaitedFor(profile) ? waitsSpent(profile) : 0;
}

bool isWaitedFor(const std::string &profile) {
  return !fs::exists(earlierVersionsFile(profile));
}

namespace {

// Has versions made of the profile, and waits for them as long as that can win.
void prepareVersions(const Options &options, const Kept &kept) {
  const std::string &profile = kept.profile;
  const std::string versions = versionsFile(profile), earlier = earlierVersionsFile(profile);
  const std::optional<double> lastRun = secondsOfLastRun(profile);
  const std::optional<double> wait = secondsToWait(options, kept);
  auto start = Companion::Clock::now();
  std::optional<Companion> specialising =
      wait ? startSpecialising(options, profile) : std::optional<Companion>();
  if (!options.awaitVersions && isUsable(earlier)) {
    if (specialising)
      specialising->goOnAside();
    return tellVersions(earlier);
  }
  if (!specialising)
    return tellProfileIsKnown(lastRun);
  auto until = start + std::chrono::milliseconds(int64_t(*wait * 1000));
  bool isThere = specialising->endsBy(until);
  // On a busy machine the same work takes longer.
  while (!isThere && options.awaitVersions && specialising->secondsOfWork(start) < *wait)
    isThere = specialising->endsBy(Companion::Clock::now() + kLook);
  if (!isThere && !options.awaitVersions) {
    specialising->goOnAside();
    tellProfileIsKnown(lastRun);
    return tellVersions(versions);
  }
  if (!isThere) {
    noteSpent(profile, specialising->secondsOfWork(start));
    specialising->kill();
  }
  llvm::errs() << specialising->output();
  if (const char *trace = getenv("JANUS_TRACE"); trace && *trace && options.awaitVersions)
    setenv("JANUS_TRACE_BEGUN", "1", 1);
  std::optional<int> status = specialising->status();
  if (status == 0 && fs::exists(versions))
    return tellVersions(versions);
  if (options.verbose)
    llvm::errs() << "janusc: specialising the program has "
                 << (status ? "ended with status " + std::to_string(*status)
                            : "not come to its end")
                 << "; it runs without\n";
  if (fs::exists(profile))  // a damaged one is gone
    tellProfileIsKnown(lastRun);
}

}  // namespace

int compileForRun(const Options &options, std::string *module) {
  std::optional<Kept> kept = keptRun(options);
  if (kept) {
    llvm::errs() << kept->warnings;
    *module = kept->module;
  } else if (int status = compile(options, module)) {
    return status;
  } else {
    kept = keptRun(options);  // these texts may have been run before others were
  }
  if (kept && takesVersions(options, *kept)) {
    if (std::string versions = versionsFile(kept->profile); isUsable(versions))
      tellVersions(versions);
    else
      prepareVersions(options, *kept);
  }
  return 0;
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
  llvm::errs() << errorText(DiagId::CannotStart, {words[0], std::strerror(errno)},
                            "`janus-run` belongs beside `janusc`: install both");
  return exitCodeOf(DiagId::CannotStart);
}

}  // namespace janus
