// Callers of functions that make something for the module they are called from.
#pragma once

#include "value/object/Object.h"

namespace janus {

// The module of the last call that was noted, else the program; null when neither is there.
// Borrowed.
jn_module *makingModule();
// True once behind a call of `_getframe` in a module of the library.
bool libraryAsksForFrame();

}  // namespace janus
