// The operator % of str and bytes. Bytes go through as Latin-1 text.
#include "value/bytes/Bytes.h"
#include "value/object/DataTypes.h"
#include "value/object/Heap.h"
#include "value/text/Format.h"

#include <algorithm>
#include <cmath>

namespace janus {
namespace {

class PercentFormatter {
public:
  PercentFormatter(Value text, Value arguments, bool bytes)
      : text_(text), arguments_(arguments), bytes_(bytes) {
    isTuple_ = isInstance(arguments, &jn_type_tuple);
    // Anything with items that is no tuple or text serves %(name)s.
    mapping_ = !isTuple_ && !isStr(arguments) && !isBytes(arguments) && !isBytearray(arguments) &&
               arguments.tag == JN_OBJECT && arguments.o->type->getitem;
  }

  Value run() {
    const StrObject *s = strOf(text_);
    while (at_ < s->length) {
      int64_t start = at_;
      while (at_ < s->length && charAt(s, at_) != '%')
        ++at_;
      out_.part(text_, start, at_ - start);
      if (at_ < s->length && !field())
        return jn_error();
    }
    if (!mapping_ && (isTuple_ ? taken_ < as<jn_tuple>(arguments_)->size : taken_ == 0))
      return raise(jn_exc_TypeError, "not all arguments converted during %s formatting",
                   bytes_ ? "bytes" : "string");
    return out_.finish();
  }

private:
  bool fail(Type &type, const char *text) {
    raise(type, "%s", text);
    return false;
  }
  uint32_t peek() const { return at_ < strOf(text_)->length ? charAt(strOf(text_), at_) : 0; }

  // The next argument (borrowed), JN_ERROR when there is none.
  Value next() {
    if (given(named_.get()))
      return named_.get();
    if (isTuple_) {
      jn_tuple *t = as<jn_tuple>(arguments_);
      if (taken_ < t->size)
        return t->items[taken_++];
    } else if (taken_ == 0) {
      ++taken_;
      return arguments_;
    }
    return raise(jn_exc_TypeError, "not enough arguments for format string");
  }

  bool mappingKey() {
    const StrObject *s = strOf(text_);
    if (!mapping_)
      return fail(jn_exc_TypeError, "format requires a mapping");
    int64_t start = ++at_, depth = 1;
    for (; at_ < s->length; ++at_) {
      uint32_t c = charAt(s, at_);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0)
        break;
    }
    if (depth != 0)
      return fail(jn_exc_ValueError, "incomplete format key");
    Ref key(substring(text_, start, at_));
    if (bytes_) {
      std::string_view latin(static_cast<char *>(strOf(key.get())->data), strOf(key.get())->length);
      key = Ref(makeBytes(latin));
    }
    ++at_;
    named_ = Ref(jn_getitem(arguments_, key.get()));
    return !named_.failed();
  }

  bool number(int64_t *out, const char *starText) {
    if (peek() == '*') {
      ++at_;
      Value v = next();
      if (v.tag == JN_ERROR)
        return false;
      if (!isInt(v))
        return fail(jn_exc_TypeError, starText);
      return toInt64(v, out);
    }
    int64_t v = 0;
    while (peek() >= '0' && peek() <= '9') {
      v = v * 10 + (peek() - '0');
      if (v > INT32_MAX)
        return fail(jn_exc_ValueError, "width too big");
      ++at_;
    }
    *out = v;
    return true;
  }

