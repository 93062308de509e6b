// The module operator: Python's operators as functions, and itemgetter, attrgetter, methodcaller.
#include "value/container/Sequence.h"
#include "value/text/Str.h"

namespace janus {
namespace {

template <Value (*F)(Value, Value)>
Value binaryFn(const Value *args, size_t, Value) {
  return F(args[0], args[1]);
}
template <Value (*F)(Value)>
Value unaryFn(const Value *args, size_t, Value) {
  return F(args[0]);
}

Value truthOf(int truth) {
  return truth < 0 ? jn_error() : jn_bool(truth);
}
Value notFn(const Value *args, size_t, Value) {
  int truth = jn_truth(args[0]);
  return truth < 0 ? jn_error() : jn_bool(!truth);
}
Value truthFn(const Value *args, size_t, Value) {
  return truthOf(jn_truth(args[0]));
}
Value isFn(const Value *args, size_t, Value) {
  return jn_bool(jn_is(args[0], args[1]));
}
Value isNotFn(const Value *args, size_t, Value) {
  return jn_bool(!jn_is(args[0], args[1]));
}
Value containsFn(const Value *args, size_t, Value) {
  return truthOf(jn_contains(args[0], args[1]));
}
Value getitemFn(const Value *args, size_t, Value) {
  return jn_getitem(args[0], args[1]);
}
Value setitemFn(const Value *args, size_t, Value) {
  return jn_setitem(args[0], args[1], args[2]) < 0 ? jn_error() : jn_none();
}
Value delitemFn(const Value *args, size_t, Value) {
  return jn_delitem(args[0], args[1]) < 0 ? jn_error() : jn_none();
}
Value indexFn(const Value *args, size_t, Value) {
  Ref index(toIndex(args[0]));
  return index.failed() ? jn_error() : toExactInt(index.get());
}
Value absFn(const Value *args, size_t, Value) {
  return unary(args[0], UnaryOp::Abs);
}

Value countOf(const Value *args, size_t, Value) {
  int64_t total = 0;
  bool good = forEach(args[0], [&](Value item) {
    int same = equal(item, args[1]);
    total += same > 0;
    return same >= 0;
  });
  return good ? jn_int(total) : jn_error();
}
Value indexOf(const Value *args, size_t, Value) {
  int64_t at = 0;
  int same = 0;
  bool good = forEach(args[0], [&](Value item) {
    same = equal(item, args[1]);
    at += same == 0;
    return same == 0;
  });
  if (same > 0)
    return jn_int(at);
  return good ? raise(jn_exc_ValueError, "sequence.index(x): x not in sequence") : jn_error();
}
Value lengthHintFn(const Value *args, size_t count, Value) {
  int64_t fallback = 0;
  if (count > 1 && !toInt64(args[1], &fallback))
    return jn_error();
  int64_t hint = lengthHint(args[0], fallback);
  return hint < 0 ? jn_error() : jn_int(hint);
}
bool areSequences(const Value *args) {
  for (int i : {0, 1})
    if (!typeOf(args[i])->getitem || isInstance(args[i], &jn_type_dict)) {
      raise(jn_exc_TypeError, "'%T' object can't be concatenated", &args[i]);
      return false;
    }
  return true;
}
Value concatFn(const Value *args, size_t, Value) {
  if (!areSequences(args))
    return jn_error();
  return jn_add(args[0], args[1]);
}
Value iconcatFn(const Value *args, size_t, Value) {
  if (!areSequences(args))
    return jn_error();
  return jn_iadd(args[0], args[1]);
}
Value callFn(const Value *args, size_t count, Value kwnames) {
  return jn_call_kw(args[0], args + 1, count - 1, kwnames);
}

// ---- itemgetter, attrgetter, methodcaller

Type itemgetterType, attrgetterType, methodcallerType;
struct GetterObject {
  Object head;
  Value names;     // tuple: keys, attribute paths, or the arguments of a method
  Value name;      // methodcaller
  Value keywords;  // methodcaller: dict
};
GetterObject *getter(Object *o) {
  return reinterpret_cast<GetterObject *>(o);
}

Value makeGetter(Type *cls, Value names) {
  auto *g = reinterpret_cast<GetterObject *>(allocate(cls, sizeof(GetterObject)));
  g->names = names;
  g->name = jn_none();
  g->keywords = jn_none();
  return jn_obj(g);
}
void getterDealloc(Object *o) {
  for (Value v : {getter(o)->names, getter(o)->name, getter(o)->keywords})
    jn_decref(v);
  freeObject(o);
}
void getterTraverse(Object *o, VisitFn visit, void *context) {
  for (Value v : {getter(o)->names, getter(o)->name, getter(o)->keywords})
    if (v.tag == JN_OBJECT)
      visit(v.o, context);
}

Value itemgetterNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("itemgetter", kwnames) ||
      !checkCount("itemgetter", count, 1, count ? SIZE_MAX : 1))
    return jn_error();
  return makeGetter(cls, jn_make_tuple(args, count));
}
Value attrgetterNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("attrgetter", kwnames) ||
      !checkCount("attrgetter", count, 1, count ? SIZE_MAX : 1))
    return jn_error();
  for (size_t i = 0; i < count; ++i)
    if (!isStr(args[i]))
      return raise(jn_exc_TypeError, "attribute name must be a string");
  return makeGetter(cls, jn_make_tuple(args, count));
}
Value methodcallerNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  size_t keywords = keywordCount(kwnames), positional = count - keywords;
  if (positional < 1)
    return raise(jn_exc_TypeError, "methodcaller needs at least one argument, the method name");
  if (!isStr(args[0]))
    return raise(jn_exc_TypeError, "method name must be a string");
  Value made = makeGetter(cls, jn_make_tuple(args + 1, positional - 1));
  auto *g = as<GetterObject>(made);
  g->name = jn_own(internValue(args[0]));
  g->keywords = jn_obj(newDict());
  for (size_t i = 0; i < keywords; ++i)
    dictSet(as<jn_dict>(g->keywords), as<jn_tuple>(kwnames)->items[i], args[positional + i]);
  return made;
}

