// str objects: making, sharing, hashing, comparing.
#include "value/text/Str.h"
#include "value/bytes/CopyBytes.h"
#include "value/object/DataTypes.h"
#include "value/object/Heap.h"
#include "value/text/StrGrowth.h"
#include "value/text/Unicode.h"

#include <algorithm>
#include <cstdlib>

namespace janus {
namespace {

Value empty = jn_unbound();
Value latin1[256];

// ---- interned strings: open addressing over pointers, never shrinks
StrObject **internTable;
uint64_t internMask, internCount;

bool sameChars(const StrObject *a, const StrObject *b) {
  return a->length == b->length && a->kind == b->kind &&
         memcmp(a->data, b->data, a->length * a->kind) == 0;
}

StrObject **internSlot(StrObject **table, uint64_t mask, const StrObject *s) {
  uint64_t i = static_cast<uint64_t>(s->hash) & mask;
  while (table[i] && !(table[i]->hash == s->hash && sameChars(table[i], s)))
    i = (i + 1) & mask;
  return &table[i];
}

void growInternTable() {
  uint64_t mask = internTable ? internMask * 2 + 1 : 4095;
  auto **table = static_cast<StrObject **>(calloc(mask + 1, sizeof(StrObject *)));
  for (uint64_t i = 0; internTable && i <= internMask; ++i)
    if (internTable[i])
      *internSlot(table, mask, internTable[i]) = internTable[i];
  free(internTable);
  internTable = table;
  internMask = mask;
}

void makeImmortal(Object *o) {
  o->refs = JN_IMMORTAL_REFS;
  o->flags |= JN_FLAG_IMMORTAL;
}

// SipHash with one and three rounds and a zero key: what CPython computes under PYTHONHASHSEED=0.
struct SipState {
  uint64_t v0 = 0x736f6d6570736575u, v1 = 0x646f72616e646f6du, v2 = 0x6c7967656e657261u,
           v3 = 0x7465646279746573u;
  static uint64_t rotate(uint64_t x, int bits) { return (x << bits) | (x >> (64 - bits)); }
  void round() {
    v0 += v1, v2 += v3;
    v1 = rotate(v1, 13) ^ v0, v3 = rotate(v3, 16) ^ v2;
    v0 = rotate(v0, 32);
    v2 += v1, v0 += v3;
    v1 = rotate(v1, 17) ^ v2, v3 = rotate(v3, 21) ^ v0;
    v2 = rotate(v2, 32);
  }
  void word(uint64_t m) {
    v3 ^= m;
    round();
    v0 ^= m;
  }
};

template <class From, class To>
void copyLoop(To *out, const From *in, int64_t count) {
  if constexpr (sizeof(From) == sizeof(To)) {
    copyBytes(out, in, count * sizeof(To));
  } else {
    for (int64_t i = 0; i < count; ++i)
      out[i] = static_cast<To>(in[i]);
  }
}

// All bits of the characters.
template <class T>
uint32_t unionOf(const T *chars, int64_t length) {
  constexpr int64_t kInWord = sizeof(uint64_t) / sizeof(T);
  uint64_t words = 0;
  T all = 0;
  int64_t i = 0;
  for (uint64_t word; i + kInWord <= length; i += kInWord) {
    memcpy(&word, chars + i, sizeof word);
    words |= word;
  }
  for (; i < length; ++i)
    all |= chars[i];
  T parts[kInWord];
  memcpy(parts, &words, sizeof words);
  for (T part : parts)
    all |= part;
  return all;
}

template <class T>
Value makeNarrowed(const T *chars, int64_t length) {
  if (length == 0)
    return emptyStr();
  if (length == 1)
    return makeChar(chars[0]);
  uint32_t most = unionOf(chars, length);
  // The union of bits names the kind, except that it may cross 0x110000; only the kind counts.
  StrObject *s = newStr(length, sizeof(T) == 1 ? most : std::min<uint32_t>(most, 0x10ffff));
  if (s->kind == 1)
    copyLoop(static_cast<uint8_t *>(s->data), chars, length);
  else if (s->kind == 2)
    copyLoop(static_cast<uint16_t *>(s->data), chars, length);
  else
    copyLoop(static_cast<uint32_t *>(s->data), chars, length);
  return jn_obj(s);
}

}  // namespace

void initStrings() {
  if (internTable)
    return;
  // readyType comes later; what allocation and release need must stand now.
  jn_type_str.instanceSize = sizeof(StrObject);
  growInternTable();
  auto *o = reinterpret_cast<StrObject *>(allocate(&jn_type_str, sizeof(StrObject) + 4));
  o->data = o + 1;
  o->utf8 = static_cast<char *>(o->data);
  o->kind = 1;
  o->ascii = true;
  o->hash = 0;
  makeImmortal(&o->head);
  empty = jn_obj(o);
  for (uint32_t c = 0; c < 256; ++c) {
    StrObject *s = newStr(1, c);
    *static_cast<uint8_t *>(s->data) = static_cast<uint8_t>(c);
    latin1[c] = jn_obj(s);
    makeImmortal(&s->head);
  }
}

Value emptyStr() {
  return jn_own(empty);
}

StrObject *newStr(int64_t length, uint32_t maxChar) {
  int kind = kindFor(maxChar);
  // Of the characters only the one behind the last is set: the others are the caller's.
  size_t size = static_cast<size_t>(length) * kind;
  auto *s = static_cast<StrObject *>(allocateBlock(sizeof(StrObject) + size + kind));
  memset(static_cast<void *>(s), 0, sizeof(StrObject));
  memset(reinterpret_cast<char *>(s + 1) + size, 0, kind);
  s->head.refs = 1;
  s->head.type = &jn_type_str;
  s->length = length;
  s->hash = -1;
  s->data = s + 1;
  s->kind = static_cast<uint8_t>(kind);
  s->ascii = maxChar < 0x80;
  if (s->ascii) {
    s->utf8 = static_cast<char *>(s->data);
    s->utf8Size = length;
  }
  return s;
}

Value makeChar(uint32_t c) {
  if (c < 256)
    return jn_own(latin1[c]);
  StrObject *s = newStr(1, c);
  if (s->kind == 2)
    *static_cast<uint16_t *>(s->data) = static_cast<uint16_t>(c);
  else
    *static_cast<uint32_t *>(s->data) = c;
  return jn_obj(s);
}

Value makeStrFrom(const uint8_t *chars, int64_t length) {
  return makeNarrowed(chars, length);
}
Value makeStrFrom(const uint16_t *chars, int64_t length) {
  return makeNarrowed(chars, length);
}
Value makeStrFrom(const uint32_t *chars, int64_t length) {
  return makeNarrowed(chars, length);
}

Value makeStr(std::string_view text) {
  bool ascii = true;
  for (char c : text)
    ascii &= static_cast<unsigned char>(c) < 0x80;
  if (!ascii) {
    StrBuilder builder;
    builder.utf8(text);
    return builder.finish();
  }
  if (text.size() <= 1)
    return text.empty() ? emptyStr() : makeChar(static_cast<unsigned char>(text[0]));
  StrObject *s = newStr(static_cast<int64_t>(text.size()), 0);
  copyBytes(s->data, text.data(), text.size());
  static_cast<char *>(s->data)[text.size()] = 0;
  return jn_obj(s);
}

Value internValue(Value v) {
  auto *s = as<StrObject>(v);
  if (s->interned)
    return v;
  strHash(v);
  if (internCount * 2 > internMask)
    growInternTable();
  StrObject **slot = internSlot(internTable, internMask, s);
  if (*slot)
    return jn_obj(*slot);
  ++internCount;
  if (s->head.type != &jn_type_str) {
    Value exact = toExactStr(v);
    return internValue(exact);
  }
  *slot = s;
  s->interned = true;
  // Whoever held it keeps counting; the large start makes the object outlive all of them.
  s->head.flags |= JN_FLAG_IMMORTAL;
  s->head.refs += JN_IMMORTAL_REFS;
  return v;
}

Value internStr(std::string_view text) {
  initStrings();
  Ref made(makeStr(text));
  return internValue(made.get());
}

Value toExactStr(Value v) {
  if (v.o->type == &jn_type_str)
    return jn_own(v);
  return withChars(strOf(v), [&](auto *chars) { return makeStrFrom(chars, strOf(v)->length); });
}

Value substring(Value v, int64_t start, int64_t end) {
  const StrObject *s = strOf(v);
  if (start == 0 && end == s->length)
    return toExactStr(v);
  if (s->ascii && end - start > 1) {
    StrObject *part = newStr(end - start, 0x7f);
    copyBytes(part->data, static_cast<char *>(s->data) + start, end - start);
    return jn_obj(part);
  }
  return withChars(s, [&](auto *chars) { return makeStrFrom(chars + start, end - start); });
}

void copyChars(void *out, int outKind, const StrObject *s, int64_t start, int64_t count) {
  withChars(s, [&](auto *chars) {
    if (outKind == 1)
      copyLoop(static_cast<uint8_t *>(out), chars + start, count);
    else if (outKind == 2)
      copyLoop(static_cast<uint16_t *>(out), chars + start, count);
    else
      copyLoop(static_cast<uint32_t *>(out), chars + start, count);
  });
}

namespace {

// A largest character that gives the kind, ASCII or not, of s.
uint32_t widest(const StrObject *s) {
  return s->ascii ? 0x7f : s->kind == 1 ? 0xff : s->kind == 2 ? 0xffff : 0x10ffff;
}
void *charPointer(StrObject *s, int64_t i) {
  return static_cast<char *>(s->data) + i * s->kind;
}

}  // namespace

Value concatStr(Value a, Value b) {
  const StrObject *x = strOf(a), *y = strOf(b);
  if (x->length == 0)
    return toExactStr(b);
  if (y->length == 0)
    return toExactStr(a);
  StrObject *s = newStr(x->length + y->length, std::max(widest(x), widest(y)));
  copyChars(s->data, s->kind, x, 0, x->length);
  copyChars(charPointer(s, x->length), s->kind, y, 0, y->length);
  return jn_obj(s);
}

bool appendInPlace(Value *a, Value b) {
  auto *x = as<StrObject>(*a);
  const StrObject *y = strOf(b);
  bool ownsEncoding = x->utf8 && x->utf8 != x->data;
  if (x == y || x->head.refs != 1 || x->interned || ownsEncoding || widest(y) > widest(x) ||
      x->length == 0)
    return false;
  int64_t length = x->length + y->length;
  x = reinterpret_cast<StrObject *>(
      growObject(&x->head, sizeof(StrObject) + static_cast<size_t>(length + 1) * x->kind));
  x->data = x + 1;
  copyChars(charPointer(x, x->length), x->kind, y, 0, y->length);
  memset(charPointer(x, length), 0, x->kind);
  x->length = length;
  x->hash = -1;
  if (x->ascii) {
    x->utf8 = static_cast<char *>(x->data);
    x->utf8Size = length;
  }
  *a = jn_obj(x);
  return true;
}

Value repeatStr(Value v, int64_t times) {
  const StrObject *s = strOf(v);
  if (times <= 0 || s->length == 0)
    return emptyStr();
  if (times == 1)
    return toExactStr(v);
  int64_t length;
  if (__builtin_mul_overflow(s->length, times, &length))
    return raise(jn_exc_OverflowError, "repeated string is too long");
  if (!hasRoom(length, s->kind))
    return jn_error();
  StrObject *result = newStr(length, widest(s));
  if (s->length == 1 && s->kind == 1) {
    memset(result->data, static_cast<int>(charAt(s, 0)), times);
  } else {
    for (int64_t i = 0; i < times; ++i)
      copyChars(charPointer(result, i * s->length), result->kind, s, 0, s->length);
  }
  return jn_obj(result);
}

// Copies a text of one byte per character, most often a short one; answers the end.
static uint8_t *putNarrow(uint8_t *out, const StrObject *part) {
  const auto *in = static_cast<const uint8_t *>(part->data);
  size_t size = static_cast<size_t>(part->length);
  constexpr size_t kWord = sizeof(uint64_t);
  if (size < kWord) {
    for (size_t i = 0; i < size; ++i)
      out[i] = in[i];
  } else if (size <= 2 * kWord) {
    uint64_t first, last;  // they may overlap
    memcpy(&first, in, kWord);
    memcpy(&last, in + size - kWord, kWord);
    memcpy(out, &first, kWord);
    memcpy(out + size - kWord, &last, kWord);
  } else {
    memcpy(out, in, size);
  }
  return out + size;
}

Value joinStrs(Value separator, const Value *parts, int64_t count) {
  const StrObject *between = strOf(separator);
  int64_t length = count > 1 ? between->length * (count - 1) : 0;
  uint32_t most = length ? widest(between) : 0;
  for (int64_t i = 0; i < count; ++i) {
    length += strOf(parts[i])->length;
    most = std::max(most, widest(strOf(parts[i])));
  }
  if (length == 0)
    return emptyStr();
  StrObject *s = newStr(length, most);
  if (s->kind == 1) {
    auto *out = static_cast<uint8_t *>(s->data);
    for (int64_t i = 0; i < count; ++i) {
      if (i)
        out = putNarrow(out, between);
      out = putNarrow(out, strOf(parts[i]));
    }
    return jn_obj(s);
  }
  int64_t at = 0;
  auto put = [&](const StrObject *part) {
    copyChars(charPointer(s, at), s->kind, part, 0, part->length);
    at += part->length;
  };
  for (int64_t i = 0; i < count; ++i) {
    if (i && between->length)
      put(between);
    put(strOf(parts[i]));
  }
  return jn_obj(s);
}

static Value concatAll(const Value *parts, size_t count) {
  return joinStrs(empty, parts, static_cast<int64_t>(count));
}

std::string_view utf8Of(Value v) {
  auto *s = as<StrObject>(v);
  if (!s->utf8) {
    int64_t size = 0;
    withChars(s, [&](auto *chars) {
      for (int64_t i = 0; i < s->length; ++i)
        size += utf8Size(chars[i]);
    });
    char *out = static_cast<char *>(malloc(size + 1));
    s->utf8 = out;
    s->utf8Size = size;
    withChars(s, [&](auto *chars) {
      for (int64_t i = 0; i < s->length; ++i)
        out = putUtf8(out, chars[i]);
    });
    *out = 0;
  }
  return {s->utf8, static_cast<size_t>(s->utf8Size)};
}

int64_t strLength(Value v) {
  return strOf(v)->length;
}
uint32_t strCharAt(Value v, int64_t index) {
  return charAt(strOf(v), index);
}

bool strEqual(Value a, Value b) {
  const StrObject *x = strOf(a), *y = strOf(b);
  if (x == y)
    return true;
  if (x->hash != y->hash && x->hash != -1 && y->hash != -1)
    return false;
  return sameChars(x, y);
}

int strCompare(Value a, Value b) {
  const StrObject *x = strOf(a), *y = strOf(b);
  int64_t common = std::min(x->length, y->length);
  int c = 0;
  if (x->kind == 1 && y->kind == 1) {
    c = memcmp(x->data, y->data, common);
  } else {
    for (int64_t i = 0; i < common && c == 0; ++i) {
      uint32_t p = charAt(x, i), q = charAt(y, i);
      c = p < q ? -1 : p > q;
    }
  }
  return c != 0 ? c : x->length < y->length ? -1 : x->length > y->length;
}

int64_t hashBytes(const void *data, size_t size) {
  if (size == 0)
    return 0;
  auto *bytes = static_cast<const unsigned char *>(data);
  SipState state;
  size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    uint64_t m;
    copyBytes(&m, bytes + i, 8);
    state.word(m);
  }
  uint64_t last = static_cast<uint64_t>(size) << 56;
  for (size_t shift = 0; i < size; ++i, shift += 8)
    last |= static_cast<uint64_t>(bytes[i]) << shift;
  state.word(last);
  state.v2 ^= 0xff;
  state.round();
  state.round();
  state.round();
  return notMinusOne(static_cast<int64_t>(state.v0 ^ state.v1 ^ state.v2 ^ state.v3));
}

int64_t strHash(Value v) {
  auto *s = as<StrObject>(v);
  if (s->hash == -1)
    s->hash = hashBytes(s->data, s->length * s->kind);
  return s->hash;
}

std::string_view asciiNumber(Value v) {
  const StrObject *s = strOf(v);
  if (s->ascii)
    return {static_cast<const char *>(s->data), static_cast<size_t>(s->length)};
  static thread_local std::string text;
  text.clear();
  for (int64_t i = 0; i < s->length; ++i) {
    uint32_t c = charAt(s, i);
    int digit = c < 0x80 ? -1 : unicode::decimalDigit(c);
    text += c < 0x80              ? static_cast<char>(c)
            : digit >= 0          ? static_cast<char>('0' + digit)
            : unicode::isSpace(c) ? ' '
                                  : '?';
  }
  return text;
}

}  // namespace janus

jn_value jn_concat_strings(const jn_value *parts, size_t count) {
  return janus::concatAll(parts, count);
}
