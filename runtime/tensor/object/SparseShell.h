// Native functions of torch._C for sparse tensors; what they are is written in Python.
#pragma once

#include "value/object/Object.h"

namespace janus {

extern const MethodDef kSparseFunctions[];

}  // namespace janus
