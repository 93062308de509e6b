// The process: arguments, signals, start-up and end.
#pragma once

#include "value/builtin/Builtins.h"

namespace janus {

Value programArguments();  // list for sys.argv, owned
// List for sys.path, owned: the folder of the program, if one of its own runs.
Value searchFolders();
// The path of a source file as python3 shows it: absolute, when the file is where it was compiled
// from.
std::string sourcePath(const char *file);
void installSignalHandlers();
// The process is ours: what handles signals has a stack of its own.
extern bool signalsHaveTheirStack;
// This process was made by fork() while a thread that it does not have was in compiled code: what
// that thread has left half done is so for good.
extern bool isForkedInMidCall;
// Prints an uncaught exception as the interpreter does and answers the exit status; takes the
// pending error.
int reportUncaught();
// Called when the program has ended, while its objects are still there, and before os._exit();
// runtime/speculate sets it.
extern void (*programEndHook)();
// jn_run_main() runs a program: no host has loaded the runtime.
extern bool isProgramOfItsOwn;
// Called behind everything that a program of its own does; runtime/bridge sets it.
extern void (*afterProgramHook)();
// Asked by the handler of SIGINT: true where Python is at work in this process and raises
// KeyboardInterrupt itself; runtime/bridge sets it.
extern bool (*interruptHook)();
// Called when a host's outermost call ends; runtime/bridge sets it.
extern void (*hostGoesOnHook)();
// Called by a poll, after the host has asked for it or a call of the system was interrupted:
// handlers that the host has for signals. -1 with an exception pending; runtime/host sets it.
extern int (*hostSignalsHook)();
// Handlers that the program has for signals, in its main thread; runtime/stdlib sets it.
extern int (*programSignalsHook)();
// jn_poll() where a call of the system may have ended early because of a signal.
int pollAfterSignal();
// What has been observed of the program goes to its files.
void endObservation();

}  // namespace janus
