// The module array: rows of numbers of one C type.
#include "stdlib/Array.h"

#include "value/bytes/Bytes.h"
#include "value/bytes/CopyBytes.h"
#include "value/container/Sequence.h"
#include "value/file/Streams.h"
#include "value/number/BigInt.h"
#include "value/object/Heap.h"
#include "value/text/Str.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace janus {

Type arrayType;

namespace {

template <class T>
Value loadInt(const char *at) {
  T v;
  memcpy(&v, at, sizeof v);
  if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8)
    return makeUnsigned(v);
  else
    return jn_int(static_cast<int64_t>(v));
}
template <class T>
const char *nameOf() {
  switch (sizeof(T)) {
  case 1: return std::is_signed_v<T> ? "signed char" : "unsigned byte integer";
  case 2: return std::is_signed_v<T> ? "signed short integer" : "unsigned short";
  default: return std::is_signed_v<T> ? "signed integer" : "unsigned int";
  }
}
template <class T>
bool storeInt(char *at, Value v) {
  if (!isInt(v) && !JN_SLOT(*typeOf(v), unary, UnaryOp::Index)) {
    raise(jn_exc_TypeError, "'%T' object cannot be interpreted as an integer", &v);
    return false;
  }
  Ref index(toIndex(v));
  if (index.failed())
    return false;
  Ref low(jn_int(static_cast<int64_t>(std::numeric_limits<T>::min())));
  Ref high(makeUnsigned(static_cast<uint64_t>(std::numeric_limits<T>::max())));
  bool below = compareInts(index.get(), low.get()) < 0;
  if (below || compareInts(index.get(), high.get()) > 0) {
    if (sizeof(T) == 8)
      raise(jn_exc_OverflowError, below && std::is_unsigned_v<T>
                                      ? "can't convert negative int to unsigned"
                                      : "int too big to convert");
    else
      raise(jn_exc_OverflowError, "%s is %s", nameOf<T>(),
            below ? "less than minimum" : "greater than maximum");
    return false;
  }
  bigint::toBytes(index.get(), reinterpret_cast<unsigned char *>(at), sizeof(T),
                  std::is_signed_v<T>);
  return true;
}
template <class T>
Value loadReal(const char *at) {
  T v;
  memcpy(&v, at, sizeof v);
  return jn_float(v);
}
template <class T>
bool storeReal(char *at, Value v) {
  double d;
  if (!toDouble(v, &d))
    return false;
  T item = static_cast<T>(d);
  memcpy(at, &item, sizeof item);
  return true;
}
Value loadChar(const char *at) {
  uint32_t c;
  memcpy(&c, at, sizeof c);
  return makeChar(c);
}
bool storeChar(char *at, Value v) {
  if (!isStr(v)) {
    raise(jn_exc_TypeError, "array item must be unicode character");
    return false;
  }
  if (strLength(v) != 1) {
    raise(jn_exc_TypeError, "array item must be a string of length 1, not %ld",
          static_cast<long>(strLength(v)));
    return false;
  }
  uint32_t c = strCharAt(v, 0);
  memcpy(at, &c, sizeof c);
  return true;
}

constexpr ItemKind kKinds[] = {{'b', 1, loadInt<int8_t>, storeInt<int8_t>},
                               {'B', 1, loadInt<uint8_t>, storeInt<uint8_t>},
                               {'u', 4, loadChar, storeChar},
                               {'h', 2, loadInt<int16_t>, storeInt<int16_t>},
                               {'H', 2, loadInt<uint16_t>, storeInt<uint16_t>},
                               {'i', 4, loadInt<int32_t>, storeInt<int32_t>},
                               {'I', 4, loadInt<uint32_t>, storeInt<uint32_t>},
                               {'l', 8, loadInt<int64_t>, storeInt<int64_t>},
                               {'L', 8, loadInt<uint64_t>, storeInt<uint64_t>},
                               {'q', 8, loadInt<int64_t>, storeInt<int64_t>},
                               {'Q', 8, loadInt<uint64_t>, storeInt<uint64_t>},
                               {'f', 4, loadReal<float>, storeReal<float>},
                               {'d', 8, loadReal<double>, storeReal<double>}};

