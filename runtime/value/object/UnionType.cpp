// `int | None`: a union of classes, for annotations and isinstance.
#include "value/error/Raise.h"
#include "value/object/Types.h"

namespace janus {

namespace {

struct UnionObject {
  jn_object head;
  jn_tuple *args;
};
jn_tuple *argsOf(Value v) {
  return as<UnionObject>(v)->args;
}
UnionObject *unionObject(Object *o) {
  return reinterpret_cast<UnionObject *>(o);
}

void unionDealloc(Object *o) {
  jn_decref(jn_obj(unionObject(o)->args));
  freeObject(o);
}
void unionTraverse(Object *o, VisitFn visit, void *context) {
  visit(&unionObject(o)->args->head, context);
}

std::string shown(Value v) {
  if (v.tag == JN_NONE || (isType(v) && as<Type>(v) == &jn_type_none))
    return "None";
  if (!isType(v))
    return formatText("%R", &v);
  Ref module(getattrOptional(v, JN_NAME("__module__"))),
      name(getattrOptional(v, JN_NAME("__qualname__")));
  clearError();
  std::string text(isStr(name.get()) ? utf8Of(name.get()) : typeNameOf(as<Type>(v)));
  if (isStr(module.get()) && utf8Of(module.get()) != "builtins")
    text = std::string(utf8Of(module.get())) + "." + text;
  return text;
}
Value unionRepr(Object *o) {
  std::string text;
  jn_tuple *args = unionObject(o)->args;
  for (int64_t i = 0; i < args->size; ++i)
    text += (i ? " | " : "") + shown(args->items[i]);
  return makeStr(text);
}

// Every member of a is one of b.
int within(jn_tuple *a, jn_tuple *b) {
  for (int64_t i = 0; i < a->size; ++i) {
    int found = jn_contains(jn_obj(b), a->items[i]);
    if (found <= 0)
      return found;
  }
  return 1;
}
Value unionCompare(Value a, Value b, CompareOp op) {
  if ((op != CompareOp::Eq && op != CompareOp::Ne) || !isExact(b, &jn_type_union))
    return jn_notimplemented();
  int same = within(argsOf(a), argsOf(b));
  if (same > 0)
    same = within(argsOf(b), argsOf(a));
  return same < 0 ? jn_error() : jn_bool((same != 0) == (op == CompareOp::Eq));
}
int unionHash(Object *o, int64_t *out) {
  Ref set(
      makeFrozenset(unionObject(o)->args->items, static_cast<size_t>(unionObject(o)->args->size)));
  return !set.failed() && hash(set.get(), out) ? 0 : -1;
}

bool mayJoin(Value v) {
  if (v.tag == JN_NONE || isType(v) || isExact(v, &jn_type_union))
    return true;
  return v.tag == JN_OBJECT && lookupInType(v.o->type, JN_NAME("__origin__")).tag != JN_UNBOUND;
}

int append(Value list, Value v) {
  if (isExact(v, &jn_type_union)) {
    for (int64_t i = 0; i < argsOf(v)->size; ++i)
      if (append(list, argsOf(v)->items[i]) < 0)
        return -1;
    return 0;
  }
  if (v.tag == JN_NONE)
    v = jn_obj(&jn_type_none);
  int known = jn_contains(list, v);
  return known ? (known < 0 ? -1 : 0) : jn_list_append(list, v);
}

Value getArgs(Object *o) {
  return jn_own(jn_obj(unionObject(o)->args));
}
const GetSetDef getsets[] = {{"__args__", getArgs, nullptr}, {nullptr, nullptr, nullptr}};

template <bool Instance>
Value check(const Value *args, size_t, Value) {
  jn_tuple *members = argsOf(args[0]);
  for (int64_t i = 0; i < members->size; ++i) {
    int r = Instance ? isInstanceOf(args[1], members->items[i])
                     : isSubclassOf(args[1], members->items[i]);
    if (r)
      return r < 0 ? jn_error() : jn_bool(true);
  }
  return jn_bool(false);
}
const MethodDef methods[] = {{"__instancecheck__", check<true>, 2, 2},
                             {"__subclasscheck__", check<false>, 2, 2},
                             {nullptr, nullptr}};

}  // namespace

Type jn_type_union = {
    .name = "types.UnionType",
    .instanceSize = sizeof(UnionObject),
    .dealloc = unionDealloc,
    .traverse = unionTraverse,
    .repr = unionRepr,
    .hash = unionHash,
    .compare = unionCompare,
    .methods = methods,
    .getsets = getsets,
};

// `a | b` of classes.
Value uniteTypes(Value a, Value b) {
  if (!mayJoin(a) || !mayJoin(b) || (a.tag == JN_NONE && b.tag == JN_NONE))
    return jn_notimplemented();
  Ref list(jn_make_list(nullptr, 0));
  if (append(list.get(), a) < 0 || append(list.get(), b) < 0)
    return jn_error();
  if (list.as<jn_list>()->size == 1)
    return jn_own(list.as<jn_list>()->items[0]);
  auto *u = allocate<UnionObject>(&jn_type_union);
  u->args = as<jn_tuple>(jn_list_to_tuple(list.get()));
  return jn_obj(u);
}

int initUnionType() {
  jn_type_union.binary[static_cast<size_t>(BinaryOp::Or)] = uniteTypes;
  return readyType(&jn_type_union);
}

}  // namespace janus
