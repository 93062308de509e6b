// The module _signal: handlers in Python for the signals of this process. They run when the
// program's thread polls.
#include "value/call/Process.h"
#include "value/call/RuntimeLock.h"
#include "value/error/Raise.h"
#include "value/object/Heap.h"
#include "value/object/Types.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/time.h>
#include <unistd.h>

namespace janus {
namespace {

// Values of SIG_DFL and SIG_IGN in Python.
constexpr int64_t kDefault = 0, kIgnore = 1;

Value handlers[NSIG];  // JN_UNBOUND: nobody has asked
volatile sig_atomic_t raisedSignals[NSIG], anyRaised;

void onSignal(int number) {
  raisedSignals[number] = 1;
  anyRaised = 1;
  setPending(kPendingSignal);
}

Value defaultInterrupt(const Value *, size_t, Value) {
  setRaised(newException(&jn_exc_KeyboardInterrupt, jn_unbound()));
  return jn_error();
}
const MethodDef defaultInterruptDef = {"default_int_handler", defaultInterrupt, 0, 2};
Value defaultInterruptHandler() {
  static const Value handler = makeNative(&defaultInterruptDef, JN_NAME("_signal"));
  return handler;
}

int runHandlers() {
  if (!anyRaised)
    return 0;
  anyRaised = 0;
  for (int number = 1; number < NSIG; ++number) {
    if (!raisedSignals[number])
      continue;
    raisedSignals[number] = 0;
    Ref handler = Ref::own(handlers[number]);
    if (handler.get().tag == JN_OBJECT &&
        Ref(call(handler.get(), {jn_int(number), jn_none()})).failed()) {
      anyRaised = 1;  // others may wait
      setPending(kPendingSignal);
      return -1;
    }
  }
  return 0;
}

bool numberOf(Value v, int *out) {
  int64_t number;
  if (!toInt64(v, &number))
    return false;
  if (number < 1 || number >= NSIG) {
    raise(jn_exc_ValueError, "signal number out of range");
    return false;
  }
  *out = static_cast<int>(number);
  return true;
}

Value current(int number) {
  if (handlers[number].tag != JN_UNBOUND)
    return handlers[number];
  struct sigaction now;
  if (sigaction(number, nullptr, &now) != 0 || now.sa_handler == SIG_DFL)
    return jn_int(kDefault);
  if (now.sa_handler == SIG_IGN)
    return jn_int(kIgnore);
  return number == SIGINT ? defaultInterruptHandler() : jn_none();
}

Value getSignal(const Value *args, size_t, Value) {
  int number;
  return numberOf(args[0], &number) ? jn_own(current(number)) : jn_error();
}

Value setSignal(const Value *args, size_t, Value) {
  if (!isMainThread() || !signalsHaveTheirStack)
    return raise(jn_exc_ValueError, "signal only works in main thread of the main interpreter");
  int number;
  if (!numberOf(args[0], &number))
    return jn_error();
  int64_t plain = -1;
  bool isFunction = typeOf(args[1])->call != nullptr;
  if (!isFunction && isInt(args[1]) && !toInt64(args[1], &plain))
    return jn_error();
  if (!isFunction && plain != kDefault && plain != kIgnore)
    return raise(jn_exc_TypeError,
                 "signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object");
  struct sigaction action = {};
  action.sa_handler = isFunction ? onSignal : plain == kDefault ? SIG_DFL : SIG_IGN;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  Ref before = Ref::own(current(number));
  if (sigaction(number, &action, nullptr) != 0)
    return raiseOsError(errno, jn_none());
  jn_assign(&handlers[number], jn_own(args[1]));
  return before.release();
}

Value raiseSignal(const Value *args, size_t, Value) {
  int number;
  if (!numberOf(args[0], &number))
    return jn_error();
  kill(getpid(), number);
  return pollAfterSignal() < 0 ? jn_error() : jn_none();
}
Value alarmFn(const Value *args, size_t, Value) {
  int64_t seconds;
  if (!toInt64(args[0], &seconds))
    return jn_error();
  return jn_int(alarm(static_cast<unsigned>(seconds)));
}
double secondsOf(const timeval &t) {
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
}
timeval timeOf(double seconds) {
  auto whole = static_cast<time_t>(seconds);
  return {whole, static_cast<suseconds_t>((seconds - static_cast<double>(whole)) * 1e6)};
}
Value setTimer(const Value *args, size_t count, Value) {
  int64_t which;
  double first, every = 0;
  if (!toInt64(args[0], &which) || !toDouble(args[1], &first) ||
      (count > 2 && !toDouble(args[2], &every)))
    return jn_error();
  itimerval wanted = {timeOf(every), timeOf(first)}, before;
  if (setitimer(static_cast<__itimer_which>(which), &wanted, &before) != 0)
    return raiseOsError(errno, jn_none());
  return makeTuple({jn_float(secondsOf(before.it_value)), jn_float(secondsOf(before.it_interval))});
}
Value pauseFn(const Value *, size_t, Value) {
  {
    LockRelease others;
    pause();
  }
  return pollAfterSignal() < 0 ? jn_error() : jn_none();
}
Value describe(const Value *args, size_t, Value) {
  int number;
  return numberOf(args[0], &number) ? makeStr(strsignal(number)) : jn_error();
}

const MethodDef kFunctions[] = {{"signal", setSignal, 2, 2},         {"getsignal", getSignal, 1, 1},
                                {"raise_signal", raiseSignal, 1, 1}, {"alarm", alarmFn, 1, 1},
                                {"setitimer", setTimer, 2, 3},       {"pause", pauseFn, 0, 0},
                                {"strsignal", describe, 1, 1},       {}};

int init(jn_module *m) {
  for (Value &handler : handlers)
    handler = jn_unbound();
  programSignalsHook = runHandlers;
  return addToModule(m, "NSIG", jn_int(NSIG)) < 0 ||
                 addToModule(m, "default_int_handler", jn_own(defaultInterruptHandler())) < 0
             ? -1
             : 0;
}

}  // namespace

extern const NativeModuleDef signalModule;
const NativeModuleDef signalModule = {"_signal", init, kFunctions};

}  // namespace janus