ArrayObject *arrayObject(Object *o) {
  return reinterpret_cast<ArrayObject *>(o);
}
ArrayObject *self(const Value *args) {
  return as<ArrayObject>(args[0]);
}
bool isArray(Value v) {
  return isInstance(v, &arrayType);
}
char *at(ArrayObject *a, int64_t i) {
  return a->data + i * a->kind->size;
}

void resize(ArrayObject *a, int64_t size) {
  if (size > a->capacity) {
    a->capacity = std::max(size, a->capacity + a->capacity / 2 + 4);
    a->data = static_cast<char *>(realloc(a->data, a->capacity * a->kind->size));
  }
  a->size = size;
}
ArrayObject *newArray(Type *cls, const ItemKind *kind, int64_t size) {
  auto *a = reinterpret_cast<ArrayObject *>(allocate(cls, sizeof(ArrayObject)));
  a->kind = kind;
  resize(a, size);
  return a;
}
bool mayResize(const ArrayObject *a) {
  if (a->exports > 0)
    raise(jn_exc_BufferError, "cannot resize an array that is exporting buffers");
  return a->exports <= 0;
}
bool insertAt(ArrayObject *a, int64_t i, Value v) {
  char item[8];
  if (!a->kind->store(item, v) || !mayResize(a))
    return false;
  resize(a, a->size + 1);
  moveBytes(at(a, i + 1), at(a, i), (a->size - 1 - i) * a->kind->size);
  memcpy(at(a, i), item, a->kind->size);
  return true;
}
bool extendWith(ArrayObject *a, Value iterable) {
  if (isArray(iterable)) {
    ArrayObject *other = as<ArrayObject>(iterable);
    if (other->kind != a->kind) {
      raise(jn_exc_TypeError, "can only extend with array of same kind");
      return false;
    }
    int64_t count = other->size, old = a->size;
    if (count && !mayResize(a))
      return false;
    resize(a, old + count);
    moveBytes(at(a, old), other->data, count * a->kind->size);
    return true;
  }
  return forEach(iterable, [&](Value item) { return insertAt(a, a->size, item); });
}
bool appendBytes(ArrayObject *a, std::string_view bytes) {
  if (bytes.size() % a->kind->size != 0) {
    raise(jn_exc_ValueError, "bytes length not a multiple of item size");
    return false;
  }
  int64_t old = a->size;
  if (!bytes.empty() && !mayResize(a))
    return false;
  resize(a, old + static_cast<int64_t>(bytes.size()) / a->kind->size);
  copyBytes(at(a, old), bytes.data(), bytes.size());
  return true;
}

// ---- slots

void dealloc(Object *o) {
  free(arrayObject(o)->data);
  freeObject(o);
}
int64_t lengthSlot(Object *o) {
  return arrayObject(o)->size;
}
int truthSlot(Object *o) {
  return arrayObject(o)->size != 0;
}

Value construct(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (cls == &arrayType && !refuseKeywords("array.array", kwnames))
    return jn_error();
  count -= keywordCount(kwnames);  // those of a subclass are for its __init__
  if (!checkCount("array", count, 1, 2))
    return jn_error();
  if (!isStr(args[0]) || strLength(args[0]) != 1)
    return raise(jn_exc_TypeError, "array() argument 1 must be a unicode character, not %T",
                 &args[0]);
  const ItemKind *kind = nullptr;
  for (const ItemKind &k : kKinds)
    if (static_cast<uint32_t>(k.code) == strCharAt(args[0], 0))
      kind = &k;
  if (!kind)
    return raise(jn_exc_ValueError,
                 "bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)");
  Ref made(jn_obj(newArray(cls, kind, 0)));
  auto *a = made.as<ArrayObject>();
  if (count < 2)
    return made.release();
  std::string_view bytes;
  if (isStr(args[1]) && kind->code != 'u')
    return raise(jn_exc_TypeError, "cannot use a str to initialize an array with typecode '%c'",
                 kind->code);
  if (isArray(args[1]) && as<ArrayObject>(args[1])->kind->code == 'u' && kind->code != 'u')
    return raise(jn_exc_TypeError,
                 "cannot use a unicode array to initialize an array with typecode '%c'",
                 kind->code);
  if (isArray(args[1]) && as<ArrayObject>(args[1])->kind != kind) {
    bool good = forEach(args[1], [&](Value item) { return insertAt(a, a->size, item); });
    return good ? made.release() : jn_error();
  }
  if ((isBytes(args[1]) || isBytearray(args[1])) && bytesView(args[1], &bytes))
    return appendBytes(a, bytes) ? made.release() : jn_error();
  return extendWith(a, args[1]) ? made.release() : jn_error();
}

