// Making tensors and views, their dimensions, and promotion of dtypes.
#include "tensor/core/Tensor.h"

#include "janus/contract/inference/Reshape.h"
#include "tensor/core/AutogradInterface.h"
#include "tensor/core/Error.h"
#include "tensor/core/GradMode.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Planned.h"
#include "tensor/memory/VersionCounters.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace janus {
namespace {

DType currentDefault = DType::F32;

// Contiguous and channels-last bits from sizes and strides.
uint32_t layoutFlags(const int64_t *sizes, const int64_t *strides, int ndim) {
  int64_t expected = 1;
  bool contiguous = true;
  for (int d = ndim - 1; d >= 0; --d) {
    if (sizes[d] == 0)
      return kTensorContiguous;
    if (sizes[d] != 1) {
      contiguous &= strides[d] == expected;
      expected *= sizes[d];
    }
  }
  uint32_t flags = contiguous ? uint32_t{kTensorContiguous} : 0;
  if (ndim == 4 || ndim == 5) {
    static constexpr int kOrder4[] = {1, 3, 2, 0}, kOrder5[] = {1, 4, 3, 2, 0};
    const int *order = ndim == 4 ? kOrder4 : kOrder5;
    bool last = true;
    expected = 1;
    for (int i = 0; i < ndim && last; ++i) {
      int d = order[i];
      if (sizes[d] != 1) {
        last = strides[d] == expected;
        expected *= sizes[d];
      }
    }
    if (last)
      flags |= kTensorChannelsLast;
  }
  return flags;
}

// The product of sizes; nothing where 64 bits do not hold it.
std::optional<int64_t> countElements(IntView sizes) {
  int64_t n = 1;
  bool overflows = false;
  for (int64_t s : sizes) {
    if (JN_UNLIKELY(s < 0)) {
      fail("Trying to create tensor with negative dimension %lld: %s", static_cast<long long>(s),
           dimsText(sizes).c_str());
    }
    overflows |= __builtin_mul_overflow(n, s, &n);
  }
  return overflows ? std::nullopt : std::optional(n);
}

// The strides of an empty tensor may be more than 64 bits hold, those of others are fewer than it
// has elements.
void checkStrides(IntView sizes) {
  int64_t stride = 1;
  for (size_t d = 1; d < sizes.size(); ++d)
    if (__builtin_mul_overflow(stride, std::max<int64_t>(sizes[d], 1), &stride))
      fail("Stride calculation overflowed");
}

// Of a tensor that takes no memory of its own.
int64_t numelOf(IntView sizes) {
  std::optional<int64_t> numel = countElements(sizes);
  if (JN_UNLIKELY(!numel))
    fail("numel: integer multiplication overflow");
  return *numel;
}

// The bytes of so many elements, at most INT64_MAX; `strides` are said where they decide.
size_t bytesOf(std::optional<int64_t> count, DType dtype, IntView sizes,
               const IntView *strides = nullptr) {
  int64_t bytes = 0;
  bool fits = count && !__builtin_mul_overflow(*count, static_cast<int64_t>(sizeOf(dtype)), &bytes);
  if (JN_UNLIKELY(!fits))
    fail("Storage size calculation overflowed with sizes=%s%s", dimsText(sizes).c_str(),
         strides ? (" and strides=" + dimsText(*strides)).c_str() : "");
  return static_cast<size_t>(bytes);
}

// The elements from the first to the last one.
std::optional<int64_t> extentOf(IntView sizes, IntView strides) {
  int64_t extent = 1;
  bool fits = true;
  for (size_t d = 0; d < sizes.size(); ++d) {
    int64_t reach = 0;
    if (sizes[d] == 0)
      return 0;
    fits &= !__builtin_mul_overflow(sizes[d] - 1, strides[d], &reach) &&
            !__builtin_add_overflow(extent, reach, &extent);
  }
  return fits ? std::optional(extent) : std::nullopt;
}

// Room for `ndim` dimensions.
void reserveDims(TensorObject *t, size_t ndim) {
  if (JN_UNLIKELY(ndim > 255))
    fail("tensor has too many (>255) dims");
  if (JN_UNLIKELY(t->flags & kTensorHeapDims)) {
    delete[] t->sizes;
    t->flags &= ~kTensorHeapDims;
    t->sizes = t->inlineDims;
    t->strides = t->inlineDims + Dims::kInline;
  }
  if (JN_UNLIKELY(ndim > Dims::kInline)) {
    t->sizes = new int64_t[2 * ndim];
    t->strides = t->sizes + ndim;
    t->flags |= kTensorHeapDims;
  }
  t->ndim = static_cast<uint8_t>(ndim);
}

void setContiguousDims(TensorObject *t, IntView sizes, int64_t numel) {
  reserveDims(t, sizes.size());
  int64_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    t->sizes[d] = sizes[d];
    t->strides[d] = stride;
    if (d > 0)  // of the first nothing hangs on it, and it may be any number
      stride *= sizes[d] > 1 ? sizes[d] : 1;
  }
  t->numel = numel;
  t->flags &= ~(kTensorContiguous | kTensorChannelsLast);
  t->flags |= sizes.size() >= 4 ? layoutFlags(t->sizes, t->strides, t->ndim) : kTensorContiguous;
}

