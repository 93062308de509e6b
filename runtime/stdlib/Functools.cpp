// The module _functools: partial, reduce, cmp_to_key and the cache behind lru_cache.
#include "stdlib/NativeParts.h"
#include "value/container/Dict.h"
#include "value/container/Sequence.h"
#include "value/text/Str.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace janus {
namespace {

// ---- partial

Type partialType;
struct PartialObject {
  Object head;
  Value function, arguments, keywords;  // callable, tuple, dict
  jn_dict *dict;
};
PartialObject *partialObject(Object *o) {
  return reinterpret_cast<PartialObject *>(o);
}

Value partialNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  size_t keywords = keywordCount(kwnames);
  if (count - keywords < 1)
    return raise(jn_exc_TypeError, "type 'partial' takes at least one argument");
  Value function = args[0];
  if (function.tag != JN_OBJECT || !function.o->type->call)
    return raise(jn_exc_TypeError, "the first argument must be callable");
  auto *p = reinterpret_cast<PartialObject *>(allocate(cls, sizeof(PartialObject)));
  Ref held(jn_obj(p));
  p->arguments = jn_make_tuple(args + 1, count - keywords - 1);
  p->keywords = jn_obj(newDict());
  p->function = jn_own(function);
  // A partial of a partial is one partial.
  if (isExact(function, &partialType) && !partialObject(function.o)->dict) {
    PartialObject *inner = partialObject(function.o);
    jn_assign(&p->arguments, jn_add(inner->arguments, p->arguments));
    dictMerge(as<jn_dict>(p->keywords), inner->keywords);
    jn_assign(&p->function, jn_own(inner->function));
  }
  for (size_t i = 0; i < keywords; ++i)
    if (dictSet(as<jn_dict>(p->keywords), as<jn_tuple>(kwnames)->items[i],
                args[count - keywords + i]) < 0)
      return jn_error();
  return held.release();
}

Value partialCall(Value self, const Value *args, size_t count, Value kwnames) {
  auto *p = as<PartialObject>(self);
  jn_dict *own = as<jn_dict>(p->keywords);
  jn_tuple *first = as<jn_tuple>(p->arguments);
  size_t keywords = keywordCount(kwnames), positional = count - keywords;
  if (own->count == 0 && keywords == 0) {
    constexpr size_t kInline = 12;
    Value few[kInline];
    size_t total = first->size + count;
    if (total <= kInline) {
      std::copy(first->items, first->items + first->size, few);
      std::copy(args, args + count, few + first->size);
      Ref held = Ref::own(p->arguments);
      return jn_call(p->function, few, total);
    }
  }
  Ref rest(jn_make_tuple(args, positional));
  Ref all(jn_add(p->arguments, rest.get()));
  Ref merged(dictCopy(own));
  for (size_t i = 0; i < keywords; ++i)
    if (dictSet(merged.as<jn_dict>(), as<jn_tuple>(kwnames)->items[i], args[positional + i]) < 0)
      return jn_error();
  return jn_call_ex(p->function, all.get(), merged.get());
}

void partialDealloc(Object *o) {
  PartialObject *p = partialObject(o);
  jn_decref(p->function);
  jn_decref(p->arguments);
  jn_decref(p->keywords);
  if (p->dict)
    jn_decref(jn_obj(p->dict));
  freeObject(o);
}
void partialTraverse(Object *o, VisitFn visit, void *context) {
  PartialObject *p = partialObject(o);
  for (Value v : {p->function, p->arguments, p->keywords})
    if (v.tag == JN_OBJECT)
      visit(v.o, context);
  if (p->dict)
    visit(&p->dict->head, context);
}

