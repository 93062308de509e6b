// Tensors: the object that Python sees and the handle that native code holds.
#pragma once

#include "tensor/core/Dims.h"
#include "tensor/core/Scalar.h"
#include "tensor/memory/Storage.h"
#include "value/object/Object.h"

#include <utility>

namespace janus {

struct AutogradMeta;  // gradient, grad_fn, hooks: owned by runtime/autograd (AutogradInterface.h)

enum TensorFlags : uint32_t {
  kTensorRequiresGrad = 1u << 0,   // leaves that ask for it, and results recorded on the tape
  kTensorNonLeaf = 1u << 1,        // has a grad_fn
  kTensorWrappedNumber = 1u << 2,  // 0-dim, made of a Python number: lowest priority in promotion
  kTensorOwnVersion = 1u << 3,     // `version` is a counter outside of the storage, counted
  kTensorContiguous = 1u << 4,
  kTensorHeapDims = 1u << 5,      // sizes and strides are on the heap
  kTensorIsView = 1u << 6,        // has a `base`
  kTensorInference = 1u << 7,     // made under inference_mode
  kTensorChannelsLast = 1u << 8,  // dense in the order NHWC
  // How a view was made, or what it is a view of: it may not be written while gradients are on.
  kTensorWithoutGrad = 1u << 9,   // while gradients were off
  kTensorOneOfMany = 1u << 10,    // by an operation that makes several: split, unbind
  kTensorInInference = 1u << 11,  // in inference mode
  kTensorConjugated = 1u << 12,   // complex: its elements are the conjugates of those in memory
  kTensorOfFunction = 1u << 13,   // the result of an autograd.Function
  kTensorNotWritten =
      kTensorWithoutGrad | kTensorOneOfMany | kTensorInInference | kTensorOfFunction,
};

// What tensors that own their memory have from the start: kTensorInference in inference mode.
extern __attribute__((tls_model("initial-exec"))) thread_local uint32_t newTensorFlags;

struct TensorObject {
  jn_object head;
  Storage *storage;
  int64_t offset;  // of the first element, in elements
  int64_t numel;
  DType dtype;
  uint8_t ndim;
  Device device;
  uint32_t flags;
  AutogradMeta *meta;    // null until autograd needs it
  TensorObject *base;    // of views: the tensor they are views of, itself no view; counted
  uint32_t viewVersion;  // of views: the version at which flags and grad_fn were right
  jn_dict *dict;         // instance attributes, null until there are some
  VersionCounter *version;
  int64_t *sizes, *strides;  // `ndim` each; strides in elements
  int64_t inlineDims[2 * Dims::kInline];
};

// Makes a tensor that is used again as one that is made now.
inline void renewTensor(TensorObject *t) {
  t->flags = (t->flags & ~uint32_t{kTensorInference}) | newTensorFlags;
}

}  // namespace janus

JN_API jn_type jn_type_tensor, jn_type_parameter;

namespace janus {

// Counted handle. A default handle is undefined and stands for None.
class Tensor {
public:
  Tensor() = default;
  Tensor(const Tensor &o) : object_(o.object_) {
    if (object_)
      ++object_->head.refs;
  }
  Tensor(Tensor &&o) noexcept : object_(std::exchange(o.object_, nullptr)) {}
  Tensor &operator=(Tensor o) noexcept {
    std::swap(object_, o.object_);
    return *this;
  }
  ~Tensor() {
    if (object_)
      jn_decref(jn_obj(object_));
  }
  static Tensor take(TensorObject *owned) {
    Tensor t;
    t.object_ = owned;
    return t;
  }
  static Tensor take(Value owned) {
    return take(owned.tag == JN_OBJECT ? reinterpret_cast<TensorObject *>(owned.o) : nullptr);
  }
  static Tensor share(TensorObject *borrowed) {
    if (borrowed)
      ++borrowed->head.refs;
    return take(borrowed);
  }
  static Tensor share(Value borrowed) { return take(jn_own(borrowed)); }

  bool defined() const { return object_ != nullptr; }
  TensorObject *object() const { return object_; }
  TensorObject *operator->() const { return object_; }
  TensorObject *release() { return std::exchange(object_, nullptr); }
  // As a Python value: None when undefined.
  Value borrowed() const { return object_ ? jn_obj(object_) : jn_none(); }
  Value releaseValue() { return object_ ? jn_obj(release()) : jn_none(); }

