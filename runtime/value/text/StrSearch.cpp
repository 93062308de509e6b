// Searching and cutting strings: find, count, replace, split, strip, partition, join.
#include "value/bytes/CopyBytes.h"
#include "value/container/Sequence.h"
#include "value/text/StrMethods.h"
#include "value/text/Unicode.h"

#include <algorithm>
#include <vector>

namespace janus {
namespace {

template <class T, class U>
int64_t findForward(const T *text, int64_t n, const U *needle, int64_t m) {
  if constexpr (sizeof(T) == 1 && sizeof(U) == 1) {
    // The first character is found by memchr. Where it often begins nothing, memmem goes on, which
    // takes time in proportion to the text whatever it holds.
    int64_t misses = 0;
    for (int64_t i = 0; i + m <= n; ++i) {
      const void *first = memchr(text + i, needle[0], static_cast<size_t>(n - m + 1 - i));
      if (!first)
        return -1;
      i = static_cast<const T *>(first) - text;
      if (memcmp(text + i + 1, needle + 1, static_cast<size_t>(m - 1)) == 0)
        return i;
      if (++misses > 8 + i / 16) {
        const void *at =
            memmem(text + i, static_cast<size_t>(n - i), needle, static_cast<size_t>(m));
        return at ? static_cast<const T *>(at) - text : -1;
      }
    }
    return -1;
  } else {
    for (int64_t i = 0; i + m <= n; ++i) {
      if (text[i] != needle[0])
        continue;
      int64_t k = 1;
      while (k < m && text[i + k] == needle[k])
        ++k;
      if (k == m)
        return i;
    }
    return -1;
  }
}

template <class T, class U>
int64_t findBackward(const T *text, int64_t n, const U *needle, int64_t m) {
  for (int64_t i = n - m; i >= 0; --i) {
    int64_t k = 0;
    while (k < m && text[i + k] == needle[k])
      ++k;
    if (k == m)
      return i;
  }
  return -1;
}

Value self(const Value *args) {
  return args[0];
}
int64_t lengthOf(Value s) {
  return strOf(s)->length;
}

bool requireStr(Value v, const char *text) {
  if (isStr(v))
    return true;
  raise(jn_exc_TypeError, "%s, not %T", text, &v);
  return false;
}

// ---- find and its relatives

enum class OnMiss { MinusOne, Error };
template <bool FromRight, OnMiss Miss>
Value findMethod(const Value *args, size_t count, Value) {
  int64_t start, end;
  if (!requireStr(args[1], "must be str") ||
      !searchRange(args, count, 2, lengthOf(self(args)), &start, &end))
    return jn_error();
  int64_t at =
      start > lengthOf(self(args)) ? -1 : strFind(self(args), args[1], start, end, FromRight);
  if (at < 0 && Miss == OnMiss::Error)
    return raise(jn_exc_ValueError, "substring not found");
  return jn_int(at);
}

Value countMethod(const Value *args, size_t count, Value) {
  int64_t start, end, total = 0;
  if (!requireStr(args[1], "must be str") ||
      !searchRange(args, count, 2, lengthOf(self(args)), &start, &end))
    return jn_error();
  int64_t m = lengthOf(args[1]);
  if (m == 0)
    return jn_int(start > lengthOf(self(args)) ? 0 : std::max<int64_t>(end - start + 1, 0));
  while (start <= end && (start = strFind(self(args), args[1], start, end, false)) >= 0) {
    ++total;
    start += m;
  }
  return jn_int(total);
}

// Whether s[start:end] starts (or ends) with `part`.
bool hasAt(Value s, Value part, int64_t start, int64_t end, bool atEnd) {
  const StrObject *text = strOf(s), *p = strOf(part);
  int64_t m = p->length;
  if (start > text->length || end - start < m)
    return false;
  int64_t at = atEnd ? end - m : start;
  for (int64_t i = 0; i < m; ++i)
    if (charAt(text, at + i) != charAt(p, i))
      return false;
  return true;
}
template <bool AtEnd>
Value affixMethod(const Value *args, size_t count, Value) {
  const char *name = AtEnd ? "endswith" : "startswith";
  int64_t start, end;
  if (!searchRange(args, count, 2, lengthOf(self(args)), &start, &end))
    return jn_error();
  if (isStr(args[1]))
    return jn_bool(hasAt(self(args), args[1], start, end, AtEnd));
  if (!isInstance(args[1], &jn_type_tuple))
    return raise(jn_exc_TypeError, "%s first arg must be str or a tuple of str, not %T", name,
                 &args[1]);
  jn_tuple *options = as<jn_tuple>(args[1]);
  for (int64_t i = 0; i < options->size; ++i) {
    if (!isStr(options->items[i]))
      return raise(jn_exc_TypeError, "tuple for %s must only contain str, not %T", name,
                   &options->items[i]);
    if (hasAt(self(args), options->items[i], start, end, AtEnd))
      return jn_bool(true);
  }
  return jn_bool(false);
}

Value removeprefix(const Value *args, size_t, Value) {
  if (!requireStr(args[1], "removeprefix() argument must be str"))
    return jn_error();
  int64_t n = lengthOf(self(args));
  bool has = hasAt(self(args), args[1], 0, n, false);
  return substring(self(args), has ? lengthOf(args[1]) : 0, n);
}
Value removesuffix(const Value *args, size_t, Value) {
  if (!requireStr(args[1], "removesuffix() argument must be str"))
    return jn_error();
  int64_t n = lengthOf(self(args));
  bool has = hasAt(self(args), args[1], 0, n, true);
  return substring(self(args), 0, has ? n - lengthOf(args[1]) : n);
}

// The replacement in ASCII: found first, so that the result is made once. JN_UNBOUND for a result
// of less than two characters.
Value replaceAscii(Value s, Value from, Value to, int64_t limit) {
  const StrObject *text = strOf(s), *old = strOf(from), *by = strOf(to);
  const auto *in = static_cast<const uint8_t *>(text->data);
  std::vector<int64_t> places;
  int64_t n = text->length, m = old->length;
  for (int64_t at = 0; static_cast<int64_t>(places.size()) < limit; at += m) {
    int64_t found = findForward(in + at, n - at, static_cast<const uint8_t *>(old->data), m);
    if (found < 0)
      break;
    at += found;
    places.push_back(at);
  }
  if (places.empty())
    return toExactStr(s);
  auto count = static_cast<int64_t>(places.size());
  int64_t length = n + count * (by->length - m);
  if (length <= 1)
    return jn_unbound();
  StrObject *result = newStr(length, 0x7f);
  auto *out = static_cast<uint8_t *>(result->data);
  int64_t at = 0;
  for (int64_t place : places) {
    copyBytes(out, in + at, place - at);
    out += place - at;
    copyBytes(out, by->data, by->length);
    out += by->length;
    at = place + m;
  }
  copyBytes(out, in + at, n - at);
  return jn_obj(result);
}

Value replaceMethod(const Value *args, size_t count, Value) {
  if (!requireStr(args[1], "replace() argument 1 must be str") ||
      !requireStr(args[2], "replace() argument 2 must be str"))
    return jn_error();
  int64_t limit = -1;
  if (count > 3 && !toIndexClamped(args[3], &limit))
    return jn_error();
  if (limit < 0)
    limit = INT64_MAX;
  Value s = self(args), from = args[1], to = args[2];
  int64_t n = lengthOf(s), m = lengthOf(from), at = 0;
  StrBuilder out;
  if (m == 0) {
    for (int64_t i = 0; i <= n; ++i) {
      if (limit-- > 0)
        out.str(to);
      if (i < n)
        out.append(charAt(strOf(s), i));
    }
    return out.finish();
  }
  if (strOf(s)->ascii && strOf(from)->kind == 1 && strOf(to)->ascii && limit != 0)
    if (Value replaced = replaceAscii(s, from, to, limit); given(replaced))
      return replaced;
  if (limit == 0 || strFind(s, from, 0, n, false) < 0)
    return toExactStr(s);
  while (limit-- > 0) {
    int64_t found = strFind(s, from, at, n, false);
    if (found < 0)
      break;
    out.part(s, at, found - at);
    out.str(to);
    at = found + m;
  }
  out.part(s, at, n - at);
  return out.finish();
}

// ---- strip

enum class Side { Left = 1, Right = 2, Both = 3 };
template <Side Which>
Value stripMethod(const Value *args, size_t count, Value) {
  const StrObject *s = strOf(self(args));
  Value set = argument(args, count, 1);
  if (given(set) && set.tag != JN_NONE && !isStr(set))
    return raise(jn_exc_TypeError, "%s arg must be None or str",
                 Which == Side::Left    ? "lstrip"
                 : Which == Side::Right ? "rstrip"
                                        : "strip");
  auto strips = [&](uint32_t c) {
    if (set.tag != JN_OBJECT)
      return unicode::isSpace(c);
    const StrObject *chars = strOf(set);
    for (int64_t i = 0; i < chars->length; ++i)
      if (charAt(chars, i) == c)
        return true;
    return false;
  };
  int64_t start = 0, end = s->length;
  if (static_cast<int>(Which) & 1)
    while (start < end && strips(charAt(s, start)))
      ++start;
  if (static_cast<int>(Which) & 2)
    while (end > start && strips(charAt(s, end - 1)))
      --end;
  return substring(self(args), start, end);
}

// ---- split

void push(jn_list *list, Value s, int64_t start, int64_t end) {
  listAppendOwned(list, substring(s, start, end));
}

void splitSpaces(jn_list *list, Value v, int64_t limit) {
  withChars(strOf(v), [&](auto *chars) {
    int64_t n = strOf(v)->length, i = 0;
    for (;;) {
      while (i < n && unicode::isSpace(chars[i]))
        ++i;
      if (i == n)
        return;
      int64_t start = i;
      if (limit-- == 0)
        return push(list, v, start, n);
      while (i < n && !unicode::isSpace(chars[i]))
        ++i;
      push(list, v, start, i);
    }
  });
}
void splitSpacesFromRight(jn_list *list, Value v, int64_t limit) {
  const StrObject *s = strOf(v);
  int64_t i = s->length;
  for (;;) {
    while (i > 0 && unicode::isSpace(charAt(s, i - 1)))
      --i;
    if (i == 0)
      return;
    int64_t end = i;
    if (limit-- == 0) {
      return push(list, v, 0, end);
    }
    while (i > 0 && !unicode::isSpace(charAt(s, i - 1)))
      --i;
    push(list, v, i, end);
  }
}

template <bool FromRight>
Value splitMethod(const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs(FromRight ? "rsplit" : "split", {"sep", "maxsplit"}, 0, 2, args + 1, count - 1,
                 kwnames, out))
    return jn_error();
  int64_t limit = -1;
  if (given(out[1]) && !toIndexClamped(out[1], &limit))
    return jn_error();
  if (limit < 0)
    limit = INT64_MAX;
  Value s = self(args), separator = out[0];
  jn_list *list = newList(0);
  Ref result(jn_obj(list));
  if (!given(separator) || separator.tag == JN_NONE) {
    if (FromRight)
      splitSpacesFromRight(list, s, limit);
    else
      splitSpaces(list, s, limit);
  } else {
    if (!requireStr(separator, "must be str or None"))
      return jn_error();
    int64_t m = lengthOf(separator), n = lengthOf(s);
    if (m == 0)
      return raise(jn_exc_ValueError, "empty separator");
    int64_t start = 0, end = n;
    while (limit-- > 0) {
      int64_t at = strFind(s, separator, start, end, FromRight);
      if (at < 0)
        break;
      if (FromRight) {
        push(list, s, at + m, end);
        end = at;
      } else {
        push(list, s, start, at);
        start = at + m;
      }
    }
    push(list, s, start, end);
  }
  if (FromRight)
    std::reverse(list->items, list->items + list->size);
  return result.release();
}

Value splitlines(const Value *args, size_t count, Value kwnames) {
  Value keep;
  if (!parseArgs("splitlines", {"keepends"}, 0, 1, args + 1, count - 1, kwnames, &keep))
    return jn_error();
  int keepEnds = given(keep) ? jn_truth(keep) : 0;
  if (keepEnds < 0)
    return jn_error();
  const StrObject *s = strOf(self(args));
  jn_list *list = newList(0);
  for (int64_t i = 0; i < s->length;) {
    int64_t start = i;
    while (i < s->length && !unicode::isLineBreak(charAt(s, i)))
      ++i;
    int64_t end = i;
    if (i < s->length) {
      bool pair = charAt(s, i) == '\r' && i + 1 < s->length && charAt(s, i + 1) == '\n';
      i += pair ? 2 : 1;
    }
    push(list, self(args), start, keepEnds ? i : end);
  }
  return jn_obj(list);
}

template <bool FromRight>
Value partitionMethod(const Value *args, size_t, Value) {
  if (!requireStr(args[1], "must be str"))
    return jn_error();
  Value s = self(args);
  int64_t n = lengthOf(s), m = lengthOf(args[1]);
  if (m == 0)
    return raise(jn_exc_ValueError, "empty separator");
  int64_t at = strFind(s, args[1], 0, n, FromRight);
  Ref none(emptyStr()), whole(toExactStr(s));
  if (at < 0)
    return FromRight ? makeTuple({none.get(), none.get(), whole.get()})
                     : makeTuple({whole.get(), none.get(), none.get()});
  Ref before(substring(s, 0, at)), after(substring(s, at + m, n));
  return makeTuple({before.get(), args[1], after.get()});
}

Value joinMethod(const Value *args, size_t, Value) {
  return strJoin(args[0], args[1]);
}

}  // namespace