void releaseVersion(TensorObject *t) {
  if (t->flags & kTensorOwnVersion) {
    dropCounter(t->version);
    t->flags &= ~kTensorOwnVersion;
  }
}

void ownVersion(TensorObject *t, VersionCounter *counted) {
  t->version = counted;
  t->flags |= kTensorOwnVersion;
}

// Keeps t's counter, with whatever shares it, when t is to show another storage.
void keepVersion(TensorObject *t) {
  if (t->flags & kTensorOwnVersion)
    return;
  bool shared = t->storage->refs > 1;
  ownVersion(t, shared ? holdCounter(t->storage) : makeCounter(t->version->value));
}

void shareVersion(TensorObject *t, const Tensor &base) {
  t->version = base->version;
  if (base->flags & kTensorOwnVersion) {
    ++t->version->refs;
    t->flags |= kTensorOwnVersion;
  }
}

// A tensor over a storage that is there.
TensorObject *newView(Storage *storage, int64_t offset, DType dtype) {
  TensorObject *t;
  if (JN_UNLIKELY(plannedResults != nullptr)) {
    t = plannedResults->spares->takeView();
    retargetTensor(t, storage, offset, dtype);
  } else {
    t = newTensorObject(storage);
    t->offset = offset;
    t->dtype = dtype;
  }
  return t;
}

// One with a storage of its own.
TensorObject *newOwner(size_t bytes, DType dtype, Device device) {
  TensorObject *t;
  if (JN_UNLIKELY(plannedResults != nullptr) && device.type == DeviceType::Cpu) {
    t = plannedResults->spares->takeOwner(bytes);
    retargetTensor(t, retain(t->storage), 0, dtype);
  } else {
    t = newTensorObject(makeStorage(bytes, device));
    t->dtype = dtype;
  }
  t->flags |= newTensorFlags;
  return t;
}

}  // namespace

void requireElements(const Tensor &t) {
  if (JN_UNLIKELY(t.device().type != DeviceType::Cpu))
    failWith(jn_exc_NotImplementedError, "Cannot copy out of meta tensor; no data!");
}

TensorObject *newTensorObject(Storage *storage) {
  auto *t = reinterpret_cast<TensorObject *>(allocate(&jn_type_tensor, sizeof(TensorObject)));
  t->storage = storage;
  t->device = storage->device;
  t->version = &storage->version;
  t->sizes = t->inlineDims;
  t->strides = t->inlineDims + Dims::kInline;
  return t;
}

void retargetTensor(TensorObject *t, Storage *storage, int64_t offset, DType dtype) {
  if (t->base)
    jn_decref(jn_obj(std::exchange(t->base, nullptr)));
  releaseVersion(t);
  dropStorage(std::exchange(t->storage, storage));
  t->offset = offset;
  t->dtype = dtype;
  t->device = storage->device;
  t->version = &storage->version;
  t->viewVersion = 0;
  t->flags &= kTensorHeapDims;
}

void destroyTensor(Object *o) {
  auto *t = reinterpret_cast<TensorObject *>(o);
  if (t->dict)  // what ends with it may look at the gradient
    jn_decref(jn_obj(t->dict));
  if (t->meta)
    autogradInterface->destroyMeta(t);
  if (t->base)
    jn_decref(jn_obj(t->base));
  if (JN_UNLIKELY(t->flags & (kTensorHeapDims | kTensorOwnVersion))) {
    releaseVersion(t);
    if (t->flags & kTensorHeapDims)
      delete[] t->sizes;
  }
  if (t->storage)
    dropStorage(t->storage);
  freeObject(o);
}

void setDims(TensorObject *t, IntView sizes, IntView strides) {
  int64_t numel = numelOf(sizes);
  Dims newSizes(sizes), newStrides(strides);  // the arguments may be the tensor's own
  reserveDims(t, newSizes.size());
  for (size_t d = 0; d < newSizes.size(); ++d) {
    t->sizes[d] = newSizes[d];
    t->strides[d] = newStrides[d];
  }
  t->numel = numel;
  t->flags &= ~(kTensorContiguous | kTensorChannelsLast);
  t->flags |= layoutFlags(t->sizes, t->strides, t->ndim);
  if (JN_UNLIKELY(t->head.flags & JN_FLAG_WATCHED))
    jn_watch_hit(&t->head);
}