  int dim() const { return object_->ndim; }
  int64_t numel() const { return object_->numel; }
  IntView sizes() const { return {object_->sizes, object_->ndim}; }
  IntView strides() const { return {object_->strides, object_->ndim}; }
  int64_t size(int d) const { return object_->sizes[d < 0 ? d + object_->ndim : d]; }
  int64_t stride(int d) const { return object_->strides[d < 0 ? d + object_->ndim : d]; }
  DType dtype() const { return object_->dtype; }
  Device device() const { return object_->device; }
  bool isContiguous() const { return object_->flags & kTensorContiguous; }
  bool isChannelsLast() const { return object_->flags & kTensorChannelsLast; }
  bool requiresGrad() const;  // also as a view
  uint32_t version() const { return object_->version->value; }
  std::byte *raw() const {
    return object_->storage->data + object_->offset * static_cast<int64_t>(sizeOf(object_->dtype));
  }
  template <class T>
  T *data() const {
    return reinterpret_cast<T *>(raw());
  }

private:
  TensorObject *object_ = nullptr;
};

inline bool isTensor(Value v) {
  return v.tag == JN_OBJECT && (v.o->type == &jn_type_tensor || v.o->type == &jn_type_parameter ||
                                isSubtype(v.o->type, &jn_type_tensor));
}
// Requires a gradient, or is a view whose base does, now or with a history that it got since:
// runtime/autograd looks closer.
inline bool mayRequireGrad(const TensorObject *t) {
  return t->flags & kTensorRequiresGrad ||
         (t->flags & kTensorIsView &&
          (t->base->storage->flags & kStorageRebased || t->base->flags & kTensorRequiresGrad));
}
// A view requires gradients when its base does. Without a history of its own, as when it was made
// while gradients were off, it passes them to nobody.
inline bool requiresGradAsView(const TensorObject *t) {
  return t->flags & kTensorIsView && t->base->flags & kTensorRequiresGrad && isInexact(t->dtype);
}
// A view that may not be written and whose base was: no gradients pass through it any more.
inline bool isOutOfDate(const TensorObject *t) {
  return JN_UNLIKELY(t->flags & kTensorNotWritten) && t->viewVersion != t->version->value &&
         requiresGradAsView(t);
}
inline bool Tensor::requiresGrad() const {
  return object_->flags & kTensorRequiresGrad || requiresGradAsView(object_);
}
inline TensorObject *asTensor(Value v) {
  return reinterpret_cast<TensorObject *>(v.o);
}

// Raises NotImplementedError for a tensor whose elements are not in the memory of the CPU.
void requireElements(const Tensor &t);

// ---- making tensors (memory is not initialised)
Tensor makeTensor(IntView sizes, DType dtype, Device device = {});
Tensor makeStrided(IntView sizes, IntView strides, DType dtype, Device device = {});
// Another tensor over storage that is taken over (`storage` owned by the result).
Tensor makeOver(Storage *storage, int64_t offset, IntView sizes, IntView strides, DType dtype);
// A view of `base`: shares storage and version counter.
Tensor makeView(const Tensor &base, IntView sizes, IntView strides, int64_t offset);
// Same elements, no gradient. `shareVersion`: as detach(); false: as `.data`.
Tensor makeAlias(const Tensor &base, bool shareVersion);
// 0-dim tensor of a number. `wrapped`: promotes like the Python number it stands for.
Tensor makeNumber(const Scalar &s, DType dtype);
Tensor makeWrapped(const Scalar &s);
// Makes `t` refer to the storage, shape and type of `source` (`x.data = y`, set_).
void setTensorData(const Tensor &t, const Tensor &source);
// New sizes and strides for an existing object.
void setDims(TensorObject *t, IntView sizes, IntView strides);
// Resizes to contiguous `sizes`; the storage grows when needed (resize_, out=).
void resizeTensor(const Tensor &t, IntView sizes);

// An object over a storage that it takes over, without dimensions; one that is there already, which
// lets go of what it showed.
TensorObject *newTensorObject(Storage *storage);
void retargetTensor(TensorObject *t, Storage *storage, int64_t offset, DType dtype);

Dims contiguousStrides(IntView sizes);
Dims channelsLastStrides(IntView sizes);
// Contiguous, with the strides that a new tensor has also where a size is 1: results of elementwise
// operations then have them, too.
bool isRowMajor(const TensorObject *t);
// Dense, without overlap, in any order of dimensions.
bool isNonOverlappingAndDense(const Tensor &t);
// Two elements of the tensor may share a place (expand): refused by in-place writes.
bool hasInternalOverlap(const Tensor &t);
// A view that shows each element of an expanded tensor once: sizes of 1 where strides are 0.
Tensor withoutRepeats(const Tensor &t);

// Type of torch.get_default_dtype().
DType defaultDType();
void setDefaultDType(DType t);

// What torch.result_type answers.
DType resultType(const Tensor &a, const Tensor &b);
DType resultType(const Tensor &a, const Scalar &b);
inline DType numberType(const Scalar &s) {
  if (s.isFloat())
    return defaultDType();
  if (s.isComplex())
    return complexTypeOf(defaultDType());
  return s.isBool() ? DType::Bool : DType::I64;
}
void addTo(Promotion &p, const Tensor &t);

}  // namespace janus
