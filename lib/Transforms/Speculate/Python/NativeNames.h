// Names of natives that tables know: functions and constants of numbers, methods of texts.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace janus::speculate {

bool isNumberNative(llvm::StringRef name);                // a row of NumberNatives.def
std::optional<double> nativeValue(llvm::StringRef name);  // "math.pi"
bool isTextNative(llvm::StringRef name);  // of a row of TextMethods.def: "str.upper"

}  // namespace janus::speculate
