// repr(), str() and ascii() of strings and through them of everything.
#include "value/text/Str.h"
#include "value/text/Unicode.h"

namespace janus {
namespace {

void appendHex(StrBuilder &out, char letter, uint32_t c, int digits) {
  out.append('\\');
  out.append(letter);
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    out.append("0123456789abcdef"[c >> shift & 15]);
}

void appendEscaped(StrBuilder &out, uint32_t c, uint32_t quote, bool asciiOnly) {
  switch (c) {
  case '\n': return out.ascii("\\n");
  case '\r': return out.ascii("\\r");
  case '\t': return out.ascii("\\t");
  case '\\': return out.ascii("\\\\");
  default: break;
  }
  if (c == quote) {
    out.append('\\');
    out.append(c);
  } else if (asciiOnly ? c >= ' ' && c < 0x7f : unicode::isPrintable(c)) {
    out.append(c);
  } else if (c < 0x100) {
    appendHex(out, 'x', c, 2);
  } else if (c < 0x10000) {
    appendHex(out, 'u', c, 4);
  } else {
    appendHex(out, 'U', c, 8);
  }
}

}  // namespace

Value strRepr(Value v, bool asciiOnly) {
  const StrObject *s = strOf(v);
  bool hasSingle = false, hasDouble = false;
  for (int64_t i = 0; i < s->length; ++i) {
    uint32_t c = charAt(s, i);
    hasSingle = hasSingle || c == '\'';
    hasDouble = hasDouble || c == '"';
  }
  uint32_t quote = hasSingle && !hasDouble ? '"' : '\'';
  StrBuilder out;
  out.append(quote);
  for (int64_t i = 0; i < s->length; ++i)
    appendEscaped(out, charAt(s, i), quote, asciiOnly);
  out.append(quote);
  return out.finish();
}

Value asciiOf(Value v) {
  Ref text(repr(v));
  if (text.failed() || strOf(text.get())->ascii)
    return text.release();
  const StrObject *s = strOf(text.get());
  StrBuilder out;
  for (int64_t i = 0; i < s->length; ++i) {
    uint32_t c = charAt(s, i);
    if (c < 0x80)
      out.append(c);
    else
      appendEscaped(out, c, 0, true);
  }
  return out.finish();
}

}  // namespace janus
