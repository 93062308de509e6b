#include "Frontend/Syntax/ConstantValue.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace janus {

ConstantValue ConstantValue::integer(int64_t value) {
  ConstantValue result(Kind::Int);
  result.text_ = std::to_string(value);
  return result;
}

ConstantValue ConstantValue::integer(llvm::StringRef decimal) {
  ConstantValue result(Kind::Int);
  result.text_ = decimal.str();
  return result;
}

ConstantValue ConstantValue::real(double value) {
  ConstantValue result(Kind::Float);
  result.number_ = value;
  return result;
}

ConstantValue ConstantValue::imaginary(double value) {
  ConstantValue result(Kind::Complex);
  result.number_ = value;
  return result;
}

ConstantValue ConstantValue::str(std::string utf8) {
  ConstantValue result(Kind::Str);
  result.text_ = std::move(utf8);
  return result;
}

ConstantValue ConstantValue::bytes(std::string bytes) {
  ConstantValue result(Kind::Bytes);
  result.text_ = std::move(bytes);
  return result;
}

std::optional<int64_t> ConstantValue::int64() const {
  int64_t value = 0;
  if (kind_ != Kind::Int || llvm::StringRef(text_).getAsInteger(10, value))
    return std::nullopt;
  return value;
}

bool operator==(const ConstantValue &a, const ConstantValue &b) {
  return a.kind_ == b.kind_ && std::memcmp(&a.number_, &b.number_, sizeof a.number_) == 0 &&
         a.text_ == b.text_;
}

std::string ConstantValue::repr() const {
  switch (kind_) {
  case Kind::None: return "None";
  case Kind::False: return "False";
  case Kind::True: return "True";
  case Kind::Ellipsis: return "Ellipsis";
  case Kind::Int: return text_;
  case Kind::Float: return reprOfFloat(number_);
  case Kind::Complex: {
    std::string digits = reprOfFloat(number_);
    if (llvm::StringRef(digits).endswith(".0"))
      digits.resize(digits.size() - 2);
    return digits + "j";
  }
  case Kind::Str: return reprOfStr(text_);
  case Kind::Bytes: return reprOfBytes(text_);
  }
  __builtin_unreachable();
}

std::string reprOfFloat(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  // The shortest digits that read back, as d.ddde[+-]xx; Python writes an exponent outside of
  // 1e-4 <= |value| < 1e16.
  char buffer[64];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
  llvm::StringRef text(buffer, static_cast<size_t>(end.ptr - buffer));
  auto [mantissa, exponentText] = text.split('e');
  int exponent = 0;
  llvm::StringRef(exponentText).ltrim('+').getAsInteger(10, exponent);
  bool negative = mantissa.consume_front("-");
  std::string digits;
  for (char c : mantissa)
    if (c != '.')
      digits += c;

  std::string result = negative ? "-" : "";
  int count = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    result += digits[0];
    if (count > 1)
      result += "." + digits.substr(1);
    std::string size = std::to_string(std::abs(exponent));
    result += exponent < 0 ? "e-" : "e+";
    return result + (size.size() < 2 ? "0" : "") + size;
  }
  if (exponent < 0)
    return result + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  if (count <= exponent + 1)
    return result + digits + std::string(static_cast<size_t>(exponent + 1 - count), '0') + ".0";
  size_t whole = static_cast<size_t>(exponent + 1);
  return result + digits.substr(0, whole) + "." + digits.substr(whole);
}

}  // namespace janus
