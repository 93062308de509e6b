// The class statement: bases, metaclass, namespace, body, class.
#include "value/call/Calls.h"
#include "value/error/Raise.h"
#include "value/object/Foreign.h"
#include "value/object/Types.h"

#include <string.h>

namespace janus {

namespace {

// Replaces bases that have __mro_entries__; the tuple itself when there are none. Owned.
Value resolveBases(Value bases) {
  auto *t = as<jn_tuple>(bases);
  Ref list;
  for (int64_t i = 0; i < t->size; ++i) {
    Value base = t->items[i];
    Ref entries;
    if (!isType(base)) {
      Ref method(getattrOptional(
          base, JN_NAME("__mro_entries__")));  // of the object itself: functions have it, too
      entries = Ref(method.failed()                  ? jn_error()
                    : method.get().tag == JN_UNBOUND ? jn_unbound()
                                                     : jn_call(method.get(), &bases, 1));
      if (entries.failed())
        return jn_error();
      if (entries.get().tag != JN_UNBOUND && !isInstance(entries.get(), &jn_type_tuple))
        return raise(jn_exc_TypeError, "__mro_entries__ must return a tuple");
    }
    if (entries.get().tag == JN_UNBOUND) {
      if (list.get().tag == JN_OBJECT && jn_list_append(list.get(), base) < 0)
        return jn_error();
      continue;
    }
    if (list.get().tag != JN_OBJECT)
      list = Ref(jn_make_list(t->items, static_cast<size_t>(i)));
    if (jn_list_extend(list.get(), entries.get()) < 0)
      return jn_error();
  }
  return list.get().tag == JN_OBJECT ? jn_list_to_tuple(list.get()) : jn_own(bases);
}

struct Keywords {
  Ref dict;         // without `metaclass`
  Value metaclass;  // borrowed, or JN_UNBOUND
  Ref keepMetaclass;
};

bool splitKeywords(Value kwargs, Keywords *out) {
  out->metaclass = jn_unbound();
  if (kwargs.tag != JN_OBJECT)
    return true;
  Ref copy(jn_obj(newDict()));
  if (jn_dict_update(copy.get(), kwargs) < 0)
    return false;
  Value name = JN_NAME("metaclass");
  Value given = dictGetStr(copy.as<jn_dict>(), name);
  if (given.tag != JN_UNBOUND) {
    out->keepMetaclass = Ref::own(given);
    out->metaclass = given;
    dictDelete(copy.as<jn_dict>(), name);
  }
  if (copy.as<jn_dict>()->count)
    out->dict = std::move(copy);
  return true;
}

// kwargs as trailing values and their names.
Value callWithDict(Value callee, const Value *args, size_t count, Value kwargs) {
  if (kwargs.tag != JN_OBJECT)
    return callAny(callee, args, count, jn_unbound());
  Ref positional(jn_make_tuple(args, count));
  return jn_call_ex(callee, positional.get(), kwargs);
}

Value prepare(Value metaclass, Value name, Value bases, Value kwargs) {
  if (metaclass.o == &jn_type_type.head)
    return jn_obj(newDict());
  Ref hook(getattrOptional(metaclass, JN_NAME("__prepare__")));
  if (hook.failed())
    return jn_error();
  if (hook.get().tag == JN_UNBOUND)
    return jn_obj(newDict());
  Value args[] = {name, bases};
  Ref ns(callWithDict(hook.get(), args, 2, kwargs));
  if (!ns.failed() && !typeOf(ns.get())->getitem) {
    Value v = ns.get();
    std::string meta =
        isType(metaclass) ? std::string(typeNameOf(as<Type>(metaclass))) : "<metaclass>";
    return raise(jn_exc_TypeError, "%s.__prepare__() must return a mapping, not %T", meta.c_str(),
                 &v);
  }
  return ns.release();
}

int storeName(Value ns, Value name, Value v) {
  return jn_name_store(ns, name, v);
}

// What every class body starts with.
int fillNamespace(Value ns, jn_module *m, const jn_function_def *body) {
  Value module = m ? dictGetStr(m->dict, JN_NAME("__name__")) : jn_unbound();
  if (module.tag != JN_UNBOUND && storeName(ns, JN_NAME("__module__"), module) < 0)
    return -1;
  if (storeName(ns, JN_NAME("__qualname__"), internStr(body->qualname)) < 0)
    return -1;
  if (!body->doc)
    return 0;
  Ref doc(makeStr(body->doc));
  return storeName(ns, JN_NAME("__doc__"), doc.get());
}

// With a base or metaclass of Python, the class is made there.
bool isMadeElsewhere(jn_tuple *bases, Value metaclass) {
  for (int64_t i = 0; i < bases->size; ++i)
    if (isForeignClass(bases->items[i]))
      return true;
  return isForeignObject(metaclass);
}

// What `__class__` means inside the class must be the class.
bool checkCell(Value held, Value name, Value cls) {
  if (held.tag == JN_UNBOUND) {
    raise(jn_exc_RuntimeError,
          "__class__ not set defining %R as %R. Was __classcell__ propagated to type.__new__?",
          &name, &cls);
    return false;
  }
  if (held.tag == JN_OBJECT && held.o == cls.o)
    return true;
  raise(jn_exc_TypeError, "__class__ set to %R defining %R as %R", &held, &name, &cls);
  return false;
}

}  // namespace
}  // namespace janus

