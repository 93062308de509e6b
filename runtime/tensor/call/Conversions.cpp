// Tensor.to and its relatives, and ways out of the world of tensors.
#include "tensor/call/ArgParser.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"
#include "tensor/object/Construction.h"
#include "tensor/object/TensorType.h"
#include "tensor/views/ChannelsLast.h"
#include "value/builtin/Builtins.h"
#include "value/number/Nan.h"
#include "value/object/Foreign.h"

namespace janus {
namespace {

struct Target {
  std::optional<DType> dtype = {};
  std::optional<Device> device = {};
  MemoryFormat format = MemoryFormat::Preserve;
  bool copy = false;
};

// Whether a tensor counts as one of that format: of strides that fit both, as contiguous.
bool hasFormat(const Tensor &t, MemoryFormat f) {
  if (f == MemoryFormat::Preserve)
    return true;
  bool last = suggestsChannelsLast(t);
  if (f == MemoryFormat::Contiguous)
    return !last;
  return last && t.dim() == (f == MemoryFormat::ChannelsLast ? 4 : 5);
}

void requireSupported(Device d) {
  if (d.type == DeviceType::Cuda)
    failWith(jn_exc_AssertionError, "Torch not compiled with CUDA enabled");
}

Value convert(Value selfValue, const Target &target) {
  Tensor self = Tensor::share(selfValue);
  if (target.device)
    requireSupported(*target.device);
  bool same = (!target.dtype || *target.dtype == self.dtype()) &&
              (!target.device || target.device->type == self.device().type) &&
              hasFormat(self, target.format);
  if (same && !target.copy)
    return self.releaseValue();
  Ref device(target.device ? makeDevice(*target.device) : jn_none());
  return ops::call<TensorOp::ToCopy>(self, target.dtype, device.get(), target.format)
      .releaseValue();
}

// to(device, dtype), to(dtype), to(tensor), each with non_blocking, copy and memory_format.
Value to(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    static const NativeOverloads signatures{
        "to(Tensor self, Device? device=None, ScalarType? dtype=None, bool non_blocking=False, "
        "bool "
        "copy=False, *, MemoryFormat? memory_format=None) -> Tensor",
        "to(Tensor self, ScalarType dtype, bool non_blocking=False, bool copy=False, *, "
        "MemoryFormat? memory_format=None) -> Tensor",
        "to(Tensor self, Tensor tensor, bool non_blocking=False, bool copy=False, *, MemoryFormat? "
        "memory_format=None) -> Tensor"};
    Value values[6];
    int which = signatures.read(args, count, kwnames, values);
    if (which < 0)
      return jn_error();
    Target target;
    size_t flags = which == 0 ? 3 : 2;  // where non_blocking stands
    if (which == 0 && values[1].tag != JN_NONE) {
      Device device;
      if (!toDevice(values[1], &device))
        return jn_error();
      target.device = device;
    }
    if (which == 2) {
      target.dtype = asTensor(values[1])->dtype;
      target.device = asTensor(values[1])->device;
    } else {
      target.dtype = typeNamed(values[which == 0 ? 2 : 1]);
    }
    target.copy = values[flags + 1].i != 0;
    if (isMemoryFormat(values[flags + 2]))
      target.format = asMemoryFormat(values[flags + 2]);
    return convert(args[0], target);
  });
}

// A method that converts to `target`, in the memory format that the call names.
Value convertTo(Target target, const NativeSignature &signature, const Value *args, size_t count,
                Value kwnames) {
  return guarded([&]() -> Value {
    if (JN_LIKELY(count == 1))
      return convert(args[0], target);
    Value values[2];
    if (!signature.read(args, count, kwnames, values))
      return jn_error();
    if (isMemoryFormat(values[1]))
      target.format = asMemoryFormat(values[1]);
    return convert(args[0], target);
  });
}
Value cuda(const Value *args, size_t, Value) {
  return guarded([&] { return convert(args[0], {.device = Device{DeviceType::Cuda, -1}}); });
}
Value typeAs(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    static const NativeSignature signature("type_as(Tensor self, Tensor other) -> Tensor");
    Value values[2];
    if (!signature.read(args, count, kwnames, values))
      return jn_error();
    return convert(args[0], {.dtype = asTensor(values[1])->dtype});
  });
}

// The dtype that 'torch.FloatTensor' or torch.FloatTensor names.
std::optional<DType> legacyType(std::string_view name) {
  size_t dot = name.rfind('.');
  if (dot != std::string_view::npos)
    name = name.substr(dot + 1);
  for (size_t i = 0; i < kDTypeCount; ++i)
    if (kDTypes[i].legacy == name)
      return static_cast<DType>(i);
  return std::nullopt;
}

