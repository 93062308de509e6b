// Values in messages for people.
#pragma once

#include "value/object/Object.h"

#include <string>

namespace janus::speculate {

// "3", "float32 (4, 2)", "a list of 3", "the class model:Net". Calls nothing.
std::string describeValue(Value v);
// The text of a number; empty for anything else.
std::string describeNumber(Value v);

}  // namespace janus::speculate
