// What Python does with objects: attributes, items, iteration, calls, imports.
#include "host/HostCall.h"

#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/error/Raise.h"
#include "value/object/Types.h"

namespace janus::host {
namespace {

// Of the function that runs.
const jn_module *moduleOf(Value callee) {
  if (callee.tag != JN_OBJECT)
    return nullptr;
  if (callee.o->type == &jn_type_function)
    return as<jn_function>(callee)->module;
  if (callee.o->type == &jn_type_method)
    return moduleOf(as<MethodObject>(callee)->function);
  if (callee.o->type == &jn_type_generator && as<jn_generator>(callee)->function)
    return as<jn_generator>(callee)->function->module;
  if (isType(callee) && as<Type>(callee)->typeFlags & kTypeHeap) {
    Value init = lookupInType(as<Type>(callee), JN_NAME("__init__"));
    return isExact(init, &jn_type_function) ? moduleOf(init) : nullptr;
  }
  return nullptr;
}

janus_status failUnloaded(const jn_module *m) {
  raiseUnloaded(m);
  return JANUS_UNLOADED;
}

// Calls, with what does not fit the C interface looked at first.
janus_status callGuarded(Value callee, const Value *args, size_t count, Value kwnames,
                         janus_value *out) {
  if (janus_status bad = requirePlace(out); JN_UNLIKELY(bad))
    return bad;
  const jn_module *module = moduleOf(callee);
  if (JN_UNLIKELY(isUnloaded(module)))
    return failUnloaded(module);
  Value result = callAny(callee, args, count, kwnames);
  if (JN_UNLIKELY(jn_poll() < 0)) {
    jn_decref(result);
    return JANUS_RAISED;
  }
  return answer(out, result);
}

}  // namespace

}  // namespace janus::host

using namespace janus;
using namespace janus::host;

janus_status janus_get(janus_value o, const char *name, janus_value *out) {
  return hostCall([&] {
    janus_status bad = requireValues(&o, 1);
    if (bad || (bad = requireText(name, "the name")) || (bad = requirePlace(out)))
      return bad;
    return answer(out, getattr(namedBy(o), internStr(name)));
  });
}

janus_status janus_set(janus_value o, const char *name, janus_value v) {
  return hostCall([&] {
    janus_value both[] = {o, v};
    janus_status bad = requireValues(both, 2);
    if (bad || (bad = requireText(name, "the name")))
      return bad;
    return setattr(namedBy(o), internStr(name), namedBy(v)) < 0 ? JANUS_RAISED : JANUS_OK;
  });
}

janus_status janus_has(janus_value o, const char *name, int *out) {
  return hostCall([&] {
    janus_status bad = requireValues(&o, 1);
    if (bad || (bad = requireText(name, "the name")) || (bad = requirePlace(out)))
      return bad;
    Ref v(getattrOptional(namedBy(o), internStr(name)));
    if (v.failed())
      return JANUS_RAISED;
    *out = v.get().tag != JN_UNBOUND;
    return JANUS_OK;
  });
}

janus_status janus_length(janus_value o, int64_t *out) {
  return questionCall({o}, out, [&] { return answer(out, length(namedBy(o))); });
}

janus_status janus_get_item(janus_value o, janus_value key, janus_value *out) {
  return questionCall({o, key}, out,
                      [&] { return answer(out, jn_getitem(namedBy(o), namedBy(key))); });
}

janus_status janus_set_item(janus_value o, janus_value key, janus_value v) {
  return hostCall([&] {
    janus_value all[] = {o, key, v};
    if (janus_status bad = requireValues(all, 3))
      return bad;
    return jn_setitem(namedBy(o), namedBy(key), namedBy(v)) < 0 ? JANUS_RAISED : JANUS_OK;
  });
}

janus_status janus_iterate(janus_value o, janus_value *iterator) {
  return questionCall({o}, iterator, [&] { return answer(iterator, jn_iter(namedBy(o))); });
}

janus_status janus_next(janus_value iterator, janus_value *out) {
  return questionCall({iterator}, out, [&] {
    const jn_module *module = moduleOf(namedBy(iterator));
    if (JN_UNLIKELY(isUnloaded(module)))
      return failUnloaded(module);
    Value v = jn_next(namedBy(iterator));
    return v.tag == JN_DONE ? JANUS_END : answer(out, v);
  });
}

janus_status janus_is_instance(janus_value o, janus_value cls, int *out) {
  return questionCall({o, cls}, out,
                      [&] { return answer(out, isInstanceOf(namedBy(o), namedBy(cls))); });
}

janus_status janus_call(janus_value callee, const janus_value *args, size_t count,
                        janus_value *out) {
  return hostCall([&] {
    janus_status bad = requireValues(&callee, 1);
    if (JN_UNLIKELY(bad || (bad = requireValues(args, count))))
      return bad;
    return callGuarded(namedBy(callee), NamedValues(args, count).data(), count, jn_unbound(), out);
  });
}

janus_status janus_call_named(janus_value callee, const janus_value *args, size_t count,
                              const char *const *names, size_t named, janus_value *out) {
  return hostCall([&] {
    janus_status bad = requireValues(&callee, 1);
    if (bad || (bad = requireValues(args, count)))
      return bad;
    if (named > count || (named && !names))
      return misuse(jn_exc_TypeError, "%zu names for %zu arguments", named, count);
    if (named == 0)
      return callGuarded(namedBy(callee), NamedValues(args, count).data(), count, jn_unbound(),
                         out);
    Ref kwnames(jn_obj(newTuple(static_cast<int64_t>(named))));
    for (size_t i = 0; i < named; ++i) {
      if ((bad = requireText(names[i], "a name")))
        return bad;
      kwnames.as<jn_tuple>()->items[i] = internStr(names[i]);
    }
    return callGuarded(namedBy(callee), NamedValues(args, count).data(), count, kwnames.get(), out);
  });
}

janus_status janus_call_method(janus_value o, const char *name, const janus_value *args,
                               size_t count, janus_value *out) {
  return hostCall([&] {
    janus_status bad = requireValues(&o, 1);
    if (bad || (bad = requireValues(args, count)) || (bad = requireText(name, "the name")))
      return bad;
    Ref method(getattr(namedBy(o), internStr(name)));
    if (method.failed())
      return JANUS_RAISED;
    return callGuarded(method.get(), NamedValues(args, count).data(), count, jn_unbound(), out);
  });
}

janus_status janus_import(const char *dotted, janus_value *out) {
  return hostCall([&] {
    janus_status bad = requireText(dotted, "the name");
    if (bad || (bad = requirePlace(out)))
      return bad;
    return answer(out, importModule(dotted));
  });
}
