// The value of a number token.
#pragma once

#include "Frontend/Syntax/ConstantValue.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace janus {

// The digits that Python converts to an int without complaint.
constexpr size_t kMaxIntegerDigits = 4300;

// `problem` is set when the number has too many digits.
std::optional<ConstantValue> parseNumber(llvm::StringRef text, std::string &problem);

}  // namespace janus
