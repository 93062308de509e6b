// `int | None`: a union of classes, for annotations and isinstance.
#include "value/error/Raise.h"
#include "value/object/DataTypes.h"
#include "value/object/TypeParameters.h"
#include "value/object/Types.h"
#include "value/text/Str.h"

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

Value unionRepr(Object *o) {
  StrBuilder out;
  jn_tuple *args = unionObject(o)->args;
  for (int64_t i = 0; i < args->size; ++i) {
    bool none = args->items[i].tag == JN_OBJECT && args->items[i].o == &jn_type_none.head;
    Ref text(none ? makeStr("None") : shownArgument(args->items[i]));
    if (text.failed())
      return jn_error();
    if (i)
      out.ascii(" | ");
    out.str(text.get());
  }
  return out.finish();
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
  return v.tag == JN_NONE || isType(v) || isExact(v, &jn_type_union) || isGenericAlias(v);
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
Value getParameters(Object *o) {
  return typeParameters(jn_obj(unionObject(o)->args));
}
Value getModule(Object *) {
  return makeStr("types");
}
const GetSetDef getsets[] = {{"__args__", getArgs, nullptr},
                             {"__parameters__", getParameters, nullptr},
                             {"__module__", getModule, nullptr},
                             {nullptr, nullptr, nullptr}};

// `(T | None)[int]`: the new members, united again by whatever `|` is for them.
Value unionGetitem(Value self, Value item) {
  Ref parameters(typeParameters(jn_obj(argsOf(self))));
  if (parameters.failed())
    return jn_error();
  Ref members(substituteParameters(self, jn_obj(argsOf(self)), parameters.get(), item));
  if (members.failed())
    return jn_error();
  Ref all(jn_own(members.as<jn_tuple>()->items[0]));
  for (int64_t i = 1; i < members.as<jn_tuple>()->size && !all.failed(); ++i)
    all = Ref(binary(all.get(), members.as<jn_tuple>()->items[i], BinaryOp::Or));
  return all.release();
}

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
    .getitem = unionGetitem,
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
