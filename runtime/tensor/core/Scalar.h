// A Python number as an argument of an operation.
#pragma once

#include "janus/contract/DType.h"
#include "janus/value.h"

namespace janus {

class Scalar {
public:
  enum class Kind : uint8_t { Bool, Int, Float };

  Scalar() : kind_(Kind::Int), int_(0) {}
  Scalar(bool v) : kind_(Kind::Bool), int_(v) {}
  Scalar(int v) : kind_(Kind::Int), int_(v) {}
  Scalar(int64_t v) : kind_(Kind::Int), int_(v) {}
  Scalar(double v) : kind_(Kind::Float), float_(v) {}

  Kind kind() const { return kind_; }
  bool isFloat() const { return kind_ == Kind::Float; }
  bool isBool() const { return kind_ == Kind::Bool; }
  bool isInteger() const { return kind_ == Kind::Int; }
  double toDouble() const { return isFloat() ? float_ : static_cast<double>(int_); }
  // Truncates, as a conversion in C does; values outside of int64 give INT64_MIN.
  int64_t toInt() const {
    if (!isFloat())
      return int_;
    return float_ >= -9223372036854775808.0 && float_ < 9223372036854775808.0
               ? static_cast<int64_t>(float_)
               : INT64_MIN;
  }
  bool toBool() const { return isFloat() ? float_ != 0 : int_ != 0; }
  template <class T>
  T to() const;
  jn_value boxed() const {
    if (isFloat())
      return jn_float(float_);
    return kind_ == Kind::Bool ? jn_bool(int_ != 0) : jn_int(int_);
  }

private:
  Kind kind_;
  union {
    int64_t int_;
    double float_;
  };
};

}  // namespace janus
