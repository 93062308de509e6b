// io.StringIO: text kept as characters of 4 bytes, so that any position can be written.
#include "stdlib/MemoryFiles.h"
#include "value/text/Str.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace janus {

Type stringIoType;

namespace {

struct StringIo {
  Object head;
  uint32_t *text;
  int64_t size, capacity, position;
  char newline[3];  // what '\n' becomes on writing; "" for none
  bool universal;   // '\r' and '\r\n' become '\n' when written (newline=None)
  bool anyLineEnd;  // newline='' or None: lines end at any of them
  bool closed;
  jn_dict *dict;
};
StringIo *self(const Value *args) {
  return as<StringIo>(args[0]);
}
StringIo *object(Object *o) {
  return reinterpret_cast<StringIo *>(o);
}

bool requireOpen(const StringIo *f) {
  if (f->closed)
    raise(jn_exc_ValueError, "I/O operation on closed file");
  return !f->closed;
}

void put(StringIo *f, uint32_t c) {
  if (f->position >= f->capacity) {
    f->capacity = std::max<int64_t>(64, f->position * 2 + 16);
    f->text = static_cast<uint32_t *>(realloc(f->text, f->capacity * sizeof(uint32_t)));
  }
  // A gap left by seeking past the end is filled with NULs.
  for (; f->size < f->position; ++f->size)
    f->text[f->size] = 0;
  f->text[f->position++] = c;
  f->size = std::max(f->size, f->position);
}

void writeText(StringIo *f, Value text) {
  const StrObject *s = strOf(text);
  for (int64_t i = 0; i < s->length; ++i) {
    uint32_t c = charAt(s, i);
    if (f->universal && c == '\r') {
      if (i + 1 < s->length && charAt(s, i + 1) == '\n')
        ++i;
      put(f, '\n');
    } else if (c == '\n' && f->newline[0]) {
      for (const char *p = f->newline; *p; ++p)
        put(f, static_cast<unsigned char>(*p));
    } else {
      put(f, c);
    }
  }
}

Value take(StringIo *f, int64_t count) {
  count = std::clamp<int64_t>(count, 0, std::max<int64_t>(f->size - f->position, 0));
  Value text = makeStrFrom(f->text + f->position, count);
  f->position += count;
  return text;
}

int64_t lineLength(const StringIo *f) {
  for (int64_t i = f->position; i < f->size; ++i) {
    uint32_t c = f->text[i];
    if (f->newline[0] == '\r') {
      bool pair = f->newline[1] == '\n';
      if (c == '\r' && (!pair || (i + 1 < f->size && f->text[i + 1] == '\n')))
        return i + 1 + pair - f->position;
    } else if (c == '\n') {
      return i + 1 - f->position;
    } else if (c == '\r' && f->anyLineEnd) {
      bool pair = i + 1 < f->size && f->text[i + 1] == '\n';
      return i + 1 + pair - f->position;
    }
  }
  return f->size - f->position;
}

Value read(const Value *args, size_t count, Value) {
  int64_t size;
  if (!requireOpen(self(args)) || !sizeArgument(args, count, 1, &size))
    return jn_error();
  return take(self(args), size < 0 ? INT64_MAX : size);
}
Value readline(const Value *args, size_t count, Value) {
  int64_t limit;
  if (!requireOpen(self(args)) || !sizeArgument(args, count, 1, &limit))
    return jn_error();
  int64_t n = lineLength(self(args));
  return take(self(args), limit >= 0 ? std::min(n, limit) : n);
}
Value nextLine(Object *o) {
  if (!requireOpen(object(o)))
    return jn_error();
  return object(o)->position >= object(o)->size ? jn_done()
                                                : take(object(o), lineLength(object(o)));
}
Value write(const Value *args, size_t, Value) {
  if (!isStr(args[1]))
    return raise(jn_exc_TypeError, "string argument expected, got '%T'", &args[1]);
  if (!requireOpen(self(args)))
    return jn_error();
  writeText(self(args), args[1]);
  return jn_int(strLength(args[1]));
}
Value getvalue(const Value *args, size_t, Value) {
  return requireOpen(self(args)) ? makeStrFrom(self(args)->text, self(args)->size) : jn_error();
}
Value seek(const Value *args, size_t count, Value) {
  int64_t offset, whence = 0;
  StringIo *f = self(args);
  if (!requireOpen(f) || !toInt64(args[1], &offset) || (count > 2 && !toInt64(args[2], &whence)))
    return jn_error();
  if (whence < 0 || whence > 2)
    return raise(jn_exc_ValueError, "Invalid whence (%ld, should be 0, 1 or 2)",
                 static_cast<long>(whence));
  if (whence == 0 && offset < 0)
    return raise(jn_exc_ValueError, "Negative seek position %ld", static_cast<long>(offset));
  if (whence != 0 && offset != 0)
    return raise(jn_exc_OSError, "Can't do nonzero cur-relative seeks");
  f->position = whence == 0 ? offset : whence == 1 ? f->position : f->size;
  return jn_int(f->position);
}
Value tell(const Value *args, size_t, Value) {
  return requireOpen(self(args)) ? jn_int(self(args)->position) : jn_error();
}
Value truncate(const Value *args, size_t count, Value) {
  StringIo *f = self(args);
  int64_t size = f->position;
  if (!requireOpen(f) || (count > 1 && args[1].tag != JN_NONE && !toInt64(args[1], &size)))
    return jn_error();
  if (size < 0)
    return raise(jn_exc_ValueError, "Negative size value %ld", static_cast<long>(size));
  f->size = std::min(f->size, size);
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
  return jn_obj(allocate(cls, sizeof(StringIo)));
}
int init(Value v, const Value *args, size_t count, Value kwnames) {
  Value out[2];
  auto *f = as<StringIo>(v);
  if (!parseArgs("StringIO", {"initial_value", "newline"}, 0, 2, args, count, kwnames, out))
    return -1;
  bool textGiven = given(out[0]) && out[0].tag != JN_NONE;
  if (textGiven && !isStr(out[0])) {
    raise(jn_exc_TypeError, "initial_value must be str or None, not %T", &out[0]);
    return -1;
  }
  if (given(out[1]) && out[1].tag != JN_NONE && !isStr(out[1])) {
    raise(jn_exc_TypeError, "newline must be str or None, not %T", &out[1]);
    return -1;
  }
  f->size = f->position = 0;
  f->closed = false;
  f->universal = given(out[1]) && out[1].tag == JN_NONE;
  f->anyLineEnd = f->universal;
  f->newline[0] = 0;
  if (isStr(out[1])) {
    std::string_view newline = utf8Of(out[1]);
    if (newline != "" && newline != "\n" && newline != "\r" && newline != "\r\n") {
      raise(jn_exc_ValueError, "illegal newline value: %R", &out[1]);
      return -1;
    }
    f->anyLineEnd = newline.empty();
    if (newline != "\n")
      memcpy(f->newline, newline.data(), newline.size()), f->newline[newline.size()] = 0;
  }
  if (textGiven)
    writeText(f, out[0]);
  f->position = 0;
  return 0;
}
void dealloc(Object *o) {
  free(object(o)->text);
  if (object(o)->dict)
    jn_decref(jn_obj(object(o)->dict));
  freeObject(o);
}
Value getClosed(Object *o) {
  return jn_bool(object(o)->closed);
}
Value getNone(Object *) {
  return jn_none();
}
Value getFalse(Object *) {
  return jn_bool(false);
}

const MethodDef kMethods[] = {
    {"read", read, 1, 2},         {"readline", readline, 1, 2}, {"write", write, 2, 2},
    {"getvalue", getvalue, 1, 1}, {"seek", seek, 2, 3},         {"tell", tell, 1, 1},
    {"truncate", truncate, 1, 2}, {"close", close, 1, 1},       {"readable", yes, 1, 1},
    {"writable", yes, 1, 1},      {"seekable", yes, 1, 1},      {}};
const GetSetDef kGetSets[] = {{"closed", getClosed, nullptr},        {"encoding", getNone, nullptr},
                              {"errors", getNone, nullptr},          {"newlines", getNone, nullptr},
                              {"line_buffering", getFalse, nullptr}, {}};

}  // namespace

int initStringIo() {
  Type &t = stringIoType;
  t.name = "_io.StringIO";
  t.base = &textIoBaseType;
  t.instanceSize = sizeof(StringIo);
  t.typeFlags = kTypeBaseable;
  t.dictOffset = offsetof(StringIo, dict);
  t.dealloc = dealloc;
  t.iter = selfIter;
  t.next = nextLine;
  t.construct = construct;
  t.init = init;
  t.methods = kMethods;
  t.getsets = kGetSets;
  return readyType(&t);
}

}  // namespace janus
