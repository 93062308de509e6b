#include "Native.h"

#include <cstring>
#include <string>
#include <vector>

namespace janus_python {

Hooks hooks;

namespace {

// Values made one after the other for one container or call.
class Values {
public:
  ~Values() {
    for (janus_value v : items)
      janus_release(v);
  }
  std::vector<janus_value> items;
};

Crossing failed() {
  raiseError();
  return Crossing::Failed;
}

Crossing textToRuntime(PyObject *o, janus_value *out) {
  Py_ssize_t size;
  const char *text = PyUnicode_AsUTF8AndSize(o, &size);
  Owned encoded;
  if (!text) {  // lone surrogates
    PyErr_Clear();
    encoded.reset(PyUnicode_AsEncodedString(o, "utf-8", "surrogatepass"));
    if (!encoded)
      return Crossing::Failed;
    text = PyBytes_AsString(encoded.get());
    size = PyBytes_Size(encoded.get());
  }
  return janus_make_str(text, static_cast<size_t>(size), out) ? failed() : Crossing::Done;
}

Crossing intToRuntime(PyObject *o, janus_value *out) {
  int overflow;
  long long i = PyLong_AsLongLongAndOverflow(o, &overflow);
  if (!overflow) {
    *out = janus_int(i);
    return PyErr_Occurred() ? Crossing::Failed : Crossing::Done;
  }
  // Digits in base 16 have no limit of length.
  Owned hexadecimal(PyNumber_ToBase(o, 16));
  const char *text = hexadecimal ? PyUnicode_AsUTF8AndSize(hexadecimal.get(), nullptr) : nullptr;
  if (!text)
    return Crossing::Failed;
  Held builtins, cls;
  janus_value arguments[2];
  if (janus_import("builtins", builtins.place()) || janus_get(builtins.get(), "int", cls.place()) ||
      janus_make_str(text, std::strlen(text), &arguments[0]))
    return failed();
  Held held(arguments[0]);
  arguments[1] = janus_int(16);
  return janus_call(cls.get(), arguments, 2, out) ? failed() : Crossing::Done;
}

// Items of any iterable, in its order.
Crossing itemsToRuntime(PyObject *o, Values *values) {
  Owned iterator(PyObject_GetIter(o));
  if (!iterator)
    return Crossing::Failed;
  while (PyObject *next = PyIter_Next(iterator.get())) {
    Owned item(next);
    janus_value v;
    Crossing crossed = toRuntime(item.get(), &v);
    if (crossed != Crossing::Done)
      return crossed;
    values->items.push_back(v);
  }
  return PyErr_Occurred() ? Crossing::Failed : Crossing::Done;
}

Crossing containerToRuntime(PyObject *o, janus_value *out) {
  Values values;
  if (PyDict_Check(o)) {
    Py_ssize_t at = 0;
    PyObject *key, *item;
    while (PyDict_Next(o, &at, &key, &item)) {
      for (PyObject *each : {key, item}) {
        janus_value v;
        Crossing crossed = toRuntime(each, &v);
        if (crossed != Crossing::Done)
          return crossed;
        values.items.push_back(v);
      }
    }
    return janus_make_dict(values.items.data(), values.items.size() / 2, out) ? failed()
                                                                              : Crossing::Done;
  }
  Crossing crossed = itemsToRuntime(o, &values);
  if (crossed != Crossing::Done)
    return crossed;
  if (PyTuple_Check(o))
    return janus_make_tuple(values.items.data(), values.items.size(), out) ? failed()
                                                                           : Crossing::Done;
  if (janus_make_list(values.items.data(), values.items.size(), out))
    return failed();
  if (PyList_Check(o))
    return Crossing::Done;
  Held list(*out), builtins, cls;
  janus_value items = list.get();
  if (janus_import("builtins", builtins.place()) ||
      janus_get(builtins.get(), PyFrozenSet_Check(o) ? "frozenset" : "set", cls.place()) ||
      janus_call(cls.get(), &items, 1, out))
    return failed();
  return Crossing::Done;
}

PyObject *intToPython(janus_value v) {
  Held text;
  const char *digits;
  Held builtins, hexadecimal;
  if (janus_import("builtins", builtins.place()) ||
      janus_call_method(builtins.get(), "hex", &v, 1, hexadecimal.place()) ||
      janus_to_text(hexadecimal.get(), &digits, nullptr))
    return raiseError();
  return PyLong_FromString(digits, nullptr, 16);
}

// Fills a Python container from an iterable of the runtime.
template <class Add>
bool eachItem(janus_value container, bool *hasTensors, Add &&add) {
  Held iterator;
  if (janus_iterate(container, iterator.place())) {
    raiseError();
    return false;
  }
  for (;;) {
    janus_value next;
    janus_status status = janus_next(iterator.get(), &next);
    if (status == JANUS_END)
      return true;
    if (status) {
      raiseError();
      return false;
    }
    Owned item(toPython(next, hasTensors));
    if (!item || !add(item.get()))
      return false;
  }
}

PyObject *containerToPython(janus_value v, janus_kind kind, bool *hasTensors) {
  if (kind == JANUS_DICT) {
    Owned dict(PyDict_New());
    Held builtins, cls, items;
    if (janus_import("builtins", builtins.place()) ||
        janus_get(builtins.get(), "dict", cls.place()) ||
        janus_call_method(cls.get(), "items", &v, 1, items.place()))
      return raiseError();
    bool done = dict && eachItem(items.get(), hasTensors, [&](PyObject *pair) {
                  return PyDict_SetItem(dict.get(), PyTuple_GetItem(pair, 0),
                                        PyTuple_GetItem(pair, 1)) == 0;
                });
    return done ? dict.release() : nullptr;
  }
  if (kind == JANUS_SET || kind == JANUS_FROZENSET) {
    Owned set(PySet_New(nullptr));
    bool done = set && eachItem(v, hasTensors,
                                [&](PyObject *item) { return PySet_Add(set.get(), item) == 0; });
    if (!done)
      return nullptr;
    return kind == JANUS_SET ? set.release() : PyFrozenSet_New(set.get());
  }
  Owned list(PyList_New(0));
  if (!list || !eachItem(v, hasTensors,
                         [&](PyObject *item) { return PyList_Append(list.get(), item) == 0; }))
    return nullptr;
  return kind == JANUS_TUPLE ? PyList_AsTuple(list.get()) : list.release();
}

// Of classes that are none of the kinds.
PyObject *otherToPython(janus_value v, janus_kind kind, bool *hasTensors) {
  if (kind == JANUS_FUNCTION_OBJECT || kind == JANUS_MODULE || kind == JANUS_EXCEPTION_OBJECT ||
      originalFunction(v)) {
    PyObject *twin = twinOf(v);
    if (!twin && kind == JANUS_OBJECT)
      twin = originalFunction(v);
    if (!twin && kind == JANUS_EXCEPTION_OBJECT) {
      Owned object(wrap(v));
      return object ? PyObject_CallFunctionObjArgs(hooks.exceptionOf, object.get(), nullptr)
                    : nullptr;
    }
    if (!twin)
      return wrap(v);
    janus_release(v);
    return Py_NewRef(twin);
  }
  PyObject *maker = makerFor(v);
  if (!maker || maker == Py_None)
    return maker ? wrap(v) : (janus_release(v), nullptr);
  bool isContainer = kind == JANUS_TUPLE || kind == JANUS_DICT;
  Held held(isContainer ? v : janus_none());
  Owned parts(isContainer ? containerToPython(v, kind, hasTensors) : wrap(v));
  return parts ? PyObject_CallFunctionObjArgs(maker, parts.get(), nullptr) : nullptr;
}

}  // namespace

Crossing toRuntime(PyObject *o, janus_value *out) {
  PyTypeObject *type = Py_TYPE(o);
  if (o == Py_None) {
    *out = janus_none();
  } else if (type == &PyFloat_Type) {
    *out = janus_float(PyFloat_AsDouble(o));
  } else if (PyBool_Check(o)) {
    *out = janus_bool(o == Py_True);
  } else if (type == &PyLong_Type) {
    return intToRuntime(o, out);
  } else if (isObject(o)) {
    *out = janus_retain(reinterpret_cast<Object *>(o)->value);
  } else if (type == &PyUnicode_Type) {
    return textToRuntime(o, out);
  } else if (type == &PyBytes_Type) {
    char *data;
    Py_ssize_t size;
    PyBytes_AsStringAndSize(o, &data, &size);
    return janus_make_bytes(data, static_cast<size_t>(size), out) ? failed() : Crossing::Done;
  } else if (o == Py_Ellipsis || o == Py_NotImplemented) {
    *out = {o == Py_Ellipsis ? JANUS_ELLIPSIS : JANUS_NOT_IMPLEMENTED, 0, 0};
  } else if (type == &PyTuple_Type || type == &PyList_Type || type == &PyDict_Type ||
             type == &PySet_Type || type == &PyFrozenSet_Type) {
    if (Py_EnterRecursiveCall(" while passing a container to compiled code"))
      return Crossing::Failed;
    Crossing crossed = containerToRuntime(o, out);
    Py_LeaveRecursiveCall();
    return crossed;
  } else {
    return Crossing::Unknown;
  }
  return Crossing::Done;
}

PyObject *toPython(janus_value v, bool *hasTensors) {
  double f;
  switch (janus_kind_of(v)) {
  case JANUS_NONE: Py_RETURN_NONE;
  case JANUS_ELLIPSIS: return Py_NewRef(Py_Ellipsis);
  case JANUS_NOT_IMPLEMENTED: return Py_NewRef(Py_NotImplemented);
  case JANUS_BOOL: return PyBool_FromLong(static_cast<long>(v.bits));
  case JANUS_INT: return PyLong_FromLongLong(static_cast<long long>(v.bits));
  case JANUS_FLOAT: janus_to_double(v, &f); return PyFloat_FromDouble(f);
  case JANUS_CLASS: return classToPython(v);
  case JANUS_TENSOR: *hasTensors = true; return wrap(v);
  default: break;
  }
  janus_kind kind = janus_kind_of(v);
  bool isValue = kind == JANUS_BIG_INT || kind == JANUS_STR || kind == JANUS_BYTES ||
                 kind == JANUS_TUPLE || kind == JANUS_LIST || kind == JANUS_DICT ||
                 kind == JANUS_SET || kind == JANUS_FROZENSET;
  if (isValue && janus_is_exact(v)) {
    Held held(v);
    const char *text;
    const void *data;
    size_t size;
    if (kind == JANUS_BIG_INT)
      return intToPython(v);
    if (kind == JANUS_STR)
      return janus_to_text(v, &text, &size)
                 ? raiseError()
                 : PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(size), "surrogatepass");
    if (kind == JANUS_BYTES)
      return janus_to_bytes(v, &data, &size)
                 ? raiseError()
                 : PyBytes_FromStringAndSize(static_cast<const char *>(data),
                                             static_cast<Py_ssize_t>(size));
    if (Py_EnterRecursiveCall(" while passing a container from compiled code"))
      return nullptr;
    PyObject *made = containerToPython(v, kind, hasTensors);
    Py_LeaveRecursiveCall();
    return made;
  }
  // An object of this interpreter comes back as itself.
  if (PyObject *own = objectBehind(v)) {
    janus_release(v);
    return own;
  }
  return PyErr_Occurred() ? nullptr : otherToPython(v, kind, hasTensors);
}

