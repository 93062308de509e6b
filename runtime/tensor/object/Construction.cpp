#include "tensor/object/Construction.h"

#include "tensor/call/PackageNumbers.h"
#include "tensor/core/Error.h"
#include "tensor/core/Names.h"
#include "tensor/core/UserWarning.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Devices.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"
#include "value/builtin/Builtins.h"
#include "value/bytes/Bytes.h"
#include "value/container/Sequence.h"
#include "value/number/BigInt.h"
#include "value/number/Number.h"
#include "value/object/Foreign.h"

#include <complex>

namespace janus {
namespace {

// As Python sees it: what has items by number.
bool isSequence(Value v) {
  if (v.tag != JN_OBJECT)
    return false;
  if (isInstance(v, &jn_type_list) || isInstance(v, &jn_type_tuple) ||
      isInstance(v, &jn_type_range) || isStr(v))
    return true;
  return v.o->type->getitem && !isTensor(v) && !isInstance(v, &jn_type_dict) && !isBytes(v);
}

// The items of a list or tuple, or of anything else that can be iterated (owned then by `keep`).
const Value *itemsIn(Value v, int64_t *size, Ref &keep) {
  if (isInstance(v, &jn_type_list) || isInstance(v, &jn_type_tuple))
    return itemsOf(v, size);
  keep = Ref(checked(fastSequence(v)));
  return itemsOf(keep.get(), size);
}

constexpr size_t kDeepest = 128;  // dimensions
[[noreturn]] void failNesting() {
  failWith(jn_exc_ValueError, "too many dimensions 'list'");
}

DType inferType(Value v, size_t depth = 0) {
  switch (v.tag) {
  case JN_FLOAT: return defaultDType();
  case JN_INT: return DType::I64;
  case JN_BOOL: return DType::Bool;
  case JN_OBJECT: break;
  default: failWith(jn_exc_RuntimeError, "Could not infer dtype of %s", typeName(v).c_str());
  }
  if (isTensor(v))
    return asTensor(v)->dtype;
  if (isStr(v) || isBytes(v))
    failWith(jn_exc_TypeError, "new(): invalid data type '%s'", typeName(v).c_str());
  if (isInt(v))
    return DType::I64;
  if (isInstance(v, &jn_type_float))
    return defaultDType();
  if (isComplex(v))
    return complexTypeOf(defaultDType());
  if (!isSequence(v))
    failWith(jn_exc_RuntimeError, "Could not infer dtype of %s", typeName(v).c_str());
  int64_t size;
  Ref keep;
  const Value *items = itemsIn(v, &size, keep);
  if (size == 0)
    return defaultDType();
  if (depth == kDeepest)
    failNesting();
  std::optional<DType> type;
  for (int64_t i = 0; i < size; ++i) {
    if (items[i].tag == JN_OBJECT && items[i].o == v.o)
      failWith(jn_exc_TypeError, "new(): self-referential lists are incompatible");
    DType each = inferType(items[i], depth + 1);
    type = type ? promote(*type, each) : each;
  }
  return *type;
}

Dims sizesOf(Value v) {
  Dims sizes;
  Ref current = Ref::own(v);
  while (isSequence(current.get())) {  // a tensor that comes first stands for a number
    if (isStr(current.get()))
      failWith(jn_exc_ValueError, "too many dimensions 'str'");
    int64_t size;
    Ref keep;
    const Value *items = itemsIn(current.get(), &size, keep);
    sizes.push_back(size);
    if (sizes.size() > kDeepest)
      failNesting();
    if (size == 0)
      break;
    current = Ref::own(items[0]);
  }
  return sizes;
}

// Fills `out` from dimension `dim` on; answers the place behind.
std::byte *fillFrom(Value v, const Dims &sizes, size_t dim, DType dtype, std::byte *out) {
  if (isTensor(v)) {
    Tensor t = Tensor::share(v);
    if (!sameDims(t.sizes(), IntView(sizes).subspan(dim))) {
      if (t.numel() != 1 && isIntegral(dtype) && dtype != DType::Bool)
        failWith(jn_exc_TypeError,
                 "only integer tensors of a single element can be converted to an index");
      if (t.numel() != 1 || dim != sizes.size())
        failWith(jn_exc_ValueError, "only one element tensors can be converted to Python scalars");
    }
    Tensor dense = ops::call<TensorOp::ToCopy>(t, dtype, std::nullopt, MemoryFormat::Contiguous);
    requireElements(dense);
    size_t bytes = static_cast<size_t>(dense.numel()) * sizeOf(dtype);
    memcpy(out, dense.raw(), bytes);
    return out + bytes;
  }
  if (dim == sizes.size()) {
    if (isStr(v))
      failWith(jn_exc_TypeError, "new(): invalid data type 'str'");
    if (isSequence(v))
      failWith(jn_exc_TypeError,
               isIntegral(dtype) ? "'%s' object cannot be interpreted as an integer"
                                 : "must be real number, not %s",
               typeName(v).c_str());
    if (v.tag == JN_OBJECT && isComplex(v) && !isComplex(dtype)) {
      if (dtype != DType::Bool)
        failWith(jn_exc_TypeError,
                 isIntegral(dtype) ? "'%s' object cannot be interpreted as an integer"
                                   : "must be real number, not %s",
                 typeName(v).c_str());
      storeScalar(Scalar(boxing::toScalar(v).toComplex() != std::complex<double>()), dtype, out);
      return out + sizeOf(dtype);
    }
    storeNumber(v, dtype, out);
    return out + sizeOf(dtype);
  }
  if (!isSequence(v))
    failWith(jn_exc_TypeError, "not a sequence");
  int64_t size;
  Ref keep;
  const Value *items = itemsIn(v, &size, keep);
  if (size != sizes[dim])
    failWith(jn_exc_ValueError, "expected sequence of length %lld at dim %zu (got %lld)",
             static_cast<long long>(sizes[dim]), dim, static_cast<long long>(size));
  for (int64_t i = 0; i < size; ++i)
    out = fillFrom(items[i], sizes, dim + 1, dtype, out);
  return out;
}

}  // namespace

Tensor tensorFromSequence(Value data, std::optional<DType> dtype) {
  if (JN_UNLIKELY(holdsForeign(data)))
    return tensorFromData(data, dtype);
  // A text in a list is one dimension too many; a text alone is no data.
  bool isText = isStr(data);
  Dims sizes = isText ? Dims() : sizesOf(data);
  DType t = dtype ? *dtype : inferType(data);
  if (isText)
    sizes = sizesOf(data);
  Tensor result = makeTensor(sizes, t);
  if (result.numel())
    fillFrom(data, sizes, 0, t, result.raw());
  return result;
}

Tensor tensorOfIndices(Value data) {
  if (JN_UNLIKELY(holdsForeign(data)))
    return tensorFromSequence(data, std::nullopt);
  return tensorFromSequence(data, inferType(data));
}

Tensor tensorFromData(Value data, std::optional<DType> dtype) {
  Ref array;
  if (holdsForeign(data)) {
    array = Ref(checked(foreignInterface.arrayToTensor(data, false)));
    data = array.get();
    if (isTensor(data) && (!dtype || asTensor(data)->dtype == *dtype))
      return Tensor::take(array.release());
  }
  if (isTensor(data)) {
    Tensor source = Tensor::share(data);
    ModeScope off(0);
    return ops::call<TensorOp::ToCopy>(source, dtype.value_or(source.dtype()), std::nullopt,
                                       std::nullopt);
  }
  return tensorFromSequence(data, dtype);
}

namespace {

std::optional<DType> givenType(const char *function, Value v) {
  if (v.tag == JN_UNBOUND || v.tag == JN_NONE)
    return std::nullopt;
  if (isDType(v))
    return asDType(v);
  if (v.o == &jn_type_float.head)
    return DType::F64;
  if (v.o == &jn_type_int.head)
    return DType::I64;
  if (v.o == &jn_type_bool.head)
    return DType::Bool;
  if (v.o == &jn_type_complex.head)
    return DType::C128;
  raise(jn_exc_TypeError, "%s(): argument 'dtype' must be torch.dtype, not %T", function, &v);
  throw PendingError{};
}

// Moved to the device that is asked for, or to the default one.
Tensor placed(const char *function, Tensor t, Value device) {
  Device d = defaultDevice();
  if (device.tag != JN_UNBOUND && device.tag != JN_NONE && !toDevice(device, &d)) {
    raise(jn_exc_TypeError, "%s(): argument 'device' must be torch.device, not %T", function,
          &device);
    throw PendingError{};
  }
  if (JN_LIKELY(d.type == DeviceType::Cpu))
    return t;
  if (d.type == DeviceType::Cuda)
    failWith(jn_exc_AssertionError, "Torch not compiled with CUDA enabled");
  Ref place(makeDevice(d));
  return ops::call<TensorOp::ToCopy>(t, std::nullopt, place.get(), std::nullopt);
}

Value withGrad(const char *function, Tensor t, Value requiresGrad) {
  if (requiresGrad.tag != JN_UNBOUND && requiresGrad.tag != JN_NONE && requiresGrad.tag != JN_BOOL)
    return raise(jn_exc_TypeError, "%s(): argument 'requires_grad' must be bool, not %T", function,
                 &requiresGrad);
  if (requiresGrad.tag == JN_BOOL && requiresGrad.i) {
    if (!isInexact(t.dtype()))
      return raise(jn_exc_RuntimeError,
                   "Only Tensors of floating point and complex dtype can require gradients");
    t->flags |= kTensorRequiresGrad;
  }
  return t.releaseValue();
}

void warnOfCopy(const char *function, Value data) {
  if (isTensor(data) &&
      !warnUser(std::string("To copy construct from a tensor, it is recommended to use "
                            "sourceTensor.detach().clone() or "
                            "sourceTensor.detach().clone().requires_grad_(True), rather than ") +
                function + "(sourceTensor)."))
    throw PendingError{};
}

Value tensorFunction(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[5];
    if (!parseArgs("tensor", {"data", "dtype", "device", "requires_grad", "pin_memory"}, 1, 1, args,
                   count, kwnames, a))
      return jn_error();
    warnOfCopy("torch.tensor", a[0]);
    return withGrad("tensor",
                    placed("tensor", tensorFromData(a[0], givenType("tensor", a[1])), a[2]), a[3]);
  });
}

