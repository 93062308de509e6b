// The module struct: binary layouts written as format strings.
#include "stdlib/ExceptionClass.h"
#include "value/bytes/Bytes.h"
#include "value/bytes/CopyBytes.h"
#include "value/container/Sequence.h"
#include "value/number/BigInt.h"
#include "value/number/Nan.h"
#include "value/text/Str.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace janus {
namespace {

Value errorClass = jn_unbound();
#define FAIL(...) (raiseOf(errorClass, __VA_ARGS__), false)

struct Field {
  char code;
  int64_t offset, size;  // of one item
  int64_t count;         // items; for 's' and 'p' there is one of `size` bytes
};
struct Layout {
  std::vector<Field> fields;
  int64_t size = 0, items = 0;
  bool big = false;
  bool native = true;  // names in range errors
};

struct CodeSize {
  char code;
  int standard, native;
};
constexpr CodeSize kCodes[] = {
    {'x', 1, 1}, {'b', 1, 1}, {'B', 1, 1}, {'c', 1, 1}, {'s', 1, 1}, {'p', 1, 1}, {'?', 1, 1},
    {'h', 2, 2}, {'H', 2, 2}, {'i', 4, 4}, {'I', 4, 4}, {'l', 4, 8}, {'L', 4, 8}, {'q', 8, 8},
    {'Q', 8, 8}, {'n', 0, 8}, {'N', 0, 8}, {'P', 0, 8}, {'e', 2, 2}, {'f', 4, 4}, {'d', 8, 8}};

bool parseLayout(std::string_view format, Layout *out) {
  size_t i = 0;
  bool aligned = true;
  if (!format.empty() && strchr("@=<>!", format[0])) {
    out->big = format[0] == '>' || format[0] == '!';
    aligned = out->native = format[0] == '@';
    i = 1;
  }
  for (; i < format.size(); ++i) {
    char c = format[i];
    if (isspace(static_cast<unsigned char>(c)))
      continue;
    int64_t count = 1;
    if (c >= '0' && c <= '9') {
      count = 0;
      for (; i < format.size() && format[i] >= '0' && format[i] <= '9'; ++i)
        if (__builtin_mul_overflow(count, int64_t(10), &count) ||
            __builtin_add_overflow(count, int64_t(format[i] - '0'), &count))
          return FAIL("total struct size too long");
      if (i == format.size())
        return FAIL("repeat count given without format specifier");
      c = format[i];
    }
    const CodeSize *row = nullptr;
    for (const CodeSize &r : kCodes)
      if (r.code == c)
        row = &r;
    int size = row ? (out->native ? row->native : row->standard) : 0;
    if (size == 0)
      return FAIL("bad char in struct format");
    if (aligned && size > 1)
      out->size = (out->size + size - 1) / size * size;
    Field field = {c, out->size, size, count};
    int64_t bytes;
    if (__builtin_mul_overflow(static_cast<int64_t>(size), count, &bytes) ||
        __builtin_add_overflow(out->size, bytes, &out->size) || out->size > INT64_MAX / 2)
      return FAIL("total struct size too long");
    if (c == 's' || c == 'p') {
      field.size = count;
      field.count = 1;
      ++out->items;
    } else if (c == 'x') {
      continue;
    } else {
      out->items += count;
    }
    if (field.count > 0)
      out->fields.push_back(field);
  }
  return true;
}

// Layouts by format, kept: programs use few.
const Layout *layoutOf(Value format) {
  std::string_view text;
  if (isStr(format)) {
    text = utf8Of(format);
  } else if (!bytesView(format, &text)) {
    raise(jn_exc_TypeError, "Struct() argument 1 must be a str or bytes object, not %T", &format);
    return nullptr;
  }
  static std::unordered_map<std::string, Layout> known;
  auto found = known.find(std::string(text));
  if (found != known.end())
    return &found->second;
  Layout layout;
  if (!parseLayout(text, &layout))
    return nullptr;
  return &known.emplace(std::string(text), std::move(layout)).first->second;
}

// ---- bytes of one item

void putInt(char *out, uint64_t v, int64_t size, bool big) {
  for (int64_t i = 0; i < size; ++i)
    out[i] = static_cast<char>(v >> 8 * (big ? size - 1 - i : i));
}
uint64_t getInt(const char *in, int64_t size, bool big) {
  uint64_t v = 0;
  for (int64_t i = 0; i < size; ++i)
    v |= static_cast<uint64_t>(static_cast<unsigned char>(in[i])) << 8 * (big ? size - 1 - i : i);
  return v;
}

// CPython's text for a number that a field does not hold. What has the size of the machine's own
// type in its own byte order is written by the functions of that type, which have other words.
bool rangeError(const Layout &layout, const Field &f, Value number) {
  bool isUnsigned = strchr("BHILQNP", f.code) != nullptr;
  bool own = layout.native || f.size == 1 ||
             (!layout.big && f.size == (strchr("hH", f.code)   ? 2
                                        : strchr("iI", f.code) ? 4
                                                               : 8));
  if (f.size == 8)
    return own ? FAIL("argument out of range") : FAIL("int too large to convert");
  bool throughLong = !isUnsigned || (own && f.size <= 2);
  unsigned char bytes[8];
  if (!bigint::toBytes(number, bytes, 8, throughLong))
    return FAIL("argument out of range");
  long high = isUnsigned ? (1L << 8 * f.size) - 1 : (1L << (8 * f.size - 1)) - 1;
  long low = isUnsigned ? 0 : -high - 1;
  if (own && f.size <= 2)
    return FAIL("%s format requires %ld <= number <= %ld",
                f.code == 'b'   ? "byte"
                : f.code == 'B' ? "ubyte"
                : f.code == 'h' ? "short"
                                : "ushort",
                low, high);
  return FAIL("'%c' format requires %ld <= number <= %ld", f.code, low, high);
}

bool packInt(const Layout &layout, const Field &f, char *out, Value v) {
  if (!isInt(v) && !JN_SLOT(*typeOf(v), unary, UnaryOp::Index))
    return FAIL("required argument is not an integer");
  Ref index(toIndex(v));
  if (index.failed())
    return false;
  bool isSigned = strchr("bhilqn", f.code) != nullptr;
  unsigned char bytes[8];
  if (!bigint::toBytes(index.get(), bytes, f.size, isSigned) &&
      !(f.code == 'P' && bigint::toBytes(index.get(), bytes, f.size, true)))
    return rangeError(layout, f, index.get());
  for (int64_t i = 0; i < f.size; ++i)
    out[i] = static_cast<char>(bytes[layout.big ? f.size - 1 - i : i]);
  return true;
}

// IEEE half precision.
bool halfOf(double v, uint16_t *out) {
  uint16_t sign = std::signbit(v) ? 0x8000 : 0;
  double a = std::fabs(v);
  if (std::isnan(v)) {
    *out = sign | 0x7e00;
    return true;
  }
  if (std::isinf(v)) {
    *out = sign | 0x7c00;
    return true;
  }
  int exponent;
  std::frexp(a, &exponent);
  // Units of the last place: 2^-24 for subnormals.
  int unit = a == 0 || exponent - 11 < -24 ? -24 : exponent - 11;
  double scaled = std::nearbyint(std::ldexp(a, -unit));
  auto mantissa = static_cast<uint32_t>(scaled);
  uint32_t bits = unit == -24 ? mantissa : (static_cast<uint32_t>(unit + 24) << 10) + mantissa;
  if (bits >= 0x7c00) {
    raise(jn_exc_OverflowError, "float too large to pack with e format");
    return false;
  }
  *out = static_cast<uint16_t>(sign | bits);
  return true;
}
double halfToDouble(uint16_t h) {
  int exponent = h >> 10 & 0x1f, mantissa = h & 0x3ff;
  double v = exponent == 0    ? std::ldexp(mantissa, -24)
             : exponent == 31 ? (mantissa ? NAN : INFINITY)
                              : std::ldexp(mantissa + 1024, exponent - 25);
  return h & 0x8000 ? -v : v;
}

bool packReal(const Layout &layout, const Field &f, char *out, Value v) {
  double d;
  if (!toDouble(v, &d)) {
    if (!errorMatches(jn_exc_TypeError))
      return false;
    clearError();
    return FAIL("required argument is not a float");
  }
  uint64_t bits = 0;
  d = plainNan(d);
  if (f.code == 'e') {
    uint16_t half;
    if (!halfOf(d, &half))
      return false;
    bits = half;
  } else if (f.code == 'f') {
    auto narrow = static_cast<float>(d);
    if (std::isinf(narrow) && !std::isinf(d) && !layout.native) {
      raise(jn_exc_OverflowError, "float too large to pack with f format");
      return false;
    }
    uint32_t word;
    copyBytes(&word, &narrow, 4);
    bits = word;
  } else {
    copyBytes(&bits, &d, 8);
  }
  putInt(out, bits, f.size, layout.big);
  return true;
}

bool packBytes(const Field &f, char *out, Value v) {
  std::string_view bytes;
  if ((!isBytes(v) && !isBytearray(v)) || !bytesView(v, &bytes))
    return f.code == 'c' ? FAIL("char format requires a bytes object of length 1")
                         : FAIL("argument for '%c' must be a bytes object", f.code);
  if (f.code == 'c') {
    if (bytes.size() != 1)
      return FAIL("char format requires a bytes object of length 1");
    *out = bytes[0];
    return true;
  }
  if (f.code == 'p') {
    if (f.size == 0)
      return true;
    size_t n = std::min<size_t>({bytes.size(), static_cast<size_t>(f.size - 1), 255});
    *out = static_cast<char>(n);
    copyBytes(out + 1, bytes.data(), n);
    return true;
  }
  copyBytes(out, bytes.data(), std::min<size_t>(bytes.size(), f.size));
  return true;
}

// Fills zeroed bytes.
bool packAll(const Layout &layout, const Value *args, char *out) {
  for (const Field &f : layout.fields) {
    for (int64_t i = 0; i < f.count; ++i) {
      char *at = out + f.offset + i * f.size;
      Value v = *args++;
      bool good;
      switch (f.code) {
      case 's':
      case 'p':
      case 'c': good = packBytes(f, at, v); break;
      case 'e':
      case 'f':
      case 'd': good = packReal(layout, f, at, v); break;
      case '?': {
        int truth = jn_truth(v);
        *at = static_cast<char>(truth > 0);
        good = truth >= 0;
        break;
      }
      default: good = packInt(layout, f, at, v);
      }
      if (!good)
        return false;
    }
  }
  return true;
}

Value unpackItem(const Layout &layout, const Field &f, const char *in) {
  switch (f.code) {
  case 's': return makeBytes({in, static_cast<size_t>(f.size)});
  case 'c': return makeBytes({in, 1});
  case 'p': {
    if (f.size == 0)
      return makeBytes({});
    auto n = std::min<size_t>(static_cast<unsigned char>(*in), f.size - 1);
    return makeBytes({in + 1, n});
  }
  case '?': return jn_bool(*in != 0);
  default: break;
  }
  uint64_t bits = getInt(in, f.size, layout.big);
  switch (f.code) {
  case 'e': return jn_float(halfToDouble(static_cast<uint16_t>(bits)));
  case 'f': {
    auto word = static_cast<uint32_t>(bits);
    float v;
    copyBytes(&v, &word, 4);
    return jn_float(v);
  }
  case 'd': {
    double v;
    copyBytes(&v, &bits, 8);
    return jn_float(v);
  }
  case 'b':
  case 'h':
  case 'i':
  case 'l':
  case 'q':
  case 'n': {
    int unused = 64 - 8 * static_cast<int>(f.size);
    return jn_int(static_cast<int64_t>(bits << unused) >> unused);
  }
  default: return makeUnsigned(bits);
  }
}
Value unpackAll(const Layout &layout, const char *in) {
  jn_tuple *t = newTuple(layout.items);
  int64_t at = 0;
  for (const Field &f : layout.fields)
    for (int64_t i = 0; i < f.count; ++i)
      t->items[at++] = unpackItem(layout, f, in + f.offset + i * f.size);
  return jn_obj(t);
}

// ---- the functions, on a layout

bool checkItems(const Layout &layout, const char *fname, size_t count) {
  return static_cast<size_t>(layout.items) == count ||
         FAIL("%s expected %ld items for packing (got %zu)", fname, static_cast<long>(layout.items),
              count);
}
Value pack(const Layout &layout, const Value *args, size_t count) {
  if (!checkItems(layout, "pack", count))
    return jn_error();
  char *data;
  Ref bytes(newBytes(layout.size, &data));
  return packAll(layout, args, data) ? bytes.release() : jn_error();
}
Value unpack(const Layout &layout, Value buffer) {
  std::string_view view;
  if (!requireBytes(buffer, &view))
    return jn_error();
  if (static_cast<int64_t>(view.size()) != layout.size) {
    FAIL("unpack requires a buffer of %ld bytes", static_cast<long>(layout.size));
    return jn_error();
  }
  return unpackAll(layout, view.data());
}

bool resolveOffset(const Layout &layout, int64_t size, const char *fname, const char *doing,
                   int64_t *offset) {
  if (*offset < 0) {
    if (*offset + size < 0)
      return FAIL("offset %ld out of range for %ld-byte buffer", static_cast<long>(*offset),
                  static_cast<long>(size));
    if (*offset + layout.size > 0)
      return strcmp(doing, "packing") == 0
                 ? FAIL("no space to pack %ld bytes at offset %ld", static_cast<long>(layout.size),
                        static_cast<long>(*offset))
                 : FAIL("not enough data to unpack %ld bytes", static_cast<long>(layout.size));
    *offset += size;
  }
  if (size - *offset >= layout.size)
    return true;
  return FAIL("%s requires a buffer of at least %lu bytes for %s %ld bytes at offset %ld "
              "(actual buffer size is %ld)",
              fname, static_cast<unsigned long>(layout.size + *offset), doing,
              static_cast<long>(layout.size), static_cast<long>(*offset), static_cast<long>(size));
}
Value unpackFrom(const Layout &layout, const Value *args, size_t count, Value kwnames) {
  Value out[2];
  std::string_view view;
  int64_t offset = 0;
  if (!parseArgs("unpack_from", {"buffer", "offset"}, 1, 2, args, count, kwnames, out) ||
      !requireBytes(out[0], &view) || (given(out[1]) && !toInt64(out[1], &offset)) ||
      !resolveOffset(layout, static_cast<int64_t>(view.size()), "unpack_from", "unpacking",
                     &offset))
    return jn_error();
  return unpackAll(layout, view.data() + offset);
}
Value packInto(const Layout &layout, const Value *args, size_t count) {
  if (count < 2)
    return FAIL("pack_into expected buffer argument"), jn_error();
  char *data;
  int64_t size, offset;
  if (!writableView(args[0], &data, &size))
    return raise(jn_exc_TypeError, "argument must be read-write bytes-like object, not %T",
                 &args[0]);
  if (!checkItems(layout, "pack_into", count - 2) || !toInt64(args[1], &offset) ||
      !resolveOffset(layout, size, "pack_into", "packing", &offset))
    return jn_error();
  memset(data + offset, 0, layout.size);
  return packAll(layout, args + 2, data + offset) ? jn_none() : jn_error();
}

// ---- iter_unpack

Type iteratorType;
struct UnpackIterator {
  Object head;
  const Layout *layout;
  Value buffer;
  int64_t offset;
};
void iteratorDealloc(Object *o) {
  jn_decref(reinterpret_cast<UnpackIterator *>(o)->buffer);
  freeObject(o);
}
Value iteratorNext(Object *o) {
  auto *it = reinterpret_cast<UnpackIterator *>(o);
  std::string_view view;
  bytesView(it->buffer, &view);
  if (it->offset + it->layout->size > static_cast<int64_t>(view.size()))
    return jn_done();
  Value row = unpackAll(*it->layout, view.data() + it->offset);
  it->offset += it->layout->size;
  return row;
}
Value iterUnpack(const Layout *layout, Value buffer) {
  std::string_view view;
  if (layout->size == 0)
    return FAIL("cannot iteratively unpack with a struct of length 0"), jn_error();
  if (!requireBytes(buffer, &view))
    return jn_error();
  if (view.size() % layout->size != 0)
    return FAIL("iterative unpacking requires a buffer of a multiple of %ld bytes",
                static_cast<long>(layout->size)),
           jn_error();
  auto *it = allocate<UnpackIterator>(&iteratorType);
  it->layout = layout;
  it->buffer = jn_own(buffer);
  return jn_obj(it);
}

// ---- the class Struct

Type structType;
struct StructObject {
  Object head;
  const Layout *layout;
  Value format;
};
StructObject *structObject(Object *o) {
  return reinterpret_cast<StructObject *>(o);
}
const Layout &layoutOfSelf(const Value *args) {
  return *as<StructObject>(args[0])->layout;
}

Value structConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value format;
  if (!parseArgs("Struct", {"format"}, 1, 1, args, count, kwnames, &format))
    return jn_error();
  const Layout *layout = layoutOf(format);
  if (!layout)
    return jn_error();
  auto *s = reinterpret_cast<StructObject *>(allocate(cls, sizeof(StructObject)));
  s->layout = layout;
  if (isStr(format)) {
    s->format = jn_own(format);
  } else {
    std::string_view view;
    bytesView(format, &view);
    s->format = makeStr(view);
  }
  return jn_obj(s);
}
void structDealloc(Object *o) {
  jn_decref(structObject(o)->format);
  freeObject(o);
}
Value getSize(Object *o) {
  return jn_int(structObject(o)->layout->size);
}
Value getFormat(Object *o) {
  return jn_own(structObject(o)->format);
}

