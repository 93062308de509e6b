#include "value/call/RuntimeLock.h"

#include "value/call/Process.h"
#include "value/error/Raise.h"

#include <algorithm>
#include <pthread.h>

namespace janus {

__attribute__((tls_model("initial-exec"))) thread_local uint32_t RuntimeEntry::held_;
uint32_t LockPin::pins;
bool isForkedInMidCall;
void (*afterLock)();

namespace {

pthread_mutex_t runtimeMutex = PTHREAD_MUTEX_INITIALIZER;

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
  if (RuntimeEntry::isHeld())
    return;
  if (pthread_mutex_trylock(&runtimeMutex) == 0) {
    pthread_mutex_unlock(&runtimeMutex);
    return;
  }
  runtimeMutex = PTHREAD_MUTEX_INITIALIZER;  // nobody is left to unlock it
  isForkedInMidCall = true;
}

void beginThread() {
  static const int registered = pthread_atfork(nullptr, nullptr, afterFork);
  static_cast<void>(registered);
  stackEnd = endOfStack();
}

}  // namespace

struct LockRelease::Thread {
  ErrorState errors;
  jn_depth depth;
  uint32_t held;
  Thread *outer;
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
  errorState = {nullptr, innermost ? innermost->errors.handled : &outermostLevel};
  jn_call_depth = {innermost ? innermost->depth.depth : 0, depthLimit()};
  if (JN_UNLIKELY(afterLock))
    afterLock();
}

void RuntimeEntry::enter() {
  pthread_mutex_lock(&runtimeMutex);
  begin();
}

void RuntimeEntry::leave() {
  pthread_mutex_unlock(&runtimeMutex);
}

bool RuntimeEntry::tryEnter() {
  if (held_ == 0) {
    if (pthread_mutex_trylock(&runtimeMutex) != 0)
      return false;
    begin();
  }
  ++held_;
  return true;
}

LockRelease::LockRelease() : saved_(nullptr) {
  if (RuntimeEntry::held_ == 0 || LockPin::pins != 0)
    return;
  saved_ = innermost = new Thread{errorState, jn_call_depth, RuntimeEntry::held_, innermost};
  RuntimeEntry::held_ = 0;
  RuntimeEntry::leave();
}

bool LockRelease::end(bool wait) {
  if (!saved_)
    return true;
  if (pthread_mutex_trylock(&runtimeMutex) != 0) {
    if (!wait)
      return false;
    pthread_mutex_lock(&runtimeMutex);
  }
  RuntimeEntry::held_ = saved_->held;
  jn_call_depth = saved_->depth;
  errorState = saved_->errors;
  innermost = saved_->outer;
  delete saved_;
  saved_ = nullptr;
  if (JN_UNLIKELY(afterLock))
    afterLock();
  return true;
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