Value asTensorFunction(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[3];
    if (size_t named =
            kwnames.tag == JN_OBJECT ? static_cast<size_t>(as<jn_tuple>(kwnames)->size) : 0;
        count - named > 1)
      return raise(jn_exc_TypeError, "as_tensor() takes 1 positional argument but %zu were given",
                   count - named);
    if (!parseArgs("as_tensor", {"data", "dtype", "device"}, 1, 1, args, count, kwnames, a))
      return jn_error();
    std::optional<DType> dtype = givenType("as_tensor", a[1]);
    Ref array;
    if (holdsForeign(a[0])) {
      array = Ref(checked(foreignInterface.arrayToTensor(a[0], true)));
      a[0] = array.get();
    }
    if (isTensor(a[0])) {
      Tensor t = Tensor::share(a[0]);
      if (dtype && *dtype != t.dtype())
        t = ops::call<TensorOp::ToCopy>(t, *dtype, std::nullopt, std::nullopt);
      return (a[2].tag == JN_UNBOUND ? t : placed("as_tensor", t, a[2])).releaseValue();
    }
    return placed("as_tensor", tensorFromSequence(a[0], dtype), a[2]).releaseValue();
  });
}

Value fromNumpyFunction(const Value *args, size_t, Value) {
  if (isForeignObject(args[0]))
    return guarded([&] { return checked(foreignInterface.arrayMemory(args[0])); });
  return raise(jn_exc_TypeError, "expected np.ndarray (got %T)", &args[0]);
}

