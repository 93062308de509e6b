// Python's handlers of signals while compiled code runs. Python's own handler in C notes that a
// signal has come where only PyErr_CheckSignals() of the main thread sees it, so compiled code
// polls now and then: a thread without Python asks for that as long as the main thread is in the
// runtime.
#include "Native.h"

#include <janus/janus_python.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <pthread.h>
#include <thread>

namespace janus_python {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPause{50};
// The part of the time that may be spent on waiting for Python's lock: a twentieth.
constexpr int kPatience = 20;

unsigned long mainThread;
bool hasThread;  // that asks
int depth;       // of the main thread's scopes
std::atomic<bool> isInside;
std::atomic<uint32_t> isParked{1};
std::atomic<Clock::rep> quietUntil;

bool isMainThread() {
  return pthread_equal(pthread_self(), mainThread);
}

// Asks until the main thread is out, and parks until it comes in.
[[noreturn]] void *askForPolls(void *) {
  for (;;) {
    isParked.wait(1);
    std::this_thread::sleep_for(kPause);
    if (isInside) {
      if (Clock::now().time_since_epoch().count() >= quietUntil)
        janus_poll_soon();
      continue;
    }
    isParked = 1;
    if (isInside)  // and has not seen that
      isParked = 0;
  }
}

// Its signals are for threads that Python knows.
void startThread() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  hasThread = pthread_create(&thread, nullptr, askForPolls, nullptr) == 0;
  if (hasThread)
    pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void unpark() {
  isParked = 0;
  if (hasThread)
    isParked.notify_one();
  else
    startThread();
}

// In a process that fork() has made: this thread is its main one, and the only one.
void afterFork() {
  if (!isMainThread()) {
    depth = 0;
    isInside = false;
    mainThread = pthread_self();
  }
  hasThread = false;
  isParked = 1;
  if (isInside)
    janus_poll_soon();
}

janus_status runHandlers() {
  if (!isMainThread() || !Py_IsInitialized())
    return JANUS_OK;
  if (isInside && isParked)  // in the midst of a call that has forked
    unpark();
  Clock::time_point begin = Clock::now();
  PyGILState_STATE state = PyGILState_Ensure();
  Clock::time_point end = Clock::now();
  quietUntil = (end + kPatience * (end - begin)).time_since_epoch().count();
  // Nothing may run with an exception of Python on its way.
  bool isRaised = !PyErr_Occurred() && PyErr_CheckSignals() < 0;
  janus_status status = isRaised ? raiseInRuntime() : JANUS_OK;
  PyGILState_Release(state);
  return status;
}

}  // namespace

bool beginWatch() {
  if (!isMainThread())
    return false;
  if (depth++ == 0) {
    isInside = true;
    if (isParked)
      unpark();
  }
  return true;
}

void endWatch() {
  if (--depth == 0)
    isInside.store(false, std::memory_order_release);
}

bool initSignals() {
  Owned threading(PyImport_ImportModule("threading"));
  Owned thread(threading ? PyObject_CallMethod(threading.get(), "main_thread", nullptr) : nullptr);
  Owned number(thread ? PyObject_GetAttrString(thread.get(), "ident") : nullptr);
  mainThread = number ? PyLong_AsUnsignedLong(number.get()) : 0;
  if (PyErr_Occurred())
    return false;
  janus_use_signal_handlers(runHandlers);
  pthread_atfork(nullptr, nullptr, afterFork);
  return true;
}

}  // namespace janus_python
