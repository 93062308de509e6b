// `list[int]`: the class with its arguments, which calls and attributes go through to.
#include "value/object/DataTypes.h"
#include "value/object/Types.h"
#include "value/text/Str.h"

namespace janus {
namespace {

struct AliasObject {
  Object head;
  Value origin, arguments;  // a class; a tuple
};
Type aliasType;

AliasObject *aliasObject(Object *o) {
  return reinterpret_cast<AliasObject *>(o);
}

void dealloc(Object *o) {
  jn_decref(aliasObject(o)->origin);
  jn_decref(aliasObject(o)->arguments);
  freeObject(o);
}
void traverse(Object *o, VisitFn visit, void *context) {
  visit(aliasObject(o)->origin.o, context);
  visit(aliasObject(o)->arguments.o, context);
}

// How an argument is shown: classes by name, `...`, anything else by repr.
Value shown(Value v) {
  if (v.tag == JN_ELLIPSIS)
    return makeStr("...");
  if (v.tag == JN_OBJECT && isSubtype(v.o->type, &jn_type_type)) {
    Ref module(getattrOptional(v, JN_NAME("__module__")));
    Ref name(getattr(v, JN_NAME("__qualname__")));
    if (module.failed() || name.failed())
      return jn_error();
    if (!given(module.get()) || !isStr(module.get()) || utf8Of(module.get()) == "builtins")
      return name.release();
    return makeStr(std::string(utf8Of(module.get())) + "." + std::string(utf8Of(name.get())));
  }
  if (isExact(v, &jn_type_list)) {  // the parameters of a Callable
    StrBuilder out;
    out.append('[');
    for (int64_t i = 0; i < as<jn_list>(v)->size; ++i) {
      Ref text(shown(as<jn_list>(v)->items[i]));
      if (text.failed())
        return jn_error();
      if (i)
        out.ascii(", ");
      out.str(text.get());
    }
    out.append(']');
    return out.finish();
  }
  return repr(v);
}

Value reprSlot(Object *o) {
  StrBuilder out;
  Ref origin(shown(aliasObject(o)->origin));
  if (origin.failed())
    return jn_error();
  out.str(origin.get());
  out.ascii("[");
  jn_tuple *arguments = as<jn_tuple>(aliasObject(o)->arguments);
  for (int64_t i = 0; i < arguments->size; ++i) {
    Ref text(shown(arguments->items[i]));
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
  if (!isExact(a, &aliasType) || !isExact(b, &aliasType) ||
      (op != CompareOp::Eq && op != CompareOp::Ne))
    return jn_notimplemented();
  int same = equal(as<AliasObject>(a)->origin, as<AliasObject>(b)->origin);
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

Value getattrSlot(Value self, Value name) {
  std::string_view text = utf8Of(name);
  bool own = text == "__origin__" || text == "__args__" || text == "__parameters__" ||
             text == "__mro_entries__" || text == "__class__";
  return own ? genericGetattr(self, name) : getattr(as<AliasObject>(self)->origin, name);
}

Value mroEntries(const Value *args, size_t, Value) {
  return makeTuple({as<AliasObject>(args[0])->origin});
}
Value getOrigin(Object *o) {
  return jn_own(aliasObject(o)->origin);
}
Value getArguments(Object *o) {
  return jn_own(aliasObject(o)->arguments);
}
Value getParameters(Object *) {
  return jn_obj(newTuple(0));
}

const MethodDef kMethods[] = {{"__mro_entries__", mroEntries, 2, 2}, {}};
const GetSetDef kGetSets[] = {{"__origin__", getOrigin, nullptr},
                              {"__args__", getArguments, nullptr},
                              {"__parameters__", getParameters, nullptr},
                              {}};

}  // namespace

Value genericAlias(const Value *args, size_t, Value) {
  auto *alias = allocate<AliasObject>(&aliasType);
  alias->origin = jn_own(args[0]);
  alias->arguments = isExact(args[1], &jn_type_tuple) ? jn_own(args[1]) : makeTuple({args[1]});
  return jn_obj(alias);
}

namespace {

// types.GenericAlias(origin, args), also as `__class_getitem__ = classmethod(GenericAlias)`.
Value construct(Type *, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("GenericAlias", kwnames) || !checkCount("GenericAlias", count, 2, 2))
    return jn_error();
  return genericAlias(args, count, kwnames);
}

}  // namespace

int initGenericAlias() {
  Type &t = aliasType;
  t.name = "types.GenericAlias";
  t.instanceSize = sizeof(AliasObject);
  t.dealloc = dealloc;
  t.traverse = traverse;
  t.repr = reprSlot;
  t.hash = hashSlot;
  t.compare = compareSlot;
  t.call = callSlot;
  t.construct = construct;
  t.getattr = getattrSlot;
  t.methods = kMethods;
  t.getsets = kGetSets;
  JN_SLOT(t, binary, BinaryOp::Or) = uniteTypes;
  return readyType(&t);
}

}  // namespace janus
