// Functions that cannot be compiled, of modules made with --fallback=python.
#ifndef JANUS_IN_PYTHON_H
#define JANUS_IN_PYTHON_H

#include "janus/generated.h"

// As jn_make_function; the function is made in Python, of the source that begins at byte `begin` of
// the module's. `def->body` is never called.
JN_API jn_value jn_make_function_in_python(jn_module *m, const jn_function_def *def,
                                           jn_value defaults, jn_value kwdefaults,
                                           jn_value annotations, jn_cell *const *closure,
                                           uint32_t begin);

#endif  // JANUS_IN_PYTHON_H
