// Layout of str and what the files around it share. Characters are kept in the narrowest of 1, 2 or
// 4 bytes that holds the largest one; surrogates are allowed inside.
#pragma once

#include "value/object/Object.h"

#include <cstring>

namespace janus {

struct StrObject {
  Object head;
  int64_t length;
  int64_t hash;  // -1 until asked for
  void *data;    // behind the object, or a block of its own in instances of subclasses
  char *utf8;    // cached encoding, `data` itself for ASCII; null until asked for
  int64_t utf8Size;
  uint8_t kind;  // bytes per character
  bool ascii;
  bool interned;
};

inline const StrObject *strOf(Value v) {
  return as<StrObject>(v);
}
inline uint32_t charAt(const StrObject *s, int64_t i) {
  switch (s->kind) {
  case 1: return static_cast<const uint8_t *>(s->data)[i];
  case 2: return static_cast<const uint16_t *>(s->data)[i];
  default: return static_cast<const uint32_t *>(s->data)[i];
  }
}
// Calls f(pointer to the characters) with the pointer's type telling the kind.
template <class F>
auto withChars(const StrObject *s, F f) {
  switch (s->kind) {
  case 1: return f(static_cast<const uint8_t *>(s->data));
  case 2: return f(static_cast<const uint16_t *>(s->data));
  default: return f(static_cast<const uint32_t *>(s->data));
  }
}
inline int kindFor(uint32_t maxChar) {
  return maxChar < 0x100 ? 1 : maxChar < 0x10000 ? 2 : 4;
}

Value emptyStr();
// Characters to be filled in by the caller; `maxChar` decides the kind. Never for length 0.
StrObject *newStr(int64_t length, uint32_t maxChar);
// Any kind of input, narrowed to what its characters need.
Value makeStrFrom(const uint8_t *chars, int64_t length);  // Latin-1
Value makeStrFrom(const uint16_t *chars, int64_t length);
Value makeStrFrom(const uint32_t *chars, int64_t length);
Value makeChar(uint32_t c);
// An exact str with the characters of v, which may be an instance of a subclass. Owned.
Value toExactStr(Value v);
Value substring(Value s, int64_t start, int64_t end);  // 0 <= start <= end <= length
Value concatStr(Value a, Value b);
Value repeatStr(Value s, int64_t times);
Value joinStrs(Value separator, const Value *parts, int64_t count);  // all are str
// The interned twin of an exact str (borrowed and immortal).
Value internValue(Value s);

bool strEqual(Value a, Value b);
int strCompare(Value a, Value b);
int64_t strHash(Value s);
int64_t hashBytes(const void *data, size_t size);
// Copies characters [start, start+count) of s to `out` of a kind at least as wide.
void copyChars(void *out, int outKind, const StrObject *s, int64_t start, int64_t count);

// Text for parsing numbers: decimal digits and spaces of any script as ASCII, anything else as '?'.
// Valid until the next call.
std::string_view asciiNumber(Value s);

// Finds needle in [start, end) of s: the index, or -1.
int64_t strFind(Value s, Value needle, int64_t start, int64_t end, bool fromRight);
Value strJoin(Value separator, Value iterable);
// repr(s), and repr with everything past ASCII escaped.
Value strRepr(Value s, bool asciiOnly);
Value asciiOf(Value v);  // ascii(v)

// Collects characters of any kind.
class StrBuilder {
public:
  StrBuilder() = default;
  StrBuilder(const StrBuilder &) = delete;
  StrBuilder &operator=(const StrBuilder &) = delete;
  ~StrBuilder();
  void append(uint32_t c) {
    if (length_ < capacity_ && kindFor(c) <= kind_) {
      put(length_++, c);
    } else {
      appendSlow(c);
    }
  }
  void ascii(std::string_view text);  // bytes below 128 (Latin-1 is accepted)
  void utf8(std::string_view text);
  void str(Value s) {
    const StrObject *text = strOf(s);
    if (kind_ == 1 && text->kind == 1 && text->length <= capacity_ - length_) {
      if (text->length)
        memcpy(static_cast<char *>(data_) + length_, text->data, static_cast<size_t>(text->length));
      length_ += text->length;
    } else {
      part(s, 0, text->length);
    }
  }
  void part(Value s, int64_t start, int64_t count);
  void fill(uint32_t c, int64_t count);
  int64_t length() const { return length_; }
  Value finish();  // the builder is empty afterwards

private:
  void put(int64_t i, uint32_t c) {
    if (kind_ == 1)
      static_cast<uint8_t *>(data_)[i] = static_cast<uint8_t>(c);
    else if (kind_ == 2)
      static_cast<uint16_t *>(data_)[i] = static_cast<uint16_t>(c);
    else
      static_cast<uint32_t *>(data_)[i] = c;
  }
  void appendSlow(uint32_t c);
  void reserve(int64_t more, int kind);

  void *data_ = inline_;
  int64_t length_ = 0, capacity_ = sizeof(inline_);
  int kind_ = 1;
  uint64_t inline_[16];
};

}  // namespace janus
