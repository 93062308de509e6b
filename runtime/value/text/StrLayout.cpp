// Padding, tabs and translation: center, ljust, zfill, expandtabs, translate, maketrans.
#include "value/container/Dict.h"
#include "value/object/Heap.h"
#include "value/text/StrMethods.h"

namespace janus {
namespace {

int64_t lengthOf(Value s) {
  return strOf(s)->length;
}

Value pad(Value s, int64_t left, int64_t right, uint32_t fill) {
  if (left <= 0 && right <= 0)
    return toExactStr(s);
  StrBuilder out;
  out.fill(fill, left);
  out.str(s);
  out.fill(fill, right);
  return out.finish();
}

// The width and the optional fill character.
bool widthAndFill(const Value *args, size_t count, int64_t *missing, uint32_t *fill) {
  int64_t width;
  if (!toIndexOr(args[1], jn_exc_OverflowError, &width))
    return false;
  *fill = ' ';
  if (count > 2) {
    if (!isStr(args[2])) {
      raise(jn_exc_TypeError, "The fill character must be a unicode character, not %T", &args[2]);
      return false;
    }
    if (lengthOf(args[2]) != 1) {
      raise(jn_exc_TypeError, "The fill character must be exactly one character long");
      return false;
    }
    *fill = strCharAt(args[2], 0);
  }
  *missing = width - lengthOf(args[0]);
  return hasRoom(width, sizeof(uint32_t));
}

Value ljust(const Value *args, size_t count, Value) {
  int64_t missing;
  uint32_t fill;
  return widthAndFill(args, count, &missing, &fill) ? pad(args[0], 0, missing, fill) : jn_error();
}
Value rjust(const Value *args, size_t count, Value) {
  int64_t missing;
  uint32_t fill;
  return widthAndFill(args, count, &missing, &fill) ? pad(args[0], missing, 0, fill) : jn_error();
}
Value center(const Value *args, size_t count, Value) {
  int64_t missing;
  uint32_t fill;
  if (!widthAndFill(args, count, &missing, &fill))
    return jn_error();
  // With an odd number to share, the side depends on the width's parity, as in CPython.
  int64_t width = missing + lengthOf(args[0]);
  int64_t left = missing <= 0 ? 0 : missing / 2 + (missing & width & 1);
  return pad(args[0], left, missing - left, fill);
}

Value zfill(const Value *args, size_t, Value) {
  int64_t width;
  if (!toIndexOr(args[1], jn_exc_OverflowError, &width))
    return jn_error();
  Value s = args[0];
  int64_t n = lengthOf(s), missing = width - n;
  if (missing <= 0)
    return toExactStr(s);
  if (!hasRoom(width, sizeof(uint32_t)))
    return jn_error();
  bool sign = n > 0 && (strCharAt(s, 0) == '+' || strCharAt(s, 0) == '-');
  StrBuilder out;
  out.part(s, 0, sign);
  out.fill('0', missing);
  out.part(s, sign, n - sign);
  return out.finish();
}

Value expandtabs(const Value *args, size_t count, Value kwnames) {
  Value size;
  int64_t width = 8;
  if (!parseArgs("expandtabs", {"tabsize"}, 0, 1, args + 1, count - 1, kwnames, &size) ||
      (given(size) && !toInt64(size, &width)))
    return jn_error();
  const StrObject *s = strOf(args[0]);
  StrBuilder out;
  int64_t column = 0;
  for (int64_t i = 0; i < s->length; ++i) {
    uint32_t c = charAt(s, i);
    if (c == '\t') {
      int64_t step = width > 0 ? width - column % width : 0;
      out.fill(' ', step);
      column += step;
    } else {
      out.append(c);
      column = c == '\n' || c == '\r' ? 0 : column + 1;
    }
  }
  return out.finish();
}

Value translate(const Value *args, size_t, Value) {
  const StrObject *s = strOf(args[0]);
  StrBuilder out;
  for (int64_t i = 0; i < s->length; ++i) {
    uint32_t c = charAt(s, i);
    Ref mapped(jn_getitem(args[1], jn_int(c)));
    Value m = mapped.get();
    if (mapped.failed()) {
      if (!errorMatches(jn_exc_LookupError))
        return jn_error();
      clearError();
      out.append(c);
    } else if (m.tag == JN_INT) {
      if (m.i < 0 || m.i > 0x10ffff)
        return raise(jn_exc_ValueError, "character mapping must be in range(0x110000)");
      out.append(static_cast<uint32_t>(m.i));
    } else if (isStr(m)) {
      out.str(m);
    } else if (m.tag != JN_NONE) {
      return raise(jn_exc_TypeError, "character mapping must return integer, None or str");
    }
  }
  return out.finish();
}

Value maketransOfDict(Value mapping) {
  if (!isExact(mapping, &jn_type_dict))
    return raise(jn_exc_TypeError, "if you give only one argument to maketrans it must be a dict");
  Ref result(jn_obj(newDict()));
  int64_t position = 0;
  Value key, v;
  while (dictNext(as<jn_dict>(mapping), &position, &key, &v)) {
    if (isStr(key)) {
      if (lengthOf(key) != 1)
        return raise(jn_exc_ValueError, "string keys in translate table must be of length 1");
      key = jn_int(strCharAt(key, 0));
    } else if (!isInt(key)) {
      return raise(jn_exc_TypeError, "keys in translate table must be strings or integers");
    }
    if (dictSet(result.as<jn_dict>(), key, v) < 0)
      return jn_error();
  }
  return result.release();
}

Value maketrans(const Value *args, size_t count, Value) {
  if (count == 1)
    return maketransOfDict(args[0]);
  for (size_t i = 0; i < count; ++i)
    if (!isStr(args[i]))
      return i == 0 ? raise(jn_exc_TypeError, "first maketrans argument must be a string if there "
                                              "is a second argument")
                    : raise(jn_exc_TypeError, "maketrans() argument %d must be str, not %T",
                            static_cast<int>(i + 1), &args[i]);
  if (lengthOf(args[0]) != lengthOf(args[1]))
    return raise(jn_exc_ValueError, "the first two maketrans arguments must have equal length");
  Ref result(jn_obj(newDict()));
  for (int64_t i = 0; i < lengthOf(args[0]); ++i)
    dictSet(result.as<jn_dict>(), jn_int(strCharAt(args[0], i)), jn_int(strCharAt(args[1], i)));
  for (int64_t i = 0; count > 2 && i < lengthOf(args[2]); ++i)
    dictSet(result.as<jn_dict>(), jn_int(strCharAt(args[2], i)), jn_none());
  return result.release();
}

}  // namespace

const MethodDef kStrLayoutMethods[] = {{"ljust", ljust, 2, 3},
                                       {"rjust", rjust, 2, 3},
                                       {"center", center, 2, 3},
                                       {"zfill", zfill, 2, 2},
                                       {"expandtabs", expandtabs, 1, 2, true},
                                       {"translate", translate, 2, 2},
                                       {}};
const MethodDef kStrStaticMethods[] = {{"maketrans", maketrans, 1, 3}, {}};

}  // namespace janus
