#include "autograd/Accumulate.h"

#include "autograd/Hooks.h"
#include "autograd/Meta.h"
#include "autograd/Operations.h"

namespace janus {
namespace {

AccumulateNode *self(Node *n) {
  return static_cast<AccumulateNode *>(n);
}

const char *nameOf(const Node *) {
  return "AccumulateGrad";
}

// May the gradient itself become `.grad`: nobody else holds the tensor, and its layout suits the
// variable. Others may hold its memory: `torch.cat([a, b]).backward(seed)` leaves two views of
// `seed`, as in PyTorch.
bool canKeep(const Tensor &grad, TensorObject *variable) {
  if (grad->head.refs > 1)
    return false;
  if (grad.requiresGrad() || grad.dtype() != variable->dtype)
    return false;
  Tensor v = Tensor::share(variable);
  if (!isNonOverlappingAndDense(v))
    return grad.isContiguous();
  if (!sameDims(grad.sizes(), v.sizes()))
    return false;
  for (int d = 0; d < v.dim(); ++d)
    if (v.size(d) != 1 && grad.stride(d) != v.stride(d))
      return false;
  return true;
}

// A dense one can take a sparse one up, not the other way round.
bool isSparse(const Tensor &t) {
  return t.device().type == DeviceType::Sparse;
}

// A copy with the variable's layout.
Tensor copyFor(const Tensor &grad, TensorObject *variable) {
  Tensor v = Tensor::share(variable);
  bool dense = isNonOverlappingAndDense(v);
  if (dense ? sameDims(grad.strides(), v.strides()) : grad.isContiguous())
    return operations::clone(grad);
  Dims strides = dense ? Dims(v.strides()) : contiguousStrides(v.sizes());
  Tensor result = makeStrided(v.sizes(), strides, grad.dtype(), grad.device());
  return operations::copyInto(result, grad);
}

bool accumulate(TensorObject *variable, Tensor grad) {
  AutogradMeta &m = metaOf(variable);
  bool recording = modeMask & kModeTape;
  if (!m.grad) {
    Tensor kept;
    if (JN_UNLIKELY(isSparse(grad)))
      kept = grad->head.refs > 1 ? operations::clone(grad) : std::move(grad);
    else if (!recording && canKeep(grad, variable))
      kept = std::move(grad);
    else
      kept = copyFor(grad, variable);
    if (!kept.defined())
      return false;
    setGrad(variable, kept.release());
    return true;
  }
  Tensor old = Tensor::share(m.grad);
  bool isOther = isSparse(old) && !isSparse(grad);
  if (!recording && !isOther)
    return operations::addInto(old, grad).defined();
  Tensor sum = isOther ? operations::add(grad, old) : operations::add(old, grad);
  if (!sum.defined())
    return false;
  setGrad(variable, sum.release());
  return true;
}

bool apply(Node *node, const Value *grads, Value *) {
  TensorObject *variable = self(node)->variable;
  if (!(variable->flags & kTensorRequiresGrad))
    return true;
  if (grads[0].tag != JN_NONE) {
    Tensor grad = Tensor::share(grads[0]);
    // The engine's reference does not count as a holder.
    jn_value *slot = const_cast<Value *>(grads);
    jn_decref(*slot);
    *slot = jn_none();
    if (!accumulate(variable, std::move(grad)))
      return false;
  }
  AutogradMeta &m = metaOf(variable);
  return JN_LIKELY(m.afterAccumulate == nullptr) ||
         callAfterAccumulate(m.afterAccumulate, jn_obj(variable));
}

void destroy(Node *node) {
  TensorObject *variable = self(node)->variable;
  if (variable->meta && variable->meta->accumulator == node)
    variable->meta->accumulator = nullptr;
  jn_decref(jn_obj(variable));
}

const NodeKind kAccumulate = {.name = nameOf,
                              .apply = apply,
                              .release = nullptr,
                              .destroy = destroy,
                              .prefix = "torch::autograd::",
                              .runsWithoutGradients = true};

Value getVariable(Object *o) {
  return jn_own(jn_obj(reinterpret_cast<AccumulateNode *>(o)->variable));
}

}  // namespace

const GetSetDef kAccumulateGetSets[] = {{"variable", getVariable, nullptr}, {}};

bool isAccumulator(const Node *node) {
  return node->kind == &kAccumulate;
}

Node *accumulatorOf(TensorObject *leaf) {
  AutogradMeta &m = metaOf(leaf);
  if (m.accumulator) {
    retain(m.accumulator);
    return m.accumulator;
  }
  auto *node = newNode<AccumulateNode>(&kAccumulate, 0);
  node->sequence = kAccumulateSequence;
  node->variable = leaf;
  ++leaf->head.refs;
  setResultCount(node, 1);
  describeResult(node, 0, leaf);
  m.accumulator = node;
  return node;
}

void renewAccumulator(TensorObject *leaf) {
  Node *&node = leaf->meta->accumulator;
  if (node && !(node->results[0].dtype == leaf->dtype && node->results[0].device == leaf->device))
    node = nullptr;
}

bool addToGrad(TensorObject *tensor, Tensor grad) {
  AutogradMeta &m = metaOf(tensor);
  Tensor sum = m.grad ? operations::add(Tensor::share(m.grad), grad) : std::move(grad);
  if (!sum.defined())
    return false;
  setGrad(tensor, sum.release());
  return true;
}

}  // namespace janus
