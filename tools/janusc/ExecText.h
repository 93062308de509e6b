// Statements that a running program has as text (`exec`): janusc is started with their folder
// (--text), and leaves code or errors there.
#pragma once

#include "janusc/Options.h"
#include "janusc/Program.h"

#include "Support/Diagnostics.h"

namespace janus {

// compile(), for as long as the program runs.
int compileText(const Options &options, std::string *module);
// Code of the same text, which an earlier run has left; false when there is none.
bool takeKeptText(const Options &options, const std::vector<Unit> &units);
void keepText(const Options &options, const std::vector<Unit> &units);
// The exception to be raised; written last, and empty when there is code.
void leaveErrors(const Options &options, DiagnosticEngine &diag);

}  // namespace janus
