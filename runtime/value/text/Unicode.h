// Properties of characters (Unicode 14, as CPython 3.11), and UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>

namespace janus {

int utf8Size(uint32_t c);
char *putUtf8(char *out, uint32_t c);  // answers the end
// Decodes one character of `size` available bytes: its length, or
//   0         the first byte is wrong (or the second does not fit it)
//   -n        the text ends after n good bytes of a longer sequence
//   -100 - n  the sequence breaks off after n good bytes
int decodeUtf8(const char *text, size_t size, uint32_t *out, bool surrogates);

namespace unicode {

enum Property : uint16_t {
  kAlpha = 1,
  kDecimal = 2,
  kDigit = 4,
  kNumeric = 8,
  kLower = 16,
  kUpper = 32,
  kTitle = 64,
  kSpace = 128,
  kPrintable = 256,
  kIdentifierStart = 512,
  kIdentifierPart = 1024,
  kCased = 2048,
  kCaseIgnorable = 4096,
  kWide = 8192,  // takes two columns
};
uint16_t properties(uint32_t c);
inline bool isSpace(uint32_t c) {
  return c < 0x80 ? c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31)
                  : properties(c) & kSpace;
}
inline bool isPrintable(uint32_t c) {
  return c < 0x80 ? c >= ' ' && c < 0x7f : properties(c) & kPrintable;
}
int decimalDigit(uint32_t c);  // 0..9, or -1
inline bool isLineBreak(uint32_t c) {
  return (c >= 10 && c <= 13) || (c >= 28 && c <= 30) || c == 0x85 || c == 0x2028 || c == 0x2029;
}
enum class Case : uint8_t { Lower, Upper, Title, Fold };
// Up to three characters; answers how many.
int mapCase(uint32_t c, Case which, uint32_t out[3]);

}  // namespace unicode
}  // namespace janus
