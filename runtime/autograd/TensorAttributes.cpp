#include "autograd/TensorAttributes.h"

#include "autograd/Backward.h"
#include "autograd/Hooks.h"
#include "autograd/InPlace.h"
#include "autograd/Meta.h"
#include "autograd/Operations.h"
#include "tensor/call/ArgParser.h"
#include "tensor/core/GradMode.h"
#include "tensor/core/Names.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/core/UserWarning.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/object/TensorType.h"
#include "value/object/Types.h"

namespace janus {
namespace {

TensorObject *self(Value v) {
  return asTensor(v);
}
TensorObject *self(Object *o) {
  return reinterpret_cast<TensorObject *>(o);
}

// ---- attributes
Value getGrad(Object *o) {
  TensorObject *t = self(o);
  if (t->meta && t->meta->grad)
    return jn_own(jn_obj(t->meta->grad));
  if (JN_UNLIKELY(gradFn(t) && !(t->meta && t->meta->retainsGrad)) &&
      !warnUser("The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its "
                ".grad attribute won't be populated during autograd.backward(). If you indeed want "
                "the .grad field to be populated for a non-leaf Tensor, use .retain_grad() on the "
                "non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you "
                "access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for "
                "more information."))
    return jn_error();
  return jn_none();
}

int setGradAttribute(Object *o, Value v) {
  TensorObject *t = self(o);
  if (v.tag == JN_UNBOUND || v.tag == JN_NONE) {
    if (t->meta && t->meta->grad)
      setGrad(t, nullptr);
    return 0;
  }
  if (!isTensor(v)) {
    raise(jn_exc_TypeError, "assigned grad expected to be a Tensor or None but got grad of type %T",
          &v);
    return -1;
  }
  TensorObject *g = asTensor(v);
  if (g == t) {
    raise(jn_exc_RuntimeError, "can't assign Variable as its own grad");
    return -1;
  }
  if (g->dtype != t->dtype) {
    raise(jn_exc_RuntimeError,
          "attempting to assign a gradient with dtype '%s' to a tensor with grad_dtype '%s'. The "
          "gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). You can "
          "set the tensor's "
          "grad_dtype attribute with a specific dtype, or None to allow any dtype. Set grad_dtype "
          "with caution. Diverging "
          "the dtypes of a tensor and its gradient may break downstream systems that assume they "
          "match.",
          elementTypeText(g->dtype), scalarTypeName(t->dtype));
    return -1;
  }
  if (g->device.type != t->device.type && g->device.type != DeviceType::Sparse) {
    raise(jn_exc_RuntimeError, "assigned grad has data located on a different device");
    return -1;
  }
  if (!sameDims({g->sizes, g->ndim}, {t->sizes, t->ndim})) {
    raise(
        jn_exc_RuntimeError,
        "attempting to assign a gradient of size '%s' to a tensor of size '%s'. Please ensure that "
        "the gradient and the tensor are the same size",
        dimsText({g->sizes, static_cast<size_t>(g->ndim)}).c_str(),
        dimsText({t->sizes, static_cast<size_t>(t->ndim)}).c_str());
    return -1;
  }
  ++g->head.refs;
  setGrad(t, g);
  return 0;
}

Value getGradFn(Object *o) {
  if (!checkHistory(self(o)))
    return jn_error();
  Edge e = historyOf(self(o));
  if (!e.node)
    return gradFn(self(o)) ? jn_error() : jn_none();
  return exposedNode(e.node);
}
Value isLeaf(Object *o) {
  return checkHistory(self(o)) ? jn_bool(!gradFn(self(o))) : jn_error();
}
Value getRequiresGrad(Object *o) {
  return jn_bool(showsRequiresGrad(self(o)));
}

int changeRequiresGrad(TensorObject *t, bool on) {
  refresh(t);
  if (t->flags & kTensorNonLeaf) {
    if (on)
      return 0;
    raise(jn_exc_RuntimeError,
          "you can only change requires_grad flags of leaf variables. If you want to use a "
          "computed variable in a subgraph "
          "that doesn't require differentiation use var_no_grad = var.detach().");
    return -1;
  }
  if (on && !isInexact(t->dtype)) {
    raise(jn_exc_RuntimeError, "only Tensors of floating point dtype can require gradients");
    return -1;
  }
  if (on && t->flags & kTensorInference && !isInferenceMode()) {
    raise(jn_exc_RuntimeError,
          "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.");
    return -1;
  }
  uint32_t flags = on ? t->flags | kTensorRequiresGrad : t->flags & ~kTensorRequiresGrad;
  if (flags == t->flags)
    return 0;
  t->flags = flags;
  touched(t);
  return 0;
}

int setRequiresGrad(Object *o, Value v) {
  if (v.tag != JN_BOOL) {
    raise(jn_exc_RuntimeError, "requires_grad must be a bool");
    return -1;
  }
  if (v.i && !isInexact(self(o)->dtype)) {
    raise(jn_exc_RuntimeError,
          "only Tensors of floating point and complex dtype can require gradients");
    return -1;
  }
  refresh(self(o));
  if (v.i && self(o)->flags & kTensorNonLeaf) {
    raise(jn_exc_RuntimeError, "you can only change requires_grad flags of leaf variables.");
    return -1;
  }
  return changeRequiresGrad(self(o), v.i);
}

Value getOutputNr(Object *o) {
  TensorObject *t = self(o);
  Edge e = historyOf(t);
  return gradFn(t) && !e.node ? jn_error() : jn_int(e.index);
}
Value getVersion(Object *o) {
  if (self(o)->flags & kTensorInference)
    return raise(jn_exc_RuntimeError, "Inference tensors do not track version counter.");
  return jn_int(self(o)->version->value);
}
Value getRetainsGrad(Object *o) {
  return jn_bool(self(o)->meta && self(o)->meta->retainsGrad);
}
Value getBase(Object *o) {
  TensorObject *t = self(o);
  return t->base ? jn_own(jn_obj(t->base)) : jn_none();
}
template <jn_dict *AutogradMeta::*Hooks>
Value getHooks(Object *o) {
  TensorObject *t = self(o);
  return t->meta && t->meta->*Hooks ? jn_own(jn_obj(t->meta->*Hooks)) : jn_none();
}

// ---- methods
Value requiresGradInPlace(const Value *args, size_t count, Value kwnames) {
  static const NativeSignature signature(
      "requires_grad_(Tensor self, bool requires_grad=True) -> Tensor");
  Value values[2];
  if (!signature.read(args, count, kwnames, values) ||
      changeRequiresGrad(self(args[0]), values[1].i) < 0)
    return jn_error();
  return jn_own(args[0]);
}

Value detachInPlace(const Value *args, size_t, Value) {
  TensorObject *t = self(args[0]);
  if (t->flags & kTensorIsView)
    return raise(
        jn_exc_RuntimeError,
        "Can't detach views in-place. Use detach() instead. If you are using "
        "DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as True, "
        "gradients are views of DDP buckets, and hence detach_() cannot be called on these "
        "gradients. To fix this error, please refer to the Optimizer.zero_grad() function in "
        "torch/optim/optimizer.py as the solution.");
  clearHistory(t);
  return jn_own(args[0]);
}

Value registerTensorHook(const Value *args, size_t, Value) {
  TensorObject *t = self(args[0]);
  if (!requiresGrad(t))
    return raise(jn_exc_RuntimeError,
                 "cannot register a hook on a tensor that doesn't require gradient");
  AutogradMeta &m = metaOf(t);
  bool first = !m.hooks;
  Value handle = registerHook(&m.hooks, args[1]);
  if (first && m.hooks && m.gradFn) {
    TensorHooks &h = tensorHooks(m.gradFn, m.resultIndex);
    if (!h.hooks) {
      h.hooks = m.hooks;
      ++m.hooks->head.refs;
    }
  }
  touched(t);
  return handle;
}

Value registerAfterAccumulate(const Value *args, size_t, Value) {
  TensorObject *t = self(args[0]);
  if (!requiresGrad(t))
    return raise(jn_exc_RuntimeError,
                 "cannot register a hook on a tensor that doesn't require gradient");
  if (gradFn(t))
    return raise(jn_exc_RuntimeError,
                 "post accumulate grad hooks cannot be registered on non-leaf tensors");
  touched(t);
  return registerHook(&metaOf(t).afterAccumulate, args[1]);
}

Value retainGrad(const Value *args, size_t, Value) {
  TensorObject *t = self(args[0]);
  if (!requiresGrad(t))
    return raise(jn_exc_RuntimeError, "can't retain_grad on Tensor that has requires_grad=False");
  if (!gradFn(t))
    return jn_none();
  AutogradMeta &m = *t->meta;
  if (m.retainsGrad)
    return jn_none();
  m.retainsGrad = true;
  touched(t);
  setRetainer(m.gradFn, m.resultIndex, t);
  return jn_none();
}

// squeeze_ and the like: the tensor becomes a view of itself, with that view's history.
Value becomeView(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    TensorObject *t = self(args[0]), *view = asTensor(args[1]);
    Node *node = gradFn(view);
    if (node && !checkInPlace(t, knowsHistory(t)))
      return jn_error();
    uint32_t index = node ? view->meta->resultIndex : 0;
    Tensor keep = Tensor::share(args[1]);
    setTensorData(Tensor::share(args[0]), keep);
    if (node)
      setGradFn(t, node, index);
    advanceVersion(t);
    return jn_own(args[0]);
  });
}

