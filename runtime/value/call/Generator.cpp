// Frames of generators and coroutines: resuming, send, throw, close, and `yield from`.
#include "value/call/Generator.h"
#include "value/call/Calls.h"
#include "value/error/Raise.h"
#include "value/error/TracebackText.h"
#include "value/object/Foreign.h"
#include "value/object/SlotTrampolines.h"
#include "value/object/Types.h"

#include <stddef.h>

namespace janus {

namespace {

constexpr int64_t kStart = kGeneratorStart, kFinished = kGeneratorFinished;

jn_generator *generator(Object *o) {
  return reinterpret_cast<jn_generator *>(o);
}

const char *kindOf(const jn_generator *g) {
  return g->def->flags & JN_FN_COROUTINE         ? "coroutine"
         : g->def->flags & JN_FN_ASYNC_GENERATOR ? "async generator"
                                                 : "generator";
}

void visitValue(Value v, VisitFn visit, void *context) {
  if (v.tag == JN_OBJECT)
    visit(v.o, context);
}

void dropSlots(jn_generator *g) {
  for (uint32_t i = 0; i < g->size; ++i)
    jn_assign(&g->slots[i], jn_unbound());
  jn_assign(&g->handled, jn_none());
}

// A StopIteration that leaves a generator would look like its end.
void replaceStopIteration(const jn_generator *g) {
  bool isAsync = g->def->flags & JN_FN_ASYNC_GENERATOR && errorMatches(jn_exc_StopAsyncIteration);
  if (!isAsync && !errorMatches(jn_exc_StopIteration))
    return;
  Ref cause(takeError());
  raise(jn_exc_RuntimeError, "%s raised %s", kindOf(g),
        isAsync ? "StopAsyncIteration" : "StopIteration");
  ExceptionObject *e = errorState.pending;
  e->suppressContext = 1;
  e->cause = as<ExceptionObject>(jn_own(cause.get()));
  if (ExceptionObject *old = e->context)
    jn_decref(jn_obj(old));
  e->context = as<ExceptionObject>(cause.release());
}

// Runs to the next yield. JN_DONE: finished, the value of `return` waits in g->result.
Value resume(jn_generator *g, Value sent) {
  if (JN_UNLIKELY(g->running)) {
    if (sent.tag == JN_ERROR)
      clearError();
    return raise(jn_exc_ValueError, "%s already executing", kindOf(g));
  }
  if (JN_UNLIKELY(!jn_enter())) {
    if (g->state == kStart) {  // it has begun, and ended
      g->state = kFinished;
      dropSlots(g);
    }
    return jn_error();
  }
  g->running = 1;
  g->yielded = 0;
  HandledLevel level = {g->handled, errorState.handled};
  g->handled = jn_none();
  errorState.handled = &level;
  jn_incref(jn_obj(g));
  // What is thrown in happens in the context of what the generator handles.
  if (JN_UNLIKELY(sent.tag == JN_ERROR) && level.exception.tag == JN_OBJECT)
    setRaised(as<ExceptionObject>(takeError()));
  Value v = g->def->resume(g, sent);
  errorState.handled = level.outer;
  g->running = 0;
  jn_leave();
  if (JN_LIKELY(v.tag != JN_DONE && v.tag != JN_ERROR)) {
    g->handled = level.exception;
  } else {
    jn_decref(level.exception);
    g->state = kFinished;
    dropSlots(g);
    if (v.tag == JN_ERROR)
      replaceStopIteration(g);
  }
  jn_decref(jn_obj(g));
  return v;
}

Value generatorNext(Object *o) {
  auto *g = generator(o);
  if (JN_UNLIKELY(g->state == kFinished))
    return jn_done();
  return resume(g, jn_none());
}

}  // namespace

void generatorTraverse(Object *o, VisitFn visit, void *context) {
  auto *g = generator(o);
  visit(reinterpret_cast<Object *>(g->function), context);
  visitValue(g->result, visit, context);
  visitValue(g->handled, visit, context);
  visitValue(g->delegate, visit, context);
  for (uint32_t i = 0; i < g->size; ++i)
    visitValue(g->slots[i], visit, context);
}
void generatorClear(Object *o) {
  if (generator(o)->running)
    return;
  dropSlots(generator(o));
  jn_assign(&generator(o)->delegate, jn_unbound());
}
// A suspended generator is closed when dropped, so that its `finally` blocks run.
int closeAtEnd(Object *o) {
  auto *g = generator(o);
  if (g->state == kFinished || g->state == kStart)
    return 0;
  ++o->refs;
  {
    SavedError saved;
    if (Ref(generatorClose(g)).failed())
      writeUnraisable("Exception ignored in: ", jn_obj(o));
  }
  return --o->refs != 0;
}
void generatorDealloc(Object *o) {
  auto *g = generator(o);
  dropSlots(g);
  jn_decref(g->result);
  jn_decref(g->delegate);
  jn_decref(jn_obj(g->function));
  freeObject(o);
}

Value generatorStep(Object *o, Value sent, Value *result) {
  Value v = generatorSend(generator(o), sent);
  if (v.tag == JN_DONE)
    *result = takeGeneratorResult(generator(o));
  return v;
}
Value stepOrStopIteration(Object *o, Value sent) {
  Value result = jn_none();
  Value v = o->type->send(o, sent, &result);
  if (v.tag != JN_DONE)
    return v;
  Ref keep(result);
  return raiseStopIteration(result);
}
Value nextOfStep(Object *o) {
  Value result = jn_none();
  Value v = o->type->send(o, jn_none(), &result);
  if (v.tag == JN_DONE)
    jn_decref(result);
  return v;
}

bool raiseThrown(const Value *args, size_t count) {
  ExceptionObject *e;
  if (count >= 2 && isExceptionClass(args[0]) && args[1].tag != JN_NONE && !isException(args[1])) {
    Ref made(isInstance(args[1], &jn_type_tuple) ? jn_call_ex(args[0], args[1], jn_none())
                                                 : jn_call(args[0], &args[1], 1));
    if (made.failed())
      return false;
    e = as<ExceptionObject>(made.release());
  } else if (count >= 2 && isException(args[1])) {
    e = as<ExceptionObject>(jn_own(args[1]));
  } else if (isException(args[0]) || isExceptionClass(args[0])) {
    e = exceptionFrom(args[0]);
    if (!e)
      return false;
  } else {
    raise(jn_exc_TypeError,
          "exceptions must be classes or instances deriving from BaseException, not %T", &args[0]);
    return false;
  }
  setRaised(e);
  return true;
}

Value generatorSendMethod(const Value *args, size_t, Value) {
  auto *g = as<jn_generator>(args[0]);
  if (g->state == kStart && !g->running && args[1].tag != JN_NONE)
    return raise(jn_exc_TypeError, "can't send non-None value to a just-started %s", kindOf(g));
  return stepOrStopIteration(args[0].o, args[1]);
}
Value generatorThrowMethod(const Value *args, size_t count, Value) {
  auto *g = as<jn_generator>(args[0]);
  if (!raiseThrown(args + 1, count - 1))
    return jn_error();
  Value v = generatorThrow(g);
  if (v.tag != JN_DONE)
    return v;
  Ref result(takeGeneratorResult(g));
  return raiseStopIteration(result.get());
}
Value generatorCloseMethod(const Value *args, size_t, Value) {
  return generatorClose(as<jn_generator>(args[0]));
}

Value generatorName(Object *o) {
  return jn_own(functionName(generator(o)->function));
}
Value generatorQualname(Object *o) {
  return jn_own(functionQualname(generator(o)->function));
}
Value generatorRunning(Object *o) {
  return jn_bool(generator(o)->running);
}
Value generatorSuspended(Object *o) {
  return jn_bool(isSuspended(generator(o)));
}
Value generatorCode(Object *o) {
  return newCode(generator(o)->def);
}
Value generatorFrame(Object *o) {
  if (generator(o)->state == kFinished)
    return jn_none();
  return newFrame(generator(o)->def, generator(o)->function->module);
}
Value generatorDelegate(Object *o) {
  Value delegate = generator(o)->delegate;
  return delegate.tag == JN_OBJECT && isSuspended(generator(o)) ? jn_own(delegate) : jn_none();
}
Value generatorRepr(Object *o) {
  Value name = functionQualname(generator(o)->function);
  return makeStr(formatText("<%s object %S at %p>", o->type->name, &name, static_cast<void *>(o)));
}
Value ownSelf(Object *o) {
  return jn_own(jn_obj(o));
}

namespace {

const MethodDef methods[] = {{"send", generatorSendMethod, 2, 2},
                             {"throw", generatorThrowMethod, 2, 4},
                             {"close", generatorCloseMethod, 1, 1},
                             {nullptr, nullptr}};
const GetSetDef getsets[] = {
    {"__name__", generatorName, nullptr},         {"__qualname__", generatorQualname, nullptr},
    {"gi_running", generatorRunning, nullptr},    {"gi_suspended", generatorSuspended, nullptr},
    {"gi_code", generatorCode, nullptr},          {"gi_frame", generatorFrame, nullptr},
    {"gi_yieldfrom", generatorDelegate, nullptr}, {nullptr, nullptr, nullptr}};

}  // namespace

Value newGenerator(jn_function *f, const Value *bound, size_t parameters) {
  size_t size = f->def->frame_slots < parameters ? parameters : f->def->frame_slots;
  Type *type = &jn_type_generator;
  if (JN_UNLIKELY(f->def->flags & (JN_FN_COROUTINE | JN_FN_ASYNC_GENERATOR))) {
    type = f->def->flags & JN_FN_COROUTINE ? &jn_type_coroutine : &jn_type_async_generator;
    size += type == &jn_type_async_generator;  // its finalizer stands behind the rest
  }
  auto *g = reinterpret_cast<jn_generator *>(
      allocate(type, offsetof(jn_generator, slots) + (size ? size : 1) * sizeof(Value)));
  g->def = f->def;
  g->function = f;
  jn_incref(jn_obj(f));
  g->result = jn_none();
  g->handled = jn_none();
  g->delegate = jn_unbound();
  g->size = static_cast<uint32_t>(size);
  for (size_t i = 0; i < parameters; ++i)
    g->slots[i] = jn_own(bound[i]);
  for (size_t i = parameters; i < size; ++i)
    g->slots[i] = jn_unbound();
  return jn_obj(g);
}

Value takeGeneratorResult(jn_generator *g) {
  Value v = g->result;
  g->result = jn_none();
  return v.tag < JN_NONE ? jn_none() : v;
}

static bool isAwaitedAgain(const jn_generator *g) {
  if (JN_LIKELY(!(g->def->flags & JN_FN_COROUTINE)))
    return false;
  raise(jn_exc_RuntimeError, "cannot reuse already awaited coroutine");
  return true;
}

Value generatorSend(jn_generator *g, Value sent) {
  if (g->state == kFinished)
    return isAwaitedAgain(g) ? jn_error() : jn_done();
  return resume(g, sent);
}

Value generatorThrow(jn_generator *g) {
  if (g->state == kFinished) {
    isAwaitedAgain(g);
    return jn_error();
  }
  if (g->state == kStart && !g->running) {
    g->state = kFinished;
    jn_trace(g->def, g->function->module, g->def->line, 0);
    dropSlots(g);
    replaceStopIteration(g);
    return jn_error();
  }
  return resume(g, jn_error());
}

Value generatorClose(jn_generator *g) {
  if (g->state == kFinished)
    return jn_none();
  if (g->state == kStart && !g->running) {
    g->state = kFinished;
    dropSlots(g);
    return jn_none();
  }
  setRaised(newException(&jn_exc_GeneratorExit, jn_unbound()));
  Ref v(resume(g, jn_error()));
  if (v.get().tag == JN_DONE) {
    jn_decref(takeGeneratorResult(g));
    return jn_none();
  }
  if (v.failed()) {
    if (!errorMatches(jn_exc_GeneratorExit))
      return jn_error();
    clearError();
    return jn_none();
  }
  return raise(jn_exc_RuntimeError, "%s ignored GeneratorExit", kindOf(g));
}

int initGeneratorType() {
  return readyType(&jn_type_generator);
}

Type jn_type_generator = {
    .name = "generator",
    .instanceSize = sizeof(jn_generator),
    .dealloc = generatorDealloc,
    .traverse = generatorTraverse,
    .clear = generatorClear,
    .repr = generatorRepr,
    .iter = ownSelf,
    .next = generatorNext,
    .methods = methods,
    .getsets = getsets,
    .send = generatorStep,
    .finalize = closeAtEnd,
};

}  // namespace janus

