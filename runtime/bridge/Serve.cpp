// What Python may ask of our objects.
#include "bridge/Autograd.h"
#include "bridge/Proxies.h"
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/error/Raise.h"
#include "value/object/Types.h"

#include <algorithm>
#include <vector>

namespace janus::bridge {
namespace {

struct Request {
  Session &session;
  const Value *args;
  size_t count;
};

Value raiseRequest() {
  return raise(jn_exc_RuntimeError, "Python asked for something with the wrong arguments");
}

// Names of attributes are interned, as those of the program are.
bool nameOf(Value v, Value *out) {
  if (!isStr(v))
    return false;
  *out = internStr(utf8Of(v));
  return true;
}

// callable, names of the last arguments or None, arguments
Value serveCall(const Request &r) {
  if (r.count < 2)
    return raiseRequest();
  Value names = isExact(r.args[1], &jn_type_tuple) ? r.args[1] : jn_unbound();
  if (keywordsIn(names) > r.count - 2 || !typeOf(r.args[0])->call)
    return raiseRequest();
  // Parameters are found by the address of their interned names.
  Ref interned;
  if (size_t n = keywordsIn(names)) {
    interned = Ref(jn_obj(newTuple(static_cast<int64_t>(n))));
    for (size_t i = 0; i < n; ++i)
      if (!nameOf(as<jn_tuple>(names)->items[i], &interned.as<jn_tuple>()->items[i]))
        return raiseRequest();
    names = interned.get();
  } else {
    names = jn_unbound();
  }
  return callAny(r.args[0], r.args + 2, r.count - 2, names);
}

// object, name, arguments
Value serveSpecial(const Request &r) {
  Value name;
  if (r.count < 2 || r.count > 6 || !nameOf(r.args[1], &name))
    return raiseRequest();
  Value args[5] = {r.args[0]};
  std::copy(r.args + 2, r.args + r.count, args + 1);
  Value v = callDunder(name, args, r.count - 1);
  return v.tag == JN_UNBOUND ? raiseAttributeError(r.args[0], name) : v;
}

Value serveGetAttr(const Request &r) {
  Value name;
  return r.count == 2 && nameOf(r.args[1], &name) ? getattr(r.args[0], name) : raiseRequest();
}
Value serveSetAttr(const Request &r) {
  Value name;
  if (r.count != 3 || !nameOf(r.args[1], &name))
    return raiseRequest();
  return setattr(r.args[0], name, r.args[2]) < 0 ? jn_error() : jn_none();
}
Value serveDelAttr(const Request &r) {
  Value name;
  if (r.count != 2 || !nameOf(r.args[1], &name))
    return raiseRequest();
  return setattr(r.args[0], name, jn_unbound()) < 0 ? jn_error() : jn_none();
}

Value serveIterate(const Request &r) {
  return r.count == 1 ? jn_iter(r.args[0]) : raiseRequest();
}

Value serveNext(const Request &r) {
  if (r.count != 1)
    return raiseRequest();
  if (!typeOf(r.args[0])->next)
    return raise(jn_exc_TypeError, "'%T' object is not an iterator", &r.args[0]);
  Value v = jn_next(r.args[0]);
  if (v.tag != JN_DONE || !isExact(r.args[0], &jn_type_generator))
    return v;
  Value result = as<jn_generator>(r.args[0])->result;
  return result.tag < JN_NONE || result.tag == JN_NONE ? v : raiseStopIteration(result);
}

Value serveDir(const Request &r) {
  if (r.count != 1)
    return raiseRequest();
  Value dir = dictGetStr(builtinsDict(), JN_NAME("dir"));
  return dir.tag == JN_OBJECT ? call(dir, {r.args[0]}) : raiseNameError(JN_NAME("dir"));
}

// An object of ours, and whether with all that it holds.
Value serveCopy(const Request &r) {
  if (r.count != 2)
    return raiseRequest();
  Ref module(importModule("copy"));
  Ref function(module.failed()
                   ? jn_error()
                   : getattr(module.get(), r.args[1].i ? JN_NAME("deepcopy") : JN_NAME("copy")));
  return function.failed() ? jn_error() : call(function.get(), {r.args[0]});
}

// A gradient that arrived at the twin of our tensor.
Value serveAccumulate(const Request &r) {
  return r.count == 2 ? accumulateGradient(r.args[0], r.args[1]) : raiseRequest();
}

// The answer's frame brings them (RandomStates.h).
Value serveRandomStates(const Request &) {
  return jn_none();
}

// The request's frame says what Python has let go of.
Value serveReleased(const Request &) {
  return jn_none();
}

// A variable of the environment and its text, or None where it has gone.
Value serveSetVariable(const Request &r) {
  if (r.count != 2 || !isStr(r.args[0]) || !(isStr(r.args[1]) || r.args[1].tag == JN_NONE))
    return raiseRequest();
  std::string name(utf8Of(r.args[0]));
  if (isStr(r.args[1]))
    setenv(name.c_str(), std::string(utf8Of(r.args[1])).c_str(), 1);
  else
    unsetenv(name.c_str());
  Value os = dictGet(modulesDict(), JN_NAME("os"));
  if (!isInstance(os, &jn_type_module))
    return jn_none();
  Ref environment(getattr(os, JN_NAME("environ")));
  return environment.failed()
             ? jn_error()
             : callMethod(environment.get(), JN_NAME("_take"), {r.args[0], r.args[1]});
}

// dotted name: the module itself, also where the statement would give its package.
Value serveImport(const Request &r) {
  return r.count == 1 && isStr(r.args[0]) ? importModule(utf8Of(r.args[0])) : raiseRequest();
}

// name of a builtin, then as Call
Value serveBuiltin(const Request &r) {
  if (r.count < 2 || !isStr(r.args[0]))
    return raiseRequest();
  Ref function(jn_own(dictGetStr(builtinsDict(), internStr(utf8Of(r.args[0])))));
  if (function.get().tag == JN_UNBOUND)
    return raiseNameError(r.args[0]);
  std::vector<Value> args(r.args, r.args + r.count);
  args[0] = function.get();
  return serveCall({r.session, args.data(), args.size()});
}

}  // namespace

Value serveRequest(Session &s, ToNative operation, const Value *args, size_t count) {
  using Serve = Value (*)(const Request &);
  static constexpr Serve table[] = {
#define JANUS_TO_NATIVE(name) serve##name,
#include "bridge/Operations.def"
  };
  return table[static_cast<size_t>(operation)]({s, args, count});
}

}  // namespace janus::bridge
