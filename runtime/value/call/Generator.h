// Driving a generator from C++. JN_DONE means that it finished; the value of `return` waits in
// g->result.
#pragma once

#include "value/object/Object.h"

namespace janus {

Value generatorSend(jn_generator *g, Value sent);
Value generatorThrow(jn_generator *g);  // throws the pending exception into it
Value generatorClose(jn_generator *g);  // None, or JN_ERROR

}  // namespace janus
