// bytes and bytearray: storage, slots, constructors. Methods that both have are in
// BytesMethods.cpp.
#include "value/bytes/Bytes.h"
#include "value/bytes/BytesMethods.h"
#include "value/bytes/CopyBytes.h"
#include "value/container/IteratorState.h"
#include "value/container/Sequence.h"
#include "value/object/Heap.h"
#include "value/text/Codecs.h"
#include "value/text/Format.h"
#include "value/text/Str.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace janus {

Type jn_type_bytes, jn_type_bytearray;

namespace {

Type bytesIteratorType, bytearrayIteratorType;
struct BytesIterator {
  Object head;
  Value owner;  // JN_UNBOUND once exhausted
  int64_t index;
};

struct BufferRow {
  Type *type;
  BufferFn fn;
};
std::vector<BufferRow> &bufferRows() {
  static std::vector<BufferRow> rows;
  return rows;
}

BytesObject *bytesObject(Object *o) {
  return reinterpret_cast<BytesObject *>(o);
}
BytearrayObject *arrayObject(Object *o) {
  return reinterpret_cast<BytearrayObject *>(o);
}
std::string_view viewOf(Value v) {
  std::string_view view;
  bytesView(v, &view);
  return view;
}
bool isEither(Value v) {
  return isBytes(v) || isBytearray(v);
}

}  // namespace

bool isBytes(Value v) {
  return isInstance(v, &jn_type_bytes);
}
bool isBytearray(Value v) {
  return isInstance(v, &jn_type_bytearray);
}

Value newBytes(int64_t size, char **data) {
  auto *b = reinterpret_cast<BytesObject *>(
      allocate(&jn_type_bytes, sizeof(BytesObject) + static_cast<size_t>(size) + 1));
  b->size = size;
  b->hash = -1;
  b->data = reinterpret_cast<char *>(b + 1);
  *data = b->data;
  return jn_obj(b);
}

Value makeBytes(std::string_view bytes) {
  char *data;
  Value v = newBytes(static_cast<int64_t>(bytes.size()), &data);
  copyBytes(data, bytes.data(), bytes.size());
  return v;
}

static Value bytearrayOfClass(Type *cls, std::string_view bytes) {
  auto *b = reinterpret_cast<BytearrayObject *>(
      allocate(cls, std::max(cls->instanceSize, sizeof(BytearrayObject))));
  resizeBytearray(b, static_cast<int64_t>(bytes.size()));
  copyBytes(b->data, bytes.data(), bytes.size());
  return jn_obj(b);
}
Value makeBytearray(std::string_view bytes) {
  return bytearrayOfClass(&jn_type_bytearray, bytes);
}

int resizeBytearray(BytearrayObject *o, int64_t size) {
  if (o->exports > 0 && size != o->size) {
    raise(jn_exc_BufferError, "Existing exports of data: object cannot be re-sized");
    return -1;
  }
  if (size >= o->capacity) {
    o->capacity = std::max(size + 1, o->capacity + o->capacity / 2);
    o->data = static_cast<char *>(realloc(o->data, o->capacity));
  }
  o->size = size;
  o->data[size] = 0;
  return 0;
}

void registerBuffer(Type *type, BufferFn fn) {
  bufferRows().push_back({type, fn});
}

bool bufferOf(Value v, BufferInfo *out) {
  if (v.tag != JN_OBJECT)
    return false;
  if (isBytes(v)) {
    *out = {bytesObject(v.o)->data, bytesObject(v.o)->size, 1, 'B', true};
    return true;
  }
  if (isBytearray(v)) {
    *out = {arrayObject(v.o)->data, arrayObject(v.o)->size, 1, 'B', false};
    return true;
  }
  for (const BufferRow &row : bufferRows())
    if (isSubtype(v.o->type, row.type))
      return row.fn(v.o, out);
  return false;
}

bool bytesView(Value v, std::string_view *out) {
  BufferInfo info;
  if (!bufferOf(v, &info))
    return false;
  *out = {info.data, static_cast<size_t>(info.size) * info.itemSize};
  return true;
}

bool writableView(Value v, char **data, int64_t *size) {
  BufferInfo info;
  if (!bufferOf(v, &info) || info.readonly)
    return false;
  *data = info.data;
  *size = info.size * info.itemSize;
  return true;
}

bool requireBytes(Value v, std::string_view *out) {
  if (bytesView(v, out))
    return true;
  raise(jn_exc_TypeError, "a bytes-like object is required, not '%T'", &v);
  return false;
}

