// Modules that calls are in, for functions that make something for the module they are called from
// (`TypeVar`, `namedtuple`, `Enum`), and for those of the library that look for it in the stack.
// Only modules with such calls include this.
#pragma once

#include "janus/generated.h"

JN_API void
jn_note_maker(jn_module *m);  // before a call of a function that makes something for its caller
JN_API void jn_note_frame_asker(jn_module *m);  // before a call of `_getframe`