// One result for one name, a tuple for several.
template <class F>
Value applyAll(const GetterObject *g, F one) {
  jn_tuple *names = as<jn_tuple>(g->names);
  if (names->size == 1)
    return one(names->items[0]);
  Ref results(jn_obj(newTuple(names->size)));
  for (int64_t i = 0; i < names->size; ++i) {
    Value v = one(names->items[i]);
    if (v.tag == JN_ERROR)
      return v;
    results.as<jn_tuple>()->items[i] = v;
  }
  return results.release();
}
Value itemgetterCall(Value self, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("itemgetter", kwnames) || !checkCount("itemgetter", count, 1, 1))
    return jn_error();
  return applyAll(as<GetterObject>(self), [&](Value key) { return jn_getitem(args[0], key); });
}
Value attributePath(Value object, Value path) {
  std::string_view text = utf8Of(path);
  Ref v = Ref::own(object);
  while (!v.failed()) {
    size_t dot = text.find('.');
    v = Ref(getattr(v.get(), internStr(text.substr(0, dot))));
    if (dot == text.npos)
      break;
    text.remove_prefix(dot + 1);
  }
  return v.release();
}
Value attrgetterCall(Value self, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("attrgetter", kwnames) || !checkCount("attrgetter", count, 1, 1))
    return jn_error();
  return applyAll(as<GetterObject>(self), [&](Value path) { return attributePath(args[0], path); });
}
Value methodcallerCall(Value self, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("methodcaller", kwnames) || !checkCount("methodcaller", count, 1, 1))
    return jn_error();
  auto *g = as<GetterObject>(self);
  Ref method(getattr(args[0], g->name));
  return method.failed() ? jn_error() : jn_call_ex(method.get(), g->names, g->keywords);
}
Value getterRepr(Object *o) {
  GetterObject *g = getter(o);
  std::string text = std::string(typeNameOf(o->type)) + "(";
  bool first = true;
  auto put = [&](Value v) {
    Ref shown(repr(v));
    if (shown.failed())
      return false;
    text += (first ? "" : ", ") + std::string(utf8Of(shown.get()));
    first = false;
    return true;
  };
  if (g->name.tag != JN_NONE && !put(g->name))
    return jn_error();
  jn_tuple *names = as<jn_tuple>(g->names);
  for (int64_t i = 0; i < names->size; ++i)
    if (!put(names->items[i]))
      return jn_error();
  int64_t position = 0;
  Value key, v;
  if (g->keywords.tag == JN_OBJECT) {
    Ref held = Ref::own(g->keywords);
    while (dictNext(held.as<jn_dict>(), &position, &key, &v)) {
      Ref heldKey = Ref::own(key), shown(repr(v));
      if (shown.failed())
        return jn_error();
      text +=
          (first ? "" : ", ") + std::string(utf8Of(key)) + "=" + std::string(utf8Of(shown.get()));
      first = false;
    }
  }
  return makeStr(text + ")");
}

// (class, arguments); of a methodcaller with keywords, a partial of the class, so that they come
// along.
Value getterReduce(const Value *args, size_t, Value) {
  auto *g = as<GetterObject>(args[0]);
  Value cls = jn_obj(typeOf(args[0]));
  if (g->name.tag == JN_NONE)
    return makeTuple({cls, g->names});
  Ref name(makeTuple({g->name}));
  Ref positional(jn_add(name.get(), g->names));
  if (as<jn_dict>(g->keywords)->count == 0)
    return makeTuple({cls, positional.get()});
  Ref module(jn_import(nullptr, JN_NAME("functools"), 1));
  Ref partial(module.failed() ? jn_error() : getattr(module.get(), JN_NAME("partial")));
  if (partial.failed())
    return jn_error();
  Ref first(makeTuple({cls, g->name}));
  Ref made(jn_call_ex(partial.get(), first.get(), g->keywords));
  return made.failed() ? jn_error() : makeTuple({made.get(), g->names});
}
const MethodDef kGetterMethods[] = {{"__reduce__", getterReduce, 1, 1}, {}};

