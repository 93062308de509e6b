// The module _thread: threads of the program under the runtime's lock, and locks for them. A wait
// lets other threads run.
#include "stdlib/ThreadLocal.h"
#include "value/call/Process.h"
#include "value/call/RuntimeLock.h"
#include "value/error/Raise.h"
#include "value/object/Types.h"

#include <cerrno>
#include <cmath>
#include <csignal>
#include <optional>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace janus {

namespace {

constexpr double kLongestWait = 9223372036.0;
constexpr size_t kThreadStack = size_t{64} << 20;

int64_t identity() {
  return static_cast<int64_t>(pthread_self());
}

// ---------------------------------------------------------------- waiting

struct Wait {
  bool blocks = true;
  std::optional<double> seconds;  // nothing: for ever
};

bool parseWait(const char *name, const Value *args, size_t count, Value kwnames, Wait *out) {
  Value given[2];
  if (!parseArgs(name, {"blocking", "timeout"}, 0, 2, args, count, kwnames, given))
    return false;
  int blocks = given[0].tag == JN_UNBOUND ? 1 : jn_truth(given[0]);
  double seconds = -1;
  if (blocks < 0 || (given[1].tag != JN_UNBOUND && !toDouble(given[1], &seconds)))
    return false;
  out->blocks = blocks != 0;
  if (!blocks && seconds != -1) {
    raise(jn_exc_ValueError, "can't specify a timeout for a non-blocking call");
    return false;
  }
  if (seconds < 0 && seconds != -1) {
    raise(jn_exc_ValueError, "timeout value must be a non-negative number");
    return false;
  }
  if (seconds > kLongestWait || std::isnan(seconds)) {
    raise(jn_exc_OverflowError, "timeout value is too large");
    return false;
  }
  if (seconds >= 0)
    out->seconds = seconds;
  return true;
}

timespec deadline(double seconds) {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  double whole = std::floor(seconds);
  int64_t ns = t.tv_nsec + static_cast<int64_t>((seconds - whole) * 1e9);
  return {t.tv_sec + static_cast<int64_t>(whole) + ns / 1000000000, ns % 1000000000};
}

// 1: taken, 0: not, -1: an exception, of a signal's handler.
int take(sem_t *semaphore, const Wait &wait) {
  if (sem_trywait(semaphore) == 0)
    return 1;
  if (!wait.blocks)
    return 0;
  timespec until = {};
  if (wait.seconds)
    until = deadline(*wait.seconds);
  for (;;) {
    int status, why;
    {
      LockRelease others;
      status =
          wait.seconds ? sem_clockwait(semaphore, CLOCK_MONOTONIC, &until) : sem_wait(semaphore);
      why = errno;
    }
    if (status == 0)
      return 1;
    if (why != EINTR)
      return 0;
    if (pollAfterSignal() < 0)
      return -1;
  }
}

// ---------------------------------------------------------------- lock

struct Lock {
  jn_object head;
  sem_t semaphore;
  bool isLocked;
};

Value acquireLock(const Value *args, size_t count, Value kwnames) {
  Wait wait;
  if (!parseWait("acquire", args + 1, count - 1, kwnames, &wait))
    return jn_error();
  Ref keep = Ref::own(args[0]);
  int taken = take(&keep.as<Lock>()->semaphore, wait);
  if (taken < 0)
    return jn_error();
  if (taken)
    keep.as<Lock>()->isLocked = true;
  return jn_bool(taken);
}
Value enterLock(const Value *args, size_t, Value) {
  return acquireLock(args, 1, jn_unbound());
}
Value releaseLock(const Value *args, size_t, Value) {
  auto *lock = as<Lock>(args[0]);
  if (!lock->isLocked)
    return raise(jn_exc_RuntimeError, "release unlocked lock");
  lock->isLocked = false;
  sem_post(&lock->semaphore);
  return jn_none();
}
Value leaveLock(const Value *args, size_t, Value) {
  return releaseLock(args, 1, jn_unbound());
}
Value isLocked(const Value *args, size_t, Value) {
  return jn_bool(as<Lock>(args[0])->isLocked);
}
Value resetLock(const Value *args, size_t, Value) {
  auto *lock = as<Lock>(args[0]);
  sem_destroy(&lock->semaphore);
  sem_init(&lock->semaphore, 0, 1);
  lock->isLocked = false;
  return jn_none();
}
Value lockRepr(Object *o) {
  return makeStr(formatText("<%s _thread.lock object at %p>",
                            reinterpret_cast<Lock *>(o)->isLocked ? "locked" : "unlocked",
                            static_cast<void *>(o)));
}
void lockDealloc(Object *o) {
  sem_destroy(&reinterpret_cast<Lock *>(o)->semaphore);
  freeObject(o);
}
const MethodDef lockMethods[] = {{"acquire", acquireLock, 1, -1, true},
                                 {"acquire_lock", acquireLock, 1, -1, true},
                                 {"release", releaseLock, 1, 1},
                                 {"release_lock", releaseLock, 1, 1},
                                 {"locked", isLocked, 1, 1},
                                 {"locked_lock", isLocked, 1, 1},
                                 {"_at_fork_reinit", resetLock, 1, 1},
                                 {"__enter__", enterLock, 1, 1},
                                 {"__exit__", leaveLock, 1, 4},
                                 {nullptr, nullptr}};
Type jn_type_lock = {.name = "lock",
                     .instanceSize = sizeof(Lock),
                     .dealloc = lockDealloc,
                     .repr = lockRepr,
                     .methods = lockMethods};

Value newLock() {
  auto *lock = allocate<Lock>(&jn_type_lock);
  sem_init(&lock->semaphore, 0, 1);
  return jn_obj(lock);
}
Value allocateLock(const Value *, size_t, Value) {
  return newLock();
}

// ---------------------------------------------------------------- RLock

struct OwnedLock {
  jn_object head;
  sem_t semaphore;
  int64_t owner, depth;
};

bool ownsLock(const OwnedLock *lock) {
  return lock->depth > 0 && lock->owner == identity();
}

Value acquireOwned(const Value *args, size_t count, Value kwnames) {
  Wait wait;
  if (!parseWait("acquire", args + 1, count - 1, kwnames, &wait))
    return jn_error();
  Ref keep = Ref::own(args[0]);
  auto *lock = keep.as<OwnedLock>();
  if (ownsLock(lock)) {
    ++lock->depth;
    return jn_bool(true);
  }
  int taken = take(&lock->semaphore, wait);
  if (taken < 0)
    return jn_error();
  if (taken) {
    lock->owner = identity();
    lock->depth = 1;
  }
  return jn_bool(taken);
}
Value enterOwned(const Value *args, size_t, Value) {
  return acquireOwned(args, 1, jn_unbound());
}
Value releaseOwned(const Value *args, size_t, Value) {
  auto *lock = as<OwnedLock>(args[0]);
  if (!ownsLock(lock))
    return raise(jn_exc_RuntimeError, "cannot release un-acquired lock");
  if (--lock->depth == 0) {
    lock->owner = 0;
    sem_post(&lock->semaphore);
  }
  return jn_none();
}
Value leaveOwned(const Value *args, size_t, Value) {
  return releaseOwned(args, 1, jn_unbound());
}
Value isOwned(const Value *args, size_t, Value) {
  return jn_bool(ownsLock(as<OwnedLock>(args[0])));
}
// For Condition.wait(): lets go of all levels, and takes them again.
Value releaseSave(const Value *args, size_t, Value) {
  auto *lock = as<OwnedLock>(args[0]);
  if (!ownsLock(lock))
    return raise(jn_exc_RuntimeError, "cannot release un-acquired lock");
  Value saved = makeTuple({jn_int(lock->depth), jn_int(lock->owner)});
  lock->depth = lock->owner = 0;
  sem_post(&lock->semaphore);
  return saved;
}
Value acquireRestore(const Value *args, size_t, Value) {
  if (!isInstance(args[1], &jn_type_tuple) || as<jn_tuple>(args[1])->size != 2)
    return raise(jn_exc_TypeError, "a tuple (count, owner) is expected");
  Ref keep = Ref::own(args[0]), saved = Ref::own(args[1]);
  if (take(&keep.as<OwnedLock>()->semaphore, Wait()) < 0)
    return jn_error();
  keep.as<OwnedLock>()->depth = saved.as<jn_tuple>()->items[0].i;
  keep.as<OwnedLock>()->owner = saved.as<jn_tuple>()->items[1].i;
  return jn_none();
}
Value resetOwned(const Value *args, size_t, Value) {
  auto *lock = as<OwnedLock>(args[0]);
  sem_destroy(&lock->semaphore);
  sem_init(&lock->semaphore, 0, 1);
  lock->depth = lock->owner = 0;
  return jn_none();
}
Value ownedRepr(Object *o) {
  auto *lock = reinterpret_cast<OwnedLock *>(o);
  return makeStr(formatText("<%s _thread.RLock object owner=%ld count=%ld at %p>",
                            lock->depth ? "locked" : "unlocked", static_cast<long>(lock->owner),
                            static_cast<long>(lock->depth), static_cast<void *>(o)));
}
void ownedDealloc(Object *o) {
  sem_destroy(&reinterpret_cast<OwnedLock *>(o)->semaphore);
  freeObject(o);
}
Value constructOwned(Type *cls, const Value *, size_t, Value) {
  auto *lock = allocate<OwnedLock>(cls);
  sem_init(&lock->semaphore, 0, 1);
  return jn_obj(lock);
}
const MethodDef ownedMethods[] = {{"acquire", acquireOwned, 1, -1, true},
                                  {"release", releaseOwned, 1, 1},
                                  {"_is_owned", isOwned, 1, 1},
                                  {"_release_save", releaseSave, 1, 1},
                                  {"_acquire_restore", acquireRestore, 2, 2},
                                  {"_at_fork_reinit", resetOwned, 1, 1},
                                  {"__enter__", enterOwned, 1, 1},
                                  {"__exit__", leaveOwned, 1, 4},
                                  {nullptr, nullptr}};
Type jn_type_rlock = {.name = "RLock",
                      .instanceSize = sizeof(OwnedLock),
                      .dealloc = ownedDealloc,
                      .repr = ownedRepr,
                      .construct = constructOwned,
                      .methods = ownedMethods};

// ---------------------------------------------------------------- threads

struct Start {
  Value function, args, kwargs;
};

// The lock that Thread.join() waits for: it is let go of when the thread has ended.
thread_local Value sentinel = {JN_UNBOUND, {0}};

Value setSentinel(const Value *, size_t, Value) {
  jn_assign(&sentinel, newLock());
  return jn_own(sentinel);
}

void endThread() {
  if (sentinel.tag == JN_OBJECT && as<Lock>(sentinel)->isLocked)
    Ref(releaseLock(&sentinel, 1, jn_unbound()));
  jn_assign(&sentinel, jn_unbound());
  dropThreadLocals();
  clearError();
  --programThreads;
}

void *runThread(void *argument) {
  auto *start = static_cast<Start *>(argument);
  RuntimeEntry entry;
  Ref function(start->function), args(start->args), kwargs(start->kwargs);
  delete start;
  if (Ref(jn_call_ex(function.get(), args.get(), kwargs.get())).failed()) {
    if (errorMatches(jn_exc_SystemExit))
      clearError();
    else
      writeUnraisable("Exception ignored in thread started by: ", function.get());
  }
  for (Ref *each : {&function, &args, &kwargs})
    *each = Ref();
  endThread();
  return nullptr;
}

Value startNewThread(const Value *args, size_t count, Value) {
  if (!typeOf(args[0])->call)
    return raise(jn_exc_TypeError, "first arg must be callable");
  if (!isInstance(args[1], &jn_type_tuple))
    return raise(jn_exc_TypeError, "2nd arg must be a tuple");
  if (count > 2 && !isInstance(args[2], &jn_type_dict))
    return raise(jn_exc_TypeError, "optional 3rd arg must be a dictionary");
  auto *start =
      new Start{jn_own(args[0]), jn_own(args[1]), count > 2 ? jn_own(args[2]) : jn_none()};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kThreadStack);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // Signals are the program's thread's.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  ++programThreads;
  int status = pthread_create(&thread, &attributes, runThread, start);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (status == 0)
    return jn_int(static_cast<int64_t>(thread));
  --programThreads;
  for (Value each : {start->function, start->args, start->kwargs})
    jn_decref(each);
  delete start;
  return raise(jn_exc_RuntimeError, "can't start new thread");
}

