// Type parameters are found by what they answer, as in Python: a parameter has `__typing_subst__`,
// an alias with parameters within has `__parameters__`, and an unpacked TypeVarTuple takes several
// arguments.
#include "value/object/TypeParameters.h"
#include "value/builtin/Builtins.h"
#include "value/error/Raise.h"
#include "value/object/DataTypes.h"
#include "value/object/Types.h"
#include "value/text/Str.h"

namespace janus {
namespace {

// An attribute of an argument; classes themselves have none that count. JN_UNBOUND without an error
// when there is none.
Value attributeOf(Value argument, Value name) {
  return isType(argument) ? jn_unbound() : getattrOptional(argument, name);
}

int appendOnce(Value list, Value item) {
  int known = jn_contains(list, item);
  return known < 0 ? -1 : known ? 0 : jn_list_append(list, item);
}

int64_t indexOf(jn_tuple *parameters, Value parameter) {
  for (int64_t i = 0; i < parameters->size; ++i)
    if (jn_is(parameters->items[i], parameter))
      return i;
  return -1;
}

bool isTuple(Value v) {
  return v.tag == JN_OBJECT && isInstance(v, &jn_type_tuple);
}

// `*tuple[int, str]` stands for two arguments, unless their number is open.
Value unpackArguments(Value item) {
  Ref list(jn_make_list(nullptr, 0));
  Ref given(isTuple(item) ? jn_own(item) : makeTuple({item}));
  auto *arguments = given.as<jn_tuple>();
  for (int64_t i = 0; i < arguments->size; ++i) {
    Value argument = arguments->items[i];
    Ref parts(attributeOf(argument, JN_NAME("__typing_unpacked_tuple_args__")));
    if (parts.failed())
      return jn_error();
    auto *tuple = isTuple(parts.get()) ? parts.as<jn_tuple>() : nullptr;
    bool fixed = tuple && (tuple->size == 0 || tuple->items[tuple->size - 1].tag != JN_ELLIPSIS);
    if ((fixed ? jn_list_extend(list.get(), parts.get()) : jn_list_append(list.get(), argument)) <
        0)
      return jn_error();
  }
  return jn_list_to_tuple(list.get());
}

// An alias within the arguments, with those of its parameters that are replaced.
Value substituteWithin(Value argument, jn_tuple *parameters, jn_tuple *given) {
  Ref inner(attributeOf(argument, JN_NAME("__parameters__")));
  if (inner.failed())
    return jn_error();
  if (!isTuple(inner.get()) || inner.as<jn_tuple>()->size == 0)
    return jn_own(argument);
  Ref list(jn_make_list(nullptr, 0));
  for (int64_t i = 0; i < inner.as<jn_tuple>()->size; ++i) {
    Value parameter = inner.as<jn_tuple>()->items[i];
    int64_t at = indexOf(parameters, parameter);
    Value value = at < 0 ? parameter : given->items[at];
    bool several = at >= 0 && isTuple(value) && typeOf(parameter)->iter;
    if ((several ? jn_list_extend(list.get(), value) : jn_list_append(list.get(), value)) < 0)
      return jn_error();
  }
  Ref key(jn_list_to_tuple(list.get()));
  return jn_getitem_slow(argument, key.get());
}

// What stands in the place of one argument, at the end of `list`.
int appendSubstituted(Value list, Value argument, jn_tuple *parameters, jn_tuple *given) {
  if (isType(argument))
    return jn_list_append(list, argument);
  Ref unpacked(attributeOf(argument, JN_NAME("__typing_is_unpacked_typevartuple__")));
  Ref substitute(attributeOf(argument, JN_NAME("__typing_subst__")));
  if (unpacked.failed() || substitute.failed())
    return -1;
  int64_t at = substitute.get().tag == JN_UNBOUND ? -1 : indexOf(parameters, argument);
  Ref made(at < 0 ? substituteWithin(argument, parameters, given)
                  : jn_call(substitute.get(), &given->items[at], 1));
  if (made.failed())
    return -1;
  int several = unpacked.get().tag == JN_UNBOUND ? 0 : jn_truth(unpacked.get());
  if (several < 0)
    return -1;
  return several && isTuple(made.get()) ? jn_list_extend(list, made.get())
                                        : jn_list_append(list, made.get());
}

// Parameters that prepare the arguments: ParamSpec and TypeVarTuple gather several into one.
Value prepareArguments(Value alias, jn_tuple *parameters, Value item) {
  Ref current(jn_own(item));
  for (int64_t i = 0; i < parameters->size; ++i) {
    Ref prepare(attributeOf(parameters->items[i], JN_NAME("__typing_prepare_subst__")));
    if (prepare.failed())
      return jn_error();
    if (prepare.get().tag == JN_UNBOUND || prepare.get().tag == JN_NONE)
      continue;
    Value both[] = {alias, current.get()};
    Ref prepared(jn_call(prepare.get(), both, 2));
    if (prepared.failed())
      return jn_error();
    current = std::move(prepared);
  }
  return isTuple(current.get()) ? current.release() : makeTuple({current.get()});
}

Value shownList(Value v) {
  StrBuilder out;
  out.append('[');
  for (int64_t i = 0; i < as<jn_list>(v)->size; ++i) {
    Ref text(shownArgument(as<jn_list>(v)->items[i]));
    if (text.failed())
      return jn_error();
    if (i)
      out.ascii(", ");
    out.str(text.get());
  }
  out.append(']');
  return out.finish();
}

}  // namespace

Value typeParameters(Value arguments) {
  Ref list(jn_make_list(nullptr, 0));
  auto *tuple = as<jn_tuple>(arguments);
  for (int64_t i = 0; i < tuple->size; ++i) {
    Value argument = tuple->items[i];
    Ref substitute(attributeOf(argument, JN_NAME("__typing_subst__")));
    if (substitute.failed())
      return jn_error();
    if (substitute.get().tag != JN_UNBOUND) {
      if (appendOnce(list.get(), argument) < 0)
        return jn_error();
      continue;
    }
    Ref inner(attributeOf(argument, JN_NAME("__parameters__")));
    if (inner.failed())
      return jn_error();
    for (int64_t j = 0; isTuple(inner.get()) && j < inner.as<jn_tuple>()->size; ++j)
      if (appendOnce(list.get(), inner.as<jn_tuple>()->items[j]) < 0)
        return jn_error();
  }
  return jn_list_to_tuple(list.get());
}

Value substituteParameters(Value alias, Value arguments, Value parameters, Value item) {
  auto *wanted = as<jn_tuple>(parameters);
  if (wanted->size == 0)
    return raise(jn_exc_TypeError, "%R is not a generic class", &alias);
  Ref unpacked(unpackArguments(item));
  if (unpacked.failed())
    return jn_error();
  Ref given(prepareArguments(alias, wanted, unpacked.get()));
  if (given.failed())
    return jn_error();
  if (given.as<jn_tuple>()->size != wanted->size)
    return raise(jn_exc_TypeError, "Too %s arguments for %R; actual %lld, expected %lld",
                 given.as<jn_tuple>()->size > wanted->size ? "many" : "few", &alias,
                 static_cast<long long>(given.as<jn_tuple>()->size),
                 static_cast<long long>(wanted->size));
  Ref list(jn_make_list(nullptr, 0));
  auto *tuple = as<jn_tuple>(arguments);
  for (int64_t i = 0; i < tuple->size; ++i)
    if (appendSubstituted(list.get(), tuple->items[i], wanted, given.as<jn_tuple>()) < 0)
      return jn_error();
  return jn_list_to_tuple(list.get());
}

Value shownArgument(Value argument) {
  if (argument.tag == JN_ELLIPSIS)
    return makeStr("...");
  if (isExact(argument, &jn_type_list))  // the parameters of a Callable
    return shownList(argument);
  Ref origin(getattrOptional(argument, JN_NAME("__origin__"))),
      inner(getattrOptional(argument, JN_NAME("__args__")));
  if (origin.failed() || inner.failed())
    return jn_error();
  if (given(origin.get()) && given(inner.get()))
    return repr(argument);
  Ref name(getattrOptional(argument, JN_NAME("__qualname__"))),
      module(getattrOptional(argument, JN_NAME("__module__")));
  if (name.failed() || module.failed())
    return jn_error();
  if (!isStr(name.get()) || !given(module.get()) || module.get().tag == JN_NONE)
    return repr(argument);
  if (isStr(module.get()) && utf8Of(module.get()) == "builtins")
    return name.release();
  Value parts[] = {module.get(), name.get()};
  return makeStr(formatText("%S.%S", &parts[0], &parts[1]));
}

}  // namespace janus
