// jn_call and its family.
#include "value/call/Calls.h"
#include "value/call/Overriding.h"
#include "value/error/Raise.h"
#include "value/object/Types.h"

#include <alloca.h>
#include <string.h>
#include <vector>

namespace janus {

namespace {

constexpr size_t kStackValues = 64;

// Room for n values: on the stack when few.
class Values {
public:
  explicit Values(size_t n) : data_(n <= kStackValues ? inline_ : new Value[n]) {}
  ~Values() {
    if (data_ != inline_)
      delete[] data_;
  }
  Values(const Values &) = delete;
  Values &operator=(const Values &) = delete;
  Value *data() { return data_; }

private:
  Value *data_;
  union {
    Value inline_[kStackValues];
  };
};

// A call by position that leaves the last parameters to their defaults; JN_UNBOUND when it is none.
Value runWithDefaults(jn_function *f, const Value *args, size_t count) {
  constexpr size_t kFew = 8;
  const jn_function_def *def = f->def;
  constexpr uint32_t kOther = JN_FN_VARARGS | JN_FN_VARKW | JN_FN_GENERATOR;
  if (def->flags & kOther || def->keyword_only || def->positional > kFew ||
      count >= def->positional || f->defaults.tag != JN_OBJECT)
    return jn_unbound();
  const auto *defaults = as<jn_tuple>(f->defaults);
  size_t absent = def->positional - count;
  if (static_cast<size_t>(defaults->size) < absent)
    return jn_unbound();
  Ref held = Ref::own(f->defaults);  // `f.__defaults__` may be replaced meanwhile
  Value bound[kFew];
  for (size_t i = 0; i < count; ++i)
    bound[i] = args[i];
  const Value *last = defaults->items + defaults->size;
  for (size_t i = 0; i < absent; ++i)
    bound[def->positional - 1 - i] = *--last;
  return def->body(f, bound);
}

__attribute__((noinline)) Value bindAndRun(jn_function *f, const Value *args, size_t count,
                                           Value kwnames) {
  const jn_function_def *def = f->def;
  Ref keep = Ref::own(jn_obj(f));  // its defaults are among what is bound
  if (kwnames.tag != JN_OBJECT)
    if (Value result = runWithDefaults(f, args, count); result.tag != JN_UNBOUND)
      return result;
  size_t parameters = parameterCount(def);
  Values bound(parameters ? parameters : 1);
  Value owned[2] = {jn_unbound(), jn_unbound()};
  Value result = jn_error();
  if (bindArguments(f, args, count, kwnames, bound.data(), owned)) {
    result = def->flags & JN_FN_GENERATOR ? newGenerator(f, bound.data(), parameters)
                                          : def->body(f, bound.data());
  }
  jn_decref(owned[0]);
  jn_decref(owned[1]);
  return result;
}

Value raiseNotCallable(Value callee) {
  return raise(jn_exc_TypeError, "'%T' object is not callable", &callee);
}

}  // namespace

namespace {

inline Value callHeld(jn_function *f, const Value *args, size_t count, Value kwnames) {
  if (asks(f))
    if (Value answer = overrideInterface.ask(jn_obj(f), args, count, kwnames);
        answer.tag != JN_UNBOUND)
      return answer;
  const jn_function_def *def = f->def;
  if (JN_LIKELY(kwnames.tag != JN_OBJECT &&
                !(def->flags & (JN_FN_VARARGS | JN_FN_VARKW | JN_FN_GENERATOR)) &&
                def->positional == count && def->keyword_only == 0))
    return def->body(f, args);
  return bindAndRun(f, args, count, kwnames);
}

__attribute__((noinline)) Value holdAndCall(jn_function *f, const Value *args, size_t count,
                                            Value kwnames) {
  Ref keep = Ref::own(jn_obj(f));
  return callHeld(f, args, count, kwnames);
}

}  // namespace

Value callFunction(jn_function *f, const Value *args, size_t count, Value kwnames) {
  // A body without cells does not look at its function again.
  if (JN_UNLIKELY(f->def->free_count != 0))
    return holdAndCall(f, args, count, kwnames);
  return callHeld(f, args, count, kwnames);
}

// A builtin function that takes the arguments as they are, or null.
static inline const MethodDef *plainNative(Value callee, size_t count, Value kwnames) {
  if (callee.o->type != &jn_type_native || kwnames.tag == JN_OBJECT)
    return nullptr;
  const auto *f = as<NativeObject>(callee);
  bool fits = count >= static_cast<size_t>(f->def->min) &&
              (f->def->max < 0 || count <= static_cast<size_t>(f->def->max));
  return fits && f->self.tag == JN_UNBOUND && !asks(callee.o) ? f->def : nullptr;
}

Value callAny(Value callee, const Value *args, size_t count, Value kwnames) {
  if (JN_UNLIKELY(callee.tag != JN_OBJECT))
    return raiseNotCallable(callee);
  Type *type = callee.o->type;
  if (type == &jn_type_function)
    return callHeld(as<jn_function>(callee), args, count, kwnames);
  if (JN_UNLIKELY(!type->call))
    return raiseNotCallable(callee);
  if (JN_UNLIKELY(!enterNative(" while calling a Python object")))
    return jn_error();
  const MethodDef *def = plainNative(callee, count, kwnames);
  Value v = def ? def->fn(args, count, kwnames) : type->call(callee, args, count, kwnames);
  jn_leave();
  return v;
}

Value callPrepended(Value callee, Value first, const Value *args, size_t count, Value kwnames) {
  Values all(count + 1);
  all.data()[0] = first;
  if (count)
    memcpy(all.data() + 1, args, count * sizeof(Value));
  return callAny(callee, all.data(), count + 1, kwnames);
}

Value callWithFirst(Value attribute, Value first, const Value *args, size_t count, Value kwnames) {
  Values all(count + 1);
  all.data()[0] = first;
  if (count)
    memcpy(all.data() + 1, args, count * sizeof(Value));
  return callFound(attribute, all.data(), count + 1, kwnames);
}

Value call(Value callee, std::initializer_list<Value> args) {
  return callAny(callee, args.begin(), args.size(), jn_unbound());
}

Value callMethod(Value o, Value name, std::initializer_list<Value> args) {
  Values all(args.size() + 1);
  all.data()[0] = o;
  if (args.size())
    memcpy(all.data() + 1, args.begin(), args.size() * sizeof(Value));
  jn_attr_cache cache = {};
  return jn_call_method(name, all.data(), args.size() + 1, jn_unbound(), &cache);
}

std::string calleeName(Value callee) {
  if (callee.tag == JN_OBJECT) {
    Ref qualname(getattrOptional(callee, JN_NAME("__qualname__")));
    clearError();
    if (isStr(qualname.get())) {
      Ref module(getattrOptional(callee, JN_NAME("__module__")));
      clearError();
      std::string name(utf8Of(qualname.get()));
      if (isStr(module.get()) && utf8Of(module.get()) != "builtins")
        name = std::string(utf8Of(module.get())) + "." + name;
      return name + "()";
    }
  }
  Ref text(str(callee));
  if (text.failed()) {
    clearError();
    return typeName(callee) + " object";
  }
  return std::string(utf8Of(text.get()));
}

}  // namespace janus

