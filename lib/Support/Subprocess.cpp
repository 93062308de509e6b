#include "Support/Subprocess.h"

#include "Support/Leftover.h"

#include "llvm/ADT/SmallVector.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

extern char **environ;

namespace janus {

namespace {

using Clock = std::chrono::steady_clock;

// One end of a pipe, closed with its owner.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor &&other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool isOpen() const { return fd_ >= 0; }
  void close() {
    if (fd_ >= 0)
      ::close(std::exchange(fd_, -1));
  }

private:
  int fd_ = -1;
};

struct Pipe {
  Descriptor read, write;

  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
      return false;
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
    return true;
  }
};

class SpawnSettings {
public:
  SpawnSettings() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings &) = delete;
  SpawnSettings &operator=(const SpawnSettings &) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

SubprocessResult notStarted(int errorNumber) {
  SubprocessResult result;
  result.reason = std::strerror(errorNumber);
  return result;
}

// Feeds and drains a running child.
class Exchange {
public:
  Exchange(llvm::StringRef input, Pipe &in, Pipe &out, Pipe &err, SubprocessResult &result)
      : input_(input), in_(in.write), out_(out.read), err_(err.read), result_(result) {
    if (in_.isOpen())
      ::fcntl(in_.get(), F_SETFL, O_NONBLOCK);
    if (input_.empty())
      in_.close();
  }

  // Until every pipe is closed; false when the time is over.
  bool run(std::optional<Clock::time_point> deadline) {
    while (in_.isOpen() || out_.isOpen() || err_.isOpen()) {
      int wait = -1;
      if (deadline) {
        auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now()).count();
        if (left <= 0)
          return false;
        wait = static_cast<int>(std::min<long long>(left, 1 << 30));
      }
      pollfd polled[3] = {
          {in_.get(), POLLOUT, 0}, {out_.get(), POLLIN, 0}, {err_.get(), POLLIN, 0}};
      if (::poll(polled, 3, wait) < 0 && errno != EINTR)
        return true;
      if (polled[0].revents != 0)
        feed();
      if (polled[1].revents != 0)
        drain(out_, result_.out);
      if (polled[2].revents != 0)
        drain(err_, result_.err);
    }
    return true;
  }

private:
  void feed() {
    ssize_t count = ::write(in_.get(), input_.data(), input_.size());
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
      return;
    input_ = count < 0 ? llvm::StringRef() : input_.drop_front(static_cast<size_t>(count));
    if (input_.empty())
      in_.close();
  }
  static void drain(Descriptor &from, std::string &to) {
    char buffer[1 << 14];
    ssize_t count = ::read(from.get(), buffer, sizeof buffer);
    if (count > 0)
      to.append(buffer, static_cast<size_t>(count));
    else if (count == 0 || errno != EINTR)
      from.close();
  }

  llvm::StringRef input_;
  Descriptor &in_, &out_, &err_;
  SubprocessResult &result_;
};

// Waits for the child; false when the time is over.
bool waitFor(pid_t child, int &status, std::optional<Clock::time_point> deadline) {
  for (;;) {
    pid_t done = ::waitpid(child, &status, deadline ? WNOHANG : 0);
    if (done == child || (done < 0 && errno != EINTR))
      return true;
    if (deadline && Clock::now() >= *deadline)
      return false;
    if (deadline)
      ::usleep(1000);
  }
}

}  // namespace

std::string SubprocessResult::describe() const {
  switch (state) {
  case State::Exited: return "exited with status " + std::to_string(status);
  case State::Signalled: return "was killed by signal " + std::to_string(status);
  case State::TimedOut: return "did not end in time";
  case State::NotStarted: return "could not be started: " + reason;
  }
  __builtin_unreachable();
}

SubprocessResult runSubprocess(llvm::ArrayRef<std::string> argv, const SubprocessOptions &options) {
  if (argv.empty())
    return notStarted(EINVAL);
  Pipe in, out, err;
  bool merged = options.mergeOutput || !options.captureOutput;
  if (!in.open() || (options.captureOutput && !out.open()) || (!merged && !err.open()))
    return notStarted(errno);

  SpawnSettings settings;
  ::posix_spawn_file_actions_adddup2(&settings.actions, in.read.get(), STDIN_FILENO);
  if (options.captureOutput) {
    int errors = options.mergeOutput ? out.write.get() : err.write.get();
    ::posix_spawn_file_actions_adddup2(&settings.actions, out.write.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&settings.actions, errors, STDERR_FILENO);
  }
  if (!options.workingDirectory.empty())
    ::posix_spawn_file_actions_addchdir_np(&settings.actions, options.workingDirectory.c_str());
  // A group of its own, so that a timeout ends its children, too; default signals, none blocked.
  sigset_t none, broken;
  ::sigemptyset(&none);
  ::sigemptyset(&broken);
  ::sigaddset(&broken, SIGPIPE);
  ::posix_spawnattr_setsigmask(&settings.attributes, &none);
  ::posix_spawnattr_setsigdefault(&settings.attributes, &broken);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (options.timeout)
    flags |= POSIX_SPAWN_SETPGROUP;
  ::posix_spawnattr_setflags(&settings.attributes, flags);

  std::vector<char *> arguments;
  for (const std::string &argument : argv)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t child = -1;
  Leftover leftover;
  {
    StartsChild section;
    int failed = ::posix_spawnp(&child, arguments[0], &settings.actions, &settings.attributes,
                                arguments.data(), environ);
    if (failed != 0)
      return notStarted(failed);
    leftover = Leftover::child(options.timeout ? -child : child);
  }
  in.read.close();
  out.write.close();
  err.write.close();

  std::optional<Clock::time_point> deadline;
  if (options.timeout)
    deadline = Clock::now() + *options.timeout;
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler = SIG_IGN;  // a child that does not read its input must not kill us
  ::sigaction(SIGPIPE, &ignore, &before);
  SubprocessResult result;
  int status = 0;
  bool finished = Exchange(options.input, in, out, err, result).run(deadline) &&
                  waitFor(child, status, deadline);
  ::sigaction(SIGPIPE, &before, nullptr);
  if (!finished) {
    ::kill(-child, SIGKILL);
    waitFor(child, status, std::nullopt);
    result.state = SubprocessResult::State::TimedOut;
  } else if (WIFSIGNALED(status)) {
    result.state = SubprocessResult::State::Signalled;
    result.status = WTERMSIG(status);
  } else {
    result.state = SubprocessResult::State::Exited;
    result.status = WEXITSTATUS(status);
  }
  return result;
}

std::optional<std::string> findProgram(llvm::StringRef name) {
  if (name.empty())
    return std::nullopt;
  if (name.contains('/'))
    return ::access(name.str().c_str(), X_OK) == 0 ? std::optional(name.str()) : std::nullopt;
  const char *path = std::getenv("PATH");
  llvm::SmallVector<llvm::StringRef, 16> folders;
  llvm::StringRef(path == nullptr ? "" : path).split(folders, ':');
  for (llvm::StringRef folder : folders) {
    std::string candidate = (folder.empty() ? "." : folder.str()) + "/" + name.str();
    if (::access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return std::nullopt;
}

}  // namespace janus
