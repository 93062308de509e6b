// str.format: replacement fields with attributes, items, conversions and nested specs.
#include "value/object/DataTypes.h"
#include "value/text/Format.h"

namespace janus {
namespace {

class Formatter {
public:
  Formatter(const Value *args, size_t count, Value kwnames, Value mapping)
      : args_(args), positional_(count - keywordCount(kwnames)), kwnames_(kwnames),
        mapping_(mapping) {}

  bool run(Value text, StrBuilder &out, int depth) {
    if (depth < 0) {
      raise(jn_exc_ValueError, "Max string recursion exceeded");
      return false;
    }
    const StrObject *s = strOf(text);
    int64_t n = s->length, i = 0;
    while (i < n) {
      uint32_t c = charAt(s, i);
      if (c != '{' && c != '}') {
        int64_t start = i;
        while (i < n && charAt(s, i) != '{' && charAt(s, i) != '}')
          ++i;
        out.part(text, start, i - start);
        continue;
      }
      ++i;
      if (i < n && charAt(s, i) == c) {
        out.append(c);
        ++i;
      } else if (c == '}') {
        return fail("Single '}' encountered in format string");
      } else if (i == n) {
        return fail("Single '{' encountered in format string");
      } else if (!field(text, &i, out, depth)) {
        return false;
      }
    }
    return true;
  }

private:
  static bool fail(const char *text) {
    raise(jn_exc_ValueError, "%s", text);
    return false;
  }

  // One field, from behind its '{' to behind its '}'.
  bool field(Value text, int64_t *at, StrBuilder &out, int depth) {
    const StrObject *s = strOf(text);
    int64_t n = s->length, i = *at, nesting = 1, bracket = 0;
    int64_t nameEnd = -1, start = i;
    uint32_t conversion = 0;
    // The name ends at '!', ':' or '}' outside of [...].
    for (; i < n; ++i) {
      uint32_t c = charAt(s, i);
      if (c == '[')
        bracket = 1;
      else if (c == ']')
        bracket = 0;
      else if (c == '{' && !bracket)
        return fail("unexpected '{' in field name");
      else if ((c == '}' || c == ':' || c == '!') && !bracket)
        break;
    }
    if (i == n)
      return fail("expected '}' before end of string");
    nameEnd = i;
    if (charAt(s, i) == '!') {
      if (i + 1 >= n)
        return fail("end of string while looking for conversion specifier");
      conversion = charAt(s, i + 1);
      i += 2;
      if (i >= n)
        return fail("unmatched '{' in format spec");
      if (charAt(s, i) != ':' && charAt(s, i) != '}')
        return fail("expected ':' after conversion specifier");
    }
    Ref v(lookup(text, start, nameEnd));  // numbers a {} before those in its spec
    if (v.failed())
      return false;
    Ref spec(emptyStr());
    if (charAt(s, i) == ':') {
      int64_t specStart = ++i;
      bool nested = false;
      for (; i < n; ++i) {
        uint32_t c = charAt(s, i);
        if (c == '{') {
          ++nesting;
          nested = true;
        } else if (c == '}' && --nesting == 0) {
          break;
        }
      }
      if (i == n)
        return fail(nested ? "unmatched '{' in format spec" : "expected '}' before end of string");
      spec = Ref(substring(text, specStart, i));
      if (nested) {
        StrBuilder inner;
        if (!run(spec.get(), inner, depth - 1))
          return false;
        spec = Ref(inner.finish());
      }
    }
    *at = i + 1;
    if (conversion) {
      if (conversion != 'r' && conversion != 's' && conversion != 'a') {
        if (conversion > 32 && conversion < 127)
          raise(jn_exc_ValueError, "Unknown conversion specifier %c",
                static_cast<char>(conversion));
        else
          raise(jn_exc_ValueError, "Unknown conversion specifier \\x%x", conversion);
        return false;
      }
    }
    Ref shown(jn_format_value(v.get(), conversion, spec.get()));
    if (shown.failed())
      return false;
    out.str(shown.get());
    return true;
  }

  // Decimal digits [start, end) as a number; -1 when they are none.
  static int64_t number(const StrObject *s, int64_t start, int64_t end) {
    if (start == end)
      return -1;
    int64_t v = 0;
    for (int64_t i = start; i < end; ++i) {
      uint32_t c = charAt(s, i);
      if (c < '0' || c > '9' || __builtin_mul_overflow(v, int64_t(10), &v))
        return -1;
      v += c - '0';
    }
    return v;
  }

  Value argument(Value text, int64_t start, int64_t end) {
    const StrObject *s = strOf(text);
    int64_t index = number(s, start, end);
    if (start == end) {
      if (automatic_ < 0)
        return raise(jn_exc_ValueError,
                     "cannot switch from manual field specification to automatic "
                     "field numbering");
      index = automatic_++;
    } else if (index >= 0) {
      if (automatic_ > 0)
        return raise(jn_exc_ValueError, "cannot switch from automatic field numbering to manual "
                                        "field specification");
      automatic_ = -1;
    }
    if (index >= 0) {
      if (given(mapping_))
        return raise(jn_exc_ValueError, "Format string contains positional fields");
      if (static_cast<size_t>(index) >= positional_)
        return raise(jn_exc_IndexError,
                     "Replacement index %ld out of range for positional args tuple",
                     static_cast<long>(index));
      return jn_own(args_[index]);
    }
    Ref key(substring(text, start, end));
    if (given(mapping_))
      return jn_getitem(mapping_, key.get());
    for (size_t i = 0; i < keywordCount(kwnames_); ++i)
      if (strEqual(as<jn_tuple>(kwnames_)->items[i], key.get()))
        return jn_own(args_[positional_ + i]);
    return raiseKeyError(key.get());
  }

  Value lookup(Value text, int64_t start, int64_t end) {
    const StrObject *s = strOf(text);
    int64_t i = start;
    while (i < end && charAt(s, i) != '.' && charAt(s, i) != '[')
      ++i;
    Ref v(argument(text, start, i));
    while (!v.failed() && i < end) {
      bool item = charAt(s, i) == '[';
      if (!item && charAt(s, i) != '.')
        return raise(jn_exc_ValueError, "Only '.' or '[' may follow ']' in format field specifier");
      int64_t from = ++i;
      while (i < end && (item ? charAt(s, i) != ']' : charAt(s, i) != '.' && charAt(s, i) != '['))
        ++i;
      if (item && i == end)
        return raise(jn_exc_ValueError, "Missing ']' in format string");
      if (from == i)
        return raise(jn_exc_ValueError, "Empty attribute in format string");
      Ref name(substring(text, from, i));
      if (item) {
        int64_t index = number(s, from, i);
        v = Ref(jn_getitem(v.get(), index >= 0 ? jn_int(index) : name.get()));
        ++i;
      } else {
        v = Ref(getattr(v.get(), internValue(name.get())));
      }
    }
    return v.release();
  }

  const Value *args_;
  size_t positional_;
  Value kwnames_, mapping_;
  int64_t automatic_ = 0;  // number of the next {}; -1 once numbers were written out
};

}  // namespace

Value strFormat(Value text, const Value *args, size_t count, Value kwnames, Value mapping) {
  StrBuilder out;
  Formatter formatter(args, count, kwnames, mapping);
  return formatter.run(text, out, 1) ? out.finish() : jn_error();
}

}  // namespace janus