bool toByte(Value v, const char *text, char *out) {
  int64_t byte;
  Ref index(toIndex(v));
  if (index.failed())
    return false;
  if (!smallInt(index.get(), &byte) || byte < 0 || byte > 255) {
    raise(jn_exc_ValueError, "%s", text);
    return false;
  }
  *out = static_cast<char>(byte);
  return true;
}

Value bytesFromIterable(Value v, const char *rangeText) {
  if (isExact(v, &jn_type_bytes))
    return jn_own(v);
  Ref made(v.tag == JN_OBJECT ? callSpecial(v, JN_NAME("__bytes__"), {}) : jn_unbound());
  if (given(made.get())) {
    Value m = made.get();
    if (!made.failed() && !isBytes(m))
      return raise(jn_exc_TypeError, "__bytes__ returned non-bytes (type %T)", &m);
    return made.release();
  }
  std::string_view view;
  if (bytesView(v, &view))
    return makeBytes(view);
  if (isStr(v) || v.tag != JN_OBJECT || (!v.o->type->iter && !v.o->type->getitem))
    return raise(jn_exc_TypeError, "cannot convert '%T' object to bytes", &v);
  std::string bytes;
  bool good = forEach(v, [&](Value item) {
    char c;
    if (!toByte(item, rangeText, &c))
      return false;
    bytes += c;
    return true;
  });
  return good ? makeBytes(bytes) : jn_error();
}

// b'...', where `escapeSingle` is what a bytearray does to ' whatever the quotes.
static std::string shownBytes(std::string_view bytes, bool escapeSingle) {
  char quote = bytes.find('\'') != bytes.npos && bytes.find('"') == bytes.npos ? '"' : '\'';
  std::string text = "b";
  text += quote;
  for (unsigned char c : bytes) {
    if (c == quote || c == '\\' || (escapeSingle && c == '\'')) {
      text += '\\';
      text += static_cast<char>(c);
    } else if (c == '\n' || c == '\r' || c == '\t') {
      text += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
    } else if (c < ' ' || c >= 0x7f) {
      text += "\\x";
      appendHex(text, c);
    } else {
      text += static_cast<char>(c);
    }
  }
  return text + quote;
}
Value bytesRepr(std::string_view bytes) {
  return makeStr(shownBytes(bytes, false));
}

