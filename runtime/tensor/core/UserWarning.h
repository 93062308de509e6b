// Warnings that native code gives, at the line of the program that runs.
#pragma once

#include <string_view>

namespace janus {

// False: the warning has become an exception, which is pending.
bool warnUser(std::string_view text);
// The same for the first call with `said`, which stays true: what is said once in a program.
bool warnUserOnce(std::string_view text, bool *said);

// The warning, given once, of a number made of a tensor with gradients: `float(loss)`.
bool warnOfNumber();
bool isNumberWarned();

}  // namespace janus
