#include "janusc/Companion.h"

#include "janusc/SessionTime.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace janus {
namespace {

using std::chrono::milliseconds;

constexpr int kLowestPriority = 19;
constexpr milliseconds kLook{100};

int millisecondsUntil(Companion::Clock::time_point until) {
  auto left = std::chrono::ceil<milliseconds>(until - Companion::Clock::now());
  return static_cast<int>(std::clamp<int64_t>(left.count(), 0, INT_MAX));
}

bool isReadableBy(int descriptor, Companion::Clock::time_point until) {
  pollfd file = {descriptor, POLLIN, 0};
  int ready;
  while ((ready = poll(&file, 1, millisecondsUntil(until))) < 0 && errno == EINTR)
    continue;
  return ready > 0;
}

void waitForEnd(pid_t process, Companion::Clock::time_point until) {
  int descriptor = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
  if (descriptor >= 0) {
    isReadableBy(descriptor, until);
    return;
  }
  if (errno != ESRCH)  // a system that has none
    while (::kill(process, 0) == 0 && Companion::Clock::now() < until)
      std::this_thread::sleep_for(kLook);
}

// Whether all of `value` came before the other end was closed.
template <class T>
bool receive(int descriptor, T *value) {
  ssize_t count;
  while ((count = read(descriptor, value, sizeof *value)) < 0 && errno == EINTR)
    continue;
  return count == sizeof *value;
}
template <class T>
void send(int descriptor, const T &value) {
  while (write(descriptor, &value, sizeof value) < 0 && errno == EINTR)
    continue;
}

[[noreturn]] void work(const std::function<int()> &work, int results, int output) {
  std::signal(SIGPIPE, SIG_IGN);  // of a program that goes its own way
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  if (output >= 0)
    for (int stream : {STDOUT_FILENO, STDERR_FILENO})
      dup2(output, stream);
  send(results, getpid());
  int status = work();
  llvm::outs().flush();
  llvm::errs().flush();
  send(results, status);
  _exit(status);
}

}  // namespace

void endWith(pid_t process, std::chrono::seconds most, std::function<void()> before) {
  auto until = Companion::Clock::now() + most;
  std::thread([process, until, before = std::move(before)] {
    waitForEnd(process, until);
    if (before)
      before();
    ::kill(getpid(), SIGTERM);
  }).detach();
}

std::optional<Companion> Companion::start(const std::function<int()> &what, bool isQuiet) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return std::nullopt;
  int output = isQuiet ? memfd_create("janusc", MFD_CLOEXEC) : -1;
  llvm::outs().flush();
  llvm::errs().flush();
  // The process between ends at once, which leaves the other one to the system.
  pid_t between = fork();
  if (between == 0) {
    setsid();
    pid_t companion = fork();
    if (companion == 0) {
      ::close(ends[0]);
      work(what, ends[1], output);
    }
    _exit(0);
  }
  ::close(ends[1]);
  if (between > 0)
    while (waitpid(between, nullptr, 0) < 0 && errno == EINTR)
      continue;
  Companion made(0, ends[0], output);
  if (between < 0 || !receive(ends[0], &made.id_))
    return std::nullopt;
  return made;
}

Companion::Companion(Companion &&other) noexcept
    : id_(other.id_), results_(std::exchange(other.results_, -1)),
      output_(std::exchange(other.output_, -1)), hasEnded_(other.hasEnded_),
      status_(other.status_) {}

Companion::~Companion() {
  for (int descriptor : {results_, output_})
    if (descriptor >= 0)
      ::close(descriptor);
}

bool Companion::endsBy(Clock::time_point until) {
  if (!hasEnded_ && isReadableBy(results_, until)) {
    hasEnded_ = true;
    if (int status; receive(results_, &status))
      status_ = status;
  }
  return hasEnded_;
}

std::string Companion::output() const {
  std::string text;
  char part[4096];
  for (ssize_t count;
       (count = pread(output_, part, sizeof part, static_cast<off_t>(text.size()))) > 0;)
    text.append(part, static_cast<size_t>(count));
  return text;
}

double Companion::secondsOfWork(Clock::time_point since) const {
  return janus::secondsOfWork(getsid(id_), since);
}

void Companion::goOnAside() {
  setpriority(PRIO_PGRP, static_cast<id_t>(getpgid(id_)), kLowestPriority);
}

void Companion::kill() {
  if (hasEnded_)
    return;
  ::kill(id_, SIGTERM);
  endsBy(Clock::time_point::max());
  status_.reset();
}

}  // namespace janus
