// Doubles as text and back: repr with the fewest digits, e/f/g with a precision, parsing, rounding
// to a number of decimals.
#include "value/number/Nan.h"
#include "value/object/DataTypes.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace janus {
namespace {

// Digits d and exponent e of |v| = d[0].d[1..] * 10^e; the shortest that read back as v, or rounded
// to `precision` digits behind the first.
struct Decimal {
  std::string digits;
  int exponent;
};
// Room on the stack for what nearly every number needs, on the heap for the rest.
class TextBuffer {
public:
  explicit TextBuffer(size_t size) : size_(size) {
    if (size > sizeof(small_))
      large_.resize(size);
  }
  char *first() { return size_ > sizeof(small_) ? large_.data() : small_; }
  char *last() { return first() + size_; }

private:
  size_t size_;
  char small_[400];
  std::string large_;
};

Decimal decimalOf(double v, int precision = -1) {
  TextBuffer text(precision < 0 ? 40 : precision + 40);
  char *first = text.first(), *last = text.last();
  v = std::fabs(v);
  char *end = precision < 0
                  ? std::to_chars(first, last, v, std::chars_format::scientific).ptr
                  : std::to_chars(first, last, v, std::chars_format::scientific, precision).ptr;
  char *e = std::find(first, end, 'e');
  *end = 0;
  Decimal d;
  d.digits.assign(1, *first);
  if (e - first > 2)
    d.digits.append(first + 2, e);
  d.exponent = atoi(e + 1);
  return d;
}

std::string fixedText(double v, int precision) {
  TextBuffer text(precision + 330);
  char *end = std::to_chars(text.first(), text.last(), v, std::chars_format::fixed, precision).ptr;
  return std::string(text.first(), end);
}

std::string exponentText(int exponent) {
  int magnitude = std::abs(exponent);
  std::string text = exponent < 0 ? "e-" : "e+";
  if (magnitude < 10)
    text += '0';
  return text + std::to_string(magnitude);
}

std::string scientificText(const Decimal &d, bool point) {
  std::string text = d.digits.substr(0, 1);
  if (d.digits.size() > 1 || point)
    text += '.';
  return text + d.digits.substr(1) + exponentText(d.exponent);
}

// The digits with the point where the exponent says.
std::string plainText(const Decimal &d) {
  int whole = d.exponent + 1, size = static_cast<int>(d.digits.size());
  if (whole <= 0)
    return "0." + std::string(-whole, '0') + d.digits;
  if (whole >= size)
    return d.digits + std::string(whole - size, '0');
  return d.digits.substr(0, whole) + "." + d.digits.substr(whole);
}

std::string specialText(double v) {
  return std::isnan(v) ? "nan" : v < 0 ? "-inf" : "inf";
}

void stripZeros(std::string &digits, size_t keep) {
  while (digits.size() > keep && digits.back() == '0')
    digits.pop_back();
}

}  // namespace

std::string reprDouble(double v) {
  // Between these bounds the shortest digits are written without an exponent; below 2**53 those of
  // a whole number are the number.
  double magnitude = std::fabs(v);
  if (magnitude == 0 || (magnitude >= 1e-4 && magnitude < 9007199254740992.0)) {
    char text[32];
    char *end = std::to_chars(text, text + sizeof text - 2, v, std::chars_format::fixed).ptr;
    if (magnitude == std::floor(magnitude)) {
      *end++ = '.';
      *end++ = '0';
    }
    return std::string(text, end);
  }
  if (!std::isfinite(v))
    return specialText(v);
  Decimal d = decimalOf(v);
  std::string text;
  if (d.exponent < -4 || d.exponent >= 16) {
    text = scientificText(d, false);
  } else {
    text = plainText(d);
    if (text.find('.') == std::string::npos)
      text += ".0";
  }
  return std::signbit(v) ? "-" + text : text;
}

