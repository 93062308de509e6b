// The module _collections: deque, defaultdict, OrderedDict and the helper of Counter.
#include "stdlib/Deque.h"
#include "value/container/Dict.h"
#include "value/container/KeyHash.h"
#include "value/container/Sequence.h"
#include "value/text/Str.h"

#include <utility>

namespace janus {
namespace {

// ---- defaultdict: a dict with a factory behind

Type defaultdictType;
struct DefaultDict {
  jn_dict dict;
  Value factory;
};
DefaultDict *defaultDict(Value v) {
  return as<DefaultDict>(v);
}

Value defaultdictNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value made = jn_type_dict.construct(cls, args, count, kwnames);
  if (made.tag != JN_ERROR)
    defaultDict(made)->factory = jn_none();
  return made;
}
int defaultdictInit(Value self, const Value *args, size_t count, Value kwnames) {
  size_t positional = count - keywordCount(kwnames);
  if (positional > 0) {
    Value factory = args[0];
    if (factory.tag != JN_NONE && (factory.tag != JN_OBJECT || !typeOf(factory)->call)) {
      raise(jn_exc_TypeError, "first argument must be callable or None");
      return -1;
    }
    if (JN_UNLIKELY(self.o->flags & JN_FLAG_WATCHED))
      jn_watch_hit(self.o);
    jn_assign(&defaultDict(self)->factory, jn_own(factory));
    ++args;
    --count;
  }
  return jn_type_dict.init(self, args, count, kwnames);
}
Value missing(const Value *args, size_t, Value) {
  Value factory = defaultDict(args[0])->factory;
  if (factory.tag == JN_NONE)
    return raiseKeyError(args[1]);
  Ref made(call(factory, {}));
  if (made.failed() || jn_setitem(args[0], args[1], made.get()) < 0)
    return jn_error();
  return made.release();
}
Value defaultdictCopy(const Value *args, size_t, Value) {
  return call(jn_obj(args[0].o->type), {defaultDict(args[0])->factory, args[0]});
}
Value defaultdictOr(Value a, Value b) {
  if (!isDict(a) || !isDict(b))
    return jn_notimplemented();
  Value own = isInstance(a, &defaultdictType) ? a : b;
  Ref result(call(jn_obj(own.o->type), {defaultDict(own)->factory, a}));
  if (result.failed() || dictUpdate(result.as<jn_dict>(), b) < 0)
    return jn_error();
  return result.release();
}
Value defaultdictRepr(Object *o) {
  StrBuilder out;
  if (!reprEnter(o))
    return makeStr("...");
  Ref factory(repr(defaultDict(jn_obj(o))->factory));
  reprLeave(o);
  Ref items(factory.failed() ? jn_error() : dictRepr(jn_obj(o)));
  if (items.failed())
    return jn_error();
  std::string_view name = typeNameOf(o->type);
  out.utf8(name.substr(name.rfind('.') + 1));
  out.ascii("(");
  out.str(factory.get());
  out.ascii(", ");
  out.str(items.get());
  out.ascii(")");
  return out.finish();
}
void defaultdictDealloc(Object *o) {
  jn_decref(defaultDict(jn_obj(o))->factory);
  jn_type_dict.dealloc(o);
}
void defaultdictTraverse(Object *o, VisitFn visit, void *context) {
  if (defaultDict(jn_obj(o))->factory.tag == JN_OBJECT)
    visit(defaultDict(jn_obj(o))->factory.o, context);
  jn_type_dict.traverse(o, visit, context);
}
void defaultdictClear(Object *o) {
  jn_assign(&defaultDict(jn_obj(o))->factory, jn_none());
  jn_type_dict.clear(o);
}
Value getFactory(Object *o) {
  return jn_own(defaultDict(jn_obj(o))->factory);
}
int setFactory(Object *o, Value v) {
  jn_assign(&defaultDict(jn_obj(o))->factory, given(v) ? jn_own(v) : jn_none());
  return 0;
}
const MethodDef kDefaultdictMethods[] = {{"__missing__", missing, 2, 2},
                                         {"copy", defaultdictCopy, 1, 1},
                                         {"__copy__", defaultdictCopy, 1, 1},
                                         {}};
const GetSetDef kDefaultdictGetSets[] = {{"default_factory", getFactory, setFactory}, {}};

// ---- OrderedDict: a dict whose comparison minds the order, with attributes

Type orderedType;
struct OrderedDict {
  jn_dict dict;
  jn_dict *attributes;
};
OrderedDict *orderedDict(Object *o) {
  return reinterpret_cast<OrderedDict *>(o);
}
void orderedDropAttributes(Object *o) {
  if (jn_dict *attributes = std::exchange(orderedDict(o)->attributes, nullptr))
    jn_decref(jn_obj(attributes));
}
void orderedDealloc(Object *o) {
  orderedDropAttributes(o);
  jn_type_dict.dealloc(o);
}
void orderedTraverse(Object *o, VisitFn visit, void *context) {
  if (orderedDict(o)->attributes)
    visit(&orderedDict(o)->attributes->head, context);
  jn_type_dict.traverse(o, visit, context);
}
void orderedClear(Object *o) {
  orderedDropAttributes(o);
  jn_type_dict.clear(o);
}
jn_dict *self(const Value *args) {
  return as<jn_dict>(args[0]);
}

Value moveToEnd(const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs("move_to_end", {"key", "last"}, 1, 2, args + 1, count - 1, kwnames, out))
    return jn_error();
  int last = given(out[1]) ? jn_truth(out[1]) : 1;
  int moved = last < 0 ? -1 : dictMoveToEnd(self(args), out[0], last);
  return moved > 0 ? jn_none() : moved == 0 ? raiseKeyError(out[0]) : jn_error();
}
Value orderedPopitem(const Value *args, size_t count, Value kwnames) {
  Value lastArgument;
  if (!parseArgs("popitem", {"last"}, 0, 1, args + 1, count - 1, kwnames, &lastArgument))
    return jn_error();
  int last = given(lastArgument) ? jn_truth(lastArgument) : 1;
  jn_dict *d = self(args);
  if (last < 0)
    return jn_error();
  if (d->count == 0) {
    Ref text(makeStr("dictionary is empty"));
    return raiseKeyError(text.get());
  }
  int64_t i = last ? d->used - 1 : 0;
  while (d->entries[i].key.tag == JN_UNBOUND)
    i += last ? -1 : 1;
  Ref pair(makeTuple({d->entries[i].key, d->entries[i].value}));
  dictRemoveEntry(d, i);
  return pair.release();
}
Value orderedPop(const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs("pop", {"key", "default"}, 1, 2, args + 1, count - 1, kwnames, out))
    return jn_error();
  Value v = dictTake(self(args), out[0]);
  if (given(v))
    return v;
  return given(out[1]) ? jn_own(out[1]) : raiseKeyError(out[0]);
}
Value orderedCopy(const Value *args, size_t, Value) {
  return call(jn_obj(args[0].o->type), {args[0]});
}
Value orderedCompare(Value a, Value b, CompareOp op) {
  Value same = jn_type_dict.compare(a, b, op);
  bool both = isInstance(a, &orderedType) && isInstance(b, &orderedType);
  if (!both || same.tag != JN_BOOL || (same.i != 0) == (op == CompareOp::Ne))
    return same;
  // Equal as dicts: now the keys in order.
  jn_dict *x = as<jn_dict>(a), *y = as<jn_dict>(b);
  int64_t i = 0, j = 0;
  Value p, q;
  while (dictNext(x, &i, &p, nullptr) && dictNext(y, &j, &q, nullptr)) {
    int equalKeys = equal(p, q);
    if (equalKeys < 0)
      return jn_error();
    if (!equalKeys)
      return jn_bool(op == CompareOp::Ne);
  }
  return same;
}
Value orderedRepr(Object *o) {
  std::string_view full = typeNameOf(o->type);
  std::string name(full.substr(full.rfind('.') + 1));
  if (as<jn_dict>(jn_obj(o))->count == 0)
    return makeStr(name + "()");
  if (!reprEnter(o))
    return makeStr("...");
  Ref items(callMethod(jn_obj(o), JN_NAME("items"), {}));
  Ref list(items.failed() ? jn_error() : listFrom(items.get()));
  Ref text(list.failed() ? jn_error() : repr(list.get()));
  reprLeave(o);
  if (text.failed())
    return jn_error();
  StrBuilder out;
  out.utf8(name);
  out.ascii("(");
  out.str(text.get());
  out.ascii(")");
  return out.finish();
}
Value orderedOr(Value a, Value b) {
  if (!isDict(a) || !isDict(b))
    return jn_notimplemented();
  Value own = isInstance(a, &orderedType) ? a : b;
  Ref result(call(jn_obj(own.o->type), {a}));
  if (result.failed() || dictUpdate(result.as<jn_dict>(), b) < 0)
    return jn_error();
  return result.release();
}
template <DictPart Part>
Value orderedView(const Value *args, size_t, Value) {
  return makeDictView(self(args), Part, true);
}
const MethodDef kOrderedMethods[] = {{"keys", orderedView<DictPart::Keys>, 1, 1},
                                     {"values", orderedView<DictPart::Values>, 1, 1},
                                     {"items", orderedView<DictPart::Items>, 1, 1},
                                     {"move_to_end", moveToEnd, 1, 3, true},
                                     {"popitem", orderedPopitem, 1, 2, true},
                                     {"pop", orderedPop, 1, 3, true},
                                     {"copy", orderedCopy, 1, 1},
                                     {}};

