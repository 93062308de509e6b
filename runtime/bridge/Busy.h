// Whether the calling thread is in the middle of a crossing: what either side knows of the other is
// half told then, and nothing may be asked. Objects of Python that nobody here holds any more wait
// for the end of it.
#pragma once

#include <cstdint>
#include <utility>

namespace janus::bridge {

class Busy {
public:
  Busy() { ++count_; }
  ~Busy() {
    if (--count_ == 0)
      releaseWaiting();
  }
  Busy(const Busy &) = delete;
  Busy &operator=(const Busy &) = delete;
  static bool isBusy() { return count_ != 0; }

private:
  friend class Idle;
  static void releaseWaiting();
  static thread_local uint32_t count_;
};

// Compiled code, or a package, runs within the crossing.
class Idle {
public:
  Idle() : around_(std::exchange(Busy::count_, 0)) {}
  ~Idle() { Busy::count_ = around_; }
  Idle(const Idle &) = delete;
  Idle &operator=(const Idle &) = delete;

private:
  uint32_t around_;
};

}  // namespace janus::bridge
