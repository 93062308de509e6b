#include "autograd/FunctionNode.h"

#include "autograd/InPlace.h"
#include "autograd/Meta.h"
#include "autograd/Operations.h"
#include "autograd/Saved.h"
#include "autograd/SavedHooks.h"
#include "value/error/Raise.h"

#include <string>
#include <vector>

namespace janus {
namespace {

struct FunctionNode : Node {
  std::string *label;
  Value context, backward;
  std::vector<SavedValue> *saved;
  std::vector<uint8_t> *isTensorInput;   // per argument of forward
  std::vector<uint8_t> *isTensorOutput;  // per result of forward
  bool freed;
};

FunctionNode *self(Node *n) {
  return static_cast<FunctionNode *>(n);
}
const char *nameOf(const Node *n) {
  return static_cast<const FunctionNode *>(n)->label->c_str();
}

void dropSaved(Node *node) {
  FunctionNode *n = self(node);
  n->freed = true;
  for (SavedValue &s : *n->saved)
    drop(s);
}

void destroy(Node *node) {
  FunctionNode *n = self(node);
  jn_decref(n->context);
  jn_decref(n->backward);
  delete n->saved;
  delete n->label;
  delete n->isTensorInput;
  delete n->isTensorOutput;
}

void traverse(Node *node, VisitFn visit, void *to) {
  if (Value context = self(node)->context; context.tag == JN_OBJECT)
    visit(context.o, to);
}

Value zerosFor(const ResultInfo &r) {
  return operations::zeros(r.shape(), r.dtype, r.device).releaseValue();
}

bool apply(Node *node, const Value *grads, Value *out) {
  FunctionNode *n = self(node);
  Ref materialize(getattr(n->context, JN_NAME("_materialize_grads")));
  if (materialize.failed())
    return false;
  bool zeros = jn_truth(materialize.get()) > 0;
  std::vector<Value> args = {jn_own(n->context)};
  for (uint32_t i = 0; i < n->resultCount; ++i)
    args.push_back(zeros && grads[i].tag == JN_NONE && (*n->isTensorOutput)[i]
                       ? zerosFor(n->results[i])
                       : jn_own(grads[i]));
  // ctx.saved_tensors asks the node, which the context must not keep alive.
  if (setattr(n->context, JN_NAME("_node"), jn_obj(node)) < 0)
    return false;
  Ref result(jn_call(n->backward, args.data(), args.size()));
  {
    SavedError pending;
    setattr(n->context, JN_NAME("_node"), jn_none());
  }
  for (Value v : args)
    jn_decref(v);
  if (result.failed())
    return false;

  Value single = result.get();
  const Value *items = &single;
  int64_t count = 1;
  if (single.tag == JN_OBJECT && isSubtype(single.o->type, &jn_type_tuple)) {
    items = as<jn_tuple>(single)->items;
    count = as<jn_tuple>(single)->size;
  }
  auto expected = static_cast<int64_t>(n->isTensorInput->size());
  // Trailing Nones may be too many.
  while (count > expected && items[count - 1].tag == JN_NONE)
    --count;
  if (count != expected) {
    raise(jn_exc_RuntimeError,
          "function %s returned an incorrect number of gradients (expected %d, got %d)",
          n->label->c_str(), static_cast<int>(expected), static_cast<int>(count));
    return false;
  }
  uint32_t edge = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (!(*n->isTensorInput)[static_cast<size_t>(i)]) {
      if (items[i].tag != JN_NONE) {
        raise(jn_exc_RuntimeError,
              "function %s returned a gradient different than None at position %d, but the "
              "corresponding forward input was not a Variable",
              n->label->c_str(), static_cast<int>(i + 1));
        return false;
      }
      continue;
    }
    if (items[i].tag != JN_NONE && !isTensor(items[i])) {
      raise(jn_exc_RuntimeError, "expected Variable or None (got %T)", &items[i]);
      return false;
    }
    out[edge++] = jn_own(items[i]);  // hooks see what nobody asks for, too
  }
  return true;
}

const NodeKind kFunction = {
    .name = nameOf,
    .apply = apply,
    .release = dropSaved,
    .destroy = destroy,
    .module = "torch.autograd.function.",
    .runsWithoutGradients = true,
    .traverse = traverse,
};

bool contains(Value tuple, Value v) {
  jn_tuple *t = as<jn_tuple>(tuple);
  for (int64_t i = 0; i < t->size; ++i)
    if (t->items[i].tag == JN_OBJECT && v.tag == JN_OBJECT && t->items[i].o == v.o)
      return true;
  return false;
}

}  // namespace

