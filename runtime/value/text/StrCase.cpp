// Case mappings and tests of characters: upper, title, isalpha and the like.
#include "value/text/StrMethods.h"
#include "value/text/Unicode.h"

namespace janus {
namespace {

using unicode::Case;

// A capital sigma at the end of a word becomes a final one.
bool isFinalSigma(const StrObject *s, int64_t i) {
  using namespace unicode;
  int64_t k = i - 1;
  while (k >= 0 && (properties(charAt(s, k)) & kCaseIgnorable))
    --k;
  if (k < 0 || !(properties(charAt(s, k)) & kCased))
    return false;
  k = i + 1;
  while (k < s->length && (properties(charAt(s, k)) & kCaseIgnorable))
    ++k;
  return k == s->length || !(properties(charAt(s, k)) & kCased);
}

bool isAsciiLower(uint32_t c) {
  return c - 'a' < 26;
}
bool isAsciiUpper(uint32_t c) {
  return c - 'A' < 26;
}

void appendMapped(StrBuilder &out, const StrObject *s, int64_t i, Case which) {
  uint32_t c = charAt(s, i), mapped[3];
  if (c < 0x80) {
    bool down = which == Case::Lower || which == Case::Fold;
    out.append(down ? c + (isAsciiUpper(c) ? 32 : 0) : c - (isAsciiLower(c) ? 32 : 0));
    return;
  }
  if (c == 0x3a3 && which == Case::Lower) {
    out.append(isFinalSigma(s, i) ? 0x3c2 : 0x3c3);
    return;
  }
  int n = unicode::mapCase(c, which, mapped);
  for (int k = 0; k < n; ++k)
    out.append(mapped[k]);
}

template <Case Which>
Value mapMethod(const Value *args, size_t, Value) {
  const StrObject *s = strOf(args[0]);
  if (s->ascii && s->length > 0) {
    StrObject *result = newStr(s->length, 0x7f);
    auto *in = static_cast<const uint8_t *>(s->data);
    auto *out = static_cast<uint8_t *>(result->data);
    for (int64_t i = 0; i < s->length; ++i) {
      uint8_t c = in[i];
      if (Which == Case::Upper)
        out[i] = c >= 'a' && c <= 'z' ? c - 32 : c;
      else
        out[i] = c >= 'A' && c <= 'Z' ? c + 32 : c;
    }
    return jn_obj(result);
  }
  StrBuilder out;
  for (int64_t i = 0; i < s->length; ++i)
    appendMapped(out, s, i, Which);
  return out.finish();
}

Value capitalize(const Value *args, size_t, Value) {
  const StrObject *s = strOf(args[0]);
  StrBuilder out;
  for (int64_t i = 0; i < s->length; ++i)
    appendMapped(out, s, i, i == 0 ? Case::Title : Case::Lower);
  return out.finish();
}

Value title(const Value *args, size_t, Value) {
  const StrObject *s = strOf(args[0]);
  bool inside = false;
  if (s->ascii && s->length > 0) {
    StrObject *result = newStr(s->length, 0x7f);
    const auto *in = static_cast<const uint8_t *>(s->data);
    auto *mapped = static_cast<uint8_t *>(result->data);
    for (int64_t i = 0; i < s->length; ++i) {
      uint32_t c = in[i], letter = c | 32;
      bool isLetter = isAsciiLower(letter);
      mapped[i] = static_cast<uint8_t>(isLetter ? inside ? letter : letter - 32 : c);
      inside = isLetter;
    }
    return jn_obj(result);
  }
  StrBuilder out;
  for (int64_t i = 0; i < s->length; ++i) {
    appendMapped(out, s, i, inside ? Case::Lower : Case::Title);
    uint32_t c = charAt(s, i);
    inside =
        c < 0x80 ? isAsciiLower(c) || isAsciiUpper(c) : unicode::properties(c) & unicode::kCased;
  }
  return out.finish();
}

Value swapcase(const Value *args, size_t, Value) {
  const StrObject *s = strOf(args[0]);
  StrBuilder out;
  for (int64_t i = 0; i < s->length; ++i) {
    uint16_t p = unicode::properties(charAt(s, i));
    if (p & unicode::kUpper)
      appendMapped(out, s, i, Case::Lower);
    else if (p & unicode::kLower)
      appendMapped(out, s, i, Case::Upper);
    else
      out.append(charAt(s, i));
  }
  return out.finish();
}

// All characters have one of the properties; an empty string has none.
template <int Wanted>
Value allMethod(const Value *args, size_t, Value) {
  const StrObject *s = strOf(args[0]);
  for (int64_t i = 0; i < s->length; ++i)
    if (!(unicode::properties(charAt(s, i)) & Wanted))
      return jn_bool(false);
  return jn_bool(s->length > 0);
}

Value isascii(const Value *args, size_t, Value) {
  return jn_bool(strOf(args[0])->ascii);
}
Value isprintable(const Value *args, size_t, Value) {
  const StrObject *s = strOf(args[0]);
  for (int64_t i = 0; i < s->length; ++i)
    if (!unicode::isPrintable(charAt(s, i)))
      return jn_bool(false);
  return jn_bool(true);
}

// At least one cased character and none of the other case.
template <int Wanted, int Refused>
Value caseMethod(const Value *args, size_t, Value) {
  const StrObject *s = strOf(args[0]);
  bool cased = false;
  for (int64_t i = 0; i < s->length; ++i) {
    uint16_t p = unicode::properties(charAt(s, i));
    if (p & Refused)
      return jn_bool(false);
    cased = cased || (p & Wanted);
  }
  return jn_bool(cased);
}

Value istitle(const Value *args, size_t, Value) {
  using namespace unicode;
  const StrObject *s = strOf(args[0]);
  bool cased = false, inside = false;
  for (int64_t i = 0; i < s->length; ++i) {
    uint16_t p = properties(charAt(s, i));
    if (p & (kUpper | kTitle)) {
      if (inside)
        return jn_bool(false);
      inside = cased = true;
    } else if (p & kLower) {
      if (!inside)
        return jn_bool(false);
      cased = true;
    } else {
      inside = false;
    }
  }
  return jn_bool(cased);
}

Value isidentifier(const Value *args, size_t, Value) {
  using namespace unicode;
  const StrObject *s = strOf(args[0]);
  for (int64_t i = 0; i < s->length; ++i)
    if (!(properties(charAt(s, i)) & (i == 0 ? kIdentifierStart : kIdentifierPart)))
      return jn_bool(false);
  return jn_bool(s->length > 0);
}

using namespace unicode;

}  // namespace

const MethodDef kStrCaseMethods[] = {
    {"lower", mapMethod<Case::Lower>, 1, 1},
    {"upper", mapMethod<Case::Upper>, 1, 1},
    {"casefold", mapMethod<Case::Fold>, 1, 1},
    {"capitalize", capitalize, 1, 1},
    {"title", title, 1, 1},
    {"swapcase", swapcase, 1, 1},
    {"isalpha", allMethod<kAlpha>, 1, 1},
    {"isdecimal", allMethod<kDecimal>, 1, 1},
    {"isdigit", allMethod<kDigit>, 1, 1},
    {"isnumeric", allMethod<kNumeric>, 1, 1},
    {"isalnum", allMethod<kAlpha | kDecimal | kDigit | kNumeric>, 1, 1},
    {"isspace", allMethod<kSpace>, 1, 1},
    {"isascii", isascii, 1, 1},
    {"isprintable", isprintable, 1, 1},
    {"islower", caseMethod<kLower, kUpper | kTitle>, 1, 1},
    {"isupper", caseMethod<kUpper, kLower | kTitle>, 1, 1},
    {"istitle", istitle, 1, 1},
    {"isidentifier", isidentifier, 1, 1},
    {}};

}  // namespace janus
