// The text of tracebacks in pieces, for the module traceback.
#pragma once

#include "value/error/Raise.h"

#include <optional>
#include <vector>

namespace janus {

// A frame of a call that has not been left: of a generator. Its line is that of the definition.
Value newFrame(const jn_function_def *function, jn_module *module);
// The running function `depth` calls further out than the innermost of those whose modules keep
// frames; None when there are not so many.
Value frameOfStack(int64_t depth);
// A frame as a line of a traceback; None for other objects.
Value placeOfFrame(Value frame);
// One text per call, as Python prints them; a repeated line is counted in an entry of its own.
std::vector<std::string> tracebackEntries(const TracebackObject *t);
// "Class: message" with notes, or the place of a SyntaxError before it; ends with a new line.
std::string exceptionMessage(ExceptionObject *e);
// The whole text: traceback, message, what came before; groups as trees. `limit`: of entries,
// counted from the end when it is negative.
std::vector<std::string> exceptionPieces(ExceptionObject *e, const TracebackObject *trace,
                                         std::optional<int64_t> limit, bool chain);
// The source line of the first call without its margins; empty when it is unknown.
std::string_view tracebackSource(const TracebackObject *t);

// The call that generated code noted last (of a warning), as a line of a traceback, once; or null.
TracebackObject *takeCallPlace();

}  // namespace janus
