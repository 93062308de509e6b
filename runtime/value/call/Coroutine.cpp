// Coroutines, and the protocols of `await`, `async for` and `async with`.
#include "value/call/Calls.h"
#include "value/call/Generator.h"
#include "value/call/Modules.h"
#include "value/error/Raise.h"
#include "value/object/DataTypes.h"
#include "value/object/Types.h"

namespace janus {

namespace {

jn_generator *coroutine(Object *o) {
  return reinterpret_cast<jn_generator *>(o);
}

// ---------------------------------------------------------------- coroutine

void warnNeverAwaited(Object *o) {
  SavedError saved;
  Ref module(importModule("warnings"));
  Ref done(module.failed()
               ? jn_error()
               : callMethod(module.get(), JN_NAME("_warn_unawaited_coroutine"), {jn_obj(o)}));
  if (done.failed())
    writeUnraisable("Exception ignored in: ", jn_obj(o));
}

int coroutineFinalize(Object *o) {
  if (coroutine(o)->state != kGeneratorStart || coroutine(o)->running)
    return closeAtEnd(o);
  ++o->refs;
  warnNeverAwaited(o);
  return --o->refs != 0;
}

// The result of a coroutine's `__await__`: its steps, as an iterator.
struct CoroutineWrapper {
  jn_object head;
  jn_generator *awaited;
};

Value wrapperStep(Object *o, Value sent, Value *result) {
  return generatorStep(jn_obj(reinterpret_cast<CoroutineWrapper *>(o)->awaited).o, sent, result);
}
template <Value (*Method)(const Value *, size_t, Value)>
Value wrapperMethod(const Value *args, size_t count, Value kwnames) {
  Value passed[4] = {jn_obj(as<CoroutineWrapper>(args[0])->awaited)};
  for (size_t i = 1; i < count; ++i)
    passed[i] = args[i];
  return Method(passed, count, kwnames);
}
void wrapperDealloc(Object *o) {
  jn_decref(jn_obj(reinterpret_cast<CoroutineWrapper *>(o)->awaited));
  freeObject(o);
}
void wrapperTraverse(Object *o, VisitFn visit, void *context) {
  visit(jn_obj(reinterpret_cast<CoroutineWrapper *>(o)->awaited).o, context);
}
const MethodDef wrapperMethods[] = {{"send", wrapperMethod<generatorSendMethod>, 2, 2},
                                    {"throw", wrapperMethod<generatorThrowMethod>, 2, 4},
                                    {"close", wrapperMethod<generatorCloseMethod>, 1, 1},
                                    {nullptr, nullptr}};

Type jn_type_coroutine_wrapper = {
    .name = "coroutine_wrapper",
    .instanceSize = sizeof(CoroutineWrapper),
    .dealloc = wrapperDealloc,
    .traverse = wrapperTraverse,
    .iter = ownSelf,
    .next = nextOfStep,
    .methods = wrapperMethods,
    .send = wrapperStep,
};

Value coroutineAwait(const Value *args, size_t, Value) {
  auto *wrapper = allocate<CoroutineWrapper>(&jn_type_coroutine_wrapper);
  wrapper->awaited = as<jn_generator>(jn_own(args[0]));
  return jn_obj(wrapper);
}

Value getOrigin(Object *) {
  return jn_none();
}

const MethodDef methods[] = {{"send", generatorSendMethod, 2, 2},
                             {"throw", generatorThrowMethod, 2, 4},
                             {"close", generatorCloseMethod, 1, 1},
                             {"__await__", coroutineAwait, 1, 1},
                             {nullptr, nullptr}};
const MethodDef classMethods[] = {kGenericAliasMethod, {nullptr, nullptr}};
const GetSetDef getsets[] = {{"__name__", generatorName, nullptr},
                             {"__qualname__", generatorQualname, nullptr},
                             {"cr_running", generatorRunning, nullptr},
                             {"cr_suspended", generatorSuspended, nullptr},
                             {"cr_code", generatorCode, nullptr},
                             {"cr_frame", generatorFrame, nullptr},
                             {"cr_await", generatorDelegate, nullptr},
                             {"cr_origin", getOrigin, nullptr},
                             {nullptr, nullptr, nullptr}};

// ---------------------------------------------------------------- awaitables

enum AwaitableOf : int64_t { kOfProgram, kOfNext, kOfEnter, kOfExit };

Value raiseNotAwaitable(Value v, int64_t of) {
  switch (of) {
  case kOfEnter:
  case kOfExit:
    return raise(jn_exc_TypeError,
                 "'async with' received an object from %s that does not implement __await__: %T",
                 of == kOfEnter ? "__aenter__" : "__aexit__", &v);
  default: return raise(jn_exc_TypeError, "object %T can't be used in 'await' expression", &v);
  }
}

Value awaitIterator(Value awaitable, int64_t of) {
  if (JN_LIKELY(isExact(awaitable, &jn_type_coroutine))) {
    if (JN_UNLIKELY(isSuspended(as<jn_generator>(awaitable))))
      return raise(jn_exc_RuntimeError, "coroutine is being awaited already");
    return jn_own(awaitable);
  }
  if (isExact(awaitable, &jn_type_generator) &&
      as<jn_generator>(awaitable)->def->flags & JN_FN_ITERABLE_COROUTINE)
    return jn_own(awaitable);
  Ref iterator(callDunder(JN_NAME("__await__"), &awaitable, 1));
  if (iterator.get().tag == JN_UNBOUND)
    return raiseNotAwaitable(awaitable, of);
  if (iterator.failed())
    return jn_error();
  Value found = iterator.get();
  bool isCoroutine = isExact(found, &jn_type_coroutine) ||
                     (isExact(found, &jn_type_generator) &&
                      as<jn_generator>(found)->def->flags & JN_FN_ITERABLE_COROUTINE);
  if (isCoroutine)
    return raise(jn_exc_TypeError, "__await__() returned a coroutine");
  if (!typeOf(found)->next)
    return raise(jn_exc_TypeError, "__await__() returned non-iterator of type '%T'", &found);
  return iterator.release();
}

Value bindSpecial(Value o, Value name) {
  Value found = lookupInType(typeOf(o), name);
  if (found.tag != JN_OBJECT || !found.o->type->descrGet)
    return jn_own(found);
  return found.o->type->descrGet(found.o, o, typeOf(o));
}

Value raiseNoAsyncManager(Value manager, const char *missing) {
  return raise(jn_exc_TypeError,
               "'%T' object does not support the asynchronous context manager protocol%s", &manager,
               missing);
}

// The mark of types.coroutine: code of its own, which says that its generators may be awaited.
Value markAwaitable(const Value *args, size_t, Value) {
  if (!isExact(args[0], &jn_type_function))
    return raise(jn_exc_TypeError, "a function is expected, not %T", &args[0]);
  auto *f = as<jn_function>(args[0]);
  if (f->def->flags & JN_FN_GENERATOR &&
      !(f->def->flags & (JN_FN_COROUTINE | JN_FN_ASYNC_GENERATOR | JN_FN_ITERABLE_COROUTINE))) {
    auto *marked = new jn_function_def(*f->def);
    marked->flags |= JN_FN_ITERABLE_COROUTINE;
    f->def = marked;
  }
  return jn_own(args[0]);
}
const MethodDef functions[] = {{"coroutine", markAwaitable, 1, 1}, {nullptr, nullptr}};

}  // namespace

int initCoroutineTypes() {
  return readyType(&jn_type_coroutine) < 0 || readyType(&jn_type_coroutine_wrapper) < 0 ? -1 : 0;
}
const NativeModuleDef coroutinesModule = {"_coroutines", nullptr, functions};

Type jn_type_coroutine = {
    .name = "coroutine",
    .instanceSize = sizeof(jn_generator),
    .dealloc = generatorDealloc,
    .traverse = generatorTraverse,
    .clear = generatorClear,
    .repr = generatorRepr,
    .methods = methods,
    .getsets = getsets,
    .classMethods = classMethods,
    .send = generatorStep,
    .finalize = coroutineFinalize,
};

}  // namespace janus

