// Asynchronous generators. What `__anext__()`, `asend()`, `athrow()` and `aclose()` give is an
// awaitable, a Step: it runs the generator up to its next `yield`, whose value is the result, and
// hands on what the generator awaits meanwhile.
#include "value/call/AsyncGenerator.h"
#include "value/call/Calls.h"
#include "value/call/Generator.h"
#include "value/error/Raise.h"
#include "value/object/DataTypes.h"
#include "value/object/StructSequence.h"
#include "value/object/Types.h"

#include <utility>

namespace janus {

namespace {

// In async_state.
enum AsyncFlags : uint8_t { kHooked = 1, kClosed = 2, kStepping = 4 };

struct Hooks {
  Value firstIter = {JN_NONE, {0}}, finalizer = {JN_NONE, {0}};
};
thread_local Hooks hooks;

enum class StepKind : uint8_t { Send, Throw, Close };
enum class StepState : uint8_t { Start, Running, Done };

struct Step {
  jn_object head;
  jn_generator *generator;
  Value sent;    // Send: the value
  Value thrown;  // Throw: a tuple, the arguments of athrow()
  StepKind kind;
  StepState state;
};
extern Type jn_type_step_send, jn_type_step_throw;

Step *stepOf(Object *o) {
  return reinterpret_cast<Step *>(o);
}

Value &finalizerOf(jn_generator *g) {
  return g->slots[g->size - 1];
}

// ---------------------------------------------------------------- steps

// The method's name in messages.
const char *methodName(const Step *step) {
  constexpr const char *kNames[] = {"anext()", "athrow()", "aclose()"};
  return kNames[static_cast<size_t>(step->kind)];
}

Value raiseReused(const Step *step) {
  return raise(jn_exc_RuntimeError, "cannot reuse already awaited %s",
               step->kind == StepKind::Send ? "__anext__()/asend()" : "aclose()/athrow()");
}

Value endStep(Step *step) {
  step->state = StepState::Done;
  step->generator->async_state &= ~kStepping;
  return jn_error();
}

// The answer of the generator as that of the step.
Value answer(Step *step, Value v, Value *result) {
  jn_generator *g = step->generator;
  bool closes = step->kind == StepKind::Close;
  if (v.tag == JN_DONE) {
    jn_decref(takeGeneratorResult(g));
    setRaised(newException(&jn_exc_StopAsyncIteration, jn_unbound()));
    v = jn_error();
  }
  if (v.tag == JN_ERROR) {
    endStep(step);
    bool ended = errorMatches(jn_exc_StopAsyncIteration) || errorMatches(jn_exc_GeneratorExit);
    if (ended)
      g->async_state |= kClosed;
    if (!ended || !closes)
      return jn_error();
    clearError();
    *result = jn_none();
    return jn_done();
  }
  if (!g->yielded)
    return v;
  endStep(step);
  if (closes) {
    jn_decref(v);
    return raise(jn_exc_RuntimeError, "async generator ignored GeneratorExit");
  }
  *result = v;
  return jn_done();
}

// False, with the answer in *v, when the step cannot begin.
bool begins(Step *step, Value sent, Value *v, Value *result) {
  jn_generator *g = step->generator;
  bool sends = step->kind == StepKind::Send;
  if (g->async_state & kStepping) {
    if (!sends)
      step->state = StepState::Done;
    *v = raise(jn_exc_RuntimeError, "%s: asynchronous generator is already running",
               methodName(step));
    return false;
  }
  if (!sends) {
    if (g->state == kGeneratorFinished) {
      step->state = StepState::Done;
      *result = jn_none();
      *v = jn_done();
      return false;
    }
    if (g->async_state & kClosed) {
      step->state = StepState::Done;
      setRaised(newException(&jn_exc_StopAsyncIteration, jn_unbound()));
      *v = jn_error();
      return false;
    }
    if (sent.tag != JN_NONE) {
      *v = raise(jn_exc_RuntimeError, "can't send non-None value to a just-started coroutine");
      return false;
    }
  }
  step->state = StepState::Running;
  g->async_state |= kStepping;
  return true;
}

Value throwInto(Step *step) {
  jn_generator *g = step->generator;
  if (step->kind == StepKind::Close) {
    g->async_state |= kClosed;
    setRaised(newException(&jn_exc_GeneratorExit, jn_unbound()));
  } else {
    auto *arguments = as<jn_tuple>(step->thrown);
    if (!raiseThrown(arguments->items, static_cast<size_t>(arguments->size)))
      return jn_error();
  }
  return generatorThrow(g);
}

Value startedSend(jn_generator *g, Value sent) {
  if (g->state == kGeneratorStart && !g->running && sent.tag != JN_NONE)
    return raise(jn_exc_TypeError, "can't send non-None value to a just-started async generator");
  return generatorSend(g, sent);
}

Value stepSend(Object *o, Value sent, Value *result) {
  Step *step = stepOf(o);
  if (step->state == StepState::Done)
    return raiseReused(step);
  if (step->state == StepState::Start) {
    Value v;
    if (!begins(step, sent, &v, result))
      return v;
    if (step->kind != StepKind::Send)
      return answer(step, throwInto(step), result);
    if (sent.tag == JN_NONE)
      sent = step->sent;
  }
  return answer(step, startedSend(step->generator, sent), result);
}

Value stepSendMethod(const Value *args, size_t, Value) {
  return stepOrStopIteration(args[0].o, args[1]);
}
Value stepThrowMethod(const Value *args, size_t count, Value) {
  Step *step = as<Step>(args[0]);
  if (step->state == StepState::Done)
    return raiseReused(step);
  if (!raiseThrown(args + 1, count - 1))
    return jn_error();
  Value result = jn_none();
  Value v = answer(step, generatorThrow(step->generator), &result);
  if (v.tag != JN_DONE)
    return v;
  Ref keep(result);
  return raiseStopIteration(result);
}
Value stepCloseMethod(const Value *args, size_t, Value) {
  as<Step>(args[0])->state = StepState::Done;
  return jn_none();
}
Value stepAwait(const Value *args, size_t, Value) {
  return jn_own(args[0]);
}

void stepDealloc(Object *o) {
  jn_decref(jn_obj(stepOf(o)->generator));
  jn_decref(stepOf(o)->sent);
  jn_decref(stepOf(o)->thrown);
  freeObject(o);
}
void stepTraverse(Object *o, VisitFn visit, void *context) {
  visit(jn_obj(stepOf(o)->generator).o, context);
  for (Value v : {stepOf(o)->sent, stepOf(o)->thrown})
    if (v.tag == JN_OBJECT)
      visit(v.o, context);
}

const MethodDef stepMethods[] = {{"send", stepSendMethod, 2, 2},
                                 {"throw", stepThrowMethod, 2, 4},
                                 {"close", stepCloseMethod, 1, 1},
                                 {"__await__", stepAwait, 1, 1},
                                 {nullptr, nullptr}};

constexpr Type stepType(const char *name) {
  Type t;
  t.name = name;
  t.instanceSize = sizeof(Step);
  t.dealloc = stepDealloc;
  t.traverse = stepTraverse;
  t.iter = ownSelf;
  t.next = nextOfStep;
  t.methods = stepMethods;
  t.send = stepSend;
  return t;
}
Type jn_type_step_send = stepType("async_generator_asend");
Type jn_type_step_throw = stepType("async_generator_athrow");

// Before the first step: the event loop learns of the generator.
bool callHooks(jn_generator *g) {
  if (g->async_state & kHooked)
    return true;
  g->async_state |= kHooked;
  if (hooks.finalizer.tag != JN_NONE)
    jn_assign(&finalizerOf(g), jn_own(hooks.finalizer));
  if (hooks.firstIter.tag == JN_NONE)
    return true;
  Ref keep = Ref::own(hooks.firstIter);
  return !Ref(call(keep.get(), {jn_obj(g)})).failed();
}

Value newStep(Value generator, StepKind kind, Value sent, Value thrown) {
  Ref keep(thrown);
  if (!callHooks(as<jn_generator>(generator)))
    return jn_error();
  auto *step = allocate<Step>(kind == StepKind::Send ? &jn_type_step_send : &jn_type_step_throw);
  step->generator = as<jn_generator>(jn_own(generator));
  step->sent = jn_own(sent);
  step->thrown = keep.release();
  step->kind = kind;
  return jn_obj(step);
}

// ---------------------------------------------------------------- the generator

Value anextMethod(const Value *args, size_t, Value) {
  return newStep(args[0], StepKind::Send, jn_none(), jn_none());
}
Value asendMethod(const Value *args, size_t, Value) {
  return newStep(args[0], StepKind::Send, args[1], jn_none());
}
Value athrowMethod(const Value *args, size_t count, Value) {
  jn_tuple *arguments = newTuple(static_cast<int64_t>(count - 1));
  for (size_t i = 1; i < count; ++i)
    arguments->items[i - 1] = jn_own(args[i]);
  return newStep(args[0], StepKind::Throw, jn_none(), jn_obj(arguments));
}
Value acloseMethod(const Value *args, size_t, Value) {
  return newStep(args[0], StepKind::Close, jn_none(), jn_none());
}
Value aiterMethod(const Value *args, size_t, Value) {
  return jn_own(args[0]);
}
Value getStepping(Object *o) {
  return jn_bool(reinterpret_cast<jn_generator *>(o)->async_state & kStepping);
}

// The event loop's finalizer closes it later; without one it is closed at once.
int asyncGeneratorFinalize(Object *o) {
  auto *g = reinterpret_cast<jn_generator *>(o);
  Value finalizer = finalizerOf(g);
  if (finalizer.tag != JN_OBJECT || g->async_state & kClosed)
    return closeAtEnd(o);
  ++o->refs;
  {
    SavedError saved;
    Ref keep = Ref::own(finalizer);
    if (Ref(call(keep.get(), {jn_obj(o)})).failed())
      writeUnraisable("Exception ignored in: ", keep.get());
  }
  return --o->refs != 0;
}

const MethodDef methods[] = {{"__anext__", anextMethod, 1, 1}, {"__aiter__", aiterMethod, 1, 1},
                             {"asend", asendMethod, 2, 2},     {"athrow", athrowMethod, 2, 4},
                             {"aclose", acloseMethod, 1, 1},   {nullptr, nullptr}};
const MethodDef classMethods[] = {kGenericAliasMethod, {nullptr, nullptr}};
const GetSetDef getsets[] = {
    {"__name__", generatorName, nullptr},     {"__qualname__", generatorQualname, nullptr},
    {"ag_running", getStepping, nullptr},     {"ag_suspended", generatorSuspended, nullptr},
    {"ag_code", generatorCode, nullptr},      {"ag_frame", generatorFrame, nullptr},
    {"ag_await", generatorDelegate, nullptr}, {nullptr, nullptr, nullptr}};

// ---------------------------------------------------------------- anext(iterator, default)

struct NextOrDefault {
  jn_object head;
  Value iterator;  // of the awaitable, made at the first step; the awaitable before
  Value otherwise;
  bool started;
};

NextOrDefault *nextOrDefault(Object *o) {
  return reinterpret_cast<NextOrDefault *>(o);
}

// The end of the iterator is the default.
Value orDefault(NextOrDefault *next, Value v, Value *result) {
  if (v.tag != JN_ERROR || !errorMatches(jn_exc_StopAsyncIteration))
    return v;
  clearError();
  *result = jn_own(next->otherwise);
  return jn_done();
}

bool startNext(NextOrDefault *next) {
  if (std::exchange(next->started, true))
    return true;
  Value iterator = jn_await_iter(next->iterator, 0);
  if (iterator.tag == JN_ERROR)
    return false;
  jn_assign(&next->iterator, iterator);
  return true;
}

Value nextOrDefaultSend(Object *o, Value sent, Value *result) {
  NextOrDefault *next = nextOrDefault(o);
  if (!startNext(next))
    return jn_error();
  Value iterator = next->iterator;
  Ref keep = Ref::own(iterator);
  if (auto send = typeOf(iterator)->send)
    return orDefault(next, send(iterator.o, sent, result), result);
  Value v = sent.tag == JN_NONE ? callDunder(JN_NAME("__next__"), &iterator, 1)
                                : callMethod(iterator, JN_NAME("send"), {sent});
  if (v.tag == JN_ERROR && errorMatches(jn_exc_StopIteration)) {
    Ref stop(takeError());
    *result = jn_own(exceptionField(stop.as<ExceptionObject>(), 0));
    return jn_done();
  }
  return orDefault(next, v, result);
}

Value nextOrDefaultCall(const Value *args, size_t count, Value name) {
  NextOrDefault *next = as<NextOrDefault>(args[0]);
  if (!startNext(next))
    return jn_error();
  Ref method(getattr(next->iterator, name));
  if (method.failed())
    return jn_error();
  Value result = jn_none();
  Value v = orDefault(next, jn_call(method.get(), args + 1, count - 1), &result);
  if (v.tag != JN_DONE)
    return v;
  Ref keep(result);
  return raiseStopIteration(result);
}
Value nextOrDefaultSendMethod(const Value *args, size_t, Value) {
  return stepOrStopIteration(args[0].o, args[1]);
}
Value nextOrDefaultThrow(const Value *args, size_t count, Value) {
  return nextOrDefaultCall(args, count, JN_NAME("throw"));
}
Value nextOrDefaultClose(const Value *args, size_t count, Value) {
  return nextOrDefaultCall(args, count, JN_NAME("close"));
}
void nextOrDefaultDealloc(Object *o) {
  jn_decref(nextOrDefault(o)->iterator);
  jn_decref(nextOrDefault(o)->otherwise);
  freeObject(o);
}
void nextOrDefaultTraverse(Object *o, VisitFn visit, void *context) {
  for (Value v : {nextOrDefault(o)->iterator, nextOrDefault(o)->otherwise})
    if (v.tag == JN_OBJECT)
      visit(v.o, context);
}
const MethodDef nextOrDefaultMethods[] = {{"send", nextOrDefaultSendMethod, 2, 2},
                                          {"throw", nextOrDefaultThrow, 2, 4},
                                          {"close", nextOrDefaultClose, 1, 1},
                                          {"__await__", stepAwait, 1, 1},
                                          {nullptr, nullptr}};
Type jn_type_anext_awaitable = {
    .name = "anext_awaitable",
    .instanceSize = sizeof(NextOrDefault),
    .dealloc = nextOrDefaultDealloc,
    .traverse = nextOrDefaultTraverse,
    .iter = ownSelf,
    .next = nextOfStep,
    .methods = nextOrDefaultMethods,
    .send = nextOrDefaultSend,
};

}  // namespace

Value aiterFn(const Value *args, size_t, Value) {
  Ref iterator(callDunder(JN_NAME("__aiter__"), args, 1));
  if (iterator.get().tag == JN_UNBOUND)
    return raise(jn_exc_TypeError, "'%T' object is not an async iterable", &args[0]);
  Value found = iterator.get();
  if (!iterator.failed() && lookupInType(typeOf(found), JN_NAME("__anext__")).tag == JN_UNBOUND)
    return raise(jn_exc_TypeError, "aiter() returned not an async iterator of type '%T'", &found);
  return iterator.release();
}

Value anextFn(const Value *args, size_t count, Value) {
  Ref awaitable(callDunder(JN_NAME("__anext__"), args, 1));
  if (awaitable.get().tag == JN_UNBOUND)
    return raise(jn_exc_TypeError, "'%T' object is not an async iterator", &args[0]);
  if (awaitable.failed() || count == 1)
    return awaitable.release();
  auto *next = allocate<NextOrDefault>(&jn_type_anext_awaitable);
  next->iterator = awaitable.release();
  next->otherwise = jn_own(args[1]);
  return jn_obj(next);
}

Value getAsyncgenHooks(const Value *, size_t, Value) {
  static Type *const type = newStructSequence("asyncgen_hooks", {"firstiter", "finalizer"});
  return makeStructSequence(type, {jn_own(hooks.firstIter), jn_own(hooks.finalizer)});
}

Value setAsyncgenHooks(const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs("set_asyncgen_hooks", {"firstiter", "finalizer"}, 0, 2, args, count, kwnames, out))
    return jn_error();
  constexpr const char *kNames[] = {"firstiter", "finalizer"};
  for (int i = 0; i < 2; ++i)
    if (out[i].tag != JN_UNBOUND && out[i].tag != JN_NONE && !typeOf(out[i])->call)
      return raise(jn_exc_TypeError, "callable %s expected, got %T", kNames[i], &out[i]);
  if (out[0].tag != JN_UNBOUND)
    jn_assign(&hooks.firstIter, jn_own(out[0]));
  if (out[1].tag != JN_UNBOUND)
    jn_assign(&hooks.finalizer, jn_own(out[1]));
  return jn_none();
}

int initAsyncGeneratorTypes() {
  for (Type *type : {&jn_type_async_generator, &jn_type_step_send, &jn_type_step_throw,
                     &jn_type_anext_awaitable})
    if (readyType(type) < 0)
      return -1;
  return 0;
}

Type jn_type_async_generator = {
    .name = "async_generator",
    .instanceSize = sizeof(jn_generator),
    .dealloc = generatorDealloc,
    .traverse = generatorTraverse,
    .clear = generatorClear,
    .repr = generatorRepr,
    .methods = methods,
    .getsets = getsets,
    .classMethods = classMethods,
    .finalize = asyncGeneratorFinalize,
};

}  // namespace janus
