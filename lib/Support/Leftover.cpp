#include "Support/Leftover.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace janus {

namespace {

// One row is one file or one child. Shared with the process that looks at it when we are gone.
struct Row {
  bool isUsed;
  pid_t child;  // 0: a path
  char path[PATH_MAX];
};
constexpr int kRows = 256;

// Ends children with what they would like to do before, then without.
void endChildren(const Row *rows) {
  constexpr int kPatience = 200;
  constexpr useconds_t kPause = 10'000;
  for (int attempt = 0; attempt <= kPatience; ++attempt) {
    bool isAnyLeft = false;
    for (int i = 0; i < kRows; ++i)
      if (rows[i].isUsed && rows[i].child != 0) {
        int signal = attempt == 0 ? SIGTERM : attempt == kPatience ? SIGKILL : 0;
        isAnyLeft |= ::kill(rows[i].child, signal) == 0;
      }
    if (!isAnyLeft)
      return;
    ::usleep(kPause);
  }
}

[[noreturn]] void removePaths(Row *rows) {
  static char *arguments[kRows + 4];
  char program[] = "rm", how[] = "-rf", end[] = "--";
  char **next = arguments;
  for (char *word : {program, how, end})
    *next++ = word;
  for (int i = 0; i < kRows; ++i)
    if (rows[i].isUsed && rows[i].child == 0)
      *next++ = rows[i].path;
  if (next > arguments + 3)
    ::execv("/bin/rm", arguments);
  ::_exit(0);
}

// Only what is safe after fork() in a process with threads.
[[noreturn]] void watch(int ours, Row *rows) {
  ::setsid();  // Ctrl-C and the end of the terminal are for us alone
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    ::signal(signal, SIG_IGN);
  // Whoever waits for the end of our output does not wait for this process.
  int nothing = ::open("/dev/null", O_RDWR);
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::dup2(nothing, fd);
  int kept = STDERR_FILENO + 1;
  ::dup2(ours, kept);
  ::close_range(unsigned(kept) + 1, UINT_MAX, 0);
  char none;
  while (::read(kept, &none, 1) < 0 && errno == EINTR)
    continue;
  endChildren(rows);
  removePaths(rows);
}

class Watcher {
public:
  int add(pid_t child, llvm::StringRef path) {
    std::lock_guard hold(mutex_);
    if (!isStarted() || path.size() >= PATH_MAX)
      return -1;
    Row *row = std::find_if(rows_, rows_ + kRows, [](const Row &each) { return !each.isUsed; });
    if (row == rows_ + kRows)
      return -1;
    row->child = child;
    std::memcpy(row->path, path.data(), path.size());
    row->path[path.size()] = 0;
    row->isUsed = true;
    return static_cast<int>(row - rows_);
  }
  void prepare() {
    std::lock_guard hold(mutex_);
    isStarted();
  }
  void remove(int row) {
    std::lock_guard hold(mutex_);
    if (owner_ == ::getpid())
      rows_[row].isUsed = false;
  }

private:
  // A copy of us made by fork() has one of its own.
  bool isStarted() {
    if (owner_ != ::getpid()) {
      if (owner_ != 0)
        ::close(alive_);
      owner_ = ::getpid();
      isRunning_ = start();
    }
    return isRunning_;
  }

  bool start() {
    void *memory = ::mmap(nullptr, kRows * sizeof(Row), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int ends[2];
    if (memory == MAP_FAILED || ::pipe2(ends, O_CLOEXEC) != 0)
      return false;
    rows_ = static_cast<Row *>(memory);
    alive_ = ends[1];
    // A grandchild: no wait() of the program that `janusc run` becomes must find it.
    pid_t between = ::fork();
    if (between == 0) {
      if (::fork() == 0)
        watch(ends[0], rows_);
      ::_exit(0);
    }
    ::close(ends[0]);
    while (between > 0 && ::waitpid(between, nullptr, 0) < 0 && errno == EINTR)
      continue;
    return between > 0;
  }

  std::mutex mutex_;
  Row *rows_ = nullptr;
  pid_t owner_ = 0;
  int alive_ = -1;  // closed when this process is gone, or another program
  bool isRunning_ = false;
};

Watcher &watcher() {
  static Watcher one;
  return one;
}

// ---------------------------------------------------------------- signals while children start

std::atomic<int> starting{0}, pending{0};

void deliverPending() {
  if (int signal = pending.exchange(0)) {
    ::signal(signal, SIG_DFL);
    ::kill(::getpid(), signal);
  }
}

void endOnceStarted(int signal) {
  pending = signal;
  if (starting == 0)
    deliverPending();
}

// Signals that this process was told to ignore stay ignored.
void takeSignals() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {
    }, ours{};
    ours.sa_handler = endOnceStarted;
    ours.sa_flags = SA_RESTART;
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL)
      ::sigaction(signal, &ours, nullptr);
  }
}

}  // namespace

StartsChild::StartsChild() {
  static std::once_flag once;
  std::call_once(once, takeSignals);
  ++starting;
  watcher().prepare();
}

StartsChild::~StartsChild() {
  if (--starting == 0)
    deliverPending();
}

Leftover Leftover::path(llvm::StringRef path) {
  return Leftover(watcher().add(0, path));
}

Leftover Leftover::child(pid_t id) {
  return Leftover(watcher().add(id, ""));
}

Leftover::Leftover(Leftover &&other) noexcept : row_(std::exchange(other.row_, -1)) {}

Leftover &Leftover::operator=(Leftover &&other) noexcept {
  std::swap(row_, other.row_);
  return *this;
}

void Leftover::forget() {
  if (row_ >= 0)
    watcher().remove(std::exchange(row_, -1));
}

}  // namespace janus
