// --emit: one stage of one unit as text.
#pragma once

#include "janusc/EmitStages.h"
#include "janusc/Options.h"
#include "janusc/Program.h"

namespace janus {

// What must be there before the stage can be printed.
bool needsIr(Stage stage);

// Empty when the input has no such stage (the AST of a graph).
std::optional<std::string> printStage(const Options &options, Unit &unit,
                                      const SourceManager &sources, DiagnosticEngine &diag);

}  // namespace janus
