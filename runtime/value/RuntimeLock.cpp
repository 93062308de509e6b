#include "value/RuntimeLock.h"

#include "value/Process.h"
#include "value/Raise.h"

#include <algorithm>
#include <pthread.h>

namespace janus {

__attribute__((tls_model("initial-exec"))) thread_local uint32_t RuntimeEntry::held_;
uint32_t LockPin::pins;
bool isForkedInMidCall;

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

void RuntimeEntry::enter() {
  pthread_mutex_lock(&runtimeMutex);
  if (JN_UNLIKELY(!stackEnd))
    beginThread();
  jn_call_depth = {0, depthLimit()};
}

void RuntimeEntry::leave() {
  pthread_mutex_unlock(&runtimeMutex);
}

bool RuntimeEntry::tryEnter() {
  if (held_ == 0) {
    if (pthread_mutex_trylock(&runtimeMutex) != 0)
      return false;
    if (JN_UNLIKELY(!stackEnd))
      beginThread();
    jn_call_depth = {0, depthLimit()};
  }
  ++held_;
  return true;
}

struct LockRelease::Thread {
  ErrorState errors;
  jn_depth depth;
  uint32_t held;
};

LockRelease::LockRelease() : saved_(nullptr) {
  if (RuntimeEntry::held_ == 0 || LockPin::pins != 0)
    return;
  saved_ = new Thread{errorState, jn_call_depth, RuntimeEntry::held_};
  errorState = {};
  RuntimeEntry::held_ = 0;
  RuntimeEntry::leave();
}

LockRelease::~LockRelease() {
  if (!saved_)
    return;
  pthread_mutex_lock(&runtimeMutex);
  RuntimeEntry::held_ = saved_->held;
  jn_call_depth = saved_->depth;
  errorState = saved_->errors;
  delete saved_;
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