Value getIdentity(const Value *, size_t, Value) {
  return jn_int(identity());
}
Value getNativeId(const Value *, size_t, Value) {
  return jn_int(syscall(SYS_gettid));
}
Value countThreads(const Value *, size_t, Value) {
  return jn_int(programThreads);
}
Value exitThread(const Value *, size_t, Value) {
  setRaised(newException(&jn_exc_SystemExit, jn_unbound()));
  return jn_error();
}
Value interruptMain(const Value *args, size_t count, Value) {
  int64_t number = SIGINT;
  if (count && !toInt64(args[0], &number))
    return jn_error();
  if (number < 1 || number >= NSIG)
    return raise(jn_exc_ValueError, "signal number out of range");
  kill(getpid(), static_cast<int>(number));
  return jn_none();
}
Value stackSize(const Value *, size_t, Value) {
  return jn_int(0);
}
Value always(const Value *, size_t, Value) {
  return jn_bool(true);
}

const MethodDef kFunctions[] = {{"start_new_thread", startNewThread, 2, 3},
                                {"start_new", startNewThread, 2, 3},
                                {"allocate_lock", allocateLock, 0, 0},
                                {"allocate", allocateLock, 0, 0},
                                {"get_ident", getIdentity, 0, 0},
                                {"get_native_id", getNativeId, 0, 0},
                                {"_count", countThreads, 0, 0},
                                {"_set_sentinel", setSentinel, 0, 0},
                                {"exit", exitThread, 0, 0},
                                {"exit_thread", exitThread, 0, 0},
                                {"interrupt_main", interruptMain, 0, 1},
                                {"stack_size", stackSize, 0, 1},
                                {"daemon_threads_allowed", always, 0, 0},
                                {"_is_main_interpreter", always, 0, 0},
                                {}};

int init(jn_module *m) {
  for (Type *type : {&jn_type_lock, &jn_type_rlock}) {
    type->module = JN_NAME("_thread");
    if (readyType(type) < 0)
      return -1;
  }
  return addToModule(m, "LockType", jn_own(jn_obj(&jn_type_lock))) < 0 ||
                 addToModule(m, "RLock", jn_own(jn_obj(&jn_type_rlock))) < 0 ||
                 addToModule(m, "error", jn_own(jn_obj(&jn_exc_RuntimeError))) < 0 ||
                 addToModule(m, "TIMEOUT_MAX", jn_float(kLongestWait)) < 0 || addThreadLocal(m) < 0
             ? -1
             : 0;
}

}  // namespace

extern const NativeModuleDef threadModule;
const NativeModuleDef threadModule = {"_thread", init, kFunctions};

}  // namespace janus