namespace {

void bytesDealloc(Object *o) {
  if (bytesObject(o)->data != reinterpret_cast<char *>(bytesObject(o) + 1))
    free(bytesObject(o)->data);
  freeObject(o);
}
void arrayDealloc(Object *o) {
  free(arrayObject(o)->data);
  freeObject(o);
}

Value reprSlot(Object *o) {
  return bytesRepr(viewOf(jn_obj(o)));
}
Value arrayRepr(Object *o) {
  return makeStr(std::string(typeNameOf(o->type)) + "(" + shownBytes(viewOf(jn_obj(o)), true) +
                 ")");
}
int hashSlot(Object *o, int64_t *out) {
  BytesObject *b = bytesObject(o);
  if (b->hash == -1)
    b->hash = hashBytes(b->data, b->size);
  *out = b->hash;
  return 0;
}
int64_t lengthSlot(Object *o) {
  return static_cast<int64_t>(viewOf(jn_obj(o)).size());
}
int truthSlot(Object *o) {
  return lengthSlot(o) != 0;
}

Value compareSlot(Value a, Value b, CompareOp op) {
  std::string_view x, y;
  if (!isEither(a) || !bytesView(b, &y))
    return jn_notimplemented();
  x = viewOf(a);
  if (op == CompareOp::Eq || op == CompareOp::Ne)
    return jn_bool((x == y) == (op == CompareOp::Eq));
  return jn_bool(ordered(op, x.compare(y)));
}

Value concatSlot(Value a, Value b) {
  std::string_view y;
  if (!isEither(a) || !bytesView(b, &y))
    return jn_notimplemented();
  std::string_view x = viewOf(a);
  if (isBytearray(a)) {
    Value sum = makeBytearray(x);
    auto *array = as<BytearrayObject>(sum);
    resizeBytearray(array, static_cast<int64_t>(x.size() + y.size()));
    copyBytes(array->data + x.size(), y.data(), y.size());
    return sum;
  }
  char *data;
  Value sum = newBytes(static_cast<int64_t>(x.size() + y.size()), &data);
  copyBytes(data, x.data(), x.size());
  copyBytes(data + x.size(), y.data(), y.size());
  return sum;
}

Value repeatSlot(Value a, Value b) {
  if (!isEither(a))
    std::swap(a, b);
  if (!isEither(a) || (!isInt(b) && !JN_SLOT(*typeOf(b), unary, UnaryOp::Index)))
    return jn_notimplemented();
  int64_t times;
  if (!toIndexOr(b, jn_exc_OverflowError, &times))
    return jn_error();
  std::string_view view = viewOf(a);
  times = view.empty() ? 0 : std::max<int64_t>(times, 0);
  int64_t size;
  if (__builtin_mul_overflow(static_cast<int64_t>(view.size()), times, &size))
    return raise(jn_exc_OverflowError, "repeated bytes are too long");
  if (!hasRoom(size, 2))  // here and in the object
    return jn_error();
  std::string result;
  result.reserve(static_cast<size_t>(size));
  for (int64_t i = 0; i < times; ++i)
    result += view;
  return sameKind(a, result);
}

Value moduloSlot(Value a, Value b) {
  if (!isEither(a))
    return jn_notimplemented();
  Ref result(percentFormatBytes(a, b));
  return result.failed() || isBytes(a) ? result.release() : makeBytearray(viewOf(result.get()));
}

int containsSlot(Object *o, Value item) {
  std::string_view part, whole = viewOf(jn_obj(o));
  char c;
  if (isInt(item) || JN_SLOT(*typeOf(item), unary, UnaryOp::Index)) {
    if (!toByte(item, "byte must be in range(0, 256)", &c))
      return -1;
    return whole.find(c) != whole.npos;
  }
  return requireBytes(item, &part) ? whole.find(part) != whole.npos : -1;
}

bool byteIndex(Value key, int64_t size, const char *type, int64_t *out) {
  if (!isInt(key) && !JN_SLOT(*typeOf(key), unary, UnaryOp::Index)) {
    raise(jn_exc_TypeError, "%s indices must be integers or slices, not %T", type, &key);
    return false;
  }
  if (!toIndexOr(key, jn_exc_IndexError, out))
    return false;
  if (*out < 0)
    *out += size;
  if (*out >= 0 && *out < size)
    return true;
  raise(jn_exc_IndexError,
        strcmp(type, "byte") == 0 ? "index out of range" : "bytearray index out of range");
  return false;
}

Value getitemSlot(Value self, Value key) {
  std::string_view view = viewOf(self);
  if (isSlice(key)) {
    SliceRange range;
    if (!resolveSlice(key, static_cast<int64_t>(view.size()), &range))
      return jn_error();
    if (range.step == 1)
      return sameKind(self, view.substr(range.start, range.count));
    std::string picked;
    for (int64_t i = 0, at = range.start; i < range.count; ++i, at += range.step)
      picked += view[at];
    return sameKind(self, picked);
  }
  int64_t index;
  if (!byteIndex(key, static_cast<int64_t>(view.size()), isBytes(self) ? "byte" : "bytearray",
                 &index))
    return jn_error();
  return jn_int(static_cast<unsigned char>(view[index]));
}

int arraySetitem(Value self, Value key, Value v) {
  auto *array = as<BytearrayObject>(self);
  if (!isSlice(key)) {
    int64_t index;
    if (!byteIndex(key, array->size, "bytearray", &index))
      return -1;
    char c = 0;
    if (given(v))
      return toByte(v, "byte must be in range(0, 256)", &c) ? (array->data[index] = c, 0) : -1;
    moveBytes(array->data + index, array->data + index + 1, array->size - index - 1);
    return resizeBytearray(array, array->size - 1);
  }
  SliceRange range;
  std::string bytes;
  if (given(v)) {
    if (isInt(v) || isStr(v)) {
      raise(jn_exc_TypeError,
            isInt(v) ? "can assign only bytes, buffers, or iterables of ints in range(0, 256)"
                     : "can assign only bytes, buffers, or iterables of ints in range(0, 256)");
      return -1;
    }
    Ref source(bytesFromIterable(v));
    if (source.failed())
      return -1;
    bytes = viewOf(source.get());
  }
  if (!resolveSlice(key, array->size, &range))
    return -1;
  auto count = static_cast<int64_t>(bytes.size());
  if (range.step == 1) {
    int64_t tail = array->size - range.start - range.count, size = array->size;
    std::string rest(array->data + range.start + range.count, tail);
    if (resizeBytearray(array, size - range.count + count) < 0)
      return -1;
    copyBytes(array->data + range.start, bytes.data(), count);
    copyBytes(array->data + range.start + count, rest.data(), tail);
    return 0;
  }
  if (!given(v)) {
    std::string kept;
    for (int64_t i = 0; i < array->size; ++i) {
      int64_t offset = i - range.start;
      bool removed = range.count > 0 && offset % range.step == 0 && offset / range.step >= 0 &&
                     offset / range.step < range.count;
      if (!removed)
        kept += array->data[i];
    }
    if (resizeBytearray(array, static_cast<int64_t>(kept.size())) < 0)
      return -1;
    copyBytes(array->data, kept.data(), kept.size());
    return 0;
  }
  if (count != range.count) {
    raise(jn_exc_ValueError, "attempt to assign bytes of size %ld to extended slice of size %ld",
          static_cast<long>(count), static_cast<long>(range.count));
    return -1;
  }
  for (int64_t i = 0, at = range.start; i < count; ++i, at += range.step)
    array->data[at] = bytes[i];
  return 0;
}

Value arrayExtendInplace(Value a, Value b) {
  std::string_view view;
  if (!bytesView(b, &view))
    return raise(jn_exc_TypeError, "can't concat %T to %T", &b, &a);
  auto *array = as<BytearrayObject>(a);
  std::string copy(view);
  int64_t size = array->size;
  if (resizeBytearray(array, size + static_cast<int64_t>(copy.size())) < 0)
    return jn_error();
  copyBytes(array->data + size, copy.data(), copy.size());
  return jn_own(a);
}
Value arrayRepeatInplace(Value a, Value b) {
  Ref product(repeatSlot(a, b));
  if (product.failed() || product.get().tag == JN_NOTIMPLEMENTED)
    return product.release();
  std::string_view view = viewOf(product.get());
  auto *array = as<BytearrayObject>(a);
  if (resizeBytearray(array, static_cast<int64_t>(view.size())) < 0)
    return jn_error();
  copyBytes(array->data, view.data(), view.size());
  return jn_own(a);
}

// ---- construction

Value bytesOfClass(Type *cls, Value exact) {
  if (cls == &jn_type_bytes || exact.tag == JN_ERROR)
    return exact;
  Ref held(exact);
  std::string_view view = viewOf(exact);
  auto *b = reinterpret_cast<BytesObject *>(allocate(cls, cls->instanceSize));
  b->size = static_cast<int64_t>(view.size());
  b->hash = -1;
  b->data = static_cast<char *>(malloc(view.size() + 1));
  copyBytes(b->data, view.data(), view.size());
  b->data[view.size()] = 0;
  return jn_obj(b);
}

// The bytes that the arguments of bytes() or bytearray() describe.
Value bytesOfArguments(const char *fname, const Value *args, size_t count, Value kwnames) {
  Value out[3];
  if (!parseArgs(fname, {"source", "encoding", "errors"}, 0, 3, args, count, kwnames, out))
    return jn_error();
  bool coded = given(out[1]) || given(out[2]);
  if (!given(out[0]))
    return coded ? raise(jn_exc_TypeError, given(out[1]) ? "encoding without a string argument"
                                                         : "errors without a string argument")
                 : makeBytes({});
  if (isStr(out[0])) {
    if (!given(out[1]))
      return raise(jn_exc_TypeError, "string argument without an encoding");
    Encoding encoding;
    std::string_view handler;
    return parseCodecArguments(fname, out[1], out[2], &encoding, &handler)
               ? encodeStr(out[0], encoding, handler)
               : jn_error();
  }
  if (coded)
    return raise(jn_exc_TypeError, given(out[1]) ? "encoding without a string argument"
                                                 : "errors without a string argument");
  bool counts = isInt(out[0]) || (out[0].tag == JN_OBJECT && !isEither(out[0]) &&
                                  JN_SLOT(*out[0].o->type, unary, UnaryOp::Index));
  // bytes() asks for __bytes__ first, bytearray() does not.
  if (counts && out[0].tag == JN_OBJECT && strcmp(fname, "bytes") == 0)
    counts = !given(lookupInType(out[0].o->type, JN_NAME("__bytes__")));
  if (counts) {
    int64_t size;
    if (!toIndexOr(out[0], jn_exc_OverflowError, &size))
      return jn_error();
    if (size < 0)
      return raise(jn_exc_ValueError, "negative count");
    char *data;
    return hasRoom(size) ? newBytes(size, &data) : jn_error();
  }
  return bytesFromIterable(out[0], strcmp(fname, "bytes") == 0 ? "bytes must be in range(0, 256)"
                                                               : "byte must be in range(0, 256)");
}

Value bytesConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  return bytesOfClass(cls, bytesOfArguments("bytes", args, count, kwnames));
}
Value arrayConstruct(Type *cls, const Value *, size_t, Value) {
  return bytearrayOfClass(cls, {});
}
int arrayInit(Value self, const Value *args, size_t count, Value kwnames) {
  Ref bytes(bytesOfArguments("bytearray", args, count, kwnames));
  if (bytes.failed())
    return -1;
  std::string_view view = viewOf(bytes.get());
  auto *array = as<BytearrayObject>(self);
  if (resizeBytearray(array, static_cast<int64_t>(view.size())) < 0)
    return -1;
  copyBytes(array->data, view.data(), view.size());
  return 0;
}

