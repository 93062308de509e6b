// The type str: slots, constructor, iterator.
#include "value/bytes/Bytes.h"
#include "value/bytes/CopyBytes.h"
#include "value/container/IteratorState.h"
#include "value/container/Sequence.h"
#include "value/text/Codecs.h"
#include "value/text/Format.h"
#include "value/text/StrMethods.h"

#include <cstdlib>

jn_type jn_type_str;

namespace janus {
namespace {

Type asciiIteratorType, iteratorType;
struct StrIterator {
  Object head;
  Value text;  // JN_UNBOUND once exhausted
  int64_t index;
};

StrObject *strObject(Object *o) {
  return reinterpret_cast<StrObject *>(o);
}

void strDealloc(Object *o) {
  StrObject *s = strObject(o);
  if (s->utf8 != s->data)
    free(s->utf8);
  if (s->data != s + 1)
    free(s->data);
  freeObject(o);
}

Value reprSlot(Object *o) {
  return strRepr(jn_obj(o), false);
}
Value strSlot(Object *o) {
  return toExactStr(jn_obj(o));
}
Value formatSlot(Object *o, Value spec) {
  Value self = jn_obj(o);
  bool isOther = strLength(spec) == 0 &&
                 !isExact(self, &jn_type_str);  // an instance of a subclass, with a `__str__`
  return isOther ? str(self) : formatStr(self, spec);
}
int hashSlot(Object *o, int64_t *out) {
  *out = strHash(jn_obj(o));
  return 0;
}
int truthSlot(Object *o) {
  return strObject(o)->length != 0;
}
int64_t lengthSlot(Object *o) {
  return strObject(o)->length;
}

Value compareSlot(Value a, Value b, CompareOp op) {
  if (!isStr(a) || !isStr(b))
    return jn_notimplemented();
  if (op == CompareOp::Eq)
    return jn_bool(strEqual(a, b));
  if (op == CompareOp::Ne)
    return jn_bool(!strEqual(a, b));
  return jn_bool(ordered(op, strCompare(a, b)));
}

Value concatSlot(Value a, Value b) {
  return isStr(a) && isStr(b) ? concatStr(a, b) : jn_notimplemented();
}
Value repeatSlot(Value a, Value b) {
  if (!isStr(a))
    std::swap(a, b);
  if (!isStr(a) || (!isInt(b) && !JN_SLOT(*typeOf(b), unary, UnaryOp::Index)))
    return jn_notimplemented();
  int64_t times;
  return toIndexOr(b, jn_exc_OverflowError, &times) ? repeatStr(a, times) : jn_error();
}
Value moduloSlot(Value a, Value b) {
  return isStr(a) ? percentFormat(a, b) : jn_notimplemented();
}

int containsSlot(Object *o, Value part) {
  if (!isStr(part)) {
    raise(jn_exc_TypeError, "'in <string>' requires string as left operand, not %T", &part);
    return -1;
  }
  return strFind(jn_obj(o), part, 0, strObject(o)->length, false) >= 0;
}

Value getitemSlot(Value self, Value key) {
  const StrObject *s = strOf(self);
  if (isSlice(key)) {
    SliceRange range;
    if (!resolveSlice(key, s->length, &range))
      return jn_error();
    if (range.step == 1)
      return substring(self, range.start, range.start + range.count);
    StrBuilder out;
    for (int64_t i = 0, at = range.start; i < range.count; ++i, at += range.step)
      out.append(charAt(s, at));
    return out.finish();
  }
  if (!isInt(key) && !JN_SLOT(*typeOf(key), unary, UnaryOp::Index))
    return raise(jn_exc_TypeError, "string indices must be integers, not '%T'", &key);
  int64_t index;
  if (!toIndexOr(key, jn_exc_IndexError, &index))
    return jn_error();
  if (index < 0)
    index += s->length;
  if (index < 0 || index >= s->length)
    return raise(jn_exc_IndexError, "string index out of range");
  return makeChar(charAt(s, index));
}

// ---- construction

Value strOfClass(Type *cls, Value exact) {
  if (cls == &jn_type_str || exact.tag == JN_ERROR)
    return exact;
  Ref held(exact);
  const StrObject *from = strOf(exact);
  auto *s = reinterpret_cast<StrObject *>(allocate(cls, cls->instanceSize));
  size_t size = static_cast<size_t>(from->length + 1) * from->kind;
  s->length = from->length;
  s->hash = -1;
  s->kind = from->kind;
  s->ascii = from->ascii;
  s->data = malloc(size);
  copyBytes(s->data, from->data, size);
  if (s->ascii) {
    s->utf8 = static_cast<char *>(s->data);
    s->utf8Size = s->length;
  }
  return jn_obj(s);
}

Value strConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value out[3];
  if (!parseArgs("str", {"object", "encoding", "errors"}, 0, 3, args, count, kwnames, out))
    return jn_error();
  if (!given(out[0]))
    return strOfClass(cls, emptyStr());
  if (!given(out[1]) && !given(out[2])) {
    Ref text(str(out[0]));
    return text.failed() ? jn_error() : strOfClass(cls, toExactStr(text.get()));
  }
  Encoding encoding;
  std::string_view handler, bytes;
  if (!parseCodecArguments("str", out[1], out[2], &encoding, &handler))
    return jn_error();
  if (isStr(out[0]))
    return raise(jn_exc_TypeError, "decoding str is not supported");
  if (!bytesView(out[0], &bytes))
    return raise(jn_exc_TypeError, "decoding to str: need a bytes-like object, %T found", &out[0]);
  return strOfClass(cls, decodeBytes(bytes, encoding, handler));
}

// ---- iterator

Value iterSlot(Object *o) {
  auto *it = allocate<StrIterator>(strObject(o)->ascii ? &asciiIteratorType : &iteratorType);
  it->text = jn_own(jn_obj(o));
  return jn_obj(it);
}
void iteratorDealloc(Object *o) {
  jn_decref(reinterpret_cast<StrIterator *>(o)->text);
  freeObject(o);
}
Value iteratorNext(Object *o) {
  auto *it = reinterpret_cast<StrIterator *>(o);
  if (!given(it->text))
    return jn_done();
  const StrObject *s = strOf(it->text);
  if (it->index < s->length)
    return makeChar(charAt(s, it->index++));
  jn_assign(&it->text, jn_unbound());
  return jn_done();
}
Value iteratorHint(const Value *args, size_t, Value) {
  auto *it = as<StrIterator>(args[0]);
  return jn_int(given(it->text) ? strOf(it->text)->length - it->index : 0);
}
Value iteratorReduce(const Value *args, size_t, Value) {
  auto *it = as<StrIterator>(args[0]);
  return reduceIterator("iter", it->text, it->index, emptyStr());
}
Value iteratorSetState(const Value *args, size_t, Value) {
  auto *it = as<StrIterator>(args[0]);
  int64_t index;
  if (!stateOfIterator(args[1], 0, given(it->text) ? strOf(it->text)->length : 0, &index))
    return jn_error();
  it->index = index;
  return jn_none();
}
const MethodDef kIteratorMethods[] = {{"__length_hint__", iteratorHint, 1, 1},
                                      {"__reduce__", iteratorReduce, 1, 1},
                                      {"__setstate__", iteratorSetState, 2, 2},
                                      {}};

// ---- methods that lead elsewhere

Value encodeMethod(const Value *args, size_t count, Value kwnames) {
  Value out[2];
  Encoding encoding;
  std::string_view handler;
  if (!parseArgs("encode", {"encoding", "errors"}, 0, 2, args + 1, count - 1, kwnames, out) ||
      !parseCodecArguments("encode", out[0], out[1], &encoding, &handler))
    return jn_error();
  return encodeStr(args[0], encoding, handler);
}
Value formatMethod(const Value *args, size_t count, Value kwnames) {
  return strFormat(args[0], args + 1, count - 1, kwnames, jn_unbound());
}
Value formatMap(const Value *args, size_t, Value) {
  return strFormat(args[0], nullptr, 0, jn_unbound(), args[1]);
}
Value newArguments(const Value *args, size_t, Value) {
  Ref exact(toExactStr(args[0]));
  return makeTuple({exact.get()});
}

const MethodDef kOtherMethods[] = {{"encode", encodeMethod, 1, 3, true},
                                   {"format", formatMethod, 1, -1, true},
                                   {"format_map", formatMap, 2, 2},
                                   {"__getnewargs__", newArguments, 1, 1},
                                   {}};

MethodDef allMethods[80];

}  // namespace