using namespace janus;

jn_value jn_await_iter(jn_value awaitable, int64_t of) {
  Value iterator = awaitIterator(awaitable, of);
  if (JN_LIKELY(iterator.tag != JN_ERROR) || of != kOfNext)
    return iterator;
  Ref cause(takeError());
  raise(jn_exc_TypeError, "'async for' received an invalid object from __anext__: %T", &awaitable);
  ExceptionObject *e = errorState.pending;
  e->suppressContext = 1;
  e->cause = as<ExceptionObject>(jn_own(cause.get()));
  if (ExceptionObject *old = e->context)
    jn_decref(jn_obj(old));
  e->context = as<ExceptionObject>(cause.release());
  return jn_error();
}

jn_value jn_async_iter(jn_value iterable) {
  Ref iterator(callDunder(JN_NAME("__aiter__"), &iterable, 1));
  if (iterator.get().tag == JN_UNBOUND)
    return raise(jn_exc_TypeError, "'async for' requires an object with __aiter__ method, got %T",
                 &iterable);
  Value found = iterator.get();
  if (!iterator.failed() && lookupInType(typeOf(found), JN_NAME("__anext__")).tag == JN_UNBOUND)
    return raise(
        jn_exc_TypeError,
        "'async for' received an object from __aiter__ that does not implement __anext__: %T",
        &found);
  return iterator.release();
}

jn_value jn_async_next(jn_value iterator) {
  Value v = callDunder(JN_NAME("__anext__"), &iterator, 1);
  if (v.tag == JN_UNBOUND)
    return raise(jn_exc_TypeError, "'async for' requires an iterator with __anext__ method, got %T",
                 &iterator);
  return v;
}

int jn_async_ended(jn_value exception) {
  return isSubtype(exception.o->type, &jn_exc_StopAsyncIteration);
}

jn_value jn_async_exit_method(jn_value manager) {
  if (lookupInType(typeOf(manager), JN_NAME("__aenter__")).tag == JN_UNBOUND)
    return raiseNoAsyncManager(manager, "");
  Value exit = bindSpecial(manager, JN_NAME("__aexit__"));
  return exit.tag == JN_UNBOUND ? raiseNoAsyncManager(manager, " (missed __aexit__ method)") : exit;
}

jn_value jn_async_enter(jn_value manager) {
  Value v = callDunder(JN_NAME("__aenter__"), &manager, 1);
  return v.tag == JN_UNBOUND ? raiseNoAsyncManager(manager, "") : v;
}

jn_value jn_async_exit(jn_value exit, jn_value exception) {
  Value args[3] = {jn_none(), jn_none(), jn_none()};
  if (exception.tag == JN_OBJECT) {
    auto *e = as<ExceptionObject>(exception);
    args[0] = jn_obj(e->head.type);
    args[1] = exception;
    if (e->traceback)
      args[2] = jn_obj(e->traceback);
  }
  Ref keep = Ref::own(args[2]);
  return jn_call(exit, args, 3);
}
