// Raising, catching and restoring exceptions: the status side of Python's errors.
#include "value/error/Raise.h"
#include "value/builtin/Builtins.h"
#include "value/error/TracebackText.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <utility>

namespace janus {

namespace {
HandledLevel mainLevel = {{JN_NONE, {0}}, nullptr};
}  // namespace

ErrorState errorState = {nullptr, &mainLevel};

ExceptionObject *handledException() {
  for (HandledLevel *level = errorState.handled; level; level = level->outer)
    if (level->exception.tag == JN_OBJECT)
      return as<ExceptionObject>(level->exception);
  return nullptr;
}

bool hasError() {
  return errorState.pending != nullptr;
}

bool errorMatches(const Type &type) {
  return errorState.pending && isSubtype(errorState.pending->head.type, &type);
}

Value takeError() {
  ExceptionObject *e = errorState.pending;
  errorState.pending = nullptr;
  return e ? jn_obj(e) : jn_unbound();
}

void clearError() {
  if (ExceptionObject *e = errorState.pending) {
    errorState.pending = nullptr;
    jn_decref(jn_obj(e));
  }
}

void setError(Value exception) {
  clearError();
  errorState.pending = exception.tag == JN_OBJECT ? as<ExceptionObject>(exception) : nullptr;
}

void setRaised(ExceptionObject *e) {
  ExceptionObject *handled = handledException();
  if (JN_UNLIKELY(handled != nullptr) && handled != e) {
    // The chain of contexts must not come back to `e`.
    ExceptionObject *slow = handled;
    bool step = false;
    for (ExceptionObject *o = handled; o->context; o = o->context) {
      if (o->context == e) {
        o->context = nullptr;
        jn_decref(jn_obj(e));
        break;
      }
      if (o->context == slow)
        break;  // a cycle that a program made itself
      if (step)
        slow = slow->context;
      step = !step;
    }
    ExceptionObject *old = e->context;
    jn_incref(jn_obj(handled));
    e->context = handled;
    if (old)
      jn_decref(jn_obj(old));
  }
  clearError();
  errorState.pending = e;
}

// ---------------------------------------------------------------- raise(type, format, ...)

namespace {

void appendValue(std::string *out, char conversion, Value v) {
  if (conversion == 'T') {
    *out += typeName(v);
    return;
  }
  Ref text(conversion == 'R' ? repr(v) : str(v));
  if (text.failed()) {
    clearError();
    *out += '<';
    *out += typeName(v);
    *out += " object>";
    return;
  }
  *out += utf8Of(text.get());
}

// One printf conversion, `spec` from '%' to the letter.
void appendConversion(std::string *out, const std::string &spec, va_list *arguments) {
  char buffer[512];
  int written = 0;
  char letter = spec.back();
  bool isLong = spec.find('l') != std::string::npos || spec.find('z') != std::string::npos;
  switch (letter) {
  case 's': {
    const char *text = va_arg(*arguments, const char *);
    if (spec == "%s") {
      *out += text ? text : "(null)";
      return;
    }
    if (spec == "%.*s") {  // handled by the caller
      return;
    }
    written = snprintf(buffer, sizeof buffer, spec.c_str(), text);
    break;
  }
  case 'd':
  case 'i':
  case 'u':
  case 'x':
  case 'X':
    written = isLong ? snprintf(buffer, sizeof buffer, spec.c_str(), va_arg(*arguments, long))
                     : snprintf(buffer, sizeof buffer, spec.c_str(), va_arg(*arguments, int));
    break;
  case 'c': written = snprintf(buffer, sizeof buffer, spec.c_str(), va_arg(*arguments, int)); break;
  case 'p':
    written = snprintf(buffer, sizeof buffer, spec.c_str(), va_arg(*arguments, void *));
    break;
  default:  // e f g
    written = snprintf(buffer, sizeof buffer, spec.c_str(), va_arg(*arguments, double));
    break;
  }
  if (written > 0)
    out->append(buffer, std::min<size_t>(written, sizeof buffer - 1));
}

}  // namespace

std::string formatText(const char *format, va_list source) {
  va_list arguments;
  va_copy(arguments, source);
  std::string out;
  for (const char *p = format; *p;) {
    const char *percent = strchr(p, '%');
    if (!percent) {
      out += p;
      break;
    }
    out.append(p, percent);
    p = percent + 1;
    if (*p == '%') {
      out += '%';
      ++p;
    } else if (*p == 'R' || *p == 'S' || *p == 'T') {
      appendValue(&out, *p++, *va_arg(arguments, Value *));
    } else if (strncmp(p, ".*s", 3) == 0) {
      int length = va_arg(arguments, int);
      const char *text = va_arg(arguments, const char *);
      out.append(text, strnlen(text, static_cast<size_t>(length < 0 ? 0 : length)));
      p += 3;
    } else {
      const char *start = percent;
      while (*p && !strchr("sdiuxXcpefgEG", *p))
        ++p;
      if (*p)
        ++p;
      appendConversion(&out, std::string(start, p), &arguments);
    }
  }
  va_end(arguments);
  return out;
}

std::string formatText(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string text = formatText(format, arguments);
  va_end(arguments);
  return text;
}

Value raise(Type &type, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string text = formatText(format, arguments);
  va_end(arguments);
  Ref message(makeStr(text));
  setRaised(newException(&type, message.get()));
  return jn_error();
}

Value raiseKeyError(Value key) {
  setRaised(newException(&jn_exc_KeyError, key));
  return jn_error();
}

Value raiseStopIteration(Value value) {
  ExceptionObject *e =
      newException(&jn_exc_StopIteration, value.tag == JN_NONE ? jn_unbound() : value);
  setExceptionField(e, 0, jn_own(value));
  setRaised(e);
  return jn_error();
}

Value raiseNameError(Value name) {
  raise(jn_exc_NameError, "name '%S' is not defined", &name);
  setExceptionField(errorState.pending, kNameErrorName, jn_own(name));
  return jn_error();
}

Value raiseAttributeError(Value object, Value name) {
  if (isInstance(object, &jn_type_type)) {
    std::string type(typeNameOf(as<Type>(object)));
    raise(jn_exc_AttributeError, "type object '%s' has no attribute '%S'", type.c_str(), &name);
  } else if (isInstance(object, &jn_type_module)) {
    Value moduleName = dictGetStr(as<jn_module>(object)->dict, JN_NAME("__name__"));
    if (isStr(moduleName))
      raise(jn_exc_AttributeError, "module '%S' has no attribute '%S'", &moduleName, &name);
    else
      raise(jn_exc_AttributeError, "module has no attribute '%S'", &name);
  } else {
    raise(jn_exc_AttributeError, "'%T' object has no attribute '%S'", &object, &name);
  }
  setExceptionField(errorState.pending, kAttributeErrorName, jn_own(name));
  setExceptionField(errorState.pending, kAttributeErrorObj, jn_own(object));
  return jn_error();
}

namespace {
Type *osErrorClass(int errnum) {
  switch (errnum) {
  case EAGAIN:
  case EALREADY:
  case EINPROGRESS: return &jn_exc_BlockingIOError;
  case EPIPE:
  case ESHUTDOWN: return &jn_exc_BrokenPipeError;
  case ECHILD: return &jn_exc_ChildProcessError;
  case ECONNABORTED: return &jn_exc_ConnectionAbortedError;
  case ECONNREFUSED: return &jn_exc_ConnectionRefusedError;
  case ECONNRESET: return &jn_exc_ConnectionResetError;
  case EEXIST: return &jn_exc_FileExistsError;
  case ENOENT: return &jn_exc_FileNotFoundError;
  case EISDIR: return &jn_exc_IsADirectoryError;
  case ENOTDIR: return &jn_exc_NotADirectoryError;
  case EINTR: return &jn_exc_InterruptedError;
  case EACCES:
  case EPERM: return &jn_exc_PermissionError;
  case ESRCH: return &jn_exc_ProcessLookupError;
  case ETIMEDOUT: return &jn_exc_TimeoutError;
  default: return &jn_exc_OSError;
  }
}
}  // namespace

Type *osErrorClassFor(int errnum) {
  return osErrorClass(errnum);
}

Value raiseOsError(int errnum, Value path) {
  Ref text(makeStr(strerror(errnum)));
  auto *e = newException(osErrorClass(errnum), jn_unbound());
  jn_tuple *old = e->args;
  e->args = as<jn_tuple>(makeTuple({jn_int(errnum), text.get()}));
  jn_decref(jn_obj(old));
  setExceptionField(e, kOsErrno, jn_int(errnum));
  setExceptionField(e, kOsStrerror, text.release());
  if (path.tag != JN_UNBOUND && path.tag != JN_NONE)
    setExceptionField(e, kOsFilename, jn_own(path));
  setRaised(e);
  return jn_error();
}

// ---------------------------------------------------------------- raise statements

ExceptionObject *exceptionFrom(Value v) {
  if (isExceptionClass(v)) {
    Ref made(jn_call(v, nullptr, 0));
    if (made.failed())
      return nullptr;
    if (!isException(made.get())) {
      Value result = made.get();
      raise(jn_exc_TypeError,
            "calling %R should have returned an instance of BaseException, not %R", &v, &result);
      return nullptr;
    }
    return as<ExceptionObject>(made.release());
  }
  if (isException(v))
    return as<ExceptionObject>(jn_own(v));
  raise(jn_exc_TypeError, "exceptions must derive from BaseException");
  return nullptr;
}

}  // namespace janus

