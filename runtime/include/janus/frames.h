// Frames of running functions, for modules of programs that ask for their stack (sys._getframe,
// warnings with a stacklevel, lines of logging). Others do without.
#pragma once

#include "janus/generated.h"

struct jn_frame {
  jn_frame(const jn_function_def *def, jn_module *module);
  ~jn_frame();
  jn_frame(const jn_frame &) = delete;
  jn_frame &operator=(const jn_frame &) = delete;

  jn_frame *outer;
  const jn_function_def *def;
  jn_module *module;
  uint32_t line;  // of the statement that runs
};
JN_API jn_frame *jn_innermost_frame;  // of the thread that holds the runtime's lock

inline jn_frame::jn_frame(const jn_function_def *d, jn_module *m)
    : outer(jn_innermost_frame), def(d), module(m), line(d->line) {
  jn_innermost_frame = this;
}
inline jn_frame::~jn_frame() {
  jn_innermost_frame = outer;
}
