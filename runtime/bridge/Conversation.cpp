#include "bridge/Conversation.h"

#include "value/call/Process.h"
#include "value/call/RuntimeLock.h"
#include "value/error/Raise.h"

#include <chrono>

namespace janus::bridge {

bool Conversation::waitForEnd() {
  constexpr std::chrono::milliseconds kBetweenSignals(50);
  while (isOfAnother()) {
    uint64_t before = ends_;
    {
      LockRelease others;
      if (!others.hasReleased()) {
        raise(jn_exc_RuntimeError, "Python is at work for another thread, which waits here");
        return false;
      }
      std::unique_lock guard(mutex_);
      ended_.wait_for(guard, kBetweenSignals, [&] { return ends_ != before; });
    }
    if (isOfAnother() && pollAfterSignal() < 0)
      return false;
  }
  return true;
}

bool Conversation::begin() {
  if (JN_UNLIKELY(isOfAnother())) {
    ++waiting_;
    bool isOver = waitForEnd();
    --waiting_;
    if (!isOver)
      return false;
  }
  owner_ = pthread_self();
  ++depth_;
  return true;
}

void Conversation::end() {
  if (--depth_ != 0)
    return;
  std::lock_guard guard(mutex_);
  ++ends_;
  ended_.notify_all();
}

}  // namespace janus::bridge
