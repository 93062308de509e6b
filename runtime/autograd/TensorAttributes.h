// The methods and attributes of tensors that are about gradients.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

extern const MethodDef kTensorMethods[];
extern const MethodDef kTensorStaticMethods[];
extern const GetSetDef kTensorGetSets[];

}  // namespace janus
