// Functions of torch that are written in Python and that torch.autocast casts for.
#pragma once

#include "value/object/Object.h"

namespace janus {

// The answer of a function in autocast, called with its tensors cast; JN_UNBOUND where the function
// runs as it is. Arguments as those of OverrideInterface::ask.
Value answerInAutocast(Value callee, const Value *args, size_t count, Value kwnames);

// Functions of torch._C_autocast: lower(functions), to_float(functions), keep(functions): from now
// on autocast casts for these, and is off within them.
Value castToLower(const Value *args, size_t count, Value self);
Value castToFloat(const Value *args, size_t count, Value self);
Value keepTypes(const Value *args, size_t count, Value self);

}  // namespace janus
