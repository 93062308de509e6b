// io.BytesIO.
#include "stdlib/MemoryFiles.h"
#include "value/bytes/Bytes.h"
#include "value/bytes/CopyBytes.h"

#include <algorithm>
#include <cstring>

namespace janus {

Type bytesIoType;

namespace {

struct BytesIo {
  Object head;
  Value bytes;  // a bytearray: exported views keep it in place
  int64_t position;
  bool closed;
  jn_dict *dict;
};
BytesIo *self(const Value *args) {
  return as<BytesIo>(args[0]);
}
BytesIo *object(Object *o) {
  return reinterpret_cast<BytesIo *>(o);
}
BytearrayObject *array(BytesIo *f) {
  return as<BytearrayObject>(f->bytes);
}

bool requireOpen(const BytesIo *f) {
  if (f->closed)
    raise(jn_exc_ValueError, "I/O operation on closed file.");
  return !f->closed;
}

std::string_view rest(BytesIo *f) {
  BytearrayObject *a = array(f);
  int64_t at = std::min(f->position, a->size);
  return {a->data + at, static_cast<size_t>(a->size - at)};
}
Value take(BytesIo *f, std::string_view bytes) {
  f->position += static_cast<int64_t>(bytes.size());
  return makeBytes(bytes);
}
std::string_view line(BytesIo *f) {
  std::string_view left = rest(f);
  size_t end = left.find('\n');
  return left.substr(0, end == left.npos ? left.size() : end + 1);
}

Value read(const Value *args, size_t count, Value) {
  int64_t size;
  if (!requireOpen(self(args)) || !sizeArgument(args, count, 1, &size))
    return jn_error();
  return take(self(args), rest(self(args)).substr(0, size < 0 ? std::string_view::npos : size));
}
Value readline(const Value *args, size_t count, Value) {
  int64_t limit;
  if (!requireOpen(self(args)) || !sizeArgument(args, count, 1, &limit))
    return jn_error();
  return take(self(args), line(self(args)).substr(0, limit < 0 ? std::string_view::npos : limit));
}
Value nextLine(Object *o) {
  if (!requireOpen(object(o)))
    return jn_error();
  std::string_view bytes = line(object(o));
  return bytes.empty() ? jn_done() : take(object(o), bytes);
}
Value readinto(const Value *args, size_t, Value) {
  char *data;
  int64_t size;
  if (!requireOpen(self(args)))
    return jn_error();
  if (!writableView(args[1], &data, &size))
    return raise(jn_exc_TypeError,
                 "readinto() argument must be read-write bytes-like object, not %T", &args[1]);
  std::string_view bytes = rest(self(args)).substr(0, size);
  copyBytes(data, bytes.data(), bytes.size());
  self(args)->position += static_cast<int64_t>(bytes.size());
  return jn_int(static_cast<int64_t>(bytes.size()));
}
Value write(const Value *args, size_t, Value) {
  BytesIo *f = self(args);
  std::string_view view;
  if (!requireOpen(f) || !requireBytes(args[1], &view))
    return jn_error();
  std::string bytes(view);
  auto n = static_cast<int64_t>(bytes.size());
  BytearrayObject *a = array(f);
  int64_t old = a->size, end = f->position + n;
  if (n == 0)
    return jn_int(0);
  if (end > old) {
    if (resizeBytearray(a, end) < 0)
      return jn_error();
    if (f->position > old)
      memset(a->data + old, 0, f->position - old);
  }
  copyBytes(a->data + f->position, bytes.data(), n);
  f->position = end;
  return jn_int(n);
}
Value getvalue(const Value *args, size_t, Value) {
  BytesIo *f = self(args);
  return requireOpen(f) ? makeBytes({array(f)->data, static_cast<size_t>(array(f)->size)})
                        : jn_error();
}
Value getbuffer(const Value *args, size_t, Value) {
  return requireOpen(self(args)) ? call(jn_obj(&jn_type_memoryview), {self(args)->bytes})
                                 : jn_error();
}
Value seek(const Value *args, size_t count, Value) {
  int64_t offset, whence = 0;
  BytesIo *f = self(args);
  if (!requireOpen(f) || !toInt64(args[1], &offset) || (count > 2 && !toInt64(args[2], &whence)))
    return jn_error();
  if (whence < 0 || whence > 2)
    return raise(jn_exc_ValueError, "invalid whence (%ld, should be 0, 1 or 2)",
                 static_cast<long>(whence));
  if (whence == 0 && offset < 0)
    return raise(jn_exc_ValueError, "negative seek value %ld", static_cast<long>(offset));
  int64_t base = whence == 0 ? 0 : whence == 1 ? f->position : array(f)->size;
  f->position = std::max<int64_t>(base + offset, 0);
  return jn_int(f->position);
}
Value tell(const Value *args, size_t, Value) {
  return requireOpen(self(args)) ? jn_int(self(args)->position) : jn_error();
}
Value truncate(const Value *args, size_t count, Value) {
  BytesIo *f = self(args);
  int64_t size = f->position;
  if (!requireOpen(f) || (count > 1 && args[1].tag != JN_NONE && !toInt64(args[1], &size)))
    return jn_error();
  if (size < 0)
    return raise(jn_exc_ValueError, "negative size value %ld", static_cast<long>(size));
  if (size < array(f)->size && resizeBytearray(array(f), size) < 0)
    return jn_error();
  return jn_int(size);
}
Value close(const Value *args, size_t, Value) {
  self(args)->closed = true;
  return jn_none();
}
Value yes(const Value *args, size_t, Value) {
  return requireOpen(self(args)) ? jn_bool(true) : jn_error();
}

Value construct(Type *cls, const Value *, size_t, Value) {
  auto *f = reinterpret_cast<BytesIo *>(allocate(cls, sizeof(BytesIo)));
  f->bytes = makeBytearray({});
  return jn_obj(f);
}
int init(Value v, const Value *args, size_t count, Value kwnames) {
  Value initial;
  if (!parseArgs("BytesIO", {"initial_bytes"}, 0, 1, args, count, kwnames, &initial))
    return -1;
  std::string_view bytes;
  if (given(initial) && initial.tag != JN_NONE && !requireBytes(initial, &bytes))
    return -1;
  jn_assign(&as<BytesIo>(v)->bytes, makeBytearray(bytes));
  as<BytesIo>(v)->position = 0;
  as<BytesIo>(v)->closed = false;
  return 0;
}
void dealloc(Object *o) {
  jn_decref(object(o)->bytes);
  if (object(o)->dict)
    jn_decref(jn_obj(object(o)->dict));
  freeObject(o);
}
Value getClosed(Object *o) {
  return jn_bool(object(o)->closed);
}

const MethodDef kMethods[] = {
    {"read", read, 1, 2},           {"read1", read, 1, 2},   {"readline", readline, 1, 2},
    {"readinto", readinto, 2, 2},   {"write", write, 2, 2},  {"getvalue", getvalue, 1, 1},
    {"getbuffer", getbuffer, 1, 1}, {"seek", seek, 2, 3},    {"tell", tell, 1, 1},
    {"truncate", truncate, 1, 2},   {"close", close, 1, 1},  {"readable", yes, 1, 1},
    {"writable", yes, 1, 1},        {"seekable", yes, 1, 1}, {}};
const GetSetDef kGetSets[] = {{"closed", getClosed, nullptr}, {}};

}  // namespace

int initBytesIo() {
  Type &t = bytesIoType;
  t.name = "_io.BytesIO";
  t.base = &bufferedIoBaseType;
  t.instanceSize = sizeof(BytesIo);
  t.typeFlags = kTypeBaseable;
  t.dictOffset = offsetof(BytesIo, dict);
  t.dealloc = dealloc;
  t.iter = selfIter;
  t.next = nextLine;
  t.construct = construct;
  t.init = init;
  t.methods = kMethods;
  t.getsets = kGetSets;
  return readyType(&t);
}

MemoryBytes memoryBytes(Value file) {
  if (!isExact(file, &bytesIoType) || as<BytesIo>(file)->closed)
    return {nullptr, nullptr};
  auto *f = as<BytesIo>(file);
  return {array(f), &f->position};
}

}  // namespace janus
