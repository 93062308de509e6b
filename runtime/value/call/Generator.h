// Frames of generators, coroutines and asynchronous generators, driven from C++. JN_DONE means that
// one finished; the value of `return` waits in g->result.
#pragma once

#include "value/object/Object.h"

namespace janus {

extern Type jn_type_coroutine, jn_type_async_generator;

enum GeneratorState : int64_t { kGeneratorStart = 0, kGeneratorFinished = -2 };

Value generatorSend(jn_generator *g, Value sent);
Value generatorThrow(jn_generator *g);  // throws the pending exception into it
Value generatorClose(jn_generator *g);  // None, or JN_ERROR
Value takeGeneratorResult(jn_generator *g);
inline bool isSuspended(const jn_generator *g) {
  return g->state > kGeneratorStart && !g->running;
}

// The slot `send` of the types, and what Python sees of it: the end is StopIteration.
Value generatorStep(Object *o, Value sent, Value *result);
Value stepOrStopIteration(Object *o, Value sent);
Value nextOfStep(Object *o);  // the slot `next` of types with `send`: JN_DONE at the end

// Makes the exception pending that `throw(type, value, traceback)` names; false with another error.
bool raiseThrown(const Value *args, size_t count);

// Methods and attributes that the three types have alike.
Value generatorSendMethod(const Value *args, size_t count, Value kwnames);
Value generatorThrowMethod(const Value *args, size_t count, Value kwnames);
Value generatorCloseMethod(const Value *args, size_t count, Value kwnames);
Value generatorName(Object *o);
Value generatorQualname(Object *o);
int setGeneratorName(Object *o, Value name);
int setGeneratorQualname(Object *o, Value name);
Value generatorRunning(Object *o);
Value generatorSuspended(Object *o);
Value generatorCode(Object *o);
Value generatorFrame(Object *o);
Value generatorDelegate(Object *o);
Value generatorRepr(Object *o);
Value ownSelf(Object *o);
void generatorTraverse(Object *o, VisitFn visit, void *context);
void generatorClear(Object *o);
void generatorDealloc(Object *o);
// Closes a suspended one that is about to end; 1 when it was revived.
int closeAtEnd(Object *o);

}  // namespace janus
