// Generators: resuming, send, throw, close, and `yield from`.
#include "value/call/Generator.h"
#include "value/call/Calls.h"
#include "value/error/Raise.h"
#include "value/object/Foreign.h"
#include "value/object/SlotTrampolines.h"
#include "value/object/Types.h"

#include <stddef.h>

namespace janus {

namespace {

enum State : int64_t { kStart = 0, kRunning = -1, kFinished = -2 };

jn_generator *generator(Object *o) {
  return reinterpret_cast<jn_generator *>(o);
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
void replaceStopIteration() {
  if (!errorMatches(jn_exc_StopIteration))
    return;
  Ref cause(takeError());
  raise(jn_exc_RuntimeError, "generator raised StopIteration");
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
    return raise(jn_exc_ValueError, "generator already executing");
  }
  if (JN_UNLIKELY(!jn_enter()))
    return jn_error();
  g->running = 1;
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
      replaceStopIteration();
  }
  jn_decref(jn_obj(g));
  return v;
}

Value takeResult(jn_generator *g) {
  Value v = g->result;
  g->result = jn_none();
  return v.tag < JN_NONE ? jn_none() : v;
}

// For callers in Python: the end is StopIteration.
Value orStopIteration(jn_generator *g, Value v) {
  if (v.tag != JN_DONE)
    return v;
  Ref result(takeResult(g));
  return raiseStopIteration(result.get());
}

Value generatorNext(Object *o) {
  auto *g = generator(o);
  if (JN_UNLIKELY(g->state == kFinished))
    return jn_done();
  return resume(g, jn_none());
}

void generatorTraverse(Object *o, VisitFn visit, void *context) {
  auto *g = generator(o);
  visit(reinterpret_cast<Object *>(g->function), context);
  visitValue(g->result, visit, context);
  visitValue(g->handled, visit, context);
  for (uint32_t i = 0; i < g->size; ++i)
    visitValue(g->slots[i], visit, context);
}
void generatorClear(Object *o) {
  if (!generator(o)->running)
    dropSlots(generator(o));
}
// A suspended generator is closed when dropped, so that its `finally` blocks run.
int generatorFinalize(Object *o) {
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
  jn_decref(jn_obj(g->function));
  freeObject(o);
}

Value methodSend(const Value *args, size_t, Value) {
  auto *g = as<jn_generator>(args[0]);
  if (g->state == kStart && !g->running && args[1].tag != JN_NONE)
    return raise(jn_exc_TypeError, "can't send non-None value to a just-started generator");
  return orStopIteration(g, generatorSend(g, args[1]));
}
Value methodThrow(const Value *args, size_t count, Value) {
  auto *g = as<jn_generator>(args[0]);
  ExceptionObject *e;
  if (count >= 3 && isExceptionClass(args[1]) && args[2].tag != JN_NONE && !isException(args[2])) {
    Ref made(isInstance(args[2], &jn_type_tuple) ? jn_call_ex(args[1], args[2], jn_none())
                                                 : jn_call(args[1], &args[2], 1));
    if (made.failed())
      return jn_error();
    e = as<ExceptionObject>(made.release());
  } else if (count >= 3 && isException(args[2])) {
    e = as<ExceptionObject>(jn_own(args[2]));
  } else if (isException(args[1]) || isExceptionClass(args[1])) {
    e = exceptionFrom(args[1]);
    if (!e)
      return jn_error();
  } else {
    return raise(jn_exc_TypeError,
                 "exceptions must be classes or instances deriving from BaseException, not %T",
                 &args[1]);
  }
  setRaised(e);
  return orStopIteration(g, generatorThrow(g));
}
Value methodClose(const Value *args, size_t, Value) {
  return generatorClose(as<jn_generator>(args[0]));
}

const MethodDef methods[] = {{"send", methodSend, 2, 2},
                             {"throw", methodThrow, 2, 4},
                             {"close", methodClose, 1, 1},
                             {nullptr, nullptr}};

Value getName(Object *o) {
  return jn_own(functionName(generator(o)->function));
}
Value getQualname(Object *o) {
  return jn_own(functionQualname(generator(o)->function));
}
Value getRunning(Object *o) {
  return jn_bool(generator(o)->running);
}
Value getSuspended(Object *o) {
  return jn_bool(generator(o)->state > kStart && !generator(o)->running);
}
Value getCode(Object *o) {
  return newCode(generator(o)->def);
}
Value getFrame(Object *o) {
  return generator(o)->state == kFinished ? jn_none() : jn_own(jn_obj(o));
}
const GetSetDef getsets[] = {
    {"__name__", getName, nullptr},      {"__qualname__", getQualname, nullptr},
    {"gi_running", getRunning, nullptr}, {"gi_suspended", getSuspended, nullptr},
    {"gi_code", getCode, nullptr},       {"gi_frame", getFrame, nullptr},
    {nullptr, nullptr, nullptr}};

Value generatorRepr(Object *o) {
  Value name = functionQualname(generator(o)->function);
  return makeStr(formatText("<generator object %S at %p>", &name, static_cast<void *>(o)));
}
Value generatorIter(Object *o) {
  return jn_own(jn_obj(o));
}

}  // namespace

