// Native types whose attributes a program may set, as it may those of torch.Tensor, which is a
// class there.
#pragma once

#include "value/object/Object.h"

namespace janus {

void openType(Type *type);
bool isOpenType(const Type *type);

// The program has put something else in the place of what such a type had: graphs, which know
// native types by what they had at the start, are not entered from then on.
extern bool nativeAttributesReplaced;

}  // namespace janus