Value partialRepr(Object *o) {
  PartialObject *p = partialObject(o);
  if (!reprEnter(o))
    return makeStr("...");
  StrBuilder out;
  out.ascii(typeNameOf(o->type));
  out.ascii("(");
  Ref text(repr(p->function));
  bool good = !text.failed();
  if (good)
    out.str(text.get());
  Ref heldArguments = Ref::own(p->arguments);
  jn_tuple *arguments = heldArguments.as<jn_tuple>();
  for (int64_t i = 0; good && i < arguments->size; ++i) {
    text = Ref(repr(arguments->items[i]));
    good = !text.failed();
    if (good) {
      out.ascii(", ");
      out.str(text.get());
    }
  }
  int64_t position = 0;
  Value key, v;
  Ref keywords = Ref::own(p->keywords);
  while (good && dictNext(keywords.as<jn_dict>(), &position, &key, &v)) {
    Ref heldKey = Ref::own(key), heldValue = Ref::own(v);
    Ref name(str(key));
    text = Ref(repr(v));
    good = !text.failed() && !name.failed();
    if (good) {
      out.ascii(", ");
      out.str(name.get());
      out.ascii("=");
      out.str(text.get());
    }
  }
  reprLeave(o);
  out.ascii(")");
  return good ? out.finish() : jn_error();
}
Value getFunction(Object *o) {
  return jn_own(partialObject(o)->function);
}
Value getArguments(Object *o) {
  return jn_own(partialObject(o)->arguments);
}
Value getKeywords(Object *o) {
  return jn_own(partialObject(o)->keywords);
}
Value partialReduce(const Value *args, size_t, Value) {
  auto *p = as<PartialObject>(args[0]);
  Ref made(makeTuple({p->function}));
  Ref state(
      makeTuple({p->function, p->arguments, p->keywords, p->dict ? jn_obj(p->dict) : jn_none()}));
  return makeTuple({jn_obj(typeOf(args[0])), made.get(), state.get()});
}
Value partialSetState(const Value *args, size_t, Value) {
  auto *p = as<PartialObject>(args[0]);
  auto *state = isInstance(args[1], &jn_type_tuple) ? as<jn_tuple>(args[1]) : nullptr;
  if (!state || state->size != 4 || state->items[0].tag != JN_OBJECT ||
      !state->items[0].o->type->call || !isInstance(state->items[1], &jn_type_tuple) ||
      (state->items[2].tag != JN_NONE && !isInstance(state->items[2], &jn_type_dict)))
    return raise(jn_exc_TypeError, "invalid partial state");
  Value dict = state->items[3];
  if (dict.tag != JN_NONE && !isExact(dict, &jn_type_dict))
    return raise(jn_exc_TypeError, "invalid partial state");
  Ref arguments(call(jn_obj(&jn_type_tuple), {state->items[1]}));
  bool shared = isExact(state->items[2], &jn_type_dict);
  Ref keywords(shared ? jn_own(state->items[2]) : jn_obj(newDict()));
  bool merged = shared || state->items[2].tag == JN_NONE ||
                dictMerge(keywords.as<jn_dict>(), state->items[2]) == 0;
  if (arguments.failed() || !merged)
    return jn_error();
  if (p->head.flags & JN_FLAG_WATCHED)
    jn_watch_hit(&p->head);
  jn_assign(&p->function, jn_own(state->items[0]));
  jn_assign(&p->arguments, arguments.release());
  jn_assign(&p->keywords, keywords.release());
  jn_dict *before = p->dict;
  p->dict = dict.tag == JN_NONE ? nullptr : as<jn_dict>(jn_own(dict));
  if (before)
    jn_decref(jn_obj(before));
  return jn_none();
}
const MethodDef kPartialMethods[] = {
    {"__reduce__", partialReduce, 1, 1}, {"__setstate__", partialSetState, 2, 2}, {}};
const GetSetDef kPartialGetSets[] = {{"func", getFunction, nullptr},
                                     {"args", getArguments, nullptr},
                                     {"keywords", getKeywords, nullptr},
                                     {}};

const NativePart kPartialParts[] = {{"func()", offsetof(PartialObject, function)},
                                    {"args()", offsetof(PartialObject, arguments)},
                                    {"keywords()", offsetof(PartialObject, keywords)},
                                    {}};

// ---- cmp_to_key

