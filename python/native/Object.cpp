// janus.Object: functions, classes, instances and tensors of compiled modules.
#include "Native.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace janus_python {

PyTypeObject *objectType;

namespace {

// Values whose Python objects died while another thread had the runtime; under Python's lock.
std::vector<janus_value> &waiting() {
  static auto &values = *new std::vector<janus_value>;
  return values;
}

// The Objects that are there, by the bits of what they stand for: one each. Under Python's lock.
std::unordered_map<uint64_t, PyObject *> &objects() {
  static auto &made = *new std::unordered_map<uint64_t, PyObject *>;
  return made;
}

// The end of a value may run code of Python, which must not see an exception that is on its way.
void release(janus_value v) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  janus_release(v);
  PyErr_Restore(type, value, traceback);
}

janus_value valueOf(PyObject *o) {
  return reinterpret_cast<Object *>(o)->value;
}

void deallocate(PyObject *o) {
  janus_value v = valueOf(o);
  PyTypeObject *type = Py_TYPE(o);
  if (v.tag == JANUS_OBJECT)
    objects().erase(v.bits);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(o);
  Py_DECREF(type);
  if (janus_try_lock()) {
    release(v);
    janus_unlock();
  } else {
    waiting().push_back(v);
  }
}

// torch.no_grad() is on around the call: compiled code must know.
bool isGradDisabled() {
  static PyObject *isEnabled = nullptr;
  if (!isEnabled) {
    static PyObject *modules = PyImport_GetModuleDict(),
                    *name = PyUnicode_InternFromString("torch");
    PyObject *torch = PyDict_GetItemWithError(modules, name);
    isEnabled = torch ? PyObject_GetAttrString(torch, "is_grad_enabled") : nullptr;
    if (!isEnabled) {  // not there, or half imported
      PyErr_Clear();
      return false;
    }
  }
  Owned answer(PyObject_CallNoArgs(isEnabled));
  return answer.get() == Py_False;
}

PyObject *callThere(PyObject *self, PyObject *args, PyObject *kwargs) {
  {
    Runtime runtime;
    janus_value result;
    switch (isGradDisabled() ? Crossing::Unknown
                             : callObjects(valueOf(self), args, kwargs, &result)) {
    case Crossing::Done: return toHost(result);
    case Crossing::Failed: return nullptr;
    case Crossing::Unknown: break;
    }
  }
  return PyObject_CallFunctionObjArgs(hooks.call, self, args, kwargs ? kwargs : Py_None, nullptr);
}

PyObject *call(PyObject *self, PyObject *args, PyObject *kwargs) {
  return leaveHost() ? comeBackWith(callThere(self, args, kwargs)) : nullptr;
}

const char *textOf(PyObject *name) {
  return PyUnicode_AsUTF8AndSize(name, nullptr);
}

// Python's own machinery asks for names like __class__ and __del__; those are of this type.
PyObject *getAttribute(PyObject *self, PyObject *name) {
  const char *text = textOf(name);
  if (!text)
    return nullptr;
  if (text[0] == '_' && text[1] == '_') {
    PyObject *own = PyObject_GenericGetAttr(self, name);
    if (own || !PyErr_ExceptionMatches(PyExc_AttributeError))
      return own;
    PyErr_Clear();
  }
  Runtime runtime;
  janus_value v;
  return janus_get(valueOf(self), text, &v) ? raiseError() : toHost(v);
}

// Done, or -1: what toRuntime does not know goes through python/janus/_convert.py.
int crossing(PyObject *o, janus_value *out) {
  Crossing crossed = toRuntime(o, out);
  if (crossed == Crossing::Unknown) {
    Owned object(PyObject_CallFunctionObjArgs(hooks.convert, o, nullptr));
    crossed = object ? toRuntime(object.get(), out) : Crossing::Failed;
  }
  return crossed == Crossing::Done ? 0 : -1;
}

int setAttribute(PyObject *self, PyObject *name, PyObject *o) {
  const char *text = textOf(name);
  if (!text)
    return -1;
  if (!o) {
    PyErr_SetString(PyExc_AttributeError, "attributes of compiled objects cannot be deleted here");
    return -1;
  }
  Runtime runtime;
  Held v;
  if (crossing(o, v.place()) < 0)
    return -1;
  return janus_set(valueOf(self), text, v.get()) ? raiseError(), -1 : 0;
}

PyObject *show(PyObject *self, janus_status (*how)(janus_value, janus_value *)) {
  Runtime runtime;
  janus_value v;
  return how(valueOf(self), &v) ? raiseError() : toHost(v);
}
PyObject *repr(PyObject *self) {
  return show(self, janus_repr);
}
PyObject *str(PyObject *self) {
  return show(self, janus_str);
}

