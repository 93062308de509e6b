// The native module torch._C_storage: the memory of tensors as bytes, for torch.save, torch.load
// and torch.frombuffer.
#include "tensor/core/Error.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/object/TypeObjects.h"
#include "value/bytes/Bytes.h"

#include <array>
#include <cstring>

namespace janus {
namespace {

DType dtypeArgument(Value v) {
  if (!isDType(v))
    failWith(jn_exc_TypeError, "dtype must be torch.dtype");
  return asDType(v);
}

// One that a program may have given in place of a tensor is refused.
TensorObject *tensorArgument(Value v) {
  if (!isTensor(v))
    failWith(jn_exc_TypeError, "a storage is made of a tensor");
  return asTensor(v);
}

// What a tensor over somebody else's bytes keeps alive.
void releaseBuffer(Storage *s) {
  Value owner = jn_obj(s->context);
  if (isBytearray(owner))
    --as<BytearrayObject>(owner)->exports;
  jn_decref(owner);
}

// _from_buffer(buffer, dtype, count, offset): shares the bytes.
Value fromBuffer(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    std::string_view bytes;
    if (!requireBytes(args[0], &bytes))
      throw PendingError{};
    DType dtype = dtypeArgument(args[1]);
    int64_t count = boxing::toInt(args[2]), offset = boxing::toInt(args[3]);
    auto length = static_cast<int64_t>(bytes.size()), item = static_cast<int64_t>(sizeOf(dtype));
    if (length == 0 || count == 0)
      failWith(jn_exc_ValueError, "both buffer length (%lld) and count (%lld) must not be 0",
               static_cast<long long>(length), static_cast<long long>(count));
    if (offset < 0 || offset >= length)
      failWith(
          jn_exc_ValueError,
          "offset (%lld bytes) must be non-negative and no greater than buffer length (%lld bytes) "
          "minus 1",
          static_cast<long long>(offset), static_cast<long long>(length));
    if (count < 0) {
      if ((length - offset) % item != 0)
        failWith(
            jn_exc_ValueError,
            "buffer length (%lld bytes) after offset (%lld bytes) must be a multiple of element "
            "size (%lld)",
            static_cast<long long>(length), static_cast<long long>(offset),
            static_cast<long long>(item));
      count = (length - offset) / item;
    } else if (count > (length - offset) / item) {
      failWith(jn_exc_ValueError,
               "requested buffer length (%lld * %lld bytes) after offset (%lld bytes) must not be "
               "greater "
               "than actual buffer length (%lld bytes)",
               static_cast<long long>(count), static_cast<long long>(item),
               static_cast<long long>(offset), static_cast<long long>(length));
    }
    if (isBytearray(args[0]))
      ++as<BytearrayObject>(args[0])->exports;
    jn_incref(args[0]);
    char *data = const_cast<char *>(bytes.data()) + offset;
    Storage *s = wrapStorage(data, static_cast<size_t>(count * item), {}, releaseBuffer, args[0].o);
    Dims size{count};
    return makeOver(s, 0, size, contiguousStrides(size), dtype).releaseValue();
  });
}

// _from_bytes(bytes, dtype): a copy.
Value fromBytes(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    std::string_view bytes;
    if (!requireBytes(args[0], &bytes))
      throw PendingError{};
    DType dtype = dtypeArgument(args[1]);
    Tensor t = makeTensor(Dims{static_cast<int64_t>(bytes.size() / sizeOf(dtype))}, dtype);
    memcpy(t.raw(), bytes.data(), static_cast<size_t>(t.numel()) * sizeOf(dtype));
    return t.releaseValue();
  });
}

// _tensor_on(flat, storage_offset, size, stride, dtype=flat.dtype): another tensor over the storage
// of `flat`, no view of it.
Value tensorOn(const Value *args, size_t count, Value) {
  return guarded([&]() -> Value {
    tensorArgument(args[0]);
    Tensor flat = Tensor::share(args[0]);
    DType dtype = count > 4 ? dtypeArgument(args[4]) : flat.dtype();
    int64_t offset = boxing::toInt(args[1]);
    Dims size, stride;
    boxing::toInts(args[2], &size);
    boxing::toInts(args[3], &stride);
    if (size.size() != stride.size())
      fail("size and stride differ in length");
    int64_t last = offset;
    bool empty = false, outside = offset < 0;
    for (size_t d = 0; d < size.size(); ++d) {
      int64_t reach;
      empty |= size[d] == 0;
      outside |= size[d] < 0 || stride[d] < 0 ||
                 __builtin_mul_overflow(size[d] - 1, stride[d], &reach) ||
                 __builtin_add_overflow(last, reach, &last);
    }
    auto room = static_cast<int64_t>(flat->storage->bytes / sizeOf(dtype));
    if (empty ? offset < 0 || offset > room : outside || last >= room)
      fail("a tensor reaches beyond its storage");
    for (int64_t n : size)
      if (n < 0)
        fail("a size is negative: %lld", static_cast<long long>(n));
    return makeOver(retain(flat->storage), offset, size, stride, dtype).releaseValue();
  });
}

Value storageBytes(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    Storage *s = tensorArgument(args[0])->storage;
    if (s->device.type != DeviceType::Cpu)
      return raise(jn_exc_NotImplementedError, "Cannot copy out of meta tensor; no data!");
    char *data;
    Value bytes = newBytes(static_cast<int64_t>(s->bytes), &data);
    if (!jn_is_error(bytes))
      memcpy(data, s->data, s->bytes);
    return bytes;
  });
}
Value storageKey(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    return jn_int(
        static_cast<int64_t>(reinterpret_cast<uintptr_t>(tensorArgument(args[0])->storage)));
  });
}
Value storageNumel(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    TensorObject *t = tensorArgument(args[0]);
    return jn_int(static_cast<int64_t>(t->storage->bytes / sizeOf(t->dtype)));
  });
}

constexpr std::array<uint32_t, 256> crcTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int k = 0; k < 8; ++k)
      c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  return table;
}
// _crc32(bytes): as in zip files.
Value crc32(const Value *args, size_t, Value) {
  static constexpr std::array<uint32_t, 256> kTable = crcTable();
  std::string_view bytes;
  if (!requireBytes(args[0], &bytes))
    return jn_error();
  uint32_t c = 0xffffffffu;
  for (char b : bytes)
    c = kTable[(c ^ static_cast<uint8_t>(b)) & 0xff] ^ (c >> 8);
  return jn_int(c ^ 0xffffffffu);
}

const MethodDef kFunctions[] = {{"_from_buffer", fromBuffer, 4, 4},
                                {"_from_bytes", fromBytes, 2, 2},
                                {"_tensor_on", tensorOn, 4, 5},
                                {"_storage_bytes", storageBytes, 1, 1},
                                {"_storage_key", storageKey, 1, 1},
                                {"_storage_numel", storageNumel, 1, 1},
                                {"_crc32", crc32, 1, 1},
                                {}};

int initModule(jn_module *m) {
  Ref types(jn_import(m, JN_NAME("torch._C"), 1));
  return types.failed() ? -1 : 0;
}

}  // namespace

extern const NativeModuleDef torchStorageModule;
const NativeModuleDef torchStorageModule = {"torch._C_storage", initModule, kFunctions};

}  // namespace janus