using namespace janus;

void jn_raise(jn_value exception, jn_value cause) {
  ExceptionObject *e = exceptionFrom(exception);
  if (!e)
    return;
  if (cause.tag != JN_UNBOUND) {
    ExceptionObject *c = nullptr;
    if (cause.tag != JN_NONE) {
      if (!isException(cause) && !isExceptionClass(cause)) {
        jn_decref(jn_obj(e));
        raise(jn_exc_TypeError, "exception causes must derive from BaseException");
        return;
      }
      c = exceptionFrom(cause);
      if (!c) {
        jn_decref(jn_obj(e));
        return;
      }
    }
    ExceptionObject *old = e->cause;
    e->cause = c;
    e->suppressContext = 1;
    if (old)
      jn_decref(jn_obj(old));
  }
  setRaised(e);
}

void jn_reraise() {
  ExceptionObject *handled = handledException();
  if (!handled) {
    raise(jn_exc_RuntimeError, "No active exception to reraise");
    return;
  }
  jn_incref(jn_obj(handled));
  clearError();
  errorState.pending = handled;
}

void jn_raise_unbound_local(jn_value name) {
  raise(jn_exc_UnboundLocalError,
        "cannot access local variable '%S' where it is not associated with a value", &name);
}

void jn_raise_unbound_free(jn_value name) {
  raise(
      jn_exc_NameError,
      "cannot access free variable '%S' where it is not associated with a value in enclosing scope",
      &name);
}

