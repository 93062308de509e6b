// Reading JSON text: the scanner behind json.JSONDecoder.
#include "stdlib/Json.h"
#include "value/builtin/Builtins.h"
#include "value/number/Number.h"
#include "value/text/Str.h"

#include <charconv>
#include <vector>

namespace janus {
namespace {

// Parameters of _json.scan behind the text and the index, by position.
enum Hook { kStrict, kObjectHook, kPairsHook, kFloatHook, kIntHook, kConstantHook, kErrorClass };

class Scanner {
public:
  Scanner(Value text, const Value *hooks) : text_(text), s_(strOf(text)), hooks_(hooks) {
    strict_ = jn_truth(hooks[kStrict]) == 1;
  }

  // The value at `at`, which is moved behind it. Nothing but a value may stand there.
  Value value() {
    if (at_ >= s_->length)
      return fail("Expecting value", at_);
    switch (charAt(s_, at_)) {
    case '"': ++at_; return string();
    case '{':
      ++at_;
      return nested(&Scanner::object, " while decoding a JSON object from a unicode string");
    case '[':
      ++at_;
      return nested(&Scanner::array, " while decoding a JSON array from a unicode string");
    case 'n':
      if (word("null"))
        return jn_none();
      break;
    case 't':
      if (word("true"))
        return jn_bool(true);
      break;
    case 'f':
      if (word("false"))
        return jn_bool(false);
      break;
    case 'N':
      if (word("NaN"))
        return constant("NaN");
      break;
    case 'I':
      if (word("Infinity"))
        return constant("Infinity");
      break;
    case '-':
      if (word("-Infinity"))
        return constant("-Infinity");
      break;
    default: break;
    }
    return number();
  }

  int64_t at_ = 0;

private:
  Value fail(const char *message, int64_t position) {
    Ref made(call(hooks_[kErrorClass], {Ref(makeStr(message)).get(), text_, jn_int(position)}));
    if (!made.failed())
      setError(made.release());
    return jn_error();
  }

  Value nested(Value (Scanner::*parse)(), const char *where) {
    if (!enterNative(where))
      return jn_error();
    Value v = (this->*parse)();
    jn_leave();
    return v;
  }

  uint32_t here() const { return at_ < s_->length ? charAt(s_, at_) : 0; }
  uint32_t space() {
    while (at_ < s_->length) {
      uint32_t c = charAt(s_, at_);
      if (c != ' ' && c != '\n' && c != '\t' && c != '\r')
        return c;
      ++at_;
    }
    return 0;
  }
  bool word(const char *expected) {
    int64_t i = at_;
    for (; *expected; ++expected, ++i)
      if (i >= s_->length || charAt(s_, i) != static_cast<unsigned char>(*expected))
        return false;
    at_ = i;
    return true;
  }
  Value constant(const char *name) {
    return call(hooks_[kConstantHook], {Ref(makeStr(name)).get()});
  }

  bool digits() {
    int64_t start = at_;
    while (here() >= '0' && here() <= '9')
      ++at_;
    return at_ > start;
  }
  Value number() {
    int64_t start = at_;
    if (here() == '-')
      ++at_;
    if (here() == '0')
      ++at_;
    else if (!digits()) {
      at_ = start;
      return fail("Expecting value", start);
    }
    bool whole = true;
    int64_t end = at_;
    if (here() == '.') {
      ++at_;
      if (digits()) {
        whole = false;
        end = at_;
      }
    }
    at_ = end;
    if (here() == 'e' || here() == 'E') {
      ++at_;
      if (here() == '+' || here() == '-')
        ++at_;
      if (digits()) {
        whole = false;
        end = at_;
      }
    }
    at_ = end;
    Value hook = hooks_[whole ? kIntHook : kFloatHook];
    if (hook.tag == JN_NONE && s_->kind == 1) {
      const char *chars = static_cast<const char *>(s_->data);
      std::string_view spelled(chars + start, static_cast<size_t>(end - start));
      constexpr size_t kFitsSurely = 18;  // characters of an int of 64 bits
      if (!whole) {
        double f = 0;
        parseDouble(spelled, &f);
        return jn_float(f);
      }
      if (spelled.size() <= kFitsSurely) {
        int64_t n = 0;
        std::from_chars(spelled.data(), spelled.data() + spelled.size(), n);
        return jn_int(n);
      }
    }
    Ref text(substring(text_, start, end));
    if (hook.tag != JN_NONE)
      return call(hook, {text.get()});
    std::string_view ascii = utf8Of(text.get());
    if (whole)
      return parseInt(text.get(), ascii, 10);
    double f = 0;
    parseDouble(ascii, &f);
    return jn_float(f);
  }