Py_ssize_t length(PyObject *self) {
  Runtime runtime;
  int64_t n;
  return janus_length(valueOf(self), &n) ? raiseError(), -1 : static_cast<Py_ssize_t>(n);
}

PyObject *getItem(PyObject *self, PyObject *key) {
  Runtime runtime;
  Held k;
  janus_value v;
  if (crossing(key, k.place()) < 0)
    return nullptr;
  return janus_get_item(valueOf(self), k.get(), &v) ? raiseError() : toHost(v);
}

int setItem(PyObject *self, PyObject *key, PyObject *o) {
  if (!o) {
    PyErr_SetString(PyExc_TypeError, "items of compiled objects cannot be deleted here");
    return -1;
  }
  Runtime runtime;
  Held k, v;
  if (crossing(key, k.place()) < 0 || crossing(o, v.place()) < 0)
    return -1;
  return janus_set_item(valueOf(self), k.get(), v.get()) ? raiseError(), -1 : 0;
}

int truth(PyObject *self) {
  Runtime runtime;
  int answer;
  return janus_to_bool(valueOf(self), &answer) ? raiseError(), -1 : answer;
}

PyObject *iterate(PyObject *self) {
  Runtime runtime;
  janus_value v;
  return janus_iterate(valueOf(self), &v) ? raiseError() : wrap(v);
}

PyObject *nextThere(PyObject *self) {
  Runtime runtime;
  janus_value v;
  janus_status status;
  Py_BEGIN_ALLOW_THREADS;
  status = janus_next(valueOf(self), &v);
  Py_END_ALLOW_THREADS;
  if (status == JANUS_END)
    return nullptr;
  return status ? raiseError() : toHost(v);
}

PyObject *next(PyObject *self) {
  return leaveHost() ? comeBackWith(nextThere(self)) : nullptr;
}

// As the runtime's, with values too: enums of ints and named tuples are compared with such.
PyObject *compare(PyObject *self, PyObject *other, int operation) {
  constexpr const char *kNames[] = {"lt", "le", "eq", "ne", "gt", "ge"};  // Py_LT, ...
  if (operation == Py_EQ && isObject(other) && valueOf(self).bits == valueOf(other).bits)
    Py_RETURN_TRUE;
  Runtime runtime;
  Held module, converted;
  switch (toRuntime(other, converted.place())) {
  case Crossing::Done: break;
  case Crossing::Unknown: return Py_NewRef(Py_NotImplemented);
  case Crossing::Failed: return nullptr;
  }
  janus_value both[] = {valueOf(self), converted.get()}, v;
  if (janus_import("operator", module.place()) ||
      janus_call_method(module.get(), kNames[operation], both, 2, &v))
    return raiseError();
  return toHost(v);
}

// int(o), and o as an index.
PyObject *asInt(PyObject *self) {
  Runtime runtime;
  Held builtins;
  janus_value v = valueOf(self), number;
  if (janus_import("builtins", builtins.place()) ||
      janus_call_method(builtins.get(), "int", &v, 1, &number))
    return raiseError();
  return toHost(number);
}
PyObject *asIndex(PyObject *self) {
  Runtime runtime;
  int64_t number;
  return janus_to_int(valueOf(self), &number) ? raiseError() : PyLong_FromLongLong(number);
}
PyObject *asFloat(PyObject *self) {
  Runtime runtime;
  double number;
  return janus_to_double(valueOf(self), &number) ? raiseError() : PyFloat_FromDouble(number);
}

Py_hash_t hash(PyObject *self) {
  Runtime runtime;
  Held builtins, number;
  janus_value v = valueOf(self);
  int64_t out;
  if (janus_import("builtins", builtins.place()) ||
      janus_call_method(builtins.get(), "hash", &v, 1, number.place()) ||
      janus_to_int(number.get(), &out)) {
    raiseError();
    return -1;
  }
  return out == -1 ? -2 : static_cast<Py_hash_t>(out);
}

PyObject *instanceCheck(PyObject *self, PyObject *o) {
  if (!isObject(o))
    Py_RETURN_FALSE;
  Runtime runtime;
  int answer;
  return janus_is_instance(valueOf(o), valueOf(self), &answer) ? raiseError()
                                                               : PyBool_FromLong(answer);
}

