// format() of ints, floats and complex numbers.
#include "value/object/DataTypes.h"
#include "value/text/Format.h"

#include <algorithm>
#include <cmath>

namespace janus {
namespace {

bool refuseForInt(const FormatSpec &spec) {
  if (spec.precision >= 0)
    raise(jn_exc_ValueError, "Precision not allowed in integer format specifier");
  else if (spec.noNegativeZero)
    raise(jn_exc_ValueError, "Negative zero coercion (z) not allowed in integer format specifier");
  else if (spec.type == 'c' && spec.sign)
    raise(jn_exc_ValueError, "Sign not allowed with integer format specifier 'c'");
  else if (spec.type == 'c' && spec.alternate)
    raise(jn_exc_ValueError, "Alternate form (#) not allowed with integer format specifier 'c'");
  else
    return false;
  return true;
}

Value formatChar(Value v, const FormatSpec &spec) {
  int64_t c;
  if (!smallInt(v, &c))
    return raise(jn_exc_OverflowError, "Python int too large to convert to C long");
  if (c < 0 || c > 0x10ffff)
    return raise(jn_exc_OverflowError, "%%c arg not in range(0x110000)");
  Ref text(makeChar(static_cast<uint32_t>(c)));
  StrBuilder out;
  appendPadded(out, text.get(), spec, '>');
  return out.finish();
}

Value formatInt(Value v, const FormatSpec &spec) {
  if (refuseForInt(spec))
    return jn_error();
  if (spec.type == 'c')
    return formatChar(v, spec);
  int base = spec.type == 'b' ? 2 : spec.type == 'o' ? 8 : (spec.type | 0x20) == 'x' ? 16 : 10;
  std::string text;
  if (!intDigits(v, base, &text))
    return jn_error();
  if (spec.type == 'X')
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return toupper(c); });
  bool negative = text[0] == '-';
  char prefix[2] = {'0', static_cast<char>(spec.type)};
  NumberText n;
  n.sign = signFor(negative, spec.sign);
  if (spec.alternate && base != 10)
    n.prefix = {prefix, 2};
  n.digits = std::string_view(text).substr(negative);
  StrBuilder out;
  appendNumber(out, n, spec, base == 10 ? 3 : 4);
  return out.finish();
}

// The digits of |v| as the spec asks; `whole` is how many stand before the point.
std::string floatDigits(double v, const FormatSpec &spec, size_t *whole) {
  char type = spec.type == 0 || spec.type == 'n' ? 'g' : static_cast<char>(spec.type);
  int precision = spec.precision >= 0 ? static_cast<int>(spec.precision) : 6;
  std::string text;
  if (spec.type == '%') {
    text = formatDouble(v * 100, 'f', precision, spec.alternate) + "%";
  } else if (spec.type != 0) {
    text = formatDouble(v, type, precision, spec.alternate);
  } else if (spec.precision < 0) {
    text = reprDouble(v);
  } else if (std::isfinite(v)) {
    // Like 'g', but with one digit behind the point at least, and an exponent one digit earlier.
    int digits = std::max(precision, 1);
    text = formatDouble(v, 'e', digits - 1, false);
    int exponent = atoi(text.c_str() + text.find('e') + 1);
    if (exponent >= digits - 1 || exponent < -4) {
      size_t e = text.find('e');
      std::string mantissa = text.substr(0, e);
      if (!spec.alternate && mantissa.find('.') != std::string::npos) {
        mantissa.resize(mantissa.find_last_not_of('0') + 1);
        if (mantissa.back() == '.')
          mantissa.pop_back();
      }
      text = mantissa + text.substr(e);
    } else {
      text = formatDouble(v, 'g', digits, spec.alternate);
      if (text.find('.') == std::string::npos)
        text += ".0";
    }
  } else {
    text = formatDouble(v, 'g', precision, false);
  }
  *whole = 0;
  while (*whole < text.size() && isdigit(static_cast<unsigned char>(text[*whole])))
    ++*whole;
  return text;
}

