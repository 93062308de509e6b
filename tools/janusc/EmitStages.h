// The stages of --emit: rows of EmitStages.def, one per analysis and one per converter.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace janus {

enum class Stage : unsigned char {
#define JANUS_STAGE(Name, flag) Name,
#include "janusc/EmitStages.def"
  Analysis,   // any of Analysis/Analyses.def
  Converted,  // after any of Transforms/Convert/Converters.def
};

std::string stageNames();  // "ast, python, ..."
bool isStage(const std::string &flag);
Stage stageOf(const std::string &flag);
// Of `py-after-CONVERTER`: the flag of the last converter to run; empty for all of them.
llvm::StringRef lastConverter(llvm::StringRef flag);

}  // namespace janus