Value newGenerator(jn_function *f, const Value *bound, size_t parameters) {
  size_t size = f->def->frame_slots < parameters ? parameters : f->def->frame_slots;
  auto *g = reinterpret_cast<jn_generator *>(allocate(
      &jn_type_generator, offsetof(jn_generator, slots) + (size ? size : 1) * sizeof(Value)));
  g->def = f->def;
  g->function = f;
  jn_incref(jn_obj(f));
  g->result = jn_none();
  g->handled = jn_none();
  g->size = static_cast<uint32_t>(size);
  for (size_t i = 0; i < parameters; ++i)
    g->slots[i] = jn_own(bound[i]);
  for (size_t i = parameters; i < size; ++i)
    g->slots[i] = jn_unbound();
  return jn_obj(g);
}

Value generatorSend(jn_generator *g, Value sent) {
  if (g->state == kFinished)
    return jn_done();
  return resume(g, sent);
}

Value generatorThrow(jn_generator *g) {
  if (g->state == kFinished)
    return jn_error();
  if (g->state == kStart && !g->running) {
    g->state = kFinished;
    jn_trace(g->def, g->function->module, g->def->line, 0);
    dropSlots(g);
    replaceStopIteration();
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
    jn_decref(takeResult(g));
    return jn_none();
  }
  if (v.failed()) {
    if (!errorMatches(jn_exc_GeneratorExit))
      return jn_error();
    clearError();
    return jn_none();
  }
  return raise(jn_exc_RuntimeError, "generator ignored GeneratorExit");
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
    .iter = generatorIter,
    .next = generatorNext,
    .methods = methods,
    .getsets = getsets,
    .finalize = generatorFinalize,
};

}  // namespace janus

using namespace janus;

jn_value jn_generator_return(jn_generator *g, jn_value value) {
  g->state = kFinished;
  jn_assign(&g->result, value);
  return jn_done();
}

jn_value jn_yield_from_iter(jn_value iterable) {
  if (isExact(iterable, &jn_type_generator))
    return jn_own(iterable);
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

Value throwInto(Value iterator, Value *result) {
  if (isExact(iterator, &jn_type_generator)) {
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
      *result = takeResult(g);
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

jn_value jn_yield_from(jn_value iterator, jn_value sent, jn_value *result) {
  if (sent.tag == JN_ERROR)
    return throwInto(iterator, result);
  if (isExact(iterator, &jn_type_generator)) {
    auto *g = as<jn_generator>(iterator);
    Value v = generatorSend(g, sent);
    if (v.tag == JN_DONE)
      *result = takeResult(g);
    return v;
  }
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
