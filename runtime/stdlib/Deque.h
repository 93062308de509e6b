// collections.deque: a ring of values.
#pragma once

#include "value/DataTypes.h"

namespace janus {

int addDeque(jn_module *m);

}  // namespace janus
