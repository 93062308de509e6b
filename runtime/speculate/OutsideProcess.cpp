#include "speculate/OutsideProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace janus::speculate {
namespace {

constexpr size_t kStackBytes = size_t(256) << 10;

struct Start {
  posix_spawn_file_actions_t *files;
  posix_spawnattr_t *how;
  char **argv, **environment;
  int failed;
  int descriptor;
};

// Runs in this process's memory and with its descriptors, while the thread that started it stands
// still.
int startAndEnd(void *argument) {
  auto *start = static_cast<Start *>(argument);
  pid_t id;
  start->failed =
      posix_spawn(&id, start->argv[0], start->files, start->how, start->argv, start->environment);
  // Before the end of this process leaves the other to the system, which may give its number away.
  if (start->failed == 0)
    start->descriptor = static_cast<int>(syscall(SYS_pidfd_open, id, 0));
  // Ends this process; `_exit` would have AddressSanitizer look at a stack it does not know.
  return 0;
}

std::vector<char *> pointersTo(const std::vector<std::string> &words) {
  std::vector<char *> out;
  for (const std::string &word : words)
    out.push_back(const_cast<char *>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

}  // namespace

OutsideProcess::OutsideProcess(OutsideProcess &&other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

OutsideProcess &OutsideProcess::operator=(OutsideProcess &&other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

OutsideProcess::~OutsideProcess() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

bool OutsideProcess::hasEnded() const {
  pollfd ended = {descriptor_, POLLIN, 0};
  return descriptor_ >= 0 && poll(&ended, 1, 0) == 1;
}

std::optional<OutsideProcess> OutsideProcess::start(const std::vector<std::string> &argv,
                                                    const std::string &folder,
                                                    const std::vector<std::string> &environment) {
  std::vector<char *> words = pointersTo(argv), variables = pointersTo(environment);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&how);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&how, &none);
  posix_spawnattr_setsigdefault(&how, &all);
  posix_spawnattr_setflags(&how,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  for (int fd : {0, 1, 2})
    posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_addclosefrom_np(&files, 3);
  posix_spawn_file_actions_addchdir_np(&files, folder.c_str());
  Start start{&files, &how, words.data(), variables.data(), EAGAIN, -1};
  void *stack = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack != MAP_FAILED) {
    // With no signal for its end, it is no child that wait() knows of; and what it has started is
    // the system's when it has ended.
    sigset_t before;
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t between = clone(startAndEnd, static_cast<char *>(stack) + kStackBytes,
                          CLONE_VM | CLONE_FILES | CLONE_VFORK, &start);
    if (between > 0)
      while (waitpid(between, nullptr, __WCLONE) < 0 && errno == EINTR)
        continue;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    munmap(stack, kStackBytes);
  }
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  if (start.failed != 0)
    return std::nullopt;
  return OutsideProcess(start.descriptor);
}

}  // namespace janus::speculate