thread_local PlannedResults *plannedResults;

TensorObject *takePlanned(IntView sizes, IntView strides, DType dtype) {
  for (uint32_t i = 0; i < plannedResults->count; ++i) {
    TensorObject *t = plannedResults->tensors[i];
    if (plannedResults->taken >> i & 1 || t->dtype != dtype ||
        !sameDims({t->sizes, t->ndim}, sizes) ||
        (strides.size() ? !sameDims({t->strides, t->ndim}, strides)
                        : !(t->flags & kTensorContiguous)))
      continue;
    plannedResults->taken |= 1u << i;
    ++t->head.refs;
    renewTensor(t);
    return t;
  }
  return nullptr;
}

Tensor makeTensor(IntView sizes, DType dtype, Device device) {
  if (JN_UNLIKELY(plannedResults != nullptr))
    if (TensorObject *t = takePlanned(sizes, {}, dtype))
      return Tensor::take(t);
  std::optional<int64_t> numel = countElements(sizes);
  size_t bytes = bytesOf(numel, dtype, sizes);
  if (JN_UNLIKELY(bytes == 0))
    checkStrides(sizes);
  TensorObject *t = newOwner(bytes, dtype, device);
  setContiguousDims(t, sizes, *numel);
  return Tensor::take(t);
}

Tensor makeStrided(IntView sizes, IntView strides, DType dtype, Device device) {
  if (JN_UNLIKELY(plannedResults != nullptr))
    if (TensorObject *t = takePlanned(sizes, strides, dtype))
      return Tensor::take(t);
  numelOf(sizes);
  size_t bytes = bytesOf(extentOf(sizes, strides), dtype, sizes, &strides);
  Tensor t = Tensor::take(newOwner(bytes, dtype, device));
  setDims(t.object(), sizes, strides);
  return t;
}

Tensor makeOver(Storage *storage, int64_t offset, IntView sizes, IntView strides, DType dtype) {
  Tensor t = Tensor::take(newView(storage, offset, dtype));
  t->flags |= newTensorFlags;
  setDims(t.object(), sizes, strides);
  return t;
}

Tensor makeView(const Tensor &base, IntView sizes, IntView strides, int64_t offset) {
  TensorObject *t = newView(retain(base->storage), offset, base.dtype());
  shareVersion(t, base);
  t->device = base->device;
  if (JN_UNLIKELY(base->flags & kTensorInference)) {
    t->flags |= kTensorInference;
  } else {
    t->base = base->base ? base->base : base.object();
    ++t->base->head.refs;
    t->viewVersion = t->version->value;
    uint32_t unrecorded = unrecordedView();
    t->flags |= kTensorIsView | (unrecorded ? unrecorded : base->flags & kTensorNotWritten);
  }
  t->flags |= base->flags & kTensorConjugated;
  Tensor result = Tensor::take(t);
  setDims(t, sizes, strides);
  return result;
}

Tensor makeAlias(const Tensor &base, bool share) {
  TensorObject *t = newView(retain(base->storage), base->offset, base.dtype());
  t->device = base->device;
  t->flags |= base->flags & (kTensorInference | kTensorConjugated);
  if (share)
    shareVersion(t, base);
  else
    ownVersion(t, makeCounter(0));
  Tensor result = Tensor::take(t);
  setDims(t, base.sizes(), base.strides());
  return result;
}

void setTensorData(const Tensor &t, const Tensor &source) {
  Storage *old = t->storage;
  if (source->storage != old)
    keepVersion(t.object());
  t->storage = retain(source->storage);
  t->offset = source->offset;
  t->dtype = source->dtype;
  t->device = source->device;
  t->flags = (t->flags & ~uint32_t{kTensorConjugated}) | (source->flags & kTensorConjugated);
  setDims(t.object(), source.sizes(), source.strides());
  dropStorage(old);
  if (t->meta)
    autogradInterface->dataReplaced(t.object());
  if (JN_UNLIKELY(t->head.flags & JN_FLAG_WATCHED))
    jn_watch_hit(&t->head);
}

void resizeTensor(const Tensor &t, IntView sizes) {
  if (sameDims(t.sizes(), sizes))
    return;
  size_t own = bytesOf(countElements(sizes), t.dtype(), sizes);
  if (own == 0)
    checkStrides(sizes);
  size_t needed = own + static_cast<size_t>(t->offset) * sizeOf(t.dtype());
  if (own && needed > t->storage->bytes)
    resizeStorage(t->storage, needed);
  setDims(t.object(), sizes, contiguousStrides(sizes));
}

