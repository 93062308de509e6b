// Methods that bytes and bytearray share. Letters and spaces are ASCII's.
#include "value/bytes/BytesMethods.h"
#include "value/container/Sequence.h"
#include "value/object/Heap.h"
#include "value/text/Codecs.h"
#include "value/text/StrMethods.h"

#include <algorithm>

namespace janus {
namespace {

std::string_view view(const Value *args) {
  std::string_view v;
  bytesView(args[0], &v);
  return v;
}
bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool isUpper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool isLower(char c) {
  return c >= 'a' && c <= 'z';
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isAlpha(char c) {
  return isUpper(c) || isLower(c);
}
char upper(char c) {
  return isLower(c) ? static_cast<char>(c - 32) : c;
}
char lower(char c) {
  return isUpper(c) ? static_cast<char>(c + 32) : c;
}

// What to look for: bytes or one int.
bool needleOf(Value v, char *single, std::string_view *out) {
  if (isInt(v)) {
    if (!toByte(v, "byte must be in range(0, 256)", single))
      return false;
    *out = {single, 1};
    return true;
  }
  if (bytesView(v, out))
    return true;
  raise(jn_exc_TypeError, "argument should be integer or bytes-like object, not '%T'", &v);
  return false;
}

// ---- searching

// The index in the whole, or -1.
int64_t search(const Value *args, size_t count, bool fromRight, bool *failed) {
  char single;
  std::string_view needle, s = view(args);
  int64_t start, end;
  *failed = !needleOf(args[1], &single, &needle) ||
            !searchRange(args, count, 2, static_cast<int64_t>(s.size()), &start, &end);
  if (*failed || start > end)
    return -1;
  std::string_view part = s.substr(start, end - start);
  size_t at = fromRight ? part.rfind(needle) : part.find(needle);
  return at == part.npos ? -1 : static_cast<int64_t>(at) + start;
}
template <bool FromRight, bool MustBe>
Value findMethod(const Value *args, size_t count, Value) {
  bool failed;
  int64_t at = search(args, count, FromRight, &failed);
  if (failed)
    return jn_error();
  if (at < 0 && MustBe)
    return raise(jn_exc_ValueError, "subsection not found");
  return jn_int(at);
}

Value countMethod(const Value *args, size_t count, Value) {
  char single;
  std::string_view needle, s = view(args);
  int64_t start, end, total = 0;
  if (!needleOf(args[1], &single, &needle) ||
      !searchRange(args, count, 2, static_cast<int64_t>(s.size()), &start, &end))
    return jn_error();
  if (start > end)
    return jn_int(0);
  s = s.substr(start, end - start);
  if (needle.empty())
    return jn_int(static_cast<int64_t>(s.size()) + 1);
  for (size_t at = s.find(needle); at != s.npos; at = s.find(needle, at + needle.size()))
    ++total;
  return jn_int(total);
}

template <bool AtEnd>
Value affixMethod(const Value *args, size_t count, Value) {
  const char *name = AtEnd ? "endswith" : "startswith";
  std::string_view s = view(args), part;
  int64_t start, end;
  if (!searchRange(args, count, 2, static_cast<int64_t>(s.size()), &start, &end))
    return jn_error();
  auto has = [&](std::string_view p) {
    if (start > static_cast<int64_t>(s.size()) || end - start < static_cast<int64_t>(p.size()))
      return false;
    std::string_view piece = s.substr(start, end - start);
    return AtEnd ? piece.ends_with(p) : piece.starts_with(p);
  };
  if (bytesView(args[1], &part))
    return jn_bool(has(part));
  if (!isInstance(args[1], &jn_type_tuple))
    return raise(jn_exc_TypeError, "%s first arg must be bytes or a tuple of bytes, not %T", name,
                 &args[1]);
  jn_tuple *options = as<jn_tuple>(args[1]);
  for (int64_t i = 0; i < options->size; ++i) {
    if (!requireBytes(options->items[i], &part))
      return jn_error();
    if (has(part))
      return jn_bool(true);
  }
  return jn_bool(false);
}

Value removeprefix(const Value *args, size_t, Value) {
  std::string_view s = view(args), part;
  if (!requireBytes(args[1], &part))
    return jn_error();
  return sameKind(args[0], s.substr(s.starts_with(part) ? part.size() : 0));
}
Value removesuffix(const Value *args, size_t, Value) {
  std::string_view s = view(args), part;
  if (!requireBytes(args[1], &part))
    return jn_error();
  return sameKind(args[0], s.substr(0, s.size() - (s.ends_with(part) ? part.size() : 0)));
}

Value replaceMethod(const Value *args, size_t count, Value) {
  std::string_view s = view(args), from, to;
  int64_t limit = -1;
  if (!requireBytes(args[1], &from) || !requireBytes(args[2], &to) ||
      (count > 3 && !toIndexClamped(args[3], &limit)))
    return jn_error();
  if (limit < 0)
    limit = INT64_MAX;
  std::string out;
  size_t at = 0;
  if (from.empty()) {
    for (; limit > 0 && at <= s.size(); --limit, ++at) {
      out += to;
      if (at < s.size())
        out += s[at];
    }
    at = std::min(at, s.size());
  } else {
    for (; limit > 0; --limit) {
      size_t found = s.find(from, at);
      if (found == s.npos)
        break;
      out += s.substr(at, found - at);
      out += to;
      at = found + from.size();
    }
  }
  out += s.substr(at);
  return sameKind(args[0], out);
}

// ---- cutting

template <int Sides>
Value stripMethod(const Value *args, size_t count, Value) {
  std::string_view s = view(args), set;
  bool spaces = count < 2 || args[1].tag == JN_NONE;
  if (!spaces && !requireBytes(args[1], &set))
    return jn_error();
  auto strips = [&](char c) { return spaces ? isSpace(c) : set.find(c) != set.npos; };
  while (!s.empty() && (Sides & 1) && strips(s.front()))
    s.remove_prefix(1);
  while (!s.empty() && (Sides & 2) && strips(s.back()))
    s.remove_suffix(1);
  return sameKind(args[0], s);
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
  std::string_view s = view(args), separator;
  jn_list *list = newList(0);
  Ref result(jn_obj(list));
  auto push = [&](std::string_view piece) { listAppendOwned(list, sameKind(args[0], piece)); };
  auto trim = [&] {
    while (!s.empty() && isSpace(FromRight ? s.back() : s.front()))
      FromRight ? s.remove_suffix(1) : s.remove_prefix(1);
  };
  if (!given(out[0]) || out[0].tag == JN_NONE) {
    for (trim(); !s.empty(); trim()) {
      size_t size = 0;
      if (limit-- == 0) {
        push(s);
        break;
      }
      while (size < s.size() && !isSpace(FromRight ? s[s.size() - 1 - size] : s[size]))
        ++size;
      push(FromRight ? s.substr(s.size() - size) : s.substr(0, size));
      FromRight ? s.remove_suffix(size) : s.remove_prefix(size);
    }
  } else {
    if (!requireBytes(out[0], &separator))
      return jn_error();
    if (separator.empty())
      return raise(jn_exc_ValueError, "empty separator");
    while (limit-- > 0) {
      size_t at = FromRight ? s.rfind(separator) : s.find(separator);
      if (at == s.npos)
        break;
      push(FromRight ? s.substr(at + separator.size()) : s.substr(0, at));
      s = FromRight ? s.substr(0, at) : s.substr(at + separator.size());
    }
    push(s);
  }
  if (FromRight)
    std::reverse(list->items, list->items + list->size);
  return result.release();
}

Value splitlines(const Value *args, size_t count, Value kwnames) {
  Value keep;
  if (!parseArgs("splitlines", {"keepends"}, 0, 1, args + 1, count - 1, kwnames, &keep))
    return jn_error();
  bool keepEnds = given(keep) && jn_truth(keep) > 0;
  std::string_view s = view(args);
  jn_list *list = newList(0);
  while (!s.empty()) {
    size_t end = s.find_first_of("\r\n");
    size_t next = end == s.npos ? s.size() : end + (s.substr(end, 2) == "\r\n" ? 2 : 1);
    listAppendOwned(list,
                    sameKind(args[0], s.substr(0, keepEnds ? next : std::min(end, s.size()))));
    s.remove_prefix(next);
  }
  return jn_obj(list);
}

template <bool FromRight>
Value partitionMethod(const Value *args, size_t, Value) {
  std::string_view s = view(args), separator;
  if (!requireBytes(args[1], &separator))
    return jn_error();
  if (separator.empty())
    return raise(jn_exc_ValueError, "empty separator");
  size_t at = FromRight ? s.rfind(separator) : s.find(separator);
  Ref none(sameKind(args[0], {})), whole(sameKind(args[0], s));
  if (at == s.npos)
    return FromRight ? makeTuple({none.get(), none.get(), whole.get()})
                     : makeTuple({whole.get(), none.get(), none.get()});
  Ref before(sameKind(args[0], s.substr(0, at))), middle(sameKind(args[0], separator));
  Ref after(sameKind(args[0], s.substr(at + separator.size())));
  return makeTuple({before.get(), middle.get(), after.get()});
}

Value joinMethod(const Value *args, size_t, Value) {
  Ref sequence(fastSequence(args[1], "can only join an iterable"));
  if (sequence.failed())
    return jn_error();
  int64_t n;
  const Value *items = itemsOf(sequence.get(), &n);
  std::string out;
  for (int64_t i = 0; i < n; ++i) {
    std::string_view part;
    if (!bytesView(items[i], &part))
      return raise(jn_exc_TypeError, "sequence item %ld: expected a bytes-like object, %T found",
                   static_cast<long>(i), &items[i]);
    if (i)
      out += view(args);
    out += part;
  }
  return sameKind(args[0], out);
}

// ---- letters

template <char (*Map)(char)>
Value mapMethod(const Value *args, size_t, Value) {
  std::string out(view(args));
  std::transform(out.begin(), out.end(), out.begin(), Map);
  return sameKind(args[0], out);
}
char swapCase(char c) {
  return isUpper(c) ? lower(c) : upper(c);
}
Value title(const Value *args, size_t, Value) {
  std::string out(view(args));
  bool inside = false;
  for (char &c : out) {
    c = inside ? lower(c) : upper(c);
    inside = isAlpha(c);
  }
  return sameKind(args[0], out);
}
Value capitalize(const Value *args, size_t, Value) {
  std::string out(view(args));
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = i == 0 ? upper(out[i]) : lower(out[i]);
  return sameKind(args[0], out);
}
bool isAlnum(char c) {
  return isAlpha(c) || isDigit(c);
}
bool isAscii(char c) {
  return c >= 0;
}
template <bool (*Test)(char), bool Empty>
Value allMethod(const Value *args, size_t, Value) {
  std::string_view s = view(args);
  return jn_bool(s.empty() ? Empty : std::all_of(s.begin(), s.end(), Test));
}
template <bool (*Wanted)(char), bool (*Refused)(char)>
Value caseMethod(const Value *args, size_t, Value) {
  std::string_view s = view(args);
  return jn_bool(std::any_of(s.begin(), s.end(), Wanted) &&
                 std::none_of(s.begin(), s.end(), Refused));
}
Value istitle(const Value *args, size_t, Value) {
  bool inside = false, any = false;
  for (char c : view(args)) {
    if (isUpper(c) ? inside : isLower(c) && !inside)
      return jn_bool(false);
    inside = isAlpha(c);
    any = any || inside;
  }
  return jn_bool(any);
}

// ---- layout

bool widthAndFill(const Value *args, size_t count, int64_t *missing, char *fill) {
  int64_t width;
  if (!toIndexOr(args[1], jn_exc_OverflowError, &width))
    return false;
  *fill = ' ';
  std::string_view text;
  if (count > 2) {
    if (!bytesView(args[2], &text) || text.size() != 1) {
      raise(jn_exc_TypeError, "argument 2 must be a byte string of length 1, not %T", &args[2]);
      return false;
    }
    *fill = text[0];
  }
  *missing = std::max<int64_t>(width - static_cast<int64_t>(view(args).size()), 0);
  return hasRoom(width, 2);  // once in parts, once together
}
template <int Kind>
Value justMethod(const Value *args, size_t count, Value) {  // -1 left, 0, 1
  int64_t missing;
  char fill;
  if (!widthAndFill(args, count, &missing, &fill))
    return jn_error();
  int64_t width = missing + static_cast<int64_t>(view(args).size());
  int64_t left = Kind < 0 ? 0 : Kind > 0 ? missing : missing / 2 + (missing & width & 1);
  return sameKind(args[0], std::string(left, fill) + std::string(view(args)) +
                               std::string(missing - left, fill));
}
Value zfill(const Value *args, size_t, Value) {
  int64_t width;
  if (!toIndexOr(args[1], jn_exc_OverflowError, &width))
    return jn_error();
  std::string out(view(args));
  int64_t missing = width - static_cast<int64_t>(out.size());
  if (!hasRoom(width, 2))
    return jn_error();
  if (missing > 0)
    out.insert(!out.empty() && (out[0] == '+' || out[0] == '-'), missing, '0');
  return sameKind(args[0], out);
}
Value expandtabs(const Value *args, size_t count, Value kwnames) {
  Value size;
  int64_t width = 8, column = 0;
  if (!parseArgs("expandtabs", {"tabsize"}, 0, 1, args + 1, count - 1, kwnames, &size) ||
      (given(size) && !toInt64(size, &width)))
    return jn_error();
  std::string out;
  for (char c : view(args)) {
    if (c == '\t') {
      int64_t step = width > 0 ? width - column % width : 0;
      out.append(step, ' ');
      column += step;
    } else {
      out += c;
      column = c == '\n' || c == '\r' ? 0 : column + 1;
    }
  }
  return sameKind(args[0], out);
}

Value translate(const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs("translate", {"table", "delete"}, 1, 2, args + 1, count - 1, kwnames, out))
    return jn_error();
  std::string_view table, removed;
  if ((out[0].tag != JN_NONE && !requireBytes(out[0], &table)) ||
      (given(out[1]) && !requireBytes(out[1], &removed)))
    return jn_error();
  if (out[0].tag != JN_NONE && table.size() != 256)
    return raise(jn_exc_ValueError, "translation table must be 256 characters long");
  std::string result;
  for (char c : view(args))
    if (removed.find(c) == removed.npos)
      result += table.empty() ? c : table[static_cast<unsigned char>(c)];
  return sameKind(args[0], result);
}
Value maketrans(const Value *args, size_t, Value) {
  std::string_view from, to;
  if (!requireBytes(args[0], &from) || !requireBytes(args[1], &to))
    return jn_error();
  if (from.size() != to.size())
    return raise(jn_exc_ValueError, "maketrans arguments must have same length");
  std::string table(256, 0);
  for (int i = 0; i < 256; ++i)
    table[i] = static_cast<char>(i);
  for (size_t i = 0; i < from.size(); ++i)
    table[static_cast<unsigned char>(from[i])] = to[i];
  return makeBytes(table);
}

// ---- text

Value decodeMethod(const Value *args, size_t count, Value kwnames) {
  Value out[2];
  Encoding encoding;
  std::string_view handler;
  if (!parseArgs("decode", {"encoding", "errors"}, 0, 2, args + 1, count - 1, kwnames, out) ||
      !parseCodecArguments("decode", out[0], out[1], &encoding, &handler))
    return jn_error();
  return decodeBytes(view(args), encoding, handler);
}

Value hexMethod(const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs("hex", {"sep", "bytes_per_sep"}, 0, 2, args + 1, count - 1, kwnames, out))
    return jn_error();
  std::string_view s = view(args), separator;
  int64_t group = 1;
  if (given(out[0])) {
    if (isStr(out[0]))
      separator = utf8Of(out[0]);
    else if (!bytesView(out[0], &separator))
      return raise(jn_exc_TypeError, "sep must be str or bytes.");
    if (separator.size() != 1)
      return raise(jn_exc_ValueError, "sep must be length 1.");
  }
  if (given(out[1]) && !toInt64(out[1], &group))
    return jn_error();
  auto size = static_cast<int64_t>(s.size());
  std::string text;
  for (int64_t i = 0; i < size; ++i) {
    // Groups are counted from the right when the number is positive.
    int64_t from = group > 0 ? size - i : i;
    if (i > 0 && !separator.empty() && group != 0 && from % std::abs(group) == 0)
      text += separator;
    appendHex(text, static_cast<unsigned char>(s[i]));
  }
  return makeStr(text);
}

Value fromhex(const Value *args, size_t, Value) {
  if (!isStr(args[1]))
    return raise(jn_exc_TypeError, "fromhex() argument must be str, not %T", &args[1]);
  std::string bytes;
  int high = -1;
  const StrObject *s = strOf(args[1]);
  int64_t i = 0;
  for (; i < s->length; ++i) {
    uint32_t c = charAt(s, i);
    if (high < 0 && c < 128 && isSpace(static_cast<char>(c)))
      continue;
    uint32_t letter = c | 0x20;
    int digit = c >= '0' && c <= '9'                        ? static_cast<int>(c - '0')
                : letter >= 'a' && letter <= 'f' && c < 128 ? static_cast<int>(letter - 'a' + 10)
                                                            : -1;
    if (digit < 0)
      break;
    if (high < 0) {
      high = digit;
    } else {
      bytes += static_cast<char>(high << 4 | digit);
      high = -1;
    }
  }
  if (i < s->length || high >= 0)
    return raise(jn_exc_ValueError, "non-hexadecimal number found in fromhex() arg at position %ld",
                 static_cast<long>(i));
  Ref made(makeBytes(bytes));
  return args[0].o == &jn_type_bytes.head ? made.release() : call(args[0], {made.get()});
}

Value newArguments(const Value *args, size_t, Value) {
  Ref exact(makeBytes(view(args)));
  return makeTuple({exact.get()});
}

Value exactBytes(const Value *args, size_t, Value) {
  return isExact(args[0], &jn_type_bytes) ? jn_own(args[0]) : makeBytes(view(args));
}

}  // namespace