Value packMethod(const Value *args, size_t count, Value) {
  return pack(layoutOfSelf(args), args + 1, count - 1);
}
Value unpackMethod(const Value *args, size_t, Value) {
  return unpack(layoutOfSelf(args), args[1]);
}
Value unpackFromMethod(const Value *args, size_t count, Value kwnames) {
  return unpackFrom(layoutOfSelf(args), args + 1, count - 1, kwnames);
}
Value packIntoMethod(const Value *args, size_t count, Value) {
  return packInto(layoutOfSelf(args), args + 1, count - 1);
}
Value iterUnpackMethod(const Value *args, size_t, Value) {
  return iterUnpack(&layoutOfSelf(args), args[1]);
}

const MethodDef kMethods[] = {{"pack", packMethod, 1, -1},
                              {"unpack", unpackMethod, 2, 2},
                              {"unpack_from", unpackFromMethod, 1, 3, true},
                              {"pack_into", packIntoMethod, 1, -1},
                              {"iter_unpack", iterUnpackMethod, 2, 2},
                              {}};
const GetSetDef kGetSets[] = {{"size", getSize, nullptr}, {"format", getFormat, nullptr}, {}};

// ---- module functions: the format first

template <Value (*F)(const Layout &, const Value *, size_t)>
Value withFormat(const Value *args, size_t count, Value) {
  const Layout *layout = layoutOf(args[0]);
  return layout ? F(*layout, args + 1, count - 1) : jn_error();
}
Value unpackArgs(const Layout &layout, const Value *args, size_t) {
  return unpack(layout, args[0]);
}
Value sizeArgs(const Layout &layout, const Value *, size_t) {
  return jn_int(layout.size);
}
Value iterArgs(const Layout &layout, const Value *args, size_t) {
  return iterUnpack(&layout, args[0]);
}
Value unpackFromFn(const Value *args, size_t count, Value kwnames) {
  const Layout *layout = layoutOf(args[0]);
  return layout ? unpackFrom(*layout, args + 1, count - 1, kwnames) : jn_error();
}