PyObject *toHost(janus_value v) {
  bool hasTensors = false;
  Owned result(toPython(v, &hasTensors));
  if (!result || !hasTensors)
    return result.release();
  return PyObject_CallFunctionObjArgs(hooks.finish, result.get(), nullptr);
}

bool callValue(janus_value callee, const janus_value *args, size_t count, const char *const *names,
               size_t named, janus_value *out) {
  janus_status status;
  Py_BEGIN_ALLOW_THREADS;
  status = named ? janus_call_named(callee, args, count, names, named, out)
                 : janus_call(callee, args, count, out);
  Py_END_ALLOW_THREADS;
  if (status == JANUS_OK)
    return true;
  raiseError();
  return false;
}

Crossing callObjects(janus_value callee, PyObject *args, PyObject *kwargs, janus_value *out) {
  auto positional = static_cast<size_t>(PyTuple_Size(args));
  size_t named = kwargs ? static_cast<size_t>(PyDict_Size(kwargs)) : 0;
  constexpr size_t kFew = 8;
  janus_value few[kFew];
  std::vector<janus_value> many(positional + named > kFew ? positional + named : 0);
  janus_value *values = many.empty() ? few : many.data();
  std::vector<const char *> names;
  size_t made = 0;
  Crossing crossed = Crossing::Done;
  for (; crossed == Crossing::Done && made < positional; made += crossed == Crossing::Done)
    crossed = toRuntime(PyTuple_GetItem(args, static_cast<Py_ssize_t>(made)), &values[made]);
  Py_ssize_t at = 0;
  PyObject *key, *item;
  while (crossed == Crossing::Done && named && PyDict_Next(kwargs, &at, &key, &item)) {
    const char *name = PyUnicode_AsUTF8AndSize(key, nullptr);
    crossed = name ? toRuntime(item, &values[made]) : Crossing::Failed;
    if (crossed == Crossing::Done) {
      names.push_back(name);
      ++made;
    }
  }
  if (crossed == Crossing::Done &&
      !callValue(callee, values, made, names.data(), names.size(), out))
    crossed = Crossing::Failed;
  for (size_t i = 0; i < made; ++i)
    if (values[i].tag == JANUS_OBJECT)
      janus_release(values[i]);
  return crossed;
}

}  // namespace janus_python
