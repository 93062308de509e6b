// janus._native: what python/janus is written with.
#include "Native.h"

#include <cstring>
#include <unordered_map>
#include <vector>

// In no limited interface, and in every CPython since 3.4.
extern "C" __attribute__((weak)) int PyGILState_Check(void);

namespace janus_python {

namespace {

// ---------------------------------------------------------------- files
PyObject *load(PyObject *, PyObject *args) {
  const char *path, *name = nullptr;
  if (!PyArg_ParseTuple(args, "s|z", &path, &name))
    return nullptr;
  Runtime runtime;
  janus_module module;
  janus_value object;
  janus_status status;
  Py_BEGIN_ALLOW_THREADS;
  status = janus_load(path, name, &module);
  Py_END_ALLOW_THREADS;
  if (status || janus_module_object(module, &object))
    return raiseError();
  Owned wrapped(wrap(object));
  return wrapped ? Py_BuildValue("KO", static_cast<unsigned long long>(module.id), wrapped.get())
                 : nullptr;
}

PyObject *unload(PyObject *, PyObject *args) {
  unsigned long long id;
  if (!PyArg_ParseTuple(args, "K", &id))
    return nullptr;
  Runtime runtime;
  if (janus_unload(janus_module{id}))
    return raiseError();
  Py_RETURN_NONE;
}

// (mismatch, compiler, processor, [(name, source, hash), ...])
PyObject *inspect(PyObject *, PyObject *args) {
  const char *path;
  if (!PyArg_ParseTuple(args, "s", &path))
    return nullptr;
  Runtime runtime;
  janus_file_info *info;
  if (janus_inspect(path, &info))
    return raiseError();
  std::unique_ptr<janus_file_info, void (*)(janus_file_info *)> held(info, janus_inspect_free);
  Owned modules(PyList_New(0));
  for (size_t i = 0; modules && i < janus_file_module_count(info); ++i) {
    Owned row(Py_BuildValue("sss", janus_file_module_name(info, i),
                            janus_file_module_source(info, i), janus_file_module_hash(info, i)));
    if (!row || PyList_Append(modules.get(), row.get()) < 0)
      return nullptr;
  }
  return modules ? Py_BuildValue("sssO", janus_file_mismatch(info), janus_file_compiler(info),
                                 janus_file_processor(info), modules.get())
                 : nullptr;
}

PyObject *importModule(PyObject *, PyObject *args) {
  const char *name;
  if (!PyArg_ParseTuple(args, "s", &name))
    return nullptr;
  Runtime runtime;
  janus_value v;
  return janus_import(name, &v) ? raiseError() : wrap(v);
}

bool callKnown(PyObject *args, janus_value *result) {
  PyObject *callee, *positional, *named;
  if (!PyArg_ParseTuple(args, "O!O!O", objectType, &callee, &PyTuple_Type, &positional, &named))
    return false;
  Crossing crossed = callObjects(reinterpret_cast<Object *>(callee)->value, positional,
                                 named == Py_None ? nullptr : named, result);
  if (crossed == Crossing::Unknown)
    PyErr_SetString(PyExc_TypeError, "an argument was not converted");
  return crossed == Crossing::Done;
}
// The answer of a call whose arguments are all known here; tensors stay Objects.
PyObject *callRaw(PyObject *, PyObject *args) {
  Runtime runtime;
  janus_value result;
  bool hasTensors = false;
  return callKnown(args, &result) ? toPython(result, &hasTensors) : nullptr;
}
// The same as an Object, also of what Python has a twin of.
PyObject *callThere(PyObject *, PyObject *args) {
  Runtime runtime;
  janus_value result;
  return callKnown(args, &result) ? wrap(result) : nullptr;
}

// ---------------------------------------------------------------- tensors
PyObject *isTensor(PyObject *, PyObject *o) {
  if (!isObject(o))
    Py_RETURN_FALSE;
  Runtime runtime;
  return PyBool_FromLong(janus_kind_of(reinterpret_cast<Object *>(o)->value) == JANUS_TENSOR);
}

// Two references to one object of the runtime.
PyObject *isSame(PyObject *, PyObject *args) {
  PyObject *a, *b;
  if (!PyArg_ParseTuple(args, "O!O!", objectType, &a, objectType, &b))
    return nullptr;
  return PyBool_FromLong(reinterpret_cast<Object *>(a)->value.bits ==
                         reinterpret_cast<Object *>(b)->value.bits);
}

PyObject *identity(PyObject *, PyObject *o) {
  if (!isObject(o))
    return PyErr_Format(PyExc_TypeError, "expected a janus.Object");
  return PyLong_FromUnsignedLongLong(reinterpret_cast<Object *>(o)->value.bits);
}

// compiled.name as an Object, also what Python has a twin of.
PyObject *attribute(PyObject *, PyObject *args) {
  PyObject *o;
  const char *name;
  if (!PyArg_ParseTuple(args, "O!s", objectType, &o, &name))
    return nullptr;
  Runtime runtime;
  janus_value v;
  return janus_get(reinterpret_cast<Object *>(o)->value, name, &v) ? raiseError() : wrap(v);
}

PyObject *leaveForBackward(PyObject *, PyObject *) {
  return leaveHost() ? Py_NewRef(Py_None) : nullptr;
}
PyObject *comeBackFromBackward(PyObject *, PyObject *) {
  return comeBack() ? Py_NewRef(Py_None) : nullptr;
}

constexpr char kCapsule[] = "dltensor", kUsedCapsule[] = "used_dltensor";

PyObject *fromDlpack(PyObject *, PyObject *capsule) {
  auto *managed = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, kCapsule));
  if (!managed)
    return nullptr;
  Runtime runtime;
  janus_value v;
  if (janus_from_dlpack(managed, &v))
    return raiseError();
  PyCapsule_SetName(capsule, kUsedCapsule);
  return wrap(v);
}

