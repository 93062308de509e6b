// Running a program: the large stack, start-up of the runtime, signals, exit status.
#include "value/call/Process.h"
#include "value/call/Modules.h"
#include "value/call/RuntimeLock.h"
#include "value/error/Raise.h"
#include "value/error/Trace.h"
#include "value/file/Streams.h"
#include "value/object/Heap.h"
#include "value/object/Types.h"

#include <algorithm>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

jn_depth jn_call_depth = {0, 1000};
volatile uint32_t jn_pending_flags;

namespace janus {

bool isProgramOfItsOwn;
void (*programEndHook)();
void (*afterProgramHook)();
bool (*interruptHook)();
void (*hostGoesOnHook)();
int (*hostSignalsHook)();
int (*programSignalsHook)();

int initCoreTypes();
int initNativeTypes();
int initFunctionTypes();
int initSuperType();
int initGeneratorType();
int initCoroutineTypes();
int initAsyncGeneratorTypes();
int initModuleType();
int initIterationTypes();
int initTracebackTypes();
int initDescriptorTypes();

namespace {

constexpr int kInterrupted = 256 + SIGINT;

const jn_module_def *ownProgram;  // that runs; null: a host has loaded the runtime
int argumentCount;
std::string startFolder;  // the working directory, before the program changes it
char **argumentTexts;
volatile sig_atomic_t interrupted;

void onInterrupt(int) {
  if (interruptHook && interruptHook())
    return;
  interrupted = 1;
  setPending(kPendingSignal);
}

int initBuiltinsModule() {
  jn_module *m = allocate<jn_module>(&jn_type_module);
  Ref keep(jn_obj(m));
  m->dict = as<jn_dict>(jn_own(jn_obj(builtinsDict())));
  return dictSet(m->dict, JN_NAME("__name__"), JN_NAME("builtins")) < 0 ||
                 dictSet(modulesDict(), JN_NAME("builtins"), jn_obj(m)) < 0
             ? -1
             : 0;
}

int initAll() {
  initStrings();
  if (initObjectTypes() < 0 || initDataTypes() < 0 || initExceptions() < 0 ||
      initBuiltinObjects() < 0 || initBuiltinFunctions() < 0 || initBuiltinsModule() < 0)
    return -1;
  Ref sys(importModule("sys"));
  return sys.failed() ? -1 : 0;
}

}  // namespace

// Of a copy that fork() has made there is nothing to tell: the files are the program's.
static const pid_t observedProcess = getpid();

void endObservation() {
  if (getpid() != observedProcess)
    return;
  if (programEndHook)
    programEndHook();
  if (traceFile)
    traceFile->flush();
}

int initObjectTypes() {
  using Init = int (*)();
  for (Init init : {initCoreTypes, initSlotWrapperTypes, initNativeTypes, initDescriptorTypes,
                    initFunctionTypes, initSuperType, initGeneratorType, initCoroutineTypes,
                    initAsyncGeneratorTypes, initModuleType, initIterationTypes, initTracebackTypes,
                    initUnionType})
    if (init() < 0)
      return -1;
  return 0;
}

int initRuntime() {
  static int status = [] {
    startTrace();
    int s = initAll();
    if (s < 0) {
      fprintf(stderr, "janus: the runtime could not start\n");
      if (errorState.pending)
        printException(errorState.pending);
    }
    return s;
  }();
  return status;
}

Value programArguments() {
  Ref list(jn_make_list(nullptr, 0));
  for (int i = 0; i < argumentCount; ++i) {
    Ref text(makeStr(argumentTexts[i]));
    if (jn_list_append(list.get(), text.get()) < 0)
      return jn_error();
  }
  if (argumentCount == 0)
    jn_list_append(list.get(), JN_NAME(""));
  return list.release();
}

Value searchFolders() {
  Ref list(jn_make_list(nullptr, 0));
  if (!ownProgram)
    return list.release();
  std::string file = sourcePath(ownProgram->file);
  // Links lead to the folder, as python3 has it.
  if (char *real = realpath(file.c_str(), nullptr)) {
    file = real;
    free(real);
  }
  size_t slash = file.rfind('/');
  Ref folder(makeStr(slash == std::string::npos ? "" : file.substr(0, std::max<size_t>(slash, 1))));
  return jn_list_append(list.get(), folder.get()) < 0 ? jn_error() : list.release();
}

std::string sourcePath(const char *file) {
  if (!file)
    return "<unknown>";
  if (*file == '/' || *file == '<' || startFolder.empty())
    return file;
  std::string path = startFolder + "/" + file;
  return access(path.c_str(), F_OK) == 0 ? path : file;
}

bool signalsHaveTheirStack;

// A SIGINT that is ignored already stays so, as CPython leaves it: the job of a script in the
// background.
void installSignalHandlers() {
  struct sigaction action = {};
  action.sa_handler = onInterrupt;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  struct sigaction before;
  if (sigaction(SIGINT, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGINT, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

namespace {

// SystemExit: its code decides; anything but None and ints is printed.
int systemExitStatus(ExceptionObject *e) {
  Ref code = Ref::own(e->fields[0]);
  Value v = code.get();
  if (v.tag < JN_NONE || v.tag == JN_NONE)
    return 0;
  if (v.tag == JN_INT || v.tag == JN_BOOL)
    return static_cast<int>(v.i & 0xff);
  if (isInt(v))
    return 255;
  std::string text = formatText("%S", &v) + "\n";
  if (write(2, text.data(), text.size()) < 0)
    return 1;
  return 1;
}

}  // namespace

int reportUncaught() {
  Ref e(takeError());
  if (e.get().tag != JN_OBJECT)
    return 0;
  auto *exception = e.as<ExceptionObject>();
  if (isSubtype(exception->head.type, &jn_exc_SystemExit))
    return systemExitStatus(exception);
  Value sys = dictGetStr(modulesDict(), JN_NAME("sys"));
  Value hook = sys.tag == JN_OBJECT ? dictGetStr(as<jn_module>(sys)->dict, JN_NAME("excepthook"))
                                    : jn_unbound();
  if (hook.tag == JN_OBJECT && hook.o->type != &jn_type_native) {
    Value args[] = {jn_obj(exception->head.type), e.get(),
                    exception->traceback ? jn_obj(exception->traceback) : jn_none()};
    if (!Ref(jn_call(hook, args, 3)).failed())
      return 1;
    clearError();
  }
  printException(exception);
  return isSubtype(exception->head.type, &jn_exc_KeyboardInterrupt) ? kInterrupted : 1;
}

namespace {

struct Run {
  const jn_module_def *program;
  const jn_module_def *const *modules;
  int status;
};

// Finalizers run before the process ends, with all names of the program in place. Then what those
// hold is dropped: objects first, while the functions and classes are still there.
void clearMain() {
  Value main = dictGetStr(modulesDict(), JN_NAME("__main__"));
  if (!isInstance(main, &jn_type_module))
    return;
  Ref keep = Ref::own(main);
  jn_dict *d = as<jn_module>(main)->dict;
  collectCycles(kGenerations - 1);
  finalizeInstances(&d->head);
  auto isCode = [](Value v) {
    return v.o->type == &jn_type_function || isType(v) || isInstance(v, &jn_type_module);
  };
  for (bool code : {false, true}) {
    for (int64_t i = 0; i < d->used; ++i) {
      Value key = d->entries[i].key, v = d->entries[i].value;
      if (v.tag != JN_OBJECT || !isStr(key) || isStr(v) || isCode(v) != code)
        continue;
      if (utf8Of(key) == "__builtins__")
        continue;
      Ref held = Ref::own(key);
      dictSet(d, key, jn_none());
    }
    collectCycles(kGenerations - 1);
  }
  clearError();
}

// False when what the program has printed is lost, which is said where CPython says it.
bool writeLastOutput() {
  if (flushStdout() == 0)
    return true;
  writeUnraisable("Exception ignored in: ", originalStream(1));
  return false;
}

// Waits for the threads that are no daemons.
void waitForThreads() {
  Value threading = dictGetStr(modulesDict(), JN_NAME("threading"));
  if (threading.tag != JN_OBJECT)
    return;
  Ref keep = Ref::own(threading);
  if (Ref(callMethod(threading, JN_NAME("_shutdown"), {})).failed())
    writeUnraisable("Exception ignored in: ", keep.get());
}

int finish(int status) {
  waitForThreads();
  endObservation();
  if (callExitFunctions() < 0)
    clearError();
  keepLock();
  bool isWritten = writeLastOutput();
  clearMain();
  isWritten = writeLastOutput() && isWritten;
  if (afterProgramHook)
    afterProgramHook();
  return isWritten ? status : 120;
}

// For this thread's handlers of signals, while it runs the program: oneDNN's products have the
// stack pointer in the midst of their memory.
class SignalStack {
public:
  SignalStack() {
    stack_t mine = {};
    mine.ss_sp = memory_;
    mine.ss_size = sizeof memory_;
    signalsHaveTheirStack = sigaltstack(&mine, &before_) == 0;
  }
  SignalStack(const SignalStack &) = delete;
  SignalStack &operator=(const SignalStack &) = delete;
  ~SignalStack() {
    if (std::exchange(signalsHaveTheirStack, false))
      sigaltstack(&before_, nullptr);
  }

private:
  alignas(16) char memory_[1 << 16];
  stack_t before_;
};

// The shell expects of an interrupted program that it dies of the signal.
[[noreturn]] void dieOfInterrupt() {
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  signal(SIGINT, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &interrupt, nullptr);
  ::raise(SIGINT);
  _exit(128 + SIGINT);
}

void *runOnLargeStack(void *argument) {
  auto *run = static_cast<Run *>(argument);
  pid_t process = getpid();
  run->status = 1;
  SignalStack signals;
  declareLargeStack();
  RuntimeEntry entry;
  if (initRuntime() < 0)
    return nullptr;
  installSignalHandlers();
  registerModules(run->modules);
  jn_module *m = newModule("__main__", run->program);
  Ref keep(jn_obj(m));
  if (dictSet(modulesDict(), JN_NAME("__main__"), jn_obj(m)) < 0 || runModule(m) < 0) {
    run->status = finish(reportUncaught());
  } else {
    run->status = finish(0);
  }
  // A copy that fork() has made has this thread alone: nobody waits for it and takes its status.
  if (getpid() != process) {
    if (run->status == kInterrupted)
      dieOfInterrupt();
    std::exit(run->status);
  }
  return nullptr;
}

constexpr size_t kStackSize = size_t{512} << 20, kGuardSize = 1 << 16;

}  // namespace
}  // namespace janus

using namespace janus;

namespace janus {
bool enterNative(const char *where) {
  if (JN_LIKELY(++jn_call_depth.depth <= jn_call_depth.limit))
    return true;
  raise(jn_exc_RecursionError, "maximum recursion depth exceeded%s", where);
  --jn_call_depth.depth;
  return false;
}
}  // namespace janus

void jn_raise_recursion() {
  raise(jn_exc_RecursionError, "maximum recursion depth exceeded");
}

namespace {

int handleSignals() {
  // A step commits whole, its text too: what is due waits for a poll behind it.
  if (LockPin::pins != 0 || !isMainThread())
    return 0;
  clearPending(kPendingSignal);
  if (interrupted) {
    interrupted = 0;
    setRaised(newException(&jn_exc_KeyboardInterrupt, jn_unbound()));
    return -1;
  }
  if (programSignalsHook && programSignalsHook() < 0)
    return -1;
  return hostSignalsHook ? hostSignalsHook() : 0;
}

}  // namespace

namespace janus {
int pollAfterSignal() {
  setPending(kPendingSignal);
  return jn_poll();
}
}  // namespace janus

int jn_handle_pending() {
  uint32_t flags = __atomic_load_n(&jn_pending_flags, __ATOMIC_RELAXED);
  if (flags & kPendingCollect)
    collectIfDue();
  if (flags & kPendingSwitch)
    letOthersRun();
  return flags & kPendingSignal ? handleSignals() : 0;
}

namespace janus {
void (*watchHook)(Object *written);
}
void jn_watch_hit(jn_object *o) {
  if (watchHook)
    watchHook(o);
}

int jn_run_main(const jn_module_def *program, const jn_module_def *const *modules, int argc,
                char **argv) {
  char folder[4096];
  if (getcwd(folder, sizeof folder))
    startFolder = folder;
  argumentCount = argc;
  argumentTexts = argv;
  isProgramOfItsOwn = true;
  ownProgram = program;
  Run run = {program, modules, 1};
  size_t size = kStackSize;
  void *stack = MAP_FAILED;
  for (; size >= (size_t{8} << 20); size /= 2) {
    stack = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack != MAP_FAILED)
      break;
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  if (stack == MAP_FAILED || mprotect(stack, kGuardSize, PROT_NONE) != 0 ||
      pthread_attr_setstack(&attributes, static_cast<char *>(stack) + kGuardSize,
                            size - kGuardSize) != 0 ||
      pthread_create(&thread, &attributes, runOnLargeStack, &run) != 0) {
    runOnLargeStack(&run);  // on the stack that there is
    return run.status;
  }
  // Signals go to the thread that runs the program: its system calls must see them.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  pthread_join(thread, nullptr);
  if (programThreads != 0) {
    // Threads that are left must not meet what static destructors take down.
    fflush(nullptr);
    if (run.status != kInterrupted)
      _exit(run.status);
  }
  if (run.status == kInterrupted)
    dieOfInterrupt();
  return run.status;
}
