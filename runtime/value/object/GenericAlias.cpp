// `list[int]`: the class with its arguments, which calls and attributes go through to. `*list[int]`
// is the same with a star.
#include "value/container/IteratorState.h"
#include "value/object/DataTypes.h"
#include "value/object/TypeParameters.h"
#include "value/object/Types.h"
#include "value/text/Str.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace janus {
namespace {

struct AliasObject {
  Object head;
  Value origin, arguments;  // a class; a tuple
  Value parameters;         // a tuple, once it was asked for
  bool starred;
};
Type aliasType, iteratorType;

AliasObject *aliasObject(Object *o) {
  return reinterpret_cast<AliasObject *>(o);
}

void dealloc(Object *o) {
  jn_decref(aliasObject(o)->origin);
  jn_decref(aliasObject(o)->arguments);
  jn_decref(aliasObject(o)->parameters);
  freeObject(o);
}
void traverse(Object *o, VisitFn visit, void *context) {
  for (Value held : {aliasObject(o)->origin, aliasObject(o)->arguments, aliasObject(o)->parameters})
    if (held.tag == JN_OBJECT)
      visit(held.o, context);
}

Value makeAlias(Type *cls, Value origin, Value arguments, bool starred) {
  Object *made = allocate(cls, static_cast<size_t>(cls->instanceSize));
  AliasObject *alias = aliasObject(made);
  alias->origin = jn_own(origin);
  alias->arguments =
      isExact(arguments, &jn_type_tuple) ? jn_own(arguments) : makeTuple({arguments});
  alias->parameters = jn_unbound();
  alias->starred = starred;
  return jn_obj(made);
}

Value reprSlot(Object *o) {
  StrBuilder out;
  Ref origin(shownArgument(aliasObject(o)->origin));
  if (origin.failed())
    return jn_error();
  if (aliasObject(o)->starred)
    out.append('*');
  out.str(origin.get());
  out.ascii("[");
  jn_tuple *arguments = as<jn_tuple>(aliasObject(o)->arguments);
  for (int64_t i = 0; i < arguments->size; ++i) {
    Ref text(shownArgument(arguments->items[i]));
    if (text.failed())
      return jn_error();
    if (i)
      out.ascii(", ");
    out.str(text.get());
  }
  out.ascii(arguments->size == 0 ? "()]" : "]");
  return out.finish();
}

int hashSlot(Object *o, int64_t *out) {
  int64_t a, b;
  if (!hash(aliasObject(o)->origin, &a) || !hash(aliasObject(o)->arguments, &b))
    return -1;
  *out = notMinusOne(a ^ b);
  return 0;
}

Value compareSlot(Value a, Value b, CompareOp op) {
  if (!isInstance(a, &aliasType) || !isInstance(b, &aliasType) ||
      (op != CompareOp::Eq && op != CompareOp::Ne))
    return jn_notimplemented();
  int same = as<AliasObject>(a)->starred == as<AliasObject>(b)->starred;
  if (same > 0)
    same = equal(as<AliasObject>(a)->origin, as<AliasObject>(b)->origin);
  if (same > 0)
    same = equal(as<AliasObject>(a)->arguments, as<AliasObject>(b)->arguments);
  return same < 0 ? jn_error() : jn_bool(same == (op == CompareOp::Eq));
}

Value callSlot(Value self, const Value *args, size_t count, Value kwnames) {
  Ref made(jn_call_kw(as<AliasObject>(self)->origin, args, count, kwnames));
  if (made.failed())
    return jn_error();
  if (made.get().tag == JN_OBJECT && setattr(made.get(), JN_NAME("__orig_class__"), self) < 0)
    clearError();
  return made.release();
}

// Attributes of the alias itself; all others are those of the class.
constexpr std::string_view kOwnAttributes[] = {
    "__class__",       "__origin__",   "__args__",
    "__parameters__",  "__unpacked__", "__typing_unpacked_tuple_args__",
    "__mro_entries__", "__reduce__",   "__reduce_ex__",
    "__copy__",        "__deepcopy__"};

Value getattrSlot(Value self, Value name) {
  std::string_view text = utf8Of(name);
  bool own = std::find(std::begin(kOwnAttributes), std::end(kOwnAttributes), text) !=
             std::end(kOwnAttributes);
  return own ? genericGetattr(self, name) : getattr(as<AliasObject>(self)->origin, name);
}

Value parametersOf(AliasObject *alias) {
  if (alias->parameters.tag == JN_UNBOUND) {
    Value found = typeParameters(alias->arguments);
    if (found.tag == JN_ERROR)
      return found;
    alias->parameters = found;
  }
  return jn_own(alias->parameters);
}

Value getitemSlot(Value self, Value item) {
  auto *alias = as<AliasObject>(self);
  Ref parameters(parametersOf(alias));
  if (parameters.failed())
    return jn_error();
  Ref arguments(substituteParameters(self, alias->arguments, parameters.get(), item));
  return arguments.failed() ? jn_error()
                            : makeAlias(&aliasType, alias->origin, arguments.get(), alias->starred);
}

// ---- `*list[int]`: an iterator that gives the alias with a star, once
struct IteratorObject {
  Object head;
  Value alias;
};
void deallocIterator(Object *o) {
  jn_decref(reinterpret_cast<IteratorObject *>(o)->alias);
  freeObject(o);
}
void traverseIterator(Object *o, VisitFn visit, void *context) {
  Value held = reinterpret_cast<IteratorObject *>(o)->alias;
  if (held.tag == JN_OBJECT)
    visit(held.o, context);
}
Value iterSlot(Object *o) {
  auto *made = allocate<IteratorObject>(&iteratorType);
  made->alias = jn_own(jn_obj(o));
  return jn_obj(made);
}
Value nextSlot(Object *o) {
  Ref alias(std::exchange(reinterpret_cast<IteratorObject *>(o)->alias, jn_unbound()));
  if (alias.get().tag == JN_UNBOUND)
    return jn_done();
  auto *given = alias.as<AliasObject>();
  return makeAlias(&aliasType, given->origin, given->arguments, true);
}
Value reduceIterator(const Value *args, size_t, Value) {
  Value alias = as<IteratorObject>(args[0])->alias;
  Ref builtin(builtinFunction("iter"));
  if (builtin.failed())
    return jn_error();
  Ref given(alias.tag == JN_UNBOUND ? makeTuple({jn_obj(newTuple(0))}) : makeTuple({alias}));
  return makeTuple({builtin.get(), given.get()});
}

// ---- methods and attributes
Value mroEntries(const Value *args, size_t, Value) {
  return makeTuple({as<AliasObject>(args[0])->origin});
}
Value refuseInstance(const Value *, size_t, Value) {
  return raise(jn_exc_TypeError, "isinstance() argument 2 cannot be a parameterized generic");
}
Value refuseSubclass(const Value *, size_t, Value) {
  return raise(jn_exc_TypeError, "issubclass() argument 2 cannot be a parameterized generic");
}
Value reduce(const Value *args, size_t, Value) {
  auto *alias = as<AliasObject>(args[0]);
  Ref given(makeTuple({alias->origin, alias->arguments}));
  if (!alias->starred)
    return makeTuple({jn_obj(&aliasType), given.get()});
  Ref plain(makeAlias(&aliasType, alias->origin, alias->arguments, false));
  Ref next(builtinFunction("next"));
  if (next.failed())
    return jn_error();
  Ref iterator(iterSlot(plain.get().o)), once(makeTuple({iterator.get()}));
  return makeTuple({next.get(), once.get()});
}
Value dir(const Value *args, size_t, Value) {
  Ref function(builtinFunction("dir"));
  if (function.failed())
    return jn_error();
  Ref names(jn_call(function.get(), &as<AliasObject>(args[0])->origin, 1));
  if (names.failed())
    return jn_error();
  for (std::string_view own : kOwnAttributes) {
    Ref name(makeStr(own));
    int known = jn_contains(names.get(), name.get());
    if (known < 0 || (!known && jn_list_append(names.get(), name.get()) < 0))
      return jn_error();
  }
  return names.release();
}

Value getOrigin(Object *o) {
  return jn_own(aliasObject(o)->origin);
}
Value getArguments(Object *o) {
  return jn_own(aliasObject(o)->arguments);
}
Value getParameters(Object *o) {
  return parametersOf(aliasObject(o));
}
Value getUnpacked(Object *o) {
  return jn_bool(aliasObject(o)->starred);
}
Value getUnpackedArguments(Object *o) {
  bool tuple = aliasObject(o)->starred && jn_is(aliasObject(o)->origin, jn_obj(&jn_type_tuple));
  return tuple ? jn_own(aliasObject(o)->arguments) : jn_none();
}

const MethodDef kMethods[] = {{"__mro_entries__", mroEntries, 2, 2},
                              {"__instancecheck__", refuseInstance, 2, 2},
                              {"__subclasscheck__", refuseSubclass, 2, 2},
                              {"__reduce__", reduce, 1, 1},
                              {"__dir__", dir, 1, 1},
                              {}};
const GetSetDef kGetSets[] = {{"__origin__", getOrigin, nullptr},
                              {"__args__", getArguments, nullptr},
                              {"__parameters__", getParameters, nullptr},
                              {"__unpacked__", getUnpacked, nullptr},
                              {"__typing_unpacked_tuple_args__", getUnpackedArguments, nullptr},
                              {}};
const MethodDef kIteratorMethods[] = {{"__reduce__", reduceIterator, 1, 1}, {}};

// types.GenericAlias(origin, args), also as `__class_getitem__ = classmethod(GenericAlias)`.
Value construct(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("GenericAlias", kwnames) || !checkCount("GenericAlias", count, 2, 2))
    return jn_error();
  return makeAlias(cls, args[0], args[1], false);
}

}  // namespace