void jn_raise_assertion(jn_value message) {
  setRaised(newException(&jn_exc_AssertionError, message));
}

jn_value jn_catch(jn_value *saved) {
  HandledLevel *level = errorState.handled;
  ExceptionObject *e = errorState.pending;
  errorState.pending = nullptr;
  *saved = level->exception;
  level->exception = jn_incref(jn_obj(e));
  return jn_obj(e);
}

void jn_catch_end(jn_value saved) {
  HandledLevel *level = errorState.handled;
  Value old = level->exception;
  level->exception = saved;
  jn_decref(old);
}

void jn_restore(jn_value exception) {
  clearError();
  errorState.pending = as<ExceptionObject>(exception);
}

int jn_exception_matches(jn_value exception, jn_value pattern) {
  if (isExceptionClass(pattern))
    return isSubtype(exception.o->type, as<Type>(pattern));
  if (isInstance(pattern, &jn_type_tuple)) {
    jn_tuple *t = as<jn_tuple>(pattern);
    for (int64_t i = 0; i < t->size; ++i) {
      if (isExceptionClass(t->items[i]))
        continue;
      raise(jn_exc_TypeError,
            "catching classes that do not inherit from BaseException is not allowed");
      return -1;
    }
    for (int64_t i = 0; i < t->size; ++i)
      if (isSubtype(exception.o->type, as<Type>(t->items[i])))
        return 1;
    return 0;
  }
  raise(jn_exc_TypeError, "catching classes that do not inherit from BaseException is not allowed");
  return -1;
}

static TracebackObject *newTraceback(const jn_function_def *fn, jn_module *module, uint32_t line,
                                     uint32_t column) {
  auto *t = allocate<TracebackObject>(&jn_type_traceback);
  t->function = fn;
  t->module = module;
  t->line = line;
  t->column = column;
  if (module)
    jn_incref(jn_obj(module));
  return t;
}
void janus::forgetTraceback() {
  if (TracebackObject *passed = std::exchange(errorState.pending->traceback, nullptr))
    jn_decref(jn_obj(passed));
}
void jn_trace(const jn_function_def *fn, jn_module *module, uint32_t line, uint32_t column) {
  ExceptionObject *e = errorState.pending;
  if (JN_UNLIKELY(!e))
    return;
  TracebackObject *t = newTraceback(fn, module, line, column);
  t->next = e->traceback;  // takes the reference over
  e->traceback = t;
}

struct CallPlace {
  const jn_function_def *function;
  jn_module *module;
  const jn_span *span;
};
static CallPlace callPlace;

TracebackObject *janus::takeCallPlace() {
  auto [function, module, span] = std::exchange(callPlace, CallPlace{});
  return span ? newTraceback(function, module, span->line, span->column) : nullptr;
}
// Without an error it notes where the next call stands.
void jn_trace_span(const jn_function_def *fn, jn_module *module, const jn_span *span) {
  ExceptionObject *e = errorState.pending;
  if (!e) {
    callPlace = {fn, module, span};
    return;
  }
  jn_trace(fn, module, span->line, span->column);
  if (e->traceback)
    e->traceback->span = span;
}
