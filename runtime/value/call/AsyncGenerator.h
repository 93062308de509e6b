// Asynchronous generators: what `sys` and `builtins` have of them.
#pragma once

#include "value/object/Object.h"

namespace janus {

Value getAsyncgenHooks(const Value *args, size_t count, Value kwnames);
Value setAsyncgenHooks(const Value *args, size_t count, Value kwnames);
Value aiterFn(const Value *args, size_t count, Value kwnames);
Value anextFn(const Value *args, size_t count, Value kwnames);

}  // namespace janus
