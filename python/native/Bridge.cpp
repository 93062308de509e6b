// The bridge to Python within one process: libjanus asks this interpreter (janus_python.h). The
// server script does what a frame says; calls whose arguments and results are plain need no frame.
#include "Native.h"

#include <utility>
#include <vector>

namespace janus_python {

const janus_bridge *bridge;

namespace {

// Of the server script; null until it has run.
struct Server {
  // Of runtime/bridge/server/host/calls.py.
  PyObject *answer, *framed, *settled, *handle, *keepsNoList;
  PyObject *operations;  // list of callables
  PyObject *exports;     // dict: objects by number
  PyObject *ending;      // list of what compiled code has let go of
  PyObject *letGo;       // ends them
  PyObject *end;         // of an iterator
  PyObject *segments;    // what compiled tensors lie over
  // Classes of packages whose objects cross by value: a list, and a dict of places in it.
  PyObject *classes, *places;
};
// Of the session that runs. Nothing of an earlier one is given back: tensors may still need it.
Server server;

// Python's lock for a scope that holds the runtime's.
class PythonLock {
public:
  PythonLock() : isHeld_(Py_IsInitialized() != 0) {
    if (isHeld_)
      state_ = PyGILState_Ensure();
  }
  ~PythonLock() {
    if (isHeld_)
      PyGILState_Release(state_);
  }
  PythonLock(const PythonLock &) = delete;
  bool isHeld() const { return isHeld_; }

private:
  bool isHeld_;
  PyGILState_STATE state_ = PyGILState_UNLOCKED;
};

// Frames of ours and of compiled code's functions here do not count as the program's recursion.
class Headroom {
public:
  Headroom() { add(kFrames); }
  ~Headroom() { add(-kFrames); }
  Headroom(const Headroom &) = delete;
  static void add(int frames) { Py_SetRecursionLimit(Py_GetRecursionLimit() + frames); }
  static constexpr int kFrames = 20;
};

// Code of packages runs in this thread, which may ask: nothing is read or written.
thread_local bool mayAsk = false;
class AskNothing {
public:
  AskNothing() : before_(std::exchange(mayAsk, false)) {}
  ~AskNothing() { mayAsk = before_; }
  AskNothing(const AskNothing &) = delete;

private:
  bool before_;
};

// Python's cycle collector rests while the server script is at work, in however many threads: it
// would run anybody's `__del__`, which may ask. Under Python's lock.
class Collector {
public:
  static void rest() {
    if (resting_++ == 0)
      isWanted_ = PyGC_Disable() != 0;
  }
  static void goOn() {
    if (--resting_ == 0 && isWanted_)
      PyGC_Enable();
  }

private:
  static inline int resting_ = 0;
  static inline bool isWanted_ = false;
};
class CollectorRest {
public:
  CollectorRest() { Collector::rest(); }
  ~CollectorRest() { Collector::goOn(); }
  CollectorRest(const CollectorRest &) = delete;
};

// The server script is at work, and nothing may be asked of it.
class Turn {
public:
  Turn() {
    bridge->begin_turn();
    Collector::rest();
  }
  ~Turn() {
    Collector::goOn();
    bridge->end_turn();
  }
  Turn(const Turn &) = delete;

private:
  AskNothing nothing_;
};

// Gives the runtime to whoever else wants it, for code of packages.
void *giveControl() {
  Collector::goOn();
  mayAsk = true;
  return bridge->give_control();
}

// Takes the runtime back; nobody waits for it with Python's lock.
void takeControl(void *given) {
  mayAsk = false;
  if (!bridge->take_control(given, 0)) {
    Py_BEGIN_ALLOW_THREADS;
    bridge->take_control(given, 1);
    Py_END_ALLOW_THREADS;
  }
  Collector::rest();
}

// What went wrong in the server script itself, which ends the session. An interrupt comes again,
// when the host goes on.
int failed() {
  if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) {
    PyErr_Clear();
    PyErr_SetInterrupt();
    return -1;
  }
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  Owned name(type ? PyObject_GetAttrString(type, "__name__") : nullptr);
  Owned text(name ? PyUnicode_FromFormat("%U: %S", name.get(), value) : nullptr);
  const char *why = text ? PyUnicode_AsUTF8AndSize(text.get(), nullptr) : nullptr;
  bridge->failed(why ? why : "no text");
  PyErr_Clear();
  PyErr_Restore(type, value, traceback);
  PyErr_Print();
  return -1;
}

bool fill(janus_message *frame, PyObject *kindAndData) {
  char *data;
  Py_ssize_t size;
  long kind = kindAndData ? PyLong_AsLong(PyTuple_GetItem(kindAndData, 0)) : -1;
  if (kind < 0 || PyBytes_AsStringAndSize(PyTuple_GetItem(kindAndData, 1), &data, &size) < 0)
    return false;
  bridge->fill(frame, static_cast<unsigned>(kind), data, static_cast<size_t>(size));
  return true;
}

int start(const char *script, size_t size) {
  PythonLock lock;
  if (!lock.isHeld())
    return -1;
  Owned text(PyUnicode_DecodeUTF8(script, static_cast<Py_ssize_t>(size), nullptr));
  Owned names(PyDict_New()), builtins(PyImport_ImportModule("builtins"));
  Owned run(builtins ? PyObject_GetAttrString(builtins.get(), "exec") : nullptr);
  Owned done(text && names && run
                 ? PyObject_CallFunctionObjArgs(run.get(), text.get(), names.get(), nullptr)
                 : nullptr);
  Owned calls(done ? PyImport_ImportModule("janus_bridge.calls") : nullptr);
  Owned objects(calls ? PyImport_ImportModule("janus_bridge.objects") : nullptr);
  Owned storages(objects ? PyImport_ImportModule("janus_bridge.storages") : nullptr);
  Owned packages(storages ? PyImport_ImportModule("janus_bridge.packages") : nullptr);
  if (!packages)
    return failed();
  auto of = [](const Owned &module, const char *name) {
    return PyObject_GetAttrString(module.get(), name);
  };
  server = {of(calls, "answer"),     of(calls, "framed"),        of(calls, "settled"),
            of(calls, "handle"),     of(calls, "keeps_no_list"), of(calls, "OPERATIONS"),
            of(objects, "_exports"), of(objects, "_ending"),     of(objects, "let_go"),
            of(calls, "END"),        of(storages, "_segments"),  of(packages, "classes"),
            of(packages, "places")};
  return PyErr_Occurred() ? failed() : 0;
}

int ask(const char *request, size_t size, janus_message *frame) {
  PythonLock lock;
  if (!lock.isHeld())
    return -1;
  AskNothing nothing;
  CollectorRest rest;
  Headroom room;
  Owned data(PyBytes_FromStringAndSize(request, static_cast<Py_ssize_t>(size)));
  Owned answer(data ? PyObject_CallFunctionObjArgs(server.answer, data.get(), nullptr) : nullptr);
  return fill(frame, answer.get()) ? 0 : failed();
}

// ---------------------------------------------------------------- plain values

// The object that a handle of ours stands for, borrowed.
PyObject *objectOf(uint32_t number) {
  Owned key(PyLong_FromUnsignedLong(number));
  return key ? PyDict_GetItemWithError(server.exports, key.get()) : nullptr;
}

// Takes what it reads from `*next` on; null: it cannot be made.
PyObject *fromPlain(const janus_plain **next);

Owned textOf(const janus_plain &v) {
  return Owned(
      PyUnicode_DecodeUTF8(v.text.data, static_cast<Py_ssize_t>(v.text.size), "surrogatepass"));
}

Owned tupleOf(size_t count, const janus_plain **next) {
  Owned tuple(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (size_t i = 0; tuple && i < count; ++i) {
    PyObject *item = fromPlain(next);
    if (!item)
      return nullptr;
    PyTuple_SetItem(tuple.get(), static_cast<Py_ssize_t>(i), item);
  }
  return tuple;
}

Owned withoutClass(const janus_plain &v) {
  return v.kind == JANUS_PLAIN_FLOAT ? Owned(PyFloat_FromDouble(v.number.real)) : textOf(v);
}
// null where the class has not been met.
PyObject *ofPackage(const janus_plain &v) {
  PyObject *cls = PyList_GetItem(server.classes, v.cls - 1);
  Owned plain(cls && cls != Py_None ? withoutClass(v) : nullptr);
  return plain ? PyObject_CallFunctionObjArgs(cls, plain.get(), nullptr) : nullptr;
}

PyObject *fromPlain(const janus_plain **next) {
  const janus_plain &v = *(*next)++;
  if (v.cls)
    return ofPackage(v);
  switch (v.kind) {
  case JANUS_PLAIN_NONE: Py_RETURN_NONE;
  case JANUS_PLAIN_ELLIPSIS: return Py_NewRef(Py_Ellipsis);
  case JANUS_PLAIN_END: return Py_NewRef(server.end);
  case JANUS_PLAIN_BOOL: return PyBool_FromLong(v.number.integer != 0);
  case JANUS_PLAIN_INT: return PyLong_FromLongLong(v.number.integer);
  case JANUS_PLAIN_FLOAT: return PyFloat_FromDouble(v.number.real);
  case JANUS_PLAIN_TEXT: return textOf(v).release();
  case JANUS_PLAIN_CLASS: {
    Owned name(textOf(v)), builtins(name ? PyImport_ImportModule("builtins") : nullptr);
    return builtins ? PyObject_GetAttr(builtins.get(), name.get()) : nullptr;
  }
  case JANUS_PLAIN_TUPLE: return tupleOf(v.size, next).release();
  case JANUS_PLAIN_SLICE: {
    Owned parts(tupleOf(v.size, next));
    return parts ? PySlice_New(PyTuple_GetItem(parts.get(), 0), PyTuple_GetItem(parts.get(), 1),
                               PyTuple_GetItem(parts.get(), 2))
                 : nullptr;
  }
  case JANUS_PLAIN_LIST: {
    Owned items(tupleOf(v.size, next));
    return items ? PySequence_List(items.get()) : nullptr;
  }
  case JANUS_PLAIN_HANDLE: break;
  }
  // Exported objects live until the runtime has told that it dropped them.
  if (!*v.handle.here)
    *v.handle.here = objectOf(v.handle.number);
  return Py_XNewRef(static_cast<PyObject *>(*v.handle.here));
}

// The arguments; null: the call needs a frame.
Owned argumentsOf(unsigned operation, const janus_plain *args, size_t count) {
  const janus_plain *next = args;
  Owned arguments(tupleOf(count, &next));
  bool hasLists = false;
  for (const janus_plain *v = args; v != next; ++v)
    hasLists |= v->kind == JANUS_PLAIN_LIST;
  if (!arguments || !hasLists)
    return arguments;
  Owned number(PyLong_FromUnsignedLong(operation));
  Owned answer(
      PyObject_CallFunctionObjArgs(server.keepsNoList, number.get(), arguments.get(), nullptr));
  return answer.get() == Py_True ? std::move(arguments) : nullptr;
}

// The place of its class among those of packages that cross by value, from 1 on; 0.
unsigned char classOf(PyTypeObject *type) {
  PyObject *place = PyDict_GetItemWithError(server.places, reinterpret_cast<PyObject *>(type));
  return place ? static_cast<unsigned char>(1 + PyLong_AsLong(place)) : 0;
}

// Writes from `*next` on, up to `end`. False: it crosses in another way.
bool toPlain(PyObject *o, janus_plain **next, const janus_plain *end) {
  if (*next == end)
    return false;
  janus_plain *out = (*next)++;
  PyTypeObject *type = Py_TYPE(o);
  out->cls = 0;
  if (o == Py_None) {
    out->kind = JANUS_PLAIN_NONE;
  } else if (type == &PyFloat_Type) {
    out->kind = JANUS_PLAIN_FLOAT;
    out->number.real = PyFloat_AsDouble(o);
  } else if (type == &PyLong_Type) {
    int overflow;
    out->kind = JANUS_PLAIN_INT;
    out->number.integer = PyLong_AsLongLongAndOverflow(o, &overflow);
    return overflow == 0;
  } else if (type == &PyBool_Type) {
    out->kind = JANUS_PLAIN_BOOL;
    out->number.integer = o == Py_True;
  } else if (type == &PyTuple_Type) {
    Py_ssize_t count = PyTuple_Size(o);
    out->kind = JANUS_PLAIN_TUPLE;
    out->size = static_cast<size_t>(count);
    for (Py_ssize_t i = 0; i < count; ++i)
      if (!toPlain(PyTuple_GetItem(o, i), next, end))
        return false;
  } else if (o == Py_Ellipsis) {
    out->kind = JANUS_PLAIN_ELLIPSIS;
  } else if (o == server.end) {
    out->kind = JANUS_PLAIN_END;
  } else if (PyFloat_Check(o) && (out->cls = classOf(type)) != 0) {
    out->kind = JANUS_PLAIN_FLOAT;
    out->number.real = PyFloat_AsDouble(o);
  } else {
    Owned handle(PyObject_CallFunctionObjArgs(server.handle, o, nullptr));
    if (!handle || handle.get() == Py_None)
      return false;
    unsigned long bits = PyLong_AsUnsignedLong(handle.get());
    out->kind = JANUS_PLAIN_HANDLE;
    out->handle = {static_cast<uint32_t>(bits >> 8), static_cast<uint8_t>(bits & 255), {}};
    out->handle.object = o;
  }
  return true;
}

// A text alone goes beside what is plain.
bool textToPlain(PyObject *o, janus_plain *out, janus_message *frame) {
  Py_ssize_t size;
  const char *data = PyUnicode_AsUTF8AndSize(o, &size);
  if (!data)  // half a character, which frames know
    return PyErr_Clear(), false;
  out->kind = JANUS_PLAIN_TEXT;
  bridge->fill(frame, 0, data, static_cast<size_t>(size));
  return true;
}

bool resultToPlain(PyObject *o, janus_plain *out, janus_message *frame) {
  out->cls = PyUnicode_CheckExact(o) || !PyUnicode_Check(o) ? 0 : classOf(Py_TYPE(o));
  if (PyUnicode_CheckExact(o) || out->cls)
    return textToPlain(o, out, frame);
  janus_plain *next = out;
  return toPlain(o, &next, out + JANUS_MOST_PLAIN);
}

// The exception that is set, with its traceback.
Owned takeError() {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  Owned heldType(type), error(value), heldTraceback(traceback);
  if (traceback)
    PyException_SetTraceback(value, traceback);
  return error;
}

// A list of the result, or of None and the exception that is set; null: there is no room for it.
Owned outcomeOf(PyObject *result) {
  Owned outcome(PyList_New(0)), error;
  if (!result)
    error = takeError();
  bool ok = outcome && PyList_Append(outcome.get(), result ? result : Py_None) == 0 &&
            (!error || PyList_Append(outcome.get(), error.get()) == 0);
  return ok ? std::move(outcome) : nullptr;
}
// Kind and bytes of the frame that the server script makes of an outcome, which it empties; null:
// it failed.
Owned framed(const Owned &outcome) {
  return Owned(outcome ? PyObject_CallFunctionObjArgs(server.framed, outcome.get(), nullptr)
                       : nullptr);
}

// The frame for what a call has given: a result, or the exception that is set.
janus_plain_status giveFrame(Owned result, janus_message *frame) {
  Owned outcome(outcomeOf(result.get()));
  result.reset();
  Owned answer(framed(outcome));
  return fill(frame, answer.get()) ? JANUS_PLAIN_FRAME : (failed(), JANUS_PLAIN_FAILED);
}

janus_plain_status askPlain(unsigned operation, const janus_plain *args, size_t count,
                            janus_plain *result, janus_message *frame) {
  PythonLock lock;
  if (!lock.isHeld())
    return JANUS_PLAIN_FAILED;
  AskNothing nothing;
  CollectorRest rest;
  Headroom room;
  Owned arguments(argumentsOf(operation, args, count));
  if (!arguments) {
    PyErr_Clear();
    return JANUS_PLAIN_NOT_ASKED;
  }
  PyObject *function = PyList_GetItem(server.operations, static_cast<Py_ssize_t>(operation));
  void *given = giveControl();
  if (PyList_Size(server.ending) > 0)
    Owned(PyObject_CallFunctionObjArgs(server.letGo, nullptr));
  Owned answer(PyErr_Occurred() ? nullptr : PyObject_CallObject(function, arguments.get()));
  arguments.reset();
  takeControl(given);
  if (answer) {
    Owned settled(PyObject_CallFunctionObjArgs(server.settled, nullptr));
    if (settled && settled.get() == Py_True && resultToPlain(answer.get(), result, frame))
      return JANUS_PLAIN_RESULT;
    if (PyErr_Occurred())  // interrupted: so is the call
      answer.reset();
  }
  return giveFrame(std::move(answer), frame);
}

int tell(unsigned operation, const int64_t *numbers, size_t count) {
  PythonLock lock;
  if (!lock.isHeld())
    return -1;
  AskNothing nothing;
  CollectorRest rest;
  Headroom room;
  Owned arguments(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (size_t i = 0; arguments && i < count; ++i)
    PyTuple_SetItem(arguments.get(), static_cast<Py_ssize_t>(i), PyLong_FromLongLong(numbers[i]));
  PyObject *function = PyList_GetItem(server.operations, static_cast<Py_ssize_t>(operation));
  Owned done(arguments ? PyObject_CallObject(function, arguments.get()) : nullptr);
  return done ? 0 : failed();
}

constexpr janus_interpreter interpreter = {start, ask, askPlain, tell};

// ---------------------------------------------------------------- what the server script asks for

// Scopes of give_control(), innermost last.
std::vector<void *> &given() {
  static thread_local std::vector<void *> scopes;
  return scopes;
}

// What it was around turns, innermost last.
std::vector<bool> &around() {
  static thread_local std::vector<bool> states;
  return states;
}

struct Answer {
  unsigned kind = 0;
  PyObject *data = nullptr;
};
void keepAnswer(void *context, unsigned kind, const char *data, size_t size) {
  PyGILState_STATE state = PyGILState_Ensure();
  *static_cast<Answer *>(context) = {
      kind, PyBytes_FromStringAndSize(data, static_cast<Py_ssize_t>(size))};
  PyGILState_Release(state);
}

}  // namespace

PyObject *mayAskRuntime(PyObject *, PyObject *) {
  return PyBool_FromLong(mayAsk);
}

PyObject *lockRuntime(PyObject *, PyObject *) {
  takeRuntime();
  around().push_back(std::exchange(mayAsk, false));
  bridge->begin_turn();
  Collector::rest();
  Headroom::add(Headroom::kFrames);
  Py_RETURN_NONE;
}

// The interpreter is about to go: what nobody holds any more goes with it.
PyObject *leaveInterpreter(PyObject *, PyObject *) {
  bridge->begin_turn();
  Py_RETURN_NONE;
}

PyObject *unlockRuntime(PyObject *, PyObject *) {
  Headroom::add(-Headroom::kFrames);
  Collector::goOn();
  bridge->end_turn();
  mayAsk = around().back();
  around().pop_back();
  janus_unlock();
  Py_RETURN_NONE;
}

PyObject *giveControlAway(PyObject *, PyObject *) {
  given().push_back(giveControl());
  Py_RETURN_NONE;
}

PyObject *takeControlBack(PyObject *, PyObject *) {
  void *scope = given().back();
  given().pop_back();
  takeControl(scope);
  Py_RETURN_NONE;
}

PyObject *askRuntime(PyObject *, PyObject *request) {
  char *data;
  Py_ssize_t size;
  if (PyBytes_AsStringAndSize(request, &data, &size) < 0)
    return nullptr;
  Answer answer;
  int status;
  Collector::goOn();
  Py_BEGIN_ALLOW_THREADS;
  status = bridge->serve(data, static_cast<size_t>(size), keepAnswer, &answer);
  Py_END_ALLOW_THREADS;
  Collector::rest();
  if (!status)
    return Py_BuildValue("IN", answer.kind, answer.data);
  return PyErr_Format(PyExc_RuntimeError, "compiled code does not serve this interpreter any more");
}

PyObject *keepMemory(PyObject *, PyObject *number) {
  janus_value v;
  if (bridge->keep_memory(static_cast<uint32_t>(PyLong_AsUnsignedLong(number)), &v))
    return PyErr_Format(PyExc_RuntimeError, "there is no shared memory of number %R", number);
  return wrap(v);
}

PyObject *exportObject(PyObject *, PyObject *o) {
  uint32_t number;
  if (bridge->export_object(reinterpret_cast<Object *>(o)->value, &number))
    return PyErr_Format(PyExc_RuntimeError, "the bridge to Python does not run");
  return PyLong_FromUnsignedLong(number);
}

// ---------------------------------------------------------------- what the package asks for

namespace {

// The runtime's side of a value that Python's side has written, in `take`'s frame.
struct Written {
  unsigned kind = 0;
  const char *data = nullptr;
  Py_ssize_t size = 0;
};
janus_status readWritten(const Written &w, janus_value *out) {
  return bridge->take(w.kind, w.data, static_cast<size_t>(w.size), out);
}
janus_status readInCall(void *, const janus_value *args, size_t, janus_value *out) {
  int64_t address;
  janus_to_int(args[0], &address);
  return readWritten(*reinterpret_cast<const Written *>(address), out);
}

// What the server script writes of a result, or of the exception that is set; null: it failed.
Owned write(PyObject *result, Written *w) {
  Owned frame(framed(outcomeOf(result)));
  char *data = nullptr;
  if (!frame || PyBytes_AsStringAndSize(PyTuple_GetItem(frame.get(), 1), &data, &w->size) < 0)
    return nullptr;
  w->kind = static_cast<unsigned>(PyLong_AsUnsignedLong(PyTuple_GetItem(frame.get(), 0)));
  w->data = data;
  return frame;
}

// Starts the bridge when it has not run yet. False: packages run in another Python.
bool isBridgeHere() {
  PyObject *type, *value, *traceback;  // that it starts does not end an exception on its way
  PyErr_Fetch(&type, &value, &traceback);
  bool isHere = bridge->start() == 0;
  PyErr_Restore(type, value, traceback);
  return isHere;
}

}  // namespace

PyObject *foreign(PyObject *, PyObject *o) {
  Runtime runtime;
  if (!isBridgeHere())
    Py_RETURN_NONE;
  Turn turn;
  Written w;
  Owned frame(write(o, &w));
  if (!frame)
    return nullptr;
  Held read;
  janus_value address = janus_int(reinterpret_cast<int64_t>(&w)), v;
  if (janus_make_function("read", readInCall, nullptr, nullptr, read.place()) ||
      janus_call(read.get(), &address, 1, &v))
    return raiseError();
  return wrap(v);
}

PyObject *objectBehind(janus_value v) {
  uint32_t number = server.answer ? bridge->number_of(v) : 0;
  return number ? Py_XNewRef(objectOf(number)) : nullptr;
}

PyObject *original(PyObject *, PyObject *o) {
  Runtime runtime;
  PyObject *found = objectBehind(reinterpret_cast<Object *>(o)->value);
  return found || PyErr_Occurred() ? found : Py_NewRef(Py_None);
}

bool passError(janus_status *status) {
  if (!isBridgeHere())
    return false;
  Turn turn;
  Written w;
  janus_value v;
  Owned frame(write(nullptr, &w));
  if (!frame)
    return PyErr_Clear(), false;
  *status = readWritten(w, &v);
  return true;
}

void useInterpreter() {
  bridge = janus_use_python(&interpreter);
}

}  // namespace janus_python
