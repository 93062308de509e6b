// threading.local, for the module _thread.
#pragma once

#include "value/object/Object.h"

namespace janus {

int addThreadLocal(jn_module *m);
// Locals of the thread that ends.
void dropThreadLocals();

}  // namespace janus
