// The line of ~ and ^ below a traceback's source line, as CPython 3.11 prints it.
#pragma once

#include "janus/generated.h"

#include <string>
#include <string_view>

namespace janus {

// `line` is the source line at span.line, with its indentation. Empty when there is nothing to
// point out: the range is the whole line, or unknown.
std::string errorCarets(std::string_view line, const jn_span &span);

}  // namespace janus
