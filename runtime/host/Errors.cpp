// The thread's last error, and the start and end of calls.
#include "host/HostCall.h"

#include "value/builtin/Builtins.h"
#include "value/call/Modules.h"
#include "value/call/Process.h"
#include "value/error/Raise.h"
#include "value/error/TracebackText.h"
#include "value/file/Streams.h"
#include "value/object/Types.h"

#include <cstdarg>
#include <cstdlib>
#include <pthread.h>
#include <utility>
#include <vector>

namespace janus::host {

bool isStarted;

namespace {

// Texts are made when they are asked for.
struct LastError {
  janus_status status = JANUS_OK;
  ExceptionObject *exception = nullptr;  // owned
  bool hasTexts = false;
  std::string type, message, text;
  std::vector<const TracebackObject *> calls;
  std::vector<std::string> files, sources;

  void clear() {
    status = JANUS_OK;
    hasTexts = false;
    if (exception) {
      RuntimeEntry entry;
      SavedError pending;
      jn_decref(jn_obj(std::exchange(exception, nullptr)));
    }
  }
  ~LastError() { clear(); }
};
thread_local LastError lastError;

std::string dottedName(const Type *type) {
  Value t = jn_obj(const_cast<Type *>(type));
  Ref module(getattrOptional(t, JN_NAME("__module__")));
  Ref name(getattrOptional(t, JN_NAME("__qualname__")));
  clearError();
  std::string prefix;
  if (isStr(module.get()) && utf8Of(module.get()) != "builtins")
    prefix = std::string(utf8Of(module.get())) + ".";
  return prefix + std::string(isStr(name.get()) ? utf8Of(name.get()) : typeNameOf(type));
}

LastError &withTexts() {
  LastError &e = lastError;
  if (e.hasTexts || !e.exception)
    return e;
  RuntimeEntry entry;
  SavedError pending;
  e.type = dottedName(e.exception->head.type);
  Ref message(str(jn_obj(e.exception)));
  e.message = message.failed() ? "<exception str() failed>" : std::string(utf8Of(message.get()));
  clearError();
  e.text = formatException(e.exception);
  e.calls.clear();
  e.files.clear();
  e.sources.clear();
  for (const TracebackObject *t = e.exception->traceback; t; t = t->next) {
    e.calls.push_back(t);
    e.files.push_back(sourcePath(t->function->file));
    e.sources.emplace_back(tracebackSource(t));
  }
  e.hasTexts = true;
  return e;
}

}  // namespace

janus_status keepError(janus_status status) {
  lastError.clear();
  lastError.status = status;
  Value e = takeError();
  lastError.exception = e.tag == JN_OBJECT ? as<ExceptionObject>(e) : nullptr;
  return status;
}

void restoreLastError() {
  if (!lastError.exception)
    return;
  setError(jn_obj(std::exchange(lastError.exception, nullptr)));
  lastError.clear();
}

EarlierError::EarlierError()
    : status_(std::exchange(lastError.status, JANUS_OK)), exception_(jn_none()) {
  if (lastError.exception)
    exception_ = jn_obj(std::exchange(lastError.exception, nullptr));
  lastError.hasTexts = false;
}
EarlierError::~EarlierError() {
  if (lastError.status != JANUS_OK || exception_.tag != JN_OBJECT) {
    SavedError pending;
    jn_decref(exception_);
    return;
  }
  lastError.status = status_;
  lastError.exception = as<ExceptionObject>(exception_);
}

janus_status misuse(Type &type, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  raise(type, "%s", text);
  return JANUS_MISUSE;
}

namespace {
// What jn_run_main does for a program: its own exit functions, its profile, its summary.
void atHostExit() {
  RuntimeEntry entry;
  endObservation();
  if (callExitFunctions() < 0 || flushStdout() < 0)
    clearError();
}
}  // namespace

bool startRuntime() {
  if (isForkedInMidCall) {
    raise(jn_exc_RuntimeError, "this process was forked while another thread was in compiled code, "
                               "which cannot go on here: fork when no thread is, or start a new "
                               "process");
    return false;
  }
  if (initRuntime() < 0)
    return false;
  if (!isProgramOfItsOwn)  // whose end does all that
    std::atexit(atHostExit);
  pthread_atfork(nullptr, nullptr, [] { isStarted = isStarted && !isForkedInMidCall; });
  isStarted = true;
  return true;
}

void endOutermostCall() {
  if (flushStdout() < 0)
    clearError();
  if (JN_UNLIKELY(hostGoesOnHook))
    hostGoesOnHook();
}

}  // namespace janus::host

using namespace janus;
using namespace janus::host;

janus_status janus_error_status(void) {
  return lastError.status;
}
const char *janus_error_type(void) {
  return lastError.exception ? withTexts().type.c_str() : "";
}
const char *janus_error_message(void) {
  return lastError.exception ? withTexts().message.c_str() : "";
}
const char *janus_error_text(void) {
  return lastError.exception ? withTexts().text.c_str() : "";
}
size_t janus_error_frame_count(void) {
  return lastError.exception ? withTexts().calls.size() : 0;
}
janus_status janus_error_frame(size_t index, janus_frame *frame) {
  LastError &e = withTexts();
  if (!e.exception || index >= e.calls.size() || !frame)
    return JANUS_MISUSE;
  const TracebackObject *t = e.calls[index];
  *frame = {e.files[index].c_str(), t->function->name, e.sources[index].c_str(), t->line,
            t->column};
  return JANUS_OK;
}
janus_status janus_error_place(size_t index, janus_place *place) {
  LastError &e = withTexts();
  if (!e.exception || index >= e.calls.size() || !place)
    return JANUS_MISUSE;
  const jn_span *span = e.calls[index]->span;
  if (!span)
    return JANUS_END;
  *place = {span->line, span->column, span->end_line, span->end_column};
  return JANUS_OK;
}
janus_status janus_error_object(janus_value *out) {
  if (!lastError.exception || !out)
    return JANUS_MISUSE;
  RuntimeEntry entry;
  *out = handOut(jn_own(jn_obj(lastError.exception)));
  return JANUS_OK;
}
void janus_error_clear(void) {
  lastError.clear();
}
