// What tensors ask of runtime/autograd, which stands above them and knows what AutogradMeta is.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

struct AutogradInterface {
  // Added to the Tensor type before it is made ready: backward, register_hook, retain_grad,
  // detach_, requires_grad_, ... and grad, grad_fn, is_leaf, requires_grad, ... Null-name
  // terminated, may be null.
  const MethodDef *methods;
  const GetSetDef *getsets;
  const MethodDef *staticMethods;  // _make_subclass
  // `t->meta` is not null in the following calls, but for gradFnName.
  void (*destroyMeta)(TensorObject *t);                                 // the tensor dies
  void (*traverseMeta)(TensorObject *t, VisitFn visit, void *context);  // for the cycle collector
  void (*clearMeta)(TensorObject *t);                                   // breaks cycles
  // Name of the grad_fn ("AddBackward0"), for printing; null when there is none.
  const char *(*gradFnName)(TensorObject *t);
  void (*dataReplaced)(TensorObject *t);  // t.data = ..., t.set_(...)
};

// Defined by runtime/autograd; a build without it (unit tests) has an empty one.
extern const AutogradInterface *const autogradInterface;

}  // namespace janus