Type keyType;
struct KeyObject {
  Object head;
  Value compare, object;  // JN_UNBOUND for the factory
};
Value makeKey(Value compare, Value object) {
  auto *k = allocate<KeyObject>(&keyType);
  k->compare = jn_own(compare);
  k->object = jn_own(object);
  return jn_obj(k);
}
Value keyCall(Value self, const Value *args, size_t count, Value kwnames) {
  Value object;
  if (!parseArgs("K", {"obj"}, 1, 1, args, count, kwnames, &object))
    return jn_error();
  return makeKey(as<KeyObject>(self)->compare, object);
}
Value keyCompare(Value a, Value b, CompareOp op) {
  if (!isExact(a, &keyType) || !isExact(b, &keyType))
    return raise(jn_exc_TypeError, "other argument must be K instance");
  Value x = as<KeyObject>(a)->object, y = as<KeyObject>(b)->object;
  if (!given(x) || !given(y))
    return raise(jn_exc_AttributeError, "object");
  Ref answer(call(as<KeyObject>(a)->compare, {x, y}));
  return answer.failed() ? jn_error() : compare(answer.get(), jn_int(0), op);
}
void keyDealloc(Object *o) {
  jn_decref(reinterpret_cast<KeyObject *>(o)->compare);
  jn_decref(reinterpret_cast<KeyObject *>(o)->object);
  freeObject(o);
}
void keyTraverse(Object *o, VisitFn visit, void *context) {
  auto *k = reinterpret_cast<KeyObject *>(o);
  for (Value v : {k->compare, k->object})
    if (v.tag == JN_OBJECT)
      visit(v.o, context);
}
Value keyObject(Object *o) {
  return jn_own(reinterpret_cast<KeyObject *>(o)->object);
}
const GetSetDef kKeyGetSets[] = {{"obj", keyObject, nullptr}, {}};
Value cmpToKey(const Value *args, size_t count, Value kwnames) {
  Value compare;
  if (!parseArgs("cmp_to_key", {"mycmp"}, 1, 1, args, count, kwnames, &compare))
    return jn_error();
  return makeKey(compare, jn_unbound());
}

// ---- lru_cache

// A known answer. The entry with the lowest stamp is the one that was not used for longest. The
// dict keeps the order in which entries came, so versions of roots find keys by their places.
Type entryType;
struct CacheEntry {
  Object head;
  Value key, answer;
  Value stamp;  // an int
  int64_t hash;
};

Type cacheType;
struct CacheObject {
  Object head;
  Value function, cache, infoType;
  Value hits, clock;  // ints; the clock is the last stamp
  int64_t misses;
  int64_t maximum;  // -1: no limit
  bool typed;
  jn_dict *dict;
  // Entries of the dict with the stamps that they had when all were sorted; the lowest stands last.
  std::vector<std::pair<int64_t, CacheEntry *>> *oldest;
};
CacheObject *cacheObject(Object *o) {
  return reinterpret_cast<CacheObject *>(o);
}

Value cacheNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value out[4];
  if (!parseArgs("lru_cache", {"user_function", "maxsize", "typed", "cache_info_type"}, 4, 4, args,
                 count, kwnames, out))
    return jn_error();
  if (out[0].tag != JN_OBJECT || !out[0].o->type->call)
    return raise(jn_exc_TypeError, "the first argument must be callable");
  int64_t maximum = -1;
  if (out[1].tag != JN_NONE) {
    if (!isInt(out[1]))
      return raise(jn_exc_TypeError, "maxsize should be integer or None");
    if (!toInt64(out[1], &maximum))
      return jn_error();
    maximum = std::max<int64_t>(maximum, 0);
  }
  auto *c = reinterpret_cast<CacheObject *>(allocate(cls, sizeof(CacheObject)));
  c->function = jn_own(out[0]);
  c->cache = jn_obj(newDict());
  c->infoType = jn_own(out[3]);
  c->hits = c->clock = jn_int(0);
  c->maximum = maximum;
  c->oldest = new std::vector<std::pair<int64_t, CacheEntry *>>;
  c->typed = jn_truth(out[2]) > 0;
  return jn_obj(c);
}

// One int or str is its own key; anything else is a tuple of arguments, a mark, names and values,
// types.
Value keyOf(const CacheObject *c, const Value *args, size_t count, Value kwnames) {
  size_t keywords = keywordCount(kwnames), positional = count - keywords;
  if (!c->typed && keywords == 0 && positional == 1 &&
      (args[0].tag == JN_INT || isExact(args[0], &jn_type_str)))
    return jn_own(args[0]);
  Ref key(jn_obj(newList(0)));
  for (size_t i = 0; i < positional; ++i)
    jn_list_append(key.get(), args[i]);
  if (keywords) {
    jn_list_append(key.get(), jn_obj(&cacheType));
    for (size_t i = 0; i < keywords; ++i) {
      jn_list_append(key.get(), as<jn_tuple>(kwnames)->items[i]);
      jn_list_append(key.get(), args[positional + i]);
    }
  }
  for (size_t i = 0; c->typed && i < count; ++i)
    jn_list_append(key.get(), jn_obj(typeOf(args[i])));
  return jn_list_to_tuple(key.get());
}

// Numbers that versions of roots read and write.
void noteCounted(Object *o) {
  if (JN_UNLIKELY(o->flags & JN_FLAG_WATCHED))
    jn_watch_hit(o);
}

