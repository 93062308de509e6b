#include "Codegen/Link/CompileObjects.h"

#include "Codegen/Link/CacheFolder.h"
#include "Codegen/Link/MachineTrouble.h"
#include "Support/AtomicFile.h"
#include "Support/Subprocess.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <atomic>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace janus::codegen {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

constexpr uint64_t kCacheBytes = uint64_t(1) << 30;
constexpr auto kTimeLimit = std::chrono::minutes(30);

std::vector<std::string> compilerFlags(const CompileOptions &options) {
  std::vector<std::string> flags = {"-std=c++20",
                                    "-O" + std::to_string(options.optimize),
                                    "-fPIC",
                                    "-fno-plt",
                                    "-fno-exceptions",
                                    "-fno-rtti",
                                    "-fno-asynchronous-unwind-tables",
                                    "-ffp-contract=off",
                                    "-fvisibility=hidden",
                                    "-fno-semantic-interposition",
                                    "-fno-strict-aliasing",
                                    "-w",
                                    "-pipe"};
  if (options.debug)
    flags.push_back("-g");
  llvm::SmallVector<llvm::StringRef, 4> more;
  llvm::SplitString(JANUSC_HOST_FLAGS, more);
  flags.insert(flags.end(), more.begin(), more.end());
  return flags;
}

// Flags for a kind of code, behind all others.
std::vector<std::string> flagsOf(CppKind kind, const CompileOptions &options) {
  switch (kind) {
  case CppKind::Program: return {};
  case CppKind::Large: return {"-O0"};
  case CppKind::Versions:
    // They run as fast, and take the compiler three quarters of the time.
    return options.optimize == 1 ? std::vector<std::string>{"-Og"} : std::vector<std::string>();
  case CppKind::Loops: break;
  }
  std::vector<std::string> flags;
  if (options.optimize > 0)
    flags = {"-O3", "-ffp-contract=fast", "-fno-math-errno", "-fno-trapping-math"};
  if (options.onlyLevel)
    flags.push_back("-DJN_ONLY_LEVEL=" + std::to_string(static_cast<int>(*options.onlyLevel)));
  return flags;
}

// Headers that generated code includes are part of what it means: the hash covers every one that is
// installed for it. None when one cannot be read: then nobody knows what an object was made from.
std::optional<std::string> contractHash(const std::string &includeFolder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator each(includeFolder + "/janus", error), end;
       !error && each != end; each.increment(error))
    if (each->type() != fs::file_type::directory_file)
      files.push_back(each->path());
  if (error)
    return std::nullopt;
  llvm::sort(files);
  std::string text;
  for (const std::string &name : files) {
    auto file = llvm::MemoryBuffer::getFile(name);
    if (!file)
      return std::nullopt;
    text += contentHash({name, (*file)->getBuffer()});
  }
  return contentHash({text});
}

enum class Outcome : uint8_t { Cached, Compiled, Rejected, CannotWrite };

struct Job {
  const CppFile *file;
  std::string object;
  Outcome outcome = Outcome::Cached;
  std::vector<std::string> command;
  SubprocessResult result;  // when rejected
  std::string message, output;
};

class ObjectCompiler {
public:
  ObjectCompiler(const HostCompiler &compiler, const CompileOptions &options, std::string scratch)
      : compiler_(compiler), options_(options), flags_(compilerFlags(options)),
        scratch_(std::move(scratch)) {
    std::optional<std::string> contract;
    if (options.useCache)
      contract = contractHash(options.includeFolder);
    if (contract)
      cache_ = cacheFolder("objects");
    key_ = compiler.stamp + "\n" + llvm::join(compiler.command, " ") + "\n" +
           llvm::join(flags_, " ") + "\n" + contract.value_or("");
  }

  void run(Job &job) {
    std::string hash = contentHash(
        {key_, job.file->name, job.file->text, llvm::join(flagsOf(job.file->kind, options_), " ")});
    if (cache_) {
      job.object = *cache_ + "/" + hash + ".o";
      if (isSealed(job.object)) {
        utimensat(AT_FDCWD, job.object.c_str(), nullptr, 0);  // used just now
        return;
      }
    }
    compile(job, hash);
  }

  const std::optional<std::string> &cache() const { return cache_; }

private:
  void compile(Job &job, const std::string &hash) {
    std::string folder = scratch_ + "/" + hash.substr(0, 16);
    std::string source = folder + "/" + job.file->name;
    std::string object = folder + "/out.o";
    if (cache_)  // beside its final place, so that renaming works
      object = *cache_ + "/" + hash + "." + std::to_string(getpid()) + ".tmp";
    Leftover leftover = Leftover::path(object);
    if (std::error_code error = fs::create_directories(folder))
      return fail(job, folder, error.message());
    if (llvm::Error error = writeFileAtomically(source, job.file->text))
      return fail(job, source, llvm::errorToErrorCode(std::move(error)).message());
    job.command = compiler_.command;
    job.command.insert(job.command.end(), flags_.begin(), flags_.end());
    for (std::string &flag : flagsOf(job.file->kind, options_))
      job.command.push_back(std::move(flag));
    job.command.insert(job.command.end(),
                       {"-I" + options_.includeFolder, "-c", source, "-o", object});
    SubprocessOptions how;
    how.timeout = kTimeLimit;
    SubprocessResult result = runSubprocess(job.command, how);
    if (!result.ok() || !fs::exists(object)) {
      unlink(object.c_str());
      job.outcome = Outcome::Rejected;
      job.output = result.err + result.out;
      job.message = whyFailed(result, "the compiler");
      job.object = object;
      job.result = std::move(result);
      return;
    }
    job.outcome = Outcome::Compiled;
    if (!cache_) {
      job.object = object;
      return;
    }
    if (sealFile(object))
      return fail(job, object, "cannot be completed");
    if (std::error_code error = fs::rename(object, job.object))
      fail(job, job.object, error.message());
  }

