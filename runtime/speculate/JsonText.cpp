#include "speculate/JsonText.h"

#include "value/number/Number.h"

#include <cmath>

namespace janus::speculate {

namespace {

// Length of the valid UTF-8 sequence at the start of `text`, 0 when there is none.
size_t sequenceLength(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char first = byte(0);
  size_t length = first < 0x80                     ? 1
                  : first >= 0xC2 && first <= 0xDF ? 2
                  : (first & 0xF0) == 0xE0         ? 3
                  : first >= 0xF0 && first <= 0xF4 ? 4
                                                   : 0;
  if (length == 0 || length > text.size())
    return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80)
      return 0;
  bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  bool surrogate = first == 0xED && byte(1) >= 0xA0;
  bool tooLarge = first == 0xF4 && byte(1) >= 0x90;
  return overlong || surrogate || tooLarge ? 0 : length;
}

}  // namespace

bool appendJsonText(std::string &out, std::string_view utf8) {
  size_t before = out.size();
  out += '"';
  while (!utf8.empty()) {
    size_t length = sequenceLength(utf8);
    if (length == 0) {
      out.resize(before);
      return false;
    }
    unsigned char c = utf8[0];
    if (c == '"' || c == '\\') {
      out += '\\';
      out += utf8[0];
    } else if (c < 0x20) {
      static const char kDigits[] = "0123456789abcdef";
      out += "\\u00";
      out += kDigits[c >> 4];
      out += kDigits[c & 15];
    } else {
      out += utf8.substr(0, length);
    }
    utf8.remove_prefix(length);
  }
  out += '"';
  return true;
}

std::string jsonText(std::string_view utf8) {
  std::string out;
  if (!appendJsonText(out, utf8))
    out = "\"?\"";
  return out;
}

void appendJsonFloat(std::string &out, double v) {
  if (std::isfinite(v))
    out += reprDouble(v);
  else
    out += std::isnan(v) ? "{\"float\": \"nan\"}"
           : v < 0       ? "{\"float\": \"-inf\"}"
                         : "{\"float\": \"inf\"}";
}

}  // namespace janus::speculate
