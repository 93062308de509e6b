// The methods that change a bytearray.
#include "value/bytes/BytesMethods.h"
#include "value/bytes/CopyBytes.h"

#include <algorithm>
#include <cstring>

namespace janus {
namespace {

BytearrayObject *self(const Value *args) {
  return as<BytearrayObject>(args[0]);
}

int insertBytes(BytearrayObject *array, int64_t at, std::string_view bytes) {
  std::string copy(bytes);  // may be the array's own
  int64_t size = array->size;
  if (resizeBytearray(array, size + static_cast<int64_t>(copy.size())) < 0)
    return -1;
  moveBytes(array->data + at + copy.size(), array->data + at, size - at);
  copyBytes(array->data + at, copy.data(), copy.size());
  return 0;
}
Value done(int status) {
  return status < 0 ? jn_error() : jn_none();
}

Value append(const Value *args, size_t, Value) {
  char c;
  if (!toByte(args[1], "byte must be in range(0, 256)", &c))
    return jn_error();
  return done(insertBytes(self(args), self(args)->size, {&c, 1}));
}
Value extend(const Value *args, size_t, Value) {
  if (args[1].tag == JN_INT)
    return raise(jn_exc_TypeError, "can't extend bytearray with int");
  if (isStr(args[1]) && strLength(args[1]) > 0) {
    Ref first(jn_getitem(args[1], jn_int(0)));
    Value f = first.get();
    return raise(jn_exc_TypeError, "'%T' object cannot be interpreted as an integer", &f);
  }
  Ref bytes(bytesFromIterable(args[1], "byte must be in range(0, 256)"));
  std::string_view view;
  if (bytes.failed())
    return jn_error();
  bytesView(bytes.get(), &view);
  return done(insertBytes(self(args), self(args)->size, view));
}
Value insert(const Value *args, size_t, Value) {
  int64_t at;
  char c;
  if (!toIndexOr(args[1], jn_exc_OverflowError, &at) ||
      !toByte(args[2], "byte must be in range(0, 256)", &c))
    return jn_error();
  if (at < 0)
    at = std::max<int64_t>(at + self(args)->size, 0);
  return done(insertBytes(self(args), std::min(at, self(args)->size), {&c, 1}));
}

int removeAt(BytearrayObject *array, int64_t at) {
  if (array->exports > 0)
    return resizeBytearray(array, array->size - 1);
  moveBytes(array->data + at, array->data + at + 1, array->size - at - 1);
  return resizeBytearray(array, array->size - 1);
}
Value pop(const Value *args, size_t count, Value) {
  int64_t at = -1;
  if (count > 1 && !toIndexOr(args[1], jn_exc_IndexError, &at))
    return jn_error();
  BytearrayObject *array = self(args);
  if (array->size == 0)
    return raise(jn_exc_IndexError, "pop from empty bytearray");
  if (at < 0)
    at += array->size;
  if (at < 0 || at >= array->size)
    return raise(jn_exc_IndexError, "pop index out of range");
  int byte = static_cast<unsigned char>(array->data[at]);
  return removeAt(array, at) < 0 ? jn_error() : jn_int(byte);
}
Value removeByte(const Value *args, size_t, Value) {
  char c;
  if (!toByte(args[1], "byte must be in range(0, 256)", &c))
    return jn_error();
  void *at = memchr(self(args)->data, c, self(args)->size);
  if (!at)
    return raise(jn_exc_ValueError, "value not found in bytearray");
  return done(removeAt(self(args), static_cast<char *>(at) - self(args)->data));
}
Value clear(const Value *args, size_t, Value) {
  return done(resizeBytearray(self(args), 0));
}
Value copy(const Value *args, size_t, Value) {
  return makeBytearray({self(args)->data, static_cast<size_t>(self(args)->size)});
}
Value reverse(const Value *args, size_t, Value) {
  std::reverse(self(args)->data, self(args)->data + self(args)->size);
  return jn_none();
}

const MethodDef kOwnMethods[] = {
    {"append", append, 2, 2}, {"extend", extend, 2, 2},     {"insert", insert, 3, 3},
    {"pop", pop, 1, 2},       {"remove", removeByte, 2, 2}, {"clear", clear, 1, 1},
    {"copy", copy, 1, 1},     {"reverse", reverse, 1, 1},   {}};

}  // namespace

const MethodDef *bytearrayMethods() {
  static MethodDef all[64];
  size_t count = 0;
  for (const MethodDef *table : {kBytesMethods, kOwnMethods})
    for (; table->name; ++table)
      if (strcmp(table->name, "__getnewargs__") != 0 && strcmp(table->name, "__bytes__") != 0)
        all[count++] = *table;
  return all;
}

}  // namespace janus
