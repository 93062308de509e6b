// StrBuilder: a growing run of characters that widens when it must. And UTF-8, tolerant of
// anything.
#include "value/bytes/CopyBytes.h"
#include "value/text/Str.h"
#include "value/text/Unicode.h"

#include <algorithm>
#include <cstdlib>

namespace janus {

StrBuilder::~StrBuilder() {
  if (data_ != inline_)
    free(data_);
}

void StrBuilder::reserve(int64_t more, int kind) {
  int64_t needed = length_ + more;
  if (kind <= kind_ && needed <= capacity_)
    return;
  int newKind = std::max(kind, kind_);
  int64_t capacity = needed <= capacity_ ? capacity_ : std::max(needed, capacity_ * 2);
  void *data = malloc(capacity * newKind);
  if (newKind == kind_) {
    copyBytes(data, data_, length_ * kind_);
  } else {
    for (int64_t i = 0; i < length_; ++i) {
      uint32_t c =
          kind_ == 1 ? static_cast<uint8_t *>(data_)[i] : static_cast<uint16_t *>(data_)[i];
      if (newKind == 2)
        static_cast<uint16_t *>(data)[i] = static_cast<uint16_t>(c);
      else
        static_cast<uint32_t *>(data)[i] = c;
    }
  }
  if (data_ != inline_)
    free(data_);
  data_ = data;
  capacity_ = capacity;
  kind_ = newKind;
}

void StrBuilder::appendSlow(uint32_t c) {
  reserve(1, kindFor(c));
  put(length_++, c);
}

void StrBuilder::ascii(std::string_view text) {
  reserve(static_cast<int64_t>(text.size()), 1);
  if (kind_ == 1) {
    copyBytes(static_cast<char *>(data_) + length_, text.data(), text.size());
    length_ += static_cast<int64_t>(text.size());
  } else {
    for (char c : text)
      put(length_++, static_cast<unsigned char>(c));
  }
}

void StrBuilder::part(Value v, int64_t start, int64_t count) {
  const StrObject *s = strOf(v);
  reserve(count, s->kind);
  copyChars(static_cast<char *>(data_) + length_ * kind_, kind_, s, start, count);
  length_ += count;
}

void StrBuilder::fill(uint32_t c, int64_t count) {
  if (count <= 0)
    return;
  reserve(count, kindFor(c));
  for (int64_t i = 0; i < count; ++i)
    put(length_++, c);
}

Value StrBuilder::finish() {
  Value result = kind_ == 1   ? makeStrFrom(static_cast<uint8_t *>(data_), length_)
                 : kind_ == 2 ? makeStrFrom(static_cast<uint16_t *>(data_), length_)
                              : makeStrFrom(static_cast<uint32_t *>(data_), length_);
  length_ = 0;
  return result;
}

void StrBuilder::utf8(std::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    unsigned char first = text[i];
    if (first < 0x80) {
      append(first);
      ++i;
      continue;
    }
    uint32_t c;
    int size = decodeUtf8(text.data() + i, text.size() - i, &c, /*surrogates=*/true);
    if (size <= 0) {
      append(0xdc00 + first);  // as the handler "surrogateescape"
      ++i;
    } else {
      append(c);
      i += size;
    }
  }
}

int utf8Size(uint32_t c) {
  return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

char *putUtf8(char *out, uint32_t c) {
  if (c < 0x80) {
    *out++ = static_cast<char>(c);
  } else if (c < 0x800) {
    *out++ = static_cast<char>(0xc0 | c >> 6);
    *out++ = static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    *out++ = static_cast<char>(0xe0 | c >> 12);
    *out++ = static_cast<char>(0x80 | (c >> 6 & 0x3f));
    *out++ = static_cast<char>(0x80 | (c & 0x3f));
  } else {
    *out++ = static_cast<char>(0xf0 | c >> 18);
    *out++ = static_cast<char>(0x80 | (c >> 12 & 0x3f));
    *out++ = static_cast<char>(0x80 | (c >> 6 & 0x3f));
    *out++ = static_cast<char>(0x80 | (c & 0x3f));
  }
  return out;
}

int decodeUtf8(const char *text, size_t size, uint32_t *out, bool surrogates) {
  auto *s = reinterpret_cast<const unsigned char *>(text);
  unsigned char first = s[0];
  if (first < 0x80) {
    *out = first;
    return 1;
  }
  int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4)
    return 0;
  uint32_t c = first & (0xff >> (length + 1));
  for (int i = 1; i < length; ++i) {
    if (static_cast<size_t>(i) >= size)
      return -i;
    unsigned char next = s[i];
    // The second byte also rules out overlong forms, surrogates and what lies past U+10FFFF.
    unsigned char low = 0x80, high = 0xbf;
    if (i == 1) {
      if (first == 0xe0)
        low = 0xa0;
      else if (first == 0xed && !surrogates)
        high = 0x9f;
      else if (first == 0xf0)
        low = 0x90;
      else if (first == 0xf4)
        high = 0x8f;
    }
    if (next < low || next > high)
      return i == 1 ? 0 : -i - 100;
    c = c << 6 | (next & 0x3f);
  }
  *out = c;
  return length;
}

}  // namespace janus