int initStrType() {
  size_t count = 0;
  for (const MethodDef *table :
       {kStrSearchMethods, kStrCaseMethods, kStrLayoutMethods, kOtherMethods})
    for (; table->name; ++table)
      allMethods[count++] = *table;

  Type &t = jn_type_str;
  t.name = "str";
  t.instanceSize = sizeof(StrObject);
  t.typeFlags = kTypeBaseable;
  t.dealloc = strDealloc;
  t.repr = reprSlot;
  t.str = strSlot;
  t.format = formatSlot;
  t.hash = hashSlot;
  t.truth = truthSlot;
  t.compare = compareSlot;
  t.iter = iterSlot;
  t.length = lengthSlot;
  t.getitem = getitemSlot;
  t.contains = containsSlot;
  t.construct = strConstruct;
  t.methods = allMethods;
  t.staticMethods = kStrStaticMethods;
  JN_SLOT(t, binary, BinaryOp::Add) = concatSlot;
  JN_SLOT(t, binary, BinaryOp::Mul) = repeatSlot;
  JN_SLOT(t, binary, BinaryOp::Mod) = moduloSlot;

  for (Type *i : {&asciiIteratorType, &iteratorType}) {
    i->name = i == &iteratorType ? "str_iterator" : "str_ascii_iterator";
    i->instanceSize = sizeof(StrIterator);
    i->dealloc = iteratorDealloc;
    i->iter = selfIter;
    i->next = iteratorNext;
    i->methods = kIteratorMethods;
    if (readyType(i) < 0)
      return -1;
  }
  return addBuiltinType(&t);
}

}  // namespace janus
