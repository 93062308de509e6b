#include "bridge/Conversation.h"

#include "value/call/RuntimeLock.h"

namespace janus::bridge {

void Conversation::awaitTurn() {
  while (!isMine()) {
    uint64_t before = ends_;
    LockRelease others;
    std::unique_lock guard(mutex_);
    ended_.wait(guard, [&] { return ends_ != before; });
  }
}

void Conversation::end() {
  askers_.pop_back();
  std::lock_guard guard(mutex_);
  ++ends_;
  ended_.notify_all();
}

}  // namespace janus::bridge
