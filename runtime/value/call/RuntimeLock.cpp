#include "value/call/RuntimeLock.h"

#include "janus/frames.h"
#include "value/call/Process.h"
#include "value/error/Raise.h"

#include <algorithm>
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <utility>

namespace janus {

__attribute__((tls_model("initial-exec"))) thread_local uint32_t RuntimeEntry::held_;
uint32_t LockPin::pins;
bool isForkedInMidCall;
void (*afterLock)();
int64_t programThreads;
HostLock hostLock;

namespace {

void *releaseHostLock() {
  return hostLock.release ? hostLock.release() : nullptr;
}
void acquireHostLock(void *released) {
  if (released)
    hostLock.acquire(released);
}

// A lock that is handed over: a pthread_mutex_t that is let go of and taken again at once stays
// with the thread that had it.
class HandedLock {
public:
  void acquire() {
    Guard guard(mutex_);
    ++waiting_;
    while (isHeld_) {
      uint64_t before = turns_;
      timespec until = fromNow(interval);
      if (pthread_cond_timedwait(&freed_, &mutex_, &until) == ETIMEDOUT && isHeld_ &&
          turns_ == before)
        __atomic_or_fetch(&jn_pending_flags, kPendingSwitch, __ATOMIC_RELAXED);
    }
    --waiting_;
    take();
  }
  bool tryAcquire() {
    Guard guard(mutex_);
    if (isHeld_)
      return false;
    take();
    return true;
  }
  void release() {
    Guard guard(mutex_);
    isHeld_ = false;
    if (waiting_)
      pthread_cond_signal(&freed_);
  }
  // Ends when another thread has had its turn, if one waits.
  void handOver() {
    {
      Guard guard(mutex_);
      __atomic_and_fetch(&jn_pending_flags, ~kPendingSwitch, __ATOMIC_RELAXED);
      if (!waiting_)
        return;
      uint64_t mine = turns_;
      isHeld_ = false;
      pthread_cond_signal(&freed_);
      while (turns_ == mine && waiting_)
        pthread_cond_wait(&taken_, &mutex_);
    }
    acquire();
  }
  // In a process that fork() has made, whose one thread does not hold it.
  bool resetAfterFork() {
    bool wasHeld = isHeld_;
    *this = HandedLock();
    return wasHeld;
  }