const MethodDef kFunctions[] = {{"pack", withFormat<pack>, 1, -1},
                                {"unpack", withFormat<unpackArgs>, 2, 2},
                                {"unpack_from", unpackFromFn, 1, 3, true},
                                {"pack_into", withFormat<packInto>, 1, -1},
                                {"iter_unpack", withFormat<iterArgs>, 2, 2},
                                {"calcsize", withFormat<sizeArgs>, 1, 1},
                                {}};

int init(jn_module *m) {
  errorClass = newExceptionClass("struct", "error", jn_exc_Exception);
  structType.name = "_struct.Struct";
  structType.instanceSize = sizeof(StructObject);
  structType.typeFlags = kTypeBaseable;
  structType.dealloc = structDealloc;
  structType.construct = structConstruct;
  structType.methods = kMethods;
  structType.getsets = kGetSets;
  iteratorType.name = "_struct.unpack_iterator";
  iteratorType.instanceSize = sizeof(UnpackIterator);
  iteratorType.dealloc = iteratorDealloc;
  iteratorType.iter = selfIter;
  iteratorType.next = iteratorNext;
  return readyType(&structType) < 0 || readyType(&iteratorType) < 0 ||
                 addToModule(m, "error", jn_own(errorClass)) < 0 ||
                 addToModule(m, "Struct", jn_obj(&structType)) < 0
             ? -1
             : 0;
}

}  // namespace

extern const NativeModuleDef structModule;
const NativeModuleDef structModule = {"struct", init, kFunctions};

}  // namespace janus
