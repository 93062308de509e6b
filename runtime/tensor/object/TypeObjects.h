// The small types around tensors: torch.dtype, torch.device, torch.Size, torch.memory_format,
// torch.layout. Dtypes, formats and layouts are singletons.
#pragma once

#include "tensor/core/Tensor.h"

#include <optional>

namespace janus {

enum class MemoryFormat : uint8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };

// Of a dense tensor of `sizes` in one of the two formats with channels last. Raises a RuntimeError
// where the format is for another number of dimensions, as PyTorch does.
Dims stridesIn(MemoryFormat format, IntView sizes);

struct DTypeObject {
  jn_object head;
  DType dtype;
};
struct DeviceObject {
  jn_object head;
  Device device;
};
struct MemoryFormatObject {
  jn_object head;
  MemoryFormat format;
};
struct LayoutObject {
  jn_object head;
  const char *name;
};

extern Type jn_type_dtype, jn_type_device, jn_type_memory_format, jn_type_layout, jn_type_size;

Value dtypeObject(DType t);                // borrowed, immortal
Value memoryFormatObject(MemoryFormat f);  // borrowed, immortal
Value stridedLayout();                     // borrowed, immortal
Value makeDevice(Device d);                // owned
Value makeSize(IntView sizes);             // owned
// A tuple of `size` items as a torch.Size, to be filled (as newTuple).
jn_tuple *newSize(int64_t size);

inline bool isDType(Value v) {
  return isExact(v, &jn_type_dtype);
}
inline DType asDType(Value v) {
  return reinterpret_cast<DTypeObject *>(v.o)->dtype;
}
inline bool isMemoryFormat(Value v) {
  return isExact(v, &jn_type_memory_format);
}
inline MemoryFormat asMemoryFormat(Value v) {
  return reinterpret_cast<MemoryFormatObject *>(v.o)->format;
}
// Device object, text ("cuda:1") or int; false when it is none of them. Throws for bad text.
bool toDevice(Value v, Device *out);
Device parseDevice(std::string_view text);

// Readies the types and adds them, dtypes and formats to the module torch._C.
int initTypeObjects(jn_module *m);

}  // namespace janus