std::string formatDouble(double v, char kind, int precision, bool alternate) {
  bool upper = kind < 'a';
  char lower = kind | 0x20;
  std::string text;
  if (!std::isfinite(v)) {
    text = specialText(v);
  } else if (lower == 'f') {
    text = fixedText(std::fabs(v), precision);
    if (precision == 0 && alternate)
      text += '.';
  } else if (lower == 'e') {
    text = scientificText(decimalOf(v, precision), alternate);
  } else {  // g
    int digits = precision == 0 ? 1 : precision;
    Decimal d = decimalOf(v, digits - 1);
    bool scientific = d.exponent < -4 || d.exponent >= digits;
    if (!alternate)
      stripZeros(d.digits, 1);
    text = scientific ? scientificText(d, alternate) : plainText(d);
    if (!scientific && alternate && text.find('.') == std::string::npos)
      text += '.';
  }
  if (std::isfinite(v) && std::signbit(v))
    text.insert(0, "-");
  if (upper)
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return toupper(c); });
  return text;
}

bool parseDouble(std::string_view text, double *out) {
  auto isSpace = [](char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 28 && c <= 31);
  };
  while (!text.empty() && isSpace(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back()))
    text.remove_suffix(1);
  std::string plain;
  auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.find('_') != std::string_view::npos) {
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '_') {
        plain += text[i];
      } else if (i == 0 || i + 1 == text.size() || !isDigit(text[i - 1]) || !isDigit(text[i + 1])) {
        return false;
      }
    }
    text = plain;
  }
  bool negative = false;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (text.empty())
    return false;
  double v = 0;
  if (!isDigit(text[0]) && text[0] != '.') {
    std::string word(text);
    std::transform(word.begin(), word.end(), word.begin(), [](char c) { return tolower(c); });
    if (word == "inf" || word == "infinity")
      v = INFINITY;
    else if (word == "nan")
      v = distinctNan();
    else
      return false;
  } else {
    auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), v);
    if (end != text.data() + text.size() || status == std::errc::invalid_argument)
      return false;
    if (status == std::errc::result_out_of_range)
      v = strtod(std::string(text).c_str(), nullptr);  // infinity or zero
  }
  *out = negative ? -v : v;
  return true;
}

namespace {
constexpr uint64_t kIdentity = (uint64_t{1} << 29) - 1;
}
double distinctNan() {
  static uint64_t made = 0;
  constexpr uint64_t kQuiet = uint64_t{0x7ff8} << 48;
  return std::bit_cast<double>(kQuiet | (++made & kIdentity));
}
double plainNan(double v) {
  return std::isnan(v) ? std::bit_cast<double>(std::bit_cast<uint64_t>(v) & ~kIdentity) : v;
}

Value roundDouble(double v, int64_t digits) {
  if (!std::isfinite(v) || digits > 323)
    return jn_float(v);
  if (digits < -308)
    return jn_float(std::copysign(0.0, v));
  std::string text;
  if (digits >= 0) {
    text = fixedText(std::fabs(v), static_cast<int>(digits));
  } else {
    // Round the whole number's digits by hand; a cut-off fraction breaks ties upward.
    double whole = std::trunc(std::fabs(v));
    bool sticky = whole != std::fabs(v);
    text = "0" + fixedText(whole, 0);
    int64_t cut = static_cast<int64_t>(text.size()) + digits;
    if (cut <= 0)
      return jn_float(std::copysign(0.0, v));
    for (size_t i = cut + 1; i < text.size(); ++i)
      sticky = sticky || text[i] != '0';
    bool up = text[cut] > '5' || (text[cut] == '5' && (sticky || (text[cut - 1] & 1)));
    std::fill(text.begin() + cut, text.end(), '0');
    for (int64_t i = cut - 1; up && i >= 0; --i) {
      up = text[i] == '9';
      text[i] = up ? '0' : static_cast<char>(text[i] + 1);
    }
  }
  double rounded = strtod(text.c_str(), nullptr);
  if (std::isinf(rounded))
    return raise(jn_exc_OverflowError, "rounded value too large to represent");
  return jn_float(std::copysign(rounded, v));
}

}  // namespace janus