Value type(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[2];
    if (!parseArgs("type", {"dtype", "non_blocking"}, 0, 2, args + 1, count - 1, kwnames, a))
      return jn_error();
    if (a[0].tag == JN_UNBOUND || a[0].tag == JN_NONE)
      return makeStr(tensorTypeText(Tensor::share(args[0])));
    if (isDType(a[0]))
      return convert(args[0], {.dtype = asDType(a[0])});
    if (a[0].tag == JN_OBJECT && a[0].o == &jn_type_tensor.head)
      return convert(args[0], {.dtype = defaultDType()});
    if (a[0].tag == JN_OBJECT && isInstance(a[0], &jn_type_type)) {
      // torch.FloatTensor and its like carry their dtype.
      Ref dtype(getattrOptional(a[0], JN_NAME("dtype")));
      if (isDType(dtype.get()))
        return convert(args[0], {.dtype = asDType(dtype.get())});
    }
    if (isStr(a[0]))
      if (auto t = legacyType(utf8Of(a[0])))
        return convert(args[0], {.dtype = *t});
    if (a[0].tag == JN_OBJECT && isInstance(a[0], &jn_type_type))
      return raise(jn_exc_ValueError, "invalid type: '%s'",
                   std::string(typeNameOf(as<Type>(a[0]))).c_str());
    if (!isStr(a[0]))
      return raise(jn_exc_TypeError, "dtype must be a type, str, or dtype object");
    return raise(jn_exc_ValueError, "invalid type: '%S'", &a[0]);
  });
}

// ---------------------------------------------------------------- to Python

Value listOf(const Tensor &t, int dim, const std::byte *at) {
  if (dim == t.dim())
    return asNewObject(loadScalar(t.dtype(), at).boxed());
  int64_t n = t.size(dim), step = t.stride(dim) * static_cast<int64_t>(sizeOf(t.dtype()));
  jn_list *l = newList(n);
  for (int64_t i = 0; i < n; ++i)
    l->items[i] = listOf(t, dim + 1, at + i * step);
  return jn_obj(l);
}
Value toList(const Value *args, size_t, Value) {
  return guarded([&] {
    Tensor t = ops::call<TensorOp::ResolveConj>(Tensor::share(args[0]));
    requireElements(t);
    return listOf(t, 0, t.raw());
  });
}

// numpy's view of the tensor; numpy lives in Python.
Value numpy(const Value *args, size_t count, Value kwnames) {
  Value a[2];
  if (!parseArgs("numpy", {"self", "force"}, 1, 1, args, count, kwnames, a))
    return jn_error();
  Tensor t = Tensor::share(a[0]);
  if (a[1].tag == JN_BOOL && a[1].i)
    t = makeAlias(t, true);
  if (t.requiresGrad())
    return raise(jn_exc_RuntimeError, "Can't call numpy() on Tensor that requires grad. Use "
                                      "tensor.detach().numpy() instead.");
  if (JN_UNLIKELY(t->flags & kTensorConjugated))
    return raise(jn_exc_RuntimeError,
                 "Can't call numpy() on Tensor that has conjugate bit set. Use "
                 "tensor.resolve_conj().numpy() instead.");
  if (JN_UNLIKELY(t.device().type != DeviceType::Cpu))
    return raise(
        jn_exc_TypeError,
        "can't convert %s device type tensor to numpy. Use Tensor.cpu() to copy the tensor "
        "to host memory first.",
        deviceText(t.device()).c_str());
  return foreignInterface.tensorToArray(t.borrowed());
}

// x.new(...): the legacy constructor with the type of x.
Value newLegacy(const Value *args, size_t count, Value kwnames) {
  return constructLegacy(asTensor(args[0])->dtype, args + 1, count - 1, kwnames);
}

}  // namespace

// A method that converts: its name, to what.
#define JANUS_CONVERSION(name, ...)                                                                \
  {                                                                                                \
#name,                                                                                          \
   [](const Value *args, size_t count, Value kwnames) {                                            \
     static const NativeSignature signature(                                                       \
         #name "(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor");                    \
     return convertTo({__VA_ARGS__}, signature, args, count, kwnames);                             \
   },                                                                                              \
   1,                                                                                              \
   -1,                                                                                             \
   true  \
  }

const MethodDef kConversionMethods[] = {
    {"to", to, 1, -1, true, "Converted to a dtype, device or memory format."},
    {"type", type, 1, -1, true, "Name of the type, or a conversion."},
    {"type_as", typeAs, 1, -1, true},
    JANUS_CONVERSION(float, .dtype = DType::F32),
    JANUS_CONVERSION(double, .dtype = DType::F64),
    JANUS_CONVERSION(half, .dtype = DType::F16),
    JANUS_CONVERSION(bfloat16, .dtype = DType::BF16),
    JANUS_CONVERSION(cfloat, .dtype = DType::C64),
    JANUS_CONVERSION(cdouble, .dtype = DType::C128),
    JANUS_CONVERSION(long, .dtype = DType::I64),
    JANUS_CONVERSION(int, .dtype = DType::I32),
    JANUS_CONVERSION(short, .dtype = DType::I16),
    JANUS_CONVERSION(char, .dtype = DType::I8),
    JANUS_CONVERSION(byte, .dtype = DType::U8),
    JANUS_CONVERSION(bool, .dtype = DType::Bool),
    JANUS_CONVERSION(cpu, .device = Device{}),
    {"cuda", cuda, 1, -1, true},
    {"tolist", toList, 1, 1},
    {"numpy", numpy, 1, -1, true},
    {"__array__", numpy, 1, -1, true},
    {"new_tensor", newTensor, 1, -1, true},
    {"new", newLegacy, 1, -1, true},
    {}};
#undef JANUS_CONVERSION

}  // namespace janus
