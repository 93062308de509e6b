// The one lock of the runtime. Whoever touches an object or a count holds it: a program for as long
// as it runs, a host thread for each call of janus.h.
#pragma once

#include "value/object/Object.h"

namespace janus {

// Holds the lock for a scope. A thread that holds it already goes on: callbacks may call back.
class RuntimeEntry {
public:
  RuntimeEntry() {
    if (held_++ == 0)
      enter();
  }
  ~RuntimeEntry() {
    if (--held_ == 0)
      leave();
  }
  RuntimeEntry(const RuntimeEntry &) = delete;
  RuntimeEntry &operator=(const RuntimeEntry &) = delete;

  // Without waiting; false when another thread has the lock. Ends with `exit`, which does nothing
  // in a thread that does not have it.
  static bool tryEnter();
  static void exit() {
    if (held_ != 0 && --held_ == 0)
      leave();
  }
  static bool isHeld() { return held_ != 0; }
  // The scope is the thread's outermost one.
  static bool isOutermost() { return held_ == 1; }

private:
  friend class LockRelease;
  static void enter();
  static void leave();
  static void begin();
  static __attribute__((tls_model("initial-exec"))) thread_local uint32_t held_;
};

// A lock of the host that comes behind the runtime's: whoever holds it may not wait for the
// runtime's. Python's. `release` answers null where the calling thread does not hold it.
struct HostLock {
  void *(*release)();
  void (*acquire)(void *released);
};
extern HostLock hostLock;  // set with the runtime's lock held

// Lets other threads in for a scope that touches neither objects nor counts: a long product, a
// wait. What belongs to the thread (its depth of calls, what it is handling) comes back at the end.
// Nothing happens in a thread that does not hold the lock, or whose `LockPin` says no.
class LockRelease {
public:
  enum class Host : uint8_t { LetGo, Keep };  // its lock, over the scope
  explicit LockRelease(Host host = Host::LetGo);
  ~LockRelease() { end(true); }
  // Ends the scope early; false when another thread has the lock and it is not waited for.
  bool end(bool wait);
  struct Thread;
  LockRelease(const LockRelease &) = delete;
  LockRelease &operator=(const LockRelease &) = delete;

private:
  Thread *saved_;
};

// Work that others must not see half done, or whose memory has one user at a time: a version of a
// root and the plan it is bound to.
class LockPin {
public:
  LockPin() { ++pins; }
  ~LockPin() { --pins; }
  LockPin(const LockPin &) = delete;
  LockPin &operator=(const LockPin &) = delete;
  static uint32_t pins;  // of the thread that holds the lock
};

// What every thread does when it has taken the lock; null: nothing. Set with the lock held.
extern void (*afterLock)();

// Threads of the program. A thread that wants the lock asks for it after a while, in the pending
// flags: the one that has it lets go at its next poll, and comes back behind the other.
constexpr uint32_t kPendingSwitch = 4;
void letOthersRun();
extern int64_t programThreads;  // that run now, beside the main one
double switchInterval();        // seconds
void setSwitchInterval(double seconds);
// From now on nobody else gets the lock: the process ends, and what belongs to the program with it.
void keepLock();
// The thread that runs the program, or the host's outermost call: signals are its own.
bool isMainThread();

// The limit that sys.setrecursionlimit() asked for; a thread with a small stack has a lower one.
int64_t recursionLimit();
void setRecursionLimit(int64_t limit);
// The calling thread's stack is large: its size does not limit the depth of calls.
void declareLargeStack();

}  // namespace janus
