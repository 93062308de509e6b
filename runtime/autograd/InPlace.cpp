// A write through a view becomes a history of the base: CopySlices, whose gradient is the incoming
// one with the written part replaced by what the operation's own gradient makes of it.
//
//   base ──► v = base[0] ──► v.mul_(w)      base ◄── CopySlices(inner: MulBackward0, part: v) ◄──
//   old base
#include "autograd/InPlace.h"

#include "autograd/Engine.h"
#include "autograd/Meta.h"
#include "autograd/Operations.h"

#include <string>

namespace janus {
namespace {

struct CopySlicesNode : Node {
  RuleNode *inner;    // counted
  uint32_t selfEdge;  // of inner: the one of the tensor written
  bool hasSelfEdge;
  uint8_t baseDim, viewDim;
  DType viewType;
  bool isConjugated;   // the view, as seen from the base
  int64_t viewOffset;  // within the base, as in ViewPlace
  int64_t *dims;       // base sizes, base strides, view sizes, view strides
};

CopySlicesNode *self(Node *n) {
  return static_cast<CopySlicesNode *>(n);
}

const char *nameOf(const Node *) {
  return "CopySlices";
}

bool apply(Node *node, const Value *grads, Value *out) {
  CopySlicesNode *n = self(node);
  if (grads[0].tag == JN_NONE)
    return true;
  Tensor grad = Tensor::share(grads[0]);
  const int64_t *d = n->dims;
  IntView baseSizes(d, n->baseDim), baseStrides(d + n->baseDim, n->baseDim);
  d += 2 * n->baseDim;
  IntView viewSizes(d, n->viewDim), viewStrides(d + n->viewDim, n->viewDim);

  Tensor whole =
      operations::copyInto(makeStrided(baseSizes, baseStrides, grad.dtype(), grad.device()), grad);
  if (!whole.defined())
    return false;
  Tensor part = operations::shownBy(
      whole, {n->viewType, n->isConjugated, viewSizes, viewStrides, n->viewOffset});
  Tensor innerGrad = part.defined() ? operations::clone(part) : Tensor();
  if (!innerGrad.defined())
    return false;

  RuleNode *inner = n->inner;
  std::vector<Value> results(inner->edgeCount, jn_none());
  Value given = innerGrad.borrowed();
  bool fine = inner->kind->apply(inner, &given, results.data());
  for (uint32_t i = 0; fine && i < inner->edgeCount; ++i) {
    if (n->hasSelfEdge && i == n->selfEdge) {
      if (results[i].tag != JN_NONE)
        fine = operations::copyInto(part, Tensor::share(results[i])).defined();
      if (fine)
        out[0] = jn_own(whole.borrowed());
    } else {
      std::swap(out[i + 1], results[i]);
    }
  }
  for (Value v : results)
    jn_decref(v);
  return fine;
}

void dropSaved(Node *node) {
  self(node)->inner->kind->release(self(node)->inner);
}

void destroy(Node *node) {
  release(self(node)->inner);
  delete[] self(node)->dims;
}

const NodeKind kCopySlices = {nameOf, apply, dropSaved, destroy, "torch::autograd::"};

// An offset in elements as one in those of ViewPlace.
int64_t smallerOffset(const TensorObject *t, const TensorObject *other) {
  return isComplex(t->dtype) && !isComplex(other->dtype) ? 2 * t->offset : t->offset;
}
bool isConjugatedFrom(const TensorObject *view, const TensorObject *base) {
  return (view->flags ^ base->flags) & kTensorConjugated;
}

// The edge that the written tensor (schema argument 0) has.
bool findSelfEdge(const RuleNode *n, uint32_t *edge) {
  for (size_t i = 0; i < n->rules->inputs.size(); ++i) {
    if (n->rules->inputs[i] == 0) {
      *edge = edgeOf(n, static_cast<uint32_t>(i));
      return true;
    }
  }
  return false;
}

void rebaseView(TensorObject *view, RuleNode *inner) {
  TensorObject *base = view->base;
  auto *n = newNode<CopySlicesNode>(&kCopySlices, inner->edgeCount + 1);
  n->inner = inner;
  inner->isPartWritten = true;
  retain(inner);
  n->edges[0] = gradientEdge(base);
  n->hasSelfEdge = findSelfEdge(inner, &n->selfEdge);
  for (uint32_t i = 0; i < inner->edgeCount; ++i) {
    Edge &e = inner->edges[i];
    if (n->hasSelfEdge && i == n->selfEdge) {
      // What the view's gradient was is no longer of interest: it goes to the base.
      if (!e.node)
        continue;
      release(e.node);
      e = n->edges[0];
      if (e.node)
        retain(e.node);
    } else if (e.node) {
      n->edges[i + 1] = e;
      retain(e.node);
    }
  }
  n->baseDim = base->ndim;
  n->viewDim = view->ndim;
  n->viewType = view->dtype;
  n->isConjugated = isConjugatedFrom(view, base);
  n->viewOffset = smallerOffset(view, base) - smallerOffset(base, view);
  n->dims = new int64_t[2 * (base->ndim + view->ndim) + 1];
  int64_t *d = n->dims;
  for (const TensorObject *t : {base, view})
    for (const int64_t *list : {t->sizes, t->strides})
      for (int i = 0; i < t->ndim; ++i)
        *d++ = list[i];
  setResultCount(n, 1);
  describeResult(n, 0, base);
  setGradFn(base, n, 0);
  release(n);
}

}  // namespace

namespace {

// RuntimeError of such a view, when it `is being` written, or when what it shows `has been`.
bool raiseNotWritten(TensorObject *t, const char *written) {
  Node *own = t->meta ? t->meta->gradFn : nullptr;
  const Edge history = own ? visibleEdge({own, t->meta->resultIndex}) : Edge();
  bool withoutGrad = t->flags & (kTensorWithoutGrad | kTensorInInference);
  bool inInference = t->flags & kTensorInInference;
  std::string mode = inInference ? "inference" : "no_grad";
  std::string text;
  if (history.node)
    text = "Output " + std::to_string(history.index) + " of " + operationName(history.node) +
           (withoutGrad ? " is a view of a view which was" : " is a view and ");
  else
    text = "A view was";
  if (withoutGrad || !history.node)
    text += " created in " + mode + " mode and " + written + " modified inplace " +
            (inInference ? "in normal mode. " : "with grad mode enabled. ");
  else
    text += std::string(written) + " modified inplace. ";
  if (t->flags & kTensorOfFunction)
    text += "This view was created inside a custom Function (or because an input was returned "
            "as-is) and the autograd logic to handle view+inplace would override the custom "
            "backward associated with the custom Function, leading to incorrect gradients. This "
            "behavior is forbidden. You can fix this by cloning the output of the custom Function.";
  else
    text +=
        withoutGrad
            ? "Given that this use case is ambiguous and error-prone, it is forbidden. You can "
              "clarify your code by moving both the view and the inplace either both inside the " +
                  mode + (inInference ? "_mode" : "") +
                  " block (if you don't want the inplace to be tracked) or both outside (if you "
                  "want the inplace to be tracked)."
            : "This view is the output of a function that returns multiple views. Such functions "
              "do not allow the output views to be modified inplace. You should replace the "
              "inplace operation by an out-of-place one.";
  raise(jn_exc_RuntimeError, "%s", text.c_str());
  return false;
}

}  // namespace

bool checkInPlace(TensorObject *t, bool hadHistory) {
  bool needsGrad = showsRequiresGrad(t);
  if (t->flags & kTensorIsView) {
    if (t->flags & kTensorNotWritten)
      return raiseNotWritten(t, "is being");
    if (needsGrad && !knowsHistory(t->base)) {
      raise(jn_exc_RuntimeError,
            "a view of a leaf Variable that requires grad is being used in an in-place operation.");
      return false;
    }
  }
  if (needsGrad && !hadHistory) {
    raise(jn_exc_RuntimeError,
          "a leaf Variable that requires grad is being used in an in-place operation.");
    return false;
  }
  return true;
}

bool checkHistory(TensorObject *t) {
  bool isCut = t->flags & kTensorNotWritten && t->meta && t->meta->gradFn &&
               t->viewVersion != t->version->value;  // its base may have been detached since
  return (!isCut && !isOutOfDate(t)) ||
         raiseNotWritten(t, "its base or another view of its base has been");
}

void rebaseHistory(TensorObject *t, RuleNode *node) {
  t->storage->flags |= kStorageRebased;
  if (!(t->flags & kTensorIsView)) {
    setGradFn(t, node, 0);
    return;
  }
  rebaseView(t, node);
  refreshView(t);
}

void refreshView(TensorObject *t) {
  TensorObject *base = t->base;
  bool needsGrad = base->flags & kTensorRequiresGrad;
  bool hasOwn = t->meta && t->meta->gradFn;  // its base was detached, perhaps
  if (t->viewVersion == t->version->value || t->flags & kTensorNotWritten ||
      (!needsGrad && !hasOwn))
    return;
  t->viewVersion = t->version->value;
  if (!isInexact(t->dtype))
    return;
  if (needsGrad && (t->dtype != base->dtype || isConjugatedFrom(t, base))) {
    ModeScope recording(kModeTape);
    Tensor again = operations::shownBy(Tensor::share(base), {t->dtype,
                                                             isConjugatedFrom(t, base),
                                                             {t->sizes, t->ndim},
                                                             {t->strides, t->ndim},
                                                             smallerOffset(t, base)});
    if (!again.defined())
      return clearError();
    return setGradFn(t, gradFn(again.object()), 0);
  }
  jn_tuple *sizes = newTuple(t->ndim), *strides = newTuple(t->ndim);
  for (int d = 0; d < t->ndim; ++d) {
    sizes->items[d] = jn_int(t->sizes[d]);
    strides->items[d] = jn_int(t->strides[d]);
  }
  Ref size(jn_obj(sizes)), stride(jn_obj(strides));
  Value args[] = {jn_obj(base), size.get(), stride.get(), jn_int(t->offset)};
  RuleNode *node = nodeOf(TensorOp::AsStrided, args);
  if (!node) {
    clearError();
    return;
  }
  setResultCount(node, 1);
  describeResult(node, 0, t);
  setGradFn(t, node, 0);
  release(node);
}

}  // namespace janus