Dims contiguousStrides(IntView sizes) {
  return infer::contiguousStrides(Dims(sizes));
}

Dims channelsLastStrides(IntView sizes) {
  size_t n = sizes.size();
  Dims strides(n);
  int64_t stride = 1;
  auto place = [&](size_t d) {
    strides[d] = stride;
    stride *= sizes[d] > 1 ? sizes[d] : 1;
  };
  place(1);
  for (size_t d = n; d-- > 2;)
    place(d);
  place(0);
  return strides;
}

namespace {
// Dimensions of more than one element, by stride.
Dims orderByStride(const Tensor &t) {
  Dims order;
  for (int d = 0; d < t.dim(); ++d)
    if (t.size(d) != 1)
      order.push_back(d);
  for (size_t i = 1; i < order.size(); ++i)
    for (size_t j = i;
         j > 0 && t.stride(static_cast<int>(order[j])) < t.stride(static_cast<int>(order[j - 1]));
         --j)
      std::swap(order[j], order[j - 1]);
  return order;
}
}  // namespace

bool isRowMajor(const TensorObject *t) {
  if (!(t->flags & kTensorContiguous))
    return false;
  int64_t expected = 1;
  for (int d = t->ndim; d-- > 0;) {
    if (t->strides[d] != expected)
      return false;
    expected *= t->sizes[d] > 1 ? t->sizes[d] : 1;
  }
  return true;
}

bool isNonOverlappingAndDense(const Tensor &t) {
  if (t.isContiguous() || t.isChannelsLast())
    return true;
  int64_t expected = 1;
  for (int64_t d : orderByStride(t)) {
    if (t.stride(static_cast<int>(d)) != expected)
      return false;
    expected *= t.size(static_cast<int>(d));
  }
  return true;
}

bool hasInternalOverlap(const Tensor &t) {
  if (t.isContiguous())
    return false;
  for (int d = 0; d < t.dim(); ++d)
    if (t.size(d) > 1 && t.stride(d) == 0)
      return true;
  return false;
}

Tensor withoutRepeats(const Tensor &t) {
  Dims sizes(t.sizes());
  for (size_t d = 0; d < sizes.size(); ++d)
    if (sizes[d] > 1 && t.strides()[d] == 0)
      sizes[d] = 1;
  return makeView(t, sizes, t.strides(), t->offset);
}

DType defaultDType() {
  return currentDefault;
}
void setDefaultDType(DType t) {
  currentDefault = t;
}

Tensor makeNumber(const Scalar &s, DType dtype) {
  Tensor t = makeTensor({}, dtype);
  switch (dtype) {
  case DType::Bool: *t.data<bool>() = s.toBool(); break;
  case DType::F64: *t.data<double>() = s.toDouble(); break;
  case DType::F32: *t.data<float>() = static_cast<float>(s.toDouble()); break;
  case DType::I64: *t.data<int64_t>() = s.toInt(); break;
  case DType::C64: *t.data<std::complex<float>>() = std::complex<float>(s.toComplex()); break;
  case DType::C128: *t.data<std::complex<double>>() = s.toComplex(); break;
  default: fail("no number of this dtype");
  }
  return t;
}

Tensor makeWrapped(const Scalar &s) {
  Tensor t = makeNumber(s, s.isFloat() ? DType::F64 : s.isComplex() ? DType::C128 : numberType(s));
  t->flags |= kTensorWrappedNumber;
  return t;
}

void addTo(Promotion &p, const Tensor &t) {
  if (JN_UNLIKELY(t->flags & kTensorWrappedNumber))
    p.addNumber(isFloating(t.dtype())  ? defaultDType()
                : isComplex(t.dtype()) ? complexTypeOf(defaultDType())
                                       : t.dtype());
  else
    p.addTensor(t.dtype(), t.dim() == 0);
}

DType resultType(const Tensor &a, const Tensor &b) {
  if (JN_LIKELY(a.dtype() == b.dtype() && !((a->flags | b->flags) & kTensorWrappedNumber)))
    return a.dtype();
  Promotion p;
  addTo(p, a);
  addTo(p, b);
  return p.result();
}

DType resultType(const Tensor &a, const Scalar &b) {
  if (JN_LIKELY(isInexact(a.dtype()) && !b.isComplex()))
    return a.dtype();
  Promotion p;
  addTo(p, a);
  p.addNumber(numberType(b));
  return p.result();
}

}  // namespace janus