using namespace janus;

jn_value jn_call(jn_value callee, const jn_value *args, size_t count) {
  return callAny(callee, args, count, jn_unbound());
}

jn_value jn_call_kw(jn_value callee, const jn_value *args, size_t count, jn_value kwnames) {
  return callAny(callee, args, count, kwnames);
}

jn_value jn_call_ex(jn_value callee, jn_value args, jn_value kwargs) {
  Ref positional;
  if (isInstance(args, &jn_type_tuple)) {
    positional = Ref(jn_own(args));
  } else {
    if (!typeOf(args)->iter && !typeOf(args)->getitem) {
      std::string name = calleeName(callee);
      return raise(jn_exc_TypeError, "%s argument after * must be an iterable, not %T",
                   name.c_str(), &args);
    }
    Ref list(jn_make_list(nullptr, 0));
    if (jn_list_extend(list.get(), args) < 0)
      return jn_error();
    positional = Ref(jn_list_to_tuple(list.get()));
  }
  auto *tuple = positional.as<jn_tuple>();
  size_t count = static_cast<size_t>(tuple->size);
  if (kwargs.tag == JN_NONE || kwargs.tag == JN_UNBOUND)
    return callAny(callee, tuple->items, count, jn_unbound());
  Ref merged;
  if (!isExact(kwargs, &jn_type_dict)) {
    merged = Ref(jn_obj(newDict()));
    if (jn_dict_merge_kwargs(merged.get(), kwargs, callee) < 0)
      return jn_error();
    kwargs = merged.get();
  }
  auto *dict = as<jn_dict>(kwargs);
  if (dict->count == 0)
    return callAny(callee, tuple->items, count, jn_unbound());
  Values all(count + static_cast<size_t>(dict->count));
  if (count)
    memcpy(all.data(), tuple->items, count * sizeof(Value));
  Ref names(jn_obj(newTuple(dict->count)));
  int64_t at = 0, n = 0;
  Value key, v;
  while (dictNext(dict, &at, &key, &v)) {
    if (!isStr(key))
      return raise(jn_exc_TypeError, "keywords must be strings");
    names.as<jn_tuple>()->items[n] = jn_own(key);
    all.data()[count + static_cast<size_t>(n++)] = jn_own(v);  // the callee may change the dict
  }
  Value result = callAny(callee, all.data(), count + static_cast<size_t>(n), names.get());
  for (int64_t i = 0; i < n; ++i)
    jn_decref(all.data()[count + static_cast<size_t>(i)]);
  return result;
}

int jn_dict_merge_kwargs(jn_value dict, jn_value mapping, jn_value callee) {
  Ref keys;
  if (!isInstance(mapping, &jn_type_dict)) {
    Ref method(getattrOptional(mapping, JN_NAME("keys")));
    if (method.failed())
      return -1;
    if (method.get().tag == JN_UNBOUND) {
      std::string name = calleeName(callee);
      raise(jn_exc_TypeError, "%s argument after ** must be a mapping, not %T", name.c_str(),
            &mapping);
      return -1;
    }
    keys = Ref(jn_call(method.get(), nullptr, 0));
  } else {
    keys = Ref::own(mapping);
  }
  if (keys.failed())
    return -1;
  auto *target = as<jn_dict>(dict);
  bool ok = forEach(keys.get(), [&](Value key) {
    if (!isStr(key)) {
      raise(jn_exc_TypeError, "keywords must be strings");
      return false;
    }
    Value old = dictGet(target, key);
    if (old.tag == JN_ERROR)
      return false;
    if (old.tag != JN_UNBOUND) {
      std::string name = calleeName(callee);
      raise(jn_exc_TypeError, "%s got multiple values for keyword argument '%S'", name.c_str(),
            &key);
      return false;
    }
    Ref v(jn_getitem(mapping, key));
    return !v.failed() && dictSet(target, key, v.get()) == 0;
  });
  return ok ? 0 : -1;
}
