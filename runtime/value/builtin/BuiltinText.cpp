// Builtin functions on text: print input repr ascii format, and the start-up of all data types.
#include "value/builtin/BuiltinTables.h"
#include "value/file/Streams.h"
#include "value/text/Format.h"
#include "value/text/Str.h"

#include <utility>

namespace janus {
namespace {

bool separatorArgument(const char *name, Value v) {
  if (!given(v) || v.tag == JN_NONE || isStr(v))
    return true;
  raise(jn_exc_TypeError, "%s must be None or a string, not %T", name, &v);
  return false;
}

// The text of a value of the program's, or of one that may hold such, which may print itself.
bool mayRunCode(Value v) {
  return v.tag == JN_OBJECT && (v.o->type->typeFlags & kTypeHeap || v.o->type->traverse);
}

Value printFn(const Value *args, size_t count, Value kwnames) {
  size_t keywords = keywordCount(kwnames), positional = count - keywords;
  Value separator = jn_unbound(), end = jn_unbound(), file = jn_none(), flush = jn_bool(false);
  for (size_t i = 0; i < keywords; ++i) {
    Value keyword = as<jn_tuple>(kwnames)->items[i], v = args[positional + i];
    std::string_view name = utf8Of(keyword);
    if (name == "sep")
      separator = v;
    else if (name == "end")
      end = v;
    else if (name == "file")
      file = v;
    else if (name == "flush")
      flush = v;
    else
      return raise(jn_exc_TypeError, "'%S' is an invalid keyword argument for print()", &keyword);
  }
  if (!separatorArgument("sep", separator) || !separatorArgument("end", end))
    return jn_error();
  if (file.tag == JN_NONE) {
    file = standardStream("stdout");
    if (!given(file))
      return raise(jn_exc_RuntimeError, "lost sys.stdout");
    if (file.tag == JN_NONE)
      return jn_none();
  }
  Ref held = Ref::own(file);
  // Our own standard output takes the whole line at once, or what there is of it before an argument
  // whose text the program makes; other files see CPython's writes.
  bool direct = file.tag == JN_OBJECT && file.o == originalStream(1).o;
  std::string line;
  auto put = [&](Value text) {
    if (!direct)
      return writeText(file, text) == 0;
    line += utf8Of(text);
    return true;
  };
  auto putLine = [&] {
    return line.empty() || writeText(file, Ref(makeStr(std::exchange(line, {}))).get()) == 0;
  };
  Ref space(makeStr(" ")), newline(makeStr("\n"));
  for (size_t i = 0; i < positional; ++i) {
    if (i && !put(isStr(separator) ? separator : space.get()))
      return jn_error();
    if (mayRunCode(args[i]) && !putLine())
      return jn_error();
    Ref text(str(args[i]));
    if (text.failed() || !put(text.get()))
      return jn_error();
  }
  if (!put(isStr(end) ? end : newline.get()))
    return jn_error();
  if (!putLine())
    return jn_error();
  int flushing = jn_truth(flush);
  if (flushing < 0 || (flushing && flushFile(file) < 0))
    return jn_error();
  return jn_none();
}

Value inputFn(const Value *args, size_t count, Value) {
  Value out = standardStream("stdout"), in = standardStream("stdin");
  if (!given(in) || in.tag == JN_NONE)
    return raise(jn_exc_RuntimeError, "input(): lost sys.stdin");
  if (!given(out) || out.tag == JN_NONE)
    return raise(jn_exc_RuntimeError, "input(): lost sys.stdout");
  Ref heldOut = Ref::own(out), heldIn = Ref::own(in);
  if (count) {
    Ref prompt(str(args[0]));
    if (prompt.failed() || writeText(out, prompt.get()) < 0)
      return jn_error();
  }
  if (flushFile(out) < 0)
    return jn_error();
  Ref line(callMethod(in, JN_NAME("readline"), {}));
  if (line.failed())
    return jn_error();
  Value l = line.get();
  if (!isStr(l))
    return raise(jn_exc_TypeError, "object.readline() returned non-string");
  int64_t n = strLength(l);
  if (n == 0)
    return raise(jn_exc_EOFError, "EOF when reading a line");
  return substring(l, 0, strCharAt(l, n - 1) == '\n' ? n - 1 : n);
}

Value reprFn(const Value *args, size_t, Value) {
  return repr(args[0]);
}
Value asciiFn(const Value *args, size_t, Value) {
  return asciiOf(args[0]);
}
Value formatFn(const Value *args, size_t count, Value) {
  if (count > 1 && !isStr(args[1]))
    return raise(jn_exc_TypeError, "format() argument 2 must be str, not %T", &args[1]);
  return formatValue(args[0], argument(args, count, 1));
}

Value exitFn(const Value *args, size_t count, Value) {
  Ref error(call(jn_obj(&jn_exc_SystemExit), {count ? args[0] : jn_none()}));
  if (!error.failed())
    setError(error.release());
  return jn_error();
}

}  // namespace

const MethodDef kTextBuiltins[] = {
    {"print", printFn, 0, -1, true}, {"input", inputFn, 0, 1},   {"repr", reprFn, 1, 1},
    {"ascii", asciiFn, 1, 1},        {"format", formatFn, 1, 2}, {"open", openFile, 0, -1, true},
    {"exit", exitFn, 0, 1},          {"quit", exitFn, 0, 1},     {}};

int initDataTypes() {
  using Init = int (*)();
  for (Init init :
       {initIntTypes, initFloatType, initComplexType, initStrType, initBytesTypes, initTupleType,
        initListType, initDictTypes, initSetTypes, initSliceType, initRangeTypes, initIteratorTypes,
        initGenericAlias, initMemoryViewType, initFileTypes})
    if (init() < 0)
      return -1;
  return 0;
}

int initBuiltinFunctions() {
  for (const MethodDef *table : {kNumberBuiltins, kSequenceBuiltins, kTextBuiltins})
    if (addBuiltinFunctions(table) < 0)
      return -1;
  return addBuiltin("None", jn_none()) < 0 || addBuiltin("True", jn_bool(true)) < 0 ||
                 addBuiltin("False", jn_bool(false)) < 0 ||
                 addBuiltin("Ellipsis", jn_ellipsis()) < 0 ||
                 addBuiltin("NotImplemented", jn_notimplemented()) < 0 ||
                 addBuiltin("__debug__", jn_bool(true)) < 0
             ? -1
             : 0;
}

}  // namespace janus
