// What Python has for functions and classes of compiled code.
#include "Native.h"

#include <unordered_map>

namespace janus_python {

namespace {

// Of functions and classes that stay as long as the process; under Python's lock.
std::unordered_map<uint64_t, PyObject *> &twins() {
  static auto &map = *new std::unordered_map<uint64_t, PyObject *>;
  return map;
}

// What is known of a class until it ends; then its address may be another's.
struct KnownClass {
  Owned twin;             // a weak reference: Python's class of an exception holds the compiled one
  Owned maker;            // makes Python's value of an instance, or None; null until asked for
  bool isObject = false;  // in Python as well
  janus_value end = janus_none();  // the weak reference that tells
};
std::unordered_map<uint64_t, KnownClass> &knownClasses() {  // by bits; under Python's lock
  static auto &map = *new std::unordered_map<uint64_t, KnownClass>;
  return map;
}

janus_status forgetClass(void *bits, const janus_value *, size_t, janus_value *result) {
  *result = janus_none();
  if (!Py_IsInitialized())
    return JANUS_OK;
  PyGILState_STATE state = PyGILState_Ensure();
  if (auto known = knownClasses().extract(reinterpret_cast<uint64_t>(bits)))
    janus_release(known.mapped().end);
  PyGILState_Release(state);
  return JANUS_OK;
}

// Null with an exception. The class must be held for as long as the answer is used.
KnownClass *knownClass(janus_value cls) {
  auto [known, isNew] = knownClasses().try_emplace(cls.bits);
  if (!isNew)
    return &known->second;
  Held weakref, reference;
  janus_value arguments[2] = {cls, janus_none()};
  bool good = !janus_import("weakref", weakref.place()) &&
              !janus_get(weakref.get(), "ref", reference.place()) &&
              !janus_make_function("class_ended", forgetClass, reinterpret_cast<void *>(cls.bits),
                                   nullptr, &arguments[1]);
  Held function(arguments[1]);
  if (good && !janus_call(reference.get(), arguments, 2, &known->second.end))
    return &known->second;
  knownClasses().erase(cls.bits);
  raiseError();
  return nullptr;
}

// Answers 1, 0, -1.
int isExceptionClass(janus_value cls) {
  Held builtins, base, answer;
  int isException = 0;
  janus_value arguments[2] = {cls, janus_none()};
  bool good = !janus_import("builtins", builtins.place()) &&
              !janus_get(builtins.get(), "BaseException", base.place());
  arguments[1] = base.get();
  if (good && !janus_call_method(builtins.get(), "issubclass", arguments, 2, answer.place()) &&
      !janus_to_bool(answer.get(), &isException))
    return isException;
  raiseError();
  return -1;
}

}  // namespace

PyObject *twinOf(janus_value v) {
  auto found = twins().find(v.bits);
  return found == twins().end() ? nullptr : found->second;
}

PyObject *classToPython(janus_value v) {
  PyObject *own = objectBehind(v), *twin = own ? nullptr : twinOf(v);
  if (own || twin) {
    janus_release(v);
    return own ? own : Py_NewRef(twin);
  }
  KnownClass *known = knownClass(v);
  twin = known && known->twin ? PyWeakref_GetObject(known->twin.get()) : Py_None;
  if (!known || twin != Py_None) {
    janus_release(v);
    return known ? Py_NewRef(twin) : nullptr;
  }
  if (known->isObject)
    return wrap(v);
  int isException = isExceptionClass(v);
  if (isException < 0) {
    janus_release(v);
    return nullptr;
  }
  Owned object(wrap(v));
  if (!object)
    return nullptr;
  Owned made(PyObject_CallFunctionObjArgs(hooks.classOf, object.get(),
                                          isException ? Py_True : Py_False, nullptr));
  known->isObject = made == object;
  if (made && made != object)
    known->twin.reset(PyWeakref_NewRef(made.get(), nullptr));
  return made.release();
}

PyObject *makerFor(janus_value v) {
  Held cls;
  if (janus_get(v, "__class__", cls.place()))
    return raiseError();
  KnownClass *known = knownClass(cls.get());
  if (!known || known->maker)
    return known ? known->maker.get() : nullptr;
  Owned object(wrap(janus_retain(cls.get())));
  if (object)
    known->maker.reset(PyObject_CallFunctionObjArgs(hooks.makerOf, object.get(), nullptr));
  return known->maker.get();
}

// twin(object, Python's)
PyObject *setTwin(PyObject *, PyObject *args) {
  PyObject *object, *own;
  if (!PyArg_ParseTuple(args, "O!O", objectType, &object, &own))
    return nullptr;
  uint64_t bits = reinterpret_cast<Object *>(object)->value.bits;
  if (!twinOf(reinterpret_cast<Object *>(object)->value)) {
    Py_INCREF(object);  // so that nothing else comes to lie there
    twins()[bits] = Py_NewRef(own);
  }
  Py_RETURN_NONE;
}

}  // namespace janus_python
