// The functions of math that work on ints of any size.
#pragma once

#include "value/object/DataTypes.h"

namespace janus {

Value mathFactorial(const Value *args, size_t count, Value kwnames);
Value mathComb(const Value *args, size_t count, Value kwnames);
Value mathPerm(const Value *args, size_t count, Value kwnames);
Value mathGcd(const Value *args, size_t count, Value kwnames);
Value mathLcm(const Value *args, size_t count, Value kwnames);
Value mathIsqrt(const Value *args, size_t count, Value kwnames);

}  // namespace janus
