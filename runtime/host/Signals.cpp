// Signals of a host that has handlers of its own kind: Python.
#include "host/HostCall.h"

#include "janus/janus_python.h"
#include "value/call/Process.h"
#include "value/error/Raise.h"
#include "value/object/Heap.h"

namespace janus::host {
namespace {

janus_status (*runHandlers)();

// A poll that comes with an exception on its way leaves it there, unless a handler raises another.
int handleSignals() {
  Ref earlier(takeError());
  EarlierError last;
  if (runHandlers() != JANUS_OK) {
    if (!hasError())
      restoreLastError();
    if (hasError())
      return -1;
  }
  clearError();
  if (earlier.get().tag == JN_OBJECT)
    setError(earlier.release());
  return 0;
}

}  // namespace
}  // namespace janus::host

void janus_use_signal_handlers(janus_status (*run)(void)) {
  janus::host::runHandlers = run;
  janus::hostSignalsHook = janus::host::handleSignals;
}

void janus_poll_soon(void) {
  janus::setPending(janus::kPendingSignal);
}
