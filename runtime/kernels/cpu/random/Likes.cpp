#include "kernels/cpu/random/Likes.h"

#include "kernels/cpu/elementwise/Elementwise.h"

namespace janus {

Tensor emptyLike(const Tensor &self, std::optional<DType> dtype, std::optional<Device> device,
                 std::optional<MemoryFormat> format) {
  DType t = dtype.value_or(self.dtype());
  Device d = device.value_or(self.device());
  switch (format.value_or(MemoryFormat::Preserve)) {
  case MemoryFormat::Contiguous: return makeTensor(self.sizes(), t, d);
  case MemoryFormat::ChannelsLast:
  case MemoryFormat::ChannelsLast3d: return makeStrided(self.sizes(), channelsLastStrides(self.sizes()), t, d);
  case MemoryFormat::Preserve: break;
  }
  if (self.isContiguous()) return makeTensor(self.sizes(), t, d);
  if (isNonOverlappingAndDense(self)) return makeStrided(self.sizes(), self.strides(), t, d);
  Operand operands[] = {self};
  Tensor like = makeLikeOperands(self.sizes(), operands, t);
  like->device = d;
  return like;
}

const char *elementTypeText(DType t) {
  switch (t) {
  case DType::Bool: return "bool";
  case DType::U8: return "unsigned char";
  case DType::I8: return "signed char";
  case DType::I16: return "short int";
  case DType::I32: return "int";
  case DType::I64: return "long int";
  case DType::F16: return "c10::Half";
  case DType::BF16: return "c10::BFloat16";
  case DType::F32: return "float";
  case DType::F64: return "double";
  }
  return "";
}

} // namespace janus
