// What a tensor tells about itself: shape, strides, type, device, storage.
#include "tensor/call/ArgParser.h"
#include "tensor/core/GradMode.h"
#include "tensor/core/Names.h"
#include "tensor/core/UserWarning.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/object/TensorType.h"
#include "tensor/views/ChannelsLast.h"
#include "value/call/Modules.h"
#include "value/object/Types.h"

namespace janus {
namespace {

TensorObject *self(Object *o) {
  return reinterpret_cast<TensorObject *>(o);
}
TensorObject *self(const Value *args) {
  return asTensor(args[0]);
}
IntView sizesOf(const TensorObject *t) {
  return {t->sizes, t->ndim};
}
IntView stridesOf(const TensorObject *t) {
  return {t->strides, t->ndim};
}

// ---------------------------------------------------------------- attributes

Value shape(Object *o) {
  return makeSize(sizesOf(self(o)));
}
Value dtype(Object *o) {
  return jn_own(dtypeObject(self(o)->dtype));
}
Value device(Object *o) {
  return makeDevice(self(o)->device);
}
Value layout(Object *) {
  return jn_own(stridedLayout());
}
Value ndim(Object *o) {
  return jn_int(self(o)->ndim);
}
Value itemSize(Object *o) {
  return jn_int(static_cast<int64_t>(sizeOf(self(o)->dtype)));
}
Value bytes(Object *o) {
  return jn_int(self(o)->numel * static_cast<int64_t>(sizeOf(self(o)->dtype)));
}
template <DeviceType type>
Value isOn(Object *o) {
  return jn_bool(self(o)->device.type == type);
}
Value no(Object *) {
  return jn_bool(false);
}

// ---- attributes that transpose

// The warning of each about a 0-dimensional tensor, once in a program.
constexpr const char *kOfNumbers[] = {
    "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases.",
    "Tensor.H is deprecated on 0-D tensors. Consider using x.conj().",
    "Tensor.mT is deprecated on 0-D tensors. This function is the identity in these cases.",
    "Tensor.mH is deprecated on 0-D tensors. Consider using x.conj()."};
enum class Transposing : uint8_t { T, H, MT, MH };

// All dimensions reversed.
Value reversed(const Tensor &t) {
  static bool said;
  if (!warnUserOnce("The use of `x.T` on tensors of dimension other than 2 to reverse their shape "
                    "is deprecated and it will throw an error in a future release. Consider "
                    "`x.mT` to transpose batches of matrices or "
                    "`x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of "
                    "a tensor.",
                    &said))
    return jn_error();
  Dims order;
  for (int d = t.dim(); d-- > 0;)
    order.push_back(d);
  return ops::call<TensorOp::Permute>(t, order).releaseValue();
}

template <Transposing which>
Value transposed(Object *o) {
  return guarded([&]() -> Value {
    static bool saidOfNumber;
    constexpr bool isOfMatrix = which == Transposing::H, isReversal = which == Transposing::T;
    constexpr bool isAdjoint = which == Transposing::H || which == Transposing::MH;
    Tensor t = Tensor::share(self(o));
    auto conjugated = [](Tensor turned) {
      return isAdjoint && isComplex(turned.dtype()) ? ops::call<TensorOp::ConjView>(turned)
                                                    : turned;
    };
    if (t.dim() == 0)
      return warnUserOnce(kOfNumbers[static_cast<size_t>(which)], &saidOfNumber)
                 ? conjugated(t).releaseValue()
                 : jn_error();
    if (isReversal && t.dim() != 2)
      return reversed(t);
    if (isOfMatrix && t.dim() != 2)
      return raise(jn_exc_RuntimeError,
                   "tensor.H is only supported on matrices (2-D tensors). Got %d-D tensor.%s",
                   t.dim(),
                   t.dim() > 2 ? " For batches of matrices, consider using tensor.mH" : "");
    if (t.dim() == 1)
      return raise(
          jn_exc_RuntimeError,
          "tensor.%s is only supported on matrices or batches of matrices. Got 1-D tensor.",
          which == Transposing::MT ? "mT" : "mH");
    Tensor turned = isReversal ? ops::call<TensorOp::Permute>(t, Dims{1, 0})
                               : ops::call<TensorOp::Transpose>(t, -2, -1);
    return conjugated(turned).releaseValue();
  });
}
template <TensorOp op>
Value part(Object *o) {
  Value tensor = jn_obj(o);
  return dispatch(op, &tensor);
}
// Writes into the view of a part. The imaginary part of a conjugated view is no view.
template <TensorOp op>
int setPart(Object *o, Value v) {
  return guardedInt([&] {
    Tensor of = Tensor::share(self(o));
    Tensor value = isTensor(v) ? Tensor::share(v) : makeWrapped(boxing::toScalar(v));
    if (op == TensorOp::Imag && of->flags & kTensorConjugated) {
      of = ops::call<TensorOp::ConjView>(of);
      value = ops::call<TensorOp::Neg>(value);
    }
    Tensor view = Tensor::take(checked(part<op>(&of.object()->head)));
    ops::call<TensorOp::Copy_>(view, value, false);
    return 0;
  });
}

Value data(Object *o) {
  return guarded([&] { return makeAlias(Tensor::share(self(o)), false).releaseValue(); });
}
int setData(Object *o, Value v) {
  return guardedInt([&] {
    if (!isTensor(v)) {
      raise(jn_exc_TypeError, "Variable data has to be a tensor, but got %T", &v);
      return -1;
    }
    if (self(o)->flags & kTensorRequiresGrad && !isInexact(asTensor(v)->dtype)) {
      raise(jn_exc_RuntimeError,
            "data set to a tensor that requires gradients must be floating point or complex dtype");
      return -1;
    }
    setTensorData(Tensor::share(self(o)), Tensor::share(v));
    return 0;
  });
}

// ---------------------------------------------------------------- methods

int64_t wrapped(Value v, const TensorObject *t) {
  int64_t dim = boxing::toInt(v), limit = t->ndim ? t->ndim : 1;
  if (dim < -limit || dim >= limit)
    failWith(jn_exc_IndexError,
             "Dimension out of range (expected to be in range of [%lld, %lld], but got %lld)",
             static_cast<long long>(-limit), static_cast<long long>(limit - 1),
             static_cast<long long>(dim));
  if (t->ndim == 0)
    failWith(jn_exc_IndexError, "Dimension specified as %lld but tensor has no dimensions",
             static_cast<long long>(dim));
  return dim < 0 ? dim + limit : dim;
}
// The argument `dim` by position or name; JN_NONE when absent.
// The argument of size() and stride(), or None.
bool dimArgument(const NativeSignature &signature, const Value *args, size_t count, Value kwnames,
                 Value *dim) {
  Value values[2];
  if (!signature.read(args, count, kwnames, values))
    return false;
  *dim = values[1];
  return true;
}

Value size(const Value *args, size_t count, Value kwnames) {
  if (count == 1)
    return makeSize(sizesOf(self(args)));
  return guarded([&]() -> Value {
    static const NativeSignature signature("size(Tensor self, int? dim=None) -> int");
    Value dim;
    if (!dimArgument(signature, args, count, kwnames, &dim))
      return jn_error();
    if (dim.tag == JN_NONE)
      return makeSize(sizesOf(self(args)));
    return jn_int(self(args)->sizes[wrapped(dim, self(args))]);
  });
}
Value stride(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    static const NativeSignature signature("stride(Tensor self, int? dim=None) -> int");
    Value dim;
    if (!dimArgument(signature, args, count, kwnames, &dim))
      return jn_error();
    TensorObject *t = self(args);
    if (dim.tag != JN_NONE)
      return jn_int(t->strides[wrapped(dim, t)]);
    jn_tuple *all = newTuple(t->ndim);
    for (int d = 0; d < t->ndim; ++d)
      all->items[d] = jn_int(t->strides[d]);
    return jn_obj(all);
  });
}
Value dim(const Value *args, size_t, Value) {
  return jn_int(self(args)->ndim);
}
Value numel(const Value *args, size_t, Value) {
  return jn_int(self(args)->numel);
}
Value elementSize(const Value *args, size_t, Value) {
  return itemSize(args[0].o);
}
Value storageOffset(const Value *args, size_t, Value) {
  return jn_int(self(args)->offset);
}
Value dataPointer(const Value *args, size_t, Value) {
  return jn_int(static_cast<int64_t>(reinterpret_cast<uintptr_t>(Tensor::share(args[0]).raw())));
}
Value isContiguous(const Value *args, size_t count, Value kwnames) {
  uint32_t flag = kTensorContiguous;
  if (JN_LIKELY(count == 1))
    return jn_bool(self(args)->flags & flag);
  static const NativeSignature signature(
      "is_contiguous(Tensor self, *, MemoryFormat memory_format=contiguous_format) -> bool");
  Value values[2];
  if (!signature.read(args, count, kwnames, values))
    return jn_error();
  if (asMemoryFormat(values[1]) >= MemoryFormat::ChannelsLast)
    flag = kTensorChannelsLast;
  return jn_bool(self(args)->flags & flag);
}
// _suggests_channels_last(): torch's suggest_memory_format.
Value suggestsLast(const Value *args, size_t, Value) {
  return jn_bool(suggestsChannelsLast(Tensor::share(args[0])));
}
Value isFloatingPoint(const Value *args, size_t, Value) {
  return jn_bool(isFloating(self(args)->dtype));
}
Value isComplexTensor(const Value *args, size_t, Value) {
  return jn_bool(isComplex(self(args)->dtype));
}
Value isConjugated(const Value *args, size_t, Value) {
  return jn_bool(self(args)->flags & kTensorConjugated);
}
Value isSigned(const Value *args, size_t, Value) {
  return jn_bool(info(self(args)->dtype).isSigned);
}
Value isSameSize(const Value *args, size_t count, Value kwnames) {
  static const NativeSignature signature("is_same_size(Tensor self, Tensor other) -> bool");
  Value values[2];
  if (!signature.read(args, count, kwnames, values))
    return jn_error();
  return jn_bool(sameDims(sizesOf(self(args)), sizesOf(asTensor(values[1]))));
}
Value isSetTo(const Value *args, size_t count, Value kwnames) {
  static const NativeSignature signature("is_set_to(Tensor self, Tensor tensor) -> bool");
  Value values[2];
  if (!signature.read(args, count, kwnames, values))
    return jn_error();
  TensorObject *a = self(args), *b = asTensor(values[1]);
  return jn_bool(a->storage == b->storage && a->offset == b->offset &&
                 sameDims(sizesOf(a), sizesOf(b)) && sameDims(stridesOf(a), stridesOf(b)));
}
Value getDevice(const Value *args, size_t, Value) {
  Device d = self(args)->device;
  return jn_int(d.type == DeviceType::Cuda ? std::max<int>(d.index, 0) : -1);
}
Value falsehood(const Value *, size_t, Value) {
  return jn_bool(false);
}
// No memory here is pinned: the arguments of a call are checked, then `answer` is given. Owned.
Value checkPinning(const NativeSignature &signature, const Value *args, size_t count, Value kwnames,
                   Value answer) {
  return guarded([&]() -> Value {
    Value values[2];
    Device device;
    if (!signature.read(args, count, kwnames, values) ||
        (values[1].tag != JN_NONE && !toDevice(values[1], &device)))
      return jn_error();
    return jn_own(answer);
  });
}
Value isPinned(const Value *args, size_t count, Value kwnames) {
  static const NativeSignature signature("is_pinned(Tensor self, Device? device=None) -> bool");
  return checkPinning(signature, args, count, kwnames, jn_bool(false));
}
Value pinMemory(const Value *args, size_t count, Value kwnames) {
  static const NativeSignature signature("pin_memory(Tensor self, Device? device=None) -> Tensor");
  return checkPinning(signature, args, count, kwnames, args[0]);
}
Value isInference(const Value *args, size_t, Value) {
  return jn_bool(asTensor(args[0])->flags & kTensorInference);
}
Value itself(const Value *args, size_t, Value) {
  return jn_own(args[0]);
}

