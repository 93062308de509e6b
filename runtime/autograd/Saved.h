// Tensors kept for a gradient, with the version they had: a later in-place write is noticed.
#pragma once

#include "autograd/Node.h"
#include "tensor/core/Tensor.h"

namespace janus {

struct PackedValue;

struct SavedValue {
  Value value = jn_unbound();  // owned: a tensor, None, a tuple of those, a number, or a property
  uint32_t version = 0;
  int16_t result = -1;  // the result of the node itself that this is, or -1
  bool isTensor = false;
  PackedValue *packed = nullptr;  // owned: `value` is what a hook has made of it
};

// An argument of the operation as it is now; `list`: a list of tensors, kept as a tuple.
SavedValue saveArgument(Value argument, bool list);
// May it be saved? Inference tensors may not, alone or in a list: then RuntimeError is pending.
bool checkSaved(Value argument);
// A result of `node` without its history, so that node and result do not keep each other alive.
SavedValue saveResult(TensorObject *result, uint32_t index);
void drop(SavedValue &s);
inline bool isDefined(const SavedValue &s) {
  return s.packed || (s.value.tag != JN_UNBOUND && s.value.tag != JN_NONE);
}

// Has no tensor been modified since? False: RuntimeError is pending. `node`: who saved it.
bool checkUnmodified(const SavedValue &s, Node *node);
inline bool isUnmodified(const SavedValue &s, Node *node) {
  if (JN_LIKELY(s.isTensor ? asTensor(s.value)->version->value == s.version
                           : s.value.tag != JN_OBJECT))
    return true;
  return checkUnmodified(s, node);
}
// The value for a gradient function (owned), or JN_ERROR when a tensor was modified.
Value unpack(const SavedValue &s, Node *node);
Value raiseFreed();

}  // namespace janus