// Of DLPack's struct, what a capsule that nobody has used must call.
struct ManagedTensor {
  char fields[48];  // DLTensor
  void *context;
  void (*deleter)(DLManagedTensor *);
};
void destroyCapsule(PyObject *capsule) {
  if (!PyCapsule_IsValid(capsule, kCapsule))
    return;
  void *managed = PyCapsule_GetPointer(capsule, kCapsule);
  Runtime runtime;
  static_cast<ManagedTensor *>(managed)->deleter(static_cast<DLManagedTensor *>(managed));
}

PyObject *toDlpack(PyObject *, PyObject *o) {
  if (!isObject(o))
    return PyErr_Format(PyExc_TypeError, "expected a janus.Object");
  Runtime runtime;
  DLManagedTensor *managed;
  if (janus_to_dlpack(reinterpret_cast<Object *>(o)->value, &managed))
    return raiseError();
  return PyCapsule_New(managed, kCapsule, destroyCapsule);
}

void releaseOwner(void *context) {
  if (!Py_IsInitialized())
    return;  // the process ends
  PyGILState_STATE state = PyGILState_Ensure();
  Py_DECREF(static_cast<PyObject *>(context));
  PyGILState_Release(state);
}

bool intsOf(PyObject *sequence, std::vector<int64_t> *out) {
  Owned items(PySequence_Tuple(sequence));
  for (Py_ssize_t i = 0; items && i < PyTuple_Size(items.get()); ++i)
    out->push_back(PyLong_AsLongLong(PyTuple_GetItem(items.get(), i)));
  return items && !PyErr_Occurred();
}