// There are no streams here.
Value recordStream(const Value *, size_t count, Value) {
  if (count == 1)
    return raise(jn_exc_TypeError,
                 "record_stream() missing 1 required positional arguments: \"s\"");
  if (count > 2)
    return raise(jn_exc_TypeError, "record_stream() takes 1 positional argument but %zu were given",
                 count - 1);
  return raise(jn_exc_RuntimeError, "unknown parameter type");
}

// Other sizes are a write. `format`: of the result, or None; to preserve is to have that of `like`.
void resizeCounted(const Tensor &t, IntView sizes, Value format, const Tensor *like = nullptr) {
  if (!sameDims(t.sizes(), sizes)) {
    resizeTensor(t, sizes);
    advanceVersion(t.object());
  }
  if (format.tag != JN_OBJECT)
    return;
  MemoryFormat wanted = as<MemoryFormatObject>(format)->format;
  if (wanted == MemoryFormat::Preserve && !like)
    fail("Unsupported memory formatPreserve");
  if (wanted == MemoryFormat::Preserve)
    wanted = !suggestsChannelsLast(*like) ? MemoryFormat::Contiguous
             : like->dim() == 4           ? MemoryFormat::ChannelsLast
                                          : MemoryFormat::ChannelsLast3d;
  setDims(t.object(), sizes,
          wanted == MemoryFormat::Contiguous ? contiguousStrides(sizes) : stridesIn(wanted, sizes));
}
Value resize(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    static const NativeSignature signature(
        "resize_(Tensor(a!) self, int[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!)");
    Value values[3];
    if (!signature.read(args, count, kwnames, values))
      return jn_error();
    if (kwnames.tag == JN_OBJECT)
      count -= static_cast<size_t>(as<jn_tuple>(kwnames)->size);
    Dims sizes;
    if (values[1].tag != JN_UNBOUND)
      boxing::toInts(values[1], &sizes);
    else
      for (size_t i = 1; i < count; ++i)
        sizes.push_back(boxing::toInt(args[i]));
    Tensor t = Tensor::share(args[0]);
    if (t.requiresGrad())
      return raise(jn_exc_RuntimeError, "cannot resize variables that require grad");
    resizeCounted(t, sizes, values[2]);
    return t.releaseValue();
  });
}
Value resizeAs(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    static const NativeSignature signature("resize_as_(Tensor(a!) self, Tensor the_template, *, "
                                           "MemoryFormat? memory_format=None) -> Tensor(a!)");
    Value values[3];
    if (!signature.read(args, count, kwnames, values))
      return jn_error();
    Tensor t = Tensor::share(args[0]);
    if (t.requiresGrad())
      return raise(jn_exc_RuntimeError, "cannot resize variables that require grad");
    Tensor like = Tensor::share(values[1]);
    resizeCounted(t, like.sizes(), values[2], &like);
    return t.releaseValue();
  });
}

