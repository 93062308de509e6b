// A Python number as an argument of an operation.
#pragma once

#include "janus/contract/DType.h"
#include "janus/value.h"

#include <complex>

namespace janus {

class Scalar;
// The real part of a complex number without an imaginary one; fails for others.
double realOnly(const Scalar &s);
jn_value boxedComplex(std::complex<double> v);

class Scalar {
public:
  enum class Kind : uint8_t { Bool, Int, Float, Complex };

  Scalar() : kind_(Kind::Int), int_(0) {}
  Scalar(bool v) : kind_(Kind::Bool), int_(v) {}
  Scalar(int v) : kind_(Kind::Int), int_(v) {}
  Scalar(int64_t v) : kind_(Kind::Int), int_(v) {}
  Scalar(double v) : kind_(Kind::Float), float_(v) {}
  Scalar(std::complex<double> v) : kind_(Kind::Complex), float_(v.real()), imaginary_(v.imag()) {}

  Kind kind() const { return kind_; }
  bool isFloat() const { return kind_ == Kind::Float; }
  bool isBool() const { return kind_ == Kind::Bool; }
  bool isInteger() const { return kind_ == Kind::Int; }
  bool isComplex() const { return kind_ == Kind::Complex; }
  double toDouble() const {
    if (__builtin_expect(isComplex(), false))
      return realOnly(*this);
    return isFloat() ? float_ : static_cast<double>(int_);
  }
  std::complex<double> toComplex() const {
    return isComplex() ? std::complex<double>(float_, imaginary_) : toDouble();
  }
  // Truncates, as a conversion in C does; values outside of int64 give INT64_MIN.
  int64_t toInt() const {
    if (kind_ == Kind::Bool || kind_ == Kind::Int)
      return int_;
    double v = toDouble();
    return v >= -9223372036854775808.0 && v < 9223372036854775808.0 ? static_cast<int64_t>(v)
                                                                    : INT64_MIN;
  }
  bool toBool() const {
    if (isComplex())
      return float_ != 0 || imaginary_ != 0;
    return isFloat() ? float_ != 0 : int_ != 0;
  }
  template <class T>
  T to() const;
  jn_value boxed() const {
    if (isFloat())
      return jn_float(float_);
    if (isComplex())
      return boxedComplex(toComplex());
    return kind_ == Kind::Bool ? jn_bool(int_ != 0) : jn_int(int_);
  }

private:
  Kind kind_;
  union {
    int64_t int_;
    double float_;
  };
  double imaginary_ = 0;
};

}  // namespace janus