// A Number to torch: tensors without dimensions and history are some, too.
bool isNumber(Value v) {
  if (isTensor(v))
    return Tensor::share(v).dim() == 0 && !mayRequireGrad(as<TensorObject>(v));
  return boxing::isScalar(v) || isForeignObject(v);
}

Value scalarTensorFunction(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[4];
    if (!parseArgs("scalar_tensor", {"s", "dtype", "device", "requires_grad"}, 1, 1, args, count,
                   kwnames, a))
      return jn_error();
    if (!isNumber(a[0]))
      return raise(jn_exc_TypeError,
                   "scalar_tensor(): argument 's' (position 1) must be Number, not %T", &a[0]);
    DType type = givenType("scalar_tensor", a[1]).value_or(defaultDType());
    Scalar s;
    if (int64_t small; isInt(a[0]) && !smallInt(a[0], &small)) {
      if (intSign(a[0]) < 0)
        return raise(jn_exc_OverflowError, "can't convert negative int to unsigned");
      uint64_t bits = 0;
      if (!bigint::toBytes(a[0], reinterpret_cast<unsigned char *>(&bits), sizeof bits, false))
        return raise(jn_exc_OverflowError, "int too big to convert");
      if (isIntegral(type) && type != DType::Bool)
        fail("value cannot be converted to type int64_t without overflow");
      s = Scalar(static_cast<double>(bits));
    } else {
      s = boxing::toScalar(a[0]);
    }
    if (type == DType::Bool)
      s = Scalar(s.toBool());
    else if (isFloating(type) && sizeOf(type) == 2)  // beyond its numbers: infinite
      s = Scalar(roundedTo(type, s.toDouble()));
    else
      requireFits(s, type);
    Tensor number = ops::call<TensorOp::Full>(Dims{}, s, type, std::nullopt);
    return withGrad("scalar_tensor", placed("scalar_tensor", number, a[2]), a[3]);
  });
}

