// The text of tracebacks in pieces, for the module traceback.
#pragma once

#include "value/error/Raise.h"

#include <vector>

namespace janus {

// One text per call, as Python prints them; a repeated line is counted in an entry of its own.
std::vector<std::string> tracebackEntries(const TracebackObject *t);
// "Class: message" with notes, or the place of a SyntaxError before it; ends with a new line.
std::string exceptionMessage(ExceptionObject *e);
// The source line of the first call without its margins; empty when it is unknown.
std::string_view tracebackSource(const TracebackObject *t);

// The call that generated code noted last (of a warning), as a line of a traceback, once; or null.
TracebackObject *takeCallPlace();

}  // namespace janus