Value genericAlias(const Value *args, size_t, Value) {
  return makeAlias(&aliasType, args[0], args[1], false);
}

bool isGenericAlias(Value v) {
  return v.tag == JN_OBJECT && isInstance(v, &aliasType);
}

int initGenericAlias() {
  Type &t = aliasType;
  t.name = "types.GenericAlias";
  t.instanceSize = sizeof(AliasObject);
  t.typeFlags = kTypeBaseable;
  t.dealloc = dealloc;
  t.traverse = traverse;
  t.repr = reprSlot;
  t.hash = hashSlot;
  t.compare = compareSlot;
  t.call = callSlot;
  t.iter = iterSlot;
  t.getitem = getitemSlot;
  t.construct = construct;
  t.getattr = getattrSlot;
  t.methods = kMethods;
  t.getsets = kGetSets;
  JN_SLOT(t, binary, BinaryOp::Or) = uniteTypes;
  Type &i = iteratorType;
  i.name = "generic_alias_iterator";
  i.instanceSize = sizeof(IteratorObject);
  i.dealloc = deallocIterator;
  i.traverse = traverseIterator;
  i.iter = selfIter;
  i.next = nextSlot;
  i.methods = kIteratorMethods;
  return readyType(&t) < 0 ? -1 : readyType(&i);
}

}  // namespace janus
