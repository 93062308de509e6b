// Calls in the order of arguments that torch has deprecated: numbers stand before the tensors that
// they scale, `x.addcmul_(0.1, a, b)`.
#pragma once

#include "tensor/call/ArgParser.h"

#include <vector>

namespace janus {

// The same call as it is spelled today: `args` first, then the values of `keywords`. False when
// the call is none of the old ones.
struct ModernCall {
  std::vector<Value> args, keywords;
};
bool readOldSpelling(const OperationCall &call, ModernCall *modern);

}  // namespace janus