// borrow(address, dtype, sizes, strides in elements, owner)
PyObject *borrow(PyObject *, PyObject *args) {
  unsigned long long address;
  int dtype;
  PyObject *givenSizes, *givenStrides, *owner;
  std::vector<int64_t> sizes, strides;
  if (!PyArg_ParseTuple(args, "KiOOO", &address, &dtype, &givenSizes, &givenStrides, &owner) ||
      !intsOf(givenSizes, &sizes) || !intsOf(givenStrides, &strides))
    return nullptr;
  janus_tensor memory = {reinterpret_cast<void *>(address), static_cast<janus_dtype>(dtype),
                         static_cast<int32_t>(sizes.size()), sizes.data(), strides.data()};
  Runtime runtime;
  janus_value v;
  if (sizes.size() != strides.size() || janus_borrow_tensor(&memory, releaseOwner, owner, &v))
    return raiseError();
  Py_INCREF(owner);
  return wrap(v);
}

// (address, dtype, sizes, strides in elements)
PyObject *view(PyObject *, PyObject *o) {
  if (!isObject(o))
    return PyErr_Format(PyExc_TypeError, "expected a janus.Object");
  Runtime runtime;
  janus_tensor t;
  if (janus_view_tensor(reinterpret_cast<Object *>(o)->value, &t))
    return raiseError();
  Owned sizes(PyTuple_New(t.dimensions)), strides(PyTuple_New(t.dimensions));
  for (int32_t d = 0; sizes && strides && d < t.dimensions; ++d) {
    PyTuple_SetItem(sizes.get(), d, PyLong_FromLongLong(t.sizes[d]));
    PyTuple_SetItem(strides.get(), d, PyLong_FromLongLong(t.strides[d]));
  }
  return Py_BuildValue("KiOO", reinterpret_cast<unsigned long long>(t.data), int{t.dtype},
                       sizes.get(), strides.get());
}

// ---------------------------------------------------------------- callables
// A function of the host, owned: what runs, and what it is for the host.
struct Callable {
  PyObject *runs, *original;
  uint64_t bits = 0;  // in compiled code
};
// By those; under Python's lock.
std::unordered_map<uint64_t, PyObject *> &originals() {
  static auto &map = *new std::unordered_map<uint64_t, PyObject *>;
  return map;
}

// The answer of the host's function, as compiled code has it.
bool answerOf(PyObject *callable, const janus_value *args, size_t count, const char *const *names,
              size_t named, janus_value *result) {
  Owned arguments(PyTuple_New(static_cast<Py_ssize_t>(count - named)));
  Owned keywords(named ? PyDict_New() : nullptr);
  if (!arguments || (named && !keywords))
    return false;
  for (size_t i = 0; i < count; ++i) {
    Owned argument(toHost(janus_retain(args[i])));
    if (!argument)
      return false;
    if (i < count - named)
      PyTuple_SetItem(arguments.get(), static_cast<Py_ssize_t>(i), argument.release());
    else if (PyDict_SetItemString(keywords.get(), names[i - (count - named)], argument.get()) < 0)
      return false;
  }
  if (!comeBack())
    return false;
  Owned answer(PyObject_Call(callable, arguments.get(), keywords.get()));
  if (!leaveHostWith(answer != nullptr))
    return false;
  Crossing crossed = toRuntime(answer.get(), result);
  if (crossed == Crossing::Unknown) {
    Owned object(PyObject_CallFunctionObjArgs(hooks.convert, answer.get(), nullptr));
    crossed = object ? toRuntime(object.get(), result) : Crossing::Failed;
  }
  return crossed == Crossing::Done;
}

janus_status runCallable(void *context, const janus_value *args, size_t count,
                         const char *const *names, size_t named, janus_value *result) {
  if (!Py_IsInitialized())
    return janus_raise("RuntimeError", "Python has ended");
  PyGILState_STATE state = PyGILState_Ensure();
  janus_status status = JANUS_OK;
  if (!answerOf(static_cast<Callable *>(context)->runs, args, count, names, named, result))
    status = raiseInRuntime();
  PyGILState_Release(state);
  return status;
}

