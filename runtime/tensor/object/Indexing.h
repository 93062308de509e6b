// x[key] and x[key] = value in all of torch's forms.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

Value tensorGetitem(Value self, Value key);
int tensorSetitem(Value self, Value key, Value v);

}  // namespace janus