Value listOfItems(ArrayObject *a) {
  jn_list *l = newList(a->size);
  for (int64_t i = 0; i < a->size; ++i)
    l->items[i] = a->kind->load(at(a, i));
  return jn_obj(l);
}
Value stringOfItems(ArrayObject *a) {
  return makeStrFrom(reinterpret_cast<const uint32_t *>(a->data), a->size);
}
Value reprSlot(Object *o) {
  ArrayObject *a = arrayObject(o);
  std::string_view full = typeNameOf(o->type);
  std::string text(full.substr(full.rfind('.') + 1));
  text += std::string("('") + a->kind->code + "'";
  if (a->size > 0) {
    Ref items(a->kind->code == 'u' ? stringOfItems(a) : listOfItems(a));
    Ref shown(repr(items.get()));
    if (shown.failed())
      return jn_error();
    text += ", " + std::string(utf8Of(shown.get()));
  }
  return makeStr(text + ")");
}
Value compareSlot(Value a, Value b, CompareOp op) {
  if (!isArray(a) || !isArray(b))
    return jn_notimplemented();
  Ref x(listOfItems(as<ArrayObject>(a))), y(listOfItems(as<ArrayObject>(b)));
  return compareSequences(x.get(), y.get(), op);
}

bool itemIndex(ArrayObject *a, Value key, const char *text, int64_t *out) {
  if (!isInt(key) && !JN_SLOT(*typeOf(key), unary, UnaryOp::Index)) {
    raise(jn_exc_TypeError, "array indices must be integers");
    return false;
  }
  if (!toIndexOr(key, jn_exc_IndexError, out))
    return false;
  if (*out < 0)
    *out += a->size;
  if (*out >= 0 && *out < a->size)
    return true;
  raise(jn_exc_IndexError, "%s", text);
  return false;
}
Value getitem(Value v, Value key) {
  auto *a = as<ArrayObject>(v);
  if (isSlice(key)) {
    SliceRange r;
    if (!resolveSlice(key, a->size, &r))
      return jn_error();
    ArrayObject *part = newArray(&arrayType, a->kind, r.count);
    for (int64_t i = 0; i < r.count; ++i)
      memcpy(at(part, i), at(a, r.start + i * r.step), a->kind->size);
    return jn_obj(part);
  }
  int64_t i;
  return itemIndex(a, key, "array index out of range", &i) ? a->kind->load(at(a, i)) : jn_error();
}
// Through the rules of lists: the items are taken out, assigned and stored again.
int setSlice(ArrayObject *a, Value key, Value v) {
  if (given(v) && (!isArray(v) || as<ArrayObject>(v)->kind != a->kind)) {
    if (isArray(v))
      raise(jn_exc_TypeError, "bad argument type for built-in operation");
    else
      raise(jn_exc_TypeError, "can only assign array (not \"%T\") to array slice", &v);
    return -1;
  }
  Ref list(listOfItems(a)), items(given(v) ? listOfItems(as<ArrayObject>(v)) : jn_unbound());
  if (jn_type_list.setitem(list.get(), key, items.get()) < 0)
    return -1;
  jn_list *l = list.as<jn_list>();
  if (l->size != a->size && !mayResize(a))
    return -1;
  resize(a, l->size);
  for (int64_t i = 0; i < l->size; ++i)
    a->kind->store(at(a, i), l->items[i]);
  return 0;
}
void removeAt(ArrayObject *a, int64_t i) {
  moveBytes(at(a, i), at(a, i + 1), (a->size - i - 1) * a->kind->size);
  --a->size;
}
int setitem(Value v, Value key, Value item) {
  auto *a = as<ArrayObject>(v);
  int64_t i;
  if (isSlice(key))
    return setSlice(a, key, item);
  if (!itemIndex(a, key, "array assignment index out of range", &i))
    return -1;
  if (given(item))
    return a->kind->store(at(a, i), item) ? 0 : -1;
  if (!mayResize(a))
    return -1;
  removeAt(a, i);
  return 0;
}