// FloatTensor and the like: torch._C._legacy_tensor(dtype, args, kwargs).
Value legacyFunction(const Value *args, size_t count, Value kwnames) {
  (void)kwnames;
  if (count < 1 || !isDType(args[0]))
    return raise(jn_exc_TypeError, "_legacy_tensor(): expected a dtype");
  return constructLegacy(asDType(args[0]), args + 1, count - 1, jn_unbound());
}

}  // namespace

Value newTensor(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    constexpr const char *function = "new_tensor";
    Value a[4];
    if (!parseArgs(function, {"data", "dtype", "device", "requires_grad"}, 1, 1, args + 1,
                   count - 1, kwnames, a))
      return jn_error();
    const TensorObject *like = asTensor(args[0]);
    warnOfCopy("tensor.new_tensor", a[0]);
    Ref device;
    if (a[2].tag == JN_UNBOUND || a[2].tag == JN_NONE) {
      device = Ref(makeDevice(like->device));
      a[2] = device.get();
    }
    Tensor t = tensorFromData(a[0], givenType(function, a[1]).value_or(like->dtype));
    return withGrad(function, placed(function, std::move(t), a[2]), a[3]);
  });
}

Value constructLegacy(DType dtype, const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    if (kwnames.tag == JN_OBJECT)
      count -= static_cast<size_t>(as<jn_tuple>(kwnames)->size);  // device= only
    if (count == 0)
      return makeTensor(Dims{0}, dtype).releaseValue();
    if (count == 1 && isTensor(args[0])) {
      Tensor t = Tensor::share(args[0]);
      if (t.dtype() != dtype) {
        raise(jn_exc_TypeError, "expected %s (got %s)", std::string(info(dtype).legacy).c_str(),
              tensorTypeText(t).c_str());
        return jn_error();
      }
      return makeAlias(t, true).releaseValue();
    }
    if (count == 1 && isExact(args[0], &jn_type_size)) {
      Dims sizes;
      boxing::toInts(args[0], &sizes);
      return makeTensor(sizes, dtype).releaseValue();
    }
    if (count == 1 && isSequence(args[0]) && !isStr(args[0]))
      return tensorFromSequence(args[0], dtype).releaseValue();
    if (count == 1 && isForeignObject(args[0]))
      return tensorFromData(args[0], dtype).releaseValue();
    if (count == 1 && isBytes(args[0]))
      return raise(jn_exc_TypeError, "new(): invalid data type '%T'", &args[0]);
    if (count == 1 && !isInt(args[0]) && !isStr(args[0]))
      return raise(jn_exc_TypeError, "new(): data must be a sequence (got %T)", &args[0]);
    Dims sizes;
    for (size_t i = 0; i < count; ++i) {
      if (i > 0 && (!isInt(args[i]) || args[i].tag == JN_BOOL))
        return raise(jn_exc_TypeError,
                     "new(): argument 'size' failed to unpack the object at pos %zu with error "
                     "\"type must be tuple of "
                     "ints,but got %T\"",
                     i + 1, &args[i]);
      if (!isInt(args[i]) || args[i].tag == JN_BOOL)
        return raise(jn_exc_TypeError, "new(): invalid data type '%T'", &args[i]);
      int64_t size;
      if (!smallInt(args[i], &size))
        return raise(jn_exc_TypeError,
                     "new(): argument 'size' failed to unpack the object at pos %zu with error "
                     "\"Overflow when unpacking long long",
                     i + 1);
      sizes.push_back(size);
    }
    return makeTensor(sizes, dtype).releaseValue();
  });
}

const MethodDef kConstructionFunctions[] = {
    {"tensor", tensorFunction, 0, -1, true, "A tensor of the given data."},
    {"as_tensor", asTensorFunction, 0, -1, true, "The data as a tensor."},
    {"from_numpy", fromNumpyFunction, 1, 1, false, "A tensor over the memory of an array."},
    {"scalar_tensor", scalarTensorFunction, 0, -1, true, "A 0-dim tensor."},
    {"_legacy_tensor", legacyFunction, 1, -1, true, nullptr},
    {}};

}  // namespace janus
