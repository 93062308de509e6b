// The stages of --emit: rows of EmitStages.def, and one per analysis.
#pragma once

#include <string>
#include <vector>

namespace janus {

enum class Stage : unsigned char {
#define JANUS_STAGE(Name, flag) Name,
#include "janusc/EmitStages.def"
  Analysis,  // any of Analysis/Analyses.def
};

std::vector<std::string> stageList();
std::string stageNames();  // "ast, python, ..."
bool isStage(const std::string &flag);
Stage stageOf(const std::string &flag);

}  // namespace janus