int64_t find(ArrayObject *a, Value wanted, int64_t start, int64_t stop) {
  for (int64_t i = start; i < a->size && i < stop; ++i) {
    Ref item(a->kind->load(at(a, i)));
    int same = equal(item.get(), wanted);
    if (same != 0)
      return same > 0 ? i : -2;
  }
  return -1;
}
int containsSlot(Object *o, Value item) {
  int64_t i = find(arrayObject(o), item, 0, INT64_MAX);
  return i == -2 ? -1 : i >= 0;
}
Value addSlot(Value a, Value b) {
  if (!isArray(a))
    return jn_notimplemented();
  if (!isArray(b))
    return raise(jn_exc_TypeError, "can only append array (not \"%T\") to array", &b);
  auto *x = as<ArrayObject>(a);
  if (x->kind != as<ArrayObject>(b)->kind)
    return raise(jn_exc_TypeError, "bad argument type for built-in operation");
  Ref sum(jn_obj(newArray(&arrayType, x->kind, 0)));
  extendWith(sum.as<ArrayObject>(), a);
  extendWith(sum.as<ArrayObject>(), b);
  return sum.release();
}
Value iaddSlot(Value a, Value b) {
  if (!isArray(b))
    return raise(jn_exc_TypeError, "can only extend with array (not \"%T\")", &b);
  return extendWith(as<ArrayObject>(a), b) ? jn_own(a) : jn_error();
}
Value mulSlot(Value a, Value b) {
  if (!isArray(a))
    std::swap(a, b);
  int64_t times;
  if (!isArray(a) || (!isInt(b) && !JN_SLOT(*typeOf(b), unary, UnaryOp::Index)))
    return jn_notimplemented();
  if (!toIndexOr(b, jn_exc_OverflowError, &times))
    return jn_error();
  int64_t size;
  if (!hasRoomRepeated(as<ArrayObject>(a)->size, times, as<ArrayObject>(a)->kind->size, &size))
    return jn_error();
  Ref product(jn_obj(newArray(&arrayType, as<ArrayObject>(a)->kind, 0)));
  for (int64_t i = 0; size > 0 && i < times; ++i)
    extendWith(product.as<ArrayObject>(), a);
  return product.release();
}

Value imulSlot(Value a, Value b) {
  Ref product(mulSlot(a, b));
  if (product.get().tag != JN_OBJECT || !isArray(product.get()))
    return product.release();
  auto *target = as<ArrayObject>(a), *source = product.as<ArrayObject>();
  if (source->size != target->size && !mayResize(target))
    return jn_error();
  resize(target, source->size);
  copyBytes(target->data, source->data, source->size * source->kind->size);
  return jn_own(a);
}

bool expose(Object *o, BufferInfo *out) {
  ArrayObject *a = arrayObject(o);
  *out = {a->data, a->size, a->kind->size, a->kind->code, false, &a->exports};
  return true;
}

// ---- methods

