// Where a text stops being JSON, for people.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace janus {

// "3:14: unexpected `}`": the line and column of a byte, counted from 0, that no JSON has there.
std::string jsonFault(llvm::StringRef text, size_t byte);

}  // namespace janus
