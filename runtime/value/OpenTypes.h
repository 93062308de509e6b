// Native types whose attributes a program may set, as it may those of torch.Tensor, which is a
// class there.
#pragma once

#include "value/Object.h"

namespace janus {

void openType(Type *type);
bool isOpenType(const Type *type);

}  // namespace janus