void releaseCallable(void *context) {
  std::unique_ptr<Callable> callable(static_cast<Callable *>(context));
  if (!Py_IsInitialized())
    return;  // the process ends
  PyGILState_STATE state = PyGILState_Ensure();
  originals().erase(callable->bits);
  Py_DECREF(callable->runs);
  Py_DECREF(callable->original);
  PyGILState_Release(state);
}

// function(name, callable[, original])
PyObject *function(PyObject *, PyObject *args) {
  const char *name;
  PyObject *callable, *original = nullptr;
  if (!PyArg_ParseTuple(args, "sO|O", &name, &callable, &original))
    return nullptr;
  Runtime runtime;
  janus_value v;
  auto context = std::make_unique<Callable>(Callable{callable, original ? original : callable});
  if (janus_make_function_named(name, runCallable, context.get(), releaseCallable, &v))
    return raiseError();
  context->bits = v.bits;
  Py_INCREF(context->runs);
  Py_INCREF(context->original);
  originals()[v.bits] = context.release()->original;
  return wrap(v);
}

PyObject *counters(PyObject *, PyObject *) {
  Runtime runtime;
  janus_value v;
  return janus_counters(&v) ? raiseError() : toHost(v);
}

PyObject *totals(PyObject *, PyObject *) {
  Runtime runtime;
  janus_value v;
  return janus_totals(&v) ? raiseError() : toHost(v);
}

PyObject *setHooks(PyObject *, PyObject *args) {
  PyObject *given[9];
  if (!PyArg_ParseTuple(args, "OOOOOOOOO", &given[0], &given[1], &given[2], &given[3], &given[4],
                        &given[5], &given[6], &given[7], &given[8]))
    return nullptr;
  for (PyObject *hook : given)
    Py_INCREF(hook);
  hooks = {given[0], given[1], given[2], given[3], given[4],
           given[5], given[6], given[7], given[8]};
  Py_RETURN_NONE;
}

PyObject *version(PyObject *, PyObject *) {
  return PyUnicode_FromString(janus_version());
}

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "janus._native",
                          nullptr,
                          -1,
                          methods,
                          nullptr,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace

PyObject *originalFunction(janus_value v) {
  auto found = originals().find(v.bits);
  return found == originals().end() ? nullptr : found->second;
}

