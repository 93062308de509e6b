// When compiled leaves and the tensors of torch that stand for them are brought in step.
#include "Native.h"

namespace janus_python {

PyObject *leaves;

namespace {

// Nobody else is in compiled code meanwhile.
bool run(PyObject *hook) {
  if (PyDict_Size(leaves) == 0)
    return true;
  Runtime runtime;
  return Owned(PyObject_CallNoArgs(hook)) != nullptr;
}

}  // namespace

bool initLeaves(PyObject *module) {
  leaves = PyDict_New();
  return leaves && PyModule_AddObjectRef(module, "leaves", leaves) == 0;
}

bool leaveHost() {
  return run(hooks.leave);
}

bool comeBack() {
  if (PyDict_Size(leaves) == 0)
    return true;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  bool done = run(hooks.comeBack);
  if (type)  // matters more than one of ours
    PyErr_Restore(type, value, traceback);
  return done;
}

PyObject *comeBackWith(PyObject *result) {
  if (comeBack() || !result)
    return result;
  Py_DECREF(result);
  return nullptr;
}

}  // namespace janus_python