Value append(const Value *args, size_t, Value) {
  return insertAt(self(args), self(args)->size, args[1]) ? jn_none() : jn_error();
}
Value extend(const Value *args, size_t, Value) {
  return extendWith(self(args), args[1]) ? jn_none() : jn_error();
}
Value insert(const Value *args, size_t, Value) {
  int64_t i;
  if (!toIndexClamped(args[1], &i))
    return jn_error();
  if (i < 0)
    i = std::max<int64_t>(i + self(args)->size, 0);
  return insertAt(self(args), std::min(i, self(args)->size), args[2]) ? jn_none() : jn_error();
}
Value pop(const Value *args, size_t count, Value) {
  ArrayObject *a = self(args);
  int64_t i = -1;
  if (count > 1 && !toIndexOr(args[1], jn_exc_IndexError, &i))
    return jn_error();
  if (a->size == 0)
    return raise(jn_exc_IndexError, "pop from empty array");
  if (i < 0)
    i += a->size;
  if (i < 0 || i >= a->size)
    return raise(jn_exc_IndexError, "pop index out of range");
  if (!mayResize(a))
    return jn_error();
  Value item = a->kind->load(at(a, i));
  removeAt(a, i);
  return item;
}
Value removeItem(const Value *args, size_t, Value) {
  int64_t i = find(self(args), args[1], 0, INT64_MAX);
  if (i == -1)
    return raise(jn_exc_ValueError, "array.remove(x): x not in array");
  if (i < 0)
    return jn_error();
  if (!mayResize(self(args)))
    return jn_error();
  removeAt(self(args), i);
  return jn_none();
}
Value index(const Value *args, size_t count, Value) {
  int64_t start = 0, stop = INT64_MAX, size = self(args)->size;
  if ((count > 2 && !toIndexClamped(args[2], &start)) ||
      (count > 3 && !toIndexClamped(args[3], &stop)))
    return jn_error();
  start = start < 0 ? std::max<int64_t>(start + size, 0) : start;
  stop = stop < 0 ? stop + size : stop;
  int64_t i = find(self(args), args[1], start, stop);
  return i >= 0    ? jn_int(i)
         : i == -1 ? raise(jn_exc_ValueError, "array.index(x): x not in array")
                   : jn_error();
}
Value countItems(const Value *args, size_t, Value) {
  int64_t total = 0;
  for (int64_t i = 0;; ++i) {
    i = find(self(args), args[1], i, INT64_MAX);
    if (i < 0)
      return i == -2 ? jn_error() : jn_int(total);
    ++total;
  }
}
Value reverse(const Value *args, size_t, Value) {
  ArrayObject *a = self(args);
  for (int64_t i = 0, j = a->size - 1; i < j; ++i, --j)
    std::swap_ranges(at(a, i), at(a, i) + a->kind->size, at(a, j));
  return jn_none();
}
Value tolist(const Value *args, size_t, Value) {
  return listOfItems(self(args));
}
Value tobytes(const Value *args, size_t, Value) {
  return makeBytes(
      {self(args)->data, static_cast<size_t>(self(args)->size * self(args)->kind->size)});
}
Value frombytes(const Value *args, size_t, Value) {
  std::string_view bytes;
  return requireBytes(args[1], &bytes) && appendBytes(self(args), bytes) ? jn_none() : jn_error();
}
Value tounicode(const Value *args, size_t, Value) {
  if (self(args)->kind->code != 'u')
    return raise(jn_exc_ValueError, "tounicode() may only be called on unicode type arrays");
  return stringOfItems(self(args));
}
Value fromunicode(const Value *args, size_t, Value) {
  if (self(args)->kind->code != 'u')
    return raise(jn_exc_ValueError, "fromunicode() may only be called on unicode type arrays");
  return extendWith(self(args), args[1]) ? jn_none() : jn_error();
}
Value byteswap(const Value *args, size_t, Value) {
  for (int64_t i = 0; i < self(args)->size; ++i)
    std::reverse(at(self(args), i), at(self(args), i + 1));
  return jn_none();
}
Value fromfile(const Value *args, size_t, Value) {
  int64_t count;
  ArrayObject *a = self(args);
  if (!toInt64(args[2], &count))
    return jn_error();
  if (count < 0)
    return raise(jn_exc_ValueError, "negative count");
  Ref bytes(callMethod(args[1], JN_NAME("read"), {jn_int(count * a->kind->size)}));
  std::string_view view;
  if (bytes.failed() || !requireBytes(bytes.get(), &view) || !appendBytes(a, view))
    return jn_error();
  if (static_cast<int64_t>(view.size()) != count * a->kind->size)
    return raise(jn_exc_EOFError, "read() didn't return enough bytes");
  return jn_none();
}
Value tofile(const Value *args, size_t, Value) {
  Ref bytes(tobytes(args, 1, jn_unbound()));
  Ref written(callMethod(args[1], JN_NAME("write"), {bytes.get()}));
  return written.failed() ? jn_error() : jn_none();
}
Value copy(const Value *args, size_t, Value) {
  Ref made(jn_obj(newArray(&arrayType, self(args)->kind, 0)));
  extendWith(made.as<ArrayObject>(), args[0]);
  return made.release();
}
Value bufferInfo(const Value *args, size_t, Value) {
  return makeTuple({jn_int(reinterpret_cast<int64_t>(self(args)->data)), jn_int(self(args)->size)});
}
Value getTypecode(Object *o) {
  return makeStr(std::string(1, arrayObject(o)->kind->code));
}
Value getItemsize(Object *o) {
  return jn_int(arrayObject(o)->kind->size);
}