// _set_tensor(source): storage, offset and strides of another tensor. Tensor.set_ stands over it.
Value setTensor(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    TensorObject *t = self(args[0]);
    if (modeMask & kModeTape && !checkInPlace(t, knowsHistory(t)))
      return jn_error();
    Tensor source = Tensor::share(args[1]);
    if (source.dtype() != t->dtype)
      fail("Could not set tensor of type %s to a tensor of type %s",
           elementTypeText(source.dtype()), elementTypeText(t->dtype));
    setTensorData(Tensor::share(args[0]), source);
    advanceVersion(t);
    return jn_own(args[0]);
  });
}

bool checkTensorClass(Value cls) {
  if (isType(cls) && isSubtype(as<Type>(cls), &jn_type_tensor))
    return true;
  if (isType(cls))
    raise(jn_exc_TypeError, "Creating a Tensor subclass from a class that does not inherit from "
                            "Tensor is not possible. Make sure your class inherits from Tensor.");
  else
    raise(jn_exc_TypeError, "cls must be a type (got %T)", &cls);
  return false;
}

// x.as_subclass(cls): a view of x that is an instance of the class.
Value asSubclass(const Value *args, size_t count, Value kwnames) {
  Value a[2];
  if (!parseArgs("as_subclass", {"self", "cls"}, 2, 2, args, count, kwnames, a) ||
      !checkTensorClass(a[1]))
    return jn_error();
  return guarded([&]() -> Value {
    Tensor view = ops::call<TensorOp::Alias>(Tensor::share(a[0]));
    Value made = instanceOver(as<Type>(a[1]), view);
    TensorObject *t = asTensor(made);
    t->flags |= view->flags & (kTensorIsView | kTensorNotWritten);
    t->viewVersion = view->viewVersion;
    if (view->base) {
      t->base = view->base;
      ++t->base->head.refs;
    }
    if (Node *node = gradFn(view.object()))
      setGradFn(t, node, view->meta->resultIndex);
    return made;
  });
}

