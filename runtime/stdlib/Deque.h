// collections.deque: a ring of values.
#pragma once

#include "value/object/DataTypes.h"

namespace janus {

int addDeque(jn_module *m);

}  // namespace janus
