// The builtin functions that concern objects: isinstance, getattr, iter, dir, ... and the dict of
// builtins.
#include "value/call/AsyncGenerator.h"
#include "value/call/Calls.h"
#include "value/call/Generator.h"
#include "value/call/Modules.h"
#include "value/error/Raise.h"
#include "value/object/Foreign.h"
#include "value/object/Types.h"

jn_dict *jn_builtins;

namespace janus {

namespace {

Value isinstanceFn(const Value *args, size_t, Value) {
  int r = isInstanceOf(args[0], args[1]);
  return r < 0 ? jn_error() : jn_bool(r);
}
Value issubclassFn(const Value *args, size_t, Value) {
  int r = isSubclassOf(args[0], args[1]);
  return r < 0 ? jn_error() : jn_bool(r);
}

bool checkName(const char *function, Value name) {
  if (isStr(name))
    return true;
  (void)function;
  raise(jn_exc_TypeError, "attribute name must be string, not '%T'", &name);
  return false;
}

Value getattrFn(const Value *args, size_t count, Value) {
  if (!checkName("getattr", args[1]))
    return jn_error();
  if (count < 3)
    return getattr(args[0], args[1]);
  Value v = getattrOptional(args[0], args[1]);
  return v.tag == JN_UNBOUND ? jn_own(args[2]) : v;
}
Value setattrFn(const Value *args, size_t, Value) {
  if (!checkName("setattr", args[1]))
    return jn_error();
  Value name = args[1];
  // Names of attributes are interned, so that inline caches find them by address.
  if (name.o->type == &jn_type_str && !(name.o->flags & JN_FLAG_IMMORTAL))
    name = internStr(utf8Of(name));
  return setattr(args[0], name, args[2]) < 0 ? jn_error() : jn_none();
}
Value hasattrFn(const Value *args, size_t, Value) {
  if (!checkName("hasattr", args[1]))
    return jn_error();
  Ref v(getattrOptional(args[0], args[1]));
  return v.failed() ? jn_error() : jn_bool(v.get().tag != JN_UNBOUND);
}
Value delattrFn(const Value *args, size_t, Value) {
  if (!checkName("delattr", args[1]))
    return jn_error();
  return setattr(args[0], args[1], jn_unbound()) < 0 ? jn_error() : jn_none();
}
Value callableFn(const Value *args, size_t, Value) {
  if (isForeignObject(args[0]))
    return jn_bool(foreignInterface.isCallable(args[0]));
  return jn_bool(typeOf(args[0])->call != nullptr);
}

jn_module *callerModule;

// The dict of the module that calls: generated code says which by jn_call_from; else the program.
Value globalsFn(const Value *, size_t, Value) {
  if (callerModule)
    return jn_own(jn_obj(callerModule->dict));
  Value main = dictGetStr(modulesDict(), JN_NAME("__main__"));
  return main.tag == JN_OBJECT ? jn_own(jn_obj(as<jn_module>(main)->dict)) : jn_obj(newDict());
}

Value importFn(const Value *args, size_t count, Value kwnames) {
  Value out[5];
  if (!parseArgs("__import__", {"name", "globals", "locals", "fromlist", "level"}, 1, 5, args,
                 count, kwnames, out))
    return jn_error();
  if (!isStr(out[0]))
    return raise(jn_exc_TypeError, "__import__() argument 1 must be str, not %T", &out[0]);
  int wanted = out[3].tag == JN_UNBOUND ? 0 : jn_truth(out[3]);
  if (wanted < 0)
    return jn_error();
  Ref module(jn_import(nullptr, out[0], wanted));
  if (module.failed() || !wanted)
    return module.release();
  bool ok = forEach(out[3], [&](Value name) {
    if (isStr(name) && utf8Of(name) != "*" &&
        Ref(jn_import_from(nullptr, module.get(), name)).failed()) {
      if (!errorMatches(jn_exc_ImportError))
        return false;
      clearError();
    }
    return true;
  });
  return ok ? module.release() : jn_error();
}

Value varsFn(const Value *args, size_t count, Value kwnames) {
  if (count == 0)
    return globalsFn(args, count, kwnames);
  Value v = getattrOptional(args[0], JN_NAME("__dict__"));
  if (v.tag == JN_UNBOUND)
    return raise(jn_exc_TypeError, "vars() argument must have __dict__ attribute");
  return v;
}

Value dirFn(const Value *args, size_t count, Value) {
  Ref names(count ? callSpecial(args[0], JN_NAME("__dir__"), {})
                  : globalsFn(args, 0, jn_unbound()));
  if (names.failed())
    return jn_error();
  if (names.get().tag == JN_UNBOUND)
    return raise(jn_exc_TypeError, "object does not provide __dir__");
  Ref list(jn_make_list(nullptr, 0));
  if (jn_list_extend(list.get(), names.get()) < 0)
    return jn_error();
  Ref sorted(callMethod(list.get(), JN_NAME("sort"), {}));
  return sorted.failed() ? jn_error() : list.release();
}

Value iterFn(const Value *args, size_t count, Value) {
  if (count == 1)
    return jn_iter(args[0]);
  if (!typeOf(args[0])->call)
    return raise(jn_exc_TypeError, "iter(v, w): v must be callable");
  return newCallableIterator(args[0], args[1]);
}

Value nextFn(const Value *args, size_t count, Value) {
  Type *type = typeOf(args[0]);
  if (!type->next)
    return raise(jn_exc_TypeError, "'%T' object is not an iterator", &args[0]);
  if (count == 1) {
    // Through the method, so that StopIteration keeps its value.
    if (type->send)
      return stepOrStopIteration(args[0].o, jn_none());
    if (type->typeFlags & kTypeHeap) {
      Value v = callDunder(JN_NAME("__next__"), args, 1);
      if (v.tag != JN_UNBOUND)
        return v;
    }
    Value v = jn_next(args[0]);
    return v.tag == JN_DONE ? raiseStopIteration(jn_none()) : v;
  }
  Value v = jn_next(args[0]);
  return v.tag == JN_DONE ? jn_own(args[1]) : v;
}

Value idFn(const Value *args, size_t, Value) {
  switch (args[0].tag) {
  case JN_OBJECT: return jn_int(static_cast<int64_t>(reinterpret_cast<size_t>(args[0].o)));
  case JN_INT:
  case JN_BOOL:
  case JN_FLOAT: {
    // Immediates have no address: the same value has the same id.
    uint64_t h = (static_cast<uint64_t>(args[0].i) ^ (args[0].tag << 56)) * 0x9E3779B97F4A7C15u;
    return jn_int(static_cast<int64_t>((h >> 17) | 1));
  }
  default: {
    Ref box(boxValue(args[0]));
    return jn_int(static_cast<int64_t>(reinterpret_cast<size_t>(box.get().o)));
  }
  }
}

const MethodDef functions[] = {{"isinstance", isinstanceFn, 2, 2},
                               {"issubclass", issubclassFn, 2, 2},
                               {"getattr", getattrFn, 2, 3},
                               {"setattr", setattrFn, 3, 3},
                               {"hasattr", hasattrFn, 2, 2},
                               {"delattr", delattrFn, 2, 2},
                               {"callable", callableFn, 1, 1},
                               {"vars", varsFn, 0, 1},
                               {"dir", dirFn, 0, 1},
                               {"iter", iterFn, 1, 2},
                               {"next", nextFn, 1, 2},
                               {"aiter", aiterFn, 1, 1},
                               {"anext", anextFn, 1, 2},
                               {"id", idFn, 1, 1},
                               {"globals", globalsFn, 0, 0},
                               {"locals", globalsFn, 0, 0},
                               {"__import__", importFn, 1, 5, true},
                               {nullptr, nullptr}};

}  // namespace

jn_dict *builtinsDict() {
  if (JN_UNLIKELY(!jn_builtins))
    jn_builtins = newDict();
  return jn_builtins;
}

Value lateBuiltin(Value name) {
  static constexpr struct {
    const char *name, *module;
  } kLate[] = {{"BaseExceptionGroup", "_exception_groups"},
               {"ExceptionGroup", "_exception_groups"},
               {"compile", "_expression_code"},
               {"eval", "_expression_code"},
               {"exec", "_expression_code"}};
  for (const auto &row : kLate) {
    if (utf8Of(name) != row.name)
      continue;
    Ref module(importModule(row.module));
    Value made = module.failed() ? jn_error() : getattr(module.get(), name);
    return made.tag == JN_ERROR || addBuiltin(row.name, jn_own(made)) < 0 ? jn_error() : made;
  }
  return jn_unbound();
}

int addBuiltin(const char *name, Value owned) {
  Ref keep(owned);
  return dictSet(builtinsDict(), internStr(name), owned);
}

int addBuiltinFunctions(const MethodDef *defs) {
  for (; defs->name; ++defs)
    if (addBuiltin(defs->name, newNative(&jn_type_native, defs, jn_unbound(), JN_NAME("builtins"),
                                         nullptr)) < 0)
      return -1;
  return 0;
}

int initBuiltinObjects() {
  if (addBuiltin("object", jn_obj(&jn_type_object)) < 0 ||
      addBuiltin("type", jn_obj(&jn_type_type)) < 0 ||
      addBuiltin("NotImplemented", jn_notimplemented()) < 0 ||
      addBuiltin("Ellipsis", jn_ellipsis()) < 0 || addBuiltin("None", jn_none()) < 0 ||
      addBuiltin("True", jn_bool(true)) < 0 || addBuiltin("False", jn_bool(false)) < 0 ||
      addBuiltin("__debug__", jn_bool(true)) < 0)
    return -1;
  return addBuiltinFunctions(functions);
}

}  // namespace janus

using namespace janus;

jn_value jn_call_from(jn_module *m, jn_value callee, const jn_value *args, size_t count) {
  jn_module *outer = callerModule;
  callerModule = m;
  Value v = jn_call(callee, args, count);
  callerModule = outer;
  return v;
}