void stampEntry(CacheObject *c, CacheEntry *entry) {
  entry->stamp = jn_int(++c->clock.i);
  noteCounted(&entry->head);
  noteCounted(&c->head);
}

// Removes the entry that was not used for longest. Stamps only grow, so one that is still what it
// was when all were sorted is the lowest.
void removeOldest(CacheObject *c) {
  auto *cache = as<jn_dict>(c->cache);
  for (;;) {
    if (c->oldest->empty()) {
      int64_t at = 0;
      Value key, v;
      while (dictNext(cache, &at, &key, &v))
        c->oldest->emplace_back(as<CacheEntry>(v)->stamp.i, as<CacheEntry>(v));
      std::sort(c->oldest->rbegin(), c->oldest->rend());
    }
    auto [then, entry] = c->oldest->back();
    c->oldest->pop_back();
    if (entry->stamp.i != then)
      continue;
    int64_t at = dictFind(cache, entry->key, entry->hash);
    return at >= 0 ? dictRemoveEntry(cache, at) : clearError();
  }
}

// The answer goes to an entry of its own, unless the call itself has made one.
int keepAnswer(CacheObject *c, Value key, int64_t hash, Value answer) {
  auto *cache = as<jn_dict>(c->cache);
  int64_t at = dictFind(cache, key, hash);
  if (at == -2)
    return -1;
  if (at >= 0) {
    auto *entry = as<CacheEntry>(cache->entries[at].value);
    if (c->maximum < 0)
      jn_assign(&entry->answer, jn_own(answer));
    noteCounted(&entry->head);
    return 0;
  }
  if (c->maximum > 0 && cache->count >= c->maximum)
    removeOldest(c);
  auto *entry = allocate<CacheEntry>(&entryType);
  Ref owned(jn_obj(entry));
  entry->key = jn_own(key);
  entry->answer = jn_own(answer);
  entry->hash = hash;
  stampEntry(c, entry);
  return dictSetHashed(cache, key, hash, owned.get());
}

Value cacheCall(Value self, const Value *args, size_t count, Value kwnames) {
  auto *c = as<CacheObject>(self);
  auto compute = [&] { return jn_call_kw(c->function, args, count, kwnames); };
  if (c->maximum == 0) {
    ++c->misses;
    return compute();
  }
  Ref key(keyOf(c, args, count, kwnames));
  jn_dict *cache = as<jn_dict>(c->cache);
  int64_t h;
  if (!hash(key.get(), &h))
    return jn_error();
  int64_t at = dictFind(cache, key.get(), h);
  if (at == -2)
    return jn_error();
  if (at >= 0) {
    auto *entry = as<CacheEntry>(cache->entries[at].value);
    ++c->hits.i;
    stampEntry(c, entry);
    return jn_own(entry->answer);
  }
  ++c->misses;
  Ref held = Ref::own(self);
  Ref result(compute());
  if (result.failed() || keepAnswer(c, key.get(), h, result.get()) < 0)
    return jn_error();
  return result.release();
}

Value cacheInfo(const Value *args, size_t, Value) {
  auto *c = as<CacheObject>(args[0]);
  return call(c->infoType,
              {c->hits, jn_int(c->misses), c->maximum < 0 ? jn_none() : jn_int(c->maximum),
               jn_int(as<jn_dict>(c->cache)->count)});
}
Value cacheClear(const Value *args, size_t, Value) {
  auto *c = as<CacheObject>(args[0]);
  c->hits = jn_int(0);
  c->misses = 0;
  noteCounted(&c->head);
  c->oldest->clear();
  dictClear(as<jn_dict>(c->cache));
  return jn_none();
}
Value cacheCopy(const Value *args, size_t, Value) {
  return jn_own(args[0]);
}
void cacheDealloc(Object *o) {
  CacheObject *c = cacheObject(o);
  for (Value v : {c->function, c->cache, c->infoType})
    jn_decref(v);
  if (c->dict)
    jn_decref(jn_obj(c->dict));
  delete c->oldest;
  freeObject(o);
}
void entryDealloc(Object *o) {
  auto *entry = reinterpret_cast<CacheEntry *>(o);
  for (Value v : {entry->key, entry->answer})
    jn_decref(v);
  freeObject(o);
}
void entryTraverse(Object *o, VisitFn visit, void *context) {
  auto *entry = reinterpret_cast<CacheEntry *>(o);
  for (Value v : {entry->key, entry->answer})
    if (v.tag == JN_OBJECT)
      visit(v.o, context);
}
void cacheTraverse(Object *o, VisitFn visit, void *context) {
  CacheObject *c = cacheObject(o);
  for (Value v : {c->function, c->cache, c->infoType})
    if (v.tag == JN_OBJECT)
      visit(v.o, context);
  if (c->dict)
    visit(&c->dict->head, context);
}
// Bound like a function when it is a method.
Value cacheGet(Object *self, Value instance, Type *) {
  if (instance.tag == JN_NONE)
    return jn_own(jn_obj(self));
  return call(jn_obj(&jn_type_method), {jn_obj(self), instance});
}
const NativePart kCacheParts[] = {{"entries()", offsetof(CacheObject, cache)},
                                  {"hits()", offsetof(CacheObject, hits)},
                                  {"clock()", offsetof(CacheObject, clock)},
                                  {}};
