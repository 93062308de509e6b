// What Python has for functions and classes of compiled code: the twin that stands for them, and
// what makes its values of their instances. Known by the object's bits, and held, so that nothing
// else comes to lie there; classes of modules that have ended are let go of. Under Python's lock.
#include "Native.h"

#include <unordered_map>
#include <vector>

namespace janus_python {
namespace {

struct Known {
  PyObject *object;          // holds the compiled one
  PyObject *twin = nullptr;  // None: it stays an Object; null: nobody has asked
  PyObject *maker = nullptr;
};
std::unordered_map<uint64_t, Known> &known() {
  static auto &map = *new std::unordered_map<uint64_t, Known>;
  return map;
}

// Null with an exception.
Known *knownOf(janus_value v) {
  auto found = known().find(v.bits);
  if (found != known().end())
    return &found->second;
  PyObject *object = wrap(janus_retain(v));
  return object ? &(known()[v.bits] = {object}) : nullptr;
}

void drop(const Known &each) {
  Py_XDECREF(each.maker);
  Py_XDECREF(each.twin);
  Py_DECREF(each.object);
}

// Python's class of an exception or builtin class, None of others; owned.
PyObject *makeTwin(PyObject *object, janus_value cls) {
  Held builtins, base, answer;
  int isException = 0;
  if (janus_import("builtins", builtins.place()) ||
      janus_get(builtins.get(), "BaseException", base.place()))
    return raiseError();
  janus_value arguments[2] = {cls, base.get()};
  if (janus_call_method(builtins.get(), "issubclass", arguments, 2, answer.place()) ||
      janus_to_bool(answer.get(), &isException))
    return raiseError();
  Owned made(PyObject_CallFunctionObjArgs(hooks.classOf, object, isException ? Py_True : Py_False,
                                          nullptr));
  return made.get() == object ? Py_NewRef(Py_None) : made.release();
}

}  // namespace

PyObject *twinOf(janus_value v) {
  auto found = known().find(v.bits);
  PyObject *twin = found == known().end() ? nullptr : found->second.twin;
  return twin == Py_None ? nullptr : twin;
}

PyObject *classToPython(janus_value v) {
  Owned own(objectBehind(v));
  if (own) {
    janus_release(v);
    return own.release();
  }
  Known *each = knownOf(v);
  if (each && !each->twin) {
    Owned object(Py_NewRef(each->object));
    PyObject *made = makeTwin(object.get(), v);
    each = made ? knownOf(v) : nullptr;  // others may have come meanwhile
    if (each && each->twin)
      Py_DECREF(made);
    else if (each)
      each->twin = made;
  }
  PyObject *result = !each ? nullptr : Py_NewRef(each->twin == Py_None ? each->object : each->twin);
  janus_release(v);
  return result;
}

PyObject *makerFor(janus_value instance) {
  Held cls;
  if (janus_get(instance, "__class__", cls.place()))
    return raiseError();
  Known *each = knownOf(cls.get());
  if (each && !each->maker) {
    Owned object(Py_NewRef(each->object));
    PyObject *made = PyObject_CallFunctionObjArgs(hooks.makerOf, object.get(), nullptr);
    each = made ? knownOf(cls.get()) : nullptr;
    if (each && each->maker)
      Py_DECREF(made);
    else if (each)
      each->maker = made;
  }
  return each ? each->maker : nullptr;
}

// twin(object, Python's)
PyObject *setTwin(PyObject *, PyObject *args) {
  PyObject *object, *own;
  if (!PyArg_ParseTuple(args, "O!O", objectType, &object, &own))
    return nullptr;
  Known *each = knownOf(reinterpret_cast<Object *>(object)->value);
  if (!each)
    return nullptr;
  if (!each->twin)
    each->twin = Py_NewRef(own);
  Py_RETURN_NONE;
}

// forget_classes(is_gone): of those that it says so of.
PyObject *forgetClasses(PyObject *, PyObject *isGone) {
  std::vector<Owned> objects;
  for (auto &[bits, each] : known())
    objects.emplace_back(Py_NewRef(each.object));
  for (const Owned &object : objects) {
    Owned answer(PyObject_CallFunctionObjArgs(isGone, object.get(), nullptr));
    if (!answer)
      return nullptr;
    auto found = known().find(reinterpret_cast<Object *>(object.get())->value.bits);
    if (answer.get() != Py_True || found == known().end())
      continue;
    Known each = found->second;
    known().erase(found);
    drop(each);
  }
  Py_RETURN_NONE;
}

}  // namespace janus_python