#define JN_X(name)                                                                                 \
  {"__" #name "__", binaryFn<jn_##name>, 2, 2}, {"__i" #name "__", binaryFn<jn_i##name>, 2, 2},    \
      {"i" #name, binaryFn<jn_i##name>, 2, 2},
#define COMPARE(name)                                                                              \
  {#name, binaryFn<jn_##name>, 2, 2}, {                                                            \
    "__" #name "__", binaryFn<jn_##name>, 2, 2                                                     \
  }

const MethodDef kFunctions[] = {JN_BINARY_OPERATORS(JN_X)  //
                                {"add", binaryFn<jn_add>, 2, 2},
                                {"sub", binaryFn<jn_sub>, 2, 2},
                                {"mul", binaryFn<jn_mul>, 2, 2},
                                {"truediv", binaryFn<jn_truediv>, 2, 2},
                                {"floordiv", binaryFn<jn_floordiv>, 2, 2},
                                {"mod", binaryFn<jn_mod>, 2, 2},
                                {"pow", binaryFn<jn_pow>, 2, 2},
                                {"matmul", binaryFn<jn_matmul>, 2, 2},
                                {"lshift", binaryFn<jn_lshift>, 2, 2},
                                {"rshift", binaryFn<jn_rshift>, 2, 2},
                                {"and_", binaryFn<jn_and>, 2, 2},
                                {"or_", binaryFn<jn_or>, 2, 2},
                                {"xor", binaryFn<jn_xor>, 2, 2},
                                COMPARE(eq),
                                COMPARE(ne),
                                COMPARE(lt),
                                COMPARE(le),
                                COMPARE(gt),
                                COMPARE(ge),
                                {"neg", unaryFn<jn_neg>, 1, 1},
                                {"__neg__", unaryFn<jn_neg>, 1, 1},
                                {"pos", unaryFn<jn_pos>, 1, 1},
                                {"__pos__", unaryFn<jn_pos>, 1, 1},
                                {"invert", unaryFn<jn_invert>, 1, 1},
                                {"inv", unaryFn<jn_invert>, 1, 1},
                                {"__invert__", unaryFn<jn_invert>, 1, 1},
                                {"abs", absFn, 1, 1},
                                {"__abs__", absFn, 1, 1},
                                {"not_", notFn, 1, 1},
                                {"__not__", notFn, 1, 1},
                                {"truth", truthFn, 1, 1},
                                {"is_", isFn, 2, 2},
                                {"is_not", isNotFn, 2, 2},
                                {"index", indexFn, 1, 1},
                                {"__index__", indexFn, 1, 1},
                                {"contains", containsFn, 2, 2},
                                {"__contains__", containsFn, 2, 2},
                                {"getitem", getitemFn, 2, 2},
                                {"__getitem__", getitemFn, 2, 2},
                                {"setitem", setitemFn, 3, 3},
                                {"__setitem__", setitemFn, 3, 3},
                                {"delitem", delitemFn, 2, 2},
                                {"__delitem__", delitemFn, 2, 2},
                                {"concat", concatFn, 2, 2},
                                {"__concat__", concatFn, 2, 2},
                                {"iconcat", iconcatFn, 2, 2},
                                {"__iconcat__", iconcatFn, 2, 2},
                                {"countOf", countOf, 2, 2},
                                {"indexOf", indexOf, 2, 2},
                                {"length_hint", lengthHintFn, 1, 2},
                                {"call", callFn, 1, -1, true},
                                {}};
#undef JN_X
#undef COMPARE

int init(jn_module *m) {
  struct Row {
    Type *type;
    const char *name;
    Value (*construct)(Type *, const Value *, size_t, Value);
    Value (*call)(Value, const Value *, size_t, Value);
  };
  for (const Row &row :
       {Row{&itemgetterType, "operator.itemgetter", itemgetterNew, itemgetterCall},
        Row{&attrgetterType, "operator.attrgetter", attrgetterNew, attrgetterCall},
        Row{&methodcallerType, "operator.methodcaller", methodcallerNew, methodcallerCall}}) {
    Type &t = *row.type;
    t.name = row.name;
    t.instanceSize = sizeof(GetterObject);
    t.typeFlags = kTypeBaseable;
    t.dealloc = getterDealloc;
    t.traverse = getterTraverse;
    t.repr = getterRepr;
    t.call = row.call;
    t.construct = row.construct;
    t.methods = kGetterMethods;
    if (readyType(&t) < 0 || addToModule(m, row.name + 9, jn_obj(&t)) < 0)
      return -1;
  }
  return 0;
}

}  // namespace

extern const NativeModuleDef operatorModule;
const NativeModuleDef operatorModule = {"operator", init, kFunctions};

}  // namespace janus