// copy.deepcopy: of leaves only. Parameters get memory of their own and no gradient; what other
// tensors share stays shared, see torch/_utils.py.
Value deepCopy(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    Value memo = args[1],
          key = jn_int(static_cast<int64_t>(reinterpret_cast<uintptr_t>(args[0].o)));
    if (memo.tag == JN_OBJECT) {
      Value known = dictGet(as<jn_dict>(memo), key);
      if (known.tag == JN_OBJECT)
        return jn_own(known);
    }
    TensorObject *t = self(args);
    if (t->flags & kTensorNonLeaf)
      return raise(
          jn_exc_RuntimeError,
          "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
          "protocol at the moment.  If you were attempting to deepcopy a module, this may "
          "be because of a torch.nn.utils.weight_norm usage, see "
          "https://github.com/pytorch/pytorch/pull/103001");
    if (!isSubtype(args[0].o->type, &jn_type_parameter)) {
      Ref module(checked(importModule("torch._utils")));
      return callMethod(module.get(), JN_NAME("_deep_copy"), {args[0], memo});
    }
    ModeScope off(0);
    Tensor copy = ops::call<TensorOp::Clone>(Tensor::share(args[0]), MemoryFormat::Preserve);
    Ref made(checked(call(jn_obj(args[0].o->type), {copy.borrowed()})));
    asTensor(made.get())->flags =
        (asTensor(made.get())->flags & ~uint32_t{kTensorRequiresGrad}) |
        (Tensor::share(t).requiresGrad() ? uint32_t{kTensorRequiresGrad} : 0);
    if (memo.tag == JN_OBJECT && dictSet(as<jn_dict>(memo), key, made.get()) < 0)
      return jn_error();
    return made.release();
  });
}

}  // namespace