const NativePart kEntryParts[] = {
    {"answer()", offsetof(CacheEntry, answer)}, {"stamp()", offsetof(CacheEntry, stamp)}, {}};
const MethodDef kCacheMethods[] = {{"cache_info", cacheInfo, 1, 1},
                                   {"cache_clear", cacheClear, 1, 1},
                                   {"__copy__", cacheCopy, 1, 1},
                                   {"__deepcopy__", cacheCopy, 2, 2},
                                   {}};

// ---- reduce

Value reduceFn(const Value *args, size_t count, Value) {
  Ref total(count > 2 ? jn_own(args[2]) : jn_unbound());
  bool good = forEach(args[1], [&](Value item) {
    total = Ref(given(total.get()) ? call(args[0], {total.get(), item}) : jn_own(item));
    return !total.failed();
  });
  if (!good)
    return jn_error();
  return given(total.get())
             ? total.release()
             : raise(jn_exc_TypeError, "reduce() of empty iterable with no initial value");
}

const MethodDef kFunctions[] = {
    {"reduce", reduceFn, 2, 3}, {"cmp_to_key", cmpToKey, 0, -1, true}, {}};

int init(jn_module *m) {
  Type &p = partialType;
  p.name = "functools.partial";
  p.instanceSize = sizeof(PartialObject);
  p.typeFlags = kTypeBaseable;
  p.dictOffset = offsetof(PartialObject, dict);
  p.dealloc = partialDealloc;
  p.traverse = partialTraverse;
  p.repr = partialRepr;
  p.call = partialCall;
  p.construct = partialNew;
  p.methods = kPartialMethods;
  p.getsets = kPartialGetSets;
  p.classMethods = kGenericAliasMethods;

  Type &k = keyType;
  k.name = "functools.KeyWrapper";
  k.instanceSize = sizeof(KeyObject);
  k.dealloc = keyDealloc;
  k.traverse = keyTraverse;
  k.call = keyCall;
  k.compare = keyCompare;
  k.getsets = kKeyGetSets;

  Type &e = entryType;
  e.name = "functools._cache_entry";
  e.instanceSize = sizeof(CacheEntry);
  e.dealloc = entryDealloc;
  e.traverse = entryTraverse;

  Type &c = cacheType;
  c.name = "functools._lru_cache_wrapper";
  c.instanceSize = sizeof(CacheObject);
  c.typeFlags = kTypeBaseable;
  c.dictOffset = offsetof(CacheObject, dict);
  c.dealloc = cacheDealloc;
  c.traverse = cacheTraverse;
  c.call = cacheCall;
  c.construct = cacheNew;
  c.descrGet = cacheGet;
  c.methods = kCacheMethods;
  return readyType(&p) < 0 || readyType(&k) < 0 || readyType(&e) < 0 || readyType(&c) < 0 ||
                 addToModule(m, "partial", jn_obj(&p)) < 0 ||
                 addToModule(m, "_lru_cache_wrapper", jn_obj(&c)) < 0 ||
                 addToModule(m, "lru_cache", jn_obj(&c)) < 0
             ? -1
             : 0;
}

}  // namespace

const NativePart *nativePartsOf(const Type *type) {
  return type == &cacheType     ? kCacheParts
         : type == &entryType   ? kEntryParts
         : type == &partialType ? kPartialParts
                                : nullptr;
}

extern const NativeModuleDef functoolsModule;
const NativeModuleDef functoolsModule = {"_functools", init, kFunctions};

}  // namespace janus