using namespace janus;

jn_value jn_build_class(jn_module *m, const jn_function_def *body, jn_cell *const *closure,
                        jn_value givenBases, jn_value kwargs) {
  Ref bases(resolveBases(givenBases));
  if (bases.failed())
    return jn_error();
  Keywords keywords;
  if (!splitKeywords(kwargs, &keywords))
    return jn_error();
  Value metaclass = keywords.metaclass;
  bool elsewhere = isMadeElsewhere(bases.as<jn_tuple>(), metaclass);
  if (elsewhere) {
    if (metaclass.tag != JN_UNBOUND) {
      if (keywords.dict.get().tag != JN_OBJECT)
        keywords.dict = Ref(jn_obj(newDict()));
      if (dictSet(keywords.dict.as<jn_dict>(), JN_NAME("metaclass"), metaclass) < 0)
        return jn_error();
    }
    metaclass = jn_obj(&jn_type_type);  // of the namespace
  } else if (metaclass.tag == JN_UNBOUND) {
    auto *t = bases.as<jn_tuple>();
    metaclass = jn_obj(t->size ? classOf(t->items[0]) : &jn_type_type);
  }
  if (isType(metaclass) && !elsewhere) {
    Type *winner = bestMetatype(as<Type>(metaclass), bases.as<jn_tuple>());
    if (!winner)
      return jn_error();
    metaclass = jn_obj(winner);
  }
  Ref name(jn_own(internStr(body->name)));
  Ref ns(prepare(metaclass, name.get(), bases.get(), keywords.dict.get()));
  if (ns.failed() || fillNamespace(ns.get(), m, body) < 0)
    return jn_error();

  Ref function(jn_make_function(m, body, jn_none(), jn_none(), jn_none(), closure));
  Value argument = ns.get();
  if (Ref(body->body(function.as<jn_function>(), &argument)).failed())
    return jn_error();
  if (bases.get().o != givenBases.o &&
      storeName(ns.get(), JN_NAME("__orig_bases__"), givenBases) < 0)
    return jn_error();
  Ref cell;
  if (isExact(ns.get(), &jn_type_dict))
    cell = Ref::own(dictGetStr(ns.as<jn_dict>(), JN_NAME("__classcell__")));

  if (elsewhere) {
    dictDelete(ns.as<jn_dict>(), JN_NAME("__classcell__"));
    Value kwargs = keywords.dict.get();
    Ref cls(foreignInterface.makeClass(name.get(), bases.get(), ns.get(),
                                       kwargs.tag == JN_OBJECT ? kwargs : jn_none()));
    if (!cls.failed() && isExact(cell.get(), &jn_type_cell))
      jn_assign(&cell.as<jn_cell>()->value, jn_own(cls.get()));
    return cls.release();
  }
  Value args[] = {name.get(), bases.get(), ns.get()};
  Ref cls(callWithDict(metaclass, args, 3, keywords.dict.get()));
  if (!cls.failed() && isType(cls.get()) && isExact(cell.get(), &jn_type_cell) &&
      !checkCell(cell.as<jn_cell>()->value, name.get(), cls.get()))
    return jn_error();
  return cls.release();
}
