// What files compiled with --strict say when they are loaded.
#ifndef JANUS_STRICT_H
#define JANUS_STRICT_H

#include "janus/value.h"

// From now on whatever would run in Python raises RuntimeError, in the whole process.
JN_API void jn_forbid_python(void);

#endif
