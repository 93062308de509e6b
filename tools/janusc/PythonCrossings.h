// Where the program goes over to Python.
#pragma once

#include "janusc/Program.h"

#include "Support/Diagnostics.h"
#include "Transforms/Infer/Crossings.h"

namespace janus {

// Marks the imports of `module` that find none of the units and nothing of the library.
void markForeignImports(ir::Module &module, const std::vector<Unit> &units);
// Of each unit, which has its IR as built.
std::vector<std::vector<transforms::Crossing>> findCrossings(const std::vector<Unit> &units);
// `--strict`: reports J0310 for each import of what is not compiled. False when there was one.
bool refuseCrossings(const std::vector<Unit> &units, DiagnosticEngine &diag);

}  // namespace janus