  bool field() {
    ++at_;
    named_ = Ref();
    spec_ = FormatSpec();
    zero_ = left_ = false;
    if (at_ >= strOf(text_)->length)
      return fail(jn_exc_ValueError, "incomplete format");
    if (peek() == '%') {
      ++at_;
      out_.append('%');
      return true;
    }
    if (peek() == '(' && !mappingKey())
      return false;
    for (bool flag = true; flag; at_ += flag) {
      switch (peek()) {
      case '-': left_ = true; break;
      case '+': spec_.sign = '+'; break;
      case ' ': spec_.sign = spec_.sign ? spec_.sign : ' '; break;
      case '#': spec_.alternate = true; break;
      case '0': zero_ = true; break;
      default: flag = false;
      }
    }
    if (!number(&spec_.width, "* wants int"))
      return false;
    if (spec_.width < 0) {
      left_ = true;
      spec_.width = -spec_.width;
    }
    if (!hasRoom(spec_.width, sizeof(uint32_t)))
      return false;
    if (peek() == '.') {
      ++at_;
      if (!number(&spec_.precision, "* wants int"))
        return false;
      spec_.precision = std::max<int64_t>(spec_.precision, 0);
      if (spec_.precision > INT32_MAX - 3)
        return fail(jn_exc_OverflowError, "Python int too large to convert to C int");
      if (!hasRoom(spec_.precision, sizeof(uint32_t)))
        return false;
    }
    if (peek() == 'l' || peek() == 'h' || peek() == 'L')
      ++at_;
    if (at_ >= strOf(text_)->length)
      return fail(jn_exc_ValueError, "incomplete format");
    uint32_t kind = charAt(strOf(text_), at_++);
    spec_.align = left_ ? '<' : zero_ ? '=' : '>';
    return convert(kind);
  }

  bool convert(uint32_t kind) {
    bool known = kind < 128 &&
                 (strchr("diuoxXeEfFgGcrsa", static_cast<int>(kind)) || (bytes_ && kind == 'b'));
    if (!known || kind == 0) {
      // Arguments come first: with none left that is the complaint.
      if (!given(named_.get()) && next().tag == JN_ERROR)
        return false;
      int64_t index = at_ - 1;
      Ref letter(kind >= 32 && kind != 127 ? makeChar(kind) : makeStr("?"));
      Value l = letter.get();
      raise(jn_exc_ValueError, "unsupported format character '%S' (0x%x) at index %ld", &l, kind,
            static_cast<long>(index));
      return false;
    }
    Value v = next();
    if (v.tag == JN_ERROR)
      return false;
    switch (kind) {
    case 'r':
    case 's':
    case 'a':
    case 'b': return text(v, kind);
    case 'c': return character(v);
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X': return integer(v, kind == 'i' || kind == 'u' ? 'd' : kind);
    default: return real(v, static_cast<char>(kind));
    }
  }

  bool padded(Ref shown) {
    if (shown.failed())
      return false;
    if (spec_.precision >= 0 && spec_.precision < strOf(shown.get())->length)
      shown = Ref(substring(shown.get(), 0, spec_.precision));
    spec_.align = left_ ? '<' : '>';
    appendPadded(out_, shown.get(), spec_, '>');
    return true;
  }

  bool text(Value v, uint32_t kind) {
    if (bytes_ && (kind == 's' || kind == 'b')) {
      std::string_view view;
      Ref made(isStr(v) ? jn_unbound() : callSpecial(v, JN_NAME("__bytes__"), {}));
      if (made.failed())
        return false;
      if (!bytesView(given(made.get()) ? made.get() : v, &view)) {
        raise(jn_exc_TypeError,
              "%%b requires a bytes-like object, or an object that implements __bytes__, not '%T'",
              &v);
        return false;
      }
      return padded(Ref(makeStrFrom(reinterpret_cast<const uint8_t *>(view.data()),
                                    static_cast<int64_t>(view.size()))));
    }
    if (bytes_ || kind == 'a')
      return padded(Ref(asciiOf(v)));
    return padded(Ref(kind == 'r' ? repr(v) : str(v)));
  }