const GetSetDef kAttributeGetSets[] = {{"shape", shape, nullptr},
                                       {"dtype", dtype, nullptr},
                                       {"device", device, nullptr},
                                       {"layout", layout, nullptr},
                                       {"ndim", ndim, nullptr},
                                       {"itemsize", itemSize, nullptr},
                                       {"nbytes", bytes, nullptr},
                                       {"T", transposed<Transposing::T>, nullptr},
                                       {"mT", transposed<Transposing::MT>, nullptr},
                                       {"H", transposed<Transposing::H>, nullptr},
                                       {"mH", transposed<Transposing::MH>, nullptr},
                                       {"real", part<TensorOp::Real>, setPart<TensorOp::Real>},
                                       {"imag", part<TensorOp::Imag>, setPart<TensorOp::Imag>},
                                       {"data", data, setData},
                                       {"is_cpu", isOn<DeviceType::Cpu>, nullptr},
                                       {"is_cuda", isOn<DeviceType::Cuda>, nullptr},
                                       {"is_meta", isOn<DeviceType::Meta>, nullptr},
                                       {"is_mps", no, nullptr},
                                       {"is_xpu", no, nullptr},
                                       {"is_sparse", no, nullptr},
                                       {"is_sparse_csr", no, nullptr},
                                       {"is_quantized", no, nullptr},
                                       {"is_nested", no, nullptr},
                                       {"is_mkldnn", no, nullptr},
                                       {nullptr, nullptr, nullptr}};

