// The type dict: slots, constructor, methods.
#include "value/container/Dict.h"
#include "value/container/KeyHash.h"
#include "value/container/Sequence.h"
#include "value/object/Heap.h"
#include "value/text/Str.h"

namespace janus {
namespace {
void dictTraverse(Object *o, VisitFn visit, void *context);
}
}  // namespace janus

// Some are made before their type is ready, and where an object begins hangs on its traversal.
jn_type jn_type_dict = {.name = "dict", .traverse = janus::dictTraverse};

namespace janus {
namespace {

jn_dict *dictObject(Object *o) {
  return reinterpret_cast<jn_dict *>(o);
}
jn_dict *self(const Value *args) {
  return as<jn_dict>(args[0]);
}

void dictDealloc(Object *o) {
  if (dictObject(o)->index) {
    if (JN_UNLIKELY(o->flags & JN_FLAG_WATCHED))
      dictClear(dictObject(o));
    else
      dropTable(dictObject(o));
  }
  freeNative<Traversal::Collected>(o, &jn_type_dict, sizeof(jn_dict));
}
void dictTraverse(Object *o, VisitFn visit, void *context) {
  jn_dict *d = dictObject(o);
  for (int64_t i = 0; i < d->used; ++i) {
    if (d->entries[i].key.tag == JN_OBJECT)
      visit(d->entries[i].key.o, context);
    if (d->entries[i].value.tag == JN_OBJECT)
      visit(d->entries[i].value.o, context);
  }
}
void dictClearSlot(Object *o) {
  dictClear(dictObject(o));
}

Value reprSlot(Object *o) {
  return dictRepr(jn_obj(o));
}
int64_t dictLength(Object *o) {
  return dictObject(o)->count;
}
int dictTruth(Object *o) {
  return dictObject(o)->count != 0;
}
int dictContains(Object *o, Value key) {
  Value v = dictGet(dictObject(o), key);
  return v.tag == JN_ERROR ? -1 : given(v);
}
Value dictIter(Object *o) {
  return makeDictIterator(dictObject(o), DictPart::Keys);
}

Value dictGetitem(Value d, Value key) {
  Value v = dictGet(as<jn_dict>(d), key);
  if (given(v))
    return v.tag == JN_ERROR ? v : jn_own(v);
  if (!isExact(d, &jn_type_dict)) {
    Ref made(callSpecial(d, JN_NAME("__missing__"), {key}));
    if (given(made.get()))
      return made.release();
  }
  return raiseKeyError(key);
}

int dictSetitem(Value d, Value key, Value v) {
  if (given(v))
    return dictSet(as<jn_dict>(d), key, v);
  int deleted = dictDelete(as<jn_dict>(d), key);
  if (deleted == 0)
    raiseKeyError(key);
  return deleted > 0 ? 0 : -1;
}

// Equal keys and values, whatever the order: 1, 0, -1.
int dictEqual(jn_dict *a, jn_dict *b) {
  if (a->count != b->count)
    return 0;
  for (int64_t i = 0; i < a->used; ++i) {
    jn_dict_entry entry = a->entries[i];
    if (entry.key.tag == JN_UNBOUND)
      continue;
    Ref key = Ref::own(entry.key), v = Ref::own(entry.value);
    int64_t at = dictFind(b, entry.key, entry.hash);
    if (at < 0)
      return at == -1 ? 0 : -1;
    Ref other = Ref::own(b->entries[at].value);
    int same = equal(entry.value, other.get());
    if (same <= 0)
      return same;
  }
  return 1;
}

Value dictCompare(Value a, Value b, CompareOp op) {
  if (!isDict(a) || !isDict(b) || (op != CompareOp::Eq && op != CompareOp::Ne))
    return jn_notimplemented();
  if (!jn_enter())
    return jn_error();
  int same = dictEqual(as<jn_dict>(a), as<jn_dict>(b));
  jn_leave();
  return same < 0 ? jn_error() : jn_bool(same == (op == CompareOp::Eq));
}

Value dictOr(Value a, Value b) {
  if (!isDict(a) || !isDict(b))
    return jn_notimplemented();
  Ref merged(dictCopy(as<jn_dict>(a)));
  return dictMerge(merged.as<jn_dict>(), b) < 0 ? jn_error() : merged.release();
}
Value dictOrInplace(Value a, Value b) {
  return dictUpdate(as<jn_dict>(a), b) < 0 ? jn_error() : jn_own(a);
}

Value dictConstruct(Type *cls, const Value *, size_t, Value) {
  auto *d = reinterpret_cast<jn_dict *>(allocate(cls, cls->instanceSize));
  d->keys_version = nextKeysVersion();
  return jn_obj(d);
}

// The arguments of dict() and update(): at most one mapping or iterable, then keywords.
int updateFromArguments(const char *fname, Value d, const Value *args, size_t count,
                        Value kwnames) {
  size_t keywords = keywordCount(kwnames), positional = count - keywords;
  if (!checkCount(fname, positional, 0, 1))
    return -1;
  if (positional == 1 && dictUpdate(as<jn_dict>(d), args[0]) < 0)
    return -1;
  for (size_t i = 0; i < keywords; ++i)
    if (dictSet(as<jn_dict>(d), as<jn_tuple>(kwnames)->items[i], args[positional + i]) < 0)
      return -1;
  return 0;
}
int dictInit(Value d, const Value *args, size_t count, Value kwnames) {
  return updateFromArguments("dict", d, args, count, kwnames);
}

// ---- methods

Value get(const Value *args, size_t count, Value) {
  Value v = dictGet(self(args), args[1]);
  if (v.tag == JN_ERROR)
    return v;
  return given(v) ? jn_own(v) : count > 2 ? jn_own(args[2]) : jn_none();
}
Value setdefault(const Value *args, size_t count, Value) {
  jn_dict *d = self(args);
  int64_t h;
  if (!hashKey(args[1], &h))
    return jn_error();
  int64_t at = dictFind(d, args[1], h);
  if (at >= 0)
    return jn_own(d->entries[at].value);
  Value fallback = count > 2 ? args[2] : jn_none();
  return at == -2 || dictAdd(d, args[1], h, fallback) < 0 ? jn_error() : jn_own(fallback);
}
Value pop(const Value *args, size_t count, Value) {
  // Of an empty dict no key is hashed.
  Value v = self(args)->count ? dictTake(self(args), args[1]) : jn_unbound();
  if (given(v))
    return v;
  return count > 2 ? jn_own(args[2]) : raiseKeyError(args[1]);
}
Value popitem(const Value *args, size_t, Value) {
  jn_dict *d = self(args);
  if (d->count == 0) {
    Ref text(makeStr("popitem(): dictionary is empty"));
    return raiseKeyError(text.get());
  }
  int64_t i = d->used - 1;
  while (d->entries[i].key.tag == JN_UNBOUND)
    --i;
  Ref pair(makeTuple({d->entries[i].key, d->entries[i].value}));
  dictRemoveEntry(d, i);
  return pair.release();
}
Value update(const Value *args, size_t count, Value kwnames) {
  return updateFromArguments("update", args[0], args + 1, count - 1, kwnames) < 0 ? jn_error()
                                                                                  : jn_none();
}
Value clear(const Value *args, size_t, Value) {
  dictClear(self(args));
  return jn_none();
}
Value copy(const Value *args, size_t, Value) {
  return dictCopy(self(args));
}
Value keys(const Value *args, size_t, Value) {
  return makeDictView(self(args), DictPart::Keys);
}
Value values(const Value *args, size_t, Value) {
  return makeDictView(self(args), DictPart::Values);
}
Value items(const Value *args, size_t, Value) {
  return makeDictView(self(args), DictPart::Items);
}
Value reversed(const Value *args, size_t, Value) {
  return makeDictIterator(self(args), DictPart::Keys, true);
}

Value fromkeys(const Value *args, size_t count, Value) {
  Value v = count > 2 ? args[2] : jn_none();
  Ref d(args[0].o == &jn_type_dict.head ? jn_obj(newDict()) : call(args[0], {}));
  if (d.failed())
    return jn_error();
  bool plain = isExact(d.get(), &jn_type_dict);
  bool good = forEach(args[1], [&](Value key) {
    return (plain ? dictSet(d.as<jn_dict>(), key, v) : jn_setitem_slow(d.get(), key, v)) == 0;
  });
  return good ? d.release() : jn_error();
}

}  // namespace

Value dictRepr(Value v) {
  if (as<jn_dict>(v)->count == 0)
    return makeStr("{}");
  if (!reprEnter(v.o))
    return makeStr("{...}");
  StrBuilder out;
  out.ascii("{");
  bool first = true, good = jn_enter(), entered = good;
  int64_t position = 0;
  Value key, item;
  while (good && dictNext(as<jn_dict>(v), &position, &key, &item)) {
    Ref heldKey = Ref::own(key), heldItem = Ref::own(item);
    Ref left(repr(key)), right(left.failed() ? jn_error() : repr(item));
    good = !right.failed();
    if (!good)
      break;
    if (!first)
      out.ascii(", ");
    first = false;
    out.str(left.get());
    out.ascii(": ");
    out.str(right.get());
  }
  if (entered)
    jn_leave();
  reprLeave(v.o);
  if (!good)
    return jn_error();
  out.ascii("}");
  return out.finish();
}

const MethodDef kDictMethods[] = {{"get", get, 2, 3},
                                  {"setdefault", setdefault, 2, 3},
                                  {"pop", pop, 2, 3},
                                  {"popitem", popitem, 1, 1},
                                  {"update", update, 1, -1, true},
                                  {"clear", clear, 1, 1},
                                  {"copy", copy, 1, 1},
                                  {"keys", keys, 1, 1},
                                  {"values", values, 1, 1},
                                  {"items", items, 1, 1},
                                  {"__reversed__", reversed, 1, 1},
                                  {}};
const MethodDef kDictClassMethods[] = {{"fromkeys", fromkeys, 2, 3}, kGenericAliasMethod, {}};

int initDictTypes() {
  Type &t = jn_type_dict;
  t.instanceSize = sizeof(jn_dict);
  t.typeFlags = kTypeBaseable | kTypeMappingPattern;
  t.dealloc = dictDealloc;
  t.clear = dictClearSlot;
  t.repr = reprSlot;
  t.hash = hashNotImplemented;
  t.truth = dictTruth;
  t.compare = dictCompare;
  t.iter = dictIter;
  t.length = dictLength;
  t.getitem = dictGetitem;
  t.setitem = dictSetitem;
  t.contains = dictContains;
  t.construct = dictConstruct;
  t.init = dictInit;
  t.methods = kDictMethods;
  t.classMethods = kDictClassMethods;
  JN_SLOT(t, binary, BinaryOp::Or) = dictOr;
  JN_SLOT(t, inplace, BinaryOp::Or) = dictOrInplace;
  return addBuiltinType(&t) < 0 || initDictViewTypes() < 0 ? -1 : 0;
}

}  // namespace janus
