// The C++ compiler that turns generated code into machine code.
#pragma once

#include "Support/Diagnostics.h"

#include <optional>
#include <string>
#include <vector>

namespace janus::codegen {

struct HostCompiler {
  std::vector<std::string> command;  // path, and what CXX adds to it
  std::string stamp;                 // changes when the compiler does
};

// $CXX, the compiler that built janusc, c++, g++ or clang++, whichever is there first. Reports
// J0501 when there is none, and J0503 when it is too old.
std::optional<HostCompiler> findHostCompiler(DiagnosticEngine &diag);

}  // namespace janus::codegen
