#include "value/text/Codecs.h"
#include "value/bytes/Bytes.h"
#include "value/object/DataTypes.h"
#include "value/text/Str.h"
#include "value/text/Unicode.h"

#include <algorithm>

namespace janus {
namespace {

struct EncodingRow {
  const char *name;
  Encoding encoding;
};
constexpr EncodingRow kNames[] = {
    {"utf8", Encoding::Utf8},       {"utf", Encoding::Utf8},
    {"u8", Encoding::Utf8},         {"utf8sig", Encoding::Utf8Signature},
    {"cp65001", Encoding::Utf8},    {"ascii", Encoding::Ascii},
    {"usascii", Encoding::Ascii},   {"646", Encoding::Ascii},
    {"latin1", Encoding::Latin1},   {"iso88591", Encoding::Latin1},
    {"88591", Encoding::Latin1},    {"l1", Encoding::Latin1},
    {"latin", Encoding::Latin1},    {"utf16", Encoding::Utf16},
    {"utf16le", Encoding::Utf16Le}, {"utf16be", Encoding::Utf16Be},
    {"utf32", Encoding::Utf32},     {"utf32le", Encoding::Utf32Le},
    {"utf32be", Encoding::Utf32Be}, {"u16", Encoding::Utf16},
    {"u32", Encoding::Utf32}};

void raiseUnicode(Type &type, std::string_view encoding, Value object, int64_t start, int64_t end,
                  const char *reason) {
  Ref name(makeStr(encoding)), why(makeStr(reason));
  Ref error(call(jn_obj(&type), {name.get(), object, jn_int(start), jn_int(end), why.get()}));
  if (!error.failed())
    setError(error.release());
}

bool unknownHandler(std::string_view errors) {
  raise(jn_exc_LookupError, "unknown error handler name '%.*s'", static_cast<int>(errors.size()),
        errors.data());
  return false;
}

// ---- encoding

void putUnit(std::string &out, uint32_t unit, int bytes, bool big) {
  for (int i = 0; i < bytes; ++i)
    out += static_cast<char>(unit >> 8 * (big ? bytes - 1 - i : i));
}

struct Layout {
  int unit;  // bytes: 2 for UTF-16, 4 for UTF-32, 0 otherwise
  bool big, mark;
};
Layout layoutOf(Encoding e) {
  switch (e) {
  case Encoding::Utf16: return {2, false, true};
  case Encoding::Utf16Le: return {2, false, false};
  case Encoding::Utf16Be: return {2, true, false};
  case Encoding::Utf32: return {4, false, true};
  case Encoding::Utf32Le: return {4, false, false};
  case Encoding::Utf32Be: return {4, true, false};
  default: return {0, false, false};
  }
}

void putChar(std::string &out, uint32_t c, Encoding e, const Layout &layout) {
  if (layout.unit == 2 && c >= 0x10000) {
    putUnit(out, 0xd800 + ((c - 0x10000) >> 10), 2, layout.big);
    putUnit(out, 0xdc00 + (c & 0x3ff), 2, layout.big);
  } else if (layout.unit) {
    putUnit(out, c, layout.unit, layout.big);
  } else if (e == Encoding::Ascii || e == Encoding::Latin1) {
    out += static_cast<char>(c);
  } else {
    char bytes[4];
    out.append(bytes, putUtf8(bytes, c));
  }
}

bool encodable(uint32_t c, Encoding e) {
  if (e == Encoding::Ascii)
    return c < 0x80;
  if (e == Encoding::Latin1)
    return c < 0x100;
  return c < 0xd800 || c > 0xdfff;
}

// Appends what the handler puts in place of characters [start, end); false with the error raised.
bool handleUnencodable(std::string &out, Value s, int64_t start, int64_t end, Encoding e,
                       const Layout &layout, std::string_view errors) {
  const StrObject *text = strOf(s);
  auto put = [&](std::string_view ascii) {
    for (char c : ascii)
      putChar(out, static_cast<unsigned char>(c), e, layout);
  };
  if (errors == "ignore")
    return true;
  for (int64_t i = start; i < end; ++i) {
    uint32_t c = charAt(text, i);
    char escaped[16];
    if (errors == "replace") {
      put("?");
    } else if (errors == "backslashreplace") {
      snprintf(escaped, sizeof escaped,
               c < 0x100     ? "\\x%02x"
               : c < 0x10000 ? "\\u%04x"
                             : "\\U%08x",
               c);
      put(escaped);
    } else if (errors == "xmlcharrefreplace") {
      snprintf(escaped, sizeof escaped, "&#%u;", c);
      put(escaped);
    } else if (errors == "surrogateescape" && c >= 0xdc80 && c <= 0xdcff && !layout.unit) {
      out += static_cast<char>(c - 0xdc00);
    } else if (errors == "surrogatepass" && c >= 0xd800 && c <= 0xdfff && e != Encoding::Ascii &&
               e != Encoding::Latin1) {
      putChar(out, c, e, layout);
    } else if (errors == "strict" || errors == "surrogateescape" || errors == "surrogatepass") {
      const char *reason = e == Encoding::Ascii    ? "ordinal not in range(128)"
                           : e == Encoding::Latin1 ? "ordinal not in range(256)"
                                                   : "surrogates not allowed";
      raiseUnicode(jn_exc_UnicodeEncodeError, encodingName(e), s, start, end, reason);
      return false;
    } else {
      return unknownHandler(errors);
    }
  }
  return true;
}

// ---- decoding

class Decoder {
public:
  Decoder(std::string_view bytes, Encoding e, std::string_view errors, bool final)
      : bytes_(bytes), encoding_(e), shown_(e == Encoding::Utf8Signature ? Encoding::Utf8 : e),
        errors_(errors), final_(final) {}