  bool character(Value v) {
    std::string_view view;
    int64_t c;
    spec_.precision = -1;
    if (bytes_ && bytesView(v, &view) && view.size() == 1)
      return padded(Ref(makeChar(static_cast<unsigned char>(view[0]))));
    if (!bytes_ && isStr(v)) {
      if (strOf(v)->length != 1)
        return fail(jn_exc_TypeError, "%c requires int or char");
      return padded(Ref(toExactStr(v)));
    }
    if (!isInt(v))
      return fail(jn_exc_TypeError, bytes_ ? "%c requires an integer in range(256) or a single byte"
                                           : "%c requires int or char");
    if (!smallInt(v, &c) || c < 0 || c > (bytes_ ? 0xff : 0x10ffff))
      return fail(jn_exc_OverflowError,
                  bytes_ ? "%c arg not in range(256)" : "%c arg not in range(0x110000)");
    return padded(Ref(makeChar(static_cast<uint32_t>(c))));
  }

  bool integer(Value v, uint32_t kind) {
    bool decimal = kind == 'd' || kind == 'i' || kind == 'u';
    Ref number;
    if (isInt(v)) {
      number = Ref::own(v);
    } else if (decimal && isFloat(v)) {
      number = Ref(intFromDouble(doubleOf(v)));
    } else if (decimal && v.tag == JN_OBJECT && JN_SLOT(*v.o->type, unary, UnaryOp::Int)) {
      number = Ref(JN_SLOT(*v.o->type, unary, UnaryOp::Int)(v.o));
    } else if (v.tag == JN_OBJECT && JN_SLOT(*v.o->type, unary, UnaryOp::Index)) {
      number = Ref(toIndex(v));
    } else {
      raise(jn_exc_TypeError, "%%%c format: %s is required, not %T", static_cast<char>(kind),
            decimal ? "a real number" : "an integer", &v);
      return false;
    }
    if (number.failed())
      return false;
    int base = decimal ? 10 : kind == 'o' ? 8 : 16;
    std::string text;
    if (!intDigits(number.get(), base, &text))
      return false;
    if (kind == 'X')
      std::transform(text.begin(), text.end(), text.begin(), [](char c) { return toupper(c); });
    bool negative = text[0] == '-';
    text.erase(0, negative);
    if (spec_.precision > static_cast<int64_t>(text.size()))
      text.insert(0, spec_.precision - text.size(), '0');
    char prefix[2] = {'0', static_cast<char>(kind)};
    NumberText n;
    n.sign = signFor(negative, spec_.sign);
    if (spec_.alternate && !decimal)
      n.prefix = {prefix, 2};
    n.digits = text;
    put(n);
    return true;
  }

  bool real(Value v, char kind) {
    double d;
    if (!toDouble(v, &d))
      return false;
    int precision = spec_.precision >= 0 ? static_cast<int>(spec_.precision) : 6;
    std::string text = formatDouble(std::fabs(d), kind, precision, spec_.alternate);
    NumberText n;
    n.sign = signFor(std::signbit(d) && !std::isnan(d), spec_.sign);
    n.digits = text;
    put(n);
    return true;
  }

  void put(const NumberText &n) {
    spec_.fill = zero_ && !left_ ? '0' : ' ';
    appendNumber(out_, n, spec_, 3);
  }

  Value text_, arguments_;
  bool bytes_, isTuple_, mapping_;
  bool zero_ = false, left_ = false;
  int64_t at_ = 0, taken_ = 0;
  FormatSpec spec_;
  Ref named_;
  StrBuilder out_;
};

}  // namespace

Value percentFormat(Value text, Value arguments) {
  return PercentFormatter(text, arguments, false).run();
}

Value percentFormatBytes(Value bytes, Value arguments) {
  std::string_view view;
  bytesView(bytes, &view);
  Ref text(makeStrFrom(reinterpret_cast<const uint8_t *>(view.data()),
                       static_cast<int64_t>(view.size())));
  Ref result(PercentFormatter(text.get(), arguments, true).run());
  if (result.failed())
    return jn_error();
  const StrObject *s = strOf(result.get());
  return makeBytes({static_cast<const char *>(s->data), static_cast<size_t>(s->length)});
}

}  // namespace janus
