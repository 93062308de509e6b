// Threads that help with an operation if they are awake in time: who began it takes the parts that
// nobody else has taken, and waits only for those that somebody works on. So threads that the
// machine has no processor for cost nothing.
#include "tensor/core/Parallel.h"

#include "tensor/core/Threads.h"

#include <algorithm>
#include <atomic>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

namespace janus {
namespace {

struct Work {
  void (*run)(void *body, int64_t part);
  void *body;
  int64_t parts;
  std::atomic<int64_t> next{0};

  void take() {
    for (int64_t part = next++; part < parts; part = next++)
      run(body, part);
  }
};

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Never destroyed: its threads wait until the process ends.
class Helpers {
public:
  Helpers();
  void run(Work &work) {
    // Another host thread's loop has them: it computes without the runtime's lock.
    if (inUse_.exchange(true))
      return work.take();
    grow(static_cast<int>(work.parts) - 1);
    current_ = &work;
    ++epoch_;
    if (asleep_ != 0)
      epoch_.notify_all();
    work.take();
    current_ = nullptr;
    for (int spins = 0; inside_ != 0; ++spins)
      spins < kSpins ? pause() : static_cast<void>(sched_yield());
    inUse_ = false;
  }

  // In a process that fork() has made.
  void forgetThreads() {
    count_ = 0;
    asleep_ = inside_ = 0;
    current_ = nullptr;
    inUse_ = false;
  }

private:
  // About 50 us: the next loop of a step is often nearer than a sleeping thread.
  static constexpr int kSpins = 2000;

  void grow(int wanted) {
    if (count_ >= wanted)
      return;
    // Signals are for the thread that runs Python's code.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    untieThreads(&attributes);
    for (; count_ < wanted; ++count_) {
      pthread_t thread;
      auto help = [](void *self) -> void * { static_cast<Helpers *>(self)->help(); };
      if (pthread_create(&thread, &attributes, help, this) != 0)
        break;
    }
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  [[noreturn]] void help() {
    for (uint32_t seen = 0;;) {
      for (int spins = 0; epoch_ == seen && spins < kSpins; ++spins)
        pause();
      ++asleep_;
      epoch_.wait(seen);
      --asleep_;
      seen = epoch_;
      // Work is left only when nobody is inside, and nobody comes in when it is gone.
      ++inside_;
      if (Work *work = current_)
        work->take();
      --inside_;
    }
  }

  std::atomic<Work *> current_{nullptr};
  std::atomic<uint32_t> epoch_{0};
  std::atomic<int> asleep_{0}, inside_{0};
  std::atomic<bool> inUse_{false};
  int count_ = 0;
};

Helpers &helpers() {
  static auto &all = *new Helpers;
  return all;
}

Helpers::Helpers() {
  pthread_atfork(nullptr, nullptr, [] { helpers().forgetThreads(); });
}

}  // namespace

int64_t partsFor(int64_t count, int64_t cost) {
  constexpr int64_t kWorthwhile = 10000;  // nanoseconds of a part
  int threads = computeThreads();
  if (threads <= 1 || count <= 1)
    return 1;
  int64_t affordable = count * cost / kWorthwhile;
  return std::max<int64_t>(1, std::min({int64_t{threads}, count, affordable}));
}

void runParts(int64_t parts, void (*run)(void *body, int64_t part), void *body) {
  Work work{run, body, parts};
  helpers().run(work);
}

}  // namespace janus
