// Parsing format specs and laying out what they format.
#include "value/object/DataTypes.h"
#include "value/object/Heap.h"
#include "value/text/Format.h"

#include <algorithm>

namespace janus {
namespace {

bool isAlign(uint32_t c) {
  return c == '<' || c == '>' || c == '=' || c == '^';
}

// Digits of a width or precision at *i; -1 when there are none, -2 with the error raised.
int64_t parseDigits(const StrObject *s, int64_t *i) {
  int64_t v = -1;
  for (; *i < s->length; ++*i) {
    uint32_t c = charAt(s, *i);
    if (c < '0' || c > '9')
      break;
    if (__builtin_mul_overflow(v < 0 ? 0 : v, int64_t(10), &v) ||
        __builtin_add_overflow(v, int64_t(c - '0'), &v)) {
      raise(jn_exc_ValueError, "Too many decimal digits in format string");
      return -2;
    }
  }
  return v;
}

bool fail(const char *text) {
  raise(jn_exc_ValueError, "%s", text);
  return false;
}

bool groupingAllowed(char grouping, uint32_t type) {
  switch (type) {
  case 0:
  case 'd':
  case 'e':
  case 'f':
  case 'g':
  case 'E':
  case 'F':
  case 'G':
  case '%': return true;
  case 'b':
  case 'o':
  case 'x':
  case 'X': return grouping == '_';
  default: return false;
  }
}

}  // namespace

bool parseFormatSpec(Value v, Value specText, char alignByDefault, FormatSpec *out) {
  const StrObject *s = strOf(specText);
  int64_t i = 0, n = s->length;
  auto peek = [&](int64_t k = 0) { return i + k < n ? charAt(s, i + k) : 0; };
  bool fillGiven = false;
  if (n >= 2 && isAlign(peek(1))) {
    out->fill = peek();
    out->align = static_cast<char>(peek(1));
    fillGiven = true;
    i = 2;
  } else if (n >= 1 && isAlign(peek())) {
    out->align = static_cast<char>(peek());
    i = 1;
  }
  if (peek() == ' ' || peek() == '+' || peek() == '-')
    out->sign = static_cast<char>(charAt(s, i++));
  if (peek() == 'z') {
    out->noNegativeZero = true;
    ++i;
  }
  if (peek() == '#') {
    out->alternate = true;
    ++i;
  }
  if (!fillGiven && peek() == '0') {
    out->fill = '0';
    if (!out->align && alignByDefault == '>')
      out->align = '=';
    ++i;
  }
  out->width = parseDigits(s, &i);
  if (out->width == -2 || !hasRoom(out->width, sizeof(uint32_t)))
    return false;
  if (peek() == ',') {
    out->grouping = ',';
    ++i;
  }
  if (peek() == '_') {
    if (out->grouping)
      return fail("Cannot specify both ',' and '_'.");
    out->grouping = '_';
    ++i;
  }
  if (peek() == ',' && out->grouping == '_')
    return fail("Cannot specify both ',' and '_'.");
  if (peek() == '.') {
    ++i;
    out->precision = parseDigits(s, &i);
    if (out->precision == -2)
      return false;
    if (out->precision == -1)
      return fail("Format specifier missing precision");
  }
  if (n - i > 1) {
    raise(jn_exc_ValueError, "Invalid format specifier '%S' for object of type '%T'", &specText,
          &v);
    return false;
  }
  if (n - i == 1)
    out->type = charAt(s, i);
  if (out->grouping && !groupingAllowed(out->grouping, out->type)) {
    if (out->type > 32 && out->type < 128)
      raise(jn_exc_ValueError, "Cannot specify '%c' with '%c'.", out->grouping,
            static_cast<char>(out->type));
    else
      raise(jn_exc_ValueError, "Cannot specify '%c' with '\\x%x'.", out->grouping, out->type);
    return false;
  }
  return true;
}

void appendPadded(StrBuilder &out, Value text, const FormatSpec &spec, char alignByDefault) {
  int64_t missing = std::max<int64_t>(spec.width - strOf(text)->length, 0);
  char align = spec.align ? spec.align : alignByDefault;
  int64_t left = align == '>' ? missing : align == '^' ? missing / 2 : 0;
  out.fill(spec.fill, left);
  out.str(text);
  out.fill(spec.fill, missing - left);
}

char signFor(bool negative, char wanted) {
  if (negative)
    return '-';
  return wanted == '+' || wanted == ' ' ? wanted : 0;
}

void appendNumber(StrBuilder &out, const NumberText &n, const FormatSpec &spec, int group) {
  char align = spec.align ? spec.align : '>';
  int64_t fixed = (n.sign != 0) + static_cast<int64_t>(n.prefix.size() + n.rest.size());
  std::string digits(n.digits);
  // Zeros that fill the number up take part in the grouping.
  int64_t zeros = 0;
  bool zeroFill = spec.fill == '0' && align == '=';
  if (spec.grouping && !digits.empty()) {
    std::string grouped;
    int64_t wanted = zeroFill ? spec.width - fixed : 0;
    int64_t count = 0;
    auto put = [&](char c) {
      if (count > 0 && count % group == 0)
        grouped += spec.grouping;
      grouped += c;
      ++count;
    };
    for (size_t i = digits.size(); i-- > 0;)
      put(digits[i]);
    while (static_cast<int64_t>(grouped.size()) < wanted)
      put('0');
    std::reverse(grouped.begin(), grouped.end());
    digits = std::move(grouped);
  } else if (zeroFill) {
    zeros = std::max<int64_t>(spec.width - fixed - static_cast<int64_t>(digits.size()), 0);
  }
  int64_t missing =
      std::max<int64_t>(spec.width - fixed - static_cast<int64_t>(digits.size()) - zeros, 0);
  int64_t left = align == '>' ? missing : align == '^' ? missing / 2 : 0;
  int64_t inside = align == '=' ? missing : 0;
  out.fill(spec.fill, left);
  if (n.sign)
    out.append(n.sign);
  out.ascii(n.prefix);
  out.fill(spec.fill, inside);
  out.fill('0', zeros);
  out.ascii(digits);
  out.ascii(n.rest);
  out.fill(spec.fill, missing - left - inside);
}

Value raiseUnknownCode(uint32_t code, Value v) {
  if (code > 32 && code < 128)
    return raise(jn_exc_ValueError, "Unknown format code '%c' for object of type '%T'",
                 static_cast<char>(code), &v);
  return raise(jn_exc_ValueError, "Unknown format code '\\x%x' for object of type '%T'", code, &v);
}

Value formatStr(Value v, Value specText) {
  if (strOf(specText)->length == 0)
    return toExactStr(v);
  FormatSpec spec;
  if (!parseFormatSpec(v, specText, '<', &spec))
    return jn_error();
  if (spec.type && spec.type != 's')
    return raiseUnknownCode(spec.type, v);
  if (spec.sign)
    return raise(jn_exc_ValueError, spec.sign == ' '
                                        ? "Space not allowed in string format specifier"
                                        : "Sign not allowed in string format specifier");
  if (spec.noNegativeZero)
    return raise(jn_exc_ValueError,
                 "Negative zero coercion (z) not allowed in string format specifier");
  if (spec.alternate)
    return raise(jn_exc_ValueError, "Alternate form (#) not allowed in string format specifier");
  if (spec.align == '=')
    return raise(jn_exc_ValueError, "'=' alignment not allowed in string format specifier");
  if (spec.grouping)
    return raise(jn_exc_ValueError, "Cannot specify '%c' with 's'.", spec.grouping);
  int64_t length = strOf(v)->length;
  Ref text(spec.precision >= 0 && spec.precision < length ? substring(v, 0, spec.precision)
                                                          : toExactStr(v));
  StrBuilder out;
  appendPadded(out, text.get(), spec, '<');
  return out.finish();
}

Value formatValue(Value v, Value spec) {
  bool plain = !given(spec) || strOf(spec)->length == 0;
  if (plain) {
    if (isExact(v, &jn_type_str))
      return jn_own(v);
    if (v.tag != JN_OBJECT)
      return str(v);
  }
  if (v.tag == JN_INT || v.tag == JN_FLOAT || v.tag == JN_BOOL)
    return formatNumber(v, spec);
  if (v.tag != JN_OBJECT)
    return raise(jn_exc_TypeError, "unsupported format string passed to %T.__format__", &v);
  Ref none(plain ? emptyStr() : jn_none());
  if (auto slot = v.o->type->format) {
    Ref text(slot(v.o, plain ? none.get() : spec));
    Value t = text.get();
    if (!text.failed() && !isStr(t))
      return raise(jn_exc_TypeError, "__format__ must return a str, not %T", &t);
    return text.release();
  }
  if (!plain)
    return raise(jn_exc_TypeError, "unsupported format string passed to %T.__format__", &v);
  return str(v);
}

}  // namespace janus

jn_value jn_format_value(jn_value v, uint32_t conversion, jn_value spec) {
  using namespace janus;
  if (conversion == 0)
    return formatValue(v, spec);
  Ref text(conversion == 'r' ? repr(v) : conversion == 's' ? str(v) : asciiOf(v));
  return text.failed() ? jn_error() : formatValue(text.get(), spec);
}
