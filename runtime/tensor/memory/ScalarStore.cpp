#include "tensor/memory/ScalarStore.h"

#include "janus/contract/HalfTypes.h"
#include "tensor/core/Error.h"
#include "tensor/dispatch/Boxing.h"
#include "value/number/Number.h"

#include <cmath>
#include <limits>

namespace janus {

Scalar loadScalar(DType t, const void *at) {
  switch (t) {
  case DType::Bool: return Scalar(*static_cast<const uint8_t *>(at) != 0);
  case DType::U8: return Scalar(int64_t{*static_cast<const uint8_t *>(at)});
  case DType::I8: return Scalar(int64_t{*static_cast<const int8_t *>(at)});
  case DType::I16: return Scalar(int64_t{*static_cast<const int16_t *>(at)});
  case DType::I32: return Scalar(int64_t{*static_cast<const int32_t *>(at)});
  case DType::I64: return Scalar(*static_cast<const int64_t *>(at));
  case DType::F16: return Scalar(double{toFloat(*static_cast<const Half *>(at))});
  case DType::BF16: return Scalar(double{toFloat(*static_cast<const BFloat16 *>(at))});
  case DType::F32: return Scalar(double{*static_cast<const float *>(at)});
  case DType::F64: return Scalar(*static_cast<const double *>(at));
  case DType::C64:
    return Scalar(std::complex<double>(*static_cast<const std::complex<float> *>(at)));
  case DType::C128: return Scalar(*static_cast<const std::complex<double> *>(at));
  }
  return Scalar();
}

void storeScalar(const Scalar &s, DType t, void *at) {
  switch (t) {
  case DType::Bool: *static_cast<uint8_t *>(at) = s.toBool(); break;
  case DType::U8: *static_cast<uint8_t *>(at) = static_cast<uint8_t>(s.toInt()); break;
  case DType::I8: *static_cast<int8_t *>(at) = static_cast<int8_t>(s.toInt()); break;
  case DType::I16: *static_cast<int16_t *>(at) = static_cast<int16_t>(s.toInt()); break;
  case DType::I32: *static_cast<int32_t *>(at) = static_cast<int32_t>(s.toInt()); break;
  case DType::I64: *static_cast<int64_t *>(at) = s.toInt(); break;
  case DType::F16: *static_cast<Half *>(at) = toHalf(static_cast<float>(s.toDouble())); break;
  case DType::BF16:
    *static_cast<BFloat16 *>(at) = toBFloat16(static_cast<float>(s.toDouble()));
    break;
  case DType::F32: *static_cast<float *>(at) = static_cast<float>(s.toDouble()); break;
  case DType::F64: *static_cast<double *>(at) = s.toDouble(); break;
  case DType::C64:
    *static_cast<std::complex<float> *>(at) = std::complex<float>(s.toComplex());
    break;
  case DType::C128: *static_cast<std::complex<double> *>(at) = s.toComplex(); break;
  }
}

double roundedTo(DType t, double v) {
  if (t == DType::F16)
    return toFloat(toHalf(static_cast<float>(v)));
  return t == DType::BF16 ? toFloat(toBFloat16(static_cast<float>(v))) : v;
}

double realOnly(const Scalar &s) {
  std::complex<double> v = s.toComplex();
  if (v.imag() != 0)
    fail("value cannot be converted to type double without overflow");
  return v.real();
}

jn_value boxedComplex(std::complex<double> v) {
  return makeComplex(v.real(), v.imag());
}

namespace {

// Unsigned types take negative integers and wrap, as torch's do, down to the width.
bool fits(const Scalar &s, DType t) {
  if (s.isComplex())
    return isComplex(t) || (s.toComplex().imag() == 0 && fits(s.toComplex().real(), t));
  if (!isIntegral(t) || s.isBool() || (t == DType::I64 && !s.isFloat()))
    return true;
  int width = static_cast<int>(sizeOf(t) * 8);
  bool sign = info(t).isSigned;
  double low = sign ? -__builtin_ldexp(1.0, width - 1) : -__builtin_ldexp(1.0, width),
         high = __builtin_ldexp(1.0, width - sign), d = s.toDouble();
  return s.isFloat() ? d >= (sign ? low : 0.0) && d < high : d >= low && d <= high - 1;
}

// Infinity is a number of all floating types.
bool isBeyond(const Scalar &s, DType t) {
  if (!isFloating(t) || s.isComplex())
    return false;
  double size = std::fabs(s.toDouble());
  return size > info(t).largest && !std::isinf(size);
}

const char *nameInTorch(DType t) {
  switch (t) {
  case DType::I32: return "int";
  case DType::F16: return "c10::Half";
  case DType::BF16: return "c10::BFloat16";
  default: return info(t).cpp.data();
  }
}

}  // namespace

void requireFits(const Scalar &s, DType t) {
  if (JN_UNLIKELY(!fits(s, t) || isBeyond(s, t)))
    fail("value cannot be converted to type %s without overflow", nameInTorch(t));
}
void requireFitsComputed(const Scalar &s, DType t) {
  requireFits(s, t == DType::F16 || t == DType::BF16 ? DType::F32 : t);
}

void storeNumber(Value v, DType t, void *at) {
  int64_t small;
  double large;
  if (v.tag == JN_OBJECT && isInt(v) && !smallInt(v, &small)) {
    if (t == DType::Bool)
      return storeScalar(Scalar(true), t, at);
    if (isIntegral(t))
      failWith(jn_exc_ValueError, "Overflow when unpacking long long");
    if (!toDouble(v, &large))
      throw PendingError{};
    return storeScalar(Scalar(large), t, at);
  }
  Scalar s =
      v.tag == JN_INT ? Scalar(v.i) : (v.tag == JN_FLOAT ? Scalar(v.f) : boxing::toScalar(v));
  if (!fits(s, t))
    fail("value cannot be converted to type %s without overflow",
         std::string(info(t).name).c_str());
  storeScalar(s, t, at);
}

}  // namespace janus