// obj.__enter__() and obj.__exit__(...) of the compiled class.
PyObject *method(PyObject *self, const char *name, PyObject *args) {
  janus_value bound;
  Owned callee;
  {
    Runtime runtime;
    if (janus_get(valueOf(self), name, &bound))
      return raiseError();
    callee.reset(wrap(bound));
  }
  return callee ? call(callee.get(), args, nullptr) : nullptr;
}
PyObject *enter(PyObject *self, PyObject *args) {
  return method(self, "__enter__", args);
}
// Tracebacks of Python mean nothing to compiled code.
PyObject *leave(PyObject *self, PyObject *args) {
  if (PyTuple_Size(args) != 3 || !PyObject_TypeCheck(PyTuple_GetItem(args, 2), &PyTraceBack_Type))
    return method(self, "__exit__", args);
  Owned withoutTraceback(
      PyTuple_Pack(3, PyTuple_GetItem(args, 0), PyTuple_GetItem(args, 1), Py_None));
  return withoutTraceback ? method(self, "__exit__", withoutTraceback.get()) : nullptr;
}

PyObject *directory(PyObject *self, PyObject *) {
  Runtime runtime;
  Held builtins;
  janus_value v = valueOf(self), names;
  if (janus_import("builtins", builtins.place()) ||
      janus_call_method(builtins.get(), "dir", &v, 1, &names))
    return raiseError();
  return toHost(names);
}

PyObject *refuseAsBase(PyObject *self, PyObject *) {
  PyErr_Format(PyExc_TypeError,
               "%R is compiled: it cannot be the base of a class in Python; let an instance be an "
               "attribute instead",
               self);
  return nullptr;
}

PyMethodDef objectMethods[] = {{"__instancecheck__", instanceCheck, METH_O, nullptr},
                               {"__mro_entries__", refuseAsBase, METH_O, nullptr},
                               {"__enter__", enter, METH_VARARGS, nullptr},
                               {"__exit__", leave, METH_VARARGS, nullptr},
                               {"__dir__", directory, METH_NOARGS, nullptr},
                               {nullptr, nullptr, 0, nullptr}};

constexpr char kDocumentation[] = R"doc(
A function, class, instance, generator or tensor of compiled code, made by compiled code alone.

Attributes, calls, items, len(), iteration, `with`, bool(), str(), repr(), dir(), hash(), == and isinstance() are what they
are in the compiled program, and raise what it raises. One compiled object is one janus.Object as long as somebody holds it.

Other operators, deleting attributes and items, copying and pickling are not there, and compiled classes cannot be bases:
use functions of the module.
)doc";

#define SLOT(id, function)                                                                         \
  { Py_##id, reinterpret_cast<void *>(function) }
PyType_Slot slots[] = {{Py_tp_doc, const_cast<char *>(kDocumentation)},
                       SLOT(tp_dealloc, deallocate),
                       SLOT(tp_call, call),
                       SLOT(tp_getattro, getAttribute),
                       SLOT(tp_setattro, setAttribute),
                       SLOT(tp_repr, repr),
                       SLOT(tp_str, str),
                       SLOT(mp_length, length),
                       SLOT(mp_subscript, getItem),
                       SLOT(mp_ass_subscript, setItem),
                       SLOT(nb_bool, truth),
                       SLOT(nb_int, asInt),
                       SLOT(nb_index, asIndex),
                       SLOT(nb_float, asFloat),
                       SLOT(tp_iter, iterate),
                       SLOT(tp_iternext, next),
                       SLOT(tp_richcompare, compare),
                       SLOT(tp_hash, hash),
                       SLOT(tp_methods, objectMethods),
                       {0, nullptr}};
#undef SLOT
PyType_Spec spec = {"janus.Object", sizeof(Object), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

}  // namespace

void takeRuntime() {
  if (!janus_try_lock()) {
    Py_BEGIN_ALLOW_THREADS;
    janus_lock();
    Py_END_ALLOW_THREADS;
  }
  while (!waiting().empty()) {
    janus_value v = waiting().back();
    waiting().pop_back();
    release(v);
  }
}

bool initObjectType(PyObject *module) {
  objectType = reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&spec));
  return objectType &&
         PyModule_AddObjectRef(module, "Object", reinterpret_cast<PyObject *>(objectType)) == 0;
}

PyObject *wrap(janus_value owned) {
  auto known = owned.tag == JANUS_OBJECT ? objects().find(owned.bits) : objects().end();
  if (known != objects().end()) {
    PyObject *object = Py_NewRef(known->second);
    janus_release(owned);
    return object;
  }
  auto allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(objectType, Py_tp_alloc));
  auto *made = reinterpret_cast<Object *>(allocate(objectType, 0));
  if (!made) {
    janus_release(owned);
    return nullptr;
  }
  made->value = owned;
  if (owned.tag == JANUS_OBJECT)
    objects().emplace(owned.bits, reinterpret_cast<PyObject *>(made));
  return reinterpret_cast<PyObject *>(made);
}

}  // namespace janus_python
