// "Did you mean: 'append'?" behind NameError, AttributeError and ImportError texts.
#pragma once

#include "value/error/Raise.h"

namespace janus {
std::string suggestionFor(ExceptionObject *e);  // empty, or ". Did you mean: 'x'?"
}  // namespace janus