const MethodDef kAttributeMethods[] = {
    {"size", size, 1, -1, true, "Sizes of all dimensions, or of one."},
    {"stride", stride, 1, -1, true, "Strides in elements."},
    {"dim", dim, 1, 1},
    {"ndimension", dim, 1, 1},
    {"numel", numel, 1, 1},
    {"nelement", numel, 1, 1},
    {"element_size", elementSize, 1, 1},
    {"storage_offset", storageOffset, 1, 1},
    {"data_ptr", dataPointer, 1, 1},
    {"is_contiguous", isContiguous, 1, -1, true},
    {"_suggests_channels_last", suggestsLast, 1, 1},
    {"is_floating_point", isFloatingPoint, 1, 1},
    {"is_inference", isInference, 1, 1},
    {"is_complex", isComplexTensor, 1, 1},
    {"is_signed", isSigned, 1, 1},
    {"is_same_size", isSameSize, 1, -1, true},
    {"is_set_to", isSetTo, 1, -1, true},
    {"get_device", getDevice, 1, 1},
    {"is_pinned", isPinned, 1, -1, true},
    {"is_shared", falsehood, 1, 1},
    {"is_conj", isConjugated, 1, 1},
    {"is_neg", falsehood, 1, 1},
    {"pin_memory", pinMemory, 1, -1, true},
    {"share_memory_", itself, 1, 1},
    {"record_stream", recordStream, 1, -1, true},
    {"resize_", resize, 1, -1, true},
    {"resize_as_", resizeAs, 1, -1, true},
    {"__deepcopy__", deepCopy, 2, 2},
    {}};

}  // namespace janus
