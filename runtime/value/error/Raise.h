// Exceptions as objects, and the thread's pending and handled ones.
#pragma once

#include "value/object/Object.h"

namespace janus {

struct TracebackObject {
  jn_object head;
  TracebackObject *next;            // towards the place of the raise
  const jn_function_def *function;  // null for frames of native code that name themselves
  jn_module *module;
  uint32_t line, column;
  const jn_span *span;  // null when only the line is known
};

struct ExceptionObject {
  jn_object head;
  jn_tuple *args;
  TracebackObject *traceback;
  ExceptionObject *context, *cause;
  jn_dict *dict;
  uint32_t suppressContext;
  uint32_t fieldCount;
  jn_value fields[1];  // of the class: OSError's errno, StopIteration's value, ...
};

// Fields of the classes that have some, by position.
enum OsErrorField { kOsErrno, kOsStrerror, kOsFilename, kOsFilename2, kOsFields };
enum ImportErrorField { kImportName, kImportPath, kImportMsg, kImportFields };
enum NameErrorField { kNameErrorName, kNameErrorFields };
enum AttributeErrorField { kAttributeErrorName, kAttributeErrorObj, kAttributeErrorFields };
enum SyntaxErrorField {
  kSyntaxMsg,
  kSyntaxFilename,
  kSyntaxLineno,
  kSyntaxOffset,
  kSyntaxText,
  kSyntaxEndLineno,
  kSyntaxEndOffset,
  kSyntaxFields
};
enum UnicodeErrorField {
  kUnicodeEncoding,
  kUnicodeObject,
  kUnicodeStart,
  kUnicodeEnd,
  kUnicodeReason,
  kUnicodeFields
};

// The exceptions being handled: one level per running generator, as each has its own.
struct HandledLevel {
  Value exception;  // JN_NONE when nothing is handled at this level
  HandledLevel *outer;
};
struct ErrorState {
  ExceptionObject *pending;  // owned
  HandledLevel *handled;
};
extern ErrorState errorState;

// The innermost exception being handled, borrowed; null when there is none.
ExceptionObject *handledException();

// `type(message)` without running Python code of user classes.
ExceptionObject *newException(Type *type, Value message);
// The pending exception, without the places in Python that it has passed.
void forgetTraceback();
// Makes a new exception pending (taken over) and sets its __context__ from the handled one.
void setRaised(ExceptionObject *exception);
// Calls a class, or checks an instance; null with TypeError pending.
ExceptionObject *exceptionFrom(Value classOrInstance);
inline bool isExceptionClass(Value v) {
  return v.tag == JN_OBJECT && isSubtype(v.o->type, &jn_type_type) &&
         (reinterpret_cast<Type *>(v.o)->typeFlags & kTypeException);
}
inline bool isException(Value v) {
  return v.tag == JN_OBJECT && (v.o->type->typeFlags & kTypeException);
}
inline Value exceptionField(ExceptionObject *e, uint32_t i) {
  return e->fields[i];
}
void setExceptionField(ExceptionObject *e, uint32_t i, Value owned);

// Raised by `next()` and friends when an iterator ends: StopIteration(value).
Value raiseStopIteration(Value value);
Value raiseAttributeError(Value object, Value name);  // the text depends on what the object is
Value raiseNameError(Value name);
// Text of `type: message` lines, with __notes__ and causes, as the interpreter prints it to stderr.
std::string formatException(ExceptionObject *e);
// warnings.warn(text, DeprecationWarning); false when that is an error.
bool warnDeprecated(const std::string &text);
// Prints to stderr; used for what cannot propagate (`Exception ignored in: ...`).
void printException(ExceptionObject *e);
void writeUnraisable(const char *where, Value object);
// Runs a finaliser with the pending error put aside.
class SavedError {
public:
  SavedError() : saved_(errorState.pending) { errorState.pending = nullptr; }
  ~SavedError() {
    clearError();
    errorState.pending = saved_;
  }
  SavedError(const SavedError &) = delete;
  SavedError &operator=(const SavedError &) = delete;

private:
  ExceptionObject *saved_;
};

// printf formats plus %R %S %T (value.h of errors), into a string.
std::string formatText(const char *format, va_list arguments);
std::string formatText(const char *format, ...);

}  // namespace janus
