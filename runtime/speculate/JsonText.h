// Values as text in profiles.
#pragma once

#include "value/object/Object.h"

#include <string>

namespace janus::speculate {

// With quotes. False when the bytes are no UTF-8 that JSON can hold: nothing was added.
bool appendJsonText(std::string &out, std::string_view utf8);
std::string jsonText(std::string_view utf8);
// Numbers that JSON cannot write are {"float": "nan"}.
void appendJsonFloat(std::string &out, double v);

}  // namespace janus::speculate