  double interval = 0.005;

private:
  struct Guard {
    explicit Guard(pthread_mutex_t &m) : mutex(m) { pthread_mutex_lock(&mutex); }
    ~Guard() { pthread_mutex_unlock(&mutex); }
    pthread_mutex_t &mutex;
  };
  void take() {
    isHeld_ = true;
    ++turns_;
    pthread_cond_signal(&taken_);
  }
  static timespec fromNow(double seconds) {
    timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    int64_t ns = t.tv_nsec + static_cast<int64_t>(seconds * 1e9);
    return {t.tv_sec + ns / 1000000000, ns % 1000000000};
  }

  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t freed_ = PTHREAD_COND_INITIALIZER, taken_ = PTHREAD_COND_INITIALIZER;
  uint64_t turns_ = 0;
  uint32_t waiting_ = 0;
  bool isHeld_ = false;
};

HandedLock runtimeLock;
bool isKept;
pthread_t mainThread;
bool hasMainThread;

// What a call of a compiled function takes at most of the stack, as a rule, with the shims between;
// and what native code keeps for itself.
#if defined(__SANITIZE_ADDRESS__)
constexpr int64_t kStackPerCall = 24 << 10;  // every local variable has a margin
#else
constexpr int64_t kStackPerCall = 6 << 10;
#endif
constexpr int64_t kStackReserve = 256 << 10;

int64_t wantedLimit = 1000;
// The lowest address of the thread's stack; null before the first entry.
__attribute__((tls_model("initial-exec"))) thread_local const char *stackEnd;
const char kUnlimited = 0;

const char *endOfStack() {
  pthread_attr_t attributes;
  void *low = nullptr;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return &kUnlimited;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  return static_cast<const char *>(low);
}

int64_t depthLimit() {
  if (stackEnd == &kUnlimited)
    return wantedLimit;
  auto *here = static_cast<const char *>(__builtin_frame_address(0));
  return std::clamp<int64_t>((here - stackEnd - kStackReserve) / kStackPerCall, 1, wantedLimit);
}

// In a process that fork() has made, of the one thread that is there.
void afterFork() {
  mainThread = pthread_self();
  bool wasHeld = runtimeLock.resetAfterFork();
  if (RuntimeEntry::isHeld())
    runtimeLock.tryAcquire();
  else if (wasHeld)
    isForkedInMidCall = true;  // nobody is left to end what that thread began
}

void beginThread() {
  static const int registered = pthread_atfork(nullptr, nullptr, afterFork);
  static_cast<void>(registered);
  stackEnd = endOfStack();
}

void noteThread() {
  if (!std::exchange(hasMainThread, true))
    mainThread = pthread_self();
}

}  // namespace

struct LockRelease::Thread {
  ErrorState errors;
  jn_depth depth;
  uint32_t held;
  jn_frame *frame;
  Thread *outer;
  void *host;
};

namespace {

// What the calling thread handles outside of everything, and its innermost LockRelease: a call that
// comes back into compiled code goes on there.
__attribute__((tls_model("initial-exec"))) thread_local HandledLevel outermostLevel = {
    {JN_NONE, {0}}, nullptr};
__attribute__((tls_model("initial-exec"))) thread_local LockRelease::Thread *innermost;

}  // namespace

// With the lock, which nobody else has: what belongs to the thread becomes the runtime's.
void RuntimeEntry::begin() {
  if (JN_UNLIKELY(!stackEnd))
    beginThread();
  noteThread();
  errorState = {nullptr, innermost ? innermost->errors.handled : &outermostLevel};
  jn_call_depth = {innermost ? innermost->depth.depth : 0, depthLimit()};
  jn_innermost_frame = innermost ? innermost->frame : nullptr;
  if (JN_UNLIKELY(afterLock))
    afterLock();
}

void RuntimeEntry::enter() {
  runtimeLock.acquire();
  begin();
}

void RuntimeEntry::leave() {
  if (!isKept)
    runtimeLock.release();
}

bool RuntimeEntry::tryEnter() {
  if (held_ == 0) {
    if (!runtimeLock.tryAcquire())
      return false;
    begin();
  }
  ++held_;
  return true;
}

LockRelease::LockRelease(Host host) : saved_(nullptr) {
  if (RuntimeEntry::held_ == 0 || LockPin::pins != 0 || isKept)
    return;
  saved_ = innermost = new Thread{
      errorState,         jn_call_depth, RuntimeEntry::held_,
      jn_innermost_frame, innermost,     host == Host::LetGo ? releaseHostLock() : nullptr};
  RuntimeEntry::held_ = 0;
  RuntimeEntry::leave();
}

bool LockRelease::end(bool wait) {
  if (!saved_)
    return true;
  if (!runtimeLock.tryAcquire()) {
    if (!wait)
      return false;
    runtimeLock.acquire();
  }
  RuntimeEntry::held_ = saved_->held;
  jn_call_depth = saved_->depth;
  errorState = saved_->errors;
  jn_innermost_frame = saved_->frame;
  innermost = saved_->outer;
  void *host = saved_->host;
  delete std::exchange(saved_, nullptr);
  acquireHostLock(host);
  if (JN_UNLIKELY(afterLock))
    afterLock();
  return true;
}

void letOthersRun() {
  // A version runs to its end: the flag stays for the next poll.
  if (LockPin::pins != 0)
    return;
  __atomic_and_fetch(&jn_pending_flags, ~kPendingSwitch, __ATOMIC_RELAXED);
  if (isKept || !RuntimeEntry::isHeld())
    return;
  ErrorState errors = errorState;
  jn_depth depth = jn_call_depth;
  jn_frame *frame = jn_innermost_frame;
  void *host = releaseHostLock();
  runtimeLock.handOver();
  acquireHostLock(host);
  errorState = errors;
  jn_call_depth = depth;
  jn_innermost_frame = frame;
  if (JN_UNLIKELY(afterLock))
    afterLock();
}

double switchInterval() {
  return runtimeLock.interval;
}

void setSwitchInterval(double seconds) {
  runtimeLock.interval = seconds;
}

void keepLock() {
  isKept = true;
}

bool isMainThread() {
  return !hasMainThread || pthread_equal(mainThread, pthread_self());
}

void declareLargeStack() {
  stackEnd = &kUnlimited;
}

int64_t recursionLimit() {
  return wantedLimit;
}

void setRecursionLimit(int64_t limit) {
  wantedLimit = limit;
  jn_call_depth.limit = depthLimit();
}

}  // namespace janus