  bool hex4(uint32_t *out) {
    if (at_ + 4 > s_->length)
      return false;
    *out = 0;
    for (int i = 0; i < 4; ++i) {
      uint32_t c = charAt(s_, at_ + i);
      uint32_t digit = c >= '0' && c <= '9'   ? c - '0'
                       : c >= 'a' && c <= 'f' ? c - 'a' + 10
                       : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                              : 16;
      if (digit == 16)
        return false;
      *out = *out * 16 + digit;
    }
    at_ += 4;
    return true;
  }
  bool escape(StrBuilder *out) {
    uint32_t c = charAt(s_, at_++);
    switch (c) {
    case '"':
    case '\\':
    case '/': break;
    case 'b': c = '\b'; break;
    case 'f': c = '\f'; break;
    case 'n': c = '\n'; break;
    case 'r': c = '\r'; break;
    case 't': c = '\t'; break;
    case 'u': {
      int64_t start = at_ - 1;
      if (at_ + 4 >= s_->length || !hex4(&c)) {
        fail("Invalid \\uXXXX escape", start);
        return false;
      }
      // Two escapes of surrogates are one character.
      if (c >= 0xd800 && c < 0xdc00 && at_ + 6 < s_->length && charAt(s_, at_) == '\\' &&
          charAt(s_, at_ + 1) == 'u') {
        int64_t back = at_;
        uint32_t low;
        at_ += 2;
        if (hex4(&low) && low >= 0xdc00 && low < 0xe000)
          c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        else
          at_ = back;
      }
      break;
    }
    default: fail("Invalid \\escape", at_ - 2); return false;
    }
    out->append(c);
    return true;
  }
  // The first character from here on that may be no part of a text as it is.
  template <class Char>
  int64_t plainEnd(const Char *chars) const {
    int64_t i = at_;
    while (i < s_->length && chars[i] >= 0x20 && chars[i] != '"' && chars[i] != '\\')
      ++i;
    return i;
  }
  // Behind the opening quote.
  Value string() {
    int64_t begin = at_ - 1, plain = at_;
    StrBuilder out;
    bool escaped = false;
    for (;; ++at_) {
      if (at_ >= s_->length)
        return fail("Unterminated string starting at", begin);
      at_ = withChars(s_, [&](auto *chars) { return plainEnd(chars); });
      if (at_ >= s_->length)
        return fail("Unterminated string starting at", begin);
      uint32_t c = charAt(s_, at_);
      if (c == '"')
        break;
      if (c < 0x20 && strict_)
        return fail("Invalid control character at", at_);
      if (c != '\\')
        continue;
      out.part(text_, plain, at_ - plain);
      escaped = true;
      if (++at_ >= s_->length)
        return fail("Unterminated string starting at", begin);
      if (!escape(&out))
        return jn_error();
      plain = at_--;
    }
    int64_t end = at_++;
    if (!escaped)
      return substring(text_, plain, end);
    out.part(text_, plain, end - plain);
    return out.finish();
  }

  Value array() {
    Ref list(jn_obj(newList(0)));
    if (space() == ']') {
      ++at_;
      return list.release();
    }
    for (;;) {
      Ref item(value());
      if (item.failed() || jn_list_append(list.get(), item.get()) < 0)
        return jn_error();
      uint32_t c = space();
      if (c == ']') {
        ++at_;
        return list.release();
      }
      if (c != ',')
        return fail("Expecting ',' delimiter", at_);
      ++at_;
      space();
    }
  }

  Value object() {
    bool pairs = hooks_[kPairsHook].tag != JN_NONE;
    Ref result(pairs ? jn_obj(newList(0)) : jn_obj(newDict()));
    if (space() == '}') {
      ++at_;
      return finishObject(std::move(result));
    }
    for (;;) {
      if (here() != '"')
        return fail("Expecting property name enclosed in double quotes", at_);
      ++at_;
      Ref key(shared(string()));
      if (key.failed())
        return jn_error();
      if (space() != ':')
        return fail("Expecting ':' delimiter", at_);
      ++at_;
      space();
      Ref item(value());
      if (item.failed())
        return jn_error();
      int stored = pairs
                       ? jn_list_append(result.get(), Ref(makeTuple({key.get(), item.get()})).get())
                       : dictSet(result.as<jn_dict>(), key.get(), item.get());
      if (stored < 0)
        return jn_error();
      uint32_t c = space();
      if (c == '}') {
        ++at_;
        return finishObject(std::move(result));
      }
      if (c != ',')
        return fail("Expecting ',' delimiter", at_);
      ++at_;
      space();
    }
  }
  // One object for all keys of one text.
  Value shared(Value key) {
    Ref held(key);
    if (held.failed())
      return jn_error();
    Value known = dictGet(keys_.as<jn_dict>(), key);
    if (known.tag == JN_OBJECT)
      return jn_own(known);
    return dictSet(keys_.as<jn_dict>(), key, key) < 0 ? jn_error() : held.release();
  }
  Value finishObject(Ref result) {
    if (hooks_[kPairsHook].tag != JN_NONE)
      return call(hooks_[kPairsHook], {result.get()});
    if (hooks_[kObjectHook].tag != JN_NONE)
      return call(hooks_[kObjectHook], {result.get()});
    return result.release();
  }

  Value text_;
  const StrObject *s_;
  const Value *hooks_;
  Ref keys_{jn_obj(newDict())};
  bool strict_;
};

}  // namespace

Value jsonScan(const Value *args, size_t, Value) {
  if (!isStr(args[0]))
    return raise(jn_exc_TypeError, "first argument must be a string, not %T", &args[0]);
  if (jn_truth(args[2]) < 0)
    return jn_error();
  Scanner scanner(args[0], args + 2);
  if (!toInt64(args[1], &scanner.at_))
    return jn_error();
  if (scanner.at_ < 0)
    return raise(jn_exc_ValueError, "idx cannot be negative");
  Ref v(scanner.value());
  return v.failed() ? jn_error() : makeTuple({v.get(), jn_int(scanner.at_)});
}

}  // namespace janus
