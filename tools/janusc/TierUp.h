// Versions for programs that are running (runtime/speculate/TierUp): what a module is told of its
// compiler, and what the compiler does beside the program.
#pragma once

#include "janusc/Options.h"
#include "janusc/Program.h"

#include "Codegen/Cpp/EmitModule.h"

namespace janus {

// A hash that tells programs apart whose versions cannot be those of the other: of their texts, and
// of how they were compiled by which janusc.
std::string programHash(const Options &options, const std::vector<Unit> &units);

// How versions are made of the program that is compiled now.
codegen::TierUpCommand tierUpCommand(const Options &options, const std::vector<Unit> &units);

// --tier-up: compiles the versions, at low priority, and waits until the program has taken them. It
// ends when the program does, and leaves nothing behind.
int compileForTierUp(const Options &options, std::string *module);

}  // namespace janus