  bool run(size_t *used) {
    if (encoding_ == Encoding::Utf8Signature && bytes_.substr(0, 3) == "\xef\xbb\xbf")
      at_ = 3;
    Layout layout = layoutOf(encoding_);
    if (layout.mark)
      readMark(layout);
    bool good = true;
    while (good && at_ < bytes_.size()) {
      size_t before = at_;
      if (layout.unit == 2)
        good = utf16(layout.big);
      else if (layout.unit == 4)
        good = utf32(layout.big);
      else if (encoding_ == Encoding::Latin1 || encoding_ == Encoding::Ascii)
        good = single();
      else
        good = utf8();
      if (good && at_ == before)
        break;  // an incomplete character at the end of a part
    }
    *used = at_;
    return good;
  }
  Value finish() { return out_.finish(); }

private:
  void readMark(Layout &layout) {
    auto starts = [&](std::string_view mark) { return bytes_.substr(0, mark.size()) == mark; };
    if (layout.unit == 2 && (starts("\xff\xfe") || starts("\xfe\xff"))) {
      layout.big = bytes_[0] == '\xfe';
      at_ = 2;
    } else if (layout.unit == 4 && (starts(std::string_view("\xff\xfe\0\0", 4)) ||
                                    starts(std::string_view("\0\0\xfe\xff", 4)))) {
      layout.big = bytes_[0] == 0;
      at_ = 4;
    }
    if (layout.unit == 2)
      shown_ = layout.big ? Encoding::Utf16Be : Encoding::Utf16Le;
    else
      shown_ = layout.big ? Encoding::Utf32Be : Encoding::Utf32Le;
  }

  bool single() {
    auto c = static_cast<unsigned char>(bytes_[at_]);
    if (c >= 0x80 && encoding_ == Encoding::Ascii)
      return handle(1, "ordinal not in range(128)");
    out_.append(c);
    ++at_;
    return true;
  }

  bool utf8() {
    // Runs of ASCII at once.
    size_t end = at_;
    while (end < bytes_.size() && static_cast<unsigned char>(bytes_[end]) < 0x80)
      ++end;
    if (end > at_) {
      out_.ascii(bytes_.substr(at_, end - at_));
      at_ = end;
      return true;
    }
    uint32_t c;
    int size = decodeUtf8(bytes_.data() + at_, bytes_.size() - at_, &c, false);
    if (size > 0) {
      out_.append(c);
      at_ += size;
      return true;
    }
    if (size == 0) {
      auto first = static_cast<unsigned char>(bytes_[at_]);
      bool startable = first >= 0xc2 && first <= 0xf4;
      if (errors_ == "surrogatepass" &&
          decodeUtf8(bytes_.data() + at_, bytes_.size() - at_, &c, true) == 3) {
        out_.append(c);
        at_ += 3;
        return true;
      }
      return handle(1, startable ? "invalid continuation byte" : "invalid start byte");
    }
    if (size <= -100)
      return handle(-(size + 100), "invalid continuation byte");
    if (!final_)
      return true;
    return handle(-size, "unexpected end of data");
  }

  uint32_t unit(size_t at, int bytes, bool big) const {
    uint32_t v = 0;
    for (int i = 0; i < bytes; ++i)
      v |= static_cast<uint32_t>(static_cast<unsigned char>(bytes_[at + i]))
           << 8 * (big ? bytes - 1 - i : i);
    return v;
  }

