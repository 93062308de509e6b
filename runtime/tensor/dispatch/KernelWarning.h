// Warnings that kernels give about their arguments.
#pragma once

#include <string_view>

namespace janus {

// Warns at the line of the program that runs. Throws PendingError where the warning has become an
// exception. In a plan the kernel fails instead: the region is run again by generic code, which
// gives the warning in its place and order.
void warnOfKernel(std::string_view text);

}  // namespace janus