Value makeFunctionNode(const Value *args, size_t, Value) {
  jn_tuple *inputs = as<jn_tuple>(args[3]);
  uint32_t tensors = 0;
  for (int64_t i = 0; i < inputs->size; ++i)
    tensors += isTensor(inputs->items[i]);
  auto *n = newNode<FunctionNode>(&kFunction, tensors);
  n->label = new std::string(utf8Of(args[0]));
  n->context = jn_own(args[1]);
  n->backward = jn_own(args[2]);
  n->saved = new std::vector<SavedValue>;
  n->isTensorInput = new std::vector<uint8_t>;
  n->isTensorOutput = new std::vector<uint8_t>;
  setResultCount(n, 0);
  uint32_t edge = 0;
  for (int64_t i = 0; i < inputs->size; ++i) {
    bool tensor = isTensor(inputs->items[i]);
    n->isTensorInput->push_back(tensor);
    if (tensor)
      n->edges[edge++] = gradientEdge(asTensor(inputs->items[i]));
  }
  return jn_obj(n);
}

Value attachOutputs(const Value *args, size_t, Value) {
  FunctionNode *n = self(reinterpret_cast<Node *>(args[0].o));
  jn_tuple *outputs = as<jn_tuple>(args[1]);
  Value dirty = args[2], inputs = args[3], fixed = args[4];
  setResultCount(n, static_cast<uint32_t>(outputs->size));
  Ref result(jn_obj(newTuple(outputs->size)));
  for (int64_t i = 0; i < outputs->size; ++i) {
    Value v = outputs->items[i];
    Value &to = result.as<jn_tuple>()->items[i];
    n->isTensorOutput->push_back(isTensor(v));
    if (!isTensor(v)) {
      to = jn_own(v);
      continue;
    }
    bool isDirty = contains(dirty, v);
    if (isDirty &&
        (asTensor(v)->flags & (kTensorRequiresGrad | kTensorIsView)) == kTensorRequiresGrad &&
        !knowsHistory(asTensor(v)))
      return raise(jn_exc_RuntimeError,
                   "a leaf Variable that requires grad has been used in an in-place operation.");
    if (isDirty && !checkInPlace(asTensor(v), knowsHistory(asTensor(v))))
      return jn_error();
    if (contains(inputs, v) && !isDirty) {
      // An input that is returned: the result must be another tensor.
      ModeScope off(0);
      Tensor alias = operations::viewAs(Tensor::share(v));
      if (!alias.defined())
        return jn_error();
      to = alias.releaseValue();
    } else {
      to = jn_own(v);
    }
    TensorObject *t = asTensor(to);
    describeResult(n, static_cast<uint32_t>(i), t);
    if (isInexact(t->dtype) && !contains(fixed, v)) {
      if (isDirty)
        t->storage->flags |= kStorageRebased;
      setGradFn(t, n, static_cast<uint32_t>(i));
      if (t->flags & kTensorIsView)
        t->flags = (t->flags & ~uint32_t{kTensorNotWritten}) |
                   (outputs->size > 1 ? kTensorOneOfMany : kTensorOfFunction);
    }
  }
  return result.release();
}

Value saveForBackward(const Value *args, size_t, Value) {
  FunctionNode *n = self(reinterpret_cast<Node *>(args[0].o));
  jn_tuple *tensors = as<jn_tuple>(args[1]), *outputs = as<jn_tuple>(args[2]);
  for (int64_t i = 0; i < tensors->size; ++i) {
    Value v = tensors->items[i];
    if (v.tag != JN_NONE && !isTensor(v))
      return raise(jn_exc_TypeError,
                   "save_for_backward can only save variables, but argument %d is of type %T",
                   static_cast<int>(i), &v);
    if (!checkSaved(v))
      return jn_error();
    int64_t output = -1;
    for (int64_t k = 0; k < outputs->size; ++k)
      if (v.tag == JN_OBJECT && outputs->items[k].tag == JN_OBJECT && outputs->items[k].o == v.o)
        output = k;
    n->saved->push_back(output >= 0 ? saveResult(asTensor(v), static_cast<uint32_t>(output))
                                    : saveArgument(v, false));
    if (JN_UNLIKELY(areSavedHooksSet() && !packSaved(n->saved->back())))
      return jn_error();
  }
  return jn_none();
}

Value savedTensors(const Value *args, size_t, Value) {
  FunctionNode *n = self(reinterpret_cast<Node *>(args[0].o));
  if (n->freed)
    return raiseFreed();
  Ref result(jn_obj(newTuple(static_cast<int64_t>(n->saved->size()))));
  for (size_t i = 0; i < n->saved->size(); ++i) {
    Value v = unpack((*n->saved)[i], n);
    if (jn_is_error(v))
      return v;
    result.as<jn_tuple>()->items[i] = v;
  }
  return result.release();
}

}  // namespace janus
