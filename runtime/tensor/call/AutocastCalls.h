// Functions of torch that are written in Python and that torch.autocast casts for.
#pragma once

#include "value/object/Object.h"

namespace janus {

// The answer of a function in autocast, called with its tensors cast; JN_UNBOUND where the function
// runs as it is. Arguments as those of OverrideInterface::ask.
Value answerInAutocast(Value callee, const Value *args, size_t count, Value kwnames);

// From now on autocast casts for the functions that have a policy (contract/Autocast.def), and is
// off within them. False: their modules could not be imported, with the exception pending.
bool castForFunctions();

}  // namespace janus
