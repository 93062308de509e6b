#include "janusc/EmitStages.h"

#include "Analysis/ShowFacts.h"

namespace janus {

std::vector<std::string> stageList() {
  std::vector<std::string> flags;
#define JANUS_STAGE(Name, flag) flags.push_back(flag);
#include "janusc/EmitStages.def"
  for (const analysis::AnalysisRow &row : analysis::allAnalyses())
    flags.push_back(row.flag.str());
  return flags;
}

bool isStage(const std::string &flag) {
  return llvm::is_contained(stageList(), flag);
}

std::string stageNames() {
  std::string out;
  for (const std::string &flag : stageList())
    out += (out.empty() ? "" : ", ") + flag;
  return out;
}

Stage stageOf(const std::string &flag) {
  llvm::StringRef stage = llvm::StringRef(flag).split(':').first;
#define JANUS_STAGE(Name, text)                                                                    \
  if (stage == text)                                                                               \
    return Stage::Name;
#include "janusc/EmitStages.def"
  return Stage::Analysis;
}

}  // namespace janus
