// The types BufferedReader, BufferedWriter, BufferedRandom and FileIO.
#include "value/bytes/Bytes.h"
#include "value/error/Raise.h"
#include "value/file/Streams.h"
#include "value/text/Str.h"

#include <cstring>
#include <unistd.h>

namespace janus {

Type bufferedReaderType, bufferedWriterType, bufferedRandomType, rawFileType;

namespace {

BinaryFile *self(const Value *args) {
  return as<BinaryFile>(args[0]);
}
BinaryFile *fileObject(Object *o) {
  return reinterpret_cast<BinaryFile *>(o);
}

// What the raw object answers to a method, when there is one.
bool forwarded(BinaryFile *f, Value method, std::initializer_list<Value> args, Value *answer) {
  if (f->raw.tag != JN_OBJECT)
    return false;
  *answer = checkOpen(f) ? callMethod(f->raw, method, args) : jn_error();
  return true;
}

bool checkReadable(const BinaryFile *f, const char *what = "read of") {
  if (!f->readable) {
    raiseUnsupported(f->unbuffered ? "File not open for reading" : "read");
    return false;
  }
  return checkOpen(f, what);
}
bool checkWritable(const BinaryFile *f, const char *what) {
  if (!f->writable) {
    raiseUnsupported(f->unbuffered ? "File not open for writing" : "write");
    return false;
  }
  return checkOpen(f, what);
}

Value readMethod(const Value *args, size_t count, Value) {
  int64_t size;
  std::string bytes;
  if (!sizeArgument(args, count, 1, &size) || !checkReadable(self(args)) ||
      !readBinary(self(args), size, &bytes))
    return jn_error();
  return makeBytes(bytes);
}
Value readOnce(const Value *args, size_t count, Value) {
  int64_t size;
  std::string bytes;
  if (!sizeArgument(args, count, 1, &size) || !checkReadable(self(args)) ||
      !readSome(self(args), size, &bytes))
    return jn_error();
  return makeBytes(bytes);
}
Value peekMethod(const Value *args, size_t, Value) {
  BinaryFile *f = self(args);
  std::string bytes;
  if (!checkReadable(f, "peek of"))
    return jn_error();
  int64_t ready = f->inputEnd - f->inputAt;
  if (ready == 0) {
    if (!readSome(f, -1, &bytes))
      return jn_error();
    f->inputAt -= static_cast<int64_t>(bytes.size());
    return makeBytes(bytes);
  }
  return makeBytes({f->input + f->inputAt, static_cast<size_t>(ready)});
}
Value readintoMethod(const Value *args, size_t, Value) {
  char *data;
  int64_t size;
  if (!checkReadable(self(args), "readinto of"))
    return jn_error();
  if (!writableView(args[1], &data, &size))
    return raise(jn_exc_TypeError,
                 "readinto() argument must be read-write bytes-like object, not %T", &args[1]);
  int64_t got = readInto(self(args), data, size);
  return got < 0 ? jn_error() : jn_int(got);
}

// One line, its end included, of at most `limit` bytes.
bool readLine(BinaryFile *f, int64_t limit, std::string *line) {
  while (limit < 0 || static_cast<int64_t>(line->size()) < limit) {
    int64_t ready = f->inputEnd - f->inputAt;
    if (ready > 0) {
      char *start = f->input + f->inputAt;
      if (limit >= 0)
        ready = std::min<int64_t>(ready, limit - static_cast<int64_t>(line->size()));
      auto *end = static_cast<char *>(memchr(start, '\n', ready));
      int64_t n = end ? end - start + 1 : ready;
      line->append(start, n);
      f->inputAt += n;
      if (end)
        return true;
      continue;
    }
    std::string first;
    if (!readSome(f, 1, &first))
      return false;
    if (first.empty())
      return true;
    f->inputAt -= 1;
  }
  return true;
}
Value readlineMethod(const Value *args, size_t count, Value) {
  int64_t limit;
  std::string line;
  if (!sizeArgument(args, count, 1, &limit) || !checkReadable(self(args), "readline of") ||
      !readLine(self(args), limit, &line))
    return jn_error();
  return makeBytes(line);
}
Value nextLine(Object *o) {
  std::string line;
  if (!checkReadable(fileObject(o), "readline of") || !readLine(fileObject(o), -1, &line))
    return jn_error();
  return line.empty() ? jn_done() : makeBytes(line);
}

Value writeMethod(const Value *args, size_t, Value) {
  std::string_view bytes;
  if (!checkWritable(self(args), "write to") || !requireBytes(args[1], &bytes) ||
      writeBinary(self(args), bytes) < 0)
    return jn_error();
  return jn_int(static_cast<int64_t>(bytes.size()));
}
Value flushMethod(const Value *args, size_t, Value) {
  if (self(args)->closed)
    return raise(jn_exc_ValueError, "flush of closed file");
  return flushBinary(self(args)) < 0 ? jn_error() : jn_none();
}
Value closeMethod(const Value *args, size_t, Value) {
  return closeBinary(self(args)) < 0 ? jn_error() : jn_none();
}
Value seekMethod(const Value *args, size_t count, Value) {
  int64_t offset, whence = 0;
  if (!checkOpen(self(args), "seek of") || !toInt64(args[1], &offset) ||
      (count > 2 && !toInt64(args[2], &whence)))
    return jn_error();
  if (whence < 0 || whence > 2)
    return raise(jn_exc_ValueError, "whence value %ld unsupported", static_cast<long>(whence));
  int64_t at = seekBinary(self(args), offset, static_cast<int>(whence));
  return at < 0 ? jn_error() : jn_int(at);
}
Value tellMethod(const Value *args, size_t, Value) {
  int64_t at = checkOpen(self(args)) ? tellBinary(self(args)) : -1;
  return at < 0 ? jn_error() : jn_int(at);
}
Value truncateMethod(const Value *args, size_t count, Value) {
  BinaryFile *f = self(args);
  if (!checkWritable(f, "truncate of") || flushBinary(f) < 0)
    return jn_error();
  int64_t size;
  if (count > 1 && args[1].tag != JN_NONE) {
    if (!toInt64(args[1], &size))
      return jn_error();
  } else {
    size = tellBinary(f);
  }
  if (size < 0 && hasError())
    return jn_error();
  if (Value answer; forwarded(f, JN_NAME("truncate"), {jn_int(size)}, &answer))
    return answer;
  if (ftruncate(f->fd, size) < 0)
    return raiseOsError(errno, jn_none());
  return jn_int(size);
}
Value filenoMethod(const Value *args, size_t, Value) {
  if (Value answer; forwarded(self(args), JN_NAME("fileno"), {}, &answer))
    return answer;
  return checkOpen(self(args)) ? jn_int(self(args)->fd) : jn_error();
}
Value isattyMethod(const Value *args, size_t, Value) {
  if (Value answer; forwarded(self(args), JN_NAME("isatty"), {}, &answer))
    return answer;
  return checkOpen(self(args)) ? jn_bool(isatty(self(args)->fd)) : jn_error();
}
Value readable(const Value *args, size_t, Value) {
  return checkOpen(self(args)) ? jn_bool(self(args)->readable) : jn_error();
}
Value writable(const Value *args, size_t, Value) {
  return checkOpen(self(args)) ? jn_bool(self(args)->writable) : jn_error();
}
Value seekable(const Value *args, size_t, Value) {
  if (Value answer; forwarded(self(args), JN_NAME("seekable"), {}, &answer))
    return answer;
  return checkOpen(self(args)) ? jn_bool(::lseek(self(args)->fd, 0, SEEK_CUR) >= 0) : jn_error();
}
Value detach(const Value *args, size_t, Value) {
  BinaryFile *f = self(args);
  if (f->raw.tag != JN_OBJECT)
    return jn_own(args[0]);
  if (flushBinary(f) < 0)
    return jn_error();
  Value raw = jn_own(f->raw);
  jn_assign(&f->raw, jn_unbound());
  f->keepDescriptor = true;
  return raw;
}

Value getClosed(Object *o) {
  if (fileObject(o)->raw.tag == JN_OBJECT && !fileObject(o)->closed)
    return getattr(fileObject(o)->raw, JN_NAME("closed"));
  return jn_bool(fileObject(o)->closed);
}
Value getName(Object *o) {
  if (fileObject(o)->raw.tag == JN_OBJECT && fileObject(o)->name.tag == JN_NONE)
    return getattr(fileObject(o)->raw, JN_NAME("name"));
  return jn_own(fileObject(o)->name);
}
Value getMode(Object *o) {
  const BinaryFile *f = fileObject(o);
  if (f->raw.tag == JN_OBJECT)
    return getattr(f->raw, JN_NAME("mode"));
  if (f->created)
    return makeStr(f->readable ? "xb+" : "xb");
  if (f->appending)
    return makeStr(f->readable ? "ab+" : "ab");
  return makeStr(f->readable && f->writable ? "rb+" : f->readable ? "rb" : "wb");
}
Value getRaw(Object *o) {
  return jn_own(fileObject(o)->raw.tag == JN_OBJECT ? fileObject(o)->raw : jn_obj(o));
}
Value getCloseFd(Object *o) {
  return jn_bool(!fileObject(o)->keepDescriptor);
}

int setName(Object *o, Value v) {
  if (v.tag == JN_UNBOUND) {
    raise(jn_exc_AttributeError, "name");
    return -1;
  }
  jn_assign(&fileObject(o)->name, jn_own(v));
  return 0;
}

Value reprSlot(Object *o) {
  const BinaryFile *f = fileObject(o);
  if (f->raw.tag == JN_OBJECT) {
    Ref name(getattrOptional(f->raw, JN_NAME("name")));
    clearError();
    Value known = name.get();
    std::string shown = given(known) ? formatText(" name=%R", &known) : "";
    return makeStr("<" + std::string(typeNameOf(o->type)) + shown + ">");
  }
  Ref name(repr(f->name));
  if (name.failed())
    return jn_error();
  std::string text = "<" + std::string(typeNameOf(o->type));
  if (f->unbuffered && f->closed)
    return makeStr(text + " [closed]>");
  text += " name=" + std::string(utf8Of(name.get()));
  if (f->unbuffered) {
    Ref mode(getMode(o));
    text += " mode='" + std::string(utf8Of(mode.get())) +
            "' closefd=" + (f->keepDescriptor ? "False" : "True");
  }
  return makeStr(text + ">");
}

void dealloc(Object *o) {
  BinaryFile *f = fileObject(o);
  if (!f->closed) {
    Ref pending(hasError() ? takeError() : jn_unbound());
    if (closeBinary(f) < 0)
      clearError();
    if (given(pending.get()))
      setError(pending.release());
  }
  jn_decref(f->name);
  jn_decref(f->raw);
  freeObject(o);
}
void traverse(Object *o, VisitFn visit, void *context) {
  if (fileObject(o)->raw.tag == JN_OBJECT)
    visit(fileObject(o)->raw.o, context);
}

// FileIO(name, mode) and io.BufferedReader(raw).
Value rawConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value out[4];
  if (!parseArgs("FileIO", {"file", "mode", "closefd", "opener"}, 1, 4, args, count, kwnames, out))
    return jn_error();
  uint32_t flags = 0;
  for (char c : given(out[1]) ? utf8Of(out[1]) : std::string_view("r"))
    flags |= c == 'r'   ? kRead
             : c == 'w' ? kWrite | kTruncate
             : c == 'a' ? kWrite | kAppend
             : c == 'x' ? kWrite | kExclusive
             : c == '+' ? kRead | kWrite
                        : 0;
  return openBinary(out[0], flags, false, !given(out[2]) || jn_truth(out[2]) > 0, cls);
}
Value bufferedConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs(cls->name, {"raw", "buffer_size"}, 1, 2, args, count, kwnames, out))
    return jn_error();
  BinaryFile *raw = binaryFile(out[0]);
  // A subclass may have methods of its own.
  if (!raw || raw->head.type != &rawFileType)
    return bufferOver(cls, out[0]);
  uint32_t flags = (raw->readable ? uint32_t(kRead) : 0) | (raw->writable ? uint32_t(kWrite) : 0);
  Value made = openBinary(jn_int(raw->fd), flags, true, !raw->keepDescriptor, cls);
  if (made.tag == JN_ERROR)
    return made;
  auto *f = as<BinaryFile>(made);
  jn_assign(&f->name, jn_own(raw->name));
  raw->keepDescriptor = true;
  return made;
}

