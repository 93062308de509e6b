// Functions that the classes of their arguments override, as torch's by `__torch_function__`. A
// callable whose object is marked asks before it runs; nothing is marked before a program has a
// class that answers. tensor/call/Overrides.h says which callables ask, and who is asked.
#pragma once

#include "value/object/Object.h"

namespace janus {

// In the flags of functions, native functions, slot wrappers and getsets.
constexpr uint32_t kObjectAsks = JN_FLAG_ASKS;

inline bool asks(const void *object) {
  return JN_UNLIKELY(static_cast<const Object *>(object)->flags & kObjectAsks);
}

// An instance whose class answers for functions that it is given to.
inline bool answersForFunctions(Value v) {
  return v.tag == JN_OBJECT && v.o->type->typeFlags & kTypeAnswers;
}

struct OverrideInterface {
  // An answer, owned; JN_UNBOUND where the callable has to run. Of a getset, the arguments are the
  // instance and the value that is stored.
  Value (*ask)(Value callee, const Value *args, size_t count, Value kwnames) = nullptr;
  // The program has its first class that answers; false with an exception.
  bool (*begin)() = nullptr;
  // Whether an instance of a class that answers passes for one of another class.
  bool (*countsAs)(Value v, const Type *cls) = [](Value, const Type *) { return false; };
  // The `__torch_function__` of classes that do not answer.
  Object *never = nullptr;
  bool isNeeded = false;     // a class that answers has been made
  bool answersLate = false;  // an object may answer whose class did not when it was made
};
extern OverrideInterface overrideInterface;

// Sets or clears kTypeAnswers of a class that was made, or got another `__torch_function__`, and of
// its subclasses; false with an exception.
bool noteAnswers(Type *type);
Value nameOfAnswers();  // "__torch_function__"

}  // namespace janus