PyMethodDef methods[] = {{"load", load, METH_VARARGS, nullptr},
                         {"unload", unload, METH_VARARGS, nullptr},
                         {"inspect", inspect, METH_VARARGS, nullptr},
                         {"import_module", importModule, METH_VARARGS, nullptr},
                         {"call", callRaw, METH_VARARGS, nullptr},
                         {"call_there", callThere, METH_VARARGS, nullptr},
                         {"is_tensor", isTensor, METH_O, nullptr},
                         {"is_same", isSame, METH_VARARGS, nullptr},
                         {"identity", identity, METH_O, nullptr},
                         {"attribute", attribute, METH_VARARGS, nullptr},
                         {"twin", setTwin, METH_VARARGS, nullptr},
                         {"link", linkLeaf, METH_VARARGS, nullptr},
                         {"linked_record", linkedRecord, METH_O, nullptr},
                         {"linked_leaf", linkedLeaf, METH_VARARGS, nullptr},
                         {"watch", watchTensor, METH_VARARGS, nullptr},
                         {"is_watched", isWatched, METH_O, nullptr},
                         {"leaf_counts", leafCounts, METH_NOARGS, nullptr},
                         {"leave", leaveForBackward, METH_NOARGS, nullptr},
                         {"come_back", comeBackFromBackward, METH_NOARGS, nullptr},
                         {"from_dlpack", fromDlpack, METH_O, nullptr},
                         {"to_dlpack", toDlpack, METH_O, nullptr},
                         {"borrow", borrow, METH_VARARGS, nullptr},
                         {"view", view, METH_O, nullptr},
                         {"function", function, METH_VARARGS, nullptr},
                         {"counters", counters, METH_NOARGS, nullptr},
                         {"totals", totals, METH_NOARGS, nullptr},
                         {"set_hooks", setHooks, METH_VARARGS, nullptr},
                         {"foreign", foreign, METH_O, nullptr},
                         {"original", original, METH_O, nullptr},
                         {"may_ask", mayAskRuntime, METH_NOARGS, nullptr},
                         {"lock", lockRuntime, METH_NOARGS, nullptr},
                         {"unlock", unlockRuntime, METH_NOARGS, nullptr},
                         {"leave_interpreter", leaveInterpreter, METH_NOARGS, nullptr},
                         {"give_control", giveControlAway, METH_NOARGS, nullptr},
                         {"take_control", takeControlBack, METH_NOARGS, nullptr},
                         {"ask", askRuntime, METH_O, nullptr},
                         {"keep_memory", keepMemory, METH_O, nullptr},
                         {"export", exportObject, METH_O, nullptr},
                         {"version", version, METH_NOARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};

// An exception of Python goes through the program as itself; as the builtin of its name when
// packages run in another Python.
janus_status raiseInRuntime() {
  janus_status status;
  if (passError(&status))
    return status;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  Owned heldType(type), heldValue(value), heldTraceback(traceback);
  Owned name(type ? PyObject_GetAttrString(type, "__name__") : nullptr);
  Owned text(value ? PyObject_Str(value) : nullptr);
  const char *typeName = name ? PyUnicode_AsUTF8AndSize(name.get(), nullptr) : nullptr;
  const char *message = text ? PyUnicode_AsUTF8AndSize(text.get(), nullptr) : nullptr;
  PyErr_Clear();
  return janus_raise(typeName ? typeName : "RuntimeError", message ? message : "");
}

PyObject *raiseError() {
  if (PyErr_Occurred())
    return nullptr;
  janus_value exception;
  if (janus_error_object(&exception)) {
    PyErr_SetString(PyExc_SystemError, "compiled code failed without an error");
    return nullptr;
  }
  Owned object(wrap(exception)), frames(PyList_New(0));
  janus_frame frame;
  for (size_t i = 0; frames && janus_error_frame(i, &frame) == JANUS_OK; ++i) {
    janus_place place = {};
    bool isKnown = janus_error_place(i, &place) == JANUS_OK && place.line == frame.line;
    Owned row(Py_BuildValue(
        "ssIsN", frame.file, frame.function, frame.line, frame.source,
        isKnown ? Py_BuildValue("III", place.column, place.end_line - place.line, place.end_column)
                : Py_NewRef(Py_None)));
    if (!row || PyList_Append(frames.get(), row.get()) < 0)
      return nullptr;
  }
  janus_error_clear();
  if (!object || !frames)
    return nullptr;
  Owned error(PyObject_CallFunctionObjArgs(hooks.errorOf, object.get(), frames.get(), nullptr));
  if (error)
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(error.get())), error.get());
  return nullptr;
}

void *releaseLock() {
  bool isHeld = Py_IsInitialized() && PyGILState_Check && PyGILState_Check();
  return isHeld ? PyEval_SaveThread() : nullptr;
}
void acquireLock(void *released) {
  PyEval_RestoreThread(static_cast<PyThreadState *>(released));
}

}  // namespace janus_python

PyMODINIT_FUNC PyInit__native(void) {
  using namespace janus_python;
  if (janus_abi_version() != JANUS_ABI_VERSION) {
    PyErr_SetString(PyExc_ImportError, "libjanus.so is of another version than janus._native");
    return nullptr;
  }
  useInterpreter();
  janus_use_host_lock(releaseLock, acquireLock);
  Owned module(PyModule_Create(&definition));
  return module && initObjectType(module.get()) && initSignals() ? module.release() : nullptr;
}
