// The value of a literal.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace janus {

class ConstantValue {
public:
  enum class Kind : uint8_t { None, False, True, Ellipsis, Int, Float, Complex, Str, Bytes };

  ConstantValue() = default;  // None
  static ConstantValue none() { return {}; }
  static ConstantValue boolean(bool value) {
    return ConstantValue(value ? Kind::True : Kind::False);
  }
  static ConstantValue ellipsis() { return ConstantValue(Kind::Ellipsis); }
  static ConstantValue integer(int64_t value);
  // Decimal digits without sign; any number of them.
  static ConstantValue integer(llvm::StringRef decimal);
  static ConstantValue real(double value);
  static ConstantValue imaginary(double value);
  // UTF-8; lone surrogates as the three bytes that UTF-8 would give them (WTF-8).
  static ConstantValue str(std::string utf8);
  static ConstantValue bytes(std::string bytes);

  Kind kind() const { return kind_; }
  bool isNone() const { return kind_ == Kind::None; }
  bool isBool() const { return kind_ == Kind::True || kind_ == Kind::False; }
  bool isTrue() const { return kind_ == Kind::True; }
  bool isInt() const { return kind_ == Kind::Int; }
  bool isFloat() const { return kind_ == Kind::Float; }
  bool isComplex() const { return kind_ == Kind::Complex; }
  bool isStr() const { return kind_ == Kind::Str; }
  bool isBytes() const { return kind_ == Kind::Bytes; }

  // Of an int: its digits always, and its value when it fits.
  llvm::StringRef decimal() const { return text_; }
  std::optional<int64_t> int64() const;
  // Of a float, or the imaginary part of a complex.
  double number() const { return number_; }
  // Of a str (UTF-8) or bytes.
  llvm::StringRef text() const { return text_; }

  // Python's repr().
  std::string repr() const;

  // Same kind and same value; floats by their bits, so that 0.0 is not -0.0.
  friend bool operator==(const ConstantValue &a, const ConstantValue &b);

private:
  explicit ConstantValue(Kind kind) : kind_(kind) {}

  Kind kind_ = Kind::None;
  double number_ = 0;
  std::string text_;
};

// Python's repr() of a float ("0.1", "1e+16", "inf"), and of a str or bytes with the quotes Python
// would choose.
std::string reprOfFloat(double value);
std::string reprOfStr(llvm::StringRef utf8);
std::string reprOfBytes(llvm::StringRef bytes);

}  // namespace janus
