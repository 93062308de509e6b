// bytes, bytearray and memoryview: layouts, and the view of anything that exposes bytes.
#pragma once

#include "value/object/Object.h"

namespace janus {

struct BytesObject {
  Object head;
  int64_t size;
  int64_t hash;  // -1 until asked for
  char *data;    // behind the object, or a block of its own in instances of subclasses
};
struct BytearrayObject {
  Object head;
  int64_t size, capacity;
  char *data;
  int64_t exports;  // memoryviews; no resizing while there are any
};
struct MemoryviewObject {
  Object head;
  Value owner;  // whose bytes they are
  char *data;
  int64_t size;    // in items
  int64_t stride;  // in bytes
  int32_t itemSize;
  char format;  // as of struct
  bool readonly, released;
};

Value newBytes(int64_t size, char **data);  // to be filled in
Value makeBytearray(std::string_view bytes);
bool isBytes(Value v);
bool isBytearray(Value v);
// The bytes of a bytes, bytearray, contiguous memoryview or array; false for anything else.
bool bytesView(Value v, std::string_view *out);
// The same for storing into; false for read-only objects. No error is set.
bool writableView(Value v, char **data, int64_t *size);
// TypeError "a bytes-like object is required, not 'int'".
bool requireBytes(Value v, std::string_view *out);
// bytes(x) of something bytes-like, an iterable of ints or with __bytes__. Owned.
Value bytesFromIterable(Value v, const char *rangeText = "bytes must be in range(0, 256)");
Value bytesRepr(std::string_view bytes);  // b'...'
inline void appendHex(std::string &text, unsigned char byte) {
  text += "0123456789abcdef"[byte >> 4];
  text += "0123456789abcdef"[byte & 15];
}
int resizeBytearray(BytearrayObject *o, int64_t size);

// Other modules' buffers (array.array): how to find the bytes of an instance.
struct BufferInfo {
  char *data;
  int64_t size;  // in items
  int32_t itemSize;
  char format;
  bool readonly;
  int64_t *exports = nullptr;  // of an owner that must not change its size meanwhile
};
using BufferFn = bool (*)(Object *o, BufferInfo *out);
void registerBuffer(Type *type, BufferFn fn);
bool bufferOf(Value v, BufferInfo *out);

}  // namespace janus