  static void fail(Job &job, const std::string &file, const std::string &reason) {
    job.outcome = Outcome::CannotWrite;
    job.object = file;
    job.message = reason;
  }

  const HostCompiler &compiler_;
  const CompileOptions &options_;
  std::vector<std::string> flags_;
  std::string scratch_, key_;
  std::optional<std::string> cache_;
};

// About how long the host compiler takes, in us: measured.
double costOf(const CppFile &file) {
  static constexpr double kOfByte[] = {5, 1, 1.2, 20};  // by CppKind
  return kOfByte[static_cast<size_t>(file.kind)] * static_cast<double>(file.text.size());
}

// Keeps what is needed to find our mistake; the user's source only as far as the C++ shows it.
bool keepBundle(const Job &job, const std::string &folder) {
  if (folder.empty() || fs::create_directories(folder))
    return false;
  std::string command;
  for (const std::string &word : job.command)
    command += (command.empty() ? "" : " ") + word;
  bool ok = true;
  auto write = [&](const std::string &name, const std::string &text) {
    llvm::Error error = writeFileAtomically(folder + "/" + name, text);
    ok &= !error;
    llvm::consumeError(std::move(error));
  };
  write(job.file->name, job.file->text);
  write("command.txt", command + "\n");
  write("output.txt", job.output);
  write("version.txt", std::string("janusc ") + JANUSC_VERSION + "\n");
  return ok;
}

void report(const Job &job, const CompileOptions &options, DiagnosticEngine &diag) {
  if (job.outcome == Outcome::CannotWrite) {
    diag.report(diag::CannotWrite, Span::none(), job.object, job.message);
    return;
  }
  if (reportMachineTrouble(job.result, job.object, job.command.front(), diag))
    return;
  auto message = diag.report(diag::HostCompilerFailed, Span::none(),
                             job.file->python.empty() ? job.file->name : job.file->python);
  message.note(job.message);
  if (keepBundle(job, options.bugFolder))
    message.line("kept", options.bugFolder + "/ (C++, command line, output)");
  if (options.optimize > 0)
    message.help("`-O0` may get around it");
}

}  // namespace

ObjectFiles::~ObjectFiles() {
  if (!scratch.empty())
    fs::remove_directories(scratch);
}

bool compileObjects(const HostCompiler &compiler, const std::vector<CppFile> &files,
                    const CompileOptions &options, DiagnosticEngine &diag, ObjectFiles &objects) {
  llvm::SmallString<128> scratch;
  if (std::error_code error = fs::createUniqueDirectory("janusc", scratch)) {
    llvm::SmallString<128> temporary;
    path::system_temp_directory(/*ErasedOnReboot=*/true, temporary);
    diag.report(diag::CannotWrite, Span::none(), temporary.str(), error.message());
    return false;
  }
  objects.scratch = scratch.str().str();
  objects.leftover = Leftover::path(objects.scratch);
  ObjectCompiler worker(compiler, options, objects.scratch);
  std::vector<Job> jobs(files.size());
  for (size_t i = 0; i < files.size(); ++i)
    jobs[i].file = &files[i];

  // The longest goes first, so that nobody waits for one file at the end.
  std::vector<Job *> queue;
  for (Job &job : jobs)
    queue.push_back(&job);
  std::stable_sort(queue.begin(), queue.end(),
                   [](const Job *a, const Job *b) { return costOf(*a->file) > costOf(*b->file); });
  std::atomic<size_t> next = 0;
  auto work = [&] {
    for (size_t i = next++; i < queue.size(); i = next++)
      worker.run(*queue[i]);
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < std::min<size_t>(options.jobs, jobs.size()); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();

  bool ok = true;
  for (const Job &job : jobs) {
    if (options.log && !job.command.empty())
      options.log(llvm::join(job.command, " "));
    objects.compiled += job.outcome == Outcome::Compiled;
    objects.paths.push_back(job.object);
    if (ok && job.outcome >= Outcome::Rejected) {  // one is enough: it is our mistake
      report(job, options, diag);
      ok = false;
    }
  }
  if (worker.cache() && objects.compiled != 0)
    trimCache(*worker.cache(), kCacheBytes);
  return ok;
}

}  // namespace janus::codegen
