// Requests to a Python in a process of its own nest, whichever threads make them: there is one
// channel. A thread that asks while another is called back stands above it, and is answered first;
// the other goes on when what is above it has ended. Under the runtime's lock.
#pragma once

#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <stdint.h>
#include <vector>

namespace janus::bridge {

class Conversation {
public:
  void begin() { askers_.push_back(pthread_self()); }
  void end();
  // Lets others run until the calling thread's request is the innermost, so that it may go on. None
  // stands above it where nobody else could have run (`LockPin`).
  void awaitTurn();
  bool isUnderWay() const { return !askers_.empty(); }

private:
  bool isMine() const { return pthread_equal(askers_.back(), pthread_self()); }

  std::vector<pthread_t> askers_;  // of the requests under way, the innermost last
  std::mutex mutex_;
  std::condition_variable ended_;
  uint64_t ends_ = 0;  // under `mutex_`
};

}  // namespace janus::bridge
