// Names of element types and devices as they stand in texts.
#pragma once

#include "tensor/core/Tensor.h"

#include <string>

namespace janus {

// "Float", "Long", "Bool": as in error texts.
const char *scalarTypeName(DType t);
// "float", "long int", "c10::Half": the type of C++, as in other error texts.
const char *elementTypeText(DType t);
// "torch.float32"
std::string dtypeText(DType t);
// "cpu", "cuda:0"
std::string deviceText(Device d);
// "torch.FloatTensor", "torch.cuda.FloatTensor"
std::string tensorTypeText(const Tensor &t);

}  // namespace janus