  bool utf16(bool big) {
    size_t left = bytes_.size() - at_;
    if (left < 2)
      return final_ ? handle(left, "truncated data") : true;
    uint32_t c = unit(at_, 2, big);
    if (c < 0xd800 || c > 0xdfff) {
      out_.append(c);
      at_ += 2;
      return true;
    }
    if (c >= 0xdc00) {
      if (errors_ == "surrogatepass") {
        out_.append(c);
        at_ += 2;
        return true;
      }
      return handle(2, "illegal encoding");
    }
    if (left < 4)
      return final_ ? handle(left, "unexpected end of data") : true;
    uint32_t low = unit(at_ + 2, 2, big);
    if (low < 0xdc00 || low > 0xdfff) {
      if (errors_ == "surrogatepass") {
        out_.append(c);
        at_ += 2;
        return true;
      }
      return handle(2, "illegal UTF-16 surrogate");
    }
    out_.append(0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
    at_ += 4;
    return true;
  }

  bool utf32(bool big) {
    size_t left = bytes_.size() - at_;
    if (left < 4)
      return final_ ? handle(left, "truncated data") : true;
    uint32_t c = unit(at_, 4, big);
    if (c > 0x10ffff)
      return handle(4, "code point not in range(0x110000)");
    if (c >= 0xd800 && c <= 0xdfff && errors_ != "surrogatepass")
      return handle(4, "code point in surrogate code point range(0xd800, 0xe000)");
    out_.append(c);
    at_ += 4;
    return true;
  }

  // Deals with `size` wrong bytes.
  bool handle(size_t size, const char *reason) {
    if (errors_ == "replace") {
      out_.append(0xfffd);
    } else if (errors_ == "surrogateescape" || errors_ == "backslashreplace") {
      for (size_t i = 0; i < size; ++i) {
        auto byte = static_cast<unsigned char>(bytes_[at_ + i]);
        if (errors_ == "surrogateescape" && byte < 0x80) {
          out_.append(byte);
        } else if (errors_ == "surrogateescape") {
          out_.append(0xdc00 + byte);
        } else {
          char text[8];
          snprintf(text, sizeof text, "\\x%02x", byte);
          out_.ascii(text);
        }
      }
    } else if (errors_ == "strict" || errors_ == "surrogatepass") {
      Ref object(makeBytes(bytes_));
      raiseUnicode(jn_exc_UnicodeDecodeError, encodingName(shown_), object.get(),
                   static_cast<int64_t>(at_), static_cast<int64_t>(at_ + size), reason);
      return false;
    } else if (errors_ != "ignore") {
      return unknownHandler(errors_);
    }
    at_ += size;
    return true;
  }

  std::string_view bytes_;
  Encoding encoding_, shown_;  // shown: in errors
  std::string_view errors_;
  bool final_;
  size_t at_ = 0;
  StrBuilder out_;
};

}  // namespace

bool findEncoding(std::string_view name, Encoding *out) {
  std::string plain;
  for (char c : name)
    if (c != '-' && c != '_' && c != ' ' && c != '.')
      plain += static_cast<char>(tolower(c));
  for (const EncodingRow &row : kNames) {
    if (plain == row.name) {
      *out = row.encoding;
      return true;
    }
  }
  raise(jn_exc_LookupError, "unknown encoding: %.*s", static_cast<int>(name.size()), name.data());
  return false;
}

const char *encodingName(Encoding e) {
  static const char *const kCanonical[] = {"utf-8",     "utf-8-sig", "ascii",     "latin-1",
                                           "utf-16",    "utf-16-le", "utf-16-be", "utf-32",
                                           "utf-32-le", "utf-32-be"};
  return kCanonical[static_cast<int>(e)];
}

Value encodeStr(Value s, Encoding e, std::string_view errors) {
  const StrObject *text = strOf(s);
  Layout layout = layoutOf(e);
  if (text->ascii && !layout.unit && e != Encoding::Utf8Signature)
    return makeBytes({static_cast<const char *>(text->data), static_cast<size_t>(text->length)});
  std::string out;
  if (layout.mark)
    putUnit(out, 0xfeff, layout.unit, layout.big);
  if (e == Encoding::Utf8Signature)
    out = "\xef\xbb\xbf";
  for (int64_t i = 0; i < text->length;) {
    uint32_t c = charAt(text, i);
    if (encodable(c, e)) {
      putChar(out, c, e, layout);
      ++i;
      continue;
    }
    int64_t end = i + 1;
    while (end < text->length && !encodable(charAt(text, end), e))
      ++end;
    if (!handleUnencodable(out, s, i, end, e, layout, errors))
      return jn_error();
    i = end;
  }
  return makeBytes(out);
}

Value decodePart(std::string_view bytes, Encoding e, std::string_view errors, bool final,
                 size_t *used) {
  if (e == Encoding::Utf8 || e == Encoding::Ascii) {
    bool ascii = std::all_of(bytes.begin(), bytes.end(), [](char c) { return c >= 0; });
    if (ascii) {
      *used = bytes.size();
      return makeStr(bytes);
    }
  }
  Decoder decoder(bytes, e, errors, final);
  return decoder.run(used) ? decoder.finish() : jn_error();
}

Value decodeBytes(std::string_view bytes, Encoding e, std::string_view errors) {
  size_t used;
  return decodePart(bytes, e, errors, true, &used);
}

bool parseCodecArguments(const char *fname, Value encoding, Value errors, Encoding *out,
                         std::string_view *handler) {
  *out = Encoding::Utf8;
  *handler = "strict";
  const char *names[] = {"encoding", "errors"};
  Value values[] = {encoding, errors};
  for (int i = 0; i < 2; ++i) {
    if (given(values[i]) && !isStr(values[i])) {
      raise(jn_exc_TypeError, "%s() argument '%s' must be str, not %T", fname, names[i],
            &values[i]);
      return false;
    }
  }
  if (given(encoding) && !findEncoding(utf8Of(encoding), out))
    return false;
  if (given(errors))
    *handler = utf8Of(errors);
  return true;
}

}  // namespace janus