// ---- iterator

Value iterSlot(Object *o) {
  bool array = isBytearray(jn_obj(o));
  auto *it = allocate<BytesIterator>(array ? &bytearrayIteratorType : &bytesIteratorType);
  it->owner = jn_own(jn_obj(o));
  return jn_obj(it);
}
void iteratorDealloc(Object *o) {
  jn_decref(reinterpret_cast<BytesIterator *>(o)->owner);
  freeObject(o);
}
Value iteratorNext(Object *o) {
  auto *it = reinterpret_cast<BytesIterator *>(o);
  if (!given(it->owner))
    return jn_done();
  std::string_view view = viewOf(it->owner);
  if (it->index < static_cast<int64_t>(view.size()))
    return jn_int(static_cast<unsigned char>(view[it->index++]));
  jn_assign(&it->owner, jn_unbound());
  return jn_done();
}
Value iteratorHint(const Value *args, size_t, Value) {
  auto *it = as<BytesIterator>(args[0]);
  auto size = given(it->owner) ? static_cast<int64_t>(viewOf(it->owner).size()) : 0;
  return jn_int(std::max<int64_t>(size - it->index, 0));
}
Value iteratorReduce(const Value *args, size_t, Value) {
  auto *it = as<BytesIterator>(args[0]);
  Ref empty(makeTuple({}));
  return reduceIterator("iter", it->owner, it->index, empty.get());
}
Value iteratorSetState(const Value *args, size_t, Value) {
  auto *it = as<BytesIterator>(args[0]);
  auto size = given(it->owner) ? static_cast<int64_t>(viewOf(it->owner).size()) : 0;
  int64_t index;
  if (!stateOfIterator(args[1], 0, size, &index))
    return jn_error();
  it->index = index;
  return jn_none();
}
const MethodDef kIteratorMethods[] = {{"__length_hint__", iteratorHint, 1, 1},
                                      {"__reduce__", iteratorReduce, 1, 1},
                                      {"__setstate__", iteratorSetState, 2, 2},
                                      {}};

