// Traceback objects, and the text that the interpreter prints for an exception nobody caught.
#include "janus/frames.h"
#include "value/call/Calls.h"
#include "value/call/Process.h"
#include "value/error/ErrorCarets.h"
#include "value/error/Raise.h"
#include "value/error/Suggestions.h"
#include "value/error/TracebackText.h"
#include "value/object/Types.h"

#include <string.h>
#include <unistd.h>
#include <vector>

jn_frame *jn_innermost_frame;

namespace janus {

namespace {

TracebackObject *traceback(Object *o) {
  return reinterpret_cast<TracebackObject *>(o);
}

void tracebackTraverse(Object *o, VisitFn visit, void *context) {
  visit(reinterpret_cast<Object *>(traceback(o)->next), context);
}
void tracebackClear(Object *o) {
  if (TracebackObject *next = traceback(o)->next) {
    traceback(o)->next = nullptr;
    jn_decref(jn_obj(next));
  }
}
void tracebackDealloc(Object *o) {
  tracebackClear(o);
  if (traceback(o)->module)
    jn_decref(jn_obj(traceback(o)->module));
  freeObject(o);
}

// A frame: what tb_frame shows of a call that may be over.
struct FrameObject {
  jn_object head;
  TracebackObject *at;
  FrameObject *back;  // of running functions; else null
};
TracebackObject *frameAt(Object *o) {
  return reinterpret_cast<FrameObject *>(o)->at;
}
FrameObject *backOf(Object *o) {
  return reinterpret_cast<FrameObject *>(o)->back;
}
void frameDealloc(Object *o) {
  jn_decref(jn_obj(frameAt(o)));
  if (backOf(o))
    jn_decref(jn_obj(backOf(o)));
  freeObject(o);
}
void frameTraverse(Object *o, VisitFn visit, void *context) {
  visit(&frameAt(o)->head, context);
  if (backOf(o))
    visit(&backOf(o)->head, context);
}
Value frameCode(Object *o) {
  return newCode(frameAt(o)->function);
}
Value frameLine(Object *o) {
  return jn_int(frameAt(o)->line);
}
Value frameGlobals(Object *o) {
  jn_module *m = frameAt(o)->module;
  return m ? jn_own(jn_obj(m->dict)) : jn_obj(newDict());
}
Value frameLocals(Object *) {
  return jn_obj(newDict());
}
Value frameBack(Object *o) {
  return backOf(o) ? jn_own(jn_obj(backOf(o))) : jn_none();
}
const GetSetDef frameGetsets[] = {
    {"f_code", frameCode, nullptr},       {"f_lineno", frameLine, nullptr},
    {"f_globals", frameGlobals, nullptr}, {"f_locals", frameLocals, nullptr},
    {"f_back", frameBack, nullptr},       {nullptr, nullptr, nullptr}};
// Frames show no variables, so there are none to let go of.
Value frameClear(const Value *, size_t, Value) {
  return jn_none();
}
const MethodDef frameMethods[] = {{"clear", frameClear, 1, 1}, {nullptr, nullptr}};
Type frameType = {.name = "frame",
                  .instanceSize = sizeof(FrameObject),
                  .dealloc = frameDealloc,
                  .traverse = frameTraverse,
                  .methods = frameMethods,
                  .getsets = frameGetsets};

Value getNext(Object *o) {
  TracebackObject *next = traceback(o)->next;
  return next ? jn_own(jn_obj(next)) : jn_none();
}
int setNext(Object *o, Value v) {
  if (v.tag != JN_NONE && !isExact(v, &jn_type_traceback)) {
    raise(jn_exc_TypeError, "expected traceback object or None, got '%T'", &v);
    return -1;
  }
  TracebackObject *old = traceback(o)->next;
  traceback(o)->next = v.tag == JN_OBJECT ? as<TracebackObject>(jn_own(v)) : nullptr;
  if (old)
    jn_decref(jn_obj(old));
  return 0;
}
Value getLine(Object *o) {
  return jn_int(traceback(o)->line);
}
Value getLasti(Object *) {
  return jn_int(0);
}
Value getFrame(Object *o) {
  auto *f = allocate<FrameObject>(&frameType);
  f->at = as<TracebackObject>(jn_own(jn_obj(o)));
  return jn_obj(f);
}

// CPython has these in C, which leaves no frames.
struct Frameless {
  std::string_view module, classPrefix;
};
constexpr Frameless kFrameless[] = {
    {"asyncio.futures", "Future."}, {"asyncio.tasks", "Task."}, {"_expression_code", ""}};

bool isFrameless(const TracebackObject *t) {
  if (!t->module || !t->module->def)
    return false;
  for (const Frameless &each : kFrameless)
    if (each.module == t->module->def->name &&
        std::string_view(t->function->qualname).starts_with(each.classPrefix))
      return true;
  return false;
}

const GetSetDef getsets[] = {{"tb_next", getNext, setNext},
                             {"tb_lineno", getLine, nullptr},
                             {"tb_lasti", getLasti, nullptr},
                             {"tb_frame", getFrame, nullptr},
                             {nullptr, nullptr, nullptr}};

// ---------------------------------------------------------------- text

// Line `number` of the module's source; empty when unknown.
std::string_view wholeLine(const jn_module *m, uint32_t number) {
  if (!m || !m->def || !m->def->source || number == 0)
    return {};
  std::string_view text(m->def->source, m->def->source_size);
  size_t at = 0;
  for (uint32_t line = 1; line < number; ++line) {
    size_t end = text.find('\n', at);
    if (end == std::string_view::npos)
      return {};
    at = end + 1;
  }
  size_t end = text.find('\n', at);
  return text.substr(at, end == std::string_view::npos ? end : end - at);
}

std::string_view withoutMargins(std::string_view text) {
  size_t first = text.find_first_not_of(" \t\f\r");
  if (first == std::string_view::npos)
    return {};
  size_t last = text.find_last_not_of(" \t\f\r");
  return text.substr(first, last - first + 1);
}

constexpr int kRepeatsShown = 3;

void endRepeats(std::vector<std::string> *out, int count) {
  if (count <= kRepeatsShown)
    return;
  count -= kRepeatsShown;
  out->push_back("  [Previous line repeated " + std::to_string(count) + " more time" +
                 (count > 1 ? "s" : "") + "]\n");
}

std::string entryText(const TracebackObject *t) {
  std::string text = "  File \"" + sourcePath(t->function->file) + "\", line " +
                     std::to_string(t->line) + ", in " + t->function->name + "\n";
  std::string_view line = wholeLine(t->module, t->line), source = withoutMargins(line);
  if (source.empty())
    return text;
  text += "    ";
  text += source;
  text += '\n';
  std::string carets = t->span ? errorCarets(line, *t->span) : "";
  return carets.empty() ? text : text + carets + '\n';
}

void appendTraceback(std::string *out, const TracebackObject *t) {
  if (!t)
    return;
  *out += "Traceback (most recent call last):\n";
  for (const std::string &entry : tracebackEntries(t))
    *out += entry;
}

std::string className(const Type *type) {
  Value t = jn_obj(const_cast<Type *>(type));
  Ref module(getattrOptional(t, JN_NAME("__module__"))),
      name(getattrOptional(t, JN_NAME("__qualname__")));
  clearError();
  std::string text;
  if (isStr(module.get())) {
    std::string_view m = utf8Of(module.get());
    if (m != "builtins" && m != "__main__")
      text = std::string(m) + ".";
  } else {
    text = "<unknown>.";
  }
  return text + std::string(isStr(name.get()) ? utf8Of(name.get()) : typeNameOf(type));
}

// File and offending line of a SyntaxError.
void appendSyntaxLocation(std::string *out, ExceptionObject *e) {
  Value file = e->fields[kSyntaxFilename], line = e->fields[kSyntaxLineno],
        text = e->fields[kSyntaxText];
  if (line.tag != JN_INT)
    return;
  *out += "  File \"" + (isStr(file) ? std::string(utf8Of(file)) : std::string("<string>")) +
          "\", line " + std::to_string(line.i) + "\n";
  if (!isStr(text))
    return;
  std::string_view source = utf8Of(text);
  size_t first = source.find_first_not_of(" \t\f"), last = source.find_last_not_of(" \t\f\r\n");
  if (first == std::string_view::npos)
    return;
  *out += "    " + std::string(source.substr(first, last - first + 1)) + "\n";
  Value offset = e->fields[kSyntaxOffset], end = e->fields[kSyntaxEndOffset];
  if (offset.tag != JN_INT || offset.i < 1)
    return;
  int64_t column = offset.i - 1 - static_cast<int64_t>(first);
  if (column < 0)
    return;
  int64_t width = end.tag == JN_INT && end.i > offset.i ? end.i - offset.i : 1;
  *out += "    " + std::string(static_cast<size_t>(column), ' ') +
          std::string(static_cast<size_t>(width), '^') + "\n";
}

void appendMessage(std::string *out, ExceptionObject *e) {
  bool syntax =
      isSubtype(e->head.type, &jn_exc_SyntaxError) && e->fields[kSyntaxLineno].tag == JN_INT;
  if (syntax)
    appendSyntaxLocation(out, e);
  *out += className(e->head.type);
  Ref text(syntax ? str(e->fields[kSyntaxMsg]) : str(jn_obj(e)));
  if (text.failed()) {
    clearError();
    *out += ": <exception str() failed>";
  } else if (strLength(text.get())) {
    *out += ": ";
    *out += utf8Of(text.get());
  }
  *out += suggestionFor(e);
  *out += '\n';
  Ref notes(getattrOptional(jn_obj(e), JN_NAME("__notes__")));
  clearError();
  if (notes.get().tag == JN_UNBOUND)
    return;
  if (!isInstance(notes.get(), &jn_type_list) && !isInstance(notes.get(), &jn_type_tuple)) {
    Value n = notes.get();
    *out += formatText("%R", &n) + "\n";
    return;
  }
  forEach(notes.get(), [&](Value note) {
    *out += formatText("%S", &note) + "\n";
    return true;
  });
  clearError();
}

void writeStderr(const std::string &text) {
  for (size_t at = 0; at < text.size();) {
    ssize_t n = write(2, text.data() + at, text.size() - at);
    if (n <= 0)
      return;
    at += static_cast<size_t>(n);
  }
}

}  // namespace

namespace {
TracebackObject *newPlace(const jn_function_def *function, jn_module *module, uint32_t line) {
  auto *t = allocate<TracebackObject>(&jn_type_traceback);
  t->function = function;
  t->module = module;
  t->line = line;
  if (module)
    jn_incref(jn_obj(module));
  return t;
}
}  // namespace

Value newFrame(const jn_function_def *function, jn_module *module) {
  Ref place(jn_obj(newPlace(function, module, function->line)));
  return getFrame(place.get().o);
}

Value frameOfStack(int64_t depth) {
  const jn_frame *at = jn_innermost_frame;
  for (; at && depth > 0; --depth)
    at = at->outer;
  FrameObject *first = nullptr, *last = nullptr;
  for (; at; at = at->outer) {
    auto *f = allocate<FrameObject>(&frameType);
    f->at = newPlace(at->def, at->module, at->line);
    (last ? last->back : first) = f;
    last = f;
  }
  return first ? jn_obj(first) : jn_none();
}

Value placeOfFrame(Value frame) {
  return isExact(frame, &frameType) ? jn_own(jn_obj(frameAt(frame.o))) : jn_none();
}

std::vector<std::string> tracebackEntries(const TracebackObject *t) {
  std::vector<std::string> entries;
  const TracebackObject *last = nullptr;
  int repeats = 0;
  for (; t; t = t->next) {
    if (isFrameless(t))
      continue;
    bool same = last && last->function == t->function && last->line == t->line;
    if (!same) {
      endRepeats(&entries, repeats);
      repeats = 0;
    }
    last = t;
    if (++repeats <= kRepeatsShown)
      entries.push_back(entryText(t));
  }
  endRepeats(&entries, repeats);
  return entries;
}
std::string exceptionMessage(ExceptionObject *e) {
  SavedError saved;
  std::string text;
  appendMessage(&text, e);
  return text;
}
std::string_view tracebackSource(const TracebackObject *t) {
  return withoutMargins(wholeLine(t->module, t->line));
}

std::string formatTraceback(const TracebackObject *t) {
  std::string text;
  appendTraceback(&text, t);
  return text;
}

void printException(ExceptionObject *e) {
  writeStderr(formatException(e));
}

void writeUnraisable(const char *where, Value object) {
  Ref e(takeError());
  std::string text = where + formatText("%R", &object) + "\n";
  clearError();
  if (e.get().tag == JN_OBJECT) {
    appendTraceback(&text, e.as<ExceptionObject>()->traceback);
    appendMessage(&text, e.as<ExceptionObject>());
  }
  writeStderr(text);
}

int initTracebackTypes() {
  return readyType(&jn_type_traceback) < 0 || readyType(&frameType) < 0 ? -1 : 0;
}

Type jn_type_traceback = {
    .name = "traceback",
    .instanceSize = sizeof(TracebackObject),
    .dealloc = tracebackDealloc,
    .traverse = tracebackTraverse,
    .clear = tracebackClear,
    .getsets = getsets,
};

}  // namespace janus
