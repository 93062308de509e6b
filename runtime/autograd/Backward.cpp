#include "autograd/Backward.h"

#include "autograd/Accumulate.h"
#include "autograd/Engine.h"
#include "autograd/InPlace.h"
#include "autograd/Meta.h"
#include "autograd/Operations.h"
#include "tensor/core/Names.h"

#include <string>
#include <unordered_set>

namespace janus {
namespace {

std::string shapeText(const TensorObject *t) {
  std::string text = "torch.Size([";
  for (int d = 0; d < t->ndim; ++d)
    text += (d ? ", " : "") + std::to_string(t->sizes[d]);
  return text + "])";
}

// The edges and gradients of a request are owned by this.
struct OwnedRequest : BackwardRequest {
  ~OwnedRequest() {
    for (const Edge &e : roots)
      if (e.node)
        release(e.node);
    for (const Edge &e : inputs)
      if (e.node)
        release(e.node);
    for (Value g : grads)
      jn_decref(g);
  }
};

// Adds a root with its gradient: the one given, or 1 for a scalar.
bool addRoot(OwnedRequest &r, Value tensor, Value grad, size_t position) {
  if (!isTensor(tensor)) {
    raise(jn_exc_TypeError, "element %d of tensors is not a Tensor but %T",
          static_cast<int>(position), &tensor);
    return false;
  }
  TensorObject *t = asTensor(tensor);
  if (!checkHistory(t))
    return false;
  Edge e = gradientEdge(t);
  if (!e.node) {
    raise(jn_exc_RuntimeError,
          "element %d of tensors does not require grad and does not have a grad_fn",
          static_cast<int>(position));
    return false;
  }
  r.roots.push_back(e);
  r.grads.push_back(jn_none());
  if (grad.tag == JN_NONE) {
    if (isComplex(t->dtype)) {
      raise(jn_exc_RuntimeError,
            "grad can be implicitly created only for real scalar outputs but got %s",
            dtypeText(t->dtype).c_str());
      return false;
    }
    if (t->numel != 1) {
      raise(jn_exc_RuntimeError, "grad can be implicitly created only for scalar outputs");
      return false;
    }
    ModeScope off(0);
    Tensor ones = operations::onesLike(Tensor::share(t));
    if (!ones.defined())
      return false;
    r.grads.back() = ones.releaseValue();
    return true;
  }
  if (!isTensor(grad)) {
    raise(jn_exc_TypeError, "gradients can be either Tensors or None, but got %T", &grad);
    return false;
  }
  TensorObject *g = asTensor(grad);
  if (!sameDims({g->sizes, g->ndim}, {t->sizes, t->ndim})) {
    std::string at = std::to_string(position);
    std::string text = "Mismatch in shape: grad_output[" + at + "] has a shape of " + shapeText(g) +
                       " and output[" + at + "] has a shape of " + shapeText(t) + ".";
    raise(jn_exc_RuntimeError, "%s", text.c_str());
    return false;
  }
  r.grads.back() = jn_own(grad);
  if (g->dtype != t->dtype) {
    Tensor converted = operations::convert(Tensor::share(g), t->dtype);
    if (!converted.defined())
      return false;
    jn_assign(&r.grads.back(), converted.releaseValue());
  }
  return true;
}

bool addInput(OwnedRequest &r, Value v) {
  if (!isTensor(v)) {
    raise(jn_exc_TypeError, "all inputs have to be Tensors, but got %T", &v);
    return false;
  }
  if (!checkHistory(asTensor(v)))
    return false;
  Edge e = gradientEdge(asTensor(v));
  if (!e.node) {
    raise(jn_exc_RuntimeError, "One of the differentiated Tensors does not require grad");
    return false;
  }
  r.inputs.push_back(e);
  return true;
}

Ref listOf(Value v) {
  Ref list(jn_make_list(nullptr, 0));
  if (isTensor(v))
    jn_list_append(list.get(), v);
  else if (v.tag != JN_NONE && jn_list_extend(list.get(), v) < 0)
    return Ref(jn_error());
  return list;
}

}  // namespace

namespace {

// backward(inputs=...): what has arrived at inputs that are no leaves goes to their `.grad`, unless
// they keep it anyway.
bool accumulateInputs(const jn_list *inputs, const std::vector<Value> &captured) {
  for (size_t i = 0; i < captured.size(); ++i) {
    Tensor grad = isTensor(captured[i]) ? Tensor::take(captured[i]) : Tensor();
    TensorObject *t = asTensor(inputs->items[i]);
    if (!grad.defined() || !gradFn(t) || t->meta->retainsGrad)
      continue;
    if (!addToGrad(t, grad))
      return false;
  }
  return true;
}

}  // namespace

Value tensorBackward(const Value *args, size_t count, Value kwnames) {
  Value a[5];
  if (!parseArgs("backward", {"self", "gradient", "retain_graph", "create_graph", "inputs"}, 1, 5,
                 args, count, kwnames, a))
    return jn_error();
  for (int k : {2, 3})
    if (a[k].tag == JN_OBJECT && !isInt(a[k]) &&
        !a[k].o->type->unary[static_cast<size_t>(UnaryOp::Index)])
      return raise(jn_exc_TypeError, "'%T' object cannot be interpreted as an integer", &a[k]);
  OwnedRequest r;
  r.createGraph = a[3].tag != JN_UNBOUND && jn_truth(a[3]) > 0;
  r.keepGraph = a[2].tag == JN_UNBOUND || a[2].tag == JN_NONE ? r.createGraph : jn_truth(a[2]) > 0;
  r.accumulate = true;
  if (!addRoot(r, a[0], a[1].tag == JN_UNBOUND ? jn_none() : a[1], 0))
    return jn_error();
  Ref inputs(jn_none());
  if (a[4].tag != JN_UNBOUND && a[4].tag != JN_NONE) {
    inputs = listOf(a[4]);
    if (inputs.failed())
      return jn_error();
    jn_list *list = inputs.as<jn_list>();
    if (list->size == 0)
      return raise(jn_exc_RuntimeError, "`inputs` argument to `backward()` cannot be empty.");
    for (int64_t i = 0; i < list->size; ++i)
      if (!addInput(r, list->items[i]))
        return jn_error();
  }
  std::vector<Value> captured;
  if (!runBackward(r, &captured) ||
      (!captured.empty() && !accumulateInputs(inputs.as<jn_list>(), captured)))
    return jn_error();
  return jn_none();
}

Value leavesOf(const Value *args, size_t, Value) {
  Ref tensors = listOf(args[0]), leaves(jn_make_list(nullptr, 0));
  if (tensors.failed())
    return jn_error();
  std::vector<Node *> waiting;
  std::unordered_set<const Node *> seen;
  auto follow = [&](Node *n) {
    if (n && seen.insert(n).second)
      waiting.push_back(n);
  };
  OwnedRequest roots;
  for (int64_t i = 0; i < tensors.as<jn_list>()->size; ++i) {
    if (!addInput(roots, tensors.as<jn_list>()->items[i]))
      return jn_error();
    follow(roots.inputs.back().node);
  }
  for (size_t next = 0; next < waiting.size(); ++next) {
    Node *n = waiting[next];
    if (isAccumulator(n))
      jn_list_append(leaves.get(), jn_obj(static_cast<AccumulateNode *>(n)->variable));
    if (n->kind->hidden)
      jn_list_append(leaves.get(), n->kind->hidden(n));
    for (uint32_t i = 0; i < n->edgeCount; ++i)
      follow(n->edges[i].node);
  }
  return leaves.release();
}

Value nameOfHistory(const Value *args, size_t, Value) {
  if (!isTensor(args[0]))
    return raise(jn_exc_TypeError, "expected a Tensor but got %T", &args[0]);
  const char *name = historyName(asTensor(args[0]));
  if (!name)
    return hasError() ? jn_error() : jn_none();
  return makeStr(name);
}

Value gradientsAt(const Value *args, size_t, Value) {
  OwnedRequest r;
  Ref tensors = listOf(args[0]), grads = listOf(args[1]), leaves = listOf(args[2]);
  if (tensors.failed() || grads.failed() || leaves.failed())
    return jn_error();
  r.keepGraph = true;  // other results that the host has may share it
  r.createGraph = jn_truth(args[3]) > 0;
  r.endsAtInputs = true;
  r.reachesHidden = jn_truth(args[4]) > 0;
  jn_list *t = tensors.as<jn_list>(), *in = leaves.as<jn_list>();
  for (int64_t i = 0; i < t->size; ++i)
    if (!addRoot(r, t->items[i], grads.as<jn_list>()->items[i], static_cast<size_t>(i)))
      return jn_error();
  for (int64_t i = 0; i < in->size; ++i)  // one that was frozen meanwhile is a leaf still
    r.inputs.push_back({accumulatorOf(asTensor(in->items[i])), 0});
  std::vector<Value> captured;
  if (!runBackward(r, &captured))
    return jn_error();
  jn_tuple *result = newTuple(in->size);
  for (int64_t i = 0; i < in->size; ++i)
    result->items[i] = captured[static_cast<size_t>(i)];
  return jn_obj(result);
}

Value runBackwardOf(const Value *args, size_t, Value) {
  OwnedRequest r;
  Ref tensors = listOf(args[0]), grads = listOf(args[1]), inputs = listOf(args[4]);
  if (tensors.failed() || grads.failed() || inputs.failed())
    return jn_error();
  r.keepGraph = jn_truth(args[2]) > 0;
  r.createGraph = jn_truth(args[3]) > 0;
  bool allowUnused = jn_truth(args[5]) > 0;
  r.accumulate = jn_truth(args[6]) > 0;
  jn_list *t = tensors.as<jn_list>(), *g = grads.as<jn_list>(), *in = inputs.as<jn_list>();
  for (int64_t i = 0; i < t->size; ++i)
    if (!addRoot(r, t->items[i], i < g->size ? g->items[i] : jn_none(), static_cast<size_t>(i)))
      return jn_error();
  for (int64_t i = 0; i < in->size; ++i)
    if (!addInput(r, in->items[i]))
      return jn_error();
  std::vector<Value> captured;
  if (!runBackward(r, &captured))
    return jn_error();
  if (r.accumulate)
    return accumulateInputs(in, captured) ? jn_none() : jn_error();
  jn_tuple *result = newTuple(in->size);
  int64_t unused = -1;
  for (int64_t i = 0; i < in->size; ++i) {
    result->items[i] = captured[static_cast<size_t>(i)];
    if (result->items[i].tag == JN_NONE && unused < 0)
      unused = i;
  }
  if (unused >= 0 && !allowUnused) {
    jn_decref(jn_obj(result));
    return raise(
        jn_exc_RuntimeError,
        "The differentiated Tensor at index %d appears to not have been used in the graph. Set "
        "allow_unused=True if this is the desired behavior.",
        static_cast<int>(unused));
  }
  return jn_obj(result);
}

}  // namespace janus
