// Functions of the host as objects that the program calls.
#include "host/HostCall.h"

#include "value/call/Calls.h"
#include "value/error/Raise.h"
#include "value/object/Types.h"

#include <cstring>
#include <string>
#include <vector>

namespace janus::host {
namespace {

struct HostFunctionObject {
  jn_object head;
  janus_host_function function;  // one of the two
  janus_host_function_named namedFunction;
  void *context;
  void (*destroy)(void *context);
  Value name;
};
HostFunctionObject *hostFunction(Object *o) {
  return reinterpret_cast<HostFunctionObject *>(o);
}

void deallocate(Object *o) {
  HostFunctionObject *f = hostFunction(o);
  if (f->destroy)
    f->destroy(f->context);
  jn_decref(f->name);
  freeObject(o);
}

Value show(Object *o) {
  return makeStr("<host function " + std::string(utf8Of(hostFunction(o)->name)) + ">");
}

Value getName(Object *o) {
  return jn_own(hostFunction(o)->name);
}
const GetSetDef getsets[] = {{"__name__", getName, nullptr},
                             {"__qualname__", getName, nullptr},
                             {nullptr, nullptr, nullptr}};

janus_status callNamed(HostFunctionObject *f, const janus_value *args, size_t count, Value kwnames,
                       janus_value *result) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < keywordsIn(kwnames); ++i)
    texts.emplace_back(utf8Of(as<jn_tuple>(kwnames)->items[i]));
  std::vector<const char *> names;
  for (const std::string &text : texts)
    names.push_back(text.c_str());
  return f->namedFunction(f->context, args, count, names.data(), names.size(), result);
}

Value callHost(Value self, const Value *args, size_t count, Value kwnames) {
  HostFunctionObject *f = hostFunction(self.o);
  size_t named = keywordsIn(kwnames);
  if (named && !f->namedFunction)
    return raise(jn_exc_TypeError, "%s() takes no keyword arguments",
                 std::string(utf8Of(f->name)).c_str());
  janus_value result = janus_none();
  EarlierError earlier;
  LentHandles given(args, count);
  janus_status status = f->namedFunction ? callNamed(f, given.data(), count, kwnames, &result)
                                         : f->function(f->context, given.data(), count, &result);
  Ref answered(status == JANUS_OK ? takeBack(result) : jn_none());
  bool areAllThere = given.end();
  if (status == JANUS_OK && areAllThere && answered.get().tag != JN_UNBOUND && !hasError())
    return answered.release();
  if (!hasError() && !areAllThere)
    raise(jn_exc_RuntimeError, "the host function %s released an argument, which was lent to it",
          std::string(utf8Of(f->name)).c_str());
  if (!hasError())
    restoreLastError();
  if (!hasError())
    raise(jn_exc_RuntimeError, "the host function %s failed without an error",
          std::string(utf8Of(f->name)).c_str());
  return jn_error();
}

Type hostFunctionType = {.name = "host_function",
                         .instanceSize = sizeof(HostFunctionObject),
                         .dealloc = deallocate,
                         .repr = show,
                         .call = callHost,
                         .getsets = getsets};

janus_status makeFunction(const char *name, janus_host_function function,
                          janus_host_function_named namedFunction, void *context,
                          void (*destroy)(void *context), janus_value *out) {
  return hostCall([&] {
    if (janus_status bad = requireText(name, "the name"))
      return bad;
    if ((!function && !namedFunction) || !out)
      return misuse(jn_exc_TypeError, "the function, or the place for the result, is null");
    if (readyType(&hostFunctionType) < 0)
      return JANUS_RAISED;
    auto *f = allocate<HostFunctionObject>(&hostFunctionType);
    f->function = function;
    f->namedFunction = namedFunction;
    f->context = context;
    f->destroy = destroy;
    f->name = makeStr(name);
    *out = handOut(jn_obj(f));
    return JANUS_OK;
  });
}

const Type *classNamed(const char *name) {
  Value found = dictGetStr(builtinsDict(), internStr(name));
  return isExceptionClass(found) ? as<Type>(found) : &jn_exc_RuntimeError;
}

}  // namespace
}  // namespace janus::host

using namespace janus;
using namespace janus::host;

janus_status janus_make_function(const char *name, janus_host_function function, void *context,
                                 void (*destroy)(void *context), janus_value *out) {
  return makeFunction(name, function, nullptr, context, destroy, out);
}

janus_status janus_make_function_named(const char *name, janus_host_function_named function,
                                       void *context, void (*destroy)(void *context),
                                       janus_value *out) {
  return makeFunction(name, nullptr, function, context, destroy, out);
}

janus_status janus_raise(const char *type, const char *message) {
  return hostCall([&] {
    raise(*const_cast<Type *>(classNamed(type ? type : "RuntimeError")), "%s",
          message ? message : "");
    return JANUS_RAISED;
  });
}
