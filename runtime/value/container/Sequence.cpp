// What lists and tuples have in common: comparing, showing, searching.
#include "value/container/Sequence.h"
#include "value/text/Str.h"

namespace janus {

Value fastSequence(Value iterable, const char *text) {
  if (isListOrTuple(iterable))
    return jn_own(iterable);
  if (text) {
    Ref it(jn_iter(iterable));
    if (it.failed()) {
      if (errorMatches(jn_exc_TypeError)) {
        clearError();
        raise(jn_exc_TypeError, "%s", text);
      }
      return jn_error();
    }
    return listFrom(it.get());
  }
  return listFrom(iterable);
}

namespace {

// Items that are equal without asking their types: no code of the program runs.
bool surelyEqual(Value a, Value b) {
  if (a.tag != b.tag)
    return false;
  switch (a.tag) {
  case JN_INT:
  case JN_BOOL: return a.i == b.i;
  case JN_NONE: return true;
  case JN_OBJECT:
    return a.o == b.o || (a.o->type == &jn_type_str && b.o->type == &jn_type_str && strEqual(a, b));
  default: return false;
  }
}

}  // namespace

Value compareSequences(Value a, Value b, CompareOp op) {
  // Items are read anew at each step: comparing them may change a list.
  int64_t n, m;
  const Value *x = itemsOf(a, &n), *y = itemsOf(b, &m);
  if (n != m && (op == CompareOp::Eq || op == CompareOp::Ne))
    return jn_bool(op == CompareOp::Ne);
  int64_t i = 0;
  while (i < n && i < m && surelyEqual(x[i], y[i]))
    ++i;
  if (i >= n || i >= m)
    return jn_bool(ordered(op, n < m ? -1 : n > m));
  // Two ints or texts that differ decide without a call.
  if (x[i].tag == JN_INT && y[i].tag == JN_INT)
    return jn_bool(ordered(op, x[i].i < y[i].i ? -1 : 1));
  if (isExact(x[i], &jn_type_str) && isExact(y[i], &jn_type_str))
    return jn_bool(ordered(op, strCompare(x[i], y[i])));
  if (!jn_enter())
    return jn_error();
  for (;; ++i) {
    x = itemsOf(a, &n);
    y = itemsOf(b, &m);
    if (i >= n || i >= m)
      break;
    Ref left = Ref::own(x[i]), right = Ref::own(y[i]);
    int same = equal(left.get(), right.get());
    if (same > 0)
      continue;
    jn_leave();
    if (same < 0)
      return jn_error();
    if (op == CompareOp::Eq || op == CompareOp::Ne)
      return jn_bool(op == CompareOp::Ne);
    return compare(left.get(), right.get(), op);
  }
  jn_leave();
  return jn_bool(ordered(op, n < m ? -1 : n > m));
}

Value reprItems(Value sequence, const char *open, const char *close) {
  if (!reprEnter(sequence.o)) {
    std::string shown = std::string(open) + "..." + close;
    return makeStr(shown);
  }
  StrBuilder out;
  out.ascii(open);
  int64_t size = 0;
  bool good = jn_enter();
  for (int64_t i = 0; good; ++i) {
    const Value *items = itemsOf(sequence, &size);
    if (i >= size)
      break;
    if (i)
      out.ascii(", ");
    Ref item = Ref::own(items[i]);
    Ref text(repr(item.get()));
    if (text.failed()) {
      jn_leave();
      good = false;
    } else {
      out.str(text.get());
    }
  }
  reprLeave(sequence.o);
  if (!good)
    return jn_error();
  jn_leave();
  if (size == 1 && *open == '(')
    out.ascii(",");
  out.ascii(close);
  return out.finish();
}

int64_t findItem(Value sequence, Value wanted, int64_t start, int64_t stop) {
  int64_t size;
  for (int64_t i = start;; ++i) {
    const Value *items = itemsOf(sequence, &size);
    if (i >= size || i >= stop)
      return -1;
    if (items[i].tag == wanted.tag && wanted.tag == JN_INT) {
      if (items[i].i == wanted.i)
        return i;
      continue;
    }
    if (isExact(items[i], &jn_type_str) && isExact(wanted, &jn_type_str)) {
      if (strEqual(items[i], wanted))
        return i;
      continue;
    }
    Ref item = Ref::own(items[i]);
    int same = equal(item.get(), wanted);
    if (same != 0)
      return same > 0 ? i : -2;
  }
}

}  // namespace janus