bool searchRange(const Value *args, size_t count, size_t first, int64_t length, int64_t *start,
                 int64_t *end) {
  *start = 0;
  *end = length;
  for (size_t i = first; i < count && i < first + 2; ++i) {
    if (args[i].tag == JN_NONE)
      continue;
    if (!isInt(args[i]) && !JN_SLOT(*typeOf(args[i]), unary, UnaryOp::Index)) {
      raise(jn_exc_TypeError, "slice indices must be integers or None or have an __index__ method");
      return false;
    }
    int64_t v;
    if (!toIndexClamped(args[i], &v))
      return false;
    if (v < 0)
      v = std::max<int64_t>(v + length, 0);
    (i == first ? *start : *end) = i == first ? v : std::min(v, length);
  }
  return true;
}

int64_t strFind(Value s, Value needle, int64_t start, int64_t end, bool fromRight) {
  const StrObject *text = strOf(s), *part = strOf(needle);
  int64_t n = end - start, m = part->length;
  if (n < m || part->kind > text->kind)
    return -1;
  if (m == 0)
    return fromRight ? end : start;
  int64_t at = withChars(text, [&](auto *chars) {
    return withChars(part, [&](auto *wanted) {
      return fromRight ? findBackward(chars + start, n, wanted, m)
                       : findForward(chars + start, n, wanted, m);
    });
  });
  return at < 0 ? -1 : at + start;
}