using namespace janus;

jn_value jn_generator_return(jn_generator *g, jn_value value) {
  g->state = kFinished;
  jn_assign(&g->result, value);
  return jn_done();
}

jn_value jn_yield_from_iter(jn_generator *g, jn_value iterable) {
  bool isCoroutine = isExact(iterable, &jn_type_coroutine);
  if (isExact(iterable, &jn_type_generator) ||
      (isCoroutine && g->def->flags & JN_FN_ITERABLE_COROUTINE))
    return jn_own(iterable);
  if (isCoroutine)
    return raise(jn_exc_TypeError,
                 "cannot 'yield from' a coroutine object in a non-coroutine generator");
  return jn_iter(iterable);
}

namespace {

// StopIteration pending: its value is the delegate's result.
Value finishDelegate(Value *result) {
  if (!errorMatches(jn_exc_StopIteration))
    return jn_error();
  Ref stop(takeError());
  Value v = exceptionField(stop.as<ExceptionObject>(), 0);
  *result = v.tag < JN_NONE ? jn_none() : jn_own(v);
  return jn_done();
}

bool isFrame(Value v) {
  return isExact(v, &jn_type_generator) || isExact(v, &jn_type_coroutine);
}

Value throwInto(Value iterator, Value *result) {
  if (isFrame(iterator)) {
    auto *g = as<jn_generator>(iterator);
    Value v;
    if (errorMatches(jn_exc_GeneratorExit)) {
      Ref exit(takeError());
      Ref closed(generatorClose(g));
      if (!closed.failed())
        setError(exit.release());
      return jn_error();
    }
    v = generatorThrow(g);
    if (v.tag == JN_DONE)
      *result = takeGeneratorResult(g);
    return v;
  }
  bool exiting = errorMatches(jn_exc_GeneratorExit);
  Ref exception(takeError());
  Ref method(getattrOptional(iterator, exiting ? JN_NAME("close") : JN_NAME("throw")));
  if (method.failed())
    return jn_error();
  if (exiting) {
    if (method.get().tag != JN_UNBOUND && Ref(jn_call(method.get(), nullptr, 0)).failed())
      return jn_error();
    setError(exception.release());
    return jn_error();
  }
  if (method.get().tag == JN_UNBOUND) {
    setError(exception.release());
    return jn_error();
  }
  Value e = exception.get();
  Value v = jn_call(method.get(), &e, 1);
  return v.tag == JN_ERROR ? finishDelegate(result) : v;
}

}  // namespace

jn_value jn_yield_from(jn_generator *g, jn_value sent, jn_value *result) {
  Value iterator = g->delegate;
  if (sent.tag == JN_ERROR)
    return throwInto(iterator, result);
  if (auto send = typeOf(iterator)->send)
    return send(iterator.o, sent, result);
  if (sent.tag == JN_NONE) {
    // A `__next__` written in Python gives the result as StopIteration's value, which jn_next
    // drops; so does an iterator of Python.
    Value v = typeOf(iterator)->next == trampolineNext
                  ? callDunder(JN_NAME("__next__"), &iterator, 1)
              : isForeignObject(iterator) ? typeOf(iterator)->next(iterator.o)
                                          : jn_next(iterator);
    if (v.tag == JN_DONE)
      *result = jn_none();
    else if (v.tag == JN_ERROR)
      return finishDelegate(result);
    return v;
  }
  Value v = callMethod(iterator, JN_NAME("send"), {sent});
  return v.tag == JN_ERROR ? finishDelegate(result) : v;
}