void fillSlots(Type &t) {
  t.typeFlags = kTypeBaseable;
  t.truth = truthSlot;
  t.compare = compareSlot;
  t.iter = iterSlot;
  t.length = lengthSlot;
  t.getitem = getitemSlot;
  t.contains = containsSlot;
  t.staticMethods = kBytesStaticMethods;
  t.classMethods = kBytesClassMethods;
  JN_SLOT(t, binary, BinaryOp::Add) = concatSlot;
  JN_SLOT(t, binary, BinaryOp::Mul) = repeatSlot;
  JN_SLOT(t, binary, BinaryOp::Mod) = moduloSlot;
}

}  // namespace

Value sameKind(Value self, std::string_view bytes) {
  return isBytearray(self) ? makeBytearray(bytes) : makeBytes(bytes);
}

int initBytesTypes() {
  Type &b = jn_type_bytes;
  b.name = "bytes";
  b.instanceSize = sizeof(BytesObject);
  fillSlots(b);
  b.dealloc = bytesDealloc;
  b.repr = reprSlot;
  b.hash = hashSlot;
  b.construct = bytesConstruct;
  b.methods = kBytesMethods;

  Type &a = jn_type_bytearray;
  a.name = "bytearray";
  a.instanceSize = sizeof(BytearrayObject);
  fillSlots(a);
  a.dealloc = arrayDealloc;
  a.repr = arrayRepr;
  a.hash = hashNotImplemented;
  a.setitem = arraySetitem;
  a.construct = arrayConstruct;
  a.init = arrayInit;
  a.methods = bytearrayMethods();
  JN_SLOT(a, inplace, BinaryOp::Add) = arrayExtendInplace;
  JN_SLOT(a, inplace, BinaryOp::Mul) = arrayRepeatInplace;

  for (Type *i : {&bytesIteratorType, &bytearrayIteratorType}) {
    i->name = i == &bytesIteratorType ? "bytes_iterator" : "bytearray_iterator";
    i->instanceSize = sizeof(BytesIterator);
    i->dealloc = iteratorDealloc;
    i->iter = selfIter;
    i->next = iteratorNext;
    i->methods = kIteratorMethods;
    if (readyType(i) < 0)
      return -1;
  }
  return addBuiltinType(&b) < 0 || addBuiltinType(&a) < 0 ? -1 : 0;
}

}  // namespace janus