const MethodDef kMethods[] = {{"append", append, 2, 2},
                              {"extend", extend, 2, 2},
                              {"fromlist", extend, 2, 2},
                              {"insert", insert, 3, 3},
                              {"pop", pop, 1, 2},
                              {"remove", removeItem, 2, 2},
                              {"index", index, 2, 4},
                              {"count", countItems, 2, 2},
                              {"reverse", reverse, 1, 1},
                              {"tolist", tolist, 1, 1},
                              {"tobytes", tobytes, 1, 1},
                              {"frombytes", frombytes, 2, 2},
                              {"tounicode", tounicode, 1, 1},
                              {"fromunicode", fromunicode, 2, 2},
                              {"byteswap", byteswap, 1, 1},
                              {"fromfile", fromfile, 3, 3},
                              {"tofile", tofile, 2, 2},
                              {"buffer_info", bufferInfo, 1, 1},
                              {"__reduce_ex__", reduceArray, 2, 2},
                              {"__copy__", copy, 1, 1},
                              {"__deepcopy__", copy, 2, 2},
                              {}};
const GetSetDef kGetSets[] = {
    {"typecode", getTypecode, nullptr}, {"itemsize", getItemsize, nullptr}, {}};

const MethodDef kFunctions[] = {{"_array_reconstructor", reconstructArray, 4, 4}, {}};

int init(jn_module *m) {
  Type &t = arrayType;
  t.name = "array.array";
  t.instanceSize = sizeof(ArrayObject);
  t.typeFlags = kTypeBaseable | kTypeSequencePattern;
  t.dealloc = dealloc;
  t.repr = reprSlot;
  t.hash = hashNotImplemented;
  t.truth = truthSlot;
  t.compare = compareSlot;
  t.iter = iterateArray;
  t.length = lengthSlot;
  t.getitem = getitem;
  t.setitem = setitem;
  t.contains = containsSlot;
  t.construct = construct;
  t.methods = kMethods;
  t.getsets = kGetSets;
  t.classMethods = kGenericAliasMethods;
  JN_SLOT(t, binary, BinaryOp::Add) = addSlot;
  JN_SLOT(t, binary, BinaryOp::Mul) = mulSlot;
  JN_SLOT(t, inplace, BinaryOp::Add) = iaddSlot;
  JN_SLOT(t, inplace, BinaryOp::Mul) = imulSlot;
  registerBuffer(&t, expose);
  Ref codes(makeStr("bBuhHiIlLqQfd"));
  return readyType(&t) < 0 || initArrayIterator() < 0 || addToModule(m, "array", jn_obj(&t)) < 0 ||
                 addToModule(m, "ArrayType", jn_obj(&t)) < 0 ||
                 addToModule(m, "typecodes", codes.release()) < 0
             ? -1
             : 0;
}

}  // namespace

extern const NativeModuleDef arrayModule;
const NativeModuleDef arrayModule = {"array", init, kFunctions};

}  // namespace janus