bool isNegativeZeroText(std::string_view text) {
  for (char c : text) {
    if (c == 'e' || c == 'E')
      break;
    if (c >= '1' && c <= '9')
      return false;
  }
  return true;
}

Value formatFloat(double v, const FormatSpec &spec, Value original) {
  switch (spec.type) {
  case 0:
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'n':
  case '%': break;
  default: return raiseUnknownCode(spec.type, original);
  }
  if (spec.precision > INT32_MAX - 400)
    return raise(jn_exc_ValueError, "precision too big");
  size_t whole;
  std::string text = floatDigits(std::fabs(v), spec, &whole);
  bool negative = std::signbit(v) && !std::isnan(v);
  if (spec.noNegativeZero && negative && std::isfinite(v) && isNegativeZeroText(text))
    negative = false;
  NumberText n;
  n.sign = signFor(negative, spec.sign);
  bool finite = std::isfinite(v);
  n.digits = std::string_view(text).substr(0, finite ? whole : text.size());
  n.rest = std::string_view(text).substr(n.digits.size());
  FormatSpec plain = spec;
  if (!finite)
    plain.grouping = 0;
  StrBuilder out;
  appendNumber(out, n, plain, 3);
  return out.finish();
}

Value formatComplex(Value v, const FormatSpec &spec) {
  switch (spec.type) {
  case 0:
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'n': break;
  default: return raiseUnknownCode(spec.type, v);
  }
  if (spec.fill == '0')
    return raise(jn_exc_ValueError, "Zero padding is not allowed in complex format specifier");
  if (spec.align == '=')
    return raise(jn_exc_ValueError,
                 "'=' alignment flag is not allowed in complex format specifier");
  const ComplexObject *c = as<ComplexObject>(v);
  // Without a type the parts look as in repr(): no real part when it is zero, else brackets.
  bool plain = spec.type == 0, showReal = !plain || c->real != 0 || std::signbit(c->real);
  FormatSpec part = spec;
  part.width = -1;
  part.fill = ' ';
  part.align = 0;
  if (plain && spec.precision >= 0)
    part.type = 'g';
  auto number = [&](double d) -> Value {
    if (plain && spec.precision < 0) {
      std::string text = reprDouble(d);
      if (text.size() > 2 && text.substr(text.size() - 2) == ".0")
        text.resize(text.size() - 2);
      if (part.sign == '+' && text[0] != '-')
        text = "+" + text;
      return makeStr(text);
    }
    return formatFloat(d, part, v);
  };
  StrBuilder out;
  if (showReal) {
    Ref real(number(c->real));
    if (real.failed())
      return jn_error();
    if (plain)
      out.ascii("(");
    out.str(real.get());
    part.sign = '+';
  }
  Ref imaginary(number(c->imag));
  if (imaginary.failed())
    return jn_error();
  out.str(imaginary.get());
  out.ascii(showReal && plain ? "j)" : "j");
  Ref text(out.finish());
  StrBuilder padded;
  appendPadded(padded, text.get(), spec, '>');
  return padded.finish();
}

}  // namespace

Value formatNumber(Value v, Value specText) {
  if (!given(specText) || strOf(specText)->length == 0)
    return str(v);
  FormatSpec spec;
  if (!parseFormatSpec(v, specText, '>', &spec))
    return jn_error();
  if (isInt(v)) {
    switch (spec.type) {
    case 0:
    case 'd':
    case 'n':
    case 'b':
    case 'o':
    case 'x':
    case 'X':
    case 'c': return formatInt(v, spec);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case '%': {
      double d;
      return intToDouble(v, &d) ? formatFloat(d, spec, v) : jn_error();
    }
    default: return raiseUnknownCode(spec.type, v);
    }
  }
  return isFloat(v) ? formatFloat(doubleOf(v), spec, v) : formatComplex(v, spec);
}

}  // namespace janus
