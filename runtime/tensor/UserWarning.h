// Warnings that native code gives, at the line of the program that runs.
#pragma once

#include <string_view>

namespace janus {

// False: the warning has become an exception, which is pending.
bool warnUser(std::string_view text);

}  // namespace janus
