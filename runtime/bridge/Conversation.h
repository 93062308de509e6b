// Whose turn it is to ask a Python in a process of its own. There is one conversation, whose
// requests nest: it belongs to the thread that began it until its outermost request is answered,
// whatever other threads run meanwhile. Under the runtime's lock.
#pragma once

#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <stdint.h>

namespace janus::bridge {

class Conversation {
public:
  // A request begins. Waits for another thread's conversation to end; false: an exception is
  // pending, for nobody can be waited for here (`LockPin`), or a signal's handler has raised it.
  bool begin();
  void end();
  bool isOfAnother() const { return depth_ != 0 && !pthread_equal(owner_, pthread_self()); }
  // Of the owner, or one who waits.
  bool isUnderWay() const { return depth_ != 0 || waiting_ != 0; }
  bool hasRequests() const { return depth_ != 0; }

private:
  bool waitForEnd();

  int depth_ = 0;
  int waiting_ = 0;
  pthread_t owner_;
  std::mutex mutex_;
  std::condition_variable ended_;
  uint64_t ends_ = 0;  // under `mutex_`
};

}  // namespace janus::bridge
