#include "bridge/Frames.h"

#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace janus::bridge {
namespace {

// A file of Python as tracebacks want it: a module with its text, which is read once.
struct SourceFile {
  std::string path, text;
  jn_module_def def = {};
  jn_module *module = nullptr;
};

// A function that has been in a traceback. Traceback objects point at these for ever.
struct FrameFunction {
  std::string name;
  jn_function_def def = {};
};

constexpr size_t kLongestSource = size_t{1} << 24;

void readText(const std::string &path, std::string *out) {
  FILE *f = path.empty() || path[0] == '<' ? nullptr : fopen(path.c_str(), "rb");
  if (!f)
    return;
  char buffer[1 << 16];
  for (size_t n; out->size() < kLongestSource && (n = fread(buffer, 1, sizeof(buffer), f)) > 0;)
    out->append(buffer, n);
  fclose(f);
}

SourceFile &sourceFile(std::string_view path, std::string_view text = {}) {
  static auto *files = new std::map<std::string, SourceFile, std::less<>>;
  if (auto it = files->find(path); it != files->end())
    return it->second;
  SourceFile &f = (*files)[std::string(path)];
  f.path = path;
  if (text.empty())
    readText(f.path, &f.text);
  else
    f.text = text;
  f.def.abi_version = JN_ABI_VERSION;
  f.def.name = f.def.file = f.path.c_str();
  f.def.source = f.text.c_str();
  f.def.source_size = f.text.size();
  f.module = allocate<jn_module>(&jn_type_module);
  f.module->dict = newDict();
  f.module->def = &f.def;
  return f;
}

const jn_function_def *frameFunction(const SourceFile &file, std::string_view name) {
  static auto *functions = new std::map<std::pair<const SourceFile *, std::string>, FrameFunction>;
  FrameFunction &f = (*functions)[{&file, std::string(name)}];
  if (!f.def.name) {
    f.name = name;
    f.def.name = f.def.qualname = f.name.c_str();
    f.def.file = file.path.c_str();
  }
  return &f.def;
}

// Traceback objects point at their span; equal ones are one.
const jn_span *frameSpan(const jn_span &span) {
  using Key = std::array<uint32_t, 4>;
  static auto *spans = new std::map<Key, jn_span>;
  return &spans->try_emplace(Key{span.line, span.column, span.end_line, span.end_column}, span)
              .first->second;
}

// The exception has come from `traceback` to where it is now.
void setTraceback(ExceptionObject *x, Value traceback) {
  TracebackObject *old = std::exchange(x->traceback, as<TracebackObject>(jn_own(traceback)));
  if (old)
    jn_decref(jn_obj(old));
}

bool addFrame(ExceptionObject *x, Value frame) {
  if (!isExact(frame, &jn_type_tuple) || as<jn_tuple>(frame)->size != 6)
    return false;
  const Value *item = as<jn_tuple>(frame)->items;
  if (!isStr(item[0]) || !isStr(item[2]))
    return false;
  for (int i : {1, 3, 4, 5})
    if (item[i].tag != JN_INT || item[i].i < -1 || item[i].i > INT32_MAX)
      return false;
  const SourceFile &file = sourceFile(utf8Of(item[0]));
  auto *t = allocate<TracebackObject>(&jn_type_traceback);
  t->next = x->traceback;
  t->function = frameFunction(file, utf8Of(item[2]));
  t->module = file.module;
  ++file.module->head.refs;
  t->line = item[1].i < 0 ? 0 : static_cast<uint32_t>(item[1].i);
  if (item[3].i >= 0 && item[5].i >= 0) {
    t->column = static_cast<uint32_t>(item[3].i);
    t->span = frameSpan(
        {t->line, t->column, static_cast<uint32_t>(item[4].i), static_cast<uint32_t>(item[5].i)});
  }
  x->traceback = t;
  return true;
}

}  // namespace

void knowSource(std::string_view path, std::string_view text) {
  sourceFile(path, text);
}

bool addFrames(ExceptionObject *x, jn_tuple *frames) {
  int64_t count = frames->size;
  if (count && isExact(frames->items[count - 1], &jn_type_traceback))
    setTraceback(x, frames->items[--count]);
  for (int64_t i = count; i-- > 0;)
    if (!addFrame(x, frames->items[i]))
      return false;
  return true;
}

}  // namespace janus::bridge