const MethodDef kBytesStaticMethods[] = {{"maketrans", maketrans, 2, 2}, {}};
const MethodDef kBytesClassMethods[] = {{"fromhex", fromhex, 2, 2}, {}};
const MethodDef kBytesMethods[] = {{"find", findMethod<false, false>, 2, 4},
                                   {"rfind", findMethod<true, false>, 2, 4},
                                   {"index", findMethod<false, true>, 2, 4},
                                   {"rindex", findMethod<true, true>, 2, 4},
                                   {"count", countMethod, 2, 4},
                                   {"startswith", affixMethod<false>, 2, 4},
                                   {"endswith", affixMethod<true>, 2, 4},
                                   {"removeprefix", removeprefix, 2, 2},
                                   {"removesuffix", removesuffix, 2, 2},
                                   {"replace", replaceMethod, 3, 4},
                                   {"strip", stripMethod<3>, 1, 2},
                                   {"lstrip", stripMethod<1>, 1, 2},
                                   {"rstrip", stripMethod<2>, 1, 2},
                                   {"split", splitMethod<false>, 1, 3, true},
                                   {"rsplit", splitMethod<true>, 1, 3, true},
                                   {"splitlines", splitlines, 1, 2, true},
                                   {"partition", partitionMethod<false>, 2, 2},
                                   {"rpartition", partitionMethod<true>, 2, 2},
                                   {"join", joinMethod, 2, 2},
                                   {"upper", mapMethod<upper>, 1, 1},
                                   {"lower", mapMethod<lower>, 1, 1},
                                   {"swapcase", mapMethod<swapCase>, 1, 1},
                                   {"title", title, 1, 1},
                                   {"capitalize", capitalize, 1, 1},
                                   {"isalpha", allMethod<isAlpha, false>, 1, 1},
                                   {"isdigit", allMethod<isDigit, false>, 1, 1},
                                   {"isalnum", allMethod<isAlnum, false>, 1, 1},
                                   {"isspace", allMethod<isSpace, false>, 1, 1},
                                   {"isascii", allMethod<isAscii, true>, 1, 1},
                                   {"islower", caseMethod<isLower, isUpper>, 1, 1},
                                   {"isupper", caseMethod<isUpper, isLower>, 1, 1},
                                   {"istitle", istitle, 1, 1},
                                   {"center", justMethod<0>, 2, 3},
                                   {"ljust", justMethod<-1>, 2, 3},
                                   {"rjust", justMethod<1>, 2, 3},
                                   {"zfill", zfill, 2, 2},
                                   {"expandtabs", expandtabs, 1, 2, true},
                                   {"translate", translate, 2, 3, true},
                                   {"decode", decodeMethod, 1, 3, true},
                                   {"hex", hexMethod, 1, 3, true},
                                   {"__getnewargs__", newArguments, 1, 1},
                                   {"__bytes__", exactBytes, 1, 1},
                                   {}};

}  // namespace janus