// One more of the item.
bool countOne(jn_dict *d, Value item) {
  int64_t h;
  if (!hashKey(item, &h))
    return false;
  int64_t at = dictFind(d, item, h);
  if (at == -1)
    return dictAdd(d, item, h, jn_int(1)) == 0;
  if (at < 0)
    return false;
  Ref known = Ref::own(d->entries[at].value);
  if (known.get().tag == JN_INT && known.get().i < INT64_MAX) {
    dictReplaceAt(d, at, jn_int(known.get().i + 1));
    return true;
  }
  Ref next(jn_add(known.get(), jn_int(1)));
  return !next.failed() && dictSetHashed(d, item, h, next.get()) == 0;
}

// Adds 1 for every item: what Counter does with an iterable.
Value countElements(const Value *args, size_t, Value) {
  bool good = forEach(args[1], [&](Value item) {
    if (isDict(args[0]))
      return countOne(as<jn_dict>(args[0]), item);
    Ref known(callMethod(args[0], JN_NAME("get"), {item, jn_int(0)}));
    Ref next(known.failed() ? jn_error() : jn_add(known.get(), jn_int(1)));
    return !next.failed() && jn_setitem(args[0], item, next.get()) == 0;
  });
  return good ? jn_none() : jn_error();
}
const MethodDef kFunctions[] = {{"_count_elements", countElements, 2, 2}, {}};

