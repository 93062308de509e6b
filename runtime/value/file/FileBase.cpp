// The base classes of files: what io.IOBase and its children give every file.
#include "value/bytes/Bytes.h"
#include "value/container/Sequence.h"
#include "value/file/Streams.h"
#include "value/text/Str.h"

namespace janus {

Type ioBaseType, rawIoBaseType, bufferedIoBaseType, textIoBaseType;

Value unsupportedOperationClass() {
  static Value cls = jn_unbound();
  if (cls.tag == JN_UNBOUND) {
    Ref name(makeStr("UnsupportedOperation")), ns(jn_obj(newDict()));
    Ref bases(makeTuple({jn_obj(&jn_exc_OSError), jn_obj(&jn_exc_ValueError)}));
    dictSet(ns.as<jn_dict>(), JN_NAME("__module__"), JN_NAME("io"));
    cls = call(jn_obj(&jn_type_type), {name.get(), bases.get(), ns.get()});
  }
  return cls;
}

Value raiseUnsupported(const char *what) {
  Ref text(makeStr(what));
  Ref error(call(unsupportedOperationClass(), {text.get()}));
  if (!error.failed())
    setError(error.release());
  return jn_error();
}

bool sizeArgument(const Value *args, size_t count, size_t index, int64_t *out) {
  *out = -1;
  if (index >= count || args[index].tag == JN_NONE)
    return true;
  Value v = args[index];
  if (!isInt(v) && !JN_SLOT(*typeOf(v), unary, UnaryOp::Index)) {
    raise(jn_exc_TypeError, "argument should be integer or None, not '%T'", &v);
    return false;
  }
  if (!toIndexOr(v, jn_exc_OverflowError, out))
    return false;
  if (*out < 0)
    *out = -1;
  return true;
}

namespace {

int isClosed(Value file) {
  Ref closed(getattr(file, JN_NAME("closed")));
  return closed.failed() ? -1 : jn_truth(closed.get());
}
bool requireOpen(Value file) {
  int closed = isClosed(file);
  if (closed > 0)
    raise(jn_exc_ValueError, "I/O operation on closed file.");
  return closed == 0;
}

Value enter(const Value *args, size_t, Value) {
  return requireOpen(args[0]) ? jn_own(args[0]) : jn_error();
}
Value leave(const Value *args, size_t, Value) {
  Ref result(callMethod(args[0], JN_NAME("close"), {}));
  return result.failed() ? jn_error() : jn_none();
}
Value answerFalse(const Value *, size_t, Value) {
  return jn_bool(false);
}
Value nothing(const Value *, size_t, Value) {
  return jn_none();
}
Value close(const Value *args, size_t, Value) {
  Ref closed(getattrOptional(args[0], JN_NAME("__IOBase_closed")));
  if (closed.failed())
    return jn_error();
  if (given(closed.get()))
    return jn_none();
  Ref flushed(callMethod(args[0], JN_NAME("flush"), {}));
  if (setattr(args[0], JN_NAME("__IOBase_closed"), jn_bool(true)) < 0 || flushed.failed())
    return jn_error();
  return jn_none();
}
Value getClosed(Object *o) {
  Ref closed(getattrOptional(jn_obj(o), JN_NAME("__IOBase_closed")));
  return closed.failed() ? jn_error() : jn_bool(given(closed.get()));
}
template <const char *Name>
Value unsupported(const Value *, size_t, Value) {
  return raiseUnsupported(Name);
}
constexpr char kFileno[] = "fileno", kSeek[] = "seek", kTell[] = "tell", kTruncate[] = "truncate",
               kRead[] = "read", kWrite[] = "write", kReadline[] = "readline";

// A line by reading single bytes: for classes that only have read().
Value readline(const Value *args, size_t count, Value) {
  int64_t limit;
  if (!sizeArgument(args, count, 1, &limit))
    return jn_error();
  std::string line;
  while (limit < 0 || static_cast<int64_t>(line.size()) < limit) {
    Ref piece(callMethod(args[0], JN_NAME("read"), {jn_int(1)}));
    std::string_view bytes;
    if (piece.failed() || !requireBytes(piece.get(), &bytes))
      return jn_error();
    line += bytes;
    if (bytes.empty() || bytes.back() == '\n')
      break;
  }
  return makeBytes(line);
}

Value readlines(const Value *args, size_t count, Value) {
  int64_t hint, total = 0;
  if (!sizeArgument(args, count, 1, &hint))
    return jn_error();
  Ref list(jn_obj(newList(0)));
  bool stopped = false;
  bool good = forEach(args[0], [&](Value line) {
    jn_list_append(list.get(), line);
    total += length(line);
    stopped = hint > 0 && total >= hint;
    return !stopped;
  });
  return good || stopped ? list.release() : jn_error();
}

Value writelines(const Value *args, size_t, Value) {
  if (!requireOpen(args[0]))
    return jn_error();
  bool good = forEach(args[1], [&](Value line) {
    return !Ref(callMethod(args[0], JN_NAME("write"), {line})).failed();
  });
  return good ? jn_none() : jn_error();
}

Value nextLine(Object *o) {
  Ref line(callMethod(jn_obj(o), JN_NAME("readline"), {}));
  if (line.failed())
    return jn_error();
  int64_t n = length(line.get());
  return n < 0 ? jn_error() : n == 0 ? jn_done() : line.release();
}

// Reads all through readinto or read until nothing comes.
Value readAll(const Value *args, size_t, Value) {
  std::string all;
  for (;;) {
    Ref piece(callMethod(args[0], JN_NAME("read"), {jn_int(65536)}));
    std::string_view bytes;
    if (piece.failed())
      return jn_error();
    if (piece.get().tag == JN_NONE)
      break;
    if (!requireBytes(piece.get(), &bytes))
      return jn_error();
    if (bytes.empty())
      break;
    all += bytes;
  }
  return makeBytes(all);
}
Value readThroughInto(const Value *args, size_t count, Value kwnames) {
  int64_t size;
  if (!sizeArgument(args, count, 1, &size))
    return jn_error();
  if (size < 0)
    return readAll(args, 1, kwnames);
  Ref buffer(makeBytearray(std::string(size, 0)));
  Ref got(callMethod(args[0], JN_NAME("readinto"), {buffer.get()}));
  int64_t n;
  if (got.failed() || got.get().tag == JN_NONE)
    return got.release();
  if (!toInt64(got.get(), &n))
    return jn_error();
  std::string_view view;
  bytesView(buffer.get(), &view);
  return makeBytes(view.substr(0, n));
}

const MethodDef kBaseMethods[] = {{"__enter__", enter, 1, 1},
                                  {"__exit__", leave, 1, -1},
                                  {"close", close, 1, 1},
                                  {"flush", nothing, 1, 1},
                                  {"readable", answerFalse, 1, 1},
                                  {"writable", answerFalse, 1, 1},
                                  {"seekable", answerFalse, 1, 1},
                                  {"isatty", answerFalse, 1, 1},
                                  {"fileno", unsupported<kFileno>, 1, 1},
                                  {"seek", unsupported<kSeek>, 1, 3},
                                  {"tell", unsupported<kTell>, 1, 1},
                                  {"truncate", unsupported<kTruncate>, 1, 2},
                                  {"readline", readline, 1, 2},
                                  {"readlines", readlines, 1, 2},
                                  {"writelines", writelines, 2, 2},
                                  {}};
const MethodDef kRawMethods[] = {{"read", readThroughInto, 1, 2}, {"readall", readAll, 1, 1}, {}};
const MethodDef kBufferedMethods[] = {{"read", unsupported<kRead>, 1, 2},
                                      {"read1", unsupported<kRead>, 1, 2},
                                      {"write", unsupported<kWrite>, 2, 2},
                                      {}};
const MethodDef kTextMethods[] = {{"read", unsupported<kRead>, 1, 2},
                                  {"readline", unsupported<kReadline>, 1, 2},
                                  {"write", unsupported<kWrite>, 2, 2},
                                  {}};
const GetSetDef kBaseGetSets[] = {{"closed", getClosed, nullptr}, {}};

}  // namespace

int initFileBaseTypes() {
  Type &b = ioBaseType;
  b.name = "_io._IOBase";
  b.instanceSize = sizeof(Object);
  b.typeFlags = kTypeBaseable;
  b.iter = selfIter;
  b.next = nextLine;
  b.methods = kBaseMethods;
  b.getsets = kBaseGetSets;
  struct Row {
    Type *type;
    const char *name;
    const MethodDef *methods;
  };
  if (readyType(&b) < 0)
    return -1;
  for (const Row &row : {Row{&rawIoBaseType, "_io._RawIOBase", kRawMethods},
                         Row{&bufferedIoBaseType, "_io._BufferedIOBase", kBufferedMethods},
                         Row{&textIoBaseType, "_io._TextIOBase", kTextMethods}}) {
    row.type->name = row.name;
    row.type->base = &b;
    row.type->instanceSize = sizeof(Object);
    row.type->typeFlags = kTypeBaseable;
    row.type->methods = row.methods;
    if (readyType(row.type) < 0)
      return -1;
  }
  return 0;
}

int initFileTypes() {
  return initFileBaseTypes() < 0 || initBinaryFileTypes() < 0 || initTextFileType() < 0 ? -1 : 0;
}

}  // namespace janus
