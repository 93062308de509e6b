#include "speculate/OutsideProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace janus::speculate {
namespace {

constexpr size_t kStackBytes = size_t(256) << 10;

struct Start {
  posix_spawn_file_actions_t *files;
  posix_spawnattr_t *how;
  char **argv, **environment;
  int failed;
};

// Runs in this process's memory, while the thread that started it stands still.
int startAndEnd(void *argument) {
  auto *start = static_cast<Start *>(argument);
  pid_t id;
  start->failed =
      posix_spawn(&id, start->argv[0], start->files, start->how, start->argv, start->environment);
  _exit(0);
}

std::vector<char *> pointersTo(const std::vector<std::string> &words) {
  std::vector<char *> out;
  for (const std::string &word : words)
    out.push_back(const_cast<char *>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

}  // namespace

bool startOutside(const std::vector<std::string> &argv, const std::string &folder,
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
  Start start{&files, &how, words.data(), variables.data(), EAGAIN};
  void *stack = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack != MAP_FAILED) {
    // With no signal for its end, it is no child that wait() knows of; and what it has started is
    // the system's when it has ended.
    sigset_t before;
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t between = clone(startAndEnd, static_cast<char *>(stack) + kStackBytes,
                          CLONE_VM | CLONE_VFORK, &start);
    if (between > 0)
      while (waitpid(between, nullptr, __WCLONE) < 0 && errno == EINTR)
        continue;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    munmap(stack, kStackBytes);
  }
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  return start.failed == 0;
}

}  // namespace janus::speculate
