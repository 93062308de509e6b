// Frames of Python in our tracebacks.
#pragma once

#include "value/error/Raise.h"

namespace janus::bridge {

// Puts frames, outermost first, before those that the exception has. Each is a tuple: file, line,
// function, column, last line, end column (bytes; -1 when unknown). A traceback of ours as the last
// of them is where the exception came from. False when one is neither.
bool addFrames(ExceptionObject *x, jn_tuple *frames);

// The text of a file, where there may be none to read: a module has its own.
void knowSource(std::string_view path, std::string_view text);

}  // namespace janus::bridge
