#include "tensor/core/Names.h"

namespace janus {

const char *scalarTypeName(DType t) {
  switch (t) {
  case DType::Bool: return "Bool";
  case DType::U8: return "Byte";
  case DType::I8: return "Char";
  case DType::I16: return "Short";
  case DType::I32: return "Int";
  case DType::I64: return "Long";
  case DType::F16: return "Half";
  case DType::BF16: return "BFloat16";
  case DType::F32: return "Float";
  case DType::F64: return "Double";
  case DType::C64: return "ComplexFloat";
  case DType::C128: return "ComplexDouble";
  }
  return "";
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
  case DType::C64: return "c10::complex<float>";
  case DType::C128: return "c10::complex<double>";
  }
  return "";
}

std::string dtypeText(DType t) {
  return "torch." + std::string(info(t).name);
}

std::string deviceText(Device d) {
  static const char *const kNames[] = {"cpu", "cuda", "meta", "sparse"};
  std::string text = kNames[static_cast<size_t>(d.type)];
  return d.index >= 0 ? text + ":" + std::to_string(d.index) : text;
}

std::string tensorTypeText(const Tensor &t) {
  return (t.device().type == DeviceType::Cuda ? "torch.cuda." : "torch.") +
         std::string(info(t.dtype()).legacy);
}

}  // namespace janus