const MethodDef kMethods[] = {
    {"read", readMethod, 1, 2},         {"read1", readOnce, 1, 2},
    {"peek", peekMethod, 1, 2},         {"readall", readMethod, 1, 1},
    {"readinto", readintoMethod, 2, 2}, {"readinto1", readintoMethod, 2, 2},
    {"readline", readlineMethod, 1, 2}, {"write", writeMethod, 2, 2},
    {"flush", flushMethod, 1, 1},       {"close", closeMethod, 1, 1},
    {"seek", seekMethod, 2, 3},         {"tell", tellMethod, 1, 1},
    {"truncate", truncateMethod, 1, 2}, {"fileno", filenoMethod, 1, 1},
    {"isatty", isattyMethod, 1, 1},     {"readable", readable, 1, 1},
    {"writable", writable, 1, 1},       {"seekable", seekable, 1, 1},
    {"detach", detach, 1, 1},           {}};
const GetSetDef kGetSets[] = {{"closed", getClosed, nullptr},   {"name", getName, setName},
                              {"mode", getMode, nullptr},       {"raw", getRaw, nullptr},
                              {"closefd", getCloseFd, nullptr}, {}};

}  // namespace

int initBinaryFileTypes() {
  struct Row {
    Type *type;
    const char *name;
    Type *base;
  };
  for (const Row &row : {Row{&bufferedReaderType, "_io.BufferedReader", &bufferedIoBaseType},
                         Row{&bufferedWriterType, "_io.BufferedWriter", &bufferedIoBaseType},
                         Row{&bufferedRandomType, "_io.BufferedRandom", &bufferedIoBaseType},
                         Row{&rawFileType, "_io.FileIO", &rawIoBaseType}}) {
    Type &t = *row.type;
    t.name = row.name;
    t.base = row.base;
    t.instanceSize = sizeof(BinaryFile);
    t.typeFlags = kTypeBaseable;
    t.dealloc = dealloc;
    t.traverse = traverse;
    t.repr = reprSlot;
    t.iter = selfIter;
    t.next = nextLine;
    t.construct = row.type == &rawFileType ? rawConstruct : bufferedConstruct;
    t.methods = kMethods;
    t.getsets = kGetSets;
    if (readyType(&t) < 0)
      return -1;
  }
  return 0;
}

}  // namespace janus
