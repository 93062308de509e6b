#include "Frontend/Parse/NumberLiteral.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallString.h"

#include <charconv>
#include <cstdlib>

namespace janus {

namespace {

double parseFloat(const std::string &digits) {
  double value = 0;
  auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  // Too large or too small: strtod gives infinity or what is nearest to zero.
  return result.ec == std::errc() ? value : std::strtod(digits.c_str(), nullptr);
}

ConstantValue fromRadix(llvm::StringRef digits, unsigned radix) {
  uint64_t small = 0;
  if (!digits.getAsInteger(radix, small))
    return ConstantValue::integer(std::to_string(small));
  llvm::APInt value;
  digits.getAsInteger(radix, value);
  llvm::SmallString<64> decimal;
  value.toStringUnsigned(decimal, 10);
  return ConstantValue::integer(decimal.str());
}

}  // namespace

std::optional<ConstantValue> parseNumber(llvm::StringRef text, std::string &problem) {
  std::string digits;
  for (char c : text)
    if (c != '_')
      digits += c;
  llvm::StringRef number = digits;
  if (number.size() > 1 && number[0] == '0') {
    char kind = number[1];
    if (kind == 'x' || kind == 'X')
      return fromRadix(number.drop_front(2), 16);
    if (kind == 'o' || kind == 'O')
      return fromRadix(number.drop_front(2), 8);
    if (kind == 'b' || kind == 'B')
      return fromRadix(number.drop_front(2), 2);
  }
  if (number.endswith_insensitive("j"))
    return ConstantValue::imaginary(parseFloat(number.drop_back().str()));
  if (number.find_first_of(".eE") != llvm::StringRef::npos)
    return ConstantValue::real(parseFloat(digits));
  if (number.size() > kMaxIntegerDigits) {
    problem = "Exceeds the limit (4300 digits) for integer string conversion: value has " +
              std::to_string(number.size()) +
              " digits; use sys.set_int_max_str_digits() to increase the limit - Consider "
              "hexadecimal for huge integer literals to avoid decimal conversion limits.";
    return std::nullopt;
  }
  number = number.ltrim('0');
  return ConstantValue::integer(number.empty() ? llvm::StringRef("0") : number);
}

}  // namespace janus