Value strJoin(Value separator, Value iterable) {
  Ref sequence(fastSequence(iterable, "can only join an iterable"));
  if (sequence.failed())
    return jn_error();
  int64_t n;
  const Value *items = itemsOf(sequence.get(), &n);
  if (n == 1 && isExact(items[0], &jn_type_str))
    return jn_own(items[0]);
  for (int64_t i = 0; i < n; ++i)
    if (!isStr(items[i]))
      return raise(jn_exc_TypeError, "sequence item %ld: expected str instance, %T found",
                   static_cast<long>(i), &items[i]);
  return joinStrs(separator, items, n);
}

const MethodDef kStrSearchMethods[] = {{"find", findMethod<false, OnMiss::MinusOne>, 2, 4},
                                       {"rfind", findMethod<true, OnMiss::MinusOne>, 2, 4},
                                       {"index", findMethod<false, OnMiss::Error>, 2, 4},
                                       {"rindex", findMethod<true, OnMiss::Error>, 2, 4},
                                       {"count", countMethod, 2, 4},
                                       {"startswith", affixMethod<false>, 2, 4},
                                       {"endswith", affixMethod<true>, 2, 4},
                                       {"removeprefix", removeprefix, 2, 2},
                                       {"removesuffix", removesuffix, 2, 2},
                                       {"replace", replaceMethod, 3, 4},
                                       {"strip", stripMethod<Side::Both>, 1, 2},
                                       {"lstrip", stripMethod<Side::Left>, 1, 2},
                                       {"rstrip", stripMethod<Side::Right>, 1, 2},
                                       {"split", splitMethod<false>, 1, 3, true},
                                       {"rsplit", splitMethod<true>, 1, 3, true},
                                       {"splitlines", splitlines, 1, 2, true},
                                       {"partition", partitionMethod<false>, 2, 2},
                                       {"rpartition", partitionMethod<true>, 2, 2},
                                       {"join", joinMethod, 2, 2},
                                       {}};

}  // namespace janus
