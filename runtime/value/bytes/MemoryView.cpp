// memoryview of one dimension over bytes, bytearray and whatever registers a buffer.
#include "value/bytes/Bytes.h"
#include "value/bytes/CopyBytes.h"
#include "value/container/Sequence.h"
#include "value/text/Str.h"

#include <cstring>

namespace janus {

Type jn_type_memoryview;

namespace {

MemoryviewObject *viewObject(Object *o) {
  return reinterpret_cast<MemoryviewObject *>(o);
}
MemoryviewObject *self(const Value *args) {
  return as<MemoryviewObject>(args[0]);
}
bool isView(Value v) {
  return isExact(v, &jn_type_memoryview);
}

bool requireLive(const MemoryviewObject *m) {
  if (!m->released)
    return true;
  raise(jn_exc_ValueError, "operation forbidden on released memoryview object");
  return false;
}

void countExport(Value owner, int by) {
  BufferInfo info;
  if (isBytearray(owner))
    as<BytearrayObject>(owner)->exports += by;
  else if (bufferOf(owner, &info) && info.exports)
    *info.exports += by;
}

Value makeView(Value owner, char *data, int64_t size, int64_t stride, int itemSize, char format,
               bool readonly) {
  auto *m = allocate<MemoryviewObject>(&jn_type_memoryview);
  m->owner = jn_own(owner);
  m->data = data;
  m->size = size;
  m->stride = stride;
  m->itemSize = itemSize;
  m->format = format;
  m->readonly = readonly;
  countExport(owner, 1);
  return jn_obj(m);
}

void release(MemoryviewObject *m) {
  if (m->released)
    return;
  m->released = true;
  countExport(m->owner, -1);
  jn_assign(&m->owner, jn_none());
}

// ---- items by their format letter

template <class T>
T load(const char *at) {
  T v;
  copyBytes(&v, at, sizeof v);
  return v;
}
Value loadItem(const char *at, char format) {
  switch (format) {
  case 'b': return jn_int(load<int8_t>(at));
  case 'B': return jn_int(load<uint8_t>(at));
  case '?': return jn_bool(*at != 0);
  case 'c': return makeBytes({at, 1});
  case 'h': return jn_int(load<int16_t>(at));
  case 'H': return jn_int(load<uint16_t>(at));
  case 'i': return jn_int(load<int32_t>(at));
  case 'I': return jn_int(load<uint32_t>(at));
  case 'l':
  case 'q':
  case 'n': return jn_int(load<int64_t>(at));
  case 'L':
  case 'Q':
  case 'N': return makeUnsigned(load<uint64_t>(at));
  case 'f': return jn_float(load<float>(at));
  case 'd': return jn_float(load<double>(at));
  default: return raise(jn_exc_NotImplementedError, "memoryview: format %c not supported", format);
  }
}

int itemSizeOf(char format) {
  switch (format) {
  case 'b':
  case 'B':
  case 'c':
  case '?': return 1;
  case 'h':
  case 'H': return 2;
  case 'i':
  case 'I':
  case 'f': return 4;
  case 'l':
  case 'L':
  case 'q':
  case 'Q':
  case 'n':
  case 'N':
  case 'd': return 8;
  default: return 0;
  }
}

bool storeItem(char *at, char format, Value v) {
  int size = itemSizeOf(format);
  if (format == 'f' || format == 'd') {
    double d;
    if (!toDouble(v, &d))
      return false;
    auto f = static_cast<float>(d);
    copyBytes(at, format == 'f' ? static_cast<void *>(&f) : static_cast<void *>(&d), size);
    return true;
  }
  if (format == 'c') {
    std::string_view bytes;
    if (!bytesView(v, &bytes) || bytes.size() != 1) {
      raise(jn_exc_TypeError, "memoryview: invalid type for format 'c'");
      return false;
    }
    *at = bytes[0];
    return true;
  }
  if (!isInt(v) && !JN_SLOT(*typeOf(v), unary, UnaryOp::Index)) {
    raise(jn_exc_TypeError, "memoryview: invalid type for format '%c'", format);
    return false;
  }
  Ref index(toIndex(v));
  int64_t i;
  bool fits = !index.failed() && smallInt(index.get(), &i);
  bool isUnsigned = strchr("BHI", format) != nullptr;
  if (fits && size < 8) {
    int bits = 8 * size;
    fits = isUnsigned ? i >= 0 && i < (int64_t(1) << bits)
                      : i >= -(int64_t(1) << (bits - 1)) && i < (int64_t(1) << (bits - 1));
  }
  if (!fits) {
    if (!hasError())
      raise(jn_exc_ValueError, "memoryview: invalid value for format '%c'", format);
    return false;
  }
  copyBytes(at, &i, size);
  return true;
}

// ---- slots

void dealloc(Object *o) {
  release(viewObject(o));
  jn_decref(viewObject(o)->owner);
  freeObject(o);
}
Value reprSlot(Object *o) {
  char text[64];
  snprintf(text, sizeof text,
           viewObject(o)->released ? "<released memory at %p>" : "<memory at %p>",
           static_cast<void *>(o));
  return makeStr(text);
}
int64_t lengthSlot(Object *o) {
  return requireLive(viewObject(o)) ? viewObject(o)->size : -1;
}

bool itemIndex(const MemoryviewObject *m, Value key, int64_t *out) {
  if (!isInt(key) && !JN_SLOT(*typeOf(key), unary, UnaryOp::Index)) {
    raise(jn_exc_TypeError, "memoryview: invalid slice key");
    return false;
  }
  if (!toIndexOr(key, jn_exc_IndexError, out))
    return false;
  if (*out < 0)
    *out += m->size;
  if (*out >= 0 && *out < m->size)
    return true;
  raise(jn_exc_IndexError, "index out of bounds on dimension 1");
  return false;
}

Value getitem(Value v, Value key) {
  auto *m = as<MemoryviewObject>(v);
  if (!requireLive(m))
    return jn_error();
  if (isSlice(key)) {
    SliceRange r;
    if (!resolveSlice(key, m->size, &r))
      return jn_error();
    return makeView(m->owner, m->data + r.start * m->stride, r.count, m->stride * r.step,
                    m->itemSize, m->format, m->readonly);
  }
  int64_t i;
  return itemIndex(m, key, &i) ? loadItem(m->data + i * m->stride, m->format) : jn_error();
}

std::string contents(const MemoryviewObject *m) {
  std::string out;
  for (int64_t i = 0; i < m->size; ++i)
    out.append(m->data + i * m->stride, m->itemSize);
  return out;
}

int setitem(Value v, Value key, Value item) {
  auto *m = as<MemoryviewObject>(v);
  if (!requireLive(m))
    return -1;
  if (m->readonly) {
    raise(jn_exc_TypeError, "cannot modify read-only memory");
    return -1;
  }
  if (!given(item)) {
    raise(jn_exc_TypeError, "cannot delete memory");
    return -1;
  }
  if (!isSlice(key)) {
    int64_t i;
    return itemIndex(m, key, &i) && storeItem(m->data + i * m->stride, m->format, item) ? 0 : -1;
  }
  SliceRange r;
  std::string bytes;
  std::string_view view;
  if (isView(item))
    bytes = contents(as<MemoryviewObject>(item));
  else if (requireBytes(item, &view))
    bytes = view;
  else
    return -1;
  if (!resolveSlice(key, m->size, &r))
    return -1;
  if (static_cast<int64_t>(bytes.size()) != r.count * m->itemSize) {
    raise(jn_exc_ValueError, "memoryview assignment: lvalue and rvalue have different structures");
    return -1;
  }
  for (int64_t i = 0; i < r.count; ++i)
    copyBytes(m->data + (r.start + i * r.step) * m->stride, bytes.data() + i * m->itemSize,
              m->itemSize);
  return 0;
}

Value compareSlot(Value a, Value b, CompareOp op) {
  if (!isView(a) || (op != CompareOp::Eq && op != CompareOp::Ne))
    return jn_notimplemented();
  std::string other;
  std::string_view view;
  if (isView(b))
    other = contents(as<MemoryviewObject>(b));
  else if (bytesView(b, &view))
    other = view;
  else
    return jn_notimplemented();
  return jn_bool((contents(as<MemoryviewObject>(a)) == other) == (op == CompareOp::Eq));
}
int hashSlot(Object *o, int64_t *out) {
  if (!viewObject(o)->readonly) {
    raise(jn_exc_ValueError, "cannot hash writable memoryview object");
    return -1;
  }
  Ref bytes(makeBytes(contents(viewObject(o))));
  return hash(bytes.get(), out) ? 0 : -1;
}

Value construct(Type *, const Value *args, size_t count, Value kwnames) {
  Value v;
  BufferInfo info;
  if (!parseArgs("memoryview", {"object"}, 1, 1, args, count, kwnames, &v))
    return jn_error();
  if (isView(v)) {
    auto *m = as<MemoryviewObject>(v);
    if (!requireLive(m))
      return jn_error();
    return makeView(m->owner, m->data, m->size, m->stride, m->itemSize, m->format, m->readonly);
  }
  if (!bufferOf(v, &info))
    return raise(jn_exc_TypeError, "memoryview: a bytes-like object is required, not '%T'", &v);
  return makeView(v, info.data, info.size, info.itemSize, info.itemSize, info.format,
                  info.readonly);
}

bool expose(Object *o, BufferInfo *out) {
  MemoryviewObject *m = viewObject(o);
  if (m->released || m->stride != m->itemSize)
    return false;
  *out = {m->data, m->size, m->itemSize, m->format, m->readonly};
  return true;
}

// ---- methods

Value tobytes(const Value *args, size_t, Value) {
  return requireLive(self(args)) ? makeBytes(contents(self(args))) : jn_error();
}
Value tolist(const Value *args, size_t, Value) {
  if (!requireLive(self(args)))
    return jn_error();
  Ref list(jn_obj(newList(0)));
  for (int64_t i = 0; i < self(args)->size; ++i) {
    Value item = loadItem(self(args)->data + i * self(args)->stride, self(args)->format);
    if (item.tag == JN_ERROR)
      return item;
    listAppendOwned(list.as<jn_list>(), item);
  }
  return list.release();
}
Value cast(const Value *args, size_t, Value) {
  MemoryviewObject *m = self(args);
  if (!requireLive(m))
    return jn_error();
  if (!isStr(args[1]) || strLength(args[1]) < 1)
    return raise(jn_exc_TypeError, "format argument must be a string");
  std::string_view text = utf8Of(args[1]);
  char format = text.back();
  int size = itemSizeOf(format);
  if (text.size() > 2 || (text.size() == 2 && text[0] != '@') || size == 0)
    return raise(jn_exc_ValueError, "memoryview: destination format must be a native single "
                                    "character format prefixed with an optional '@'");
  if (m->stride != m->itemSize)
    return raise(jn_exc_TypeError, "memoryview: casts are restricted to C-contiguous views");
  int64_t bytes = m->size * m->itemSize;
  if (bytes % size != 0)
    return raise(jn_exc_TypeError, "memoryview: length is not a multiple of itemsize");
  return makeView(m->owner, m->data, bytes / size, size, size, format, m->readonly);
}
Value releaseMethod(const Value *args, size_t, Value) {
  release(self(args));
  return jn_none();
}
Value enter(const Value *args, size_t, Value) {
  return requireLive(self(args)) ? jn_own(args[0]) : jn_error();
}
Value hexMethod(const Value *args, size_t count, Value kwnames) {
  Ref bytes(makeBytes(contents(self(args))));
  Ref method(getattr(bytes.get(), JN_NAME("hex")));
  return jn_call_kw(method.get(), args + 1, count - 1, kwnames);
}
Value toreadonly(const Value *args, size_t, Value) {
  MemoryviewObject *m = self(args);
  return makeView(m->owner, m->data, m->size, m->stride, m->itemSize, m->format, true);
}

Value getNbytes(Object *o) {
  return jn_int(viewObject(o)->size * viewObject(o)->itemSize);
}
Value getItemsize(Object *o) {
  return jn_int(viewObject(o)->itemSize);
}
Value getFormat(Object *o) {
  return makeStr(std::string(1, viewObject(o)->format));
}
Value getReadonly(Object *o) {
  return jn_bool(viewObject(o)->readonly);
}
Value getObj(Object *o) {
  return jn_own(viewObject(o)->owner);
}
Value getNdim(Object *) {
  return jn_int(1);
}
Value getShape(Object *o) {
  return makeTuple({jn_int(viewObject(o)->size)});
}
Value getStrides(Object *o) {
  return makeTuple({jn_int(viewObject(o)->stride)});
}
Value getContiguous(Object *o) {
  return jn_bool(viewObject(o)->stride == viewObject(o)->itemSize || viewObject(o)->size <= 1);
}

const MethodDef kMethods[] = {{"tobytes", tobytes, 1, 2, true},
                              {"tolist", tolist, 1, 1},
                              {"cast", cast, 2, 3},
                              {"release", releaseMethod, 1, 1},
                              {"hex", hexMethod, 1, 3, true},
                              {"toreadonly", toreadonly, 1, 1},
                              {"__enter__", enter, 1, 1},
                              {"__exit__", releaseMethod, 1, 4},
                              {}};
const GetSetDef kGetSets[] = {{"nbytes", getNbytes, nullptr},
                              {"itemsize", getItemsize, nullptr},
                              {"format", getFormat, nullptr},
                              {"readonly", getReadonly, nullptr},
                              {"obj", getObj, nullptr},
                              {"ndim", getNdim, nullptr},
                              {"shape", getShape, nullptr},
                              {"strides", getStrides, nullptr},
                              {"contiguous", getContiguous, nullptr},
                              {"c_contiguous", getContiguous, nullptr},
                              {}};

}  // namespace

int initMemoryViewType() {
  Type &t = jn_type_memoryview;
  t.name = "memoryview";
  t.instanceSize = sizeof(MemoryviewObject);
  t.typeFlags = kTypeSequencePattern;
  t.dealloc = dealloc;
  t.repr = reprSlot;
  t.hash = hashSlot;
  t.compare = compareSlot;
  t.length = lengthSlot;
  t.getitem = getitem;
  t.setitem = setitem;
  t.construct = construct;
  t.methods = kMethods;
  t.getsets = kGetSets;
  registerBuffer(&t, expose);
  return addBuiltinType(&t);
}

}  // namespace janus
