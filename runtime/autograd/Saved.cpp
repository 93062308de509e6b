#include "autograd/Saved.h"

#include "autograd/Meta.h"
#include "autograd/SavedHooks.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Dispatch.h"
#include "value/container/Sequence.h"

#include <string>

namespace janus {
namespace {

std::string shapeText(const TensorObject *t) {
  std::string text = "[";
  for (int d = 0; d < t->ndim; ++d)
    text += (d ? ", " : "") + std::to_string(t->sizes[d]);
  return text + "]";
}

// A type in torch's errors: those without a class of their own are printed in another way.
std::string typeText(const Tensor &t) {
  std::string text = tensorTypeText(t);
  if (t.dtype() != DType::BF16 && !isComplex(t.dtype()))
    return text;
  constexpr std::string_view kBefore = "torch.", kAfter = "Tensor";
  return "CPU" + text.substr(kBefore.size(), text.size() - kBefore.size() - kAfter.size()) + "Type";
}

Value raiseModified(TensorObject *t, uint32_t expected, Edge producer) {
  Tensor handle = Tensor::share(t);
  std::string text = "one of the variables needed for gradient computation has been modified by an "
                     "inplace operation: [" +
                     typeText(handle) + " " + shapeText(t) + "]";
  if (producer.node)
    text += ", which is output " + std::to_string(producer.index) + " of " +
            operationName(producer.node) + ",";
  text += " is at version " + std::to_string(t->version->value) + "; expected version " +
          std::to_string(expected) +
          " instead. Hint: enable anomaly detection to find the operation that failed to compute "
          "its gradient, with "
          "torch.autograd.set_detect_anomaly(True, check_nan=False).";
  return raise(jn_exc_RuntimeError, "%s", text.c_str());
}

// Versions of a list's tensors, added up: any write changes the sum.
uint32_t versionSum(const jn_tuple *t) {
  uint32_t sum = 0;
  for (int64_t i = 0; i < t->size; ++i)
    if (isTensor(t->items[i]))
      sum += asTensor(t->items[i])->version->value;
  return sum;
}

bool isUnmodifiedList(const SavedValue &s) {
  const jn_tuple *t = as<jn_tuple>(s.value);
  if (JN_LIKELY(versionSum(t) == s.version))
    return true;
  for (int64_t i = 0; i < t->size; ++i)
    if (isTensor(t->items[i])) {
      raiseModified(asTensor(t->items[i]), s.version, {});
      return false;
    }
  return true;
}

}  // namespace

bool checkSaved(Value v) {
  bool inference = false;
  if (isTensor(v)) {
    inference = asTensor(v)->flags & kTensorInference;
  } else {
    int64_t count = 0;
    const Value *items = itemsOf(v, &count);
    for (int64_t i = 0; items && i < count; ++i)
      inference |= isTensor(items[i]) && asTensor(items[i])->flags & kTensorInference;
  }
  if (JN_UNLIKELY(inference))
    raise(jn_exc_RuntimeError,
          "Inference tensors cannot be saved for backward. Please do not use Tensors created in "
          "inference mode in computation tracked by autograd. To work around this, you can make a "
          "clone to get a normal tensor and use it in autograd, or use `torch.no_grad()` instead "
          "of `torch.inference_mode()`.");
  return !inference;
}

SavedValue saveArgument(Value v, bool list) {
  SavedValue s;
  if (list) {
    s.value =
        v.tag == JN_OBJECT && isSubtype(v.o->type, &jn_type_list) ? jn_list_to_tuple(v) : jn_own(v);
    if (s.value.tag == JN_OBJECT && isSubtype(s.value.o->type, &jn_type_tuple))
      s.version = versionSum(as<jn_tuple>(s.value));
    return s;
  }
  s.value = jn_own(v);
  if (isTensor(v)) {
    s.isTensor = true;
    s.version = asTensor(v)->version->value;
  }
  return s;
}

SavedValue saveResult(TensorObject *t, uint32_t index) {
  SavedValue s;
  s.value = makeAlias(Tensor::share(t), true).releaseValue();
  s.isTensor = true;
  s.version = t->version->value;
  s.result = static_cast<int16_t>(index);
  return s;
}

void drop(SavedValue &s) {
  jn_decref(s.value);
  s.value = jn_unbound();
  if (JN_UNLIKELY(s.packed != nullptr))
    dropPacked(s.packed);
  s.packed = nullptr;
}

bool checkUnmodified(const SavedValue &s, Node *node) {
  if (s.packed)
    return true;
  if (!s.isTensor)
    return s.value.tag != JN_OBJECT || s.value.o->type != &jn_type_tuple || isUnmodifiedList(s);
  TensorObject *t = asTensor(s.value);
  if (JN_LIKELY(t->version->value == s.version))
    return true;
  Edge producer = s.result >= 0 ? Edge{node, static_cast<uint32_t>(s.result)} : Edge(historyOf(t));
  raiseModified(t, s.version, producer);
  return false;
}

Value unpack(const SavedValue &s, Node *node) {
  if (JN_UNLIKELY(s.packed != nullptr))
    return unpackSaved(s, node);
  if (JN_UNLIKELY(!isUnmodified(s, node)))
    return jn_error();
  if (!s.isTensor)
    return jn_own(s.value);
  TensorObject *t = asTensor(s.value);
  if (s.result < 0 || !(modeMask & kModeTape) || !isInexact(t->dtype))
    return jn_own(s.value);
  // Its own gradient is wanted: the history comes back.
  Tensor with = makeAlias(Tensor::share(t), true);
  setGradFn(with.object(), node, static_cast<uint32_t>(s.result));
  return with.releaseValue();
}

Value raiseFreed() {
  return raise(jn_exc_RuntimeError, "Trying to backward through the graph a second time (or "
                                    "directly access saved tensors after they have "
                                    "already been freed). Saved intermediate values of the graph "
                                    "are freed when you call .backward() or "
                                    "autograd.grad(). Specify retain_graph=True if you need to "
                                    "backward through the graph a second time or "
                                    "if you need to access saved tensors after calling backward.");
}

}  // namespace janus