// Tensor._make_subclass(cls, data, require_grad=False): the class's own elements.
Value makeSubclass(const Value *args, size_t count, Value kwnames) {
  Value a[3];
  if (!parseArgs("_make_subclass", {"cls", "data", "require_grad"}, 2, 3, args, count, kwnames,
                 a) ||
      !checkTensorClass(a[0]))
    return jn_error();
  if (!isTensor(a[1]))
    return raise(jn_exc_TypeError,
                 "_make_subclass(): argument 'data' (position 2) must be Tensor, not %T", &a[1]);
  return guarded([&]() -> Value {
    Ref made(instanceOver(as<Type>(a[0]), makeAlias(Tensor::share(a[1]), true)));
    bool wanted = a[2].tag != JN_UNBOUND && jn_truth(a[2]) > 0;
    if (wanted && changeRequiresGrad(made.as<TensorObject>(), true) < 0)
      return jn_error();
    return made.release();
  });
}

Value isView(const Value *args, size_t, Value) {
  return jn_bool(self(args[0])->flags & kTensorIsView);
}

}  // namespace

const MethodDef kTensorMethods[] = {
    {"backward", tensorBackward, 1, 5, true},
    {"requires_grad_", requiresGradInPlace, 1, -1, true},
    {"detach_", detachInPlace, 1, 1},
    {"register_hook", registerTensorHook, 2, 2},
    {"register_post_accumulate_grad_hook", registerAfterAccumulate, 2, 2},
    {"retain_grad", retainGrad, 1, 1},
    {"_is_view", isView, 1, 1},
    {"as_subclass", asSubclass, 2, 2, true},
    {"_become_view", becomeView, 2, 2},
    {"_set_tensor", setTensor, 2, 2},
    {},
};

const MethodDef kTensorStaticMethods[] = {{"_make_subclass", makeSubclass, 0, -1, true}, {}};

const GetSetDef kTensorGetSets[] = {
    {"grad", getGrad, setGradAttribute},
    {"grad_fn", getGradFn, nullptr},
    {"is_leaf", isLeaf, nullptr},
    {"requires_grad", getRequiresGrad, setRequiresGrad},
    {"output_nr", getOutputNr, nullptr},
    {"_version", getVersion, nullptr},
    {"_base", getBase, nullptr},
    {"retains_grad", getRetainsGrad, nullptr},
    {"_backward_hooks", getHooks<&AutogradMeta::hooks>, nullptr},
    {"_post_accumulate_grad_hooks", getHooks<&AutogradMeta::afterAccumulate>, nullptr},
    {},
};

}  // namespace janus
