// Calls of operations with Python's arguments: overloads in the order of the table, keywords with
// their synonyms, sizes as separate ints, `out=`, and the keywords of factories.
#pragma once

#include "tensor/OpInfo.h"

namespace janus {

// The rows that one Python name stands for.
struct OverloadGroup {
  std::string name;  // in error texts: `cumsum`
  std::vector<OpId> ops;
  bool method = false;  // args[0] is the tensor; `self` is no keyword
};

// Parses, dispatches, and handles `out`, `requires_grad`. Owned result or JN_ERROR.
Value callOverloads(const OverloadGroup &group, const Value *args, size_t count, Value kwnames);

}  // namespace janus
