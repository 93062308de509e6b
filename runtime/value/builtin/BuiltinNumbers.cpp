// Builtin functions on numbers: abs round pow divmod sum min max bin oct hex chr ord hash.
#include "value/builtin/BuiltinTables.h"
#include "value/object/DataTypes.h"
#include "value/text/Str.h"

#include <cmath>

namespace janus {
namespace {

Value absFn(const Value *args, size_t, Value) {
  Value v = args[0];
  if (isInt(v))
    return intAbs(v);
  if (v.tag == JN_FLOAT)
    return jn_float(std::fabs(v.f));
  auto slot = JN_SLOT(*typeOf(v), unary, UnaryOp::Abs);
  if (v.tag == JN_OBJECT && slot)
    return slot(v.o);
  return raise(jn_exc_TypeError, "bad operand type for abs(): '%T'", &v);
}

Value roundFn(const Value *args, size_t count, Value kwnames) {
  if (count > 2)
    return raise(jn_exc_TypeError, "round() takes at most 2 arguments (%zu given)", count);
  Value out[2];
  if (!parseArgs("round", {"number", "ndigits"}, 1, 2, args, count, kwnames, out))
    return jn_error();
  if (out[0].tag == JN_FLOAT) {
    if (!given(out[1]) || out[1].tag == JN_NONE)
      return intFromDouble(std::nearbyint(out[0].f));
    int64_t digits;
    return toIndexClamped(out[1], &digits) ? roundDouble(out[0].f, digits) : jn_error();
  }
  Value result = given(out[1]) && out[1].tag != JN_NONE
                     ? callSpecial(out[0], JN_NAME("__round__"), {out[1]})
                     : callSpecial(out[0], JN_NAME("__round__"), {});
  if (!given(result))
    return raise(jn_exc_TypeError, "type %T doesn't define __round__ method", &out[0]);
  return result;
}

Value powFn(const Value *args, size_t count, Value kwnames) {
  Value out[3];
  if (!parseArgs("pow", {"base", "exp", "mod"}, 2, 3, args, count, kwnames, out))
    return jn_error();
  if (!given(out[2]) || out[2].tag == JN_NONE)
    return binary(out[0], out[1], BinaryOp::Pow);
  if (isInt(out[0]) && isInt(out[1]) && isInt(out[2]))
    return intPowMod(out[0], out[1], out[2]);
  if (!isInt(out[0]) && !isFloat(out[0])) {
    Ref result(callSpecial(out[0], JN_NAME("__pow__"), {out[1], out[2]}));
    if (given(result.get()) && result.get().tag != JN_NOTIMPLEMENTED)
      return result.release();
  }
  if (isFloat(out[0]) || isFloat(out[1]) || isFloat(out[2]))
    return raise(jn_exc_TypeError,
                 "pow() 3rd argument not allowed unless all arguments are integers");
  return raise(jn_exc_TypeError, "unsupported operand type(s) for ** or pow(): '%T', '%T', '%T'",
               &out[0], &out[1], &out[2]);
}

Value divmodFn(const Value *args, size_t, Value) {
  Value a = args[0], b = args[1];
  if (isInt(a) && isInt(b)) {
    Value q, r;
    if (!intDivMod(a, b, &q, &r))
      return jn_error();
    Ref quotient(q), remainder(r);
    return makeTuple({q, r});
  }
  bool derived = typeOf(b) != typeOf(a) && isSubtype(typeOf(b), typeOf(a));
  for (int turn = 0; turn < 2; ++turn) {
    bool reflected = (turn == 0) == derived;
    Ref result(reflected ? callSpecial(b, JN_NAME("__rdivmod__"), {a})
                         : callSpecial(a, JN_NAME("__divmod__"), {b}));
    if (given(result.get()) && result.get().tag != JN_NOTIMPLEMENTED)
      return result.release();
  }
  return raise(jn_exc_TypeError, "unsupported operand type(s) for divmod(): '%T' and '%T'", &a, &b);
}

Value sumFn(const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs("sum", {"", "start"}, 1, 2, args, count, kwnames, out))
    return jn_error();
  Value start = given(out[1]) ? out[1] : jn_int(0);
  if (isStr(start))
    return raise(jn_exc_TypeError, "sum() can't sum strings [use ''.join(seq) instead]");
  if (isInstance(start, &jn_type_bytes))
    return raise(jn_exc_TypeError, "sum() can't sum bytes [use b''.join(seq) instead]");
  if (isInstance(start, &jn_type_bytearray))
    return raise(jn_exc_TypeError, "sum() can't sum bytearray [use b''.join(seq) instead]");
  Ref total = Ref::own(start);
  bool good = forEach(out[0], [&](Value item) {
    total = Ref(jn_add(total.get(), item));
    return !total.failed();
  });
  return good ? total.release() : jn_error();
}

Value extreme(const char *name, CompareOp op, const Value *args, size_t count, Value kwnames) {
  size_t keywords = keywordCount(kwnames), positional = count - keywords;
  Value key = jn_none(), fallback = jn_unbound();
  for (size_t i = 0; i < keywords; ++i) {
    Value keyword = as<jn_tuple>(kwnames)->items[i];
    std::string_view text = utf8Of(keyword);
    if (text == "key")
      key = args[positional + i];
    else if (text == "default")
      fallback = args[positional + i];
    else
      return raise(jn_exc_TypeError, "'%S' is an invalid keyword argument for %s()", &keyword,
                   name);
  }
  if (positional == 0)
    return raise(jn_exc_TypeError, "%s expected at least 1 argument, got 0", name);
  if (positional > 1 && given(fallback))
    return raise(jn_exc_TypeError,
                 "Cannot specify a default for %s() with multiple positional arguments", name);
  Ref best(jn_unbound()), bestKey(jn_unbound());
  auto consider = [&](Value item) {
    Ref itemKey(key.tag == JN_NONE ? jn_own(item) : call(key, {item}));
    if (itemKey.failed())
      return false;
    if (given(best.get())) {
      Ref answer(op == CompareOp::Lt ? jn_lt(itemKey.get(), bestKey.get())
                                     : jn_gt(itemKey.get(), bestKey.get()));
      int better = answer.failed() ? -1 : jn_truth(answer.get());
      if (better <= 0)
        return better == 0;
    }
    best = Ref::own(item);
    bestKey = std::move(itemKey);
    return true;
  };
  if (positional > 1) {
    for (size_t i = 0; i < positional; ++i)
      if (!consider(args[i]))
        return jn_error();
  } else if (!forEach(args[0], consider)) {
    return jn_error();
  }
  if (given(best.get()))
    return best.release();
  return given(fallback) ? jn_own(fallback)
                         : raise(jn_exc_ValueError, "%s() arg is an empty sequence", name);
}
Value minFn(const Value *args, size_t count, Value kwnames) {
  return extreme("min", CompareOp::Lt, args, count, kwnames);
}
Value maxFn(const Value *args, size_t count, Value kwnames) {
  return extreme("max", CompareOp::Gt, args, count, kwnames);
}

template <int Base>
Value inBase(const Value *args, size_t, Value) {
  Ref number(toIndex(args[0]));
  std::string text;
  if (number.failed() || !intDigits(number.get(), Base, &text))
    return jn_error();
  text.insert(text[0] == '-' ? 1 : 0, Base == 2 ? "0b" : Base == 8 ? "0o" : "0x");
  return makeStr(text);
}

Value chrFn(const Value *args, size_t, Value) {
  Ref number(toIndex(args[0]));
  int64_t c;
  if (number.failed())
    return jn_error();
  if (!smallInt(number.get(), &c) || c != static_cast<int32_t>(c))
    return raise(jn_exc_OverflowError, intSign(number.get()) < 0
                                           ? "Python int too small to convert to C int"
                                           : "Python int too large to convert to C int");
  if (c < 0 || c > 0x10ffff)
    return raise(jn_exc_ValueError, "chr() arg not in range(0x110000)");
  return makeChar(static_cast<uint32_t>(c));
}

Value ordFn(const Value *args, size_t, Value) {
  Value v = args[0];
  bool bytes = isInstance(v, &jn_type_bytes) || isInstance(v, &jn_type_bytearray);
  if (!isStr(v) && !bytes)
    return raise(jn_exc_TypeError, "ord() expected string of length 1, but %T found", &v);
  int64_t n = length(v);
  if (n != 1)
    return raise(jn_exc_TypeError, "ord() expected a character, but string of length %ld found",
                 static_cast<long>(n));
  return bytes ? jn_getitem(v, jn_int(0)) : jn_int(strCharAt(v, 0));
}

Value hashFn(const Value *args, size_t, Value) {
  int64_t h;
  return hash(args[0], &h) ? jn_int(h) : jn_error();
}

}  // namespace

const MethodDef kNumberBuiltins[] = {{"abs", absFn, 1, 1},        {"round", roundFn, 0, 2, true},
                                     {"pow", powFn, 0, 3, true},  {"divmod", divmodFn, 2, 2},
                                     {"sum", sumFn, 0, 2, true},  {"min", minFn, 0, -1, true},
                                     {"max", maxFn, 0, -1, true}, {"bin", inBase<2>, 1, 1},
                                     {"oct", inBase<8>, 1, 1},    {"hex", inBase<16>, 1, 1},
                                     {"chr", chrFn, 1, 1},        {"ord", ordFn, 1, 1},
                                     {"hash", hashFn, 1, 1},      {}};

}  // namespace janus
