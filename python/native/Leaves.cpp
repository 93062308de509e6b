// Compiled leaves that tensors of torch stand for (python/janus/_leaves.py), and which of the two
// sides has changed something. A leaf owns what is known of it here, its record.
#include "Native.h"

#include <unordered_map>
#include <vector>

namespace janus_python {

namespace {

// All under Python's lock.
std::unordered_map<uint64_t, PyObject *> &records() {  // by the bits of the leaf; of the link
  static auto &map = *new std::unordered_map<uint64_t, PyObject *>;
  return map;
}

// A tensor that the host may have changed: what it had when both sides knew the same.
struct Watched {
  PyObject *tensor, *gradient;  // owned
  bool requiresGrad;
  Py_ssize_t hookCount;
  unsigned long long address;
};
std::unordered_map<PyObject *, Watched> &watched() {  // by record
  static auto &map = *new std::unordered_map<PyObject *, Watched>;
  return map;
}

void unwatch(PyObject *record) {
  auto found = watched().find(record);
  if (found == watched().end())
    return;
  Owned tensor(found->second.tensor), gradient(found->second.gradient);
  watched().erase(found);
}

struct Link {
  uint64_t leaf;
  PyObject *record;  // owned
};
// The leaf ends, and with it the record: nobody else holds it for long.
void releaseLink(void *context, const janus_value *gradient) {
  std::unique_ptr<Link> link(static_cast<Link *>(context));
  if (!Py_IsInitialized())
    return;
  PyGILState_STATE state = PyGILState_Ensure();
  {  // what is owned ends under Python's lock
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    records().erase(link->leaf);
    unwatch(link->record);
    bool hasTensors;
    Owned record(link->record);
    Owned last(gradient ? toPython(janus_retain(*gradient), &hasTensors) : nullptr);
    Owned done(last ? PyObject_CallMethod(record.get(), "end", "O", last.get())
                    : PyObject_CallMethod(record.get(), "end", nullptr));
    if (!done)
      PyErr_WriteUnraisable(record.get());
    PyErr_Restore(type, value, traceback);
  }
  PyGILState_Release(state);
}

// Attributes of tensors, read as the type has them: without looking them up.
struct Attribute {
  PyObject *descriptor = nullptr;
  descrgetfunc get = nullptr;
  Owned of(PyObject *tensor) const {
    return Owned(get(descriptor, tensor, reinterpret_cast<PyObject *>(Py_TYPE(tensor))));
  }
};
struct Attributes {
  Attribute grad, requiresGrad, hooks, afterHooks, pointer;
};
bool find(PyObject *type, const char *name, Attribute *out) {
  out->descriptor = PyObject_GetAttrString(type, name);
  if (out->descriptor)
    out->get =
        reinterpret_cast<descrgetfunc>(PyType_GetSlot(Py_TYPE(out->descriptor), Py_tp_descr_get));
  return out->get != nullptr;
}
// Null with an exception.
const Attributes *attributes(PyObject *tensor) {
  static Attributes found;
  if (found.pointer.get)
    return &found;
  auto *type = reinterpret_cast<PyObject *>(Py_TYPE(tensor));
  bool isThere = find(type, "grad", &found.grad) &&
                 find(type, "requires_grad", &found.requiresGrad) &&
                 find(type, "_backward_hooks", &found.hooks) &&
                 find(type, "_post_accumulate_grad_hooks", &found.afterHooks) &&
                 find(type, "data_ptr", &found.pointer);
  return isThere ? &found : nullptr;
}

Py_ssize_t countOf(PyObject *hooks) {
  return hooks == Py_None ? 0 : PyObject_Size(hooks);
}

// 1: the host has changed something; -1: an exception is set.
int isChanged(const Watched &w) {
  const Attributes *all = attributes(w.tensor);
  if (!all)
    return -1;
  Owned gradient = all->grad.of(w.tensor), flag = all->requiresGrad.of(w.tensor),
        hooks = all->hooks.of(w.tensor), after = all->afterHooks.of(w.tensor),
        address(PyObject_CallFunctionObjArgs(all->pointer.descriptor, w.tensor, nullptr));
  if (!gradient || !flag || !hooks || !after || !address)
    return -1;
  return gradient.get() != w.gradient || (flag.get() == Py_True) != w.requiresGrad ||
         countOf(hooks.get()) + countOf(after.get()) != w.hookCount ||
         PyLong_AsUnsignedLongLong(address.get()) != w.address;
}

// Nobody but us can reach the tensor, so that nobody changes it.
bool isOurs(PyObject *tensor) {
  constexpr Py_ssize_t kOurs = 3;  // the record's, the watch's, the loop's
  if (Py_REFCNT(tensor) > kOurs)
    return false;
  Owned count(PyObject_CallMethod(tensor, "_use_count", nullptr));
  if (!count)  // an older torch
    PyErr_Clear();
  return count && PyLong_AsLong(count.get()) == 1;
}

// Nobody else is in compiled code meanwhile.
bool run(PyObject *hook, PyObject *records) {
  Runtime runtime;
  return Owned(PyObject_CallFunctionObjArgs(hook, records, nullptr)) != nullptr;
}

// The records of changed tensors; those that only we hold are watched no longer.
Owned changedByHost() {
  std::vector<std::pair<PyObject *, Watched>> all(watched().begin(), watched().end());
  for (auto &[record, w] : all) {
    Py_INCREF(record);
    Py_INCREF(w.tensor);
    Py_INCREF(w.gradient);
  }
  Owned changed(PyList_New(0));
  for (auto &[record, w] : all) {
    Owned heldRecord(record), tensor(w.tensor), gradient(w.gradient);
    int answer = changed ? isChanged(w) : -1;
    if (answer < 0 || (answer > 0 && PyList_Append(changed.get(), record) < 0))
      changed.reset();
    else if (answer == 0 && isOurs(w.tensor))
      unwatch(record);
  }
  return changed;
}

// [(leaf, record), ...] of what compiled code has changed.
Owned changedThere() {
  Runtime runtime;
  Owned changed(PyList_New(0));
  janus_value leaf;
  while (changed && bridge->take_changed_leaf(&leaf)) {
    auto *link = static_cast<Link *>(bridge->linked_leaf(leaf));
    Owned object(wrap(leaf));
    Owned pair(object ? PyTuple_Pack(2, object.get(), link->record) : nullptr);
    if (!pair || PyList_Append(changed.get(), pair.get()) < 0)
      changed.reset();
  }
  return changed;
}

}  // namespace

bool leaveHost() {
  if (watched().empty())
    return true;
  Owned changed = changedByHost();
  return changed && (PyList_Size(changed.get()) == 0 || run(hooks.leave, changed.get()));
}

bool comeBack() {
  if (records().empty())
    return true;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  Owned changed = changedThere();
  bool done = changed && (PyList_Size(changed.get()) == 0 || run(hooks.comeBack, changed.get()));
  if (type)  // matters more than one of ours
    PyErr_Restore(type, value, traceback);
  return done;
}

bool leaveHostWith(bool result) {
  if (result)
    return leaveHost();
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  leaveHost();
  PyErr_Restore(type, value, traceback);
  return false;
}

PyObject *comeBackWith(PyObject *result) {
  if (comeBack() || !result)
    return result;
  Py_DECREF(result);
  return nullptr;
}

// link(leaf, record)
PyObject *linkLeaf(PyObject *, PyObject *args) {
  PyObject *leaf, *record;
  if (!PyArg_ParseTuple(args, "O!O", objectType, &leaf, &record))
    return nullptr;
  Runtime runtime;
  janus_value v = reinterpret_cast<Object *>(leaf)->value;
  auto link = std::make_unique<Link>(Link{v.bits, Py_NewRef(record)});
  if (bridge->link_leaf(v, link.get(), releaseLink)) {
    Py_DECREF(record);
    return PyErr_Format(PyExc_TypeError, "expected a compiled tensor");
  }
  link.release();
  records()[v.bits] = record;
  Py_RETURN_NONE;
}

// The record of a leaf, or None.
PyObject *linkedRecord(PyObject *, PyObject *leaf) {
  if (!isObject(leaf))
    return PyErr_Format(PyExc_TypeError, "expected a janus.Object");
  auto found = records().find(reinterpret_cast<Object *>(leaf)->value.bits);
  return Py_NewRef(found == records().end() ? Py_None : found->second);
}

// linked_leaf(identity, record): the leaf of a record; None when it has ended.
PyObject *linkedLeaf(PyObject *, PyObject *args) {
  unsigned long long bits;
  PyObject *record;
  if (!PyArg_ParseTuple(args, "KO", &bits, &record))
    return nullptr;
  Runtime runtime;
  auto found = records().find(bits);
  if (found == records().end() || found->second != record)
    Py_RETURN_NONE;
  return wrap(bridge->hold_leaf(bits));
}

// watch(record, tensor, gradient, requires_grad, hook_count, address): as both sides know it now.
PyObject *watchTensor(PyObject *, PyObject *args) {
  PyObject *record, *tensor, *gradient;
  int requiresGrad;
  Py_ssize_t hookCount;
  unsigned long long address;
  if (!PyArg_ParseTuple(args, "OOOpnK", &record, &tensor, &gradient, &requiresGrad, &hookCount,
                        &address))
    return nullptr;
  Watched now = {Py_NewRef(tensor), Py_NewRef(gradient), requiresGrad != 0, hookCount, address};
  unwatch(record);
  watched().emplace(record, now);
  Py_RETURN_NONE;
}

PyObject *isWatched(PyObject *, PyObject *record) {
  return PyBool_FromLong(watched().count(record) != 0);
}

// How many records there are, and how many of them are watched.
PyObject *leafCounts(PyObject *, PyObject *) {
  return Py_BuildValue("nn", static_cast<Py_ssize_t>(records().size()),
                       static_cast<Py_ssize_t>(watched().size()));
}

}  // namespace janus_python
