// The extension module janus._native: compiled modules' objects in a Python process. Numbers, text
// and containers cross here; tensors and callables in python/janus/_convert.py.
//
// Locks. Python's (GIL) and the runtime's are taken in one order: nobody waits for the runtime's
// lock while holding Python's. Whoever has the runtime's may wait for Python's.
#pragma once

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030a0000
#include <Python.h>

#include <janus/janus.h>
#include <janus/janus_python.h>

#include <memory>

namespace janus_python {

struct Drop {
  void operator()(PyObject *o) const { Py_XDECREF(o); }
};
using Owned = std::unique_ptr<PyObject, Drop>;

// A janus value that ends itself; under the runtime's lock.
class Held {
public:
  Held() : value_(janus_none()) {}
  explicit Held(janus_value owned) : value_(owned) {}
  Held(const Held &) = delete;
  ~Held() { janus_release(value_); }
  janus_value get() const { return value_; }
  janus_value *place() { return &value_; }

private:
  janus_value value_;
};

void takeRuntime();  // what the following does; ends with janus_unlock()

// ---- Signals.cpp: what Python's handlers of signals need while compiled code runs
bool initSignals();
// The main thread goes into the runtime; false in other threads. endWatch() ends it.
bool beginWatch();
void endWatch();

// Both locks for a scope; taken with Python's held.
class Runtime {
public:
  Runtime() {
    takeRuntime();
    isWatched_ = beginWatch();
  }
  ~Runtime() {
    if (isWatched_)
      endWatch();
    janus_unlock();
  }
  Runtime(const Runtime &) = delete;

private:
  bool isWatched_;
};

// An object of the runtime as Python sees it.
struct Object {
  PyObject head;
  janus_value value;
};
extern PyTypeObject *objectType;
bool initObjectType(PyObject *module);
// The one Object of the value; takes the value over, also when it fails.
PyObject *wrap(janus_value owned);
inline bool isObject(PyObject *o) {
  return PyObject_TypeCheck(o, objectType);
}

// Whether conversion met what only python/janus/_convert.py knows.
enum class Crossing { Done, Unknown, Failed };
// To the runtime; `out` is owned.
Crossing toRuntime(PyObject *o, janus_value *out);
// From the runtime. Takes `v` over; tensors come as Objects, and set *hasTensors.
PyObject *toPython(janus_value v, bool *hasTensors);
// As toPython, with tensors as what the host works with.
PyObject *toHost(janus_value v);

// Raises the thread's last janus error as Python's; null.
PyObject *raiseError();

// What python/janus brings; set once.
struct Hooks {
  PyObject *call;         // (object, args, kwargs): a call with tensors or callables
  PyObject *finish;       // (result): a result with tensors in it
  PyObject *convert;      // (object) -> Object: what toRuntime does not know
  PyObject *errorOf;      // (object, frames) -> the exception to raise
  PyObject *exceptionOf;  // (object) -> Python's exception
  PyObject *classOf;      // (class as Object) -> Python's class of an exception or builtin class
  PyObject *makerOf;      // (class as Object) -> None, or what makes Python's value of an instance
  PyObject *leave;        // ([record, ...]): of tensors that the host has changed, before compiled
                          // code runs
  PyObject *comeBack;     // ([(leaf, record), ...]): of leaves that it has changed, after it
};
extern Hooks hooks;

// ---- Classes.cpp
// Python's twin of a function or class, borrowed; null when it has none.
PyObject *twinOf(janus_value v);
// Takes the class over: Python's own class of a builtin or exception class, else an Object.
PyObject *classToPython(janus_value v);
// What makes Python's value of an instance, borrowed: None when it stays an Object.
PyObject *makerFor(janus_value instance);
// Functions of the module.
PyObject *setTwin(PyObject *, PyObject *args);

// ---- Leaves.cpp: what the host and compiled code set of leaves that torch's tensors stand for
// goes over: to compiled code; back, which leaves the exception that is set. False: one is set.
bool leaveHost();
bool comeBack();
bool leaveHostWith(bool result);           // false: with an exception, which stays
PyObject *comeBackWith(PyObject *result);  // owned, null with an exception
// Functions of the module.
PyObject *linkLeaf(PyObject *, PyObject *args);
PyObject *linkedRecord(PyObject *, PyObject *leaf);
PyObject *linkedLeaf(PyObject *, PyObject *args);
PyObject *watchTensor(PyObject *, PyObject *args);
PyObject *isWatched(PyObject *, PyObject *record);
PyObject *leafCounts(PyObject *, PyObject *);

// What the host has given as a function, borrowed; null for other functions.
PyObject *originalFunction(janus_value v);

// Lets the exception that is set go through compiled code: what a function of the host answers.
janus_status raiseInRuntime();

// Functions of the module.
extern PyMethodDef methods[];

// ---- Bridge.cpp: this interpreter is the Python that compiled code goes over to
extern const janus_bridge *bridge;
void useInterpreter();
// Under the runtime's lock. The object of Python that a value stands for, owned; null: none.
PyObject *objectBehind(janus_value v);
// Lets the exception that is set go through the program as itself. False: the bridge leads to
// another Python.
bool passError(janus_status *status);
// Functions of the module.
PyObject *foreign(PyObject *, PyObject *o);
PyObject *original(PyObject *, PyObject *o);
PyObject *mayAskRuntime(PyObject *, PyObject *);
PyObject *lockRuntime(PyObject *, PyObject *);
PyObject *unlockRuntime(PyObject *, PyObject *);
PyObject *leaveInterpreter(PyObject *, PyObject *);
PyObject *giveControlAway(PyObject *, PyObject *);
PyObject *takeControlBack(PyObject *, PyObject *);
PyObject *askRuntime(PyObject *, PyObject *request);
PyObject *keepMemory(PyObject *, PyObject *number);
PyObject *exportObject(PyObject *, PyObject *o);

// Calls `callee` with converted arguments, Python's lock given away meanwhile; *out is owned.
bool callValue(janus_value callee, const janus_value *args, size_t count, const char *const *names,
               size_t named, janus_value *out);
// Converts and calls; Unknown: nothing has happened.
Crossing callObjects(janus_value callee, PyObject *args, PyObject *kwargs, janus_value *out);

}  // namespace janus_python