int init(jn_module *m) {
  Type &d = defaultdictType;
  d.name = "collections.defaultdict";
  d.base = &jn_type_dict;
  d.instanceSize = sizeof(DefaultDict);
  d.typeFlags = kTypeBaseable;
  d.dealloc = defaultdictDealloc;
  d.traverse = defaultdictTraverse;
  d.clear = defaultdictClear;
  d.repr = defaultdictRepr;
  d.construct = defaultdictNew;
  d.init = defaultdictInit;
  d.methods = kDefaultdictMethods;
  d.getsets = kDefaultdictGetSets;
  JN_SLOT(d, binary, BinaryOp::Or) = defaultdictOr;

  Type &o = orderedType;
  o.name = "collections.OrderedDict";
  o.base = &jn_type_dict;
  o.instanceSize = sizeof(OrderedDict);
  o.dictOffset = offsetof(OrderedDict, attributes);
  o.typeFlags = kTypeBaseable;
  o.dealloc = orderedDealloc;
  o.traverse = orderedTraverse;
  o.clear = orderedClear;
  o.repr = orderedRepr;
  o.hash = jn_type_dict.hash;
  o.compare = orderedCompare;
  o.construct = jn_type_dict.construct;
  o.init = jn_type_dict.init;
  o.methods = kOrderedMethods;
  JN_SLOT(o, binary, BinaryOp::Or) = orderedOr;
  return readyType(&d) < 0 || readyType(&o) < 0 || addDeque(m) < 0 ||
                 addToModule(m, "defaultdict", jn_obj(&d)) < 0 ||
                 addToModule(m, "OrderedDict", jn_obj(&o)) < 0
             ? -1
             : 0;
}

}  // namespace

extern const NativeModuleDef collectionsModule;
const NativeModuleDef collectionsModule = {"_collections", init, kFunctions};

}  // namespace janus
